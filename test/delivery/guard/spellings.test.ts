import { Socket } from 'node:net';
import { createWebhookSender, type Dial, type DialTarget, type Resolve } from '../../../src/adapters/webhook-sender';
import { judgeReceiverUrl } from '../../../src/core/delivery/url';
import {
  ALLOWED,
  ALLOWED_ON_LOOPBACK,
  type AllowedSpelling,
  REFUSED,
  REFUSED_ON_LOOPBACK,
  type RefusedSpelling,
} from './spellings';

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
