/** As much of AWS beside DynamoDB as the functions call, over HTTP, by the service's own wire formats. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SentMail {
  readonly to: string;
  readonly text: string;
}

export interface FakeAws {
  readonly url: string;
  readonly mails: SentMail[];
  /** Bodies of the messages sent to each queue and not taken yet. */
  take(queue: string): { readonly messageId: string; readonly body: string }[];
  close(): Promise<void>;
}

type Json = Record<string, unknown>;

/** Queue URLs are `<url>/queue/<name>`. */
export async function openFakeAws(secrets: Readonly<Record<string, string>>): Promise<FakeAws> {
  const mails: SentMail[] = [];
  const queues = new Map<string, { messageId: string; body: string }[]>();
  let sent = 0;
  const answer = (target: string, path: string, body: Json): Json => {
    if (target.endsWith('.GetSecretValue')) return { SecretString: secrets[body.SecretId as string] };
    if (target.endsWith('.SendMessageBatch')) {
      const queue = (body.QueueUrl as string).split('/').at(-1)!;
      const entries = body.Entries as { Id: string; MessageBody: string }[];
      const messages = entries.map(({ MessageBody }) => ({ messageId: `m${++sent}`, body: MessageBody }));
      queues.set(queue, [...(queues.get(queue) ?? []), ...messages]);
      return {
        Successful: entries.map(({ Id }, index) => ({
          Id,
          MessageId: messages[index]!.messageId,
          MD5OfMessageBody: md5(entries[index]!.MessageBody),
        })),
        Failed: [],
      };
    }
    if (path === '/v2/email/outbound-emails') {
      const { Destination, Content } = body as {
        Destination: { ToAddresses: string[] };
        Content: { Simple: { Body: { Text: { Data: string } } } };
      };
      mails.push({ to: Destination.ToAddresses[0]!, text: Content.Simple.Body.Text.Data });
      return { MessageId: `mail${mails.length}` };
    }
    throw new Error(`the functions called ${target || path}`);
  };
  const server = createServer(async (request, response) => {
    try {
      const said = answer(String(request.headers['x-amz-target'] ?? ''), request.url ?? '', await bodyOf(request));
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(said));
    } catch (error) {
      response
        .writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
        .end(JSON.stringify({ __type: 'Unexpected', message: String(error) }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    take(queue) {
      const taken = queues.get(queue) ?? [];
      queues.delete(queue);
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Json;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
