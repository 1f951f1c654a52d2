/** More concurrent calls than the service has room for: it must refuse the rest, and be normal afterwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import type { RunnerProcess } from '../../test/support/runner-process';
import { quantile } from './load';
import type { Row } from './table';

const CROWD = 1200;
const SECONDS = 8;
/** Answers everything at once, so that its times are those of this machine. */
const BARE_SERVER = `
  const server = require('node:http').createServer((_, response) => response.writeHead(503).end('{}'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

interface Answer {
  readonly status: number;
  /** Whether it says when to call again. */
  readonly isPause: boolean;
  readonly ms: number;
}

export async function overload(runner: RunnerProcess): Promise<Row[]> {
  const created = await runner.v1('proposer', 'POST', '/v1/requests', {
    action: 'demo.solo',
    requester: 'op_alpha',
    params: {},
  });
  const url = `${runner.url}/v1/requests/${created.body.request.id}`;
  const headers = { authorization: `Bearer ${runner.demo.keys.reader}` };
  const alone = () => answersOf(1, 1, url, headers);
  const before = await alone();
  const crowd = await answersOf(CROWD, SECONDS, url, headers);
  const after = await alone();
  const served = crowd.filter(({ status }) => status === 200);
  const refused = crowd.filter(({ status, isPause }) => status === 503 && isPause);
  const others = crowd.length - served.length - refused.length;
  return [
    {
      what: `${CROWD} concurrent calls for ${SECONDS} s: some are answered, all others are refused with a pause, and each is answered afterwards`,
      seen: `${served.length} answered, ${refused.length} refused`,
      broken: [
        ...(served.length === 0 ? ['overload: no call was answered'] : []),
        ...(refused.length === 0 ? ['overload: no call was refused'] : []),
        ...(others === 0 ? [] : [`overload: ${others} unexpected answers`]),
        ...(after.every(({ status }) => status === 200) ? [] : ['overload: it does not recover']),
      ],
    },
    {
      what: 'times of the overload',
      seen: [
        `answered p99 ${at(served, 0.99)}, refused p50 ${at(refused, 0.5)} and p99 ${at(refused, 0.99)};`,
        `a bare server that refuses ${CROWD}: ${await bare()};`,
        `alone p50 ${at(before, 0.5)} before and ${at(after, 0.5)} after`,
      ].join(' '),
      broken: null,
    },
  ];
}

/** What the same calls take on this machine, in this moment, if there is nothing to do. */
async function bare(): Promise<string> {
  const server = spawn(process.execPath, ['-e', BARE_SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const answers = await answersOf(CROWD, SECONDS / 2, `http://127.0.0.1:${await portOf(server)}/`, {});
    return `p50 ${at(answers, 0.5)} and p99 ${at(answers, 0.99)}`;
  } finally {
    server.kill('SIGKILL');
  }
}

const portOf = (server: ChildProcess) =>
  new Promise<string>((resolve) => server.stdout!.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())));

const at = (answers: readonly Answer[], q: number): string =>
  `${quantile(
    answers.map(({ ms }) => ms),
    q,
  )} ms`;

async function answersOf(
  clients: number,
  seconds: number,
  url: string,
  headers: Record<string, string>,
): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const answers: Answer[] = [];
  const endsAtMs = Date.now() + seconds * 1000;
  const client = async () => {
    while (Date.now() < endsAtMs) answers.push(await timed(url, headers, agent));
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return answers;
}

function timed(url: string, headers: Record<string, string>, agent: Agent): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, isPause = false) => resolve({ status, isPause, ms: performance.now() - started });
    request(url, { headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => end(answer.statusCode!, answer.headers['retry-after'] !== undefined));
      answer.on('error', () => end(0));
    })
      .on('error', () => end(0))
      .end();
  });
}
