/** Each line of a function's log names the call that it is about. */

import { serve } from '../../src/lambda/aws/serve';
import type { Log } from '../../src/service/system/ports';

const pause = () => new Promise(setImmediate);

describe('the log of a function', () => {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    lines.length = 0;
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      const { timestamp: _, level: __, ...line } = JSON.parse(String(text));
      lines.push(line);
      return true;
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it('a line of the log has the ids of its own call, also of two at once and in work that outlives the answer', async () => {
    let own: Log | null = null;
    const handler = serve('api', (log) => {
      own = log;
      return async (event: { name: string }) => {
        log.info(`${event.name} begins`);
        void pause()
          .then(pause)
          .then(() => log.info(`${event.name} cleans up`));
        await pause();
      };
    });
    const call = (name: string) => {
      const event = { name, requestContext: { requestId: `api_${name}` } };
      return handler(event, { awsRequestId: `aws_${name}` });
    };
    await Promise.all([call('a'), call('b')]);
    await pause();
    await pause();
    own!.info('no call');
    const ids = (name: string) => ({
      function: 'api',
      lambda_request_id: `aws_${name}`,
      api_request_id: `api_${name}`,
    });
    expect(lines).toEqual([
      { message: 'a begins', ...ids('a') },
      { message: 'b begins', ...ids('b') },
      { message: 'a cleans up', ...ids('a') },
      { message: 'b cleans up', ...ids('b') },
      { message: 'no call', function: 'api' },
    ]);
  });

  it.each([undefined, {}, { Records: [] }, { requestContext: {} }])(
    'a call that no gateway made has the id of Lambda alone: %j',
    async (event) => {
      const handler = serve('sweep', (log) => async (_: unknown) => log.warn('swept'));
      await handler(event, { awsRequestId: 'aws_1' });
      expect(lines).toEqual([{ message: 'swept', function: 'sweep', lambda_request_id: 'aws_1' }]);
    },
  );
});
