/** A caller in a process of its own, whose CPU is not counted. It sends each create twice under one Idempotency-Key. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { inLanes, WIDTH } from './lanes';

export interface Load {
  readonly port: number;
  readonly authorization: string;
  readonly body: string;
  readonly count: number;
}

export interface Caller {
  call(load: Load): Promise<void>;
  stop(): void;
}

export function startCaller(): Caller {
  const child: ChildProcess = fork(__filename);
  return {
    call: (load) =>
      new Promise((resolve, reject) => {
        child.once('message', (problem: string) => (problem === '' ? resolve() : reject(new Error(problem))));
        child.send(load);
      }),
    stop: () => void child.kill('SIGKILL'),
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: WIDTH });

if (require.main === module) {
  process.on('message', (load: Load) =>
    inLanes(load.count, WIDTH, () => createTwice(load)).then(
      () => process.send!(''),
      (error) => process.send!(String(error)),
    ),
  );
}

async function createTwice(load: Load): Promise<void> {
  const key = randomUUID();
  const first = await post(load, key);
  const second = await post(load, key);
  const [a, b] = [first, second].map(({ text }) => JSON.parse(text).request.id);
  if (a !== b || second.replayed !== 'true') throw new Error(`not the same request: ${first.text} ${second.text}`);
}

function post({ port, authorization, body }: Load, key: string): Promise<{ text: string; replayed: unknown }> {
  const headers = {
    authorization,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': key,
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path: '/v1/requests', method: 'POST', headers, agent },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () =>
          answer.statusCode === 202
            ? resolve({ text, replayed: answer.headers['idempotent-replayed'] })
            : reject(new Error(`${answer.statusCode} ${text}`)),
        );
      },
    );
    sent.on('error', reject).end(body);
  });
}
