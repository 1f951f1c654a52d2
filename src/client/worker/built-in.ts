/**
 * Recognizes the prototypes of JavaScript and Node, and the functions on them, by identity.
 *
 * The source text of a function is not enough: Node's own classes are written in JavaScript, and some prototypes (of
 * generators and iterators) have no constructor. They are collected when the first method is looked up, because loading
 * Node's modules takes some milliseconds, which a consumer without a worker should not spend.
 */
import { createSecretKey } from 'node:crypto';

export function isBuiltInPrototype(candidate: object): boolean {
  return builtIns().prototypes.has(candidate) || hasNativeConstructor(candidate);
}

/** Whether the function is a member of such a prototype, even if it was also assigned elsewhere. */
export function isBuiltInMethod(candidate: object): boolean {
  return builtIns().methods.has(candidate);
}

interface BuiltIns {
  readonly prototypes: ReadonlySet<object>;
  readonly methods: ReadonlySet<object>;
}

let collected: BuiltIns | undefined;

function builtIns(): BuiltIns {
  collected ??= collect();
  return collected;
}

/** Modules with classes that a client may extend or hold. The others have none, or warn when they are loaded. */
const MODULES = [
  ...['assert', 'async_hooks', 'buffer', 'child_process', 'cluster', 'console', 'crypto', 'dgram', 'dns'],
  ...['diagnostics_channel', 'events', 'fs', 'http', 'http2', 'https', 'module', 'net', 'perf_hooks', 'readline'],
  ...['stream', 'string_decoder', 'timers', 'tls', 'tty', 'url', 'util', 'v8', 'vm', 'worker_threads', 'zlib'],
  ...['dns/promises', 'fs/promises', 'readline/promises', 'stream/web'],
] as const;

/** Constants are never classes, and reading those of `fs` prints a warning in Node 24. */
const CONSTANT = /^[A-Z_]+$/;
/** Reading the exports of these prints a warning. */
const WARNING_MODULES: ReadonlySet<string> = new Set(['crypto']);

const GLOBALS = [
  ...['AggregateError', 'Array', 'ArrayBuffer', 'Atomics', 'BigInt', 'BigInt64Array', 'Boolean', 'DataView', 'Date'],
  ...['Error', 'EvalError', 'FinalizationRegistry', 'Function', 'Iterator', 'Map', 'Number', 'Object', 'Promise'],
  ...['RangeError', 'ReferenceError', 'RegExp', 'Set', 'SharedArrayBuffer', 'String', 'Symbol', 'SyntaxError'],
  ...['TypeError', 'URIError', 'Uint8Array', 'WeakMap', 'WeakRef', 'WeakSet', 'Intl', 'WebAssembly'],
  ...['AbortController', 'AbortSignal', 'Blob', 'BroadcastChannel', 'Buffer', 'CryptoKey', 'DOMException', 'Event'],
  ...['EventTarget', 'File', 'FormData', 'Headers', 'MessageChannel', 'MessagePort', 'Performance', 'Request'],
  ...['Response', 'SubtleCrypto', 'TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'WebSocket', 'crypto'],
] as const;

function collect(): BuiltIns {
  const prototypes = new Set<object>();
  const methods = new Set<object>();
  for (const value of found()) {
    const first =
      typeof value === 'function' ? (value as { prototype?: unknown }).prototype : Object.getPrototypeOf(value);
    // The prototype of functions is itself a function; `call` and `apply` belong to the language too.
    for (let each: unknown = first; isHolder(each) && !prototypes.has(each); each = Object.getPrototypeOf(each)) {
      prototypes.add(each);
      for (const [name, { value: member }] of Object.entries(Object.getOwnPropertyDescriptors(each))) {
        if (typeof member === 'function' && name !== 'constructor') methods.add(member);
      }
    }
  }
  return { prototypes, methods };
}

/** Constructors, and one instance of each class that has no public constructor. */
function* found(): Generator<object> {
  yield* samples();
  for (const name of GLOBALS) {
    const value = (globalThis as Record<string, unknown>)[name];
    if (isHolder(value)) yield value;
    if (isObject(value)) yield* exportsOf(value, false);
  }
  for (const name of MODULES) {
    const module: unknown = process.getBuiltinModule?.(`node:${name}`);
    if (isHolder(module)) yield* exportsOf(module, !WARNING_MODULES.has(name));
  }
}

function* exportsOf(module: object, readsAccessors: boolean): Generator<object> {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(module))) {
    const reads = readsAccessors && !CONSTANT.test(name);
    const value: unknown =
      'value' in descriptor ? descriptor.value : reads ? (module as Record<string, unknown>)[name] : undefined;
    // A namespace (`fs.promises`, `util.types`) is a plain object. Collecting its prototype, that of all objects, is correct.
    if (isHolder(value)) yield value;
  }
}

function* samples(): Generator<object> {
  const generator = (function* () {})();
  const asyncGenerator = (async function* () {})();
  yield* [generator, asyncGenerator, [][Symbol.iterator](), ''[Symbol.iterator]()];
  yield* [new Map()[Symbol.iterator](), new Set()[Symbol.iterator](), ''.matchAll(/x/g)];
  const timeout = setTimeout(() => undefined, 0);
  const immediate = setImmediate(() => undefined);
  clearTimeout(timeout);
  clearImmediate(immediate);
  yield* [timeout, immediate, createSecretKey(Buffer.alloc(1))];
}

/** The language's prototypes of another realm (`node:vm`) are not among those of this one. */
function hasNativeConstructor(prototype: object): boolean {
  const maker: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  return typeof maker === 'function' && /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(maker));
}

function isHolder(value: unknown): value is object {
  return isObject(value) || typeof value === 'function';
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
