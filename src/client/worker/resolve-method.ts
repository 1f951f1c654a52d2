import { isBuiltInMethod, isBuiltInPrototype, isObject } from './built-in';

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
