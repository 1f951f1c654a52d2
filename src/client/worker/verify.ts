/**
 * The checks before anything runs, in the order of docs/contract.md, "Worker verification procedure". The first failure
 * ends them.
 */
import { err, ok, type Result } from '../../protocol/result';
import { type Intent, type OpenFailure, openIntent } from '../intents';
import type { AuthorizationRequest } from '../types';
import { isAllowed } from './allowed';
import { type BoundMethod, resolveMethod } from './resolve-method';

export type ReasonCode =
  | OpenFailure
  | 'not_authorized'
  | 'client_not_registered'
  | 'not_allowed'
  | 'proof_refused'
  | 'check_failed';

/** Called for each intent, so that the client can send the request id as the downstream idempotency key. */
export interface CallContext {
  readonly requestId: string;
  /** The request id. A lease may expire after the call was made, and then the next worker repeats the call. */
  readonly idempotencyKey: string;
  /** Aborted when the lease has expired. */
  readonly signal: AbortSignal;
}

/** An object with methods, or a function that creates one for a call. */
export type Registered = object | ((context: CallContext) => object);

export interface VerifyOptions {
  readonly keys: readonly string[];
  readonly clients: Readonly<Record<string, Registered>>;
  /** `client.method` entries. If absent, every public method of the registered clients is allowed. */
  readonly allow?: readonly string[];
  /** Returns the arguments with the key, for clients that are objects. */
  readonly idempotencyKey?: (key: string, call: Intent) => readonly unknown[];
}

export interface Verified {
  readonly intent: Intent;
  readonly method: BoundMethod;
  /** The arguments of the call: those of the intent, and the idempotency key if it is an argument. */
  readonly args: readonly unknown[];
}

export function verifyClaimed(
  request: AuthorizationRequest,
  options: VerifyOptions,
  context: CallContext,
): Result<Verified, ReasonCode> {
  const opened = openIntent({ keys: options.keys, request });
  if (!opened.ok) return opened;
  if (request.outcome !== 'authorized') return err('not_authorized');
  const { intent } = opened.value;
  if (!Object.hasOwn(options.clients, intent.client)) return err('client_not_registered');
  if (!isAllowed(options.allow, options.clients, intent)) return err('not_allowed');
  const registered = options.clients[intent.client]!;
  const isFactory = typeof registered === 'function';
  const client = isFactory ? (registered as (context: CallContext) => object)(context) : registered;
  const method = resolveMethod(client, intent.method);
  if (method === null) return err('not_allowed');
  const { idempotencyKey } = options;
  const args = isFactory || idempotencyKey === undefined ? intent.args : idempotencyKey(context.requestId, intent);
  return ok({ intent, method, args });
}
