/** Batches of messages, some of which fail. */

import { eachMessage } from '../../src/lambda/events/batch';
import type { OrgId } from '../../src/protocol/identifiers';
import { journalMessage } from '../../src/service/audit/use-cases/audit-messages';
import type { QueueMessage } from '../../src/service/system/ports';
import { gathered, gatheredQueues, type Queues } from '../../src/service/transport/use-cases/gather';
import { aLog } from '../support/log';
import { queued, received } from '../support/messages';

describe('a batch of messages', () => {
  const { log, failed } = aLog();
  const errors = () => failed.map(([, fields]) => fields);
  const handled: string[] = [];
  const handle = eachMessage<string>(log, async (body) => {
    handled.push(body);
    if (body.startsWith('bad')) throw new Error(`cannot do ${body}`);
  });
  beforeEach(() => {
    failed.length = 0;
    handled.length = 0;
  });

  test('a batch hands out again exactly the messages that failed', async () => {
    expect(await handle(queued('good', 'bad 1', 'fine', 'bad 2'))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm3' }],
    });
    expect(handled).toEqual(['good', 'bad 1', 'fine', 'bad 2']);
    expect(errors()).toMatchObject([
      { message_id: 'm1', error: 'Error', reason: 'cannot do bad 1' },
      { message_id: 'm3', error: 'Error', reason: 'cannot do bad 2' },
    ]);
  });

  test('a batch hands nothing out again if nothing failed', async () => {
    expect(await handle(queued('good', 'fine'))).toEqual({ batchItemFailures: [] });
    expect(errors()).toEqual([]);
  });

  test('a batch hands out again a message that is not JSON, and handles the others', async () => {
    const outcome = await handle(received(['{', '"good"'])).catch((error) => error);
    expect(outcome).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
    expect(handled).toEqual(['good']);
  });

  test('the log quotes nothing of a message that is not JSON', async () => {
    await handle(received(['{"code": do-not-show}']));
    expect(errors()).toEqual([
      {
        message_id: 'm0',
        error: 'SyntaxError',
        reason: 'a text could not be parsed',
        stack: expect.stringMatching(/^ {4}at /),
      },
    ]);
    expect(JSON.stringify(failed)).not.toContain('do-not');
  });
});

/** Sends of the same moment, as one. */
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

  test('what follows from a batch of the stream is one send to each queue, and never to another', async () => {
    const sends: [queue: string, bodies: readonly unknown[]][] = [];
    const names = ['events', 'notices', 'audit', 'timers'] as const;
    const queueOf = (name: string) => ({
      send: async (messages: readonly QueueMessage<unknown>[]) =>
        void sends.push([name, messages.map(({ body }) => body)]),
    });
    const all = gatheredQueues(Object.fromEntries(names.map((name) => [name, queueOf(name)])) as unknown as Queues);
    const queues = all as unknown as Record<(typeof names)[number], ReturnType<typeof queueOf>>;
    const journals = [1, 2].map((n) => ({ subject: `req_${n}`, revisions: [] }));
    const sent = (name: string): readonly QueueMessage<unknown>[] =>
      name === 'audit'
        ? journals.map((journal) => journalMessage('org_1' as OrgId, journal))
        : of(`${name} 1`, `${name} 2`);
    await Promise.all(names.flatMap((name) => sent(name).map((message) => queues[name].send([message]))));
    expect(sends).toEqual([
      ['events', ['events 1', 'events 2']],
      ['notices', ['notices 1', 'notices 2']],
      ['audit', [{ org: 'org_1', journals }]],
      ['timers', ['timers 1', 'timers 2']],
    ]);
  });
});
