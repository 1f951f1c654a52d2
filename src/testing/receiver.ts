/** A webhook endpoint that stores what it receives, if the signature is right. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyEvent } from '../client';
import type { ReceivedEvent } from './api';

/** Accepts posts of any age, because the clock of the service moves while they are on their way. */
const toleranceSeconds = Number.MAX_SAFE_INTEGER;

export async function openReceiver(received: ReceivedEvent[]) {
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
