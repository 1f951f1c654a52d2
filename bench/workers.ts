/** Sixteen reference workers on one list: what they ask for in vain. */
import { randomBytes } from 'node:crypto';
import { createClient } from '../src/client/client';
import { sealIntent } from '../src/client/intents';
import { createWorker } from '../src/client/worker/worker';
import type { OrgId, RequestId } from '../src/protocol/identifiers';
import { type Ledger, openLedger } from '../test/support/ledger';
import { createMeter, type Meter } from '../test/support/meter';
import { table, writePart } from './report';
import { type Original, writeClones } from './support/clones';
import { median } from './support/stats';

const WORKERS = 16;
const REQUESTS = 200;
const REPEATS = 3;
const CALL_MS = [0, 20, 100];
const KEY = randomBytes(32).toString('base64');

interface Run {
  readonly won: number;
  readonly lost: number;
  readonly lists: number;
  readonly readUnits: number;
  readonly ms: number;
}

export async function workers(): Promise<void> {
  const ledger = await openLedger();
  const meter = createMeter(ledger.tables);
  const rows: (string | number)[][] = [];
  try {
    const original = await authorized(ledger);
    for (const callMs of CALL_MS) {
      const runs: Run[] = [];
      for (let repeat = 0; repeat < REPEATS; repeat++) runs.push(await workOff(ledger, meter, original, callMs));
      const each = (of: (run: Run) => number) => median(runs.map(of));
      rows.push([
        callMs,
        each(({ won }) => won),
        each(({ lost }) => lost),
        each(({ won, lost }) => lost / won).toFixed(2),
        each(({ won, lists }) => lists / won).toFixed(2),
        each(({ won, readUnits }) => readUnits / won).toFixed(1),
        each(({ ms }) => ms).toFixed(0),
      ]);
    }
  } finally {
    await ledger.stop();
  }
  writePart(
    'workers',
    'Workers on one list',
    [
      `${WORKERS} reference workers (\`createWorker\`, 4 calls at a time each) started at once on one list of ${REQUESTS} executable requests, until all are reported; median of`,
      `${REPEATS} runs. A claim lost is a write refused: DynamoDB charges it as one that went through.`,
      '',
      table(
        [
          'a call takes, ms',
          'claims won',
          'lost',
          'lost per win',
          'lists per win',
          'read units per win',
          'all reported, ms',
        ],
        rows,
      ),
    ].join('\n'),
  );
}

async function authorized(ledger: Ledger): Promise<Original> {
  const sealed = sealIntent({ keys: [KEY], action: 'demo.solo', client: 'billing', method: 'charge', args: ['ch_1'] });
  const body = {
    action: 'demo.solo',
    requester: 'op_alpha',
    params: { charge: 'ch_1', intent: sealed.digest },
    intent: sealed.intent,
  };
  const { id } = (await ledger.v1('proposer', 'POST', '/v1/requests', { body })).body.request;
  const code = await ledger.code('op_bravo', id);
  await ledger.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code });
  const original = (await ledger.requests.load(ledger.demo.org as OrgId, id as RequestId))!;
  const claimed = await ledger.v1('worker', 'POST', `/v1/requests/${id}/claim`);
  const report = { claim_id: claimed.body.claim_id, status: 'succeeded' };
  await ledger.v1('worker', 'POST', `/v1/requests/${id}/execution`, { body: report });
  return original;
}

async function workOff(ledger: Ledger, meter: Meter, original: Original, callMs: number): Promise<Run> {
  await writeClones(ledger.tables, original, REQUESTS);
  const counted = { won: 0, lost: 0, lists: 0, reported: 0 };
  let finish = () => undefined as void;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const answering: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const method = init?.method ?? 'GET';
    const body = init?.body === undefined || init.body === null ? undefined : String(init.body);
    const answer = await ledger.v1('worker', method, `${pathname}${search}`, { body });
    if (method === 'GET') counted.lists++;
    if (pathname.endsWith('/claim')) counted[answer.status === 200 ? 'won' : 'lost']++;
    if (pathname.endsWith('/execution') && answer.status === 200 && ++counted.reported === REQUESTS) finish();
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
    });
  };
  const started = performance.now();
  const { cost } = await meter.measure(async () => {
    const all = Array.from({ length: WORKERS }, () =>
      createWorker({
        client: createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'rak', fetch: answering }),
        keys: [KEY],
        clients: { billing: () => ({ charge: () => new Promise((resolve) => setTimeout(resolve, callMs, 're_1')) }) },
      }),
    );
    await finished;
    await Promise.all(all.map((worker) => worker.stop()));
  });
  return { ...counted, readUnits: cost.readUnits, ms: performance.now() - started };
}
