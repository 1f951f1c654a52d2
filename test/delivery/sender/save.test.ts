import { aSender, closeAll } from './support';

afterEach(closeAll);

const URL_OF_HOST = 'https://hooks.customer.com/hook';
const NO_NAME =
  'The host name does not resolve to an address: check its spelling, or save the endpoint once its DNS record exists.';
const NOT_NOW = 'The host name could not be looked up just now: check it, then save again.';
const NOT_PUBLIC =
  'The host name resolves to an address that is not public: every address it has must be reachable from the internet.';
const failing = (code: string) => () => Promise.reject(Object.assign(new Error('internal detail'), { code }));

describe('the check of an endpoint when it is saved', () => {
  test('saving an endpoint accepts a name if all its addresses are public', async () => {
    const sender = aSender({ resolve: async () => ['8.8.8.8', '2606:4700::1'] });
    expect(await sender.validateEndpoint(URL_OF_HOST)).toEqual({ ok: true });
  });

  test.each([
    ['does not resolve', failing('ENOTFOUND'), NO_NAME],
    ['does not exist', failing('ENONAME'), NO_NAME],
    ['has no address', async () => [], NO_NAME],
    ['cannot be looked up now', failing('ESERVFAIL'), NOT_NOW],
    ['is never answered for', () => new Promise<string[]>(() => {}), NOT_NOW],
    ['has one address that is not public', async () => ['8.8.8.8', '10.9.8.7'], NOT_PUBLIC],
  ])('saving an endpoint refuses a name that %s', async (_, resolve, reason) => {
    const verdict = await aSender({ timeoutMs: 100, resolve }).validateEndpoint(URL_OF_HOST);
    expect(verdict).toEqual({ ok: false, reason });
  });

  test('saving an endpoint does not reveal the address of a name, which would map private DNS', async () => {
    const verdict = await aSender({ resolve: async () => ['10.9.8.7'] }).validateEndpoint(URL_OF_HOST);
    expect(JSON.stringify(verdict)).not.toMatch(/10\.9|RFC/);
  });

  test('saving an endpoint does not look up a literal address', async () => {
    expect(await aSender().validateEndpoint('https://8.8.8.8/')).toEqual({ ok: true });
    expect(await aSender().validateEndpoint('http://127.0.0.1:3000/')).toEqual({ ok: true });
    expect(await aSender().validateEndpoint('http://localhost:3000/')).toEqual({ ok: true });
    expect(await aSender().validateEndpoint('https://10.0.0.1/')).toMatchObject({ ok: false });
    const deployed = aSender({ allowLoopback: false });
    expect(await deployed.validateEndpoint('http://127.0.0.1:3000/')).toMatchObject({ ok: false });
  });
});
