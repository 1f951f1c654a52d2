import { Resolver } from 'node:dns/promises';
import net from 'node:net';
import { type House, openHouse } from '../../support/house';
import { openReceiver, type Receiver } from '../../support/receiver';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const _METADATA = 'http://169.254.169.254/';

describe('the guard around every post', () => {
  let house: House;
  const receivers: Receiver[] = [];
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  });

  const admin = (method: string, path: string, body?: unknown) => house.api('op_alpha', method, path, body);
  const settled = () => house.messages('op_bravo');
  const _aReceiver = async () => {
    const receiver = await openReceiver();
    receivers.push(receiver);
    return receiver;
  };
  const deny = async (fields: object = {}, at = house) => {
    const proposed = await at.propose(fields);
    expect(proposed.status).toBe(202);
    const { id } = proposed.body.request;
    await at.api('op_bravo', 'POST', `/api/requests/${id}/refuse`);
    return id as string;
  };
  const _deliveryOf = async (id: string, at = house) =>
    (await at.api('op_alpha', 'GET', `/api/requests/${id}/deliveries`)).body.deliveries.find(
      ({ request_id }: { request_id: string }) => request_id === id,
    );

  it.each([
    ['a private address', 'https://10.1.2.3/hook', /10\.1\.2\.3 is not public.*Use a host on the internet/],
    ['a metadata address', 'https://169.254.169.254/', /169\.254\.169\.254 is not public/],
    ['shared address space', 'https://100.64.0.1/', /100\.64\.0\.1 is not public/],
    ['loopback in another spelling', 'http://127.1/', /https:\/\//],
    ['an address inside an address', 'https://[::ffff:10.0.0.1]/', /not public/],
    ['plain http', 'http://hooks.customer.com/', /use "https:\/\/"/],
    ['an internal name', 'https://metadata.google.internal/', /use a name in public DNS/],
    ['a name and a password', 'https://user:pass@hooks.customer.com/', /remove it, posts are signed instead/],
  ])('saving %s as an endpoint or a callback is refused, with the reason', async (_, url, reason) => {
    const refused = { status: 422, body: { kind: 'refused', error: expect.stringMatching(reason) } };
    expect(await admin('POST', '/api/webhooks', { url })).toMatchObject(refused);
    expect(await house.propose({ callback_url: url })).toMatchObject(refused);
  });

  it('saving an endpoint whose name has a private address is refused, without the address in the answer', async () => {
    jest.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['8.8.8.8', '10.9.8.7']);
    jest.spyOn(Resolver.prototype, 'resolve6').mockResolvedValue([]);
    const refused = await admin('POST', '/api/webhooks', { url: 'https://hooks.customer.com/hook' });
    expect(refused).toMatchObject({
      status: 422,
      body: { kind: 'refused', error: expect.stringMatching(/not public/) },
    });
    expect(JSON.stringify(refused.body)).not.toContain('10.9');
  });

  it('a delivery fails for good if its name was public at the save and has a private address at the connection', async () => {
    let connections = 0;
    const inside = net.createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const url = `https://hooks.customer.com:${(inside.address() as net.AddressInfo).port}/hook`;
    const lookUp = jest.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['93.184.215.14']);
    jest.spyOn(Resolver.prototype, 'resolve6').mockResolvedValue([]);
    try {
      const added = await admin('POST', '/api/webhooks', { url });
      expect(added.status).toBe(201);
      lookUp.mockResolvedValue(['127.0.0.1']);
      const looked = lookUp.mock.calls.length;
      const id = await deny({ callback_url: url });
      await settled();
      await house.advance(HOUR);
      const { deliveries } = (await admin('GET', `/api/requests/${id}/deliveries`)).body;
      expect(deliveries.map(({ receiver }: { receiver: string }) => receiver).sort()).toEqual(
        ['callback', added.body.endpoint.id].sort(),
      );
      for (const delivery of deliveries) {
        expect(delivery).toMatchObject({
          state: 'failed',
          reason: 'refused_address',
          next_attempt_at: null,
          tries: [{ n: 1, status: null, outcome: 'refused_address' }],
        });
        expect(delivery.tries).toHaveLength(1);
      }
      // One look-up for each of the two tries, and none after them.
      expect(lookUp.mock.calls.length).toBe(looked + 2);
      expect(connections).toBe(0);
      await admin('DELETE', `/api/webhooks/${added.body.endpoint.id}`);
    } finally {
      inside.close();
    }
  });
});
