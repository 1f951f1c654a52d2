/** Programs, operators and workers that keep working whatever happens to the service, and remember its answers. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answered, DIGEST, ENVELOPE } from '../../test/support/house';
import { tokenIn } from '../../test/support/sign-in-link';
import { type Endpoint, openEndpoint } from './endpoint';
import type { Instances } from './instances';
import type { Row } from './table';

const CLIENTS = 6;
/** A client begins a request this often at most, because a runner keeps the mails of each in memory. */
export const BEGINS_EVERY_MS = 4000;

/** What the service acknowledged about one request. */
export interface Told {
  readonly id: string;
  verdict: 'authorized' | 'denied' | null;
  claim: string | null;
  report: 'succeeded' | 'failed' | null;
}

export type Load = Awaited<ReturnType<typeof createLoad>>;

/** An endpoint is down for this long, and then up for as long. */
const DOWN_MS = 20_000;

export async function createLoad(life: Instances) {
  const callback = await openEndpoint(0);
  const endpoint = await openEndpoint(DOWN_MS);
  await life.runner.api('op_alpha', 'POST', '/api/webhooks', { url: endpoint.url });
  const told: Told[] = [];
  const latencies: number[] = [];
  let unanswered = 0;
  const cookies = new Map<string, string>();

  /** Undefined: there was no answer, or the answer says nothing. */
  async function ask(send: () => Promise<Answered>): Promise<Answered | undefined> {
    const started = performance.now();
    try {
      const answer = await send();
      if (answer.status < 500) {
        latencies.push(performance.now() - started);
        return answer;
      }
    } catch {
      // The runner was killed during the call.
    }
    unanswered++;
    await sleep(200);
    return undefined;
  }

  /** Repeats a call until it is answered, like a client with an Idempotency-Key. */
  async function insist(send: () => Promise<Answered>): Promise<Answered | undefined> {
    for (let n = 0; n < 50; n++) {
      const answer = await ask(send);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  const v1 = (key: 'proposer' | 'worker' | 'reader', method: string, path: string, body?: unknown, headers = {}) => {
    const { runner } = life;
    return runner.send(method, path, body, { authorization: `Bearer ${runner.demo.keys[key]}`, ...headers });
  };

  async function asOperator(path: string, body: unknown): Promise<Answered> {
    const { runner } = life;
    if (!cookies.has('op_bravo')) {
      const link = (await runner.send('POST', '/local/sign-in', { operator: 'op_bravo' })).body.sign_in_url as string;
      const token = tokenIn(link);
      const session = await runner.send('POST', '/api/session', { token }, { origin: runner.url });
      cookies.set('op_bravo', session.headers.get('set-cookie')!.split(';')[0]!);
    }
    return runner.send('POST', path, body, { cookie: cookies.get('op_bravo')!, origin: runner.url });
  }

  async function one(): Promise<void> {
    const sealed = Math.random() < 0.7;
    const body = {
      action: 'demo.solo',
      requester: 'op_alpha',
      params: sealed ? { intent: DIGEST } : { charge: 'ch_1' },
      callback_url: callback.url,
      ...(sealed ? { intent: ENVELOPE } : {}),
    };
    const headers = { 'idempotency-key': randomUUID() };
    const created = await insist(() => v1('proposer', 'POST', '/v1/requests', body, headers));
    if (created?.status !== 202) return;
    const request: Told = { id: created.body.request.id, verdict: null, claim: null, report: null };
    told.push(request);
    await decide(request);
    if (request.verdict === 'authorized' && sealed) await execute(request);
  }

  async function decide(request: Told): Promise<void> {
    const path = `/api/requests/${request.id}`;
    if (Math.random() < 0.1) {
      if ((await insist(() => asOperator(`${path}/refuse`, {})))?.status === 200) request.verdict = 'denied';
      return;
    }
    for (let n = 0; n < 100; n++) {
      const code = await life.code('op_bravo', request.id);
      if (code === null) {
        await sleep(50);
        continue;
      }
      if ((await ask(() => asOperator(`${path}/turn`, { code })))?.status === 200) request.verdict = 'authorized';
      return;
    }
  }

  async function execute(request: Told): Promise<void> {
    const path = `/v1/requests/${request.id}`;
    const claimed = await ask(() => v1('worker', 'POST', `${path}/claim`));
    if (claimed?.status !== 200) return;
    request.claim = claimed.body.claim_id;
    const report = { claim_id: request.claim, status: 'succeeded' };
    if ((await insist(() => v1('worker', 'POST', `${path}/execution`, report)))?.status === 200)
      request.report = 'succeeded';
    await ask(() => v1('reader', 'GET', path));
  }

  return {
    /** How fast it was answered, and what happened to its calls and posts. */
    measured: (): Row => ({
      what: 'answers under this load',
      seen: `${latencies.length}, p50 ${quantile(latencies, 0.5)} ms, p99 ${quantile(latencies, 0.99)} ms; ${unanswered} calls without an answer`,
      broken: null,
    }),
    requests: told as readonly Told[],
    receivers: [callback, endpoint] as readonly Endpoint[],
    repair: () => endpoint.repair(),
    async run(untilMs: number): Promise<void> {
      const client = async () => {
        while (Date.now() < untilMs) await Promise.all([one().catch(() => undefined), sleep(BEGINS_EVERY_MS)]);
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
    },
    close: async () => void (await Promise.all([callback.close(), endpoint.close()])),
  };
}

function quantile(values: readonly number[], q: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0).toFixed(0);
}
