/** What it reads, takes and costs to open an inbox of 502 requests, and to search 100,000. */
import { SHAPES } from '../infra/constructs/function-shapes';
import type { Said } from '../test/support/gateway';
import { type Ledger, openLedger } from '../test/support/ledger';
import { createMeter } from '../test/support/meter';
import { PRICE } from './price';
import { fact, log, table } from './report';
import { writeClones } from './support/clones';
import { timed } from './support/cpu-time';
import { authorized, proposed } from './support/requests';
import { median } from './support/stats';

const ENDED = 100_000;
const OPEN = 502;
const CHUNK = 1000;
const REPEATS = 9;
/** The most calls of one export of the history. */
const MOST_CALLS = 500;
const MEMORY_GB = SHAPES.console.memoryMb / 1024;

interface Row {
  readonly what: string;
  readonly trips: number;
  readonly readUnits: number;
  readonly ms: number;
}

export async function inbox(): Promise<void> {
  const ledger = await openLedger();
  const meter = createMeter(ledger.tables);
  try {
    await fill(ledger);
    const measured = async (what: string, operation: () => Promise<Said>): Promise<Row> => {
      const runs: { readonly trips: number; readonly readUnits: number; readonly ms: number }[] = [];
      for (let repeat = 0; repeat < REPEATS; repeat++) {
        const { answer: measured, ms } = await timed(() => meter.measure(operation));
        const { answer, cost } = measured;
        if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
        runs.push({ trips: cost.trips, readUnits: cost.readUnits, ms });
      }
      const last = runs.at(-1)!;
      return { what, trips: last.trips, readUnits: last.readUnits, ms: median(runs.map(({ ms }) => ms)) };
    };
    const read = (path: string) => () => ledger.api('op_bravo', 'GET', path);
    const rows = [
      await measured(`the inbox, ${OPEN} open requests`, read('/api/inbox')),
      await measured('the same, searched for a word', read('/api/inbox?view=open&text=northwind')),
      await measured('one step of a search: 1,000 requests', read('/api/requests?text=northwind&limit=50')),
      await measured('one call of the export: 100 requests', read('/api/requests?limit=100')),
    ];
    const [opened, , step, exported] = rows as [Row, Row, Row, Row];
    fact(
      `the inbox with ${OPEN} open requests: trips, read units, ms`,
      '–',
      `${opened.trips}, ${opened.readUnits}, ${opened.ms.toFixed(0)}`,
    );
    const steps = ENDED / 1000;
    fact(
      'a search of 100,000 requests for a word that none has: read units, USD',
      '–',
      `${Math.round(step.readUnits * steps).toLocaleString('en')}, ${(usdOf(step) * steps).toFixed(4)}`,
    );
    fact(
      `an export of ${(MOST_CALLS * 100).toLocaleString('en')} requests: calls, read units, USD`,
      '–',
      `${MOST_CALLS}, ${Math.round(exported.readUnits * MOST_CALLS).toLocaleString('en')}, ${(usdOf(exported) * MOST_CALLS).toFixed(4)}`,
    );
    log('Inbox, search and export', text(rows));
  } finally {
    await ledger.stop();
  }
}

/** Written without the functions, in the form in which the functions write them. */
async function fill(ledger: Ledger): Promise<void> {
  const body = {
    action: 'demo.solo',
    requester: 'op_alpha',
    params: { customer: 'cus_2291', order: '8812', note: 'n'.repeat(200) },
    summary: 'Parcel lost',
  };
  const open = await proposed(ledger, body);
  const { request } = await authorized(ledger, body);
  for (let left = ENDED; left > 0; left -= CHUNK) {
    const earlier = { request: { ...request, createdAtMs: request.createdAtMs - left }, intent: null };
    await writeClones(ledger.tables, earlier, CHUNK);
  }
  await writeClones(ledger.tables, open, OPEN);
}

const usdOf = ({ readUnits, ms }: Row): number =>
  (readUnits * PRICE.readPerMillion + (PRICE.httpApiPerMillion + PRICE.lambdaPerMillion + PRICE.cloudFrontPerMillion)) /
    1e6 +
  (ms / 1000) * MEMORY_GB * PRICE.lambdaGbSecond;

function text(rows: readonly Row[]): string {
  return table(
    ['what', 'trips', 'read units', 'ms', 'USD for a thousand times'],
    rows.map((row) => [row.what, row.trips, row.readUnits, row.ms.toFixed(0), (usdOf(row) * 1000).toFixed(2)]),
  );
}
