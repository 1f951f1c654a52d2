/** Events that the gateway may send, but that no client of the local server can cause. They are built by hand. */
import { type Ledger, openLedger } from '../../support/ledger';

const BODY = JSON.stringify({ action: 'demo.solo', requester: 'op_alpha', params: { name: 'Zoë 🔑' } });
const base64 = (body: string | Buffer) => Buffer.from(body as string).toString('base64');

describe('an event of the gateway', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger({ memory: true });
  });
  afterAll(() => ledger?.stop());

  const create = (body: string, event: object, headers = {}) =>
    ledger.v1('proposer', 'POST', '/v1/requests', {
      body,
      headers: { 'content-type': 'application/json', ...headers },
      event: event,
    });

  it('a gateway event may have its body in base64, and every byte counts', async () => {
    const created = await create(base64(BODY), { isBase64Encoded: true });
    expect(created).toMatchObject({ status: 202, body: { request: { params: { name: 'Zoë 🔑' } } } });
  });

  it('the size of a gateway event is that of the body, not of its base64', async () => {
    const sized = (bytes: number) => {
      const frame = '{"action":"demo.solo","requester":"op_alpha","summary":""}';
      return frame.replace('"summary":""', `"summary":"${'s'.repeat(bytes - frame.length)}"`);
    };
    expect((await create(base64(sized(131_072)), { isBase64Encoded: true })).status).toBe(202);
    expect((await create(base64(sized(131_073)), { isBase64Encoded: true })).status).toBe(413);
  });

  it('a gateway event answers 400 if the bytes in base64 are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"action":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const refused = await create(bytes.toString('base64'), { isBase64Encoded: true });
    expect(refused).toMatchObject({ status: 400, body: { kind: 'invalid' } });
  });

  it('a gateway event may have no body', async () => {
    expect((await create('', { body: undefined })).status).toBe(400);
    expect((await create('', { body: undefined }, { 'content-type': '' })).status).toBe(415);
  });

  it('a refused attempt counts for the site of an IPv6 address, whatever the rest of the address is', async () => {
    const from = (sourceIp: string) =>
      ledger.v1('reader', 'GET', '/v1/requests', { headers: { authorization: 'Bearer x' }, sourceIp });
    for (let n = 0; n < 20; n++) expect((await from(`2001:db8:1:2::${n.toString(16)}`)).status).toBe(401);
    expect((await from('2001:db8:1:2:ffff:ffff:ffff:ffff')).status).toBe(429);
    expect((await from('2001:0DB8:0001:0002::1')).status).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(401);
  });
});
