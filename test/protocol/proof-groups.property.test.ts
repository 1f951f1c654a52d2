/** Proofs over drawn groups and requirements: `verify.sh`, `verifyProof` and a brute-force matching agree. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { canonicalJson } from '../../src/protocol/canonical-json';
import { operationHash } from '../../src/protocol/operation-hash';
import { allowedSignersText } from '../../src/protocol/ssh/allowed-signers';
import { ED25519_KEY, sshKeyOf } from '../../src/protocol/ssh/public-key';
import { armour, toBeSigned } from '../../src/protocol/ssh/signature';
import { policyDigest } from '../../src/protocol/statements/policy';
import { verifyProof } from '../../src/protocol/statements/proof';
import { turnFile } from '../../src/protocol/statements/proof-files';
import { policyDocumentText, turnStatementText } from '../../src/protocol/statements/texts';
import { statementHash } from '../../src/protocol/statements/turn';
import { verdictStatementText } from '../../src/protocol/statements/verdict';
import { VERIFY_SCRIPT } from '../../src/protocol/statements/verify-script';
import { aFolder } from '../support/folder';
import { canTakeAll } from '../support/matching';
import { runs } from '../support/runs';
import { itWithSshKeygen } from '../support/ssh-keygen';

/** Each proof starts about 20 processes, so a thousand take minutes: `PROOFS=1000 npx jest test/protocol/proof-groups`. */
const RUNS = runs('PROOFS', 3);
const NOW = Date.parse('2026-11-20T12:00:00Z');
const IDS = ['op.alpha', 'op_bravo', 'op+charlie', 'op-delta', 'opxalpha'];
const GROUPS = ['grp_a', 'grp_ab', 'grp_c', 'grp_d-2'];

const KEYS = Object.fromEntries(
  ['service', ...IDS].map((name) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = sshKeyOf(publicKey);
    const signed = (namespace: string, text: string) =>
      armour({
        key,
        namespace,
        value: { type: ED25519_KEY, bytes: sign(null, toBeSigned(namespace, text), privateKey) },
      });
    return [name, { key, signed }] as const;
  }),
);
const ALLOWED = allowedSignersText(
  Object.entries(KEYS).map(([principal, { key }]) => ({
    principal,
    namespaces: [principal === 'service' ? 'verdict@ras' : 'turn@ras'],
    validAfterMs: NOW - 1000,
    validBeforeMs: NOW + 1000,
    key,
  })),
);

const drawn = fc.record({
  quorum: fc.integer({ min: 1, max: 3 }),
  requires: fc
    .uniqueArray(fc.constantFrom(...GROUPS), { maxLength: 4 })
    .chain((groups) =>
      fc.tuple(...groups.map((group) => fc.record({ group: fc.constant(group), keys: fc.constantFrom(1, 1, 2) }))),
    ),
  members: fc.tuple(...IDS.map(() => fc.subarray(GROUPS))),
  signers: fc.subarray(IDS, { minLength: 1 }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

/** One holds and one does not, whatever else is drawn. */
const [HOLDS, IS_BAD] = [1, 2].map(
  (quorum): Drawn => ({ quorum, requires: [], members: [[], [], [], [], []], signers: ['op_bravo'] }),
);

function proofOf({ quorum, requires, members, signers }: Drawn): Record<string, string> {
  const policy = policyDocumentText({
    v: 2,
    action: 'demo.payout',
    version: 3,
    mode: 'independent',
    quorum,
    requester: 'op_alpha',
    self_approval: 'denied',
    turn: 'code_and_passkey',
    seats: IDS.map((id, index) => `${id}:${[...members[index]!].sort().join('+')}`),
    groups: GROUPS.map((group) => `${group}:1`),
    requires: requires.map(({ group, keys }) => `${group}:${keys}`),
  });
  const common = {
    v: 1,
    org: 'acme',
    request: 'req_0123456789abcdef01234567',
    operation_hash: operationHash('demo.payout', {}),
    policy: { version: 3, digest: policyDigest(policy) },
  } as const;
  const turns = signers.map((operator, index) =>
    turnStatementText({
      ...common,
      action: 'demo.payout',
      decision: 'authorize',
      operator,
      round: 1,
      nonce: String(index).repeat(32),
      expires_at: NOW,
    }),
  );
  const verdict = verdictStatementText({
    ...common,
    outcome: 'authorized',
    decided_at: NOW,
    approvers: signers,
    turns: turns.map(statementHash),
  });
  return {
    'verdict.json': verdict,
    'verdict.json.sig': KEYS.service!.signed('verdict@ras', verdict),
    'policy.json': policy,
    'operation.json': canonicalJson({ action: 'demo.payout', params: {} }),
    ...Object.fromEntries(
      turns.flatMap((text, index) => [
        [turnFile(index), text],
        [`${turnFile(index)}.sig`, KEYS[signers[index]!]!.signed('turn@ras', text)],
      ]),
    ),
  };
}

const script = (files: Record<string, string>): number | null => ran(files).status;

function ran(files: Record<string, string>) {
  const folder = aFolder();
  const all = { ...files, 'verify.sh': VERIFY_SCRIPT, allowed_signers: ALLOWED };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  const args = ['verify.sh', 'allowed_signers', '20261120120000Z'];
  return spawnSync('sh', args, { cwd: folder, encoding: 'utf8', timeout: LONGEST_MS });
}

/** The script checks every subset of the requirements: with 30 of them it would take hours. */
const LONGEST_MS = 20_000;

const everyone = IDS.map(() => GROUPS) as unknown as Drawn['members'];
const withRequirements = (count: number) =>
  proofOf({
    quorum: 1,
    requires: Array.from({ length: count }, (_, index) => ({ group: GROUPS[index % 4]!, keys: 1 })),
    members: everyone,
    signers: IDS,
  });

itWithSshKeygen(
  'a policy with more requirements than one can have is refused with a sentence, by the script and by the verifier',
  () => {
    expect(ran(withRequirements(4))).toMatchObject({ status: 0 });
    for (const count of [5, 30, 64, 1000]) {
      const files = withRequirements(count);
      const stderr = `bad: policy.json has ${count} requirements, and a policy can have at most 4\n`;
      expect(ran(files)).toMatchObject({ status: 1, stdout: '', stderr });
      expect(verifyProof(files, { allowedSigners: ALLOWED, atMs: NOW })).toMatchObject({ ok: false });
    }
  },
  5 * LONGEST_MS,
);

itWithSshKeygen(
  'the script in a proof and the verifier hold exactly those verdicts for which a brute-force matching exists',
  () => {
    const judged = { holds: 0, bad: 0 };
    fc.assert(
      fc.property(drawn, (given) => {
        const people = IDS.map((operator, index) => ({ operator, groups: given.members[index]! }));
        const signed = people.filter(({ operator }) => given.signers.includes(operator));
        const holds = signed.length >= given.quorum && canTakeAll(given.requires, signed);
        const files = proofOf(given);
        expect(verifyProof(files, { allowedSigners: ALLOWED, atMs: NOW }).ok).toBe(holds);
        expect(script(files)).toBe(holds ? 0 : 1);
        judged[holds ? 'holds' : 'bad']++;
      }),
      { numRuns: RUNS, examples: [[HOLDS!], [IS_BAD!]] },
    );
    expect(Math.min(judged.holds, judged.bad)).toBeGreaterThan(0);
  },
  1_800_000,
);
