/** What a create and the inbox cost while very many requests of the organization are open. */
import type { OrgId, RequestId } from '../src/protocol/identifiers';
import { type Ledger, openLedger, type Said } from '../test/support/ledger';
import { type Cost, createMeter } from '../test/support/meter';
import { fact, table, writePart } from './report';
import { writeClones } from './support/clones';
import { median } from './support/stats';

const SIZES = [50, 1500, 3500, 6000];
const REPEATS = 15;
const ACTION = 'bounded.deploy';
const CHUNK = 500;

interface Row {
  readonly open: number;
  readonly create: Measured;
  readonly inbox: Measured;
}

interface Measured {
  readonly status: string;
  readonly cost: Cost;
  readonly ms: number;
}

export async function flood(): Promise<void> {
  const ledger = await openLedger();
  const meter = createMeter(ledger.tables);
  const rows: Row[] = [];
  try {
    const policy = { title: 'Deploy', roster: ['op_alpha', 'op_bravo'], max_open: 10_000 };
    const quorum = { default: 1, min: 1, max: 1, selectable: false };
    await ledger.api('op_alpha', 'PUT', `/api/actions/${ACTION}`, { ...policy, quorum });
    let open = 0;
    for (const size of SIZES) {
      await addOpen(ledger, size - open);
      open = size;
      rows.push({
        open,
        create: await measured(meter, () => create(ledger)),
        inbox: await measured(meter, () => ledger.api('op_bravo', 'GET', '/api/requests?waiting=true&limit=25')),
      });
    }
  } finally {
    await ledger.stop();
  }
  const [few, many] = rows as [Row, Row];
  const ratio = (what: 'create' | 'inbox') => (many[what].ms / few[what].ms).toFixed(1);
  fact(
    'a create with `max_open`, and the inbox, with 1,500 open requests instead of 50',
    'at most 2 × the time',
    `${ratio('create')} ×, ${ratio('inbox')} ×`,
  );
  writePart('flood', 'Very many open requests', text(rows));
}

const create = (ledger: Ledger) =>
  ledger.v1('proposer', 'POST', '/v1/requests', {
    body: { action: ACTION, requester: 'op_alpha', params: { service: 'billing' } },
  });

/** Written past the functions, and younger than all before. */
async function addOpen(ledger: Ledger, count: number): Promise<void> {
  const { id } = (await ledger.v1('proposer', 'POST', '/v1/requests', { body: ORIGINAL })).body.request;
  const { request } = (await ledger.requests.load(ledger.demo.org as OrgId, id as RequestId))!;
  const action = ACTION as typeof request.action;
  for (let written = 0; written < count; written += CHUNK) {
    const original = { request: { ...request, action, createdAtMs: request.createdAtMs + written }, intent: null };
    await writeClones(ledger.tables, original, Math.min(CHUNK, count - written));
  }
}

const ORIGINAL = { action: 'demo.solo', requester: 'op_alpha', params: { service: 'billing' } };

async function measured(meter: ReturnType<typeof createMeter>, operation: () => Promise<Said>): Promise<Measured> {
  const runs: { readonly status: number; readonly cost: Cost; readonly ms: number }[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const from = performance.now();
    const { answer, cost } = await meter.measure(operation);
    runs.push({ status: answer.status, cost, ms: performance.now() - from });
  }
  const status = [...new Set(runs.map((run) => run.status))].join();
  return { status, cost: runs.at(-1)!.cost, ms: median(runs.map(({ ms }) => ms)) };
}

function text(rows: readonly Row[]): string {
  const said = ({ status, cost, ms }: Measured) =>
    `${status} · ${cost.trips} · ${cost.writeUnits} / ${cost.readUnits} · ${ms.toFixed(0)}`;
  return [
    'A create of an action whose policy sets `max_open`, and the first page of an inbox, over the embedded database. Each cell: status · trips ·',
    `write / read units · ms (median of ${REPEATS}). The count is one query, whose read units grow with the open requests; above the 1 MB that one query reads,`,
    'about 4,000 open requests, the limit counts as reached. The inbox reads the same entries, and of the requests only its page.',
    '',
    table(
      ['open requests', 'create', 'inbox'],
      rows.map(({ open, create, inbox }) => [open.toLocaleString('en'), said(create), said(inbox)]),
    ),
  ].join('\n');
}
