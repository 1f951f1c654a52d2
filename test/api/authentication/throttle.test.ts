/** The limit of calls of each organization, which a deployment may set (docs/design.md#calls-of-an-organization). */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createCallMeter } from '../../../src/adapters/dynamodb/call-meter';
import { createServiceHandler } from '../../../src/lambda/v1/handler';
import { createThrottle } from '../../../src/lambda/v1/throttle';
import { gatewayEvent } from '../../infra/host/gateway';
import { type Ledger, openLedger } from '../../support/ledger';

const PATH = '/v1/requests/req_000000000000000000000000';
const CALLS_PER_WINDOW = 20;
const NOON = Date.UTC(2026, 10, 20, 12);

describe('an organization over its limit of two calls a second', () => {
  let ledger: Ledger;
  let nowMs = NOON;
  const warned: string[] = [];
  const clock = { nowMs: () => nowMs };
  beforeAll(async () => {
    ledger = await openLedger();
  });
  beforeEach(() => {
    nowMs += 20_000;
  });
  afterAll(() => ledger?.stop());

  const log = { info: () => undefined, error: () => undefined, warn: (said: string) => void warned.push(said) };
  /** One instance of the function, as each has counters of its own in memory. */
  const anInstance = (meter = createCallMeter(ledger.tables)) => {
    const throttle = createThrottle({ clock, meter, log, callsPerSecond: 2 });
    const service = createServiceHandler({ ...ledger.ports, throttle });
    return async (key: 'reader' | 'other_org' | null) => {
      const token = key === null ? 'rak_nobody' : ledger.demo.keys[key];
      const answer = await service(gatewayEvent('GET', PATH, undefined, { authorization: `Bearer ${token}` }));
      return { status: answer.statusCode!, headers: answer.headers!, body: JSON.parse(answer.body!) };
    };
  };
  const counted = async () => {
    const { Items = [] } = await ledger.tables.client.send(new ScanCommand({ TableName: ledger.tables.transient }));
    return Items.filter(({ pk }) => (pk as string).startsWith('CALLS#')).reduce((sum, { calls }) => sum + calls, 0);
  };

  it('an organization over its limit is answered 429 with the seconds to wait and no kind, on every instance, until ten seconds are over', async () => {
    const [one, other] = [anInstance(), anInstance()];
    for (let n = 0; n < CALLS_PER_WINDOW; n++) expect((await (n % 2 === 0 ? one : other)('reader')).status).toBe(404);
    nowMs += 3_000;
    for (const call of [one, other]) {
      const refused = await call('reader');
      expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
      expect(refused.body).toEqual({ error: 'This organization made too many calls. Retry in 7 seconds.' });
    }
    nowMs += 7_000;
    expect((await one('reader')).status).toBe(404);
  });

  it('an organization over its limit does not slow down another one, and costs no write for a refused call', async () => {
    const call = anInstance();
    for (let n = 0; n <= CALLS_PER_WINDOW; n++) await call('reader');
    const before = await counted();
    expect((await call('reader')).status).toBe(429);
    expect(await counted()).toBe(before);
    expect((await call('other_org')).status).toBe(404);
  });

  it('calls without a valid key do not count against an organization’s limit', async () => {
    const before = await counted();
    expect((await anInstance()(null)).status).toBe(401);
    expect(await counted()).toBe(before);
  });

  it('an organization is not refused because its counter fails', async () => {
    const call = anInstance({ count: () => Promise.reject(new Error('down')) });
    for (let n = 0; n <= CALLS_PER_WINDOW; n++) expect((await call('reader')).status).toBe(404);
    expect(warned).toContain('the calls of an organization could not be counted');
  });

  it('nothing is counted if no limit is set', async () => {
    const before = await counted();
    for (let n = 0; n <= CALLS_PER_WINDOW; n++) expect((await ledger.v1('reader', 'GET', PATH)).status).toBe(404);
    expect(await counted()).toBe(before);
  });
});
