/** Creating a request: what is counted, what is the same create, and how often the write is attempted. */

import { relyingParty } from '../../../src/app/access/passkeys';
import { backtestAction, type TryPolicyDeps } from '../../../src/app/policy/evaluate-policy';
import type { LiveKey, OpenOf } from '../../../src/app/ports';
import { type CreateRequestDeps, createRequest, type ProposedRequest } from '../../../src/app/request/create-request';
import type { Request } from '../../../src/core/request/request';
import { operationHash } from '../../../src/protocol/operation-hash';
import { aPolicy, aRequest, at, days, FOUR_OPERATORS, ORG } from '../../support/builders';

const NOW = at('12:10');
const POLICY = aPolicy({
  roster: FOUR_OPERATORS.map(({ id }) => id),
  quorum: { default: 1, min: 1, max: 1, selectable: false },
});
const KEY = { org: ORG, id: 'key_1', token: 1, endsAtMs: null, scopes: ['propose'] } as never as LiveKey;
const PROPOSED: ProposedRequest = {
  action: POLICY.id,
  requester: FOUR_OPERATORS[0]!.id,
  params: { a: '1' },
  summary: null,
  callbackUrl: null,
  quorum: null,
  intent: null,
  executeWithinSeconds: null,
  idempotencyKey: null,
};

type Outcome = 'created' | 'exists' | 'contention';

const world = (given: {
  writes?: Outcome[];
  stored?: Request | null;
  /** Null: more than one query counts. */
  open?: { readonly action?: number | null; readonly key?: number | null };
  policy?: object;
  deletedAtMs?: number | null;
  isUnknown?: boolean;
  /** Another create, which is stored just before this one is written. */
  first?: Request;
}) => {
  const { writes = ['created'] } = given;
  let { stored = null } = given;
  const pauses: number[] = [];
  const created: { request: Request }[] = [];
  let loads = 0;
  const deps = {
    clock: { nowMs: () => NOW },
    random: { hex: (bytes: number) => 'ab'.repeat(bytes) },
    pause: { beforeRetry: async (attempt: number) => void pauses.push(attempt) },
    platformActions: new Map(),
    allowLoopback: false,
    codeKeys: { currentId: async () => 'ck_1' },
    config: {
      action: async () =>
        given.isUnknown ? null : { policy: { ...POLICY, ...given.policy }, deletedAtMs: given.deletedAtMs ?? null },
      operators: async () => FOUR_OPERATORS,
    },
    requests: {
      load: async () => {
        loads += 1;
        return stored === null ? null : { request: stored, intent: null };
      },
      create: async (change: { request: Request }) => {
        created.push(change);
        stored = given.first ?? stored;
        return writes.length > 1 ? writes.shift()! : writes[0]!;
      },
      countOpen: async (_: string, of: OpenOf) => {
        const open = given.open?.['action' in of ? 'action' : 'key'];
        return open === undefined ? 0 : open;
      },
    },
  };
  const propose = (fields: Partial<ProposedRequest> = {}, key = KEY) =>
    createRequest(deps as never as CreateRequestDeps, key, { ...PROPOSED, ...fields });
  return { pauses, created, loads: () => loads, propose };
};

describe('a create', () => {
  it('is written once, with what was sent and when its intent may run', async () => {
    const { propose, created, loads } = world({});
    const made = await propose();
    expect(made).toMatchObject({ ok: true, value: { nowMs: NOW, replayed: false, intent: null } });
    expect(created).toHaveLength(1);
    expect(created[0]!.request).toMatchObject({
      org: ORG,
      id: `req_${'ab'.repeat(12)}`,
      codeKeyId: 'ck_1',
      callback: null,
      executeWithinMs: null,
      sent: { keyId: 'key_1', quorum: null, executeWithinSeconds: null },
      createdAtMs: NOW,
    });
    // Without an Idempotency-Key there is nothing to read first.
    expect(loads()).toBe(0);
    const intent = { v: 1, alg: 'A256GCM', kid: 'k', nonce: 'n', ciphertext: 'c' } as never;
    const params = { intent: `sha256:${'a'.repeat(64)}` };
    const sealed = world({});
    await sealed.propose({ intent, params });
    expect(sealed.created[0]!.request.executeWithinMs).toBe(7 * 24 * 3600_000);
    const within = world({});
    await within.propose({ intent, params, executeWithinSeconds: 60, callbackUrl: 'https://x.dev/' });
    expect(within.created[0]!.request).toMatchObject({
      executeWithinMs: 60_000,
      callback: { url: 'https://x.dev/', keyId: 'key_1', token: 1 },
    });
  });

  it('is attempted again after contention, eight times', async () => {
    const { propose, pauses } = world({ writes: ['contention', 'contention', 'created'] });
    expect(await propose()).toMatchObject({ ok: true });
    expect(pauses).toEqual([0, 1]);
    const endless = world({ writes: ['contention'] });
    await expect(endless.propose()).rejects.toThrow(
      `request req_${'ab'.repeat(12)}: the create did not get through in 8 attempts`,
    );
    expect(endless.pauses).toHaveLength(8);
  });

  it('is refused for an action that is unknown, deleted or the service’s own', async () => {
    const unknown = (action: string) => ({ ok: false, error: { reason: 'action_unknown', action } });
    expect(await world({ isUnknown: true }).propose()).toEqual(unknown(POLICY.id));
    expect(await world({ deletedAtMs: 1 }).propose()).toEqual(unknown(POLICY.id));
    expect(await world({}).propose({ action: 'service.admin' as never })).toEqual(unknown('service.admin'));
  });

  it('is refused for a callback that nobody may post to', async () => {
    for (const callbackUrl of ['http://x.dev/', 'https://127.0.0.1/', 'nonsense'])
      expect(await world({}).propose({ callbackUrl })).toMatchObject({
        ok: false,
        error: { reason: 'callback_refused' },
      });
  });

  it.each<[string, { readonly action?: number | null; readonly key?: number | null }, object]>([
    ['as many of its action as its policy allows', { action: 3 }, { limits: 'action', max: 3 }],
    ['more than can be counted', { action: null }, { limits: 'action', max: 3 }],
    ['as many of its API key as that may have', { key: 2 }, { limits: 'key', max: 2 }],
  ])('is refused while %s are open', async (_, open, error) => {
    const { propose } = world({ policy: { maxOpen: 3 }, open });
    expect(await propose({}, { ...KEY, maxOpen: 2 })).toEqual({
      ok: false,
      error: { reason: 'too_many_open', ...error },
    });
  });

  it('is accepted below both limits, and counts nothing where there is none', async () => {
    const bounded = world({ policy: { maxOpen: 3 }, open: { action: 2, key: 1 } });
    expect(await bounded.propose({}, { ...KEY, maxOpen: 2 })).toMatchObject({ ok: true });
    expect(await world({ open: { action: null, key: null } }).propose()).toMatchObject({ ok: true });
  });

  describe('with the Idempotency-Key of an earlier one', () => {
    const stored = (fields: object = {}): Request =>
      ({
        ...aRequest(),
        action: POLICY.id,
        operationHash: operationHash(POLICY.id, PROPOSED.params),
        sent: { keyId: 'key_1', quorum: null, executeWithinSeconds: null },
        ...fields,
      }) as never;
    const again = (request: Request, fields: Partial<ProposedRequest> = {}, key = KEY) =>
      world({ stored: request }).propose({ idempotencyKey: 'k', ...fields }, key);
    const conflict = (isOtherKeys: boolean) => ({ ok: false, error: { reason: 'idempotency_conflict', isOtherKeys } });
    const OTHER = { ...KEY, id: 'key_2' } as never as LiveKey;

    it('is that request, whatever else its own key sends', async () => {
      const same = { ok: true, value: { replayed: true } };
      expect(await again(stored())).toMatchObject(same);
      expect(await again(stored(), { summary: 'x', quorum: 2, callbackUrl: 'https://x.dev/' })).toMatchObject(same);
      expect(await again(stored({ writeId: 'ab'.repeat(12) }))).toMatchObject({ ok: true, value: { replayed: false } });
    });

    it('is a conflict if it does something else', async () => {
      expect(await again(stored(), { params: { a: '2' } })).toEqual(conflict(false));
      expect(await again(stored(), { params: { a: '2' } }, OTHER)).toEqual(conflict(false));
    });

    it.each<[string, object, Partial<ProposedRequest>, boolean]>([
      ['the same', {}, {}, true],
      ['another requester', {}, { requester: FOUR_OPERATORS[1]!.id }, false],
      ['another summary', {}, { summary: 'x' }, false],
      ['another quorum', {}, { quorum: 1 }, false],
      ['that no program sent', { sent: null }, {}, false],
      ['another window', { sent: { keyId: 'key_1', quorum: null, executeWithinSeconds: 60 } }, {}, false],
      ['a callback then', { callback: { url: 'https://x.dev/', keyId: 'key_1', token: 1 } }, {}, false],
      ['a callback now', {}, { callbackUrl: 'https://x.dev/' }, false],
    ])('of another key is the same request only if all is the same: %s', async (_, fields, sent, isSame) => {
      const answer = await again(stored(fields), sent, OTHER);
      if (isSame) expect(answer).toMatchObject({ ok: true, value: { replayed: true } });
      else expect(answer).toEqual(conflict(true));
    });

    it('that came first by a moment is found by the write', async () => {
      const raced = world({ writes: ['exists'], first: stored() });
      expect(await raced.propose({ idempotencyKey: 'k' })).toMatchObject({ ok: true, value: { replayed: true } });
      expect([raced.pauses, raced.created.length]).toEqual([[], 1]);
      const gone = world({ writes: ['exists'], stored: null });
      await expect(gone.propose({ idempotencyKey: 'k' })).rejects.toThrow('8 attempts');
      expect([gone.pauses, gone.created.length]).toEqual([[], 8]);
    });
  });
});

describe('a backtest', () => {
  const made = (ageMs: number, n: number): Request =>
    ({
      ...aRequest(),
      id: `req_${n}`,
      createdAtMs: NOW - ageMs,
      policy: { ...aRequest().policy, version: n },
    }) as never;
  const ALL = [made(0, 1), made(days(30), 2), made(days(30) + 1, 3), made(days(300), 4)];
  const backtest = (sinceMs: number | null, fields: object = {}, deletedAtMs: number | null = null) => {
    const deps = {
      clock: { nowMs: () => NOW },
      platformActions: new Map(),
      config: {
        action: async () => ({ policy: POLICY, deletedAtMs }),
        operators: async () => FOUR_OPERATORS,
        actionVersion: async () => null,
      },
      requests: {
        recent: async (_: string, query: { readonly sinceMs: number }) => ({
          ids: ALL.filter(({ createdAtMs }) => createdAtMs >= query.sinceMs).map(({ id }) => id),
          cursor: null,
        }),
        loadMany: async (_: string, ids: readonly string[]) => ALL.filter(({ id }) => ids.includes(id)),
      },
    };
    return backtestAction(deps as never as TryPolicyDeps, ORG, { ...POLICY, ...fields }, sinceMs);
  };
  const lookedAt = async (sinceMs: number | null) => {
    const tested = await backtest(sinceMs);
    return tested.ok ? tested.value.lookedAt : null;
  };

  it('looks at the last thirty days, at everything since an instant, or at everything there is', async () => {
    expect(await lookedAt(null)).toBe(2);
    expect(await lookedAt(NOW - days(30) - 1)).toBe(3);
    expect(await lookedAt(0)).toBe(4);
  });

  it('is refused for an action that was deleted, and for a policy that could not be saved', async () => {
    expect(await backtest(0, {}, 1)).toEqual({ ok: false, error: { reason: 'not_found' } });
    expect(await backtest(0, { title: ' ' })).toMatchObject({ ok: false, error: { reason: 'invalid_policy' } });
  });
});

describe('the host of passkeys', () => {
  it.each([
    ['https://console.acme.dev', 'console.acme.dev'],
    ['https://console.acme.dev:8443', 'console.acme.dev'],
    ['http://localhost:1', 'localhost'],
    ['http://127.0.0.1:1', null],
    ['http://[::1]:1', null],
    ['https://console.acme.dev/x', null],
    ['ftp://console.acme.dev', null],
    ['xhttps://console.acme.dev', null],
  ])('of %s is %s', (origin, host) => {
    expect(relyingParty(origin)).toBe(host);
  });
});
