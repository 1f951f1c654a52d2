import { judgeReceiverUrl } from '../../../src/core/delivery/url';

const judge = (url: string, allowLoopback = false) => judgeReceiverUrl(url, { allowLoopback });

describe('the judge of a receiver URL', () => {
  test.each([
    ['http://hooks.customer.com/', /use "https:\/\/"/],
    ['ftp://hooks.customer.com/', /begin it with "https:\/\/"/],
    ['see https://hooks.customer.com/', /white space/],
    ['see:https://hooks.customer.com/', /must be absolute/],
    ['https://hooks.customer.com/\u007f', /white space or control characters: remove/],
    ['https://user:pw@hooks.customer.com/', /user name or password: remove it/],
    ['https://hooks.customer.com/#top', /remove "#"/],
    ['https://hooks.customer.com./', /ends in a dot: remove it/],
    ['https://hooks.customer.com/a b', /white space or control characters: remove/],
    ['https://hooks.customer.com\\x', /backslash: write "\/"/],
    ['https://%68ooks.customer.com/', /percent-encoded: write it out/],
    ['https://134744072/', /write it as 8\.8\.8\.8/],
    ['https://10.0.0.1/', /10\.0\.0\.1 is not public: private network \(RFC 1918\)/],
    ['https://[fd20:ce::254]/', /cloud metadata address \(Google\)/],
    ['https://intranet/', /internal one: use a name in public DNS/],
    ['https://hooks.customer.com:0/', /Port 0/],
    ['https://hooks.customer.com:99999/', /check its host and port/],
    [`https://hooks.customer.com/${'a'.repeat(3000)}`, /longer than 2048/],
  ])('a refused receiver URL is answered with what is wrong: %s', (url, reason) => {
    expect(judge(url)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  test('a refused receiver URL is answered with the names of the loopback addresses if they are allowed', () => {
    expect(judge('http://hooks.customer.com/', true)).toEqual({
      ok: false,
      reason: expect.stringMatching(/loopback address .*127\.0\.0\.1.* localhost.*use "https:/),
    });
  });

  test('an accepted receiver URL gives its host as the name or address that will be connected to', () => {
    expect(judge('https://Hooks.Customer.com/x')).toMatchObject({ host: { kind: 'name', name: 'hooks.customer.com' } });
    expect(judge('https://bücher.de/')).toMatchObject({ host: { kind: 'name', name: 'xn--bcher-kva.de' } });
    expect(judge('https://8.8.8.8/')).toMatchObject({ host: { kind: 'address', address: '8.8.8.8' } });
    expect(judge('https://[2606:4700:0::1]/')).toMatchObject({ host: { kind: 'address', address: '2606:4700::1' } });
    expect(judge('http://[::1]:80/', true)).toMatchObject({ host: { kind: 'address', address: '::1' } });
  });

  test('a receiver URL may have 2048 characters and not 2049', () => {
    const url = (length: number) => 'https://hooks.customer.com/'.padEnd(length, 'a');
    expect(judge(url(2048)).ok).toBe(true);
    expect(judge(url(2049)).ok).toBe(false);
  });

  test('a host name may have 253 characters and not 254', () => {
    const name = (length: number) => `${`${'a'.repeat(61)}.`.repeat(4)}${'b'.repeat(length - 248 - 4)}.com`;
    expect(name(253)).toHaveLength(253);
    expect(judge(`https://${name(253)}/`).ok).toBe(true);
    expect(judge(`https://${name(254)}/`)).toMatchObject({ ok: false });
  });

  test('a loopback URL is accepted only in its plain spelling', () => {
    expect(judge('http://127.0.0.1:8080/', true).ok).toBe(true);
    expect(judge('http://127.9.8.7/', true).ok).toBe(true);
    expect(judge('http://x.127.0.0.1.example/', true).ok).toBe(false);
    expect(judge('http://127.0.0.1.example/', true).ok).toBe(false);
    expect(judge('http://x127.0.0.1/', true).ok).toBe(false);
  });

  test('a refused receiver URL is answered without its user name and password', () => {
    expect(JSON.stringify(judge('https://anna:hunter2@hooks.customer.com/'))).not.toMatch(/anna|hunter2/);
  });

  test('any text can be given as a receiver URL without an exception', () => {
    for (const text of [
      '\ud800',
      'https://\ud800/',
      'https://[',
      'https://]',
      'https://[]/',
      'https://[::1',
      'https://?',
      'https://xn--/',
    ]) {
      expect(judge(text)).toMatchObject({ ok: false });
    }
  });
});
