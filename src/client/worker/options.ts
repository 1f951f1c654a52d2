/** The options of a worker, checked when it is created. */

import { LIMITS } from '../../../generated/limits';
import type { Client } from '../client';
import { keyBytes, keyIdOf } from '../intents';
import { assertFunctions, assertOptions } from '../known-options';
import { type Sleep, sleep } from '../polling';
import { assertDisplays, assertRequiredProof, type PinnedDisplays, type RequiredProof } from '../proofs';
import { type LogOption, logOf } from './log';
import { assertRegistered } from './registered';
import type { AnyCheck } from './run';
import { assertSigns, type WorkerKey } from './signing';
import type { Registered, VerifyOptions } from './verify';

export interface WorkerOptions {
  /** A client whose key has the scopes `read` and `execute`. */
  readonly client: Pick<Client, 'listExecutable' | 'claim' | 'report'> & Partial<Pick<Client, 'getProof' | 'events'>>;
  /** Intent keys, 32 bytes each in base64. Pass all keys that are in rotation. */
  readonly keys: readonly string[];
  /**
   * The objects that intents may call, by name. Pass a function, which is called for each intent:
   * `billing: ({ idempotencyKey }) => new Billing(idempotencyKey)`. Or pass an object; then `idempotencyKey` puts the
   * key into the arguments. Each function is also called once by `createWorker`, for a request that does not exist, to see
   * whether what it returns has the methods in `allow`.
   */
  readonly clients: Readonly<Record<string, Registered>>;
  /**
   * `client.method` entries. Always pass it: without it, every public method of the clients can be called. Methods that
   * a client inherits from a class of JavaScript or Node (`emit`, `push`) are refused even if they are listed. An entry
   * that no call can have stops the worker before its first claim.
   */
  readonly allow?: readonly string[];
  /**
   * Compares what people were shown (`request.params`) with what is about to run (`call.args`). The call runs only if it
   * returns `true`. `false`, or a string that says why not, is reported as `failed`. If it throws, or returns anything
   * else, nothing runs and nothing is reported: the error is logged, and the request is claimed again after its lease.
   * Always pass one: the service cannot read an intent, so anybody with a `propose` key can propose an old envelope again
   * under other params, and approvers see only its digest.
   */
  readonly check?: AnyCheck;
  /**
   * Runs only what operators have signed with their passkeys, by the keys that you pass here: `{ allowedSigners }`, the
   * text of an `allowed_signers` file that you keep. Then nobody who controls the service can make this worker run
   * anything. Only for actions whose policy needs signed turns.
   */
  readonly requireProof?: RequiredProof;
  /**
   * By action, the display with which people must have been shown a request. A request that was shown differently is not
   * run, and is reported as `proof_refused`. The lines are compared with those in the proof. With `requireProof`, their digest must
   * also be what operators signed; without it, this holds only as far as you trust the service.
   */
  readonly displays?: PinnedDisplays;
  /**
   * Signs each report, so that its proof shows who ran what: `workerKey(pem)`. The public key must be registered with the
   * API key. A report that cannot be signed is sent without a signature, because a call that is not reported would be made
   * again.
   */
  readonly sign?: WorkerKey;
  /**
   * Returns the arguments of a call to a client that is an object, with the request id as its idempotency key:
   * `(key, { args }) => [...args, { idempotencyKey: key }]`. A lease can expire after a call was made, and then the
   * next worker repeats the call. Only this key tells the downstream that it is the same call.
   */
  readonly idempotencyKey?: VerifyOptions['idempotencyKey'];
  /**
   * Runs each intent at most once, for calls that no idempotency key protects: an intent that was claimed before is
   * reported as failed (`unknown_outcome`) and never run, because its call may have been made. Needs a service that answers
   * a claim with `previous_claim_at`.
   */
  readonly atMostOnce?: boolean;
  /** How many calls run at once. Default: 4. */
  readonly concurrency?: number;
  /** Default: 600. At most 3600. */
  readonly leaseSeconds?: number;
  /** The longest time that a call needs. A call does not start if less of its lease is left. Default: 60. */
  readonly callBudgetSeconds?: number;
  /**
   * Follows the events of the organization, so that a request that was authorized wakes the worker within a second or two,
   * without an endpoint and without frequent polls. One call is open all the time, and an organization can have five of
   * them held. Intents are found, claimed and reported as without it, and polls go on in case the events cannot be read.
   */
  readonly follow?: boolean;
  /** Pause in ms when there was nothing to do. Default: 5000, and 30000 with `follow`. `wake` ends it. */
  readonly pollIntervalMs?: number;
  /** Default: 'warn', so warnings and errors go to `console`. `false` is silence. */
  readonly log?: LogOption;
  /** The `reference` of the report. Default: the result if it is a string, or its `id`. */
  readonly referenceOf?: (result: unknown) => string | undefined;
  /** Called when the lease ended before the run was reported: another worker may repeat the call. */
  readonly onLost?: (requestId: string) => void;
  /** Epoch ms. Default: the system's clock. */
  readonly nowMs?: () => number;
  readonly sleep?: Sleep;
}

export type WorkerSettings = ReturnType<typeof workerSettings>;

const LEASE_SECONDS = LIMITS.leaseSeconds;

const OPTION_NAMES = Object.keys({
  ...{ client: 1, keys: 1, clients: 1, allow: 1, check: 1, requireProof: 1, displays: 1, sign: 1, idempotencyKey: 1 },
  ...{ atMostOnce: 1, concurrency: 1, leaseSeconds: 1, callBudgetSeconds: 1, follow: 1, pollIntervalMs: 1, log: 1 },
  ...{ referenceOf: 1, onLost: 1, nowMs: 1, sleep: 1 },
} satisfies Record<keyof WorkerOptions, 1>);

/**
 * Throws if no call could ever be made with these options. Otherwise every claimed request would be reported as failed,
 * and a report cannot be changed.
 */
export function workerSettings(options: WorkerOptions) {
  assertOptions(options, OPTION_NAMES, 'createWorker', 'createWorker({ client, keys, clients, allow, check })');
  const {
    leaseSeconds = LEASE_SECONDS.default,
    callBudgetSeconds = 60,
    concurrency = 4,
    follow = false,
    pollIntervalMs = follow ? 30_000 : POLL_INTERVAL_MS,
  } = options;
  assertClient(options, follow);
  if (keyBytes(options.keys).length === 0) throw new TypeError('`keys` is empty: no intent can be opened.');
  const log = logOf(options.log);
  const clients = assertRegistered(options, log);
  assertFunctions(options, 'check', 'idempotencyKey', 'referenceOf', 'onLost', 'nowMs', 'sleep');
  if (options.sign !== undefined) assertSigns(options.sign);
  if (options.requireProof !== undefined) assertRequiredProof(options.requireProof);
  if (options.displays !== undefined) assertDisplays(options.displays);
  if (!Number.isInteger(leaseSeconds) || leaseSeconds < LEASE_SECONDS.min || leaseSeconds > LEASE_SECONDS.max) {
    throw new RangeError(
      `\`leaseSeconds\` is ${leaseSeconds}; it must be an integer from ${LEASE_SECONDS.min} to ${LEASE_SECONDS.max}.`,
    );
  }
  if (!(callBudgetSeconds >= 0 && callBudgetSeconds < leaseSeconds)) {
    throw new RangeError(
      `\`callBudgetSeconds\` is ${callBudgetSeconds}; it must be less than \`leaseSeconds\` (${leaseSeconds}).`,
    );
  }
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`\`concurrency\` is ${concurrency}; it must be an integer of at least 1.`);
  }
  if (!(pollIntervalMs > 0)) throw new RangeError(`\`pollIntervalMs\` is ${pollIntervalMs}; it must be more than 0.`);
  const { atMostOnce = false } = options;
  // Any other value that looks like yes would be taken for no.
  if (typeof atMostOnce !== 'boolean') throw new TypeError('`atMostOnce` must be true or false.');
  return {
    ...options,
    atMostOnce,
    /** Of the intents that it can open. */
    keyIds: options.keys.map(keyIdOf),
    clients,
    leaseSeconds,
    callBudgetMs: callBudgetSeconds * 1000,
    concurrency,
    follow,
    pollIntervalMs,
    /** The time over which polls are spread if other workers poll too. A long pause between polls must not slow them down. */
    spreadMs: Math.min(pollIntervalMs, POLL_INTERVAL_MS),
    log,
    nowMs: options.nowMs ?? Date.now,
    sleep: options.sleep ?? sleep,
  };
}

const POLL_INTERVAL_MS = 5000;

function assertClient({ client, requireProof, displays }: WorkerOptions, follow: boolean): void {
  if (typeof client?.listExecutable !== 'function') throw new TypeError('`client` must be what createClient returns.');
  if (requireProof !== undefined && client.getProof === undefined) {
    throw new TypeError('`requireProof` needs a `client` with `getProof`.');
  }
  if (displays !== undefined && client.getProof === undefined) {
    throw new TypeError('`displays` needs a `client` with `getProof`.');
  }
  if (follow && client.events === undefined) throw new TypeError('`follow` needs a `client` with `events`.');
}

/** Names of the clients that never get an idempotency key, although their calls can be repeated. */
export function clientsWithoutKey({ clients, idempotencyKey, atMostOnce }: WorkerOptions): string[] {
  if (idempotencyKey !== undefined || atMostOnce === true) return [];
  return Object.keys(clients).filter((name) => typeof clients[name] !== 'function');
}
