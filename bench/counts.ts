/** What each operation and a complete lifecycle cost in DynamoDB, from the store's own answers. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { requestKey } from '../src/adapters/dynamodb/keys';
import { itemBytes, type Marshalled } from '../test/support/capacity';
import type { Said } from '../test/support/gateway';
import { type Ledger, openLedger } from '../test/support/ledger';
import { type Cost, createMeter } from '../test/support/meter';
import { withoutDisplay } from '../test/support/plain-action';
import { fact, table, writePart } from './report';
import { PARAMS } from './support/proposal';
import { sealed } from './support/requests';

interface Lifecycle {
  readonly name: string;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly calls: number;
}

interface Row {
  readonly name: string;
  readonly cost: Cost;
  /** The size of the request's item afterwards. */
  readonly bytes: number;
}

export async function counts(): Promise<void> {
  const ledger = await openLedger();
  await withoutDisplay(ledger, 'demo.deploy');
  const meter = createMeter(ledger.tables);
  for (const key of ['proposer', 'worker', 'reader'] as const) await ledger.v1(key, 'GET', '/v1/requests/none');
  const rows: Row[] = [];
  const run = async (name: string, operation: () => Promise<Said>): Promise<Said> => {
    const { answer, cost } = await meter.measure(operation);
    rows.push({ name, cost, bytes: await sizeOf(ledger, answer.body?.request?.id ?? id) });
    return answer;
  };
  let id = '';
  const lifecycles: Lifecycle[] = [];
  for (const isSealed of [false, true]) {
    const from = rows.length;
    const kind = isSealed ? 'with an 8 KiB intent' : 'without intent';
    const extra = isSealed ? sealed(8 * 1024) : { params: PARAMS };
    const body = { action: 'demo.deploy', requester: 'op_alpha', ...extra };
    id = (await run(`create, ${kind}`, () => ledger.v1('proposer', 'POST', '/v1/requests', { body }))).body.request.id;
    for (const operator of ['op_bravo', 'op_charlie']) {
      const code = await ledger.code(operator, id);
      await run(`turn a key (${operator === 'op_bravo' ? 'first' : 'verdict'}), ${kind}`, () =>
        ledger.api(operator, 'POST', `/api/requests/${id}/turn`, { code }),
      );
    }
    await run(`get, ${kind}`, () => ledger.v1('reader', 'GET', `/v1/requests/${id}`));
    if (isSealed) {
      const claim = () => ledger.v1('worker', 'POST', `/v1/requests/${id}/claim`);
      const { claim_id } = (await run('claim, won', claim)).body;
      const report = { claim_id, status: 'succeeded', reference: 're_1' };
      const tell = () => ledger.v1('worker', 'POST', `/v1/requests/${id}/execution`, { body: report });
      await run('report', tell);
      lifecycles.push(sumOf(kind, rows.slice(from)));
      await run('claim, lost', claim);
      await run('report, repeated', tell);
    } else {
      lifecycles.push(sumOf(kind, rows.slice(from)));
      await replay(ledger, run, body);
    }
  }
  await ledger.stop();
  facts(rows, lifecycles);
  writePart('counts', 'Counts', text(rows, lifecycles));
}

/** The goals are those of docs/storage.md#access-patterns and test/store/trips.test.ts. */
function facts(rows: readonly Row[], lifecycles: readonly Lifecycle[]): void {
  const most = (operation: string) =>
    Math.max(...rows.filter(({ name }) => name.startsWith(operation)).map(({ cost }) => cost.trips));
  fact(
    'trips of a create, a get, a claim, a report and a turn, at most',
    '3/2/2/2/3',
    ['create', 'get', 'claim', 'report', 'turn'].map(most).join('/'),
  );
  for (const { name, writeUnits, readUnits } of lifecycles) {
    const isPlain = name === 'without intent';
    const what = `write and read units of a lifecycle ${name}: the answers`;
    fact(what, isPlain ? '≤ 20, –' : '–', `${writeUnits}, ${readUnits}`);
  }
}

async function replay(ledger: Ledger, run: (name: string, operation: () => Promise<Said>) => unknown, body: object) {
  const create = () =>
    ledger.v1('proposer', 'POST', '/v1/requests', { body, headers: { 'idempotency-key': 'counted' } });
  await create();
  await run('create, replayed', create);
}

async function sizeOf({ tables, demo }: Ledger, id: string): Promise<number> {
  const { Items = [] } = await tables.client.send(
    new QueryCommand({
      TableName: tables.main,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': requestKey(demo.org, id).pk },
    }),
  );
  const item = Items.find(({ sk }) => sk === 'REQUEST');
  return item === undefined ? 0 : itemBytes(marshall(item) as Marshalled);
}

function sumOf(name: string, rows: readonly Row[]): Lifecycle {
  const sum = (of: (cost: Cost) => number) => rows.reduce((total, { cost }) => total + of(cost), 0);
  return {
    name,
    writeUnits: sum((cost) => cost.writeUnits),
    readUnits: sum((cost) => cost.readUnits),
    calls: sum(({ calls }) => calls.length),
  };
}

function text(rows: readonly Row[], lifecycles: readonly Lifecycle[]): string {
  const places = ({ writes }: Cost) =>
    Object.entries(writes)
      .sort()
      .map(([place, units]) => `${place} ${units}`)
      .join(', ');
  const kib = ({ calls }: Cost, of: 'sentBytes' | 'receivedBytes') =>
    (calls.reduce((sum, call) => sum + call[of], 0) / 1024).toFixed(1);
  return [
    'Each operation through the functions’ own handlers: sequential round trips, calls, and the capacity that the store reported. The charge for a refused write is',
    'computed from the item that it conflicted with: the embedded DynamoDB does not report it, but AWS charges it. The action is `demo.deploy` without its display, with a quorum of two. `test/support/meter.test.ts`',
    'compares the meter with the developer guide’s examples and the store’s answers.',
    '',
    table(
      [
        'operation',
        'trips',
        'calls',
        'write units',
        'where',
        'refused',
        'read units',
        'KiB sent',
        'received',
        'item after, bytes',
      ],
      rows.map(({ name, cost, bytes }) => [
        name,
        cost.trips,
        cost.calls.length,
        cost.writeUnits,
        places(cost),
        cost.refusedUnits,
        cost.readUnits,
        kib(cost, 'sentBytes'),
        kib(cost, 'receivedBytes'),
        bytes,
      ]),
    ),
    '',
    table(
      ['lifecycle (create, two turns, get; claim and report)', 'write units', 'read units', 'calls'],
      lifecycles.map(({ name, writeUnits, readUnits, calls }) => [name, writeUnits, readUnits, calls]),
    ),
    '',
    'What each unit pays for, and why it is needed:',
    '',
    '- *the item*: a unit for each started KiB, at every transition. It has the params, policy, seats and the journal of what is not in the audit chain yet. So one read and',
    '  one conditional write decide everything, and there is no second write that could be forgotten (the item is the outbox).',
    '- *the transaction of a turn*: twice the item, and twice a check that the operator is still enabled. Without it, a turn of a disabled operator could win a race.',
    '- *the intent*, beside the request: written once, in the same transaction (twice its size), so that later transitions do not pay for 8 to 64 KiB again.',
    '- *work*: an entry while the request is open, executable or leased; a move is two units. The executable list reads only this index.',
    '- *due*: the earliest deadline; a move is two units. Without it, nothing would find what is due or what was not handed over.',
    '- *recent*: one unit at creation, for the console’s list.',
    '- *reads*: the key or session (strongly consistent, so a revocation takes effect at the next call), then the request with its intent, or the policy and the operators.',
  ].join('\n');
}
