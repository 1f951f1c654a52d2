/** A consumer's server that stores the posts and answers what the test says. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from './listening';

export interface Post {
  readonly headers: IncomingHttpHeaders;
  /** As it was sent. */
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds
  readonly json: any;
}

type HowToAnswer = number | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Receiver {
  readonly url: string;
  readonly posts: Post[];
  /** Resolves as soon as this many posts have arrived. */
  got(count: number): Promise<void>;
  /** The status of every answer from now on, or a function that answers. */
  answer(how: HowToAnswer): void;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const posts: Post[] = [];
  let waiting: { readonly count: number; arrived(): void }[] = [];
  let how: HowToAnswer = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      posts.push({ headers: request.headers, body, json: JSON.parse(body) });
      for (const { count, arrived } of waiting) if (posts.length >= count) arrived();
      waiting = waiting.filter(({ count }) => posts.length < count);
      if (typeof how === 'function') how(request, response);
      else response.writeHead(how).end();
    });
  });
  const { url, close } = await listening(server);
  return {
    url: `${url}/hook`,
    posts,
    got: (count) =>
      new Promise((arrived) => {
        if (posts.length >= count) arrived();
        else waiting.push({ count, arrived });
      }),
    answer: (next) => {
      how = next;
    },
    close,
  };
}
