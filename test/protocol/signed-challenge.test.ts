import { challengeExpiry, challengeKeyId, makeChallenge } from '../../src/protocol/signed-challenge';

const KEY = { id: 'ck_1', secret: Buffer.alloc(32, 7) };
const UNTIL = Date.parse('2026-11-20T12:05:00Z');
const NONCE = '00112233445566778899aabbccddeeff';
const challenge = makeChallenge(KEY, 'sign_in', NONCE, UNTIL);

describe('a signed challenge', () => {
  it('a signed challenge has its key and its expiry', () => {
    expect(challengeKeyId(challenge)).toBe('ck_1');
    expect(challengeExpiry(KEY.secret, 'sign_in', challenge)).toBe(UNTIL);
  });

  it('a signed challenge is invalid for another key and for another purpose', () => {
    expect(challengeExpiry(Buffer.alloc(32, 8), 'sign_in', challenge)).toBeNull();
    expect(challengeExpiry(KEY.secret, 'enrol:ses_1', challenge)).toBeNull();
  });

  it('a signed challenge is invalid after a change of any character, also of those after the 72nd, which name its key', () => {
    expect(challenge.length).toBeGreaterThan(72);
    for (let at = 0; at < challenge.length; at++) {
      const other = challenge[at] === 'x' ? 'y' : 'x';
      const changed = challenge.slice(0, at) + other + challenge.slice(at + 1);
      if (at < 72) expect(challengeExpiry(KEY.secret, 'sign_in', changed)).toBeNull();
      else expect(challengeKeyId(changed)).not.toBe(KEY.id);
    }
  });

  it.each([[''], ['x'], [challenge.slice(0, 72)], [`${challenge}=`], ['A'.repeat(73)]])(
    'a signed challenge has one spelling, and %j is refused',
    (text) => {
      expect(challengeKeyId(text)).toBeNull();
    },
  );
});
