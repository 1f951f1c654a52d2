/** The functions behind the stream, the queues and the schedule: what each hands over, hands out again, and logs. */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { configKey, requestKey } from '../../src/adapters/dynamodb/keys';
import { tellChat } from '../../src/app/chat/tell-chat';
import { genesis } from '../../src/core/audit/chain';
import { createAuditHandler } from '../../src/lambda/events/audit';
import { createDispatchHandler } from '../../src/lambda/events/dispatch';
import { createNoticeHandler, createSweepHandler, createTimerHandler } from '../../src/lambda/events/handlers';
import { createHeadHandler } from '../../src/lambda/events/heads';
import { type Ledger, openLedger } from '../support/ledger';
import { PERMIT } from '../support/permit';

type Line = [level: string, message: string, fields?: object];
const lines: Line[] = [];
const log = {
  info: (message: string, fields?: object) => void lines.push(['info', message, fields]),
  warn: (message: string, fields?: object) => void lines.push(['warn', message, fields]),
  error: (message: string, fields?: object) => void lines.push(['error', message, fields]),
};
beforeEach(() => {
  lines.length = 0;
});
const failure = (message: string, fields: object = {}): Line => [
  'error',
  message,
  { ...fields, error: 'Error', reason: 'down', stack: expect.stringContaining('Error: down') },
];
const down = () => Promise.reject(new Error('down'));

describe('the stream', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger({ memory: true });
  });
  afterAll(() => ledger?.stop());

  type Stored = Record<string, unknown>;
  const itemAt = async (Key: Stored): Promise<Stored> => {
    const { Item } = await ledger.tables.client.send(new GetCommand({ TableName: ledger.tables.main, Key }));
    return Item!;
  };
  const operatorItem = (id: string) => itemAt({ ...configKey(ledger.demo.org, 'operator', id) });
  const record = (sequence: string, after: Stored | null, before?: Stored) =>
    ({
      dynamodb: {
        SequenceNumber: sequence,
        ...(after === null ? {} : { NewImage: marshall(after) }),
        ...(before === undefined ? {} : { OldImage: marshall(before) }),
      },
    }) as DynamoDBRecord;
  interface Sent {
    readonly body: { readonly subject?: string; readonly request_id?: string };
  }
  const dispatching = (fails: (body: Sent['body']) => boolean = () => false) => {
    const sent: Record<'audit' | 'notices' | 'events' | 'timers', Sent['body'][]> = {
      audit: [],
      notices: [],
      events: [],
      timers: [],
    };
    const queue = (name: keyof typeof sent) => ({
      send: async (messages: readonly Sent[]) => {
        if (messages.some(({ body }) => fails(body))) throw new Error('down');
        sent[name].push(...messages.map(({ body }) => body));
      },
    });
    const queues = {
      audit: queue('audit'),
      notices: queue('notices'),
      events: queue('events'),
      timers: queue('timers'),
    };
    const handler = createDispatchHandler({ ...ledger.ports, log, queues } as never);
    return { sent, dispatch: (...Records: DynamoDBRecord[]) => handler({ Records }) };
  };
  const propose = async () => {
    const body = { action: 'demo.deploy', requester: 'op_alpha' };
    const { id } = (await ledger.v1('proposer', 'POST', '/v1/requests', { body })).body.request as { id: string };
    return { id, item: await itemAt({ ...requestKey(ledger.demo.org, id) }) };
  };

  it('the stream hands over the entries and the messages of a new request', async () => {
    const { id, item } = await propose();
    const { sent, dispatch } = dispatching();
    expect(await dispatch(record('7', item))).toEqual({ batchItemFailures: [] });
    expect(sent.audit).toMatchObject([{ subject: id, revisions: [{ revision: 1 }] }]);
    expect(sent.notices).toMatchObject([{ request_id: id }]);
    expect(lines).toEqual([]);
  });

  it('the stream hands over nothing for a removal, a check without a revision, and an item without consequences', async () => {
    const { item } = await propose();
    const { sent, dispatch } = dispatching(() => true);
    const checked = { ...item, check_at: 1 };
    const other = { pk: 'org#REQ#x', sk: 'INTENT', envelope: 'x' };
    expect(await dispatch(record('1', null, item), record('2', checked, item), record('3', other))).toEqual({
      batchItemFailures: [],
    });
    expect(Object.values(sent).flat()).toEqual([]);
  });

  it('the stream starts again at the first record that failed, and says why for each', async () => {
    const [good, bad, worse] = [await propose(), await propose(), await propose()];
    const { sent, dispatch } = dispatching(({ subject }) => subject === bad.id || subject === worse.id);
    expect(await dispatch(record('1', good.item), record('2', bad.item), record('3', worse.item))).toEqual({
      batchItemFailures: [{ itemIdentifier: '2' }],
    });
    expect(sent.audit).toMatchObject([{ subject: good.id }]);
    expect(lines).toEqual([failure('a stream record failed'), failure('a stream record failed')]);
  });

  it('the stream hands over an edit of the configuration once, with its entries for the chain', async () => {
    await ledger.api('op_alpha', 'POST', '/api/operators', {
      id: 'op_new',
      name: 'New',
      email: 'new@acme.dev',
      role: 'operator',
    });
    const item = await operatorItem('op_new');
    const { sent, dispatch } = dispatching();
    await dispatch(record('1', item));
    expect(sent.audit).toMatchObject([
      { subject: 'op_new', revisions: [{ revision: 1, facts: [{ kind: 'operator.created' }] }] },
    ]);
    expect(sent.notices).toMatchObject([{ subject: 'op_new', revision: 1, announced: [{ kind: 'operator.created' }] }]);
    const again = dispatching();
    await again.dispatch(record('2', { ...item, due_at: 1 }, item));
    expect(Object.values(again.sent).flat()).toEqual([]);
  });

  it('the stream removes the seats of a disabled operator, and not of one whose name was edited', async () => {
    const { id } = await propose();
    const seatOf = async () => {
      const { request } = (await ledger.requests.load(ledger.demo.org as never, id as never))!;
      return request.seats.find(({ operator }) => operator === 'op_delta')!;
    };
    const before = await operatorItem('op_delta');
    const { config } = ledger.ports;
    const operator = (await config.operator(ledger.demo.org as never, 'op_delta' as never))!;
    // As written by a console that died before it took the seats out itself.
    await config.saveOperator({ ...operator, enabled: false, revision: operator.revision + 1, journal: [] }, PERMIT);
    const after = await operatorItem('op_delta');
    expect((await seatOf()).disabled).toBe(false);
    await dispatching().dispatch(record('1', { ...after, enabled: true, name: 'Renamed' }, before));
    expect((await seatOf()).disabled).toBe(false);
    await dispatching().dispatch(record('2', after, before));
    expect((await seatOf()).disabled).toBe(true);
  });
});

describe('the writer of the audit chains', () => {
  const entry = (org: string, ...revisions: readonly number[]) => ({
    org,
    subject: 'req_1',
    revisions: revisions.map((revision) => ({
      revision,
      facts: [{ at: 1, kind: 'key.turned', subject: 'req_1', actor: 'op_a', data: {} }],
    })),
  });
  const received = (...bodies: object[]) => ({
    Records: bodies.map((body, n) => ({ messageId: `m${n}`, body: JSON.stringify(body) })),
  });
  const writing = () => {
    const blocks: [string, number[]][] = [];
    const tries: string[] = [];
    const audit = {
      tail: async (org: string) => ({ head: genesis(org), block: [] }),
      recorded: async () => new Set<string>(),
      mark: async () => undefined,
      append: async (org: string, _: unknown, shares: readonly { revision: number }[]) => {
        tries.push(org);
        if (org === 'down') throw new Error('down');
        blocks.push([org, shares.map(({ revision }) => revision)]);
        return true;
      },
    };
    const handler = createAuditHandler({
      audit: audit as never,
      pause: { beforeRetry: async () => undefined },
      log,
    });
    return { tries, blocks, handler };
  };

  it('the audit writer hands out again the messages of an organization that it could not write, and no others', async () => {
    const { tries, handler } = writing();
    const event = received(entry('down', 1), entry('fine', 1), entry('down', 2));
    expect(await handler(event as never)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm0' }, { itemIdentifier: 'm2' }],
    });
    expect(tries).toEqual(['down', 'fine']);
    expect(lines).toEqual([failure('audit entries failed; they are handed out again', { org: 'down' })]);
  });

  it('the audit writer adds each cause of overlapping messages once, for all organizations', async () => {
    const { blocks, handler } = writing();
    const event = received(entry('org_a', 1), entry('org_b', 1), entry('org_a', 1, 2), entry('org_a', 2, 3, 4));
    expect(await handler(event as never)).toEqual({ batchItemFailures: [] });
    expect(blocks).toEqual([
      ['org_a', [1, 2, 3, 4]],
      ['org_b', [1]],
    ]);
  });
});

describe('the publisher of heads', () => {
  const of = (pk: string | undefined, sequence: string) =>
    ({
      dynamodb: { SequenceNumber: sequence, ...(pk === undefined ? {} : { Keys: { pk: { S: pk } } }) },
    }) as DynamoDBRecord;

  it('the publisher of heads looks once at each organization with a new block, and repeats one that cannot wait', async () => {
    const asked: string[] = [];
    const handler = createHeadHandler({
      clock: { nowMs: () => 0 },
      audit: { entries: async () => [] },
      heads: {
        last: async (org: string) => {
          asked.push(org);
          return org === 'org_b' ? down() : null;
        },
      },
      queues: { heads: { send: down } },
      log,
    } as never);
    const Records = [
      of(undefined, '1'),
      of('org_a#AUDIT', '2'),
      of('org_b#AUDIT', '3'),
      of('org_a#AUDIT', '4'),
      of('org_b#AUDIT', '5'),
      of('org_a#REQ#req_1', '6'),
    ];
    expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: '3' }] });
    expect(asked).toEqual(['org_a', 'org_b']);
    expect(lines).toEqual([failure('a head was not published, and is tried again', { org: 'org_b' })]);
  });

  it('the publisher of heads skips records without a key', async () => {
    const handler = createHeadHandler({ log } as never);
    expect(await handler({ Records: [{}, { dynamodb: {} }, { dynamodb: { Keys: {} } }] })).toEqual({
      batchItemFailures: [],
    });
  });
});

describe('the timers', () => {
  const item = (id: string) => ({ kind: 'request', org: 'org_a', id, due_at: 5 });
  const firing = () => {
    const [loaded, postponed]: [string[], [object, number][]] = [[], []];
    const deps = {
      clock: { nowMs: () => 1000 },
      log,
      requests: {
        load: async (_: string, id: string) => {
          loaded.push(id);
          return id === 'gone' ? null : down();
        },
      },
      due: {
        backOff: async (due: { id: string }, toMs: number) => {
          if (due.id === 'worse') throw new Error('down');
          postponed.push([due, toMs]);
        },
      },
    };
    return { loaded, postponed, handler: createTimerHandler(deps as never) };
  };
  const postponed = (id: string) => [
    'error',
    'timer failed; the item is put off',
    { kind: 'request', org: 'org_a', id, error: 'down' },
  ];

  it('timers that fail are postponed one by one', async () => {
    const world = firing();
    const Records = ['gone', 'bad'].map((id) => ({ messageId: id, body: JSON.stringify(item(id)) }));
    expect(await world.handler({ Records } as never)).toEqual({ batchItemFailures: [] });
    expect(world.loaded).toEqual(['gone', 'bad']);
    expect(world.postponed).toEqual([[{ kind: 'request', org: 'org_a', id: 'bad', dueAtMs: 5 }, 1000 + 600_000]]);
    expect(lines).toEqual([postponed('bad')]);
  });

  it('timers that cannot be postponed are handed out again', async () => {
    const Records = ['worse', 'gone'].map((id) => ({ messageId: id, body: JSON.stringify(item(id)) }));
    expect(await firing().handler({ Records } as never)).toEqual({ batchItemFailures: [{ itemIdentifier: 'worse' }] });
    expect(lines.at(-1)).toEqual(failure('a message failed; it is handed out again', { message_id: 'worse' }));
  });
});

describe('the messages to people', () => {
  const handling = (deps: object) => (body: object) =>
    createNoticeHandler({ log, ...deps } as never, [(told) => tellChat({ log, ...deps } as never, told)])({
      Records: [{ messageId: 'm1', body: JSON.stringify(body) }],
    } as never);
  const EDIT = { org: 'org_a', subject: 'chat', revision: 1, announced: [] };

  it('messages reach the chat although the mails fail, and are then handed out again', async () => {
    const told: string[] = [];
    const send = handling({
      config: { operators: down, ruleBegan: down },
      // Slower than the failure: an answer that does not wait for the chat would end the function before it is told.
      chats: {
        changed: async (org: string) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          told.push(org);
        },
      },
    });
    expect(await send(EDIT)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
    expect(told).toEqual(['org_a']);
    expect(lines).toEqual([failure('a message failed; it is handed out again', { message_id: 'm1' })]);
  });

  it('messages reach operators although the chat fails, and are then handed out again', async () => {
    const taken: string[] = [];
    const send = handling({
      clock: { nowMs: () => 0 },
      random: { hex: () => 'own' },
      config: { operators: async () => [], ruleBegan: async () => null },
      organizations: { nameOf: async (org: string) => org },
      notices: { take: async (_org: string, _about: string, cause: string) => void taken.push(cause) },
      chats: { changed: down },
    });
    expect(await send(EDIT)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
    expect(taken).toEqual(['done#1']);
  });

  it('a due digest is read for its operator', async () => {
    const read: string[] = [];
    const send = handling({
      clock: { nowMs: () => 1000 },
      digests: {
        read: async (_: string, operator: string) => {
          read.push(operator);
          return { queued: 0, lastAtMs: 999, sending: [], waiting: [] };
        },
      },
    });
    expect(await send({ org: 'org_a', digest_for: 'op_a' })).toEqual({ batchItemFailures: [] });
    expect(read).toEqual(['op_a']);
  });
});

describe('the sweep', () => {
  it('the sweep answers and logs how much there was and how late the oldest was, and continues where it stopped', async () => {
    let nowMs = 100_000;
    const cursors: (string | null)[] = [];
    const sweep = createSweepHandler({
      clock: { nowMs: () => nowMs },
      shards: 2,
      log,
      queues: { timers: { send: async () => undefined } },
      due: {
        due: async (shard: number, _until: number, _limit: number, cursor: string | null) => {
          cursors.push(cursor);
          // The first shard takes all the time that there is.
          if (shard === 0) nowMs += 45_000;
          const items = [{ kind: 'request', org: 'org_a', id: `r${shard}`, dueAtMs: nowMs - 700 * (shard + 1) }];
          return { items, cursor: shard === 0 ? `after ${cursors.length}` : null };
        },
      },
    } as never);
    expect(await sweep()).toEqual({ sent: 2, oldestLatenessMs: 1400 });
    expect(lines).toEqual([['info', 'swept', { sent: 2, oldest_lateness_ms: 1400, unfinished_shards: 1 }]]);
    cursors.length = 0;
    await sweep();
    expect(cursors).toEqual(['after 1', null]);
  });

  it('the sweep fails if one of its shards failed, after it has sent what was due in the others', async () => {
    const item = { kind: 'request', org: 'org_a', id: 'r', dueAtMs: 0 };
    const sweep = createSweepHandler({
      clock: { nowMs: () => 0 },
      shards: 3,
      log,
      queues: { timers: { send: async () => undefined } },
      due: { due: async (shard: number) => (shard === 1 ? down() : { items: [item], cursor: null }) },
    } as never);
    await expect(sweep()).rejects.toThrow('down');
    expect(lines).toEqual([['info', 'swept', { sent: 2, oldest_lateness_ms: 0, unfinished_shards: 0 }]]);
  });
});
