/** Proofs over drawn groups and requirements: `verify.sh`, `verifyProof` and a brute-force matching agree. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { allowedSignersText } from '../../src/protocol/ssh/allowed-signers';
import { verifyProof } from '../../src/protocol/statements/proof';
import { VERIFY_SCRIPT } from '../../src/protocol/statements/verify-script';
import { aFolder } from '../support/folder';
import { canTakeAll } from '../support/matching';
import { aSoftwareKey, proofFiles } from '../support/proof';
import { runs } from '../support/runs';
import { itWithSshKeygen } from '../support/ssh-keygen';

/** Each proof starts about 20 processes, so a thousand take minutes: `PROOFS=1000 npx jest test/protocol/proof-groups`. */
const RUNS = runs('PROOFS', 3);
const NOW = Date.parse('2026-11-20T12:00:00Z');
const IDS = ['op.alpha', 'op_bravo', 'op+charlie', 'op-delta', 'opxalpha'];
const GROUPS = ['grp_a', 'grp_ab', 'grp_c', 'grp_d-2'];

const KEYS = Object.fromEntries(['service', ...IDS].map((name) => [name, aSoftwareKey()] as const));
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

const proofOf = ({ quorum, requires, members, signers }: Drawn) =>
  proofFiles({
    ...{
      request: 'req_0123456789abcdef01234567',
      action: 'demo.payout',
      params: {},
      atMs: NOW,
      service: KEYS.service!,
    },
    turns: signers.map((operator) => [operator, KEYS[operator]!] as const),
    policy: {
      ...{ v: 2, action: 'demo.payout', version: 3, mode: 'independent', quorum, requester: 'op_alpha' },
      ...{ self_approval: 'denied', turn: 'code_and_passkey' },
      seats: IDS.map((id, index) => `${id}:${[...members[index]!].sort().join('+')}`),
      groups: GROUPS.map((group) => `${group}:1`),
      requires: requires.map(({ group, keys }) => `${group}:${keys}`),
    },
  });

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
