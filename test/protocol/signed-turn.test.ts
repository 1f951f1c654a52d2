import { createPublicKey, type KeyObject } from 'node:crypto';
import { challengeExpiry, challengeKeyId, makeChallenge } from '../../src/protocol/signed-challenge';
import { allowedSignersText, isAllowedSigner, parseAllowedSigners } from '../../src/protocol/ssh/allowed-signers';
import { parsePublicKeyText, publicKeyText, type SshPublicKey, sshKeyOf } from '../../src/protocol/ssh/public-key';
import { armour, parseArmour, toBeSigned } from '../../src/protocol/ssh/signature';
import { isSignedBy } from '../../src/protocol/ssh/verify';
import { rawFromDer } from '../../src/protocol/ssh/wire';
import { type AssertionExpectation, signedByPasskey } from '../../src/protocol/statements/assertion';
import { type ExecutionStatement, executionStatementText } from '../../src/protocol/statements/execution';
import { parsePolicyDocument, policyDigest } from '../../src/protocol/statements/policy';
import { countedText, memberText, policyDocumentText, turnStatementText } from '../../src/protocol/statements/texts';
import { parseTurnStatement, TURN_NAMESPACE, turnNonce } from '../../src/protocol/statements/turn';
import { VERDICT_NAMESPACE } from '../../src/protocol/statements/verdict';
import { aCredential } from '../support/authenticator';
import { aSoftwareKey } from '../support/proof';
import { isGood, itWithSshKeygen } from '../support/ssh-keygen';
import vectors from '../vectors/signed-turn.json';

const { turn, verdict } = vectors;
const hex = (text: string) => Buffer.from(text, 'hex');
const spki = (text: string): KeyObject => createPublicKey({ key: hex(text), format: 'der', type: 'spki' });
const pointOf = (text: string): Uint8Array => (sshKeyOf(spki(text)) as { point: Uint8Array }).point;
const keyOf = (signers: string): SshPublicKey => parseAllowedSigners(signers)![0]!.key;

const EXPECTED: AssertionExpectation = {
  namespace: turn.namespace,
  statement: turn.statement,
  point: pointOf(turn.credential_public_key_spki_hex),
  rpId: turn.rp_id,
  origin: turn.origin,
  counter: 1,
};
const base64url = (text: string) => hex(text).toString('base64url');
const ASSERTION = {
  clientDataJSON: base64url(turn.client_data_json_hex),
  authenticatorData: base64url(turn.authenticator_data_hex),
  signature: base64url(turn.signature_der_hex),
};

describe('a passkey’s assertion over a turn', () => {
  it('a passkey’s assertion over a turn answers the challenge that OpenSSH calls "to be signed"', () => {
    expect(toBeSigned(turn.namespace, turn.statement).toString('hex')).toBe(turn.challenge_hex);
  });

  it('a passkey’s assertion over a turn is stored as the SSH signature of the vector, byte for byte', () => {
    expect(signedByPasskey(ASSERTION, EXPECTED)).toEqual({ ok: true, value: { armoured: turn.armored, counter: 2 } });
  });

  it('a stored assertion is read from its text and written as the same text', () => {
    const signature = parseArmour(turn.armored)!;
    expect(signature).toMatchObject({
      namespace: 'turn@ras',
      key: { application: 'localhost' },
      value: { origin: turn.origin, counter: 2, flags: 5, raw: rawFromDer(hex(turn.signature_der_hex)) },
    });
    expect(armour(signature)).toBe(turn.armored);
  });

  it('a stored assertion is Good for its statement, and for no other statement, namespace or key', () => {
    const signature = parseArmour(turn.armored)!;
    expect(isSignedBy(signature, turn.namespace, turn.statement)).toBe(true);
    expect(isSignedBy(signature, turn.namespace, turn.statement.replace('authorize', 'refuse'))).toBe(false);
    expect(isSignedBy(signature, VERDICT_NAMESPACE, turn.statement)).toBe(false);
    const other = { ...signature.key, point: pointOf(verdict.public_key_spki_hex) } as SshPublicKey;
    expect(isSignedBy({ ...signature, key: other }, turn.namespace, turn.statement)).toBe(false);
  });

  it('a stored assertion has the key that the vector’s allowed_signers names for the operator', () => {
    expect(keyOf(turn.allowed_signers)).toEqual(parseArmour(turn.armored)!.key);
    const signers = parseAllowedSigners(turn.allowed_signers)!;
    expect(allowedSignersText(signers)).toBe(turn.allowed_signers);
  });

  itWithSshKeygen('a stored assertion is Good for a stock OpenSSH, and not for another statement or operator', () => {
    const good = {
      allowedSigners: turn.allowed_signers,
      signer: 'op_bravo',
      namespace: 'turn@ras',
      signature: turn.armored,
      message: turn.statement,
    };
    expect(isGood(good)).toBe(true);
    expect(isGood({ ...good, message: `${turn.statement}\n` })).toBe(false);
    expect(isGood({ ...good, signer: 'op_charlie' })).toBe(false);
  });
});

describe('the service’s own check of an assertion', () => {
  const ORIGIN = 'https://console.acme.dev';
  const credential = (options = {}) => aCredential({ origin: ORIGIN, rpId: 'console.acme.dev', ...options });
  const challenge = toBeSigned(TURN_NAMESPACE, turn.statement).toString('base64url');
  const judge = (
    from: ReturnType<typeof credential>,
    changed: Partial<AssertionExpectation> = {},
    used = challenge,
  ) => {
    const { response } = from.use(used) as { response: typeof ASSERTION };
    const here = { ...EXPECTED, point: from.point, origin: ORIGIN, rpId: 'console.acme.dev', counter: 0 };
    const judged = signedByPasskey(response, { ...here, ...changed });
    return judged.ok ? 'signed' : judged.error;
  };

  it('the service accepts an assertion at its own origin, by a verified user, with a counter that grew', () => {
    expect(judge(credential())).toBe('signed');
    expect(judge(credential({ counts: false }))).toBe('signed');
  });

  it.each([
    ['another page asked for it', { origin: 'https://evil.example' }, 'other_origin'],
    ['another page had the console in a frame', { frame: { crossOrigin: true } }, 'other_origin'],
    ['a foreign page was above it', { frame: { topOrigin: 'https://evil.example' } }, 'other_origin'],
    ['it is of another relying party', { rpId: 'evil.example' }, 'other_origin'],
    ['nobody was asked for a PIN or a finger', { verifiesUser: false }, 'user_not_verified'],
  ])('the service refuses an assertion if %s, which ssh-keygen does not check', (_, options, fault) => {
    expect(judge(credential(options))).toBe(fault);
  });

  it('the service refuses a counter that did not grow, because the passkey was copied', () => {
    expect(judge(credential(), { counter: 1 })).toBe('counter');
    expect(judge(credential({ counts: false }), { counter: 1 })).toBe('counter');
  });

  it('the service refuses an assertion over another statement, and by another key', () => {
    expect(judge(credential(), {}, toBeSigned(TURN_NAMESPACE, '{}').toString('base64url'))).toBe('not_this_statement');
    expect(judge(credential(), { point: credential().point })).toBe('not_this_statement');
  });

  it('the service refuses bytes that are no assertion', () => {
    const nothing = { clientDataJSON: '', authenticatorData: '', signature: '' };
    for (const part of Object.keys(nothing)) {
      expect(signedByPasskey({ ...ASSERTION, [part]: '' }, EXPECTED)).toEqual({ ok: false, error: 'malformed' });
    }
  });
});

describe('a signed verdict', () => {
  it('a signed verdict is signed over the bytes of the vector, and stored as its text', () => {
    expect(toBeSigned(verdict.namespace, verdict.statement).toString('hex')).toBe(verdict.to_be_signed_hex);
    const raw = rawFromDer(hex(verdict.signature_der_hex))!;
    const key = sshKeyOf(spki(verdict.public_key_spki_hex));
    const signature = { key, namespace: verdict.namespace, value: { type: 'ecdsa-sha2-nistp256', raw } } as const;
    expect(armour(signature)).toBe(verdict.armored);
    expect(parseArmour(verdict.armored)).toEqual(signature);
    expect(isSignedBy(signature, verdict.namespace, verdict.statement)).toBe(true);
    expect(keyOf(verdict.allowed_signers)).toEqual(key);
  });

  itWithSshKeygen('a signed verdict is Good for a stock OpenSSH', () => {
    const { armored: signature, statement: message, allowed_signers: allowedSigners, namespace } = verdict;
    expect(isGood({ allowedSigners, signer: 'service', namespace, signature, message })).toBe(true);
  });
});

describe('a key of a worker', () => {
  const { key, sign } = aSoftwareKey();
  const execution: ExecutionStatement = {
    v: 1,
    claim: 'clm_0123456789abcdef01234567',
    request: 'req_0123456789abcdef01234567',
    operation_hash: `sha256:${'a'.repeat(64)}`,
    intent: `sha256:${'b'.repeat(64)}`,
    status: 'succeeded',
    reference: null,
  };
  const message = executionStatementText(execution);
  const signature = sign('worker@ras', message);

  it('a key of a worker is read from its type and its bytes, and verifies what it signed', () => {
    expect(parsePublicKeyText(publicKeyText(key))).toEqual(key);
    expect(parsePublicKeyText(`ssh-rsa ${publicKeyText(key).split(' ')[1]}`)).toBeNull();
    expect(isSignedBy(parseArmour(signature)!, 'worker@ras', message)).toBe(true);
  });

  itWithSshKeygen(
    'makes signatures that a stock OpenSSH verifies, while the key is valid and not before or after',
    () => {
      const validAfterMs = Date.parse('2026-01-01T00:00:00Z');
      const validBeforeMs = Date.parse('2026-12-31T00:00:00Z');
      const signers = [{ principal: 'worker', namespaces: ['worker@ras'], validAfterMs, validBeforeMs, key }];
      const allowedSigners = allowedSignersText(signers);
      expect(parseAllowedSigners(allowedSigners)).toEqual(signers);
      const years = { 2025: false, 2026: true, 2027: false };
      for (const [year, isValid] of Object.entries(years)) {
        const at = `${year}0701000000Z`;
        const asked = { allowedSigners, signer: 'worker', namespace: 'worker@ras', signature, message, at };
        expect(isGood(asked)).toBe(isValid);
        const atMs = Date.parse(`${year}-07-01T00:00:00Z`);
        expect(isAllowedSigner(signers, { principal: 'worker', namespace: 'worker@ras', key, atMs })).toBe(isValid);
      }
    },
  );
});

describe('a statement', () => {
  const statement = parseTurnStatement(turn.statement)!;

  it('a statement is read from the text of the vector, and written as the same text', () => {
    expect(turnStatementText(statement)).toBe(turn.statement);
  });

  it('a turn has another nonce in another request, round, seat or issue, and after it was taken back', () => {
    const seat = {
      secret: Buffer.alloc(32, 1),
      org: 'o',
      request: 'r',
      operator: 'a',
      round: 1,
      issue: 0,
      takenBack: 0,
    };
    const others = [{ request: 'q' }, { org: 'p' }, { operator: 'b' }, { round: 2 }, { issue: 1 }, { takenBack: 1 }];
    const nonces = [seat, ...others.map((changed) => ({ ...seat, ...changed }))].map(turnNonce);
    expect(new Set(nonces).size).toBe(others.length + 1);
    expect(turnNonce({ ...seat, secret: Buffer.alloc(32, 2) })).not.toBe(nonces[0]);
  });

  const plain = {
    v: 1,
    action: 'demo.payout',
    version: 3,
    mode: 'independent',
    quorum: 2,
    requester: 'op_alpha',
    seats: ['op_charlie', 'op_bravo'],
    self_approval: 'denied',
    turn: 'code_and_passkey',
  } as const;

  it('a policy has one text, with and without groups, in which the order of its lists does not matter', () => {
    expect(policyDocumentText(plain)).toBe(
      '{"action":"demo.payout","mode":"independent","quorum":2,"requester":"op_alpha","seats":["op_bravo","op_charlie"],' +
        '"self_approval":"denied","turn":"code_and_passkey","v":1,"version":3}',
    );
    const seats = [memberText('op_charlie', []), memberText('op_bravo', ['grp_y', 'grp_x'])];
    const groups = [countedText('grp_y', 7), countedText('grp_x', 3)];
    const requires = [countedText('grp_y', 1), countedText('grp_x', 2)];
    expect(policyDocumentText({ ...plain, v: 2, seats, groups, requires })).toBe(
      '{"action":"demo.payout","groups":["grp_x:3","grp_y:7"],"mode":"independent","quorum":2,"requester":"op_alpha",' +
        '"requires":["grp_x:2","grp_y:1"],"seats":["op_bravo:grp_x+grp_y","op_charlie:"],' +
        '"self_approval":"denied","turn":"code_and_passkey","v":2,"version":3}',
    );
  });

  it('a statement names its policy by a digest in which the order of the seats does not matter', () => {
    const text = policyDocumentText(plain);
    expect(policyDigest(text)).toBe(policyDigest(policyDocumentText({ ...plain, seats: ['op_bravo', 'op_charlie'] })));
    expect(parsePolicyDocument(text)).toEqual({ ...plain, seats: ['op_bravo', 'op_charlie'] });
    expect(parsePolicyDocument(text.replace('op_bravo', 'op_zulu'))).toBeNull();
  });
});

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
