/** Creating requests over tables in memory: limits, repeated creates, and lost writes. */

import { openMemoryTables } from '../../src/local/memory/tables';
import { operationHash } from '../../src/protocol/hash';
import type { ActionId, ApiKeyId, GroupId, RequestId } from '../../src/protocol/identifiers';
import { relyingParty } from '../../src/service/access/use-cases/passkeys';
import { createConfigStore } from '../../src/service/administration/store/config-store';
import {
  type CreateRequestDeps,
  createRequest,
  type ProposedRequest,
} from '../../src/service/ceremony/use-cases/create-request';
import type { LiveKey } from '../../src/service/configuration/ports';
import type { Policy, StoredPolicy } from '../../src/service/policy/rules/policy';
import { backtestAction } from '../../src/service/policy/use-cases/evaluate-policy';
import type { Request } from '../../src/service/request/rules/request';
import { createRequestStore } from '../../src/service/request/store/request-store';
import { aGroup, anAction, anOperator } from '../store/conformance/config-items';
import { aPolicy, aRequest, at, days, FOUR_OPERATORS, ORG } from '../support/builders';
import { PERMIT } from '../support/permit';
import { putRequests } from '../support/stored';

const NOW = at('12:10');
const POLICY = aPolicy({
  version: 1,
  roster: FOUR_OPERATORS.map(({ id }) => id),
  quorum: { default: 1, min: 1, max: 1, selectable: false },
});
const KEY: LiveKey = {
  org: ORG,
  id: 'key_1' as ApiKeyId,
  scopes: ['propose'],
  actions: null,
  signingKey: null,
  token: 1,
  endsAtMs: null,
  maxOpen: null,
  lastUsedAtMs: null,
};
const OTHER: LiveKey = { ...KEY, id: 'key_2' as ApiKeyId };
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

/** The action and its operators. */
async function open(policy: Partial<Policy> = {}, action: Partial<StoredPolicy> = {}) {
  const { tables } = openMemoryTables(() => undefined);
  const pauses: number[] = [];
  const config = createConfigStore(tables);
  for (const { id } of FOUR_OPERATORS) await config.saveOperator(anOperator(ORG, id), PERMIT);
  await config.saveAction(ORG, anAction({ policy: { ...POLICY, ...policy }, ...action }), PERMIT);
  let made = 0;
  const deps = {
    clock: { nowMs: () => NOW },
    random: { hex: (bytes) => String(++made).padStart(2 * bytes, '0'), base64url: () => 'x', fraction: () => 0 },
    pause: { beforeRetry: async (attempt) => void pauses.push(attempt) },
    platformActions: new Map(),
    allowLoopback: false,
    codeKeys: { currentId: async () => 'ck_1', secret: async () => Buffer.alloc(32) },
    config,
    requests: createRequestStore(tables),
  } satisfies CreateRequestDeps;
  const propose = (fields: Partial<ProposedRequest> = {}, key = KEY) =>
    createRequest(deps, key, { ...PROPOSED, ...fields });
  return {
    deps,
    pauses,
    propose,
    put: (request: Request) => putRequests(tables, [request]),
    /** The request that was created, as it is stored. */
    created: async (fields: Partial<ProposedRequest> = {}) => {
      const answer = await propose(fields);
      if (!answer.ok) throw new Error(JSON.stringify(answer.error));
      return (await deps.requests.load(ORG, answer.value.request.id))!.request;
    },
  };
}

describe('a create', () => {
  it('a create stores what was sent, and until when its intent may run', async () => {
    const { created } = await open();
    expect(await created()).toMatchObject({
      org: ORG,
      codeKeyId: 'ck_1',
      callback: null,
      executeWithinMs: null,
      sent: { keyId: 'key_1', quorum: null, executeWithinSeconds: null },
      createdAtMs: NOW,
    });
    const intent = { v: 1, alg: 'A256GCM', kid: 'k', nonce: 'n', ciphertext: 'c' } as const;
    const params = { intent: `sha256:${'a'.repeat(64)}` };
    expect((await created({ intent, params })).executeWithinMs).toBe(days(7));
    expect(await created({ intent, params, executeWithinSeconds: 60, callbackUrl: 'https://x.dev/' })).toMatchObject({
      executeWithinMs: 60_000,
      callback: { url: 'https://x.dev/', keyId: 'key_1', token: 1 },
    });
  });

  it('a create without an Idempotency-Key reads no earlier request', async () => {
    const { deps, propose } = await open();
    const load = jest.spyOn(deps.requests, 'load');
    expect(await propose()).toMatchObject({ ok: true, value: { nowMs: NOW, replayed: false, intent: null } });
    expect(load).not.toHaveBeenCalled();
  });

  it('a create gives seats to the members that its groups have at the instant at which the request is made', async () => {
    const { deps } = await open({ roster: ['grp_ops' as GroupId, FOUR_OPERATORS[1]!.id] });
    const [leaver] = FOUR_OPERATORS;
    const members = [{ operator: leaver!.id, startsAtMs: null, endsAtMs: NOW + 1000 }];
    await deps.config.saveGroup(aGroup(ORG, 'grp_ops', [], { members }), PERMIT);
    let nowMs = NOW;
    // The membership ends while the secret of the codes is read.
    const currentId = async () => {
      nowMs = NOW + 60_000;
      return 'ck_1';
    };
    const slow = { ...deps, clock: { nowMs: () => nowMs }, codeKeys: { ...deps.codeKeys, currentId } };
    const made = await createRequest(slow, KEY, PROPOSED);
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const { createdAtMs, seats } = made.value.request;
    expect({ createdAtMs, hasSeat: seats.some(({ operator }) => operator === leaver!.id) }).toEqual({
      createdAtMs: NOW,
      hasSeat: true,
    });
  });

  it('a create is repeated after contention, at most eight times', async () => {
    const some = await open();
    jest.spyOn(some.deps.requests, 'create').mockResolvedValueOnce('contention').mockResolvedValueOnce('contention');
    expect([(await some.propose()).ok, some.pauses]).toEqual([true, [0, 1]]);
    const endless = await open();
    jest.spyOn(endless.deps.requests, 'create').mockResolvedValue('contention');
    await expect(endless.propose()).rejects.toThrow(/^request req_\d+: the create did not get through in 8 attempts$/);
    expect(endless.pauses).toHaveLength(8);
  });

  it('a create is refused for an action that is unknown, deleted or reserved for the service', async () => {
    const unknown = (action: string) => ({ ok: false, error: { reason: 'action_unknown', action } });
    const { propose } = await open();
    for (const action of ['try.it', 'service.admin'] as ActionId[])
      expect(await propose({ action })).toEqual(unknown(action));
    expect(await (await open({}, { deletedAtMs: 1 })).propose()).toEqual(unknown(POLICY.id));
    // Also if somebody could save one.
    const ours = 'service.other' as ActionId;
    expect(await (await open({ id: ours })).propose({ action: ours })).toEqual(unknown(ours));
  });

  it('a create is refused if there are more open requests than one query counts, and not without a limit', async () => {
    const { deps, propose } = await open({ maxOpen: 3 });
    jest.spyOn(deps.requests, 'countOpen').mockResolvedValue(null);
    expect(await propose()).toMatchObject({ error: { reason: 'too_many_open', limits: 'action', max: 3 } });
    const unlimited = await open();
    jest.spyOn(unlimited.deps.requests, 'countOpen').mockResolvedValue(null);
    expect(await unlimited.propose()).toMatchObject({ ok: true });
    expect(unlimited.deps.requests.countOpen).not.toHaveBeenCalled();
  });

  it('a key may have as many open requests as its limit says, and not one more', async () => {
    const { propose } = await open();
    const key = { ...KEY, maxOpen: 2 };
    expect([await propose({}, key), await propose({}, key)]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await propose({}, key)).toMatchObject({ error: { reason: 'too_many_open', limits: 'key', max: 2 } });
    expect(await propose({}, { ...OTHER, maxOpen: 1 })).toMatchObject({ ok: true });
  });

  describe('with the Idempotency-Key of an earlier one', () => {
    const idempotencyKey = 'k';
    it('a create is a conflict with a request that no program sent', async () => {
      const { created, propose, put } = await open();
      await put({ ...(await created({ idempotencyKey })), sent: null } as Request);
      const error = { reason: 'idempotency_conflict', isOtherKeys: true };
      expect(await propose({ idempotencyKey }, OTHER)).toEqual({ ok: false, error });
    });

    const intent = { v: 1, alg: 'A256GCM', kid: 'k', nonce: 'n', ciphertext: 'c' } as const;
    const sealed = { intent, params: { intent: `sha256:${'a'.repeat(64)}` } };
    const callbackUrl = 'https://x.dev/';
    const requester = FOUR_OPERATORS[1]!.id;
    const SELECTABLE = { quorum: { default: 2, min: 1, max: 3, selectable: true } };
    it.each<[what: string, theirs: Partial<ProposedRequest>, own: Partial<ProposedRequest>, isSame?: boolean]>([
      ['nothing besides the operation', {}, {}, true],
      ['the same requester, summary and quorum', { summary: 's', quorum: 3 }, { summary: 's', quorum: 3 }, true],
      ['the same intent', { ...sealed, executeWithinSeconds: 60 }, { ...sealed, executeWithinSeconds: 60 }, true],
      ['another requester', { requester }, {}],
      ['a lower quorum', { quorum: 1 }, { quorum: 2 }],
      ['the default quorum in words', { quorum: 2 }, {}],
      ['another summary', { summary: 'a' }, { summary: 'b' }, true],
      ['a summary', { summary: 'a' }, {}, true],
      ['an empty summary', { summary: '' }, {}, true],
      ['another execute_within', { ...sealed, executeWithinSeconds: 60 }, { ...sealed, executeWithinSeconds: 120 }],
      ['the default execute_within in words', { ...sealed, executeWithinSeconds: 604_800 }, sealed],
      ['another intent', sealed, { ...sealed, intent: { ...intent, ciphertext: 'd' } }],
      ['a callback', { callbackUrl }, {}, true],
      ['no callback', {}, { callbackUrl }, true],
      ['another callback', { callbackUrl }, { callbackUrl: 'https://y.dev/' }, true],
      ['the same callback, whose posts the first key signs', { callbackUrl }, { callbackUrl }, true],
      ['another summary and another requester', { summary: 'a' }, { summary: 'b', requester }],
      ['a callback and a lower quorum', { callbackUrl, quorum: 1 }, { quorum: 2 }],
    ])(
      'another API key gets the original, or a conflict, if the first one sent %s',
      async (_, theirs, own, isSame = false) => {
        const { propose } = await open(SELECTABLE);
        const first = await propose({ idempotencyKey, ...theirs }, OTHER);
        const second = await propose({ idempotencyKey, ...own });
        if (!first.ok) throw new Error(first.error.reason);
        const error = { reason: 'idempotency_conflict', isOtherKeys: true };
        const value = { replayed: true, request: { id: first.value.request.id } };
        expect(second).toMatchObject(isSame ? { ok: true, value } : { ok: false, error });
        expect(await propose({ idempotencyKey, ...own }, OTHER)).toMatchObject({ ok: true, value });
        // What the first create sent stays: nothing is added, and posts are signed under its key.
        const { summary, callback } = first.value.request;
        if (second.ok) expect(second.value.request).toMatchObject({ summary, callback, sent: { keyId: OTHER.id } });
      },
    );

    it('a create gets the original as it is now: one that has expired meanwhile has expired', async () => {
      const { deps, created, propose } = await open();
      const { expiresAtMs } = await created({ idempotencyKey });
      const clock = jest.spyOn(deps.clock, 'nowMs').mockReturnValue(expiresAtMs - 1);
      expect(await propose({ idempotencyKey })).toMatchObject({ value: { request: { state: 'notified' } } });
      clock.mockReturnValue(expiresAtMs);
      expect(await propose({ idempotencyKey })).toMatchObject({
        value: { replayed: true, request: { state: 'expired' } },
      });
    });

    it('of two creates at the same moment one creates the request, and the other gets it', async () => {
      const { propose } = await open();
      const both = await Promise.all([propose({ idempotencyKey }), propose({ idempotencyKey })]);
      expect(both.map((answer) => answer.ok && answer.value.replayed).sort()).toEqual([false, true]);
    });

    it('a create whose answer was lost is not a replay', async () => {
      const { deps, propose } = await open();
      const { create } = deps.requests;
      jest.spyOn(deps.requests, 'create').mockImplementationOnce(async (...args) => {
        await create(...args);
        return 'contention';
      });
      expect(await propose({ idempotencyKey })).toMatchObject({ ok: true, value: { replayed: false } });
    });

    it('a create gives up if the earlier request is never there', async () => {
      const { deps, propose } = await open();
      jest.spyOn(deps.requests, 'create').mockResolvedValue('exists');
      await expect(propose({ idempotencyKey })).rejects.toThrow('8 attempts');
    });
  });
});

describe('a back-test', () => {
  async function backtest(sinceMs: number | null, fields: Partial<Policy> = {}, action: Partial<StoredPolicy> = {}) {
    const { deps, put } = await open({}, action);
    const ages = [0, days(30), days(30) + 1, days(300)];
    for (const [n, ageMs] of ages.entries()) {
      const hash = operationHash(POLICY.id, PROPOSED.params);
      await put({ ...aRequest(), id: `req_${n}` as RequestId, createdAtMs: NOW - ageMs, operationHash: hash });
    }
    return backtestAction(deps, ORG, { ...POLICY, ...fields }, sinceMs);
  }

  it.each([
    ['thirty days', null, 2],
    ['everything since an instant', NOW - days(30) - 1, 3],
    ['everything', 0, 4],
  ])('a back-test looks at %s', async (_, sinceMs, lookedAt) => {
    expect(await backtest(sinceMs)).toMatchObject({ ok: true, value: { lookedAt } });
  });

  it('a back-test is refused for a deleted action, and for a policy that could not be saved', async () => {
    expect(await backtest(0, {}, { deletedAtMs: 1 })).toEqual({ ok: false, error: { reason: 'not_found' } });
    expect(await backtest(0, { title: ' ' })).toMatchObject({ ok: false, error: { reason: 'invalid_policy' } });
  });
});

it.each([
  ['https://console.acme.dev', 'console.acme.dev'],
  ['https://console.acme.dev:8443', 'console.acme.dev'],
  ['http://localhost:1', 'localhost'],
  ['http://127.0.0.1:1', null],
  ['http://[::1]:1', null],
  ['https://console.acme.dev/x', null],
  ['ftp://console.acme.dev', null],
  ['xhttps://console.acme.dev', null],
])('the host of passkeys of %s is %s', (origin, host) => {
  expect(relyingParty(origin)).toBe(host);
});
