import { retryAfterSeconds } from '../../../src/adapters/webhook-sender/retry-after';
import { aPost, aReceiver, aSender, closeAll } from './support';

afterEach(closeAll);

const NOW_MS = Date.parse('2030-01-01T12:00:00Z');
const read = (value: string | undefined, date?: string) => retryAfterSeconds({ 'retry-after': value, date }, NOW_MS);

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['1', 1],
    [' 120 ', 120],
    ['3600', 3_600],
    ['3601', 3_600],
    ['99999999999999999999999', 3_600],
  ])('Retry-After in seconds is honored up to an hour: %j', (value, seconds) => {
    expect(read(value)).toBe(seconds);
  });

  test.each([
    ['Tue, 01 Jan 2030 12:01:30 GMT', 90],
    ['Tue, 01 Jan 2030 11:00:00 GMT', 0],
    ['Tue, 01 Jan 2041 12:00:00 GMT', 3_600],
  ])('Retry-After as a date is measured against the clock: %s', (value, seconds) => {
    expect(read(value)).toBe(seconds);
  });

  test('Retry-After as a date is rounded up: half a second is a second', () => {
    const headers = { 'retry-after': 'Tue, 01 Jan 2030 12:00:01 GMT' };
    expect(retryAfterSeconds(headers, NOW_MS + 500)).toBe(1);
    expect(retryAfterSeconds(headers, NOW_MS + 1000)).toBe(0);
  });

  test("Retry-After as a date is measured against the answer's own Date if it has one", () => {
    expect(read('Thu, 01 Jan 2026 00:00:30 GMT', 'Thu, 01 Jan 2026 00:00:00 GMT')).toBe(30);
  });

  test.each([
    undefined,
    '',
    ' ',
    '-1',
    '1.5',
    '+5',
    '0x10',
    '1e3',
    'soon',
    'x Tue, 01 Jan 2030 12:01:30 GMT',
    'Tue, 01 Jan 2030 12:01:30 GMT+0100',
    '12:00',
    '2030-01-01T12:01:30Z',
    'Tue, 99 Jan 2030 12:01:30 GMT',
  ])('Retry-After that cannot be read is ignored: %j', (value) => {
    expect(read(value)).toBeNull();
  });

  test('Retry-After is returned with the outcome of a post', async () => {
    const receiver = await aReceiver((_, response) => response.writeHead(503, { 'Retry-After': '17' }).end());
    expect(await aSender().post(aPost(receiver.url))).toEqual({ kind: 'answered', status: 503, retryAfterSeconds: 17 });
  });
});
