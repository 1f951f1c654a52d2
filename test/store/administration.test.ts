/** What administrators do at the same moment, and what a disabled operator leaves behind. */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { configKey } from '../../src/adapters/dynamodb/keys';
import { DUE_SHARDS } from '../../src/adapters/dynamodb/table';
import { createDispatchHandler } from '../../src/lambda/events/dispatch';
import { createNoticeHandler } from '../../src/lambda/events/notice';
import { DEMO_ORG } from '../../src/local/demo';
import { localChats } from '../../src/local/runner';
import { SET_UP } from '../../src/protocol/actor';
import type { OperatorId, RequestId } from '../../src/protocol/identifiers';
import { makeEdit } from '../../src/service/administration/use-cases/make-edit';
import type { AuditMessage } from '../../src/service/audit/ports';
import { causesOf, recordAudit } from '../../src/service/audit/use-cases/record-audit';
import { CHECK_AFTER_MS } from '../../src/service/request/rules/limits';
import { fireDue } from '../../src/service/transport/use-cases/fire-due';
import { CHARLIE } from '../support/builders';
import { type Ledger, openLedger } from '../support/ledger';
import { createMeeting, type Meeting } from '../support/meeting';
import { queued, streamed } from '../support/messages';
import { createMeter } from '../support/meter';
import { openedForEach } from '../support/opened';
import { PERMIT } from '../support/permit';

const writesOperator = (command: string, input: string) =>
  /Put|Update|Transact/.test(command) && input.includes('OPERATOR#');

describe('edits of operators at the same moment', () => {
  let meeting: Meeting;
  const ledger = openedForEach(() => openLedger({ memory: true }));
  beforeEach(async () => {
    meeting = createMeeting(ledger.tables);
    expect((await edit('op_alpha', 'op_bravo', { role: 'admin' })).status).toBe(200);
  });
  afterEach(() => expect(ledger.errors).toEqual([]));

  const edit = (by: string, operator: string, patch: object) =>
    ledger.api(by, 'PATCH', `/api/operators/${operator}`, patch);
  const operators = async () => {
    const all = await ledger.ports.config.operators(DEMO_ORG);
    return Object.fromEntries(all.map((operator) => [operator.id, operator]));
  };

  it('one admin is left if two demote each other at the same moment, and no other role changes', async () => {
    meeting.arrange(3, writesOperator);
    const [first, second, third] = await Promise.all([
      edit('op_alpha', 'op_bravo', { role: 'operator' }),
      edit('op_bravo', 'op_alpha', { role: 'operator' }),
      edit('op_alpha', 'op_charlie', { enabled: false }),
    ]);
    const { op_alpha, op_bravo, op_charlie } = await operators();
    expect(op_charlie).toMatchObject({ role: 'operator', enabled: false });
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    expect([first, second].find(({ status }) => status === 409)!.body.kind).toBe('conflict');
    expect(third.status).toBe(200);
    expect([op_alpha!.role, op_bravo!.role].sort()).toEqual(['admin', 'operator']);
    const facts = [op_alpha!, op_bravo!, op_charlie!].flatMap(({ journal }) =>
      journal.flatMap((record) => record.entries),
    );
    // The service has undone none of the edits.
    expect(facts.filter(({ kind, actor }) => kind === 'operator.updated' && actor === 'system')).toEqual([]);
  });

  it('one admin is left if two disable each other at the same moment', async () => {
    meeting.arrange(2, writesOperator);
    const both = await Promise.all([
      edit('op_alpha', 'op_bravo', { enabled: false }),
      edit('op_bravo', 'op_alpha', { enabled: false }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const left = Object.values(await operators()).filter(({ role, enabled }) => role === 'admin' && enabled);
    expect(left).toHaveLength(1);
  });

  it('at least one admin is left if three demote one another in a ring', async () => {
    // Without the approval of a second admin, which the console would require.
    const promotion = { kind: 'update_operator', id: CHARLIE, patch: { role: 'admin' } } as const;
    const third = await makeEdit(ledger.ports, { org: DEMO_ORG, by: SET_UP }, promotion, PERMIT);
    expect(third.ok).toBe(true);
    meeting.arrange(3, writesOperator);
    await Promise.all([
      edit('op_alpha', 'op_bravo', { role: 'operator' }),
      edit('op_bravo', 'op_charlie', { role: 'operator' }),
      edit('op_charlie', 'op_alpha', { role: 'operator' }),
    ]);
    const left = Object.values(await operators()).filter(({ role }) => role === 'admin');
    expect(left.length).toBeGreaterThanOrEqual(1);
    // The remaining admin can still administer.
    const [admin] = left as { id: OperatorId }[];
    expect((await edit(admin!.id, 'op_delta', { enabled: false })).status).toBe(200);
  });
});

const quiet = { send: async () => undefined };
const QUIET = { events: quiet, timers: quiet, notices: quiet, audit: quiet };

describe('an operator who is disabled while 300 requests are open', () => {
  const COUNT = 300;
  let ledger: Ledger;
  let ids: string[];
  beforeAll(async () => {
    ledger = await openLedger({ memory: true });
    ids = [];
    const body = { action: 'demo.deploy', requester: 'op_alpha', quorum: 2, params: {} };
    while (ids.length < COUNT) {
      const made = await Promise.all(Array.from({ length: 10 }, () => ledger.propose(body)));
      ids.push(...made.map((said) => said.body.request.id as string));
      // Requests of the same millisecond have no defined order.
      ledger.clock.advance(1);
    }
  }, 60_000);
  afterAll(async () => {
    expect(ledger.errors).toEqual([]);
    await ledger?.stop();
  });

  const edit = (patch: object) => ledger.api('op_alpha', 'PATCH', '/api/operators/op_bravo', patch);
  const image = async () => {
    const Key = configKey(DEMO_ORG, 'operator', 'op_bravo');
    const { Item } = await ledger.tables.client.send(new GetCommand({ TableName: ledger.tables.main, Key }));
    return marshall(Item!, { removeUndefinedValues: true });
  };
  const load = async (id: string) => (await ledger.requests.load(DEMO_ORG, id as RequestId))!.request;
  /** For each request, how often the operator's seat was removed. */
  const timesOut = async (operator = 'op_bravo') => {
    const requests = await ledger.requests.loadMany(DEMO_ORG, ids as RequestId[]);
    return requests.map(
      ({ journal }) =>
        journal
          .flatMap(({ entries }) => entries)
          .filter(({ kind, data }) => kind === 'seat.disabled' && data?.seat === operator).length,
    );
  };

  it('a disabled operator is removed from the oldest 25 requests with the answer and from all in the background, once, and counts nowhere meanwhile', async () => {
    const [late, later] = [ids.at(-1)!, ids.at(-2)!];
    expect((await ledger.turn('op_bravo', late)).body.request.state).toBe('staging');
    expect((await ledger.turn('op_bravo', later)).body.request.state).toBe('staging');

    const meter = createMeter(ledger.tables);
    const before = await image();
    const { answer, cost } = await meter.measure(() => edit({ enabled: false }));
    const after = await image();
    expect(answer.status).toBe(200);
    // The edit and 25 requests in parallel: the cost does not depend on the number of open requests.
    expect(cost.calls.filter(({ command }) => command === 'PutItem')).toHaveLength(25);
    expect(cost.calls.length).toBeLessThan(40);
    const out = await timesOut();
    expect(out.filter((times) => times > 0)).toHaveLength(25);
    expect(Math.max(...out)).toBe(1);
    // Ten requests have the same time as the 25th, so their order is not defined.
    expect([out.slice(0, 20).every((times) => times === 1), out.slice(30).every((times) => times === 0)]).toEqual([
      true,
      true,
    ]);

    // Enabled again before the rest is settled: the key that they turned before counts no more.
    expect((await edit({ enabled: true })).status).toBe(200);
    await ledger.signIn('op_bravo');
    const turned = await ledger.turn('op_charlie', late);
    expect([turned.status, turned.body.request.state, turned.body.view.turned]).toEqual([200, 'staging', 1]);
    expect((await ledger.turn('op_bravo', ids.at(-3)!)).status).toBe(403);

    const dispatch = createDispatchHandler({ ...ledger.ports, queues: QUIET });
    const stream = streamed({ OldImage: before, NewImage: after });
    await Promise.all([dispatch(stream), dispatch(stream)]);
    await dispatch(stream);
    expect(await timesOut()).toEqual(ids.map(() => 1));
    expect(await load(later)).toMatchObject({ state: 'notified' });
  }, 60_000);

  it('the two-minute check removes a disabled operator from all requests, once, if the stream lost the record', async () => {
    expect((await ledger.api('op_alpha', 'PATCH', '/api/operators/op_delta', { enabled: false })).status).toBe(200);
    const audit: AuditMessage[] = [];
    const queues = {
      ...QUIET,
      audit: {
        send: async (sent: readonly { body: AuditMessage }[]) => void audit.push(...sent.map(({ body }) => body)),
      },
      notices: {
        send: async (sent: readonly { body: unknown }[]) => {
          const handle = createNoticeHandler(ledger.ports, localChats(ledger.ports));
          expect(await handle(queued(...sent.map(({ body }) => body)))).toEqual({ batchItemFailures: [] });
        },
      },
    };
    const check = async () => {
      ledger.clock.advance(CHECK_AFTER_MS);
      const { items } = await dueItem();
      for (const { dueAtMs, ...subject } of items) {
        await fireDue({ ...ledger.ports, queues }, { ...subject, due_at: dueAtMs });
      }
    };
    const dueItem = async () => {
      const { due, clock } = ledger.ports;
      const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => due.due(shard, clock.nowMs(), 1000, null));
      const items = (await Promise.all(shards)).flatMap((page) => page.items);
      return {
        items: items.filter(({ kind, org, id }) => kind === 'config' && org === DEMO_ORG && id.endsWith('op_delta')),
      };
    };
    const timesDelta = () => timesOut('op_delta');
    expect((await timesDelta()).filter((times) => times > 0)).toHaveLength(25);
    // The stream's record is lost, so the entry is not in the chain: the first check hands it over.
    await check();
    await recordAudit(ledger.ports, DEMO_ORG, audit.flatMap(causesOf));
    expect((await timesDelta()).filter((times) => times > 0)).toHaveLength(25);
    // A block's causes are marked by the next one.
    await recordAudit(ledger.ports, DEMO_ORG, [{ ...causesOf(audit[0]!)[0]!, revision: 1000 }]);
    await check();
    expect(await timesDelta()).toEqual(ids.map(() => 1));
    expect((await dueItem()).items).toEqual([]);
    await check();
    expect(await timesDelta()).toEqual(ids.map(() => 1));
  }, 60_000);
});
