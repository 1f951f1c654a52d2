import type { Client } from '../client';
import { keyBytes } from '../intents';
import { sleep } from '../sleep';
import type { WorkerLog } from './run';
import type { Registered, VerifyOptions } from './verify';

export interface WorkerOptions {
  /** With a key that holds `read` and `execute`. */
  readonly client: Pick<Client, 'listExecutable' | 'claim' | 'report'>;
  /** Intent keys, 32 bytes in base64; all that are in rotation. */
  readonly keys: readonly string[];
  /**
   * What intents may call, by the name they use: `billing: ({ idempotencyKey }) => new Billing(idempotencyKey)`, made anew
   * for each call, or an object, for which `idempotencyKey` puts the key into the arguments.
   */
  readonly clients: Readonly<Record<string, Registered>>;
  /**
   * `client.method` entries. Give one: without it every public method of the clients can be called. Methods that a client
   * has from a class of the language or of Node (`emit`, `push`) are refused even if they are listed.
   */
  readonly allow?: readonly string[];
  /**
   * The arguments of a call to a client registered as an object, with the request id where that client takes its
   * idempotency key: `(key, { args }) => [...args, { idempotencyKey: key }]`. A lease can run out after a call was made,
   * and the next worker makes it again: only this key tells the downstream that it is the same call.
   */
  readonly idempotencyKey?: VerifyOptions['idempotencyKey'];
  /** Calls at a time; 4 unless given. */
  readonly concurrency?: number;
  /** 600 unless given, at most 3600. */
  readonly leaseSeconds?: number;
  /** What a call needs at most; it is not started with less left of the lease. 60 unless given. */
  readonly callBudgetSeconds?: number;
  /** Between looks when there was nothing, ms; 5000 unless given. `wake` ends the pause. */
  readonly pollIntervalMs?: number;
  readonly log?: WorkerLog;
  /** What the report calls the result; a string result, or its `id`, unless given. */
  readonly referenceOf?: (result: unknown) => string | undefined;
  /** The lease ended before the run was reported: another worker may make the call again. */
  readonly onLost?: (requestId: string) => void;
  /** Epoch ms; the system's clock unless given. */
  readonly nowMs?: () => number;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export type Settings = ReturnType<typeof withDefaults>;

const LONGEST_LEASE_SECONDS = 3600;

/**
 * Throws on options under which no call could ever be made: found out later, they would have every claimed request
 * reported failed, and a report cannot be taken back.
 */
export function withDefaults(options: WorkerOptions) {
  const { leaseSeconds = 600, callBudgetSeconds = 60, concurrency = 4, pollIntervalMs = 5000 } = options;
  if (keyBytes(options.keys).length === 0) throw new TypeError('keys: without one no intent opens');
  if (!Number.isInteger(leaseSeconds) || leaseSeconds < 1 || leaseSeconds > LONGEST_LEASE_SECONDS) {
    throw new RangeError(`leaseSeconds (${leaseSeconds}): a whole number, 1 to ${LONGEST_LEASE_SECONDS}`);
  }
  if (!(callBudgetSeconds >= 0 && callBudgetSeconds < leaseSeconds)) {
    throw new RangeError(
      `callBudgetSeconds (${callBudgetSeconds}) must be shorter than leaseSeconds (${leaseSeconds})`,
    );
  }
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`concurrency (${concurrency}): a whole number, at least 1`);
  }
  if (!(pollIntervalMs > 0)) throw new RangeError(`pollIntervalMs (${pollIntervalMs}): more than 0`);
  return {
    ...options,
    leaseSeconds,
    callBudgetMs: callBudgetSeconds * 1000,
    concurrency,
    pollIntervalMs,
    log: options.log ?? SILENT,
    nowMs: options.nowMs ?? Date.now,
    sleep: options.sleep ?? sleep,
  };
}

const SILENT: WorkerLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Names of the clients to which no idempotency key can get. */
export function clientsWithoutKey({ clients, idempotencyKey }: WorkerOptions): string[] {
  if (idempotencyKey !== undefined) return [];
  return Object.keys(clients).filter((name) => typeof clients[name] !== 'function');
}
