/** More concurrent calls than the service has room for: it must refuse the rest quickly, and be normal afterwards. */
import { Agent, request } from 'node:http';
import type { RunnerProcess } from '../../test/support/runner-process';
import { quantile } from './load';

const CROWD = 1200;
const SECONDS = 8;
/** A slower refusal counts as a failure. */
const MAX_REFUSAL_P99_MS = 5000;

interface Answer {
  readonly status: number;
  readonly ms: number;
}

export async function overload(
  runner: RunnerProcess,
): Promise<{ readonly told: string; readonly faults: readonly string[] }> {
  const created = await runner.v1('proposer', 'POST', '/v1/requests', {
    action: 'demo.solo',
    requester: 'op_alpha',
    params: {},
  });
  const path = `/v1/requests/${created.body.request.id}`;
  const headers = { authorization: `Bearer ${runner.demo.keys.reader}` };
  const agent = new Agent({ keepAlive: true, maxSockets: CROWD });
  const get = () => timed(`${runner.url}${path}`, headers, agent);
  const alone = async () => {
    const answers: Answer[] = [];
    for (let n = 0; n < 50; n++) answers.push(await get());
    return answers;
  };
  const before = await alone();
  const crowd: Answer[] = [];
  const endsAtMs = Date.now() + SECONDS * 1000;
  const client = async () => {
    while (Date.now() < endsAtMs) crowd.push(await get());
  };
  await Promise.all(Array.from({ length: CROWD }, client));
  const after = await alone();
  agent.destroy();
  const of = (status: number) => crowd.filter((answer) => answer.status === status).map(({ ms }) => ms);
  const [served, refused] = [of(200), [...of(503), ...of(429)]];
  const p50 = (answers: readonly Answer[]) =>
    quantile(
      answers.map(({ ms }) => ms),
      0.5,
    );
  const others = crowd.length - served.length - refused.length;
  return {
    told: [
      `overload, ${CROWD} at once for ${SECONDS} s: ${served.length} served (p99 ${quantile(served, 0.99)} ms),`,
      `${refused.length} refused (p50 ${quantile(refused, 0.5)} ms, p99 ${quantile(refused, 0.99)} ms);`,
      `alone: p50 ${p50(before)} ms before, ${p50(after)} ms after`,
    ].join(' '),
    faults: [
      ...(served.length === 0 ? ['overload: no call was served'] : []),
      ...(refused.length === 0 ? ['overload: no call was refused'] : []),
      ...(others === 0 ? [] : [`overload: ${others} unexpected answers`]),
      ...(Number(quantile(refused, 0.99)) <= MAX_REFUSAL_P99_MS ? [] : ['overload: refusals were slow']),
      ...(after.every(({ status }) => status === 200) ? [] : ['overload: it does not recover']),
    ],
  };
}

function timed(url: string, headers: Record<string, string>, agent: Agent): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - started });
    request(url, { headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => end(answer.statusCode!));
      answer.on('error', () => end(0));
    })
      .on('error', () => end(0))
      .end();
  });
}
