import { createSecretKey } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { runInNewContext } from 'node:vm';
import { openIntent, operationHash, sealIntent } from '../../src/client';
import type { AuthorizationRequest } from '../../src/client/types';
import { verifyClaimed } from '../../src/client/worker/verify';
import { sealIntent as sealBytes } from '../../src/protocol/sealed-envelope';
import vectors from '../vectors/sealed-intent.json';
import { anApproved } from './approved';

const KEY = vectors.cases[0]!.key_base64;
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const CONTEXT = { requestId: 'req_1', idempotencyKey: 'req_1', signal: new AbortController().signal };

const [VECTOR] = vectors.cases;
const PARAMS = { charge: 'ch_123', intent: VECTOR!.params_intent };
/** A request as a claim hands it out, authorized, for `billing.refunds.create`. */
const claimed = (change: Partial<AuthorizationRequest> = {}): AuthorizationRequest =>
  anApproved({
    ...{ action: VECTOR!.action, params: PARAMS, operation_hash: operationHash(VECTOR!.action, PARAMS) },
    intent: VECTOR!.envelope as AuthorizationRequest['intent'],
    ...change,
  });

/** The reason code, or null where the call may be made; `ran` tells whether it was. */
function check(request: AuthorizationRequest, options: { keys?: string[]; clients?: object; allow?: string[] } = {}) {
  const ran: unknown[] = [];
  const billing = { refunds: { create: (...args: unknown[]) => ran.push(args) } };
  const verified = verifyClaimed(
    request,
    {
      keys: options.keys ?? [KEY],
      clients: (options.clients ?? { billing }) as Record<string, object>,
      allow: options.allow,
    },
    CONTEXT,
  );
  if (verified.ok) verified.value.method(...verified.value.intent.args);
  return { reason: verified.ok ? null : verified.error, ran };
}

describe('the checks before anything runs', () => {
  it('the checks before a run allow the approved call with exactly its arguments', () => {
    expect(check(claimed())).toEqual({ reason: null, ran: [[{ charge: 'ch_123', amount: 12500 }]] });
  });

  const other = sealIntent({
    keys: [KEY],
    action: 'payments.refund',
    client: 'billing',
    method: 'refunds.create',
    args: [{ amount: 1 }],
  });
  it.each([
    ['unknown_key', claimed(), { keys: [vectors.cases[1]!.key_base64] }],
    ['decrypt_failed', claimed({ action: 'payments.payout' }), {}],
    ['digest_mismatch', claimed({ intent: other.intent }), {}],
    ['operation_mismatch', claimed({ params: { ...claimed().params, charge: 'ch_999' } }), {}],
    ['not_authorized', claimed({ outcome: 'denied', state: 'denied' }), {}],
    ['not_authorized', claimed({ outcome: null, state: 'staging' }), {}],
    ['client_not_registered', claimed(), { clients: { mailer: {} } }],
    ['client_not_registered', claimed(), { clients: Object.create({ billing: {} }) as object }],
    ['not_allowed', claimed(), { allow: ['billing.refunds.list'] }],
  ])('the checks before a run refuse with %s, and nothing runs', (reason, request, options) => {
    expect(check(request, options)).toEqual({ reason, ran: [] });
  });

  it.each<[string, string, readonly string[], string | null]>([
    ['the client with the longer name, which the entry names', 'billing.refunds', ['billing.refunds.create'], null],
    ['another client, whose member has the same path', 'billing', ['billing.refunds.create'], 'not_allowed'],
    ['another client, which no entry names', 'billing', ['billing.refunds.list'], 'not_allowed'],
  ])(
    'an entry of the allow list belongs to one client, also if its name has a dot: %s',
    (_, client, allow, expected) => {
      const method = client === 'billing' ? 'refunds.create' : 'create';
      const sealed = sealIntent({ keys: [KEY], action: VECTOR!.action, client, method, args: [] });
      const params = { intent: sealed.digest };
      const request = claimed({ params, intent: sealed.intent, operation_hash: operationHash(VECTOR!.action, params) });
      const create = () => undefined;
      const clients = { billing: { refunds: { create, list: create } }, 'billing.refunds': { create, list: create } };
      expect(check(request, { clients, allow: [...allow] }).reason).toBe(expected);
    },
  );

  it('the checks before a run have the documented order, and the first failure names the reason', () => {
    const all = claimed({ action: 'payments.payout', outcome: 'denied', operation_hash: 'sha256:00' });
    expect(check(all, { keys: [], clients: {} }).reason).toBe('unknown_key');
    expect(check({ ...all, intent: other.intent }, { clients: {} }).reason).toBe('decrypt_failed');
    const swapped = claimed({ intent: other.intent, outcome: 'denied', operation_hash: 'sha256:00' });
    expect(check(swapped, { clients: {} }).reason).toBe('digest_mismatch');
    expect(check(claimed({ outcome: 'denied', operation_hash: 'sha256:00' }), { clients: {} }).reason).toBe(
      'operation_mismatch',
    );
    expect(check(claimed({ outcome: 'denied' }), { clients: {}, allow: [] }).reason).toBe('not_authorized');
    expect(check(claimed(), { clients: {}, allow: [] }).reason).toBe('client_not_registered');
  });

  it.each(vectors.refusals.map((one) => [one.name, one] as const))(
    'the checks before a run refuse the vector: %s',
    (_, one) => {
      const params = { intent: one.params_intent };
      const request = claimed({
        action: one.action,
        params,
        intent: one.envelope as AuthorizationRequest['intent'],
        operation_hash: operationHash(one.action, params),
      });
      expect(check(request, { keys: one.keys })).toEqual({ reason: one.expect, ran: [] });
    },
  );

  it('the checks before a run refuse a change of any single byte of envelope, params, action or hash', () => {
    const whole = claimed();
    let tried = 0;
    const tampered = (text: string, at: number) =>
      text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
    const each = (text: string, put: (changed: string) => Partial<AuthorizationRequest>) => {
      for (let at = 0; at < text.length; at++) {
        tried++;
        const { reason, ran } = check(claimed(put(tampered(text, at))));
        if (reason === null || ran.length > 0) throw new Error(`byte ${at} of ${text} passed`);
      }
    };
    const envelope = whole.intent!;
    for (const field of ['kid', 'nonce', 'ciphertext'] as const) {
      each(envelope[field], (changed) => ({ intent: { ...envelope, [field]: changed } }));
    }
    each(envelope.alg, (changed) => ({ intent: { ...envelope, alg: changed as 'A256GCM' } }));
    expect(check(claimed({ intent: { ...envelope, v: 2 as 1 } })).reason).toBe('decrypt_failed');
    each(whole.action, (action) => ({ action }));
    each(whole.operation_hash, (operation_hash) => ({ operation_hash }));
    for (const [key, value] of Object.entries(whole.params)) {
      each(value, (changed) => ({ params: { ...whole.params, [key]: changed } }));
      each(key, (changed) => ({
        params: {
          ...Object.fromEntries(Object.entries(whole.params).filter(([name]) => name !== key)),
          [changed]: value,
        },
      }));
    }
    expect(tried).toBeGreaterThan(300);
  });
});

describe('opening an intent', () => {
  it.each(vectors.cases.map((one) => [one.name, one] as const))('an opened intent equals the vector: %s', (_, one) => {
    const params = { intent: one.params_intent };
    const opened = openIntent({
      keys: [OTHER_KEY, one.key_base64],
      request: {
        action: one.action,
        params,
        intent: one.envelope as AuthorizationRequest['intent'],
        operation_hash: operationHash(one.action, params),
      },
    });
    expect(opened).toEqual({ ok: true, value: { plaintext: one.plaintext, intent: JSON.parse(one.plaintext) } });
  });

  it.each([
    [
      'not UTF-8',
      Buffer.concat([
        Buffer.from('{"v":1,"client":"c","method":"m","args":["'),
        Buffer.from([0xff]),
        Buffer.from('"]}'),
      ]),
    ],
    ['not JSON', Buffer.from('refund it')],
    ['of another version', Buffer.from('{"v":2,"client":"c","method":"m","args":[]}')],
    ['without arguments', Buffer.from('{"v":1,"client":"c","method":"m"}')],
    ['with arguments that are no list', Buffer.from('{"v":1,"client":"c","method":"m","args":{}}')],
    ['without a client', Buffer.from('{"v":1,"method":"m","args":[]}')],
    ['without a method', Buffer.from('{"v":1,"client":"c","args":[]}')],
    ['null', Buffer.from('null')],
    ['behind a byte order mark', Buffer.from('\ufeff{"v":1,"client":"c","method":"m","args":[]}')],
  ])('an intent is not opened if its plaintext is %s', (_, plaintext) => {
    const { envelope, digest } = sealBytes({ key: Buffer.from(KEY, 'base64'), action: 'a', plaintext });
    const params = { intent: digest };
    const request = claimed({ action: 'a', params, intent: envelope, operation_hash: operationHash('a', params) });
    expect(check(request)).toEqual({ reason: 'decrypt_failed', ran: [] });
  });

  it('an intent is not opened without an envelope, without its digest, or with params without a canonical form', () => {
    const { intent, digest } = sealIntent({ keys: [KEY], action: 'a', client: 'c', method: 'm' });
    const opened = (params: object, envelope: unknown = intent) =>
      openIntent({
        keys: [KEY],
        request: { action: 'a', params, intent: envelope, operation_hash: 'sha256:x' } as never,
      });
    expect(opened({ intent: digest }, null)).toEqual({ ok: false, error: 'decrypt_failed' });
    expect(opened({})).toEqual({ ok: false, error: 'digest_mismatch' });
    expect(opened(Object.create({ intent: digest }))).toEqual({ ok: false, error: 'digest_mismatch' });
    expect(opened({ intent: digest, note: '\ud800' })).toEqual({ ok: false, error: 'operation_mismatch' });
  });

  it('an intent is sealed with the first of several keys, and opened with the key that its envelope names', () => {
    const { intent, digest } = sealIntent({ keys: [OTHER_KEY, KEY], action: 'a', client: 'c', method: 'm', args: [1] });
    const params = { intent: digest };
    const request = claimed({ action: 'a', params, intent, operation_hash: operationHash('a', params) });
    expect(openIntent({ keys: [KEY], request })).toEqual({ ok: false, error: 'unknown_key' });
    expect(openIntent({ keys: [KEY, OTHER_KEY], request })).toMatchObject({
      ok: true,
      value: { intent: { args: [1] } },
    });
  });
});

describe('a dotted path', () => {
  class Client {
    readonly refunds = { create: () => 'created' };
    list() {
      return [this.refunds];
    }
    _internal() {
      return 'private';
    }
  }
  const reach = (method: string) => {
    const sealed = sealIntent({ keys: [KEY], action: 'a', client: 'c', method });
    const params = { intent: sealed.digest };
    const request = claimed({ action: 'a', params, intent: sealed.intent, operation_hash: operationHash('a', params) });
    return check(request, { clients: { c: new Client() } }).reason;
  };

  it.each(['refunds.create', 'list'])('a dotted path reaches %s', (path) => expect(reach(path)).toBeNull());

  /** Which names a method can have: worker-parts.test.ts. */
  it.each([
    ...['constructor.constructor', '__proto__.list', 'refunds.__proto__.toString', 'toString', '__defineGetter__'],
    ...['_internal', 'refunds', 'refunds.create.call', 'refunds.missing', 'missing.create', 'refunds..create'],
  ])('a dotted path does not reach %j', (path) => expect(reach(path)).toBe('not_allowed'));
});

describe('a method that nobody authored', () => {
  class Authored extends EventEmitter {
    readonly body = Buffer.from('a body');
    readonly pages = (function* () {
      yield 1;
    })();
    readonly socket = new Socket();
    readonly list = [1];
    readonly link = new URL('https://example.com/?a=1');
    readonly key = createSecretKey(Buffer.alloc(16));
    readonly timer = setTimeout(() => undefined, 0);
    readonly borrowed = { emit: EventEmitter.prototype.emit };
    readonly bases = { emitter: EventEmitter.prototype };
    readonly bound = this.create.bind(this);
    create() {
      return 'created';
    }
    override eventNames() {
      return ['an override that somebody wrote'];
    }
  }
  const client = new Authored();
  afterAll(() => clearTimeout(client.timer));
  const reach = (method: string, registered: object = client, allow?: string[]) => {
    const sealed = sealIntent({ keys: [KEY], action: 'a', client: 'c', method });
    const params = { intent: sealed.digest };
    const request = claimed({ action: 'a', params, intent: sealed.intent, operation_hash: operationHash('a', params) });
    return check(request, { clients: { c: registered }, allow }).reason;
  };

  it.each([
    ...['emit', 'on', 'removeAllListeners', 'setMaxListeners', 'listenerCount'],
    ...['body.fill', 'body.write', 'body.toString', 'pages.next', 'pages.return', 'pages.throw'],
    ...['socket.destroy', 'socket.end', 'socket.pipe', 'list.push', 'link.toString', 'link.searchParams.append'],
    ...['key.export', 'timer.close', 'timer.refresh', 'borrowed.emit', 'bases.emitter.emit'],
  ])('the built-in method %s cannot be called, even if the allow list has it', (path) => {
    expect(reach(path)).toBe('not_allowed');
    expect(reach(path, client, [`c.${path}`])).toBe('not_allowed');
  });

  it.each(['create', 'bound', 'eventNames'])(
    'the method %s, which the author of the client wrote, can be called',
    (path) => expect(reach(path)).toBeNull(),
  );

  it('a built-in method of another realm is refused', () => {
    const foreign = runInNewContext('({ list: [1], text: new Date(0), create() { return 1; } })') as object;
    expect([reach('list.push', foreign), reach('text.setTime', foreign)]).toEqual(['not_allowed', 'not_allowed']);
    expect(reach('create', foreign)).toBeNull();
  });
});

describe('sealing', () => {
  const seal = (args: unknown[]) => () => sealIntent({ keys: [KEY], action: 'a', client: 'c', method: 'm', args });
  const loop: unknown[] = [];
  loop.push(loop);

  it.each([
    ['a function', [() => 1]],
    ['undefined', [undefined]],
    ['a hole', [new Array(1)]],
    ['a date', [new Date(0)]],
    ['NaN', [Number.NaN]],
    ['an infinity', [{ a: Number.POSITIVE_INFINITY }]],
    ['a bigint', [1n]],
    ['a map', [new Map()]],
    ['a cycle', [loop]],
    ['an instance', [new (class Refund {})()]],
    ['a list that writes itself differently', [Object.assign([1], { toJSON: () => [2] })]],
    ['half a surrogate pair', ['\ud800']],
  ])('sealing refuses arguments with %s', (_, args) => expect(seal(args)).toThrow(TypeError));

  it('sealing accepts plain JSON data, including the same object twice', () => {
    const shared = { a: 1 };
    expect(seal([shared, shared, null, 'x', [1.5, true]])).not.toThrow();
  });

  class Refund {}
  const nameless = Object.create(Object.create(null)) as object;
  it.each<[string, unknown, string]>([
    ['-0', [-0], 'args[0]: 0 cannot be written as JSON'],
    ['NaN', [{ a: [Number.NaN] }], 'args[0].a[0]: NaN cannot be written as JSON'],
    ['undefined', [1, undefined], 'args[1]: a undefined cannot be written as JSON'],
    ['a symbol', [Symbol('x')], 'args[0]: a symbol cannot be written as JSON'],
    ['a cycle', [loop], 'args[0][0]: the value contains itself'],
    ['toJSON', [{ toJSON: () => 1 }], 'args[0]: the value has a toJSON method, so its JSON would differ from its data'],
    ['an instance', [{ a: new Refund() }], 'args[0].a: Refund is not plain JSON data'],
    ['an instance without a class', [nameless], 'args[0]: an instance of a class is not plain JSON data'],
    ['half a pair', ['\ud800'], 'args[0]: a string with a lone surrogate cannot be written as JSON'],
    ['half a pair in a key', [{ '\udc00': 1 }], 'args[0]: a key with a lone surrogate cannot be written as JSON'],
  ])('sealing says where the problem is: %s', (_, args, sentence) => {
    expect(seal(args as unknown[])).toThrow(new TypeError(sentence));
  });

  it.each([
    [{ keys: [] }, '`keys` is empty: sealing an intent needs a key.'],
    [{ keys: [KEY, 'x'] }, '`keys[1]` is not an intent key: it must be 32 bytes in base64.'],
    [{ action: '' }, '`action` must be a string that is not empty.'],
    [{ action: 7 }, '`action` must be a string that is not empty.'],
    [{ method: undefined }, '`method` must be a string that is not empty.'],
    [{ method: '' }, '`method` must be a string that is not empty.'],
    [{ client: 7 }, '`client` must be a string that is not empty.'],
    [{ method: '\ud800' }, 'method: a string with a lone surrogate cannot be written as JSON'],
    [{ args: 'x' }, '`args` must be a list of positional arguments.'],
  ])('sealing refuses what no worker would run, and says what is wrong: %j', (change, sentence) => {
    const right = { keys: [KEY], action: 'a', client: 'c', method: 'm', args: [] };
    expect(() => sealIntent({ ...right, ...change } as never)).toThrow(new TypeError(sentence));
  });

  it('sealing accepts 0, objects without a prototype and no arguments', () => {
    expect(seal([0, Object.assign(Object.create(null), { a: null }), false])).not.toThrow();
    expect(sealIntent({ keys: [KEY], action: 'a', client: 'c', method: 'm' }).digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('sealing never names the key in an error', () => {
    expect(() => sealIntent({ keys: ['c2VjcmV0'], action: 'a', client: 'c', method: 'm' })).toThrow(
      /^(?!.*c2VjcmV0).*32 bytes/,
    );
  });
});
