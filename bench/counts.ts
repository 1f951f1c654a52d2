/** What each operation and a complete lifecycle cost in DynamoDB, from the store's own answers. */
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
}

interface Row {
  readonly name: string;
  readonly cost: Cost;
}

export async function counts(): Promise<void> {
  const ledger = await openLedger();
  await withoutDisplay(ledger, 'demo.deploy');
  const meter = createMeter(ledger.tables);
  for (const key of ['proposer', 'worker', 'reader'] as const) await ledger.v1(key, 'GET', '/v1/requests/none');
  const rows: Row[] = [];
  const run = async (name: string, operation: () => Promise<Said>): Promise<Said> => {
    const { answer, cost } = await meter.measure(operation);
    rows.push({ name, cost });
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
  writePart('counts', text(rows));
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

function sumOf(name: string, rows: readonly Row[]): Lifecycle {
  const sum = (of: (cost: Cost) => number) => rows.reduce((total, { cost }) => total + of(cost), 0);
  return {
    name,
    writeUnits: sum((cost) => cost.writeUnits),
    readUnits: sum((cost) => cost.readUnits),
  };
}

/** A refused write is charged too. */
function text(rows: readonly Row[]): string {
  const cells = new Map<string, [without: string, withIntent: string]>();
  for (const { name, cost } of rows) {
    const operation = name.replace(/, with(out intent| an 8 KiB intent)$/, '');
    const cell = `${cost.trips}, ${cost.writeUnits + cost.refusedUnits}/${cost.readUnits}`;
    const [without = '–', withIntent = '–'] = cells.get(operation) ?? [];
    const hasIntent = /intent$/.test(name) ? !name.endsWith('without intent') : !operation.startsWith('create');
    cells.set(operation, hasIntent ? [without, cell] : [cell, withIntent]);
  }
  return table(
    ['trips, write/read units', 'without intent', '8 KiB intent'],
    [...cells].map(([operation, each]) => [operation, ...each]),
  );
}
