/** What a worker is made of: its options, its key, the events that wake it, and the methods that it may call. */
import { createPublicKey, createSecretKey, generateKeyPairSync } from 'node:crypto';
import {
  type AuthorizationRequest,
  type Claim,
  type ExecutionReport,
  type RequestEvent,
  verifyProof,
  workerKey,
} from '../../src/client';
import { RateLimitedError } from '../../src/client/errors';
import { sleep } from '../../src/client/polling';
import { proofFaultOf } from '../../src/client/proofs';
import { isBuiltInMethod, isBuiltInPrototype } from '../../src/client/worker/built-in';
import { clientsWithoutKey, type WorkerOptions, workerSettings } from '../../src/client/worker/options';
import { assertSigns, signedReceipt } from '../../src/client/worker/signing';
import { resolveMethod } from '../../src/client/worker/verify';
import { wakeOnEvents } from '../../src/client/worker/wake-ups';
import { publicKeyText, sshKeyOf } from '../../src/protocol/ssh/public-key';
import { parseArmour } from '../../src/protocol/ssh/signature';
import { isSignedBy } from '../../src/protocol/ssh/verify';
import { KEY } from './approved';
import { aProof } from './software-proof';

/** The compiler knows its types alone. */
interface WithWebAssembly {
  readonly WebAssembly: { readonly Table: { readonly prototype: { readonly grow: unknown } } };
}

const NOON = Date.UTC(2026, 10, 20, 12);
const noCall = () => Promise.reject(new Error('no call'));
const client = { listExecutable: noCall, claim: noCall, report: noCall } as unknown as WorkerOptions['client'];
const withOptions = (options: Partial<WorkerOptions> = {}) =>
  workerSettings({ client, keys: [KEY], clients: { billing: {} }, log: false, ...options });

describe('the options of a worker', () => {
  it('the options of a worker have defaults', () => {
    expect(withOptions()).toMatchObject({
      ...{ leaseSeconds: 600, callBudgetMs: 60_000, concurrency: 4, follow: false, pollIntervalMs: 5000 },
      ...{ spreadMs: 5000, nowMs: Date.now, sleep },
    });
    const { log } = withOptions();
    for (const level of ['info', 'warn', 'error'] as const) expect(log[level]('nobody hears it', {})).toBeUndefined();
  });

  it('a worker that events wake has a long pause between polls', () => {
    const events = async function* () {
      yield await noCall();
    };
    expect(withOptions({ client: { ...client, events }, follow: true })).toMatchObject({
      ...{ follow: true, pollIntervalMs: 30_000, spreadMs: 5000 },
    });
    expect(withOptions({ pollIntervalMs: 20 })).toMatchObject({ pollIntervalMs: 20, spreadMs: 20 });
  });

  it.each<Partial<WorkerOptions>>([
    { leaseSeconds: 1, callBudgetSeconds: 0 },
    { leaseSeconds: 3600 },
    { leaseSeconds: 60, callBudgetSeconds: 59.9 },
    { concurrency: 1 },
    { pollIntervalMs: 0.5 },
  ])('the options of a worker may be at their limits: %j', (options) =>
    expect(withOptions(options)).toMatchObject({ keys: [KEY] }),
  );

  it.each<[Partial<WorkerOptions>, string]>([
    [{ keys: [] }, '`keys` is empty: no intent can be opened.'],
    [{ keys: [KEY, 'c2VjcmV0'] }, '`keys[1]` is not an intent key: it must be 32 bytes in base64.'],
    [{ leaseSeconds: 0 }, '`leaseSeconds` is 0; it must be an integer from 1 to 3600.'],
    [{ leaseSeconds: 3601 }, '`leaseSeconds` is 3601; it must be an integer from 1 to 3600.'],
    [{ leaseSeconds: 60.5 }, '`leaseSeconds` is 60.5; it must be an integer from 1 to 3600.'],
    [{ callBudgetSeconds: -1 }, '`callBudgetSeconds` is -1; it must be less than `leaseSeconds` (600).'],
    [{ callBudgetSeconds: 600 }, '`callBudgetSeconds` is 600; it must be less than `leaseSeconds` (600).'],
    [{ callBudgetSeconds: Number.NaN }, '`callBudgetSeconds` is NaN; it must be less than `leaseSeconds` (600).'],
    [{ concurrency: 0 }, '`concurrency` is 0; it must be an integer of at least 1.'],
    [{ concurrency: 1.5 }, '`concurrency` is 1.5; it must be an integer of at least 1.'],
    [{ pollIntervalMs: 0 }, '`pollIntervalMs` is 0; it must be more than 0.'],
    [{ follow: true }, '`follow` needs a `client` with `events`.'],
    [{ requireProof: { allowedSigners: '' } }, '`requireProof` needs a `client` with `getProof`.'],
    [
      { sign: { publicKey: 'ssh-rsa AAAA', sign: noCall } },
      '`sign.publicKey` must be an Ed25519 or P-256 public key in the form of OpenSSH.',
    ],
  ])('the options of a worker are refused in words: %j', (options, sentence) => {
    const type = /lease|Budget|concurrency|Interval/.test(sentence) ? RangeError : TypeError;
    expect(() => withOptions(options)).toThrow(new type(sentence));
    expect(() => withOptions(options)).toThrow(type);
  });

  it('the options name the clients that get no idempotency key', () => {
    const clients = { plain: {}, made: () => ({}), other: {} };
    expect(clientsWithoutKey({ client, keys: [], clients })).toEqual(['plain', 'other']);
    expect(clientsWithoutKey({ client, keys: [], clients, idempotencyKey: () => [] })).toEqual([]);
  });
});

describe('the signature of a report', () => {
  const claim = (params: object) =>
    ({ claim_id: 'clm_1', request: { id: 'req_1', operation_hash: `sha256:${'a'.repeat(64)}`, params } }) as Claim;
  const intent = `sha256:${'b'.repeat(64)}`;
  const pemOf = (type: string, options: object = {}) =>
    generateKeyPairSync(type as 'ec', options as { namedCurve: string })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();

  it.each([
    ['ed25519', 'ssh-ed25519'],
    ['ec', 'ecdsa-sha2-nistp256'],
  ])('the signature of a report by a %s key covers what ran, in the namespace of workers', async (type, name) => {
    const pem = pemOf(type, { namedCurve: 'P-256' });
    const key = workerKey(pem);
    expect(key.publicKey).toBe(publicKeyText(sshKeyOf(createPublicKey(pem))));
    expect(key.publicKey.split(' ')[0]).toBe(name);
    assertSigns(key);
    const receipt = await signedReceipt(key, claim({ intent }), { status: 'succeeded', reference: 'tx_1' });
    expect(receipt).toMatchObject({ operation_hash: `sha256:${'a'.repeat(64)}`, intent });
    const statement = { v: 1, claim: 'clm_1', request: 'req_1', status: 'succeeded', reference: 'tx_1' };
    const text = textOf({ ...statement, intent, operation_hash: receipt.operation_hash });
    const signature = parseArmour(receipt.signature)!;
    expect(isSignedBy(signature, 'worker@ras', text)).toBe(true);
    expect(isSignedBy(signature, 'turn@ras', text)).toBe(false);
    expect(publicKeyText(signature.key)).toBe(key.publicKey);
  });

  it('the signature of a report says if there is no reference and no intent', async () => {
    const key = workerKey(pemOf('ed25519'));
    const receipt = await signedReceipt(key, claim({}), { status: 'failed' } as ExecutionReport);
    expect(receipt.intent).toBe('');
    const statement = { v: 1, claim: 'clm_1', request: 'req_1', status: 'failed', reference: null, intent: '' };
    const text = textOf({ ...statement, operation_hash: receipt.operation_hash });
    expect(isSignedBy(parseArmour(receipt.signature)!, 'worker@ras', text)).toBe(true);
  });

  it('a report is not signed with a key of another kind, or one that only a device can use', () => {
    expect(() => workerKey(pemOf('rsa', { modulusLength: 2048 }))).toThrow();
    const device = publicKeyText({
      ...{ type: 'sk-ecdsa-sha2-nistp256@openssh.com', application: 'ssh:' },
      point: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]),
    } as never);
    for (const publicKey of [device, 'ssh-ed25519 AAAA', '']) {
      expect(() => assertSigns({ publicKey, sign: noCall })).toThrow(
        new TypeError('`sign.publicKey` must be an Ed25519 or P-256 public key in the form of OpenSSH.'),
      );
    }
  });

  /** Canonical JSON: the keys in order, and no blank. */
  const textOf = (statement: object) =>
    JSON.stringify(Object.fromEntries(Object.entries(statement).sort(([a], [b]) => (a < b ? -1 : 1))));
});

describe('a proof lets a request run', () => {
  const operation = { action: 'pay', params: { to: 'acct_7' } };
  const proof = aProof({ request: 'req_1', ...operation });
  const [{ operation_hash }] = [JSON.parse(proof.files['verdict.json']!)];
  const request = { id: 'req_1', action: 'pay', operation_hash };
  const faultOf = (change: object = {}, options: object = {}, files = proof) =>
    proofFaultOf(
      { files: files.files },
      { ...request, ...change } as AuthorizationRequest,
      { allowedSigners: files.allowedSigners, ...options },
      NOON,
    );

  it('a proof lets its own request run, with as many signatures as required', () => {
    expect(faultOf()).toBeNull();
    expect(faultOf({}, { quorum: 2 })).toBeNull();
    expect(faultOf({}, { quorum: 3 })).toBe('2 operators have signed, and 3 are required');
  });

  it('a proof lets only that request with that operation run, and only if it was authorized', () => {
    expect(faultOf({ id: 'req_2' })).toBe('the proof is of another request');
    expect(faultOf({ action: 'refund' })).toBe('the proof is of another operation');
    expect(faultOf({ operation_hash: `sha256:${'0'.repeat(64)}` })).toBe('the proof is of another operation');
    const denied = aProof({ request: 'req_1', ...operation, outcome: 'denied' });
    expect(faultOf({}, {}, denied)).toBe('the verdict is denied');
    expect(faultOf({}, { allowedSigners: '' })).toMatch(/^verdict.json is signed by a key that is not allowed/);
  });

  it('a proof needs keys that are valid at the given instant, by default now', () => {
    const { files, allowedSigners } = proof;
    expect(verifyProof({ files }, { allowedSigners, atMs: NOON }).ok).toBe(true);
    jest.useFakeTimers({ now: NOON });
    expect(verifyProof({ files }, { allowedSigners }).ok).toBe(true);
    jest.useFakeTimers({ now: NOON + 9e9 });
    expect(verifyProof({ files }, { allowedSigners }).ok).toBe(false);
    jest.useRealTimers();
  });
});

describe('the events that wake a worker', () => {
  const eventOf = (type: string, intent: unknown) => ({ type, data: { request: { intent } } }) as RequestEvent;
  /** Follows until `reads` are used up; the last one ends it. */
  async function follow(reads: readonly (readonly RequestEvent[] | Error | string)[]) {
    const stop = new AbortController();
    const [slept, said, asked]: [number[], unknown[], object[]] = [[], [], []];
    let [wakes, at] = [0, 0];
    const events = async function* (options: { checkpoint: () => void; after: string }) {
      asked.push(options);
      const read = reads[at++];
      if (read === undefined) stop.abort();
      if (read === undefined || read instanceof Error) throw read ?? new Error('stopped');
      if (typeof read === 'string') throw read;
      options.checkpoint();
      for (const event of read) {
        yield event;
        options.checkpoint();
      }
      throw new Error('cut off');
    };
    const line = (message: string, fields: object) => void said.push([message, fields]);
    await wakeOnEvents(
      {
        client: { events } as never,
        log: { info: line, warn: line, error: line },
        sleep: async (ms: number) => void slept.push(ms),
      },
      () => void wakes++,
      stop.signal,
    );
    return { wakes, slept, said, asked, signal: stop.signal };
  }
  beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(1));
  afterEach(() => jest.restoreAllMocks());

  it('the events that wake a worker are followed from now on, with held answers, until the worker stops', async () => {
    const { asked, signal, said } = await follow([]);
    expect(asked).toEqual([{ after: 'latest', waitSeconds: 20, checkpoint: expect.any(Function), signal }]);
    expect(said).toEqual([]);
  });

  it('only events of authorized requests with an intent wake a worker, and the first place wakes it once', async () => {
    const others = [eventOf('request.denied', {}), eventOf('request.authorized', null), eventOf('request.created', {})];
    expect((await follow([others])).wakes).toBe(1);
    expect((await follow([[...others, eventOf('request.authorized', {})]])).wakes).toBe(2);
    // Each time that the place is lost, something may have happened in between.
    expect((await follow([[], []])).wakes).toBe(2);
  });

  it('the events are read again after pauses that double up to a minute, and are short after a successful read', async () => {
    const down = new Error('no connection');
    const { slept, said, wakes } = await follow([...Array(7).fill(down), [], down, 'nothing to say']);
    expect(slept).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 1000, 2000, 4000]);
    expect(wakes).toBe(1);
    const message = 'the events could not be followed; polling goes on';
    expect(said[0]).toEqual([message, { error: 'no connection', failures: 1 }]);
    expect(said[6]).toEqual([message, { error: 'no connection', failures: 7 }]);
    expect(said[7]).toEqual([message, { error: 'cut off', failures: 1 }]);
    expect(said[9]).toEqual([message, { error: 'nothing to say', failures: 3 }]);
  });

  it('the events are read again when the service asks, and otherwise after at least half of the pause', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const limited = new RateLimitedError({ status: 429, kind: null, message: 'slow down' }, 90);
    expect((await follow([limited, new Error('down')])).slept).toEqual([90_000, 1000]);
  });
});

describe('a method', () => {
  const nested = (depth: number) => {
    let value: object = { go: () => 'gone' };
    for (let level = 1; level < depth; level++) value = { a: value };
    return value;
  };

  it('a method is reached through at most eight names', () => {
    expect(resolveMethod(nested(8), 'a.a.a.a.a.a.a.go')!()).toBe('gone');
    expect(resolveMethod(nested(9), 'a.a.a.a.a.a.a.a.go')).toBeNull();
  });

  it('a method is called on its object, with all arguments', () => {
    const refunds = {
      currency: 'EUR',
      create(...args: unknown[]) {
        return [this.currency, ...args];
      },
    };
    expect(resolveMethod({ refunds }, 'refunds.create')!(1, 2)).toEqual(['EUR', 1, 2]);
  });

  it.each(['go', '$go', 'Go', 'g0', 'go_1', 'g$'])('a method may have the name %s', (name) => {
    expect(resolveMethod({ [name]: () => 'gone' }, name)).not.toBeNull();
  });

  it.each([
    ...['constructor', 'prototype', '__proto__', 'call', 'apply', 'bind', '_go', '#go', '0go', 'go!', ' go', 'go '],
    ...['', 'g-o'],
  ])('a method may not have the name %j, even if the author of the client wrote it', (name) => {
    const own = Object.defineProperty({}, name, { value: () => 'gone', enumerable: true });
    expect(resolveMethod(own, name)).toBeNull();
    expect(
      resolveMethod({ a: Object.defineProperty({}, name, { value: { go: () => 1 } }) }, `a.${name}.go`),
    ).toBeNull();
  });

  it.each<[string, object]>([
    ['a class', { go: class Go {} }],
    ['no function', { go: { call: 1 } }],
    ['a text', { go: 'gone' }],
    ['missing', {}],
    ['null', { go: null }],
  ])('a member that is %s cannot be called', (_, holder) => {
    expect(resolveMethod(holder, 'go')).toBeNull();
    expect(resolveMethod({ a: holder }, 'a.go')).toBeNull();
    expect(resolveMethod({ a: { b: holder } }, 'a.b.go')).toBeNull();
  });

  it.each([null, undefined, 7, 'text', () => undefined])('no method is looked up in %p', (holder) => {
    if (typeof holder === 'function') Object.assign(holder, { go: () => 'gone' });
    expect(resolveMethod({ a: holder }, 'a.go')).toBeNull();
    expect(resolveMethod({ a: holder }, 'a.b.go')).toBeNull();
  });

  it('a client that answers to every name cannot invent a method', () => {
    const invented = new Proxy({}, { get: () => () => 'gone' });
    expect(resolveMethod(invented, 'go')).toBeNull();
    expect(resolveMethod({ a: new Proxy({}, { get: () => ({ go: () => 'gone' }) }) }, 'a.b.go')).toBeNull();
  });

  it('a method of a class of the program can be called, also an inherited one', () => {
    class Base {
      go() {
        return 'gone';
      }
    }
    class Client extends Base {}
    expect(resolveMethod(new Client(), 'go')!()).toBe('gone');
    const classy = function classy() {
      return 'gone';
    };
    expect(resolveMethod({ classy }, 'classy')!()).toBe('gone');
  });
});

describe('what JavaScript and Node give to every object', () => {
  /** Every method of the prototype of every class in this object. */
  const methodsOf = (holder: object) =>
    Object.entries(Object.getOwnPropertyDescriptors(holder)).flatMap(([name, { value }]) => {
      const prototype: unknown = typeof value === 'function' ? value.prototype : null;
      if (typeof prototype !== 'object' || prototype === null) return [];
      return Object.entries(Object.getOwnPropertyDescriptors(prototype))
        .filter(([method, { value: member }]) => typeof member === 'function' && method !== 'constructor')
        .map(([method, { value: member }]) => [`${name}.${method}`, member, prototype] as const);
    });
  const MODULES = [
    ...['assert', 'async_hooks', 'buffer', 'child_process', 'cluster', 'console', 'crypto', 'dgram', 'dns', 'net'],
    ...['diagnostics_channel', 'events', 'fs', 'http', 'http2', 'https', 'perf_hooks', 'readline', 'stream', 'tls'],
    ...['string_decoder', 'timers', 'tty', 'url', 'util', 'v8', 'vm', 'worker_threads', 'zlib', 'module'],
    ...['dns/promises', 'fs/promises', 'readline/promises', 'stream/web'],
  ];

  it.each(MODULES)('the built-in methods of the classes of node:%s are known', (name) => {
    const unknown = methodsOf(process.getBuiltinModule(`node:${name}`)!)
      .filter(([, method, prototype]) => !isBuiltInMethod(method) || !isBuiltInPrototype(prototype))
      .map(([found]) => found);
    expect(unknown).toEqual([]);
  });

  it('the built-in methods of every class of the language are known, also borrowed ones', () => {
    const ofClasses = methodsOf(globalThis).filter(([name]) => /^[A-Z]/.test(name));
    expect(ofClasses.length).toBeGreaterThan(300);
    const unknown = ofClasses.filter(([, method]) => !isBuiltInMethod(method)).map(([found]) => found);
    expect(unknown).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    ['generators', () => (function* () {})().next],
    ['async generators', () => (async function* () {})().next],
    ['iterators of lists', () => [][Symbol.iterator]().next],
    ['iterators of texts', () => ''[Symbol.iterator]().next],
    ['iterators of maps', () => new Map()[Symbol.iterator]().next],
    ['iterators of sets', () => new Set()[Symbol.iterator]().next],
    ['iterators of matches', () => ''.matchAll(/x/g).next],
    ['functions', () => (() => undefined).call],
    ['bound functions', () => (() => undefined).bind(null).apply],
    ['asynchronous functions', () => (async () => undefined).bind],
    ['number formats', () => Intl.NumberFormat.prototype.resolvedOptions],
    ['tables of WebAssembly', () => (globalThis as never as WithWebAssembly).WebAssembly.Table.prototype.grow],
    ['timers', () => Object.getPrototypeOf(setTimeout(() => undefined, 0).unref()).refresh],
    ['immediates', () => Object.getPrototypeOf(setImmediate(() => undefined)).unref],
    ['secret keys', () => Object.getPrototypeOf(createSecretKey(Buffer.alloc(1))).export],
  ])('the built-in methods of %s are known', (_, method) => {
    expect(isBuiltInMethod(method() as object)).toBe(true);
  });

  it('nothing that a program wrote counts as built in, whatever its name', () => {
    class Mine {
      constructor() {
        void this;
      }
      next() {
        return '[native code]';
      }
    }
    expect(isBuiltInMethod(Mine.prototype.next)).toBe(false);
    expect(isBuiltInMethod(Mine)).toBe(false);
    expect(isBuiltInPrototype(Mine.prototype)).toBe(false);
    expect(isBuiltInPrototype({})).toBe(false);
    expect(isBuiltInPrototype(Object.create(null))).toBe(false);
    expect(isBuiltInPrototype({ constructor: 'function () { [native code] }' })).toBe(false);
    expect(isBuiltInPrototype({ constructor: () => '{ [native code] } no' })).toBe(false);
  });
});
