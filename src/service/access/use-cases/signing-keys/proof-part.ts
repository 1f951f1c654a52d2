/**
 * The part of a proof about the keys that signed in it: their statements and their audit entries
 * (docs/decisions/signed-turns.md).
 */

import type { OrgId } from '../../../../protocol/identifiers';
import {
  countersignFile,
  enrolmentFile,
  type ProofFiles,
  signatureFile,
} from '../../../../protocol/statements/proof-files';
import type { AuditStore } from '../../../audit/ports';
import type { AuditEntry } from '../../../audit/rules/chain';
import type { SignedText } from '../../../request/ports';
import type { SignedDecision } from '../../../request/rules/signed';
import type { PasskeyStore } from '../../ports';
import type { Passkey } from '../../rules/passkey';

export interface ProofKeysDeps {
  readonly passkeys: Pick<PasskeyStore, 'passkey' | 'keyStatements'>;
  readonly audit: Pick<AuditStore, 'ofSubject'>;
}

export interface ProofKeys {
  readonly files: ProofFiles;
  readonly entries: readonly AuditEntry[];
  /** Passkeys of the admins who countersigned, except those that signed in this proof themselves. */
  readonly countersigners: readonly Passkey[];
}

export async function keysOfProof(
  deps: ProofKeysDeps,
  org: OrgId,
  counted: readonly SignedDecision[],
): Promise<ProofKeys> {
  const keys = await Promise.all(counted.map((decision, index) => keyOfTurn(deps, org, decision, index)));
  const countersigning = new Set(keys.flatMap(({ countersigner }) => countersigner ?? []));
  for (const { passkey } of counted) countersigning.delete(passkey);
  const countersigners = await Promise.all([...countersigning].map((id) => deps.passkeys.passkey(org, id)));
  return {
    files: Object.assign({}, ...keys.map(({ files }) => files)) as ProofFiles,
    entries: keys.flatMap(({ entries }) => entries),
    countersigners: countersigners.filter((passkey) => passkey !== null),
  };
}

async function keyOfTurn(deps: ProofKeysDeps, org: OrgId, { passkey: id, operator }: SignedDecision, index: number) {
  const [passkey, { enrolment, countersignature }, ofKey, ofOperator] = await Promise.all([
    deps.passkeys.passkey(org, id),
    deps.passkeys.keyStatements(org, id),
    deps.audit.ofSubject(org, id),
    deps.audit.ofSubject(org, operator),
  ]);
  const files = {
    ...signedFile(enrolmentFile(index), enrolment),
    ...signedFile(countersignFile(index), countersignature),
  };
  const entries = [...ofKey, ...ofOperator].filter(isAboutKey);
  return { files, entries, countersigner: passkey?.countersigned?.passkey ?? null };
}

const KINDS: readonly string[] = [
  'signing_key.enrolled',
  'signing_key.countersigned',
  'signing_key.rescued',
  'passkey.deleted',
  'operator.access_revoked',
];

/** A key's enrolment, countersignature and end. Other entries name devices and prove nothing here. */
function isAboutKey({ kind, data }: AuditEntry): boolean {
  return KINDS.includes(kind) || (kind === 'operator.updated' && data.enabled === false);
}

function signedFile(name: string, signed: SignedText | null): ProofFiles {
  return signed === null ? {} : { [name]: signed.statement, [signatureFile(name)]: signed.signature };
}
