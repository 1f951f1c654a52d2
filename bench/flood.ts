/** What a create and the inbox cost while very many requests of the organization are open. */
import type { ActionId, OrgId } from '../src/protocol/identifiers';
import type { Said } from '../test/support/gateway';
import { type Ledger, openLedger } from '../test/support/ledger';
import { type Cost, createMeter, type Meter } from '../test/support/meter';
import { fact, table, writePart } from './report';
import { writeClones } from './support/clones';
import { timed } from './support/cpu-time';
import { proposed } from './support/requests';
import { median } from './support/stats';

const SIZES = [50, 1500, 3500, 6000];
const REPEATS = 15;
const ACTION = 'bounded.deploy';
const CHUNK = 500;

interface Row {
  readonly open: number;
  readonly create: Measured;
  /** The count of a create alone. */
  readonly count: Measured;
  readonly inbox: Measured;
}

interface Measured {
  readonly status: string;
  readonly cost: Cost;
  readonly ms: number;
  /** Of this process, without the database. */
  readonly cpuMs: number;
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
        count: await measured(meter, () => count(ledger)),
        inbox: await measured(meter, () => ledger.api('op_bravo', 'GET', '/api/inbox?limit=25')),
      });
    }
  } finally {
    await ledger.stop();
  }
  const [few, many, , most] = rows as [Row, Row, Row, Row];
  const ratio = (what: 'create' | 'inbox', one: Row, other: Row) => `${(one[what].ms / other[what].ms).toFixed(1)} ×`;
  fact(
    'a create with `max_open`, and the inbox, with 1,500 open requests instead of 50',
    '≤ 2 × the time',
    `${ratio('create', many, few)}, ${ratio('inbox', many, few)}`,
  );
  fact('the inbox with 6,000 open requests instead of 1,500', '–', ratio('inbox', most, many));
  writePart('flood', 'Very many open requests', text(rows));
}

const create = (ledger: Ledger) =>
  ledger.v1('proposer', 'POST', '/v1/requests', {
    body: { action: ACTION, requester: 'op_alpha', params: { service: 'billing' } },
  });

async function count({ requests, demo }: Ledger): Promise<Said> {
  const open = await requests.countOpen(demo.org as OrgId, { action: ACTION as ActionId }, Date.now());
  return { status: open ?? 0, headers: {}, body: null };
}

/** Written without the functions, and younger than all earlier ones. */
async function addOpen(ledger: Ledger, count: number): Promise<void> {
  const { request } = await proposed(ledger, ORIGINAL);
  const action = ACTION as typeof request.action;
  for (let written = 0; written < count; written += CHUNK) {
    const original = { request: { ...request, action, createdAtMs: request.createdAtMs + written }, intent: null };
    await writeClones(ledger.tables, original, Math.min(CHUNK, count - written));
  }
}

const ORIGINAL = { action: 'demo.solo', requester: 'op_alpha', params: { service: 'billing' } };

async function measured(meter: Meter, operation: () => Promise<Said>): Promise<Measured> {
  const runs: { readonly status: number; readonly cost: Cost; readonly ms: number; readonly cpuMs: number }[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const { answer: measured, ms, cpuUs } = await timed(() => meter.measure(operation));
    runs.push({ status: measured.answer.status, cost: measured.cost, ms, cpuMs: cpuUs / 1000 });
  }
  const status = [...new Set(runs.map((run) => run.status))].join();
  const of = (what: 'ms' | 'cpuMs') => median(runs.map((run) => run[what]));
  return { status, cost: runs.at(-1)!.cost, ms: of('ms'), cpuMs: of('cpuMs') };
}

function text(rows: readonly Row[]): string {
  const time = ({ ms, cpuMs }: Measured) => `${ms.toFixed(0)} (${cpuMs.toFixed(0)})`;
  const said = (each: Measured) =>
    `${each.status} · ${each.cost.trips} · ${each.cost.writeUnits} / ${each.cost.readUnits} · ${time(each)}`;
  return [
    'A create of an action whose policy sets `max_open`, the count that it makes, and the first page of the inbox of an operator who is asked in all of',
    'these requests. Each cell: status · trips · write / read units · ms, and in parentheses the CPU time of the functions in ms (medians of',
    `${REPEATS}). The rest is the embedded database and the way to it.`,
    '',
    table(
      ['open requests', 'create', 'its count: read units · ms', 'inbox'],
      rows.map(({ open, create, count, inbox }) => [
        open.toLocaleString('en'),
        said(create),
        `${count.cost.readUnits} · ${time(count)}`,
        said(inbox),
      ]),
    ),
    '',
    'The goal is that 1,500 open requests take at most twice as long as 50. The inbox meets it, and a create does not here, because the embedded database',
    'reads and filters one entry after the other. The CPU time of the functions stays the same. The count is one query, whose read units grow with the open requests; above the 1 MB',
    'that one query reads, about 4,000 open requests, the limit counts as reached. A counter would make it one unit, and would cost every create and',
    'every verdict a write.',
    '',
    'Only a record says whose key is missing. An inbox of up to 600 open requests reads all of them, and its counts are complete. Of more, it reads only its',
    'page, and the entries of the index, which cost one read unit for about forty. A search reads at most 1,000 (docs/decisions/inbox.md).',
  ].join('\n');
}
