/** What it reads, takes and costs to search 100,000 requests, and to open an inbox of 502. */
import { SHAPES } from '../infra/constructs/function-shapes';
import type { Said } from '../test/support/gateway';
import { type Ledger, openLedger } from '../test/support/ledger';
import { type Cost, createMeter, type Meter } from '../test/support/meter';
import { PRICE } from './price';
import { fact, table, writePart } from './report';
import { writeClones } from './support/clones';
import { timed } from './support/cpu-time';
import { authorized, proposed } from './support/requests';
import { median } from './support/stats';

const ENDED = 100_000;
const OPEN = 502;
const CHUNK = 1000;
const REPEATS = 9;
const MEMORY_GB = SHAPES.console.memoryMb / 1024;
/** The service refuses more than 120 pages a minute. The bench does not wait for that. */
const NO_LIMIT = { count: async () => ({ count: 1, endsAtMs: Number.MAX_SAFE_INTEGER }) };

interface Row {
  readonly what: string;
  readonly pages: number;
  readonly trips: number;
  readonly readUnits: number;
  readonly ms: number;
}

export async function search(): Promise<void> {
  const ledger = await openLedger();
  const meter = createMeter(ledger.tables);
  try {
    Object.assign(ledger.ports.counter, NO_LIMIT);
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
      return { what, pages: 1, trips: last.trips, readUnits: last.readUnits, ms: median(runs.map(({ ms }) => ms)) };
    };
    const read = (path: string) => () => ledger.api('op_bravo', 'GET', path);
    const rows = [
      await measured(`the inbox, ${OPEN} open requests`, read('/api/inbox')),
      await measured('the same, searched for a word', read('/api/inbox?view=open&text=northwind')),
      await measured('the newest page of the history', read('/api/requests?limit=50')),
      await measured('one step of a search: 1,000 requests', read('/api/requests?text=northwind&limit=50')),
      await complete(ledger, meter),
    ];
    const step = rows.find(({ what }) => what.startsWith('one step'))!;
    const steps = ENDED / 1000;
    const all = { ...step, pages: steps, readUnits: step.readUnits * steps, ms: step.ms * steps };
    fact(
      'a search of 100,000 requests for a word that none has: read units, USD',
      '–',
      `${Math.round(all.readUnits).toLocaleString('en')}, ${usdOf(all).toFixed(4)}`,
    );
    writePart('search', 'Search', text(rows, all));
  } finally {
    await ledger.stop();
  }
}

/** Page by page, as a person goes on who finds nothing. */
async function complete(ledger: Ledger, meter: Meter): Promise<Row> {
  const from = performance.now();
  let [pages, readUnits, trips] = [0, 0, 0];
  let cursor: string | null = null;
  do {
    const path: string = `/api/requests?text=northwind&limit=50${cursor === null ? '' : `&cursor=${cursor}`}`;
    const { answer, cost }: { answer: Said; cost: Cost } = await meter.measure(() =>
      ledger.api('op_bravo', 'GET', path),
    );
    pages += 1;
    readUnits += cost.readUnits;
    trips += cost.trips;
    cursor = answer.body.cursor;
  } while (cursor !== null);
  return { what: 'all of them, to the oldest', pages, trips, readUnits, ms: performance.now() - from };
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

const usdOf = ({ readUnits, ms, pages }: Row): number =>
  (readUnits * PRICE.readPerMillion +
    pages * (PRICE.httpApiPerMillion + PRICE.lambdaPerMillion + PRICE.cloudFrontPerMillion)) /
    1e6 +
  (ms / 1000) * MEMORY_GB * PRICE.lambdaGbSecond;

function text(rows: readonly Row[], all: Row): string {
  return [
    `Over the embedded database with ${ENDED.toLocaleString('en')} ended requests and ${OPEN} open ones of about 1 KB, by the handlers of \`console\`. Medians of ${REPEATS}; the complete`,
    'search was measured once. Open requests are read strongly consistent and completely, with up to 50 earlier ones of each action to compare with. A step of the search reads',
    '1,000 entries of an index and their records, eventually consistent. USD: reads, the calls, and the function for as long as it took here',
    '(docs/decisions/inbox.md).',
    '',
    table(
      ['what', 'calls', 'trips', 'read units', 'ms', 'USD for a thousand times'],
      rows.map((row) => [
        row.what,
        row.pages,
        row.trips,
        Number(row.readUnits.toFixed(1)).toLocaleString('en'),
        row.ms.toFixed(0),
        (usdOf(row) * 1000).toFixed(2),
      ]),
    ),
    '',
    `A search of ${ENDED.toLocaleString('en')} requests is ${all.pages} steps: ${Math.round(all.readUnits).toLocaleString('en')} read units, about ${Math.round(all.ms / 1000)} s of the function if it takes what it took here, and ${usdOf(all).toFixed(3)} USD.`,
    'An operator may take 120 steps a minute. A create writes nothing for any of this. A step counts itself with one write unit.',
    '',
    'The inbox compares each action of its page with approved requests only ([design.md](design.md#remarks)). One open request of an action with 200 refused requests',
    'and no approved one, the most that a search loads, is read with 111 read units in 10 trips.',
  ].join('\n');
}
