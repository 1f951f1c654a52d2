/** The owners of the keys of a proof: what each key signed about its enrolment, and the admin who countersigned it. */
import { err, ok, type Result } from '../result';
import { isAllowedSigner, parseAllowedSigners } from '../ssh/allowed-signers';
import { fingerprintOf, publicKeyText } from '../ssh/public-key';
import { parseArmour } from '../ssh/signature';
import { isSignedBy } from '../ssh/verify';
import { type CountersignStatement, ENROLMENT_NAMESPACE, parseCountersign, parseEnrolment } from './enrolment';
import { countersignFile, enrolmentFile, type ProofFiles, signatureFile, turnFile } from './proof-files';
import { parseTurnStatement, statementHash } from './turn';

export interface ProvenKey {
  readonly operator: string;
  /** The hash of the turn's statement. */
  readonly turn: string;
  readonly fingerprint: string;
  /** Null: the key did not sign its enrolment. */
  readonly enrolment: { readonly passkey: string; readonly statement: string } | null;
  /** Null: nobody countersigned it. */
  readonly countersigned: { readonly by: string; readonly statement: string } | null;
}

export interface VerifyKeysOptions {
  /** The keys that the verifier trusts. They never come from the proof. */
  readonly allowedSigners: string;
  /**
   * Accepts keys that did not sign their enrolment, as in the bootstrap of an organization, where nobody else can
   * confirm the owner.
   */
  readonly allowUnenrolled: boolean;
  /** When the key of an admin must have been valid, for the hash of what they signed, epoch ms. */
  readonly countersignedAtMs: (statement: string) => number;
}

/** For a proof whose turns are already verified. Returns what does not hold, in words. */
export function verifyKeys(files: ProofFiles, options: VerifyKeysOptions): Result<readonly ProvenKey[], string> {
  const proven: ProvenKey[] = [];
  for (let index = 0; Object.hasOwn(files, turnFile(index)); index++) {
    const key = keyOfTurn(files, index, options);
    if (!key.ok) return key;
    proven.push(key.value);
  }
  return ok(proven);
}

function keyOfTurn(files: ProofFiles, index: number, options: VerifyKeysOptions): Result<ProvenKey, string> {
  const { operator, org } = parseTurnStatement(files[turnFile(index)]!)!;
  const turn = statementHash(files[turnFile(index)]!);
  const file = enrolmentFile(index);
  const text = files[file];
  const ofTurn = signatureIn(files, turnFile(index));
  if (ofTurn === null) return err(`${file} is of another operator`);
  const fingerprint = fingerprintOf(ofTurn.key);
  if (text === undefined) {
    if (!options.allowUnenrolled) return err(`${file} is missing: the key of ${operator} has no enrolment`);
    const orphan = countersignFile(index);
    return Object.hasOwn(files, orphan)
      ? err(`${orphan} is of a key without an enrolment`)
      : ok({ operator, turn, fingerprint, enrolment: null, countersigned: null });
  }
  const stated = parseEnrolment(text);
  const signature = signatureIn(files, file);
  const isIts = stated?.operator === operator && stated.org === org;
  if (stated === null || signature === null || !isIts) return err(`${file} is of another operator`);
  const key = publicKeyText(ofTurn.key);
  if (stated.key.text !== key || publicKeyText(signature.key) !== key) return err(`${file} is of another key`);
  if (!isSignedBy(signature, ENROLMENT_NAMESPACE, text)) return err(`the signature of ${file} is of something else`);
  const enrolment = { passkey: stated.passkey, statement: statementHash(text) };
  const by = countersignerOf(files, index, { ...stated, enrolment: enrolment.statement }, options);
  return by.ok ? ok({ operator, turn, fingerprint, enrolment, countersigned: by.value }) : by;
}

type Expected = Pick<CountersignStatement, 'org' | 'operator' | 'passkey' | 'key' | 'enrolment'>;

function countersignerOf(
  files: ProofFiles,
  index: number,
  expected: Expected,
  options: VerifyKeysOptions,
): Result<ProvenKey['countersigned'], string> {
  const file = countersignFile(index);
  const text = files[file];
  if (text === undefined) return ok(null);
  const stated = parseCountersign(text);
  const signature = signatureIn(files, file);
  const isOfKey =
    stated?.org === expected.org &&
    stated.operator === expected.operator &&
    stated.passkey === expected.passkey &&
    stated.key.text === expected.key.text &&
    stated.enrolment === expected.enrolment;
  if (!isOfKey || signature === null) return err(`${file} is of another key`);
  const { by } = stated;
  if (by === stated.operator) return err(`${file} is signed by the operator whose key it is`);
  if (!isSignedBy(signature, ENROLMENT_NAMESPACE, text)) return err(`the signature of ${file} is of something else`);
  const statement = statementHash(text);
  const asked = { principal: by, namespace: ENROLMENT_NAMESPACE, key: signature.key };
  const signers = parseAllowedSigners(options.allowedSigners) ?? [];
  if (!isAllowedSigner(signers, { ...asked, atMs: options.countersignedAtMs(statement) })) {
    return err(`${file} is signed by a key that is not allowed to sign for ${by}, or was not valid`);
  }
  return ok({ by, statement });
}

const signatureIn = (files: ProofFiles, file: string) => parseArmour(files[signatureFile(file)] ?? '');
