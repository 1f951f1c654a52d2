import { Socket } from 'node:net';
import { createWebhookSender, type Dial, type DialTarget, type Resolve } from '../../../src/adapters/webhook-sender';
import { judgeReceiverUrl } from '../../../src/service/request/rules/url';
import {
  ALLOWED,
  ALLOWED_ON_LOOPBACK,
  type AllowedSpelling,
  REFUSED,
  REFUSED_ON_LOOPBACK,
  type RefusedSpelling,
} from './spellings';

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

const isPlainLoopback = ({ url }: RefusedSpelling) =>
  /^https:\/\/(127\.(0\.0\.1|0\.0\.2|255\.255\.254)|\[(::|0:0:0:0:0:0:0:)1\]|localhost)\//i.test(url);

const DEPLOYMENTS = [
  { name: 'where loopback is not allowed', allowLoopback: false, refused: REFUSED, allowed: ALLOWED },
  {
    name: 'where loopback is not allowed, for loopback',
    allowLoopback: false,
    refused: [...REFUSED_ON_LOOPBACK, ...ALLOWED_ON_LOOPBACK.map(({ url, why }) => refusedAtCreate(url, why))],
    allowed: [],
  },
  {
    name: 'where loopback is allowed',
    allowLoopback: true,
    refused: [...REFUSED.filter((entry) => !isPlainLoopback(entry)), ...REFUSED_ON_LOOPBACK],
    allowed: [...ALLOWED, ...ALLOWED_ON_LOOPBACK],
  },
] as const;

describe.each(DEPLOYMENTS)('the guard, $name', ({ allowLoopback, refused, allowed }) => {
  describe.each(refused)('refuses $url ($why)', (entry: RefusedSpelling) => {
    test(`refuses ${entry.url} at create`, () => {
      const verdict = judgeReceiverUrl(entry.url, { allowLoopback });
      expect(verdict.ok).toBe(entry.refusedAt !== 'create');
      if (!verdict.ok) expect(verdict.reason).toMatch(/^[A-Z].{10,300}\.$/);
    });

    test(`refuses ${entry.url} at save`, async () => {
      const { sender } = guarded(allowLoopback, entry.answers);
      const verdict = await sender.validateEndpoint(entry.url);
      expect(verdict.ok).toBe(entry.refusedAt === 'connect');
      if (!verdict.ok) expect(verdict.reason).toMatch(/^[A-Z].{10,300}\.$/);
    });

    test(`refuses ${entry.url} at connect, without a connection attempt`, async () => {
      const { sender, dialled } = guarded(allowLoopback, entry.answers);
      if (entry.refusedAt === 'connect') await sender.validateEndpoint(entry.url);
      const outcome = await sender.post({ url: entry.url, headers: {}, body: '{}' });
      expect(outcome.kind).toBe(entry.atConnect ?? 'refused_address');
      expect(dialled).toEqual([]);
    });
  });

  if (allowed.length === 0) return;
  describe.each(allowed)('accepts $url ($why)', (entry: AllowedSpelling) => {
    test(`accepts ${entry.url} at create`, () => {
      expect(judgeReceiverUrl(entry.url, { allowLoopback })).toMatchObject({ ok: true });
    });

    test(`accepts ${entry.url} at save`, async () => {
      const { sender } = guarded(allowLoopback, entry.answers && [entry.answers]);
      expect(await sender.validateEndpoint(entry.url)).toEqual({ ok: true });
    });

    test(`accepts ${entry.url} at connect, to the checked address`, async () => {
      const { sender, dialled } = guarded(allowLoopback, entry.answers && [entry.answers]);
      await sender.post({ url: entry.url, headers: {}, body: '{}' });
      expect(dialled[0]).toMatchObject(entry.dialled);
    });
  });
});

test('the table has at least 80 refused and 8 allowed spellings, and no spelling twice for the same reason', () => {
  expect(REFUSED.length).toBeGreaterThanOrEqual(80);
  expect(ALLOWED.length).toBeGreaterThanOrEqual(8);
  const keys = [...REFUSED, ...ALLOWED].map(({ url, why }) => `${url} ${why}`);
  expect(new Set(keys).size).toBe(keys.length);
});

/** A sender whose connection attempts are recorded and fail. Looking up a literal address fails the test. */
function guarded(allowLoopback: boolean, answers: RefusedSpelling['answers']) {
  const dialled: DialTarget[] = [];
  const dial: Dial = (target) => {
    dialled.push(target);
    return new Socket().destroy(Object.assign(new Error('no connections here'), { code: 'ECONNREFUSED' }));
  };
  let lookups = 0;
  const resolve: Resolve = async (name) => {
    if (!answers) throw new Error(`${name} was looked up`);
    return answers[Math.min(lookups++, answers.length - 1)]!;
  };
  return { sender: createWebhookSender({ allowLoopback, timeoutMs: 1_000, resolve, dial }), dialled };
}

function refusedAtCreate(url: string, why: string): RefusedSpelling {
  return { url, why, refusedAt: 'create' };
}
