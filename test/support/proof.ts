/** Keys in software, and the files of proofs that they sign. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { canonicalJson } from '../../src/protocol/canonical-json';
import { operationHash } from '../../src/protocol/hash';
import { ED25519_KEY, type SshPublicKey, sshKeyOf } from '../../src/protocol/ssh/public-key';
import { armour, toBeSigned } from '../../src/protocol/ssh/signature';
import { policyDigest } from '../../src/protocol/statements/policy';
import { turnFile } from '../../src/protocol/statements/proof-files';
import {
  type Decision,
  type PolicyDocument,
  policyDocumentText,
  type TurnStatement,
  turnStatementText,
} from '../../src/protocol/statements/texts';
import { statementHash } from '../../src/protocol/statements/turn';
import { type VerdictStatement, verdictStatementText } from '../../src/protocol/statements/verdict';

export interface Signer {
  readonly key: SshPublicKey;
  sign(namespace: string, text: string): string;
}

export function aSoftwareKey(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = sshKeyOf(publicKey);
  return {
    key,
    sign(namespace, text) {
      const bytes = sign(null, toBeSigned(namespace, text), privateKey);
      return armour({ key, namespace, value: { type: ED25519_KEY, bytes } });
    },
  };
}

interface Given {
  readonly request: string;
  readonly action: string;
  readonly params: Readonly<Record<string, string>>;
  readonly policy: PolicyDocument;
  readonly outcome?: VerdictStatement['outcome'];
  readonly decision?: Decision;
  readonly atMs: number;
  readonly service: Signer;
  /** Who turned a key, in this order. */
  readonly turns: readonly (readonly [operator: string, by: Signer])[];
  /** Changes to what is signed. */
  readonly verdict?: Partial<Extract<VerdictStatement, { v: 1 }>>;
  readonly lastTurn?: Partial<Extract<TurnStatement, { v: 1 }>>;
}

/** The files of a proof in which every signature is right. */
export function proofFiles(given: Given): Record<string, string> {
  const { request, action, params, outcome = 'authorized', decision = 'authorize', atMs, service, turns } = given;
  const policyText = policyDocumentText(given.policy);
  const policy = { version: given.policy.version, digest: policyDigest(policyText) };
  const common = { v: 1, org: 'acme', request, operation_hash: operationHash(action, params), policy } as const;
  const texts = turns.map(([operator], index) =>
    turnStatementText({
      ...common,
      ...{ action, decision, operator, round: 1, nonce: String(index).repeat(32), expires_at: atMs },
      ...(index === turns.length - 1 ? given.lastTurn : {}),
    }),
  );
  const verdict = verdictStatementText({
    ...common,
    ...{ outcome, decided_at: atMs, turns: texts.map(statementHash) },
    approvers: outcome === 'authorized' ? turns.map(([operator]) => operator) : [],
    ...given.verdict,
  });
  const files: Record<string, string> = {
    'verdict.json': verdict,
    'verdict.json.sig': service.sign('verdict@ras', verdict),
    'policy.json': policyText,
    'operation.json': canonicalJson({ action, params }),
  };
  for (const [index, text] of texts.entries()) {
    files[turnFile(index)] = text;
    files[`${turnFile(index)}.sig`] = turns[index]![1].sign('turn@ras', text);
  }
  return files;
}
