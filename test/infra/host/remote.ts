/** Calls of an object in another process: each is one POST with the arguments as JSON. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Methods = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

export async function serve(methods: object) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const args = JSON.parse(Buffer.concat(chunks).toString()) as never[];
    try {
      const answer = await (methods as Methods)[request.url!.slice(1)]!(...args);
      response.end(JSON.stringify({ answer: answer ?? null }));
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ error: (error as Error).message }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function remote<T extends object>(url: string): T {
  return new Proxy({} as T, {
    get:
      (_, name) =>
      async (...args: unknown[]) => {
        const answered = await fetch(`${url}/${String(name)}`, { method: 'POST', body: JSON.stringify(args) });
        const { answer, error } = (await answered.json()) as { answer: unknown; error?: string };
        if (!answered.ok) throw new Error(error);
        return answer;
      },
  });
}
