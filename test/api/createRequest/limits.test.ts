/** operation createRequest, 413 and 415; docs/contract.md#post-v1requests-statuses */
import { DIGEST, ENVELOPE, type House, openHouse } from '../../support/house';
import { expectProblem, postText, requestIds } from '../support';

const KIB = 1024;
const sized = (bytes: number) => {
  const frame = '{"action":"demo.solo","requester":"op_alpha","summary":""}';
  return frame.replace('"summary":""', `"summary":"${'s'.repeat(bytes - frame.length)}"`);
};
/** An envelope of exactly that many bytes as JSON. None has 64 KiB: its ciphertext would have an impossible length. */
const envelope = (bytes: number) => {
  const empty = JSON.stringify({ ...ENVELOPE, ciphertext: '' }).length;
  return { ...ENVELOPE, ciphertext: 'A'.repeat(bytes - empty) };
};

describe('the limits of a create', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  const post = (text: string | Buffer, headers = {}) => postText(house, 'proposer', '/v1/requests', text, headers);

  it('a create accepts a body of exactly 128 KiB, and answers one byte more 413', async () => {
    expect((await post(sized(128 * KIB))).status).toBe(202);
    expectProblem(await post(sized(128 * KIB + 1)), 413, 'too_large');
    expectProblem(await post(sized(2048 * KIB)), 413, 'too_large');
  });

  it('a create accepts an intent of just under 64 KiB and returns it, and answers one byte over it 413', async () => {
    const intent = envelope(64 * KIB - 1);
    const proposed = await house.propose({ params: { intent: DIGEST }, intent });
    expect(proposed.status).toBe(202);
    const read = await house.v1('reader', 'GET', `/v1/requests/${proposed.body.request.id}`);
    expect(read.body.request.intent).toEqual(intent);
    const larger = { params: { intent: DIGEST }, intent: envelope(64 * KIB + 1) };
    expectProblem(await house.propose(larger), 413, 'too_large');
  });

  it('the largest request is recorded, and reaches its verdict and its claim', async () => {
    const params = Object.fromEntries([
      ['intent', DIGEST],
      ...Array.from({ length: 23 }, (_, n) => [`k${n}`.padEnd(64, '0'), 'v'.repeat(512)]),
    ]);
    const largest = { action: 'demo.solo', requester: 'op_alpha', params, intent: envelope(64 * KIB - 1), summary: '' };
    largest.summary = 's'.repeat(128 * KIB - JSON.stringify(largest).length);
    const proposed = await post(JSON.stringify(largest));
    expect(proposed.status).toBe(202);
    const { id } = proposed.body.request;
    expect((await house.turn('op_bravo', id)).status).toBe(200);
    expect((await house.v1('worker', 'POST', `/v1/requests/${id}/claim`)).status).toBe(200);
  });

  it('a create with a wrong content type answers 415, not 413 or 400', async () => {
    const type = { 'content-type': 'text/plain' };
    expectProblem(await post(sized(129 * KIB), type), 415, 'unsupported_media_type');
    expectProblem(await post('{', type), 415, 'unsupported_media_type');
  });

  it('creates that were refused for size or type record nothing', async () => {
    expect(await requestIds(house)).toHaveLength(3);
  });
});
