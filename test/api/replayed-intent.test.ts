/** The console links the request that used an envelope before (docs/security.md): only the digest can tell. */
import { DIGEST, ENVELOPE, type House, openHouse } from '../support/house';

describe('an envelope that was proposed before', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  const proposed = async (fields: object): Promise<string> => (await house.propose(fields)).body.request.id;
  const firstUseOf = async (id: string) =>
    (await house.api('op_bravo', 'GET', `/api/requests/${id}`)).body.view.intent_first_used_in;

  it('an envelope that was proposed before is reported in every later request that has it, and not in the first or without it', async () => {
    const first = await proposed({ params: { amount: '48000', intent: DIGEST }, intent: ENVELOPE });
    const again = await proposed({ params: { amount: '5', intent: DIGEST }, intent: ENVELOPE });
    const third = await proposed({ params: { amount: '6', intent: DIGEST }, intent: ENVELOPE });
    const other = `sha256:${'cd'.repeat(32)}`;
    const another = await proposed({ params: { intent: other }, intent: ENVELOPE });
    const plain = await proposed({ params: { intent: 'a param of that name' } });
    expect(await Promise.all([first, again, third, another, plain].map(firstUseOf))).toEqual([
      null,
      first,
      first,
      null,
      null,
    ]);
  });

  it('an envelope that was proposed before is reported only within its organization', async () => {
    const digest = `sha256:${'ef'.repeat(32)}`;
    const body = { action: 'demo.solo', requester: 'op_alpha', params: { intent: digest }, intent: ENVELOPE };
    expect((await house.v1('other_org', 'POST', '/v1/requests', body)).status).toBe(202);
    expect(await firstUseOf(await proposed({ params: { intent: digest }, intent: ENVELOPE }))).toBeNull();
  });
});
