/** The functions behind the stream and the queues, over tables in memory: what each hands over, hands out again, and logs. */

import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { createTableInput } from '../../src/adapters/dynamodb/create-tables';
import { configKey, requestKey } from '../../src/adapters/dynamodb/keys';
import { MAIN_TABLE } from '../../src/adapters/dynamodb/table';
import { withIndexes } from '../../src/lambda/aws/base';
import { createAuditHandler } from '../../src/lambda/events/audit';
import { createDispatchHandler } from '../../src/lambda/events/dispatch';
import { createNoticeHandler } from '../../src/lambda/events/notice';
import { createTimerHandler } from '../../src/lambda/events/timer';
import { DEMO_ORG } from '../../src/local/demo';
import { person } from '../../src/protocol/actor';
import type { OperatorId, OrgId, RequestId } from '../../src/protocol/identifiers';
import { writeEdit } from '../../src/service/administration/use-cases/make-edit';
import type { AuditMessage } from '../../src/service/audit/ports';
import type { OperatorPatch } from '../../src/service/configuration/rules/items';
import type { MailMessage } from '../../src/service/notice/ports';
import type { RequestStore } from '../../src/service/request/ports';
import type { QueueMessage } from '../../src/service/system/ports';
import { type Ledger, openLedger } from '../support/ledger';
import { queued } from '../support/messages';
import { openedOnce } from '../support/opened';
import { PERMIT } from '../support/permit';
import { openTestTables } from '../support/tables';

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

describe('the functions behind the stream and the queues', () => {
  const ledger = openedOnce(() => openLedger({ memory: true }));

  type Stored = Record<string, unknown>;
  const itemAt = async (Key: Stored): Promise<Stored> => {
    const { Item } = await ledger.tables.client.send(new GetCommand({ TableName: ledger.tables.main, Key }));
    return Item!;
  };
  const operatorItem = (id: string) => itemAt({ ...configKey(DEMO_ORG, 'operator', id) });
  const record = (sequence: string, after: Stored | null, before?: Stored) =>
    ({
      dynamodb: {
        SequenceNumber: sequence,
        ...(after === null ? {} : { NewImage: marshall(after) }),
        ...(before === undefined ? {} : { OldImage: marshall(before) }),
      },
    }) as DynamoDBRecord;
  /** `sends`: to which queues, in how many calls. */
  const dispatching = (fails: (body: Partial<AuditMessage>) => boolean = () => false) => {
    const sent = { audit: [] as object[], notices: [] as object[], events: [] as object[], timers: [] as object[] };
    const sends: string[] = [];
    const queue = (name: keyof typeof sent) => ({
      send: async (messages: readonly QueueMessage<object>[]) => {
        if (messages.length > 0) sends.push(name);
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
    const handler = createDispatchHandler({ ...ledger.ports, log, queues: { ...ledger.ports.queues, ...queues } });
    return { sent, sends, dispatch: (...Records: DynamoDBRecord[]) => handler({ Records }) };
  };
  const propose = async () => {
    const id = await ledger.proposed({ action: 'demo.deploy' });
    return { id, item: await itemAt({ ...requestKey(DEMO_ORG, id) }) };
  };

  it('the stream hands over the entries and the messages of a new request', async () => {
    const { id, item } = await propose();
    const { sent, dispatch } = dispatching();
    expect(await dispatch(record('7', item))).toEqual({ batchItemFailures: [] });
    expect(sent.audit).toMatchObject([{ journals: [{ subject: id, revisions: [{ revision: 1 }] }] }]);
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
    const { sent, dispatch } = dispatching(({ journals = [] }) =>
      journals.some(({ subject }) => subject === bad.id || subject === worse.id),
    );
    expect(await dispatch(record('1', good.item), record('2', bad.item), record('3', worse.item))).toEqual({
      batchItemFailures: [{ itemIdentifier: '2' }],
    });
    expect(sent.audit).toMatchObject([{ journals: [{ subject: good.id }] }]);
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
      { journals: [{ subject: 'op_new', revisions: [{ revision: 1, facts: [{ kind: 'operator.created' }] }] }] },
    ]);
    expect(sent.notices).toMatchObject([{ subject: 'op_new', revision: 1, announced: [{ kind: 'operator.created' }] }]);
    const again = dispatching();
    await again.dispatch(record('2', { ...item, due_at: 1 }, item));
    expect(Object.values(again.sent).flat()).toEqual([]);
  });

  it('the stream removes the seats of a disabled operator, and not of one whose name was edited', async () => {
    const { id } = await propose();
    const seatOf = async () => {
      const { request } = (await ledger.requests.load(DEMO_ORG, id as RequestId))!;
      return request.seats.find(({ operator }) => operator === 'op_delta')!;
    };
    /** As written by a console that died before it took the seats out itself. */
    const edit = async (patch: OperatorPatch) => {
      const before = await operatorItem('op_delta');
      const edit = { kind: 'update_operator', id: 'op_delta' as OperatorId, patch } as const;
      const edited = await writeEdit(ledger.ports, { org: DEMO_ORG, by: person('op_alpha') }, edit, PERMIT);
      if (!edited.ok) throw new Error(edited.error.reason);
      return record('1', await operatorItem('op_delta'), before);
    };
    await dispatching().dispatch(await edit({ name: 'Renamed' }));
    expect((await seatOf()).disabled).toBe(false);
    const disabled = await edit({ enabled: false });
    expect((await seatOf()).disabled).toBe(false);
    await dispatching().dispatch(disabled);
    expect((await seatOf()).disabled).toBe(true);
  });

  it('a batch of the stream costs one request to each queue and one read of the endpoints, and sends each record its complete journal in order', async () => {
    const [ids, records]: [string[], DynamoDBRecord[]] = [[], []];
    for (let n = 0; n < 5; n++) {
      const id = await ledger.proposed({ callback_url: 'https://receiver.example/events' });
      const proposed = await itemAt({ ...requestKey(DEMO_ORG, id) });
      await ledger.refuse('op_bravo', id);
      const refused = await itemAt({ ...requestKey(DEMO_ORG, id) });
      records.push(record(`${2 * n}`, proposed), record(`${2 * n + 1}`, refused, proposed));
      ids.push(id);
    }
    const read = jest.spyOn(ledger.ports.config, 'endpoints');
    const { sent, sends, dispatch } = dispatching();
    expect(await dispatch(...records)).toEqual({ batchItemFailures: [] });
    expect([sends.sort(), read.mock.calls.length]).toEqual([['audit', 'events', 'notices'], 1]);
    read.mockRestore();
    expect([sent.events.length, sent.notices.length]).toEqual([5, 10]);
    const [{ journals }, ...more] = sent.audit as [AuditMessage];
    expect(more).toEqual([]);
    expect(journals.map(({ subject, revisions }) => [subject, revisions.map(({ revision }) => revision)])).toEqual(
      ids.flatMap((id) => [
        [id, [1]],
        [id, [1, 2]],
      ]),
    );
    // It starts again at the first record that a queue refuses, and sends the others.
    const failing = dispatching((body) => JSON.stringify(body).includes(ids[2]!));
    expect(await failing.dispatch(...records)).toEqual({ batchItemFailures: [{ itemIdentifier: '4' }] });
    const told = new Set(JSON.stringify(Object.values(failing.sent)).match(/req_\w+/g));
    expect([...told].sort()).toEqual(ids.filter((id) => id !== ids[2]).sort());
  });

  describe('the writer of the audit chains', () => {
    const message = (org: string, ...numbers: readonly number[]) => {
      const revisions = numbers.map((revision) => ({
        revision,
        facts: [{ at: 1, kind: 'key.turned', subject: 'req_1', ...person('op_a'), data: { revision } }],
      }));
      return { org, journals: [{ subject: 'req_1', revisions }] };
    };
    const revisionsIn = async (org: string) =>
      (await ledger.ports.audit.entries(org as OrgId, 0, 10)).map(({ data }) => data.revision);

    it('the audit writer hands out again the messages of an organization that it could not write, and no others', async () => {
      const { audit } = ledger.ports;
      const append: typeof audit.append = (org, ...block) =>
        org === 'org_down' ? down() : audit.append(org, ...block);
      const event = queued(message('org_down', 1), message('org_fine', 1), message('org_down', 2));
      const handler = createAuditHandler({ ...ledger.ports, log, audit: { ...audit, append } });
      expect(await handler(event)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }, { itemIdentifier: 'm2' }] });
      expect(lines).toEqual([failure('audit entries failed; they are handed out again', { org: 'org_down' })]);
      expect([await revisionsIn('org_down'), await revisionsIn('org_fine')]).toEqual([[], [1]]);
      expect(await createAuditHandler({ ...ledger.ports, log })(event)).toEqual({ batchItemFailures: [] });
      expect([await revisionsIn('org_down'), await revisionsIn('org_fine')]).toEqual([[1, 2], [1]]);
    });

    it('the audit writer adds each cause of overlapping messages once, for all organizations', async () => {
      const overlapping = [message('org_a', 1), message('org_b', 1), message('org_a', 1, 2), message('org_a', 2, 3, 4)];
      const handler = createAuditHandler({ ...ledger.ports, log });
      expect(await handler(queued(...overlapping))).toEqual({ batchItemFailures: [] });
      expect([await revisionsIn('org_a'), await revisionsIn('org_b')]).toEqual([[1, 2, 3, 4], [1]]);
    });
  });

  describe('the messages to people', () => {
    const handling = (change: Partial<Ledger['ports']>, besides: () => Promise<void>) =>
      createNoticeHandler({ ...ledger.ports, log, ...change }, [besides]);
    /** The message about a new operator, as the stream hands it over. */
    const announced = async (id: string) => {
      await ledger.api('op_alpha', 'POST', '/api/operators', {
        ...{ id, name: id, email: `${id}@acme.dev`, role: 'operator' },
      });
      const { sent, dispatch } = dispatching();
      await dispatch(record('1', await operatorItem(id)));
      return queued(...sent.notices);
    };

    it('messages reach the chat although the mails fail, and are then handed out again', async () => {
      const event = await announced('op_one');
      let told = false;
      const handler = handling({ config: { ...ledger.ports.config, operators: down } }, async () => {
        // Slower than the failure: an answer that does not wait for the chat would end the function before it is told.
        await new Promise((resolve) => setTimeout(resolve, 5));
        told = true;
      });
      expect(await handler(event)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
      expect(told).toBe(true);
      expect(lines).toEqual([failure('a message failed; it is handed out again', { message_id: 'm0' })]);
    });

    it('messages reach operators although the chat fails, and are then handed out again', async () => {
      const { sent, dispatch } = dispatching();
      await dispatch(record('1', (await propose()).item));
      const receivers: string[] = [];
      const mailer = {
        ...ledger.ports.mailer,
        send: async ({ to }: MailMessage) => void receivers.push(to.operator),
      };
      expect(await handling({ mailer }, down)(queued(...sent.notices))).toEqual({
        batchItemFailures: [{ itemIdentifier: 'm0' }],
      });
      expect(receivers).toContain('op_bravo');
    });
  });

  describe('the timers', () => {
    it('timers that fail are postponed one by one', async () => {
      const [bad, fine] = [await propose(), await propose()];
      const timerOf = ({ id, item }: typeof bad) => ({
        ...{ kind: 'request', org: DEMO_ORG, id, due_at: item.due_at },
      });
      const load = async (id: string) => (await ledger.requests.load(DEMO_ORG, id as RequestId))!.request;
      ledger.clock.advance((await load(fine.id)).expiresAtMs - ledger.clock.nowMs());
      const requests: RequestStore = {
        ...ledger.requests,
        load: (org, id) => (id === bad.id ? down() : ledger.requests.load(org, id)),
      };
      const deps = { ...ledger.ports, log, requests };
      const fromMs = ledger.clock.nowMs();
      expect(await createTimerHandler(deps)(queued(timerOf(bad), timerOf(fine)))).toEqual({ batchItemFailures: [] });
      expect([(await load(bad.id)).state, (await load(fine.id)).state]).toEqual(['notified', 'expired']);
      const put = (await itemAt({ ...requestKey(DEMO_ORG, bad.id) })).due_at as number;
      expect(put - fromMs).toBeGreaterThanOrEqual(600_000);
      expect(put - fromMs).toBeLessThan(660_000);
      const { due_at: _, ...subject } = timerOf(bad);
      expect(lines).toEqual([['error', 'timer failed; the item is put off', { ...subject, error: 'down' }]]);
    });

    it('timers that cannot be postponed are handed out again', async () => {
      const timer = (id: string) => ({ kind: 'request', org: 'org_a', id, due_at: 5 });
      const load: RequestStore['load'] = (_, id) => (id === 'req_bad' ? down() : Promise.resolve(null));
      const due = { ...ledger.ports.due, backOff: down };
      const deps = { ...ledger.ports, log, due, requests: { ...ledger.requests, load } };
      expect(await createTimerHandler(deps)(queued(timer('req_bad'), timer('req_gone')))).toEqual({
        batchItemFailures: [{ itemIdentifier: 'm0' }],
      });
      expect(lines.at(-1)).toEqual(failure('a message failed; it is handed out again', { message_id: 'm0' }));
    });
  });
});

/** A function whose table lacks an index does not start (docs/deploy.md#backup-and-restore). */
describe('a function that reads an index', () => {
  const warned: string[] = [];
  const log = { info() {}, error() {}, warn: (text: string) => void warned.push(text) };
  const handled: string[] = [];
  const handler = async (event: string) => {
    handled.push(event);
    return 'done';
  };
  const startedOn = (tables: Tables) => withIndexes({ tables, log }, ['work', 'receiver'], handler);
  const database = openedOnce(openTestTables);
  beforeEach(() => {
    warned.length = 0;
    handled.length = 0;
  });

  it('a function that reads an index handles events if its table has the index', async () => {
    expect(await startedOn(database.tables)('one')).toBe('done');
  });

  it('a function whose index is missing handles no event, and says what is missing and what to do', async () => {
    const { client } = database.tables;
    const indexes = MAIN_TABLE.indexes.filter(({ name }) => name !== 'receiver');
    await client.send(new CreateTableCommand(createTableInput('earlier', { ...MAIN_TABLE, indexes })));
    const start = startedOn({ ...database.tables, main: 'earlier' });
    for (const event of ['one', 'two'])
      await expect(start(event)).rejects.toThrow(
        'the table earlier has no index receiver: deploy the data stack, or restore to a later point',
      );
    expect(handled).toEqual([]);
  });

  it('a function starts if its table cannot be described, because its own calls say why', async () => {
    expect(await startedOn({ ...database.tables, main: 'nowhere' })('one')).toBe('done');
    expect(warned).toEqual(['the table could not be described']);
  });
});
