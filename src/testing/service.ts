/** The test service: the local runner with its tables in memory, and people who approve when a test says so. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyEvent } from '../client';
import { startRunner } from '../local/start';
import type { ReceivedEvent, StartTestService, TestAction } from './api';
import { openPeople, type People } from './people';

export const startTestService: StartTestService = async ({ actions = [] } = {}) => {
  const running = await startRunner({ port: 0, dataDir: null, testClock: true, memory: true });
  const { baseUrl, demo } = running;
  let aheadMs = 0;
  const nowMs = () => Date.now() + aheadMs;
  const received: ReceivedEvent[] = [];
  const receiver = await openReceiver(received);
  const stop = async () => {
    await running.stop();
    await receiver.close();
  };
  try {
    const operators = demo.operators.map(({ id }) => id);
    const people = openPeople(baseUrl, operators[0]!);
    const { secret } = await people.as(people.admin, 'POST', '/api/webhooks', { url: receiver.url });
    receiver.verifyWith(secret);
    for (const action of actions) await createAction(people, operators, action);
    const advance = async (ms: number) => {
      const { server_now } = await people.call('POST', '/local/clock', { advance_ms: ms });
      aheadMs += ms;
      return server_now as number;
    };
    const settled = async (id: string) => {
      await advance(0);
      const authorization = `Bearer ${demo.keys.reader}`;
      return (await people.call('GET', `/v1/requests/${id}`, undefined, { authorization })).request;
    };
    const { proposer, worker, reader } = demo.keys;
    return {
      baseUrl,
      keys: { proposer, worker, reader },
      operators,
      endpointSecret: secret,
      clock: { nowMs, advance },
      async approve(id) {
        await people.approve(id);
        return settled(id);
      },
      async refuse(id, why) {
        await people.refuse(id, why);
        return settled(id);
      },
      async expire(id) {
        await advance(Math.max(0, (await people.open(id)).expires_at - nowMs() + 1));
        return settled(id);
      },
      async received() {
        await advance(0);
        return [...received];
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

function createAction(people: People, roster: readonly string[], action: TestAction): Promise<unknown> {
  const { id, quorum = 1, requiredParams = [], denySelfApproval = false } = action;
  return people.as(people.admin, 'PUT', `/api/actions/${encodeURIComponent(id)}`, {
    title: id,
    roster,
    quorum: { default: quorum, min: quorum, max: quorum, selectable: false },
    required_params: requiredParams,
    deny_self_approval: denySelfApproval,
  });
}

/** Accepts posts of any age, because the clock of the service moves while they are on their way. */
const toleranceSeconds = Number.MAX_SAFE_INTEGER;

/** A webhook endpoint that stores what it receives, if the signature is right. */
async function openReceiver(received: ReceivedEvent[]) {
  let secret = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const rawBody = Buffer.concat(chunks).toString('utf8');
    const headers = request.headers as Record<string, string>;
    try {
      const event = verifyEvent({ rawBody, headers, secret, toleranceSeconds });
      if (!received.some((earlier) => earlier.event.id === event.id)) received.push({ event, rawBody, headers });
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    verifyWith(given: string) {
      secret = given;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
