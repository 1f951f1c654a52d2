/** What each operation and a whole lifecycle cost DynamoDB, from the store's own answers. */
import { DIGEST } from '../test/support/house';
import { openLedger, type Said } from '../test/support/ledger';
import { type Cost, createMeter } from '../test/support/meter';
import { table, writePart } from './report';

const PARAMS = { charge: 'ch_1', note: 'n'.repeat(200) };
/** 8 KiB of ciphertext. */
const INTENT = {
  v: 1,
  alg: 'A256GCM',
  kid: '6733e5bd34a4d669',
  nonce: '2r-tHb7O8xo1Fwnw',
  ciphertext: 'A'.repeat(8 * 1024),
};

export interface Lifecycle {
  readonly name: string;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly calls: number;
}

export async function counts(): Promise<Lifecycle[]> {
  const ledger = await openLedger();
  const meter = createMeter(ledger.tables);
  for (const key of ['proposer', 'worker', 'reader'] as const) await ledger.v1(key, 'GET', '/v1/requests/none');
  const rows: [string, Cost][] = [];
  const run = async (name: string, operation: () => Promise<Said>): Promise<Said> => {
    const { answer, cost } = await meter.measure(operation);
    rows.push([name, cost]);
    return answer;
  };
  const lifecycles: Lifecycle[] = [];
  for (const sealed of [false, true]) {
    const from = rows.length;
    const kind = sealed ? 'with an 8 KiB intent' : 'without intent';
    const extra = sealed ? { params: { ...PARAMS, intent: DIGEST }, intent: INTENT } : { params: PARAMS };
    const body = { action: 'demo.deploy', requester: 'op_alpha', ...extra };
    const { id } = (await run(`create, ${kind}`, () => ledger.v1('proposer', 'POST', '/v1/requests', { body }))).body
      .request;
    for (const operator of ['op_bravo', 'op_charlie']) {
      const code = await ledger.code(operator, id);
      await run(`turn a key (${operator === 'op_bravo' ? 'first' : 'verdict'}), ${kind}`, () =>
        ledger.api(operator, 'POST', `/api/requests/${id}/turn`, { code }),
      );
    }
    await run(`get, ${kind}`, () => ledger.v1('reader', 'GET', `/v1/requests/${id}`));
    if (sealed) {
      const claim = () => ledger.v1('worker', 'POST', `/v1/requests/${id}/claim`);
      const { claim_id } = (await run('claim, won', claim)).body;
      const report = { claim_id, status: 'succeeded', reference: 're_1' };
      await run('report', () => ledger.v1('worker', 'POST', `/v1/requests/${id}/execution`, { body: report }));
      const lifecycle = rows.slice(from);
      lifecycles.push(sumOf(kind, lifecycle));
      await run('claim, lost', claim);
    } else lifecycles.push(sumOf(kind, rows.slice(from)));
  }
  await ledger.stop();
  writePart('counts', 'Counts', text(rows, lifecycles));
  return lifecycles;
}

function sumOf(name: string, rows: readonly [string, Cost][]): Lifecycle {
  const sum = (of: (cost: Cost) => number) => rows.reduce((total, [, cost]) => total + of(cost), 0);
  return {
    name,
    writeUnits: sum((cost) => cost.writeUnits),
    readUnits: sum((cost) => cost.readUnits),
    calls: sum(({ calls }) => calls.length),
  };
}

function text(rows: readonly [string, Cost][], lifecycles: readonly Lifecycle[]): string {
  const places = ({ writes }: Cost) =>
    Object.entries(writes)
      .map(([place, units]) => `${place} ${units}`)
      .join(', ');
  return [
    'Sequential round trips, and capacity as the store answered it (the embedded DynamoDB reports no capacity for a refused write;',
    'DynamoDB charges a lost claim one unit for each KiB of the item). Two keys, `demo.deploy`.',
    '',
    table(
      ['operation', 'trips', 'calls', 'write units', 'where', 'read units'],
      rows.map(([name, cost]) => [name, cost.trips, cost.calls.length, cost.writeUnits, places(cost), cost.readUnits]),
    ),
    '',
    table(
      ['lifecycle (create, two turns, get; claim and report)', 'write units', 'read units', 'calls'],
      lifecycles.map(({ name, writeUnits, readUnits, calls }) => [name, writeUnits, readUnits, calls]),
    ),
    '',
    'The floor of a lifecycle without intent is 12: three writes of a 2 KiB item, twice for the two transactions. What is above it: the entries of the sparse',
    'indexes *work*, *due* and *recent* when they are made and moved, without which nothing would find what falls due or what',
    'a worker may claim. The audit chain, messages and deliveries are paid for by the stream’s consumers, after the answer.',
  ].join('\n');
}
