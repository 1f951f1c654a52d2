/** Which keys sign, from when until when, and who may countersign one (docs/decisions/signed-turns.md). */
import { generateKeyPairSync } from 'node:crypto';
import { publicKeyText, sshKeyOf } from '../../src/protocol/ssh/public-key';
import { opensSession, type Passkey } from '../../src/service/access/rules/passkey';
import { beginsSignedChanges } from '../../src/service/access/rules/signed-changes';
import { signersOf, workerSigner } from '../../src/service/access/rules/signers';
import {
  type Bootstrap,
  endsBootstrap,
  isSigningKey,
  isTrusted,
  mayCountersign,
  standingOf,
} from '../../src/service/access/rules/signing-keys';
import { type ApiKey, accessEnded, type Operator } from '../../src/service/configuration/rules/items';
import { anOperator as operatorOf, aPasskey as passkeyOf } from '../store/conformance/config-items';
import { ALPHA, at, BRAVO, CHARLIE, ORG } from '../support/builders';
import { es256Key } from '../support/cose';

const POINT = Buffer.concat([Buffer.from([4]), Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);

const anOperator = (patch: Partial<Operator> = {}) =>
  operatorOf(ORG, ALPHA, { role: 'admin', accessEpoch: 1, createdAtMs: at('08:00'), ...patch });
const aPasskey = (patch: Partial<Passkey> = {}) =>
  passkeyOf(ORG, 'psk_1', { publicKey: es256Key(), accessEpoch: 1, createdAtMs: at('10:00'), ...patch });
const ENROLMENT = { atMs: at('10:00'), statement: 'sha256:x' };
const countersignedAt = (time: string) => ({
  enrolment: ENROLMENT,
  countersigned: { atMs: at(time), by: BRAVO, passkey: 'psk_2', statement: 'sha256:y' },
});
const BOOTSTRAP: Bootstrap = { endedAtMs: null };
const ENDED: Bootstrap = { endedAtMs: at('11:00') };

describe('the state of a signing key', () => {
  it('a new signing key is unproven, then waiting, then countersigned', () => {
    expect(standingOf(aPasskey())).toBe('unproven');
    expect(standingOf(aPasskey({ enrolment: ENROLMENT }))).toBe('waiting');
    expect(standingOf(aPasskey(countersignedAt('10:30')))).toBe('countersigned');
  });

  it('a key signs turns only while it is live, of the present access epoch and of an algorithm that OpenSSH verifies', () => {
    expect(isSigningKey(aPasskey(), anOperator())).toBe(true);
    expect(isSigningKey(aPasskey({ deletedAtMs: at('10:01') }), anOperator())).toBe(false);
    expect(isSigningKey(aPasskey(), anOperator({ accessEpoch: 2 }))).toBe(false);
    expect(isSigningKey(aPasskey({ publicKey: 'o2E' }), anOperator())).toBe(false);
    expect(opensSession(aPasskey({ publicKey: 'o2E' }), anOperator())).toBe(true);
  });

  it('a key is trusted without a countersignature in the bootstrap, and never after it', () => {
    const waiting = aPasskey({ enrolment: ENROLMENT });
    expect(isTrusted(waiting, BOOTSTRAP)).toBe(true);
    expect(isTrusted(waiting, ENDED)).toBe(false);
    expect(isTrusted(waiting, { endedAtMs: 0 })).toBe(false);
    expect(isTrusted(aPasskey(countersignedAt('10:30')), ENDED)).toBe(true);
  });
});

describe('a countersignature', () => {
  const proven = aPasskey({ enrolment: ENROLMENT });

  it('a key countersigns for an enabled admin whose key signed its enrolment, in the bootstrap', () => {
    expect(mayCountersign(proven, anOperator(), BOOTSTRAP)).toBe(true);
  });

  it.each<[string, Passkey, Operator, Bootstrap]>([
    ['an operator who is no admin', proven, anOperator({ role: 'operator' }), BOOTSTRAP],
    ['a disabled admin', proven, anOperator({ enabled: false }), BOOTSTRAP],
    ['another admin', proven, anOperator({ id: BRAVO }), BOOTSTRAP],
    ['a key that was deleted', aPasskey({ enrolment: ENROLMENT, deletedAtMs: 1 }), anOperator(), BOOTSTRAP],
    ['a key of an earlier access epoch', proven, anOperator({ accessEpoch: 2 }), BOOTSTRAP],
    ['a key that did not sign its enrolment', aPasskey(), anOperator(), BOOTSTRAP],
    ['a key that nobody countersigned, after the bootstrap', proven, anOperator(), ENDED],
  ])('a key does not countersign for %s', (_, passkey, admin, bootstrap) => {
    expect(mayCountersign(passkey, admin, bootstrap)).toBe(false);
  });
});

describe('the end of the bootstrap', () => {
  const admins = [anOperator(), anOperator({ id: BRAVO }), anOperator({ id: CHARLIE, role: 'operator' })];
  const keyOf = (operator: Passkey['operator'], patch: Partial<Passkey> = countersignedAt('10:30')) =>
    aPasskey({ operator, ...patch });

  it('the bootstrap ends with the second enabled admin who has a countersigned key', () => {
    expect(endsBootstrap(admins, [keyOf(ALPHA), keyOf(BRAVO)])).toBe(true);
    expect(endsBootstrap(admins, [keyOf(ALPHA)])).toBe(false);
    expect(endsBootstrap(admins, [])).toBe(false);
  });

  it.each<[string, Operator[], Passkey[]]>([
    ['two keys of one admin', admins, [keyOf(ALPHA), keyOf(ALPHA)]],
    ['the key of an operator who is no admin', admins, [keyOf(ALPHA), keyOf(CHARLIE)]],
    ['a key that is waiting', admins, [keyOf(ALPHA), keyOf(BRAVO, { enrolment: ENROLMENT })]],
    ['a key that was deleted', admins, [keyOf(ALPHA), keyOf(BRAVO, { ...countersignedAt('10:30'), deletedAtMs: 1 })]],
    ['a disabled admin', [anOperator(), anOperator({ id: BRAVO, enabled: false })], [keyOf(ALPHA), keyOf(BRAVO)]],
  ])('the bootstrap does not end with %s', (_, operators, passkeys) =>
    expect(endsBootstrap(operators, passkeys)).toBe(false),
  );
});

describe('the list of signers', () => {
  const list = (passkey: Partial<Passkey> = {}, owner: Partial<Operator> = {}, bootstrap = BOOTSTRAP, time = '20:00') =>
    signersOf({
      passkey: aPasskey(passkey),
      owner: anOperator(owner),
      rpId: 'console.acme.dev',
      bootstrap,
      atMs: at(time),
    });
  const times = (...args: Parameters<typeof list>) =>
    list(...args).map(({ validAfterMs, validBeforeMs, note }) => [validAfterMs, validBeforeMs, note !== undefined]);

  it('the list of signers names the operator, the key and what it may sign', () => {
    expect(list(countersignedAt('10:30'))).toEqual([
      {
        principal: 'op_alpha',
        namespaces: ['turn@ras', 'enrolment@ras'],
        validAfterMs: at('10:00'),
        validBeforeMs: null,
        key: { type: 'sk-ecdsa-sha2-nistp256@openssh.com', point: POINT, application: 'console.acme.dev' },
      },
    ]);
  });

  it.each<[string, Parameters<typeof list>, [number, number | null, boolean][]]>([
    ['in the bootstrap: from its enrolment, with a note', [{}], [[at('10:00'), null, true]]],
    ['countersigned in it: from its enrolment', [countersignedAt('10:30'), {}, ENDED], [[at('10:00'), null, false]]],
    [
      'countersigned at its very end: from its enrolment',
      [countersignedAt('11:00'), {}, ENDED],
      [[at('10:00'), null, false]],
    ],
    [
      'countersigned later: until the end of the bootstrap, and again from then on',
      [countersignedAt('12:00'), {}, ENDED],
      [
        [at('10:00'), at('11:00'), true],
        [at('12:00'), null, false],
      ],
    ],
    ['never countersigned: until the end of the bootstrap', [{}, {}, ENDED], [[at('10:00'), at('11:00'), true]]],
    [
      'enrolled at the end of the bootstrap: from its countersignature only',
      [{ ...countersignedAt('12:00'), createdAtMs: at('11:00') }, {}, ENDED],
      [[at('12:00'), null, false]],
    ],
    ['enrolled after it and not countersigned: never', [{ createdAtMs: at('11:00') }, {}, ENDED], []],
    [
      'deleted in the bootstrap: until then, and not until the end of the bootstrap',
      [{ deletedAtMs: at('10:45') }, {}, ENDED],
      [[at('10:00'), at('10:45'), true]],
    ],
    [
      'deleted after it: until the end of the bootstrap, which is earlier',
      [{ deletedAtMs: at('13:00') }, {}, ENDED],
      [[at('10:00'), at('11:00'), true]],
    ],
    [
      'countersigned and deleted: until it was deleted',
      [{ ...countersignedAt('12:00'), deletedAtMs: at('13:00') }, {}, ENDED],
      [
        [at('10:00'), at('11:00'), true],
        [at('12:00'), at('13:00'), false],
      ],
    ],
  ])('the list of signers has a key %s', (_, args, expected) => expect(times(...args)).toEqual(expected));

  it('the list of signers ends a key at the end of its own epoch when all access of its operator was revoked', () => {
    const key = countersignedAt('10:30');
    const accessEnds = [
      { epoch: 0, atMs: at('09:00') },
      { epoch: 1, atMs: at('12:00') },
      { epoch: 2, atMs: at('13:00') },
    ];
    const ends = (passkey: Partial<Passkey>, owner: Partial<Operator>) => times({ ...key, ...passkey }, owner)[0]?.[1];
    expect(ends({}, { accessEpoch: 3, accessEnds })).toBe(at('12:00'));
    // Deleted later, or earlier, than revoked: the earlier one counts.
    expect(ends({ deletedAtMs: at('14:00') }, { accessEpoch: 3, accessEnds })).toBe(at('12:00'));
    expect(ends({ deletedAtMs: at('11:00') }, { accessEpoch: 3, accessEnds })).toBe(at('11:00'));
    expect(ends({ deletedAtMs: at('14:00') }, {})).toBe(at('14:00'));
    // The record keeps the last 100 ends. That the operator was disabled since then is not the end of the key.
    expect(times(key, { accessEpoch: 2, lastDisabledAtMs: at('15:00') })).toEqual([]);
    expect(ends({}, { lastDisabledAtMs: at('09:00') })).toBeNull();
  });

  it('the list of signers as of an instant has what happened at that instant, and nothing later', () => {
    const key = { ...countersignedAt('12:00'), deletedAtMs: at('13:00') };
    expect(times(key, {}, ENDED, '09:59:59.999')).toEqual([]);
    expect(times(key, {}, ENDED, '10:00')).toEqual([[at('10:00'), null, true]]);
    expect(times(key, {}, ENDED, '11:59:59.999')).toEqual([[at('10:00'), at('11:00'), true]]);
    expect(times(key, {}, ENDED, '12:00')).toHaveLength(2);
    expect(times(key, {}, ENDED, '12:59:59.999')[1]).toEqual([at('12:00'), null, false]);
    expect(times(key, {}, ENDED, '13:00')[1]).toEqual([at('12:00'), at('13:00'), false]);
  });

  it('the list of signers has no key of another algorithm, without an operator, or with an id that OpenSSH cannot read', () => {
    expect(list({ publicKey: 'o2E' })).toEqual([]);
    expect(list({}, { id: 'op alpha' as Operator['id'] })).toEqual([]);
    const input = { passkey: aPasskey(), rpId: 'x', bootstrap: BOOTSTRAP, atMs: at('20:00') };
    expect(signersOf({ ...input, owner: undefined })).toEqual([]);
  });
});

describe('the signing key of a worker', () => {
  const text = publicKeyText(sshKeyOf(generateKeyPairSync('ed25519').publicKey));
  const apiKey = { id: 'key_1', signingKey: text, createdAtMs: at('10:00'), revokedAtMs: null };
  const signer = (patch: object, time = '12:00') =>
    workerSigner({ ...apiKey, ...patch } as unknown as ApiKey, at(time));

  it('a worker’s key signs reports under the id of its API key, from its creation until it is revoked', () => {
    const expected = { principal: 'key_1', namespaces: ['worker@ras'], validAfterMs: at('10:00'), validBeforeMs: null };
    expect(signer({})).toMatchObject(expected);
    expect(signer({}, '10:00')).toMatchObject(expected);
    expect(signer({}, '09:59:59.999')).toBeNull();
    expect(signer({ revokedAtMs: at('12:00') })).toMatchObject({ validBeforeMs: at('12:00') });
    expect(signer({ revokedAtMs: at('12:00') }, '11:59:59.999')).toMatchObject({ validBeforeMs: null });
  });

  it('an API key has no signing key if none was registered', () => {
    expect(signer({ signingKey: undefined })).toBeNull();
    expect(signer({ signingKey: 'nonsense' })).toBeNull();
  });
});

it('an operator keeps the ends of the last hundred access epochs', () => {
  expect(accessEnded(anOperator(), 5)).toEqual({ accessEpoch: 2, accessEnds: [{ epoch: 1, atMs: 5 }] });
  const accessEnds = Array.from({ length: 100 }, (_, epoch) => ({ epoch, atMs: epoch }));
  const after = accessEnded(anOperator({ accessEpoch: 100, accessEnds }), 500);
  expect(after.accessEpoch).toBe(101);
  expect(after.accessEnds).toHaveLength(100);
  expect([after.accessEnds?.at(0), after.accessEnds?.at(-1)]).toEqual([
    { epoch: 1, atMs: 1 },
    { epoch: 100, atMs: 500 },
  ]);
});

describe('changes of the configuration are signed', () => {
  const admin = (id: typeof ALPHA, patch: Partial<Operator> = {}) => anOperator({ id, ...patch });
  const keyOf = (operator: typeof ALPHA, patch: Partial<Passkey> = {}) =>
    aPasskey({ operator, id: `psk_${operator}`, ...countersignedAt('11:00'), ...patch });
  const BOTH = [admin(ALPHA), admin(BRAVO)];

  it('configuration changes are signed as soon as every enabled admin has a countersigned key', () => {
    expect(beginsSignedChanges(BOTH, [keyOf(ALPHA), keyOf(BRAVO)])).toBe(true);
    expect(beginsSignedChanges(BOTH, [keyOf(ALPHA)])).toBe(false);
    expect(beginsSignedChanges(BOTH, [keyOf(ALPHA), keyOf(BRAVO, { countersigned: undefined })])).toBe(false);
    expect(beginsSignedChanges(BOTH, [keyOf(ALPHA), keyOf(BRAVO, { deletedAtMs: at('12:00') })])).toBe(false);
    expect(beginsSignedChanges(BOTH, [keyOf(ALPHA), keyOf(ALPHA, { id: 'psk_2' })])).toBe(false);
  });

  it('the keys of operators who are not enabled admins do not decide whether configuration changes are signed', () => {
    const others = [admin(BRAVO, { enabled: false }), admin(CHARLIE, { role: 'operator' })];
    expect(beginsSignedChanges([admin(ALPHA), ...others], [keyOf(ALPHA)])).toBe(true);
  });
});

it('a key without a countersignature is marked beside its name', () => {
  const bootstrap = { endedAtMs: null };
  const signers = signersOf({ passkey: aPasskey(), owner: anOperator(), rpId: 'x', bootstrap, atMs: at('12:00') });
  expect(signers.map(({ note }) => note)).toEqual(['bootstrap: nobody had countersigned this key']);
});
