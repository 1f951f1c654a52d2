/** The routes that exist on one machine only. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Activity } from '../../src/local/platform/activity';
import { createLocalHandler } from '../../src/local/routes';
import { eventOf, said } from '../support/ledger';

describe('the routes of one machine', () => {
  const clocks: number[] = [];
  const handle = createLocalHandler({
    origins: ['http://127.0.0.1:8787'],
    dataDir: '/data',
    mailbox: { of: () => [] } as never,
    activity: new Activity(),
    clockControl: {
      advance: async (ms: number) => {
        clocks.push(ms);
        return 1_795_176_000_000 + ms;
      },
    },
    isOperator: async (id) => id === 'op_bravo',
    signInUrl: async (operator) => `http://127.0.0.1:1/sign-in?token=${operator}`,
  });
  const send = async (method: string, path: string, body?: unknown, host = '127.0.0.1:8787') =>
    said((await handle(eventOf(method, path, { host }, { body }) as APIGatewayProxyEventV2)) as never);

  test.each(['127.0.0.1', '127.0.0.1:8787', 'localhost', 'LOCALHOST:80', '[::1]', '[::1]:8787'])(
    'answer under the name %s',
    async (host) => {
      expect((await send('GET', '/local/messages?operator=op_bravo', undefined, host)).status).toBe(200);
    },
  );

  test.each([
    'localhost.evil.example',
    'localhost.evil.example:8787',
    '127.0.0.1.evil.example',
    'evil.example',
    'evil-localhost',
    'localhost:8787.evil.example',
    'localhost:',
    '127.0.0.2',
    '',
  ])('answer nothing under the name %j, which a stranger may have pointed here', async (host) => {
    for (const [method, path, body] of [
      ['GET', '/local/messages?operator=op_bravo', undefined],
      ['POST', '/local/sign-in', { operator: 'op_bravo' }],
      ['POST', '/local/clock', { advance_ms: 1 }],
    ] as const) {
      expect((await send(method, path, body, host)).status).toBe(403);
    }
    expect(clocks).toEqual([]);
  });

  test.each([0, 1, 3_600_000, 100 * 366 * 24 * 3_600_000])('move the clock by %d ms', async (advance_ms) => {
    expect(await send('POST', '/local/clock', { advance_ms })).toMatchObject({
      status: 200,
      body: { server_now: 1_795_176_000_000 + advance_ms },
    });
    expect(clocks.splice(0)).toEqual([advance_ms]);
  });

  test.each([-1, 0.5, '1', null, undefined, 100 * 366 * 24 * 3_600_000 + 1])(
    'do not move the clock by %p',
    async (ms) => {
      expect((await send('POST', '/local/clock', { advance_ms: ms })).status).toBe(400);
      expect(clocks).toEqual([]);
    },
  );

  test('name no operator who is not there', async () => {
    expect((await send('POST', '/local/sign-in', { operator: 'op_nobody' })).status).toBe(404);
    expect((await send('GET', '/local/messages?operator=op_nobody')).status).toBe(404);
    expect((await send('GET', '/local/messages')).status).toBe(400);
    expect((await send('POST', '/local/sign-in', { operator: 7 })).status).toBe(400);
  });

  test('take one method each, and nothing beside them', async () => {
    expect(await send('GET', '/local/clock')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect((await send('POST', '/local/sign-in/', { operator: 'op_bravo' })).status).toBe(404);
  });
});
