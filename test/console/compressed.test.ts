/** Which answers of the console are compressed, and how many bytes a page of the inbox has then. */
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { operations } from '../../generated/console-operations';
import { compressed } from '../../src/lambda/http/router';
import { cookieOf, openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { tokenIn } from '../support/sign-in-link';

const NOTE = 'Order 8812 was paid twice, as the customer found on their statement';

let cookie: string;
const house = openedOnce(() => openHouse({ memory: true }));
beforeAll(async () => {
  const { body } = await house.send('POST', '/local/sign-in', { body: { operator: 'op_alpha' } });
  const token = { token: tokenIn(body.sign_in_url) };
  const opened = await house.send('POST', '/api/session', { body: token, headers: { origin: house.url } });
  cookie = cookieOf(opened, 'session');
  const params = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`note_${n}`, NOTE]));
  for (let n = 0; n < 50; n++) await house.propose({ params: { ...params, amount: `${n}` } });
});

/** The answer as it is on the wire. `fetch` would unpack it. */
async function get(path: string, accepted?: string) {
  const headers = { cookie, ...(accepted === undefined ? {} : { 'accept-encoding': accepted }) };
  return new Promise<{ status?: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const call = request(`${house.url}${path}`, { headers }, async (answer) => {
      const parts = await answer.toArray();
      resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) });
    });
    call.once('error', reject).end();
  });
}

const ROWS = '/api/inbox?view=open';

it('fifty rows of the inbox have at most 15 KB', async () => {
  const plain = await get(ROWS);
  const packed = await get(ROWS, 'gzip, deflate, br');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' });
  const rows = ({ body }: { body: Buffer }) => JSON.parse(body.toString()).requests;
  expect(rows({ body: gunzipSync(packed.body) })).toEqual(rows(plain));
  expect(rows(plain)).toHaveLength(50);
  expect(plain.body.length).toBeGreaterThan(100_000);
  expect(packed.body.length).toBeLessThan(15_000);
});

it.each([
  [undefined, false],
  ['', false],
  ['identity', false],
  ['br', false],
  ['gzipped', false],
  ['gzip;q=0', false],
  ['br, gzip; q=0.0', false],
  ['gzip', true],
  ['br;q=1.0, GZIP;q=0.5', true],
])('an answer is compressed only for a caller who accepts it: %s', async (accepted, isCompressed) => {
  const { headers } = await get(ROWS, accepted);
  expect(headers['content-encoding']).toBe(isCompressed ? 'gzip' : undefined);
  expect(headers.vary).toBe('Accept-Encoding');
});

it('an answer of 2 KiB is sent as it is, and a larger one compressed', () => {
  const of = (bytes: number) =>
    compressed({ status: 200, other: { type: 'text/plain', content: 'x'.repeat(bytes) } }, 'gzip').headers;
  expect(of(2048)).toEqual({ vary: 'Accept-Encoding' });
  expect(of(2049)).toEqual({ vary: 'Accept-Encoding', 'content-encoding': 'gzip' });
});

it('no other answer depends on whether it may be compressed, so none with a secret ever is', async () => {
  const found: string[] = [];
  for (const { operationId, method, path } of operations) {
    if (method !== 'get' || operationId === 'watchInbox') continue;
    const { headers } = await get(path.replaceAll(/\{[^}]*\}/g, 'x'), 'gzip');
    if (headers.vary !== undefined) found.push(operationId);
  }
  expect(found.sort()).toEqual(
    [
      ...['getInbox', 'listRequests', 'getRequestView', 'requestHistory', 'getOverview'],
      ...['listOperators', 'listActions', 'exportAudit'],
    ].sort(),
  );
});
