/** What each operation costs while the table grows, and while the organization does. */

import { existsSync } from 'node:fs';
import { DEMO_ORG } from '../src/local/demo';
import { SET_UP } from '../src/protocol/actor';
import type { OperatorId } from '../src/protocol/identifiers';
import { openSetUp } from '../src/service/administration/use-cases/set-up';
import type { Said } from '../test/support/gateway';
import { DIGEST, ENVELOPE } from '../test/support/house';
import { type Ledger, openLedger } from '../test/support/ledger';
import { type Cost, createMeter, type Meter } from '../test/support/meter';
import { fact, log, table, writePart } from './report';
import { type Original, writeClones } from './support/clones';
import { timed } from './support/cpu-time';
import { authorized } from './support/requests';
import { median } from './support/stats';

/** So many requests are in the table. */
const SIZES = [1_000, 10_000, 100_000];
const REPEATS = 15;
const CHUNK = 1_000;
const PROPOSAL = { action: 'demo.solo', requester: 'op_alpha', params: { intent: DIGEST }, intent: ENVELOPE };

interface Run {
  readonly cost: Cost;
  readonly ms: number;
  /** Without that of the database. */
  readonly cpuMs: number;
}

type Measured = Record<string, Run[]>;

export async function growth(): Promise<void> {
  const ledger = await inMemory(openLedger);
  const meter = createMeter(ledger.tables);
  const columns: Measured[] = [];
  let written = 0;
  try {
    const original = await authorized(ledger, PROPOSAL);
    for (const size of SIZES) {
      for (; written < size; written += CHUNK) await writeClones(ledger.tables, younger(original, written), CHUNK);
      const column: Measured = {};
      for (let repeat = 0; repeat < REPEATS; repeat++) await lifecycle(ledger, measureInto(meter, column));
      columns.push(column);
    }
  } finally {
    await ledger.stop();
  }
  const flat = columns.every((column) => unitsOf(column) === unitsOf(columns[0]!));
  fact(
    'trips and units of each operation from 1,000 requests to 100,000',
    'the same',
    flat ? 'the same' : 'not the same',
  );
  log('Trips · write / read units · ms, with so many requests in the table', text(columns, SIZES));
  await withOperators();
}

/** So many operators are in the organization. The last is the most that it may have. */
const ORGANIZATIONS = [4, 200, 1_000];
const FEW_REPEATS = 15;

/** Some operations read all operators of the organization, who are in one partition. */
async function withOperators(): Promise<void> {
  const ledger = await inMemory(openLedger);
  const meter = createMeter(ledger.tables);
  const columns: Measured[] = [];
  try {
    const door = await openSetUp(ledger.ports, { org: DEMO_ORG, by: SET_UP });
    if (!door.ok) throw new Error('the demo has one admin');
    let hired = ORGANIZATIONS[0]!;
    for (const size of ORGANIZATIONS) {
      for (; hired < size; hired++) {
        const id = `op_n${hired}` as OperatorId;
        await door.value.createOperator({ id, name: id, email: `${id}@example.com`, role: 'operator' });
      }
      await oneOf(ledger, measureInto(meter, {}));
      const column: Measured = {};
      for (let repeat = 0; repeat < FEW_REPEATS; repeat++) await oneOf(ledger, measureInto(meter, column));
      columns.push(column);
    }
  } finally {
    await ledger.stop();
  }
  const cell = (runs: Measured[string]) => {
    const of = (what: (run: Run) => number) => median(runs.map(what));
    return `${of(({ cost }) => cost.trips)}/${of(({ cost }) => cost.readUnits)}/${of(({ cpuMs }) => cpuMs).toFixed(0)}`;
  };
  const head = ORGANIZATIONS.map((size) => `${size.toLocaleString('en')} operators`);
  const rows = Object.keys(columns[0]!).map((name) => [name, ...columns.map((column) => cell(column[name]!))]);
  writePart('growth', table(['trips/read units/ms of CPU', ...head], rows));
}

async function oneOf(ledger: Ledger, measure: Measure): Promise<void> {
  const { id } = (await measure('create', () => ledger.v1('proposer', 'POST', '/v1/requests', { body: PROPOSAL })))
    .request;
  await measure('inbox', () => ledger.api('op_bravo', 'GET', '/api/inbox'));
  await measure('open a request', () => ledger.api('op_bravo', 'GET', `/api/requests/${id}`));
  const code = await ledger.code('op_bravo', id);
  await measure('turn', () => ledger.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code }));
  await measure('claim', () => ledger.v1('worker', 'POST', `/v1/requests/${id}/claim`));
}

function measureInto(meter: Meter, into: Measured): Measure {
  return async (name, operation) => {
    const { answer: measured, ms, cpuUs } = await timed(() => meter.measure(operation));
    const { answer, cost } = measured;
    if (answer.status >= 300) throw new Error(`${name}: ${answer.status}`);
    into[name] ??= [];
    into[name].push({ cost, ms, cpuMs: cpuUs / 1000 });
    return answer.body;
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
type Measure = (name: string, operation: () => Promise<Said>) => Promise<any>;

async function lifecycle(ledger: Ledger, measure: Measure): Promise<void> {
  const { id } = (await measure('create', () => ledger.v1('proposer', 'POST', '/v1/requests', { body: PROPOSAL })))
    .request;
  const code = await ledger.code('op_bravo', id);
  await measure('turn', () => ledger.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code }));
  await measure('get', () => ledger.v1('reader', 'GET', `/v1/requests/${id}`));
  await measure('list of 25', () => ledger.v1('worker', 'GET', '/v1/requests?executable=true'));
  const { claim_id } = await measure('claim', () => ledger.v1('worker', 'POST', `/v1/requests/${id}/claim`));
  const report = { claim_id, status: 'succeeded' };
  await measure('report', () => ledger.v1('worker', 'POST', `/v1/requests/${id}/execution`, { body: report }));
}

/** Only the oldest ones, which the list answers, have envelopes. Those of the others would only be more items. */
function younger({ request, intent }: Original, by: number): Original {
  return { request: { ...request, createdAtMs: request.createdAtMs + by }, intent: by < CHUNK ? intent : null };
}

/** The counts do not depend on the disk, but the time to write so many items does. */
async function inMemory<T>(open: () => Promise<T>): Promise<T> {
  const { TMPDIR } = process.env;
  if (existsSync('/dev/shm')) process.env.TMPDIR = '/dev/shm';
  try {
    return await open();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** The medians of each operation, as one text that can be compared. */
function unitsOf(column: Measured): string {
  const of = (runs: Measured[string], what: (cost: Cost) => number) => median(runs.map(({ cost }) => what(cost)));
  return Object.values(column)
    .map((runs) =>
      [(cost: Cost) => cost.trips, (cost: Cost) => cost.writeUnits, (cost: Cost) => cost.readUnits].map((what) =>
        of(runs, what),
      ),
    )
    .join();
}

function text(columns: readonly Measured[], sizes: readonly number[]): string {
  const said = (runs: Measured[string]) => {
    const of = (what: (cost: Cost) => number) => median(runs.map(({ cost }) => what(cost)));
    const units = `${of(({ writeUnits }) => writeUnits)} / ${of(({ readUnits }) => readUnits)}`;
    return `${of(({ trips }) => trips)} · ${units} · ${median(runs.map(({ ms }) => ms)).toFixed(0)}`;
  };
  return table(
    ['operation', ...sizes.map((size) => size.toLocaleString('en'))],
    Object.keys(columns[0]!).map((name) => [name, ...columns.map((column) => said(column[name]!))]),
  );
}
