/** Which tokens of an API key work, and whether it can get another one (docs/decisions/key-rotation.md). */
import { liveTokens, whyNoToken } from '../../../src/core/access/api-tokens';
import type { ApiKey, ApiToken } from '../../../src/core/configuration/items';
import { anApiKey, anApiToken } from '../../store/conformance/config-items';
import { at, ORG } from '../../support/builders';

const NOON = at('12:00');
const tokens = (...ends: readonly (number | null)[]): ApiToken[] =>
  ends.map((endsAtMs, index) => anApiToken(`hash ${index}`, { number: index + 1, endsAtMs }));
const ended = (count: number) => Array.from({ length: count }, () => NOON);

it.each<[string, Partial<ApiKey>, number[]]>([
  ['without an end', { tokens: tokens(null, null) }, [1, 2]],
  ['a millisecond before its end', { tokens: tokens(NOON + 1) }, [1]],
  ['at its end', { tokens: tokens(NOON, null) }, [2]],
  ['of a key that was revoked', { tokens: tokens(null, null), revokedAtMs: NOON - 1 }, []],
  ['of a key that was revoked by a clock that is ahead', { tokens: tokens(null), revokedAtMs: NOON + 1 }, []],
])('a token works, or not: %s', (_, key, numbers) => {
  expect(liveTokens(anApiKey(ORG, key), NOON).map(({ number }) => number)).toEqual(numbers);
});

it.each<[string, Partial<ApiKey>, string | null, string | null]>([
  ['with one token gets another one', { tokens: tokens(null) }, null, null],
  ['with two tokens gets no third', { tokens: tokens(null, NOON + 1) }, null, 'two_tokens'],
  ['whose first token has ended gets another one', { tokens: tokens(NOON, null) }, null, null],
  ['that had 49 tokens gets the 50th', { tokens: tokens(...ended(48), null) }, null, null],
  ['that had 50 tokens gets none', { tokens: tokens(...ended(49), null) }, null, 'too_many_tokens'],
  ['that is revoked gets none', { tokens: tokens(null), revokedAtMs: NOON }, null, 'key_revoked'],
  [
    'gets the token of a change once',
    { tokens: [...tokens(NOON), anApiToken('h', { change: 'req_1' })] },
    'req_1',
    'collected',
  ],
  ['gets the token of another change', { tokens: [anApiToken('h', { change: 'req_1' })] }, 'req_2', null],
  ['whose tokens had no change gets another without one', { tokens: [anApiToken('h')] }, null, null],
])('a key %s', (_, key, change, reason) => {
  expect(whyNoToken(anApiKey(ORG, key), change, NOON)?.reason ?? null).toBe(reason);
});
