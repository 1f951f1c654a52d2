/** Sends of the same moment, as one. */

import type { QueueMessage } from '../../../src/app/ports';
import { gathered } from '../../../src/app/transport/gather';

const of = (...names: string[]): QueueMessage<string>[] => names.map((body) => ({ body, groupId: 'org_1' }));

/** A queue that refuses every send with a message of one of these names. */
function aQueue(refused: readonly string[] = []) {
  const sends: string[][] = [];
  const queue = gathered<string>({
    async send(messages) {
      sends.push(messages.map(({ body }) => body));
      const wrong = messages.find(({ body }) => refused.includes(body));
      if (wrong !== undefined) throw new Error(`refused: ${wrong.body}`);
    },
  });
  return { queue, sends };
}

describe('what is sent at the same moment', () => {
  test('sends of the same moment become one send, in their order', async () => {
    const { queue, sends } = aQueue();
    await Promise.all([queue.send(of('a', 'b')), queue.send(of('c'))]);
    expect(sends).toEqual([['a', 'b', 'c']]);
  });

  test('a send does not wait for later ones', async () => {
    const { queue, sends } = aQueue();
    await queue.send(of('a'));
    await queue.send(of('b'));
    expect(sends).toEqual([['a'], ['b']]);
  });

  test('an empty send costs nothing', async () => {
    const { queue, sends } = aQueue();
    await queue.send([]);
    expect(sends).toEqual([]);
  });

  test('sends that are refused together are sent separately, so that only the sender of the refused one fails', async () => {
    const { queue, sends } = aQueue(['b']);
    const outcomes = await Promise.allSettled([queue.send(of('a')), queue.send(of('b')), queue.send(of('c'))]);
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: undefined },
      { status: 'rejected', reason: new Error('refused: b') },
      { status: 'fulfilled', value: undefined },
    ]);
    expect(sends).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
  });

  test('a single send is tried once', async () => {
    const { queue, sends } = aQueue(['a']);
    await expect(queue.send(of('a'))).rejects.toThrow('refused: a');
    expect(sends).toEqual([['a']]);
  });
});
