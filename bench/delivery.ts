/** The CPU of signing and sending, compared with a bare loop, and that of the complete function. */
import { fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createWebhookSender } from '../src/adapters/webhook-sender';
import { signEvent } from '../src/protocol/signature';
import { openHouse } from '../test/support/house';
import { openReceiver } from '../test/support/receiver';
import { fact, log, table } from './report';
import { timed } from './support/cpu-time';
import { openDeliver } from './support/deliver-function';
import { interleaved, median, pairedRatio, said } from './support/stats';

const POSTS = 2000;
const DEPLOYED_POSTS = 150;
const AT_ONCE = 10;
const ROUNDS = 9;

export async function delivery(): Promise<void> {
  const { ours, bare, fetched, complete } = await postsPerCpuSecond(await aPost());
  fact('posts for each CPU-second, to a bare loop of HMAC and POST', '≥ 0.8', said(pairedRatio(ours, bare)));
  fact('posts for each CPU-second of the complete function, to the sender', '–', said(pairedRatio(complete, ours)));
  log(
    'Posts per CPU-second of the sender, and of the function `deliver` on the Node of Lambda',
    table(
      ['', 'posts', 'ratio'],
      [
        ['bare loop: HMAC and `http.request`, kept alive', median(bare).toFixed(0), '1'],
        ['bare loop: HMAC and `fetch`', median(fetched).toFixed(0), said(pairedRatio(fetched, bare))],
        ['the sender', median(ours).toFixed(0), said(pairedRatio(ours, bare))],
        ['the complete function', median(complete).toFixed(0), said(pairedRatio(complete, bare))],
      ],
    ),
  );
}

/** The body of one event, as it is posted. */
async function aPost(): Promise<string> {
  const house = await openHouse();
  const receiver = await openReceiver();
  try {
    const { body } = await house.propose({ callback_url: receiver.url });
    await house.api('op_bravo', 'POST', `/api/requests/${body.request.id}/refuse`);
    while (receiver.posts.length === 0) await new Promise((resolve) => setImmediate(resolve));
    return receiver.posts[0]!.body;
  } finally {
    await house.stop();
    await receiver.close();
  }
}

/** The receiver is a process of its own, so that only the sender's CPU is counted. The complete function calls DynamoDB too. */
async function postsPerCpuSecond(body: string): Promise<Record<'bare' | 'fetched' | 'ours' | 'complete', number[]>> {
  const deliver = await openDeliver();
  const child = fork(`${__dirname}/receiver.cjs`, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(message as number)));
  const url = `http://127.0.0.1:${port}/hook`;
  const secret = 'whsec_bench';
  const sender = createWebhookSender({ allowLoopback: true });
  const ours = async () => {
    const signature = signEvent({ body, keys: [secret], tSeconds: Math.floor(Date.now() / 1000) });
    await sender.post({ url, body, headers: { 'Content-Type': 'application/json', 'Service-Signature': signature } });
  };
  const signed = () => {
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
    return { 'content-type': 'application/json', 'service-signature': `t=${t},v1=${v1}` };
  };
  const fetched = async () => {
    await (await fetch(url, { method: 'POST', body, headers: signed() })).text();
  };
  const agent = new Agent({ keepAlive: true });
  const bare = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { ...signed(), 'content-length': Buffer.byteLength(body) };
      request(url, { method: 'POST', headers, agent }, (answer) => answer.resume().on('end', resolve))
        .on('error', reject)
        .end(body);
    });
  const perCpuSecond = (post: () => Promise<void>) => async () => {
    await inBatches(300, post);
    return POSTS / ((await timed(() => inBatches(POSTS, post))).cpuUs / 1e6);
  };
  const complete = async () => DEPLOYED_POSTS / ((await deliver.post(DEPLOYED_POSTS)) / 1e6);
  const rounds = await interleaved([...[bare, fetched, ours].map(perCpuSecond), complete], {
    rounds: ROUNDS,
    warmUps: 1,
  });
  sender.close();
  agent.destroy();
  child.kill();
  await deliver.stop();
  return { bare: rounds[0]!, fetched: rounds[1]!, ours: rounds[2]!, complete: rounds[3]! };
}

/** The posts of a batch begin together, as those of a message batch do. */
async function inBatches(count: number, post: () => Promise<void>): Promise<void> {
  for (let n = 0; n < count; n += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, post));
}
