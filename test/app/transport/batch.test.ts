/** Batches of messages, some of which fail. */
import { eachMessage } from '../../../src/lambda/events/batch';
import { aLog } from '../../support/log';
import { queued, received } from '../../support/messages';

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
