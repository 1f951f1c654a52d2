/** Due items, and what still has to be handed over for a record: what is sent, postponed or left alone. */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { configKey } from '../../src/adapters/dynamodb/keys';
import { DUE_SHARDS } from '../../src/adapters/dynamodb/table';
import { createDispatchHandler } from '../../src/lambda/events/dispatch';
import { person } from '../../src/protocol/actor';
import type { ApiKeyId, GroupId, RequestId } from '../../src/protocol/identifiers';
import { type AuditData, type PendingEntry, pendingEntry } from '../../src/service/audit/rules/chain';
import { recordAudit } from '../../src/service/audit/use-cases/record-audit';
import { takeSeatsOut } from '../../src/service/ceremony/use-cases/take-seats-out';
import type { Delivery } from '../../src/service/delivery/rules/delivery';
import { newDelivery } from '../../src/service/delivery/rules/owed-deliveries';
import { noticeName, noticesOf } from '../../src/service/notice/rules/notices';
import { MAX_UNCHECKED_RECORDS } from '../../src/service/request/rules/limits';
import type { Request } from '../../src/service/request/rules/request';
import type { DueItem } from '../../src/service/transport/ports';
import { CONSEQUENCES, dispatchRequest, findUndelivered } from '../../src/service/transport/use-cases/dispatch';
import { type FireDueDeps, fireDue } from '../../src/service/transport/use-cases/fire-due';
import { anOperator } from '../store/conformance/config-items';
import { aRequest, at, handedOver, ORG, op, REQUEST_ID, refusedBy, turnedBy } from '../support/builders';
import { openLedger } from '../support/ledger';
import { aLog } from '../support/log';
import { streamed } from '../support/messages';
import { openedOnce } from '../support/opened';
import { PERMIT } from '../support/permit';
import { putRequests } from '../support/stored';

const MINUTE = 60_000;

let nowMs: number;
let said: [string, object?][];
const sent = {
  events: [] as Sent[],
  notices: [] as Sent[],
  audit: [] as Sent[],
  timers: [] as Sent[],
};
interface Sent {
  readonly body: object;
  readonly groupId?: string;
  readonly delaySeconds?: number;
}
let deps: FireDueDeps;
const ledger = openedOnce(() => openLedger({ memory: true }));
beforeEach(() => {
  nowMs = at('12:10');
  said = [];
  for (const queue of Object.values(sent)) queue.length = 0;
  const say = (...line: [string, object?]) => void said.push(line);
  const queue = (name: keyof typeof sent) => ({
    send: async (some: readonly Sent[]) => void sent[name].push(...some),
  });
  deps = {
    ...ledger.ports,
    clock: { nowMs: () => nowMs },
    log: { ...aLog().log, warn: say, error: say },
    queues: { events: queue('events'), notices: queue('notices'), audit: queue('audit'), timers: queue('timers') },
    platformActions: new Map([['deploy', 'pay']]),
  };
});

let made = 0;
/** A request of its own for each test, in one organization. */
const own = <R extends Request>(request: R): R => ({ ...request, id: `req_due_${++made}` as RequestId, journal: [] });
async function put<R extends Request>(request: R): Promise<R> {
  await putRequests(ledger.tables, [request]);
  return request;
}
const load = async ({ id }: { readonly id: RequestId }) => (await ledger.requests.load(ORG, id))!.request;
const told = async (request: Request, notices = noticesOf(request)) => {
  for (const notice of notices) await deps.notices.take(ORG, request.id, noticeName(notice), 'own', nowMs);
};
const fire = (kind: DueItem['kind'], id: string, due_at = nowMs) => fireDue(deps, { kind, org: ORG, id, due_at });

describe('the timer of a request', () => {
  it('a request that has expired is settled by its timer, and a request that is gone is left alone', async () => {
    const request = await put(own(aRequest()));
    nowMs = at('13:00');
    await fire('request', request.id);
    expect(await load(request)).toMatchObject({ state: 'expired' });
    await fire('request', 'req_gone');
    expect(said).toEqual([]);
  });

  it('a timer that comes early waits in the queue until its instant', async () => {
    nowMs = at('12:59:30.500');
    await fire('request', REQUEST_ID, at('13:00'));
    expect(sent.timers).toEqual([
      {
        body: { kind: 'request', org: ORG, id: REQUEST_ID, due_at: at('13:00') },
        delaySeconds: 30,
        groupId: `${ORG}#${REQUEST_ID}`,
      },
    ]);
  });

  it('the check of a request is cleared once everything was handed over, and not before it is due', async () => {
    const request = await put({ ...own(aRequest()), checkAtMs: nowMs });
    await told(request);
    nowMs -= 1;
    await fire('request', request.id);
    expect((await load(request)).checkAtMs).toBe(nowMs + 1);
    nowMs += 1;
    await fire('request', request.id);
    expect([(await load(request)).checkAtMs, said]).toEqual([null, []]);
  });

  it('a check hands over again what is missing, and comes back two minutes later', async () => {
    const request = await put({ ...own(aRequest()), checkAtMs: nowMs });
    await told(request, noticesOf(request).slice(1));
    await fire('request', request.id);
    expect(sent.notices).toMatchObject([{ body: { notices: [{ operator: 'op_alpha' }] } }]);
    expect((await load(request)).checkAtMs).toBe(nowMs + 2 * MINUTE);
    expect(said).toEqual([
      ['a check found something not handed over; it is handed over again', { request: request.id }],
    ]);
  });

  it('a check calls the integration of an authorized request whose record was lost, and stays', async () => {
    const authorized = own(aRequest({ quorum: 1, integration: 'pay' }, turnedBy('op_bravo', '12:05')));
    await told(await put({ ...authorized, checkAtMs: nowMs }));
    await fire('request', authorized.id);
    expect(await load(authorized)).toMatchObject({ state: 'executing', checkAtMs: expect.any(Number) });
  });
});

describe('the timer of a delivery', () => {
  it.each<[string, number | null, string]>([
    ['its next attempt', at('12:05'), '12:10'],
    ['its creation, if no attempt is planned', null, '12:05'],
  ])('the retry loop of a delivery starts again five minutes after %s', async (_, nextAttemptAtMs, time) => {
    const event = { type: 'request.denied', atMs: at('12:00') } as const;
    const owed = { ...newDelivery({ org: ORG, id: own(aRequest()).id }, event, 'callback'), nextAttemptAtMs };
    const delivery: Delivery = { ...owed, createdAtMs: at('12:00') };
    await deps.deliveries.create(delivery);
    nowMs = at(time) - 1;
    await fire('delivery', delivery.id);
    expect(sent.events).toEqual([]);
    nowMs += 1;
    await fire('delivery', delivery.id);
    expect(sent.events).toMatchObject([{ body: { delivery_id: delivery.id, generation: 2 } }]);
  });
});

describe('the timer of the configuration', () => {
  /** An operator who was edited so, and whose check is due. */
  interface Edited {
    readonly item: DueItem;
    readonly entry: PendingEntry;
    readonly id: string;
    readonly revision: number;
  }
  async function edited(kind: string, data: AuditData = {}, { isNew = false, isOwn = false } = {}): Promise<Edited> {
    const id = `op_due_${++made}`;
    const entry = pendingEntry(1, kind, id, person(isOwn ? id : 'op_alpha'), data);
    const revision = isNew ? 1 : 2;
    if (!isNew) await deps.config.saveOperator({ ...anOperator(ORG, id), journal: [] }, PERMIT);
    await deps.config.saveOperator(
      { ...anOperator(ORG, id), revision, journal: [{ revision, entries: [entry] }] },
      PERMIT,
    );
    for (let shard = 0; shard < DUE_SHARDS; shard++) {
      const { items } = await deps.due.due(shard, Number.MAX_SAFE_INTEGER, 100, null);
      const item = items.find((each) => each.kind === 'config' && each.id.includes(id));
      if (item !== undefined) {
        nowMs = item.dueAtMs;
        return { item, entry, id, revision };
      }
    }
    throw new Error('nothing is due');
  }
  const isDone = async (item: DueItem) => (await deps.due.configJournal(item)) === null;
  const record = ({ id, entry, revision }: Edited) =>
    recordAudit(deps, ORG, [
      ...(revision > 1 ? [{ subject: id, revision: 1, facts: [] }] : []),
      { subject: id, revision, facts: [entry] },
    ]);
  const announce = ({ id, entry: { kind }, revision }: Edited) =>
    deps.notices.take(ORG, `${kind.split('.')[0]}:${id}`, `done#${revision}`, 'own', nowMs);
  const fireItem = ({ dueAtMs, ...item }: DueItem) => fireDue(deps, { ...item, due_at: dueAtMs });

  it('the check of an edit sends the entries that the chain has not and the messages that were not all sent', async () => {
    const { item, entry, id } = await edited('operator.updated', { changed: ['name'] });
    await fireItem(item);
    expect(sent.audit).toMatchObject([
      { body: { journals: [{ subject: id, revisions: [{ revision: 2, facts: [entry] }] }] } },
    ]);
    expect(sent.notices).toMatchObject([{ body: { subject: id, revision: 2, announced: [entry] } }]);
    expect(await isDone(item)).toBe(false);
  });

  it.each<[string, boolean, boolean]>([
    ['recorded and told', true, true],
    ['only recorded', true, false],
    ['only told', false, true],
  ])(
    'the check of an edit that was %s sends the rest alone, and is cleared if there is none',
    async (_, isRecorded, isTold) => {
      const edit = await edited('operator.updated', { changed: ['name'] });
      const { item } = edit;
      if (isRecorded) await record(edit);
      if (isTold) await announce(edit);
      await fireItem(item);
      expect([sent.audit.length, sent.notices.length]).toEqual([isRecorded ? 0 : 1, isTold ? 0 : 1]);
      const later = await deps.due.configJournal({ ...item, dueAtMs: nowMs + 2 * MINUTE });
      expect(later === null || later.unchecked.length === 0).toBe(isRecorded && isTold);
    },
  );

  /** The two ways in which a consequence comes about. */
  const WAYS: readonly (readonly [string, (edit: Edited) => Promise<unknown>])[] = [
    ['the stream:', ({ id }) => streamRecordOf(id)],
    [
      'the check, after the record of the stream was lost:',
      async (edit) => {
        await record(edit);
        await announce(edit);
        await fireItem(edit.item);
      },
    ],
  ];
  const streamRecordOf = async (id: string) => {
    const { client, main } = ledger.tables;
    const { Item } = await client.send(new GetCommand({ TableName: main, Key: configKey(ORG, 'operator', id) }));
    const said = await createDispatchHandler(deps)(streamed({ NewImage: marshall(Item!) }));
    expect(said).toEqual({ batchItemFailures: [] });
  };

  const disabled = { changed: ['enabled'], enabled: false };
  const isOwn = { isOwn: true };
  const isNew = { isNew: true };
  /** For each consequence, in its order: edits with what is said of them, and whether it follows. */
  const FOLLOWS: readonly (readonly (readonly [string, AuditData, boolean, Parameters<typeof edited>[2]?])[])[] = [
    [
      ['operator.updated', disabled, true],
      ['operator.updated', disabled, true, isOwn],
      ['operator.updated', { changed: ['role'], role: 'operator' }, true],
      ['operator.updated', { changed: ['role'], role: 'admin' }, false],
      ['operator.updated', { changed: ['email'] }, true],
      ['operator.updated', { changed: ['email'] }, false, isOwn],
      ['operator.updated', { changed: ['name'] }, false],
      ['operator.updated', { changed: ['enabled'], enabled: true }, false],
      ['operator.sign_in_link_made', {}, true],
      ['operator.sign_in_link_made', {}, false, isNew],
      ['operator.access_revoked', {}, true],
      ['operator.identity_changed', {}, true],
      ['operator.identity_changed', {}, false, isOwn],
      ['operator.created', { role: 'operator' }, false],
    ],
    [
      ['changes.turn_set', { turn: 'code_and_passkey' }, true],
      ['changes.turn_set', { turn: 'code' }, false],
    ],
    [
      ['action.created', {}, true],
      ['action.updated', {}, true],
      ['group.updated', {}, true],
      ['operator.updated', { changed: ['name'] }, true],
      ['action.deleted', {}, false],
      ['group.created', {}, false],
      ['operator.created', {}, false],
    ],
  ];
  it('every consequence has edits that it follows from, and others', () => {
    const known = FOLLOWS.map(
      (rows) => rows.some(([, , follows]) => follows) && rows.some(([, , follows]) => !follows),
    );
    expect(known).toEqual(CONSEQUENCES.map(() => true));
  });
  const rows = FOLLOWS.flatMap((edits, index) =>
    WAYS.flatMap(([way, run]) =>
      edits.map(([kind, data, follows, how]) => ({ index, way, run, kind, data, follows, how })),
    ),
  );
  it.each(rows)('consequence $index by $way an edit $kind $data $how: $follows', async (row) => {
    const edit = await edited(row.kind, row.data, row.how);
    const follow = jest.spyOn(CONSEQUENCES[row.index]!, 'do');
    await row.run(edit);
    expect(follow.mock.calls.map(([, org]) => org)).toEqual(row.follows ? [ORG] : []);
    follow.mockRestore();
    expect(said).toEqual([]);
  });

  it('a check without a journal does nothing, and one that fails is postponed by ten minutes', async () => {
    await fire('config', 'operator#op_nobody');
    expect([said, sent.audit]).toEqual([[], []]);
    const { item } = await edited('operator.updated', { changed: ['name'] });
    const fails = { ...deps, due: { ...deps.due, configJournal: () => Promise.reject('a text') } };
    const { dueAtMs, ...subject } = item;
    await fireDue(fails, { ...subject, due_at: dueAtMs });
    expect(said).toEqual([['timer failed; the item is put off', { ...subject, error: 'a text' }]]);
    const later = { ...item, dueAtMs: nowMs + 10 * MINUTE };
    expect([await isDone(item), await isDone(later)]).toContain(false);
  });

  it('the timer of a combined mail sends its message', async () => {
    await fire('combined_mail', 'op_bravo');
    expect(sent.notices).toEqual([{ body: { org: ORG, combined_for: 'op_bravo' }, groupId: ORG }]);
  });
});

describe('the record of a request', () => {
  const soon = () => ({ ...own(aRequest({ ttlSeconds: 900 })), reminded: true, warned: true });

  it.each<[string, string, number[]]>([
    ['fifteen minutes before', '12:00', [900]],
    ['a second and a half before, and not too early', '12:14:58.500', [2]],
    ['after it', '12:20', [0]],
  ])('a deadline gets an exact timer: %s', async (_, time, delays) => {
    nowMs = at(time);
    const request = soon();
    await dispatchRequest(deps, null, request);
    expect(sent.timers).toEqual(
      delays.map((delaySeconds) => ({
        body: { kind: 'request', org: ORG, id: request.id, due_at: at('12:15') },
        delaySeconds,
        groupId: ORG,
      })),
    );
  });

  it('a deadline that is further away, or that has its timer, gets none', async () => {
    const request = soon();
    nowMs = at('12:00');
    await dispatchRequest(deps, request, { ...request, revision: 2 });
    nowMs -= 1;
    await dispatchRequest(deps, null, request);
    expect(sent.timers).toEqual([]);
  });

  it('an authorized request is handed to its integration, and an approved change to the timers', async () => {
    const authorized = await put(own(aRequest({ quorum: 1, integration: 'pay' }, turnedBy('op_bravo', '12:05'))));
    await dispatchRequest(deps, null, authorized);
    expect(await load(authorized)).toMatchObject({ state: 'executing' });
    const approved = aRequest(
      { quorum: 1, integration: 'service.admin' },
      turnedBy('op_bravo', '12:05'),
      handedOver('12:06'),
    );
    const change = { ...own(approved), action: 'service.admin' } as Request;
    await dispatchRequest(deps, null, change);
    expect(sent.timers).toContainEqual({
      body: { kind: 'request', org: ORG, id: change.id, due_at: nowMs },
      groupId: ORG,
    });
  });

  it('a new request with requirements looks for policies that only one set of operators can meet, because a membership may have ended', async () => {
    const request = own(aRequest());
    const requires = [{ group: 'grp_finance' as GroupId, keys: 1 }];
    const required = { ...request, policy: { ...request.policy, requires } };
    const read = jest.spyOn(deps.config, 'actions');
    await dispatchRequest(deps, null, request);
    await dispatchRequest(deps, required, { ...required, revision: 2 });
    expect(read).not.toHaveBeenCalled();
    await dispatchRequest(deps, null, required);
    expect(read.mock.calls).toEqual([[ORG]]);
    read.mockRestore();
  });

  it.each<[string, number, number | null, number | null]>([
    ['gets one once it is too long', MAX_UNCHECKED_RECORDS + 1, null, at('12:12')],
    ['gets none before', MAX_UNCHECKED_RECORDS, null, null],
    ['keeps the one that it has', MAX_UNCHECKED_RECORDS + 1, at('12:11'), at('12:11')],
  ])('a journal that grows without a check %s', async (_, count, checkAtMs, expected) => {
    const journal = Array.from({ length: count }, (_unused, n) => ({ revision: n + 1, entries: [] }));
    const request = await put({ ...own(aRequest()), journal, checkAtMs });
    await dispatchRequest(deps, request, request);
    expect((await load(request)).checkAtMs).toBe(expected);
  });

  describe('what a record still owes', () => {
    const callback = { url: 'https://x.dev/', keyId: 'key_1' as ApiKeyId, token: 1 };
    const denied = () => ({ ...own(aRequest({}, refusedBy('op_bravo', '12:05'))), callback }) as Request;
    const deliveryOf = (request: Request): Delivery =>
      newDelivery(request, { type: 'request.denied', atMs: at('12:05') }, 'callback');
    const owes = async (request: Request) => {
      const found = await findUndelivered(deps, request);
      await found.resend();
      return {
        isEmpty: found.isEmpty,
        ...Object.fromEntries(Object.entries(sent).map(([name, all]) => [name, all.length])),
      };
    };
    const NOTHING = { isEmpty: true, audit: 0, events: 0, notices: 0, timers: 0 };

    it('a record owes nothing once its people were told, its receivers have their deliveries and the chain has its entries', async () => {
      const request = denied();
      await told(request);
      await deps.deliveries.create(deliveryOf(request));
      const journal = [{ revision: 1, entries: [{ kind: 'request.denied', atMs: 1, ...person('op_bravo') }] }];
      expect(await owes({ ...request, journal } as Request)).toEqual({ ...NOTHING, isEmpty: false, audit: 1 });
      sent.audit.length = 0;
      await recordAudit(deps, ORG, [
        {
          subject: request.id,
          revision: 1,
          facts: [pendingEntry(1, 'request.denied', request.id, person('op_bravo'))],
        },
      ]);
      expect(await owes({ ...request, journal } as Request)).toEqual(NOTHING);
    });

    it('a message that was not taken is sent again', async () => {
      const request = denied();
      await told(request, noticesOf(request).slice(1));
      await deps.deliveries.create(deliveryOf(request));
      expect(await owes(request)).toEqual({ ...NOTHING, isEmpty: false, notices: 1 });
    });

    it('a delivery that is not stored is created and sent', async () => {
      const request = denied();
      await told(request);
      expect(await owes(request)).toEqual({ ...NOTHING, isEmpty: false, events: 1 });
      expect(await deps.deliveries.load(ORG, deliveryOf(request).id)).not.toBeNull();
    });

    it('a delivery whose first attempt began and was never recorded is started again', async () => {
      const request = denied();
      await told(request);
      const unstored = deliveryOf(request);
      const task = { org: ORG, id: unstored.id, generation: 1, nowMs: nowMs - 2 * MINUTE, holdMs: MINUTE, unstored };
      await deps.deliveries.takeAttempt(task);
      expect(await owes(request)).toEqual({ ...NOTHING, isEmpty: false, events: 1 });
      expect(await deps.deliveries.load(ORG, unstored.id)).toMatchObject({ generation: 2 });
    });
  });
});

describe('the seats of a disabled operator', () => {
  /** An organization of its own, in which op_bravo was disabled at 12:05. */
  async function organization(count: number, isEnabled = false) {
    const org = `org_seats_${++made}` as typeof ORG;
    for (const id of ['op_alpha', 'op_bravo', 'op_charlie']) {
      const out = id === 'op_bravo' && !isEnabled ? { enabled: false, lastDisabledAtMs: at('12:05') } : {};
      await deps.config.saveOperator(anOperator(org, id, out), PERMIT);
    }
    const ids: RequestId[] = [];
    for (let n = 0; n < count; n++) {
      const createdAt = `12:00:${String(n).padStart(2, '0')}`;
      const { id } = await put({ ...own(aRequest({ quorum: 1, createdAt })), org });
      ids.push(id);
    }
    const without = async () => {
      const all = await deps.requests.loadMany(org, ids);
      const out = all.filter(({ seats }) => seats.find(({ operator }) => operator === op('op_bravo'))!.disabled);
      return out.map(({ id }) => ids.indexOf(id)).sort((a, b) => a - b);
    };
    return { org, without };
  }

  it.each([25, 26])('the seats of a disabled operator are removed from all %d open requests, once', async (count) => {
    const { org, without } = await organization(count);
    expect(await takeSeatsOut(deps, org)).toBe(count);
    expect(await without()).toHaveLength(count);
    expect(await takeSeatsOut(deps, org)).toBe(0);
  });

  it('the seats are removed from the oldest requests alone if the others can wait', async () => {
    const { org, without } = await organization(5);
    expect([await takeSeatsOut(deps, org, 3), await without()]).toEqual([3, [0, 1, 2]]);
  });

  it('no seat is removed if nobody was disabled', async () => {
    const { org, without } = await organization(2, true);
    expect([await takeSeatsOut(deps, org), await without()]).toEqual([0, []]);
  });
});
