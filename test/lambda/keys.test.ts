/** The key check of /v1, and the limit of calls of each organization. */

import { createKeyCheck, type KeyChecked, type KeyNeeds } from '../../src/lambda/v1/authenticate';
import { createServiceHandler } from '../../src/lambda/v1/handler';
import { createThrottle, throttled } from '../../src/lambda/v1/throttle';
import { openMemoryTables } from '../../src/local/memory/tables';
import { formatApiKeyToken, tokenHash } from '../../src/protocol/api-key-token';
import type { ApiKeyId, OrgId } from '../../src/protocol/identifiers';
import { createConfigStore } from '../../src/service/administration/store/config-store';
import type { ConfigStore, LiveKey } from '../../src/service/configuration/ports';
import { anApiKey, anApiToken } from '../store/conformance/config-items';
import { eventOf } from '../support/gateway';
import { openLedger } from '../support/ledger';
import { aLog } from '../support/log';
import { PERMIT } from '../support/permit';
import { tablesThrough } from '../support/tables';

const NOW_MS = 1_795_176_003_000;
const DAY_MS = 24 * 3600_000;
const ORG = 'org_a' as OrgId;
const KEY_ID = 'key_1' as ApiKeyId;
const TOKEN = formatApiKeyToken('t'.repeat(43));

describe('the key check', () => {
  /** A stored key, and the check that reads it. `touch` replaces the write of the last use. */
  const world = async (
    lastUsedAtMs: number | null = NOW_MS,
    touch?: () => Promise<void>,
    endsAtMs: number | null = null,
  ) => {
    const sent: string[] = [];
    const tables = tablesThrough(openMemoryTables(() => undefined).tables, ({ constructor: { name } }, pass) => {
      sent.push(name);
      return pass();
    });
    const config = createConfigStore(tables);
    const hash = tokenHash(TOKEN);
    await config.saveApiKey(anApiKey(ORG, { scopes: ['read'], tokens: [anApiToken(hash, { endsAtMs })] }), PERMIT);
    if (lastUsedAtMs !== null) await config.touchApiKey(ORG, KEY_ID, hash, lastUsedAtMs);
    const { log, warned } = aLog();
    const refusedPeers: string[] = [];
    const check = createKeyCheck({
      clock: { nowMs: () => NOW_MS },
      config: touch === undefined ? config : { ...config, touchApiKey: touch },
      limiter: {
        refused: async (peer) => {
          refusedPeers.push(peer);
          return null;
        },
      },
      log,
    });
    sent.length = 0;
    return {
      sent,
      warned,
      refusedPeers,
      lastUse: async () => (await config.liveKey(hash))!.lastUsedAtMs,
      call: (authorization?: string, needs: KeyNeeds | null = null) =>
        check(eventOf('GET', '/v1/requests', authorization === undefined ? {} : { authorization }), needs),
    };
  };
  const UNAUTHORIZED = {
    refused: { status: 401, body: { error: 'Unauthorized' }, headers: { 'www-authenticate': 'Bearer' } },
  };

  it.each([
    undefined,
    '',
    'Bearer',
    `Basic ${TOKEN}`,
    `Bearer${TOKEN}`,
    `Bearer ${TOKEN} x`,
    `x Bearer ${TOKEN}`,
    `Bearer ${'a'.repeat(129)}`,
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${TOKEN}!`,
  ])('the key check reads nothing for what cannot be a token: %s', async (header) => {
    const { call, sent, refusedPeers } = await world();
    expect(await call(header)).toEqual(UNAUTHORIZED);
    expect(sent).toEqual([]);
    expect(refusedPeers).toEqual(['203.0.113.7']);
  });

  it('the key check accepts a live key in any spelling of its scheme, and counts nothing against it', async () => {
    for (const header of [`Bearer ${TOKEN}`, `bearer  ${TOKEN}`, `BEARER ${TOKEN}`]) {
      const { call, refusedPeers } = await world();
      expect(await call(header)).toMatchObject({ principal: { org: ORG, id: KEY_ID, scopes: ['read'], token: 1 } });
      expect(refusedPeers).toEqual([]);
    }
  });

  it('the key check accepts a token until a millisecond before its end, and then answers as for an unknown one', async () => {
    const { call } = await world(NOW_MS, undefined, NOW_MS + 1);
    expect(await call(`Bearer ${TOKEN}`)).toMatchObject({ principal: { id: KEY_ID } });
    const ended = await world(NOW_MS, undefined, NOW_MS);
    expect(await ended.call(`Bearer ${TOKEN}`)).toEqual(UNAUTHORIZED);
  });

  it('the key check answers an unknown key like a malformed one, and names the scope that a known one lacks', async () => {
    const { call, refusedPeers } = await world();
    expect(await call(`Bearer ${formatApiKeyToken('u'.repeat(43))}`)).toEqual(UNAUTHORIZED);
    expect(await call(`Bearer ${TOKEN}`, { scope: 'execute' })).toEqual({
      refused: { status: 403, body: { error: 'This API key lacks the scope "execute".' } },
      org: 'org_a',
    });
    expect(refusedPeers).toHaveLength(2);
    expect(await call(`Bearer ${TOKEN}`, { scope: 'read' })).toMatchObject({ principal: { id: KEY_ID } });
  });

  it('the key check records the last use once a day, beside the work of the call', async () => {
    for (const [lastUsed, isRecorded] of [
      [null, true],
      [NOW_MS - DAY_MS, true],
      [NOW_MS - DAY_MS + 1, false],
      [NOW_MS, false],
    ] as const) {
      const { call, lastUse } = await world(lastUsed);
      const checked = await call(`Bearer ${TOKEN}`);
      expect('backgroundWork' in checked).toBe(isRecorded);
      await (checked as { backgroundWork?: Promise<void> }).backgroundWork;
      expect(await lastUse()).toBe(isRecorded ? NOW_MS : lastUsed);
    }
  });

  it('the key check continues if the last use could not be recorded, and the log has no token', async () => {
    for (const [failure, error] of [
      [new RangeError('down'), 'RangeError'],
      ['a text', 'unknown'],
    ] as const) {
      const { call, warned } = await world(null, () => Promise.reject(failure));
      const checked = await call(`Bearer ${TOKEN}`);
      expect(checked).toMatchObject({ principal: { id: KEY_ID } });
      expect(await (checked as { backgroundWork: Promise<void> }).backgroundWork).toBeUndefined();
      expect(warned).toEqual([['the last use of a key was not noted', { key: KEY_ID, error }]]);
    }
  });
});

it('the intent is read beside the key only for a claim and a report', async () => {
  const read: unknown[][] = [];
  const ledger = await openLedger({ memory: true });
  const liveKey: ConfigStore['liveKey'] = (hash, intentOf) => {
    read.push([intentOf]);
    return ledger.ports.config.liveKey(hash, intentOf);
  };
  const service = createServiceHandler({ ...ledger.ports, config: { ...ledger.ports.config, liveKey } });
  const id = `req_${'0'.repeat(24)}`;
  const call = (method: string, rawPath: string) =>
    service(eventOf(method, rawPath, { authorization: `Bearer ${TOKEN}` }));
  for (const [method, path] of [
    ['POST', `/v1/requests/${id}/claim`],
    ['POST', `/v1/requests/${id}/execution`],
    ['GET', `/v1/requests/${id}`],
    ['POST', '/v1/requests/nonsense/claim'],
    ['POST', '/v1/requests'],
    ['GET', '/v1/nothing'],
  ] as const)
    expect((await call(method, path)).statusCode).toBe(401);
  expect(read).toEqual([[id], [id], [undefined], [undefined], [undefined], [undefined]]);
  await ledger.stop();
});

describe('the limit of calls of an organization', () => {
  const world = (count?: (org: string, endsAtMs: number) => Promise<number>) => {
    let nowMs = NOW_MS;
    const counts = new Map<string, number>();
    const counted: [string, number][] = [];
    const { log, warned } = aLog();
    const throttle = createThrottle({
      clock: { nowMs: () => nowMs },
      meter: {
        count: async (org, endsAtMs) => {
          counted.push([org, endsAtMs]);
          if (count !== undefined) return count(org, endsAtMs);
          const calls = (counts.get(`${org}${endsAtMs}`) ?? 0) + 1;
          counts.set(`${org}${endsAtMs}`, calls);
          return calls;
        },
      },
      log,
      callsPerSecond: 2,
    });
    return {
      counted,
      warned,
      throttle,
      call: (org = 'org_a') => throttle(org as OrgId),
      pass: (ms: number) => {
        nowMs += ms;
      },
    };
  };
  const tooMany = (seconds: number) => ({
    status: 429,
    body: { error: `This organization made too many calls. Retry in ${seconds} seconds.` },
    headers: { 'retry-after': String(seconds) },
  });
  const WINDOW_ENDS_AT_MS = 1_795_176_010_000;

  it('an organization with two calls a second has twenty calls in each ten seconds of the clock', async () => {
    const { call, counted, pass } = world();
    for (let n = 0; n < 20; n++) expect(await call()).toBeNull();
    expect(await call()).toEqual(tooMany(7));
    expect(counted.at(-1)).toEqual(['org_a', WINDOW_ENDS_AT_MS]);
    // Refused again without another count.
    pass(1);
    expect(await call()).toEqual(tooMany(7));
    pass(6_998);
    expect(await call()).toEqual(tooMany(1));
    expect(counted).toHaveLength(21);
    expect(await call('org_b')).toBeNull();
    pass(1);
    expect(await call()).toBeNull();
    expect(counted.at(-1)).toEqual(['org_a', WINDOW_ENDS_AT_MS + 10_000]);
  });

  it('an organization is not limited while nothing can be counted, and the log says so', async () => {
    for (const [failure, error] of [
      [new RangeError('down'), 'RangeError'],
      ['a text', 'unknown'],
    ] as const) {
      const { call, warned } = world(() => Promise.reject(failure));
      expect(await call()).toBeNull();
      expect(warned).toEqual([['the calls of an organization could not be counted', { error }]]);
    }
  });

  it('the limit counts only calls with a live key, and ends their other work before it refuses', async () => {
    const { throttle, counted } = world(async () => 21);
    const refused: KeyChecked = { refused: { status: 401, body: null } };
    expect(await throttled(throttle, refused)).toBe(refused);
    expect(counted).toEqual([]);
    const principal = { org: 'org_a' } as LiveKey;
    for (const none of [null, undefined]) {
      const checked = { principal };
      expect(await throttled(none, checked)).toBe(checked);
    }
    let isDone = false;
    const backgroundWork = new Promise<void>((resolve) =>
      setImmediate(() => {
        isDone = true;
        resolve();
      }),
    );
    expect(await throttled(throttle, { principal, backgroundWork })).toEqual({
      refused: tooMany(7),
      org: 'org_a',
    });
    expect(isDone).toBe(true);
    const allowing = world(async () => 20);
    const checked = { principal };
    expect(await throttled(allowing.throttle, checked)).toBe(checked);
  });
});
