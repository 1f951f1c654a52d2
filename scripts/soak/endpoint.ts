/** A receiver that is down for half of the time, and remembers what it took. */
import { openReceiver } from '../../test/support/receiver';

export interface Posted {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly request: { readonly id: string } };
}

export type Endpoint = Awaited<ReturnType<typeof openEndpoint>>;

/** `downMs`: how long it is up, then down, and so on; 0: always up. */
export async function openEndpoint(downMs: number) {
  const receiver = await openReceiver();
  const startedMs = Date.now();
  let repaired = downMs === 0;
  let refused = 0;
  const taken: Posted[] = [];
  receiver.answer((_, response) => {
    const isDown = !repaired && Math.floor((Date.now() - startedMs) / downMs) % 2 === 1;
    if (isDown) {
      refused++;
      response.destroy();
      return;
    }
    taken.push(receiver.posts.at(-1)!.json);
    response.writeHead(200).end();
  });
  return {
    url: receiver.url,
    /** The posts that it answered with 200. */
    taken: taken as readonly Posted[],
    refused: () => refused,
    repair: () => {
      repaired = true;
    },
    close: () => receiver.close(),
  };
}
