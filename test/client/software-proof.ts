/** A proof of an authorized request whose signers hold keys in software. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { canonicalJson } from '../../src/protocol/canonical-json';
import { operationHash } from '../../src/protocol/operation-hash';
import { type AllowedSigner, allowedSignersText } from '../../src/protocol/ssh/allowed-signers';
import { ED25519_KEY, sshKeyOf } from '../../src/protocol/ssh/public-key';
import { armour, toBeSigned } from '../../src/protocol/ssh/signature';
import { policyDigest } from '../../src/protocol/statements/policy';
import { policyDocumentText, turnStatementText } from '../../src/protocol/statements/texts';
import { statementHash } from '../../src/protocol/statements/turn';
import { type VerdictStatement, verdictStatementText } from '../../src/protocol/statements/verdict';

const NOON = Date.UTC(2026, 10, 20, 12);
const OPERATORS = ['op_bravo', 'op_charlie'];

interface Asked {
  readonly request: string;
  readonly action: string;
  readonly params: Readonly<Record<string, string>>;
  readonly outcome?: VerdictStatement['outcome'];
}

function aSigner(principal: string, namespace: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = sshKeyOf(publicKey);
  const listed: AllowedSigner = {
    ...{ principal, namespaces: [namespace], key },
    ...{ validAfterMs: NOON - 86_400_000, validBeforeMs: NOON + 86_400_000 },
  };
  const signed = (text: string) =>
    armour({
      key,
      namespace,
      value: { type: ED25519_KEY, bytes: sign(null, toBeSigned(namespace, text), privateKey) },
    });
  return { listed, signed };
}

/** Its keys are valid on 2026-11-20 at noon. */
export function aProof({ request, action, params, outcome = 'authorized' }: Asked) {
  const service = aSigner('service', 'verdict@ras');
  const operators = OPERATORS.map((name) => aSigner(name, 'turn@ras'));
  const policyText = policyDocumentText({
    ...{ v: 1, action, version: 3, mode: 'independent', quorum: 2, requester: 'op_alpha' },
    ...{ seats: [...OPERATORS, 'op_delta'], self_approval: 'denied', turn: 'code_and_passkey' },
  });
  const policy = { version: 3, digest: policyDigest(policyText) };
  const common = { v: 1, org: 'acme', request, operation_hash: operationHash(action, params), policy } as const;
  const decision = outcome === 'authorized' ? 'authorize' : 'refuse';
  const turns = OPERATORS.map((operator, index) =>
    turnStatementText({
      ...common,
      ...{ action, decision, operator, round: 1, nonce: String(index).repeat(32), expires_at: NOON },
    }),
  );
  const verdict = verdictStatementText({
    ...common,
    ...{ outcome, approvers: outcome === 'authorized' ? OPERATORS : [], decided_at: NOON },
    turns: turns.map(statementHash),
  });
  const files: Record<string, string> = {
    'policy.json': policyText,
    'operation.json': canonicalJson({ action, params }),
    'verdict.json': verdict,
    'verdict.json.sig': service.signed(verdict),
  };
  for (const [index, text] of turns.entries()) {
    files[`turn-0${index + 1}.json`] = text;
    files[`turn-0${index + 1}.json.sig`] = operators[index]!.signed(text);
  }
  return { files, allowedSigners: allowedSignersText([service, ...operators].map(({ listed }) => listed)) };
}
