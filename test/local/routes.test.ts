/** The routes that exist on one machine only, as a page of somebody else meets them. */

import { connect } from 'node:net';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';

const house = openedOnce(() => openHouse({ memory: true }));

describe('the local routes', () => {
  const CALLS: readonly (readonly [string, string, object?])[] = [
    ['GET', '/local/messages?operator=op_bravo'],
    ['POST', '/local/sign-in', { operator: 'op_alpha' }],
    ['POST', '/local/clock', { advance_ms: 0 }],
  ];
  const statuses = (headers: Record<string, string>) =>
    Promise.all(CALLS.map(async ([method, path, body]) => (await house.send(method, path, { body, headers })).status));
  const REFUSED = [403, 403, 403];

  it.each([
    'https://evil.example',
    'null',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://127.0.0.1.evil.example:8787',
    '{own}.evil.example',
    '{own}0',
  ])('the local routes answer 403 to a page of %s', async (origin) => {
    expect(await statuses({ origin: origin.replace('{own}', house.url) })).toEqual(REFUSED);
  });

  it('the local routes answer programs, and pages of their own two origins', async () => {
    const { port } = new URL(house.url);
    const own: Record<string, string>[] = [{}, { origin: house.url }, { origin: `http://localhost:${port}` }];
    for (const headers of own) {
      expect(await statuses(headers)).toEqual([200, 200, 200]);
    }
  });

  it('the local routes list every message at once, also those that wait for a combined mail', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 13; n++) ids.push(await house.proposed());
    const listed = await house.messages('op_delta');
    expect(listed.map(({ request_id }) => request_id).sort()).toEqual([...ids].sort());
    for (const { request_id, code } of listed) expect(code).toBe(await house.code('op_delta', request_id));
    await house.advance(60_000);
    expect((await house.messages('op_delta')).map(({ request_id }) => request_id).sort()).toEqual([...ids].sort());
  });
});

it('every answer on one machine carries a request id of its own, as every answer of API Gateway does', async () => {
  const answers = await Promise.all([
    house.v1('reader', 'GET', '/v1/requests/req_1'),
    house.v1('reader', 'GET', '/v1/events'),
    house.send('GET', '/v1/requests/req_1'),
    house.send('GET', '/nowhere'),
    house.send('POST', '/local/messages'),
    house.send('GET', '/api/session'),
  ]);
  const ids = answers.map(({ headers }) => headers.get('apigw-requestid'));
  const noHttp = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(house.url).port), '127.0.0.1', () => socket.write('no HTTP\r\n\r\n'));
    socket.on('data', (bytes) => resolve(bytes.toString()));
  });
  ids.push(/apigw-requestid: (\S+)/.exec(noHttp)?.[1] ?? null);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

describe('a path of the runner in other letters', () => {
  it.each(['/V1', '/V1/requests', '/v1/../V1/requests', '/API/requests', '/Local/clock'])(
    'is 404: %s',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await house.send(method, path);
        expect({ status, body }).toEqual({ status: 404, body: { error: 'no such path', kind: 'not_found' } });
      }
    },
  );

  it('a path that only looks similar to one of the API is not answered by it: /v1s', async () => {
    const answer = await house.send('GET', '/v1s');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });
});
