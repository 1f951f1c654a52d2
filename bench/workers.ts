/** Sixteen reference workers on one list: how many claims they lose. */
import { randomBytes } from 'node:crypto';
import { createClient } from '../src/client/client';
import { sealIntent } from '../src/client/intents';
import { createWorker, type Worker } from '../src/client/worker/worker';
import { type Ledger, openLedger } from '../test/support/ledger';
import { createMeter, type Meter } from '../test/support/meter';
import { fact, log, table } from './report';
import { type Original, writeClones } from './support/clones';
import { timed } from './support/cpu-time';
import { authorized } from './support/requests';
import { median, quantile } from './support/stats';

const WORKERS = 16;
const REQUESTS = 200;
const REPEATS = 5;
const CALL_MS = [0, 20, 100];
const TRICKLE = 25;
const TRICKLE_PAUSE_MS = 200;
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
  const lostPerWin: number[] = [];
  let woken: Awaited<ReturnType<typeof trickle>>;
  try {
    const original = await anOriginal(ledger);
    for (const callMs of CALL_MS) {
      const runs: Run[] = [];
      for (let repeat = 0; repeat < REPEATS; repeat++) runs.push(await workOff(ledger, meter, original, callMs));
      const each = (of: (run: Run) => number) => median(runs.map(of));
      lostPerWin.push(each(({ won, lost }) => lost / won));
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
    woken = await trickle(ledger, original);
  } finally {
    await ledger.stop();
  }
  const [least, most] = [Math.min(...lostPerWin), Math.max(...lostPerWin)];
  fact(
    `lost claims for each won claim, ${WORKERS} workers on one list of ${REQUESTS}`,
    '≤ 0.2',
    `${least.toFixed(2)}–${most.toFixed(2)}`,
  );
  fact(
    `the same, one request after the other, each with an event that wakes all ${WORKERS} workers`,
    '–',
    (woken.counted.lost / woken.counted.won).toFixed(2),
  );
  const head = ['a call takes, ms', 'claims won', 'lost', 'lost per win', 'lists per win', 'read units per win', 'ms'];
  log('Workers on one list', table(head, rows));
  const [half, longest] = [0.5, 1].map((q) => quantile(woken.delays, q).toFixed(0));
  console.log(`from an event that wakes all to the report: p50 ${half} ms, longest ${longest} ms`);
}

/** Its own claim and report leave the list empty. */
async function anOriginal(ledger: Ledger): Promise<Original> {
  const sealed = sealIntent({ keys: [KEY], action: 'demo.solo', client: 'billing', method: 'charge', args: ['ch_1'] });
  const body = {
    action: 'demo.solo',
    requester: 'op_alpha',
    params: { charge: 'ch_1', intent: sealed.digest },
    intent: sealed.intent,
  };
  const original = await authorized(ledger, body);
  const { id } = original.request;
  const claimed = await ledger.v1('worker', 'POST', `/v1/requests/${id}/claim`);
  const report = { claim_id: claimed.body.claim_id, status: 'succeeded' };
  await ledger.v1('worker', 'POST', `/v1/requests/${id}/execution`, { body: report });
  return original;
}

interface Crowd {
  readonly counted: { won: number; lost: number; lists: number };
  readonly workers: readonly Worker[];
  /** Resolves when so many requests have been reported since the start. */
  reported(count: number): Promise<void>;
}

function gather(ledger: Ledger, callMs: number): Crowd {
  const counted = { won: 0, lost: 0, lists: 0 };
  let reported = 0;
  let awaited = { count: 0, tell: () => undefined as void };
  const answering: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const method = init?.method ?? 'GET';
    const body = init?.body === undefined || init.body === null ? undefined : String(init.body);
    const answer = await ledger.v1('worker', method, `${pathname}${search}`, { body });
    if (method === 'GET') counted.lists++;
    if (pathname.endsWith('/claim')) counted[answer.status === 200 ? 'won' : 'lost']++;
    if (pathname.endsWith('/execution') && answer.status === 200 && ++reported === awaited.count) awaited.tell();
    const headers = { 'content-type': 'application/json' };
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
  };
  const charge = () => new Promise((resolve) => setTimeout(resolve, callMs, 're_1'));
  const workers = Array.from({ length: WORKERS }, () =>
    createWorker({
      client: createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'rak', fetch: answering }),
      log: false,
      keys: [KEY],
      clients: { billing: () => ({ charge }) },
    }),
  );
  return {
    counted,
    workers,
    reported: (count) =>
      new Promise((resolve) => {
        awaited = { count, tell: resolve };
        if (reported >= count) resolve();
      }),
  };
}

async function workOff(ledger: Ledger, meter: Meter, original: Original, callMs: number): Promise<Run> {
  await writeClones(ledger.tables, original, REQUESTS);
  const { answer, ms } = await timed(() =>
    meter.measure(async () => {
      const crowd = gather(ledger, callMs);
      await crowd.reported(REQUESTS);
      await Promise.all(crowd.workers.map((worker) => worker.stop()));
      return crowd.counted;
    }),
  );
  return { ...answer.answer, readUnits: answer.cost.readUnits, ms };
}

/** One request after the other. Its event wakes every worker. */
async function trickle(ledger: Ledger, original: Original): Promise<{ counted: Crowd['counted']; delays: number[] }> {
  const crowd = gather(ledger, 0);
  const delays: number[] = [];
  for (let n = 1; n <= TRICKLE; n++) {
    const done = crowd.reported(n);
    await writeClones(ledger.tables, original, 1);
    const from = performance.now();
    for (const worker of crowd.workers) worker.wake();
    await done;
    delays.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, TRICKLE_PAUSE_MS));
  }
  await Promise.all(crowd.workers.map((worker) => worker.stop()));
  return { counted: crowd.counted, delays };
}
