/** The console builds what is signed about a key, and signs nothing else. */
import { generateKeyPairSync } from 'node:crypto';
import { fingerprintOfNewKey, type KeySigning, prepareKeyStatement } from '../../../src/console/lib/key-statement';
import { canonicalJson } from '../../../src/protocol/canonical-json';
import { PASSKEY_KEY, sshKeyOf } from '../../../src/protocol/ssh/public-key';
import { toBeSigned } from '../../../src/protocol/ssh/signature';
import { enrolmentText, namedKey } from '../../../src/protocol/statements/enrolment';

const HOST = 'console.acme.dev';
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { point } = sshKeyOf(publicKey) as unknown as { readonly point: Uint8Array };
const key = namedKey({ type: PASSKEY_KEY, point, application: HOST });

const STATED = {
  v: 1,
  org: 'org_acme',
  operator: 'op_bravo',
  passkey: 'psk_1',
  key,
  nonce: 'q83vEjRWeJCrze8SNFZ4kA',
  expires_at: 1795228400000,
} as const;
const COUNTERSIGN = {
  ...STATED,
  decision: 'countersign',
  by: 'op_alpha',
  enrolment: `sha256:${'a'.repeat(64)}`,
} as const;
const ENROL: KeySigning = {
  org: 'org_acme',
  operator: 'op_bravo',
  passkey: 'psk_1',
  fingerprint: key.fingerprint,
  countersignedBy: null,
};
const answer = (statement: string) => ({ server_now: 1, statement, passkeys: [] });
const prepared = (signing: KeySigning, stated: object) =>
  prepareKeyStatement(signing, answer(enrolmentText(stated as never)));

it('the page computes the same fingerprint of a new key as the service', async () => {
  const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
  expect(await fingerprintOfNewKey(spki, HOST)).toBe(key.fingerprint);
});

it('the passkey signs what OpenSSH would sign, in the namespace of enrolments', async () => {
  const { statement, challenge } = await prepared(ENROL, { ...STATED, decision: 'enrol' });
  expect(Buffer.from(challenge).equals(toBeSigned('enrolment@ras', statement))).toBe(true);
  const { statement: countersigned } = await prepared({ ...ENROL, countersignedBy: 'op_alpha' }, COUNTERSIGN);
  expect(JSON.parse(countersigned)).toEqual(COUNTERSIGN);
});

it('the fingerprint of a key has no padding, as OpenSSH writes it', async () => {
  const fingerprints = Array.from({ length: 4 }, (_, n) => fingerprintOfNewKey(new Uint8Array(70).fill(n), HOST));
  for (const fingerprint of await Promise.all(fingerprints)) expect(fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
});

it.each<[string, unknown]>([
  ['a nonce that is no text', { nonce: 5 }],
  ['a time that is no number', { expires_at: '1795228400000' }],
  ['a key without a text', { key: { fingerprint: key.fingerprint } }],
  ['a key in no base64', { key: { fingerprint: key.fingerprint, text: 'x %%%' } }],
  ['a key in one word', { key: { fingerprint: key.fingerprint, text: 'x' } }],
  ['an enrolment that is no digest', { enrolment: 'yes' }],
  ['an enrolment that is more than a digest', { enrolment: `sha256:${'a'.repeat(64)}b` }],
  ['an enrolment with something before its digest', { enrolment: `x sha256:${'a'.repeat(64)}` }],
  ['no enrolment', { enrolment: undefined }],
])('the page signs nothing with %s, even if everything else matches what it shows', async (_, changed) => {
  const stated = JSON.parse(JSON.stringify({ ...COUNTERSIGN, ...(changed as object) }));
  await expect(
    prepareKeyStatement({ ...ENROL, countersignedBy: 'op_alpha' }, answer(canonicalJson(stated))),
  ).rejects.toThrow(/not what this page shows/);
});

it.each(['', 'null', '7', '{}', 'no JSON'])('the page signs nothing if the service answers %j', async (statement) => {
  await expect(prepareKeyStatement(ENROL, answer(statement))).rejects.toThrow(/not what this page shows/);
});

const other = namedKey({ type: PASSKEY_KEY, point, application: 'evil.example' });
it.each<[string, object]>([
  ['another operator', { operator: 'op_delta' }],
  ['another organization', { org: 'org_other' }],
  ['another passkey', { passkey: 'psk_2' }],
  ['another key', { key: other }],
  ['another key under the shown fingerprint', { key: { ...other, fingerprint: key.fingerprint } }],
  ['another admin', { by: 'op_delta' }],
  ['another decision', { decision: 'enrol' }],
  ['a field that is not shown', { also: 'this' }],
])('the page signs nothing about %s', async (_, changed) => {
  await expect(prepared({ ...ENROL, countersignedBy: 'op_alpha' }, { ...COUNTERSIGN, ...changed })).rejects.toThrow(
    /not what this page shows/,
  );
});
