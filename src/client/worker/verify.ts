/**
 * The checks before anything runs, in the order of docs/contract.md, "Worker verification procedure", down to the one
 * method that may be called. The first failure ends them.
 */

import { err, ok, type Result } from '../../protocol/result';
import { type Intent, type OpenFailure, openIntent } from '../intents';
import type { AuthorizationRequest } from '../types';
import { isBuiltInMethod, isBuiltInPrototype, isObject } from './built-in';

export type ReasonCode =
  | OpenFailure
  | 'not_authorized'
  | 'client_not_registered'
  | 'not_allowed'
  | 'unknown_outcome'
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
  if (!isAllowedMethod(options.allow, options.clients, intent)) return err('not_allowed');
  const registered = options.clients[intent.client]!;
  const isFactory = typeof registered === 'function';
  const client = isFactory ? (registered as (context: CallContext) => object)(context) : registered;
  const method = resolveMethod(client, intent.method);
  if (method === null) return err('not_allowed');
  const { idempotencyKey } = options;
  const args = isFactory || idempotencyKey === undefined ? intent.args : idempotencyKey(context.requestId, intent);
  return ok({ intent, method, args });
}

/** Whether `allow` has the method for this client: `a.b.c` is either `c` of the client `a.b`, or `b.c` of the client `a`. */
function isAllowedMethod(allow: readonly string[] | undefined, clients: object, { client, method }: Intent): boolean {
  const entry = `${client}.${method}`;
  return allow === undefined || (allow.includes(entry) && clientOf(entry, clients) === client);
}

/** If one client's name begins with another's, the longest matching name counts. */
export function clientOf(entry: string, clients: object): string | undefined {
  const names = Object.keys(clients).filter((name) => entry.startsWith(`${name}.`));
  return names.sort((a, b) => b.length - a.length)[0];
}

export type BoundMethod = (...args: readonly unknown[]) => unknown;

/** A name must not start with an underscore or `#`, which mark private members. */
const PUBLIC_NAME = /^[A-Za-z$][\w$]*$/;
const NEVER = new Set(['constructor', 'prototype', '__proto__', 'call', 'apply', 'bind']);
const MAX_DEPTH = 8;

/**
 * The function that a dotted path names on a client, bound to its object. Null if there is none that may be called.
 *
 * People approved the path, but somebody with a proposer's key wrote it. It may reach methods that the author of the
 * client wrote, but not the methods that JavaScript or Node gives to objects (`toString`, `emit`, `destroy`).
 */
export function resolveMethod(client: object, path: string): BoundMethod | null {
  const names = path.split('.');
  if (names.length > MAX_DEPTH || !names.every((name) => PUBLIC_NAME.test(name) && !NEVER.has(name))) return null;
  let holder: unknown = client;
  for (const name of names.slice(0, -1)) {
    if (!isObject(holder) || !isAuthored(holder, name)) return null;
    holder = (holder as Record<string, unknown>)[name];
  }
  const last = names.at(-1)!;
  if (!isObject(holder) || !isAuthored(holder, last)) return null;
  const method = (holder as Record<string, unknown>)[last];
  if (typeof method !== 'function' || isClass(method) || isBuiltInMethod(method)) return null;
  return (...args) => Reflect.apply(method, holder, args);
}

/** An own member or a member of a class in the program, not of the built-in prototypes of JavaScript or Node. */
function isAuthored(value: object, name: string): boolean {
  for (let holder: object | null = value; holder !== null; holder = Object.getPrototypeOf(holder) as object | null) {
    if (Object.hasOwn(holder, name)) return holder === value || !isBuiltInPrototype(holder);
  }
  return false;
}

export function isClass(method: object): boolean {
  return /^class\b/.test(Function.prototype.toString.call(method));
}
