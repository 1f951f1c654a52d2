/** The reason of a refusal that programs are told, and the note that they are not (docs/beyond-the-contract.md#fields). */
import { OUTCOME_REASONS } from '../../src/protocol/outcome-reasons';
import { type House, openHouse } from '../support/house';
import { openReceiver, type Receiver } from '../support/receiver';

const NOTE = 'Xyzzy is a scam of op_delta';

describe('a refusal', () => {
  let house: House;
  let receiver: Receiver;
  beforeAll(async () => {
    [house, receiver] = await Promise.all([openHouse({ memory: true }), openReceiver()]);
  });
  afterAll(async () => {
    await house?.stop();
    await receiver?.close();
  });

  const propose = async () => (await house.propose({ callback_url: receiver.url })).body.request.id as string;
  const command = (id: string, name: string, body: object) =>
    house.api('op_bravo', 'POST', `/api/requests/${id}/${name}`, body);
  const read = async (id: string) => (await house.v1('reader', 'GET', `/v1/requests/${id}`)).body.request;
  const eventOf = async (id: string) => {
    await house.advance(0);
    const { events } = (await house.v1('reader', 'GET', '/v1/events?limit=100')).body;
    return events.find(({ data }: { data: { request: { id: string } } }) => data.request.id === id);
  };

  it.each([...OUTCOME_REASONS, undefined])('tells the program %s, and no word of the note', async (outcome_reason) => {
    const id = await propose();
    const before = receiver.posts.length;
    expect((await command(id, 'refuse', { note: NOTE, outcome_reason })).status).toBe(200);
    const event = await eventOf(id);
    await receiver.got(before + 1);
    const { json, body } = receiver.posts.at(-1)!;
    const told = [await read(id), event.data.request, json.data.request];
    for (const request of told) {
      expect(request).toMatchObject({ state: 'denied', outcome: 'denied' });
      expect(request.outcome_reason).toBe(outcome_reason);
      expect('outcome_reason' in request).toBe(outcome_reason !== undefined);
    }
    expect(JSON.stringify([told, event, body])).not.toMatch(/Xyzzy|scam/);
    const { entries } = (await house.api('op_bravo', 'GET', `/api/requests/${id}/history`)).body;
    const denied = entries.find(({ kind }: { kind: string }) => kind === 'request.denied');
    expect(denied.data).toEqual({ reason: NOTE, ...(outcome_reason && { outcome_reason }) });
  });

  it('only a refusal takes one, and only one of the list', async () => {
    const id = await propose();
    for (const [name, outcome_reason] of [
      ['refuse', 'Never'],
      ['refuse', ''],
      ['refuse', null],
      ['refuse', ['never']],
      ['abort', 'never'],
      ['stop', 'never'],
    ] as const) {
      const answered = await command(id, name, { outcome_reason });
      expect([name, answered.status, answered.body.kind]).toEqual([name, 400, 'invalid']);
    }
    expect((await read(id)).state).toBe('notified');
  });
});
