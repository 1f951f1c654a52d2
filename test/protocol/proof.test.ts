/** A proof that is made here with keys in software, and every single change that has to break it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../src/protocol/canonical-json';
import { operationHash } from '../../src/protocol/hash';
import { type AllowedSigner, allowedSignersText } from '../../src/protocol/ssh/allowed-signers';
import { PASSKEY_KEY } from '../../src/protocol/ssh/public-key';
import { armour, toBeSigned, WEBAUTHN_SIGNATURE } from '../../src/protocol/ssh/signature';
import { rawFromDer } from '../../src/protocol/ssh/wire';
import type { Assertion } from '../../src/protocol/statements/assertion';
import { executionStatementText } from '../../src/protocol/statements/execution';
import { policyDigest } from '../../src/protocol/statements/policy';
import { type VerifyProofOptions, verifyProof } from '../../src/protocol/statements/proof';
import { type ProofFiles, turnFile } from '../../src/protocol/statements/proof-files';
import type { PolicyDocument, TurnStatement } from '../../src/protocol/statements/texts';
import { statementHash } from '../../src/protocol/statements/turn';
import { VERIFY_SCRIPT } from '../../src/protocol/statements/verify-script';
import { aCredential } from '../support/authenticator';
import { aFolder } from '../support/folder';
import { aSoftwareKey, proofFiles, type Signer } from '../support/proof';
import { itWithSshKeygen } from '../support/ssh-keygen';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ORIGIN = 'https://console.acme.dev';
const RP_ID = 'console.acme.dev';
const REQUEST = 'req_0123456789abcdef01234567';
const INTENT = `sha256:${'b'.repeat(64)}`;

function aPasskey({ verifiesUser = true, origin = ORIGIN } = {}): Signer {
  const credential = aCredential({ origin, rpId: RP_ID, verifiesUser });
  const key = { type: PASSKEY_KEY, point: credential.point, application: RP_ID } as const;
  return {
    key,
    sign: (namespace, text) => {
      const challenge = toBeSigned(namespace, text).toString('base64url');
      const { response } = credential.use(challenge) as { response: Assertion };
      const [data, der, clientData] = [response.authenticatorData, response.signature, response.clientDataJSON].map(
        (part) => Buffer.from(part, 'base64url'),
      ) as [Buffer, Buffer, Buffer];
      const value = {
        type: WEBAUTHN_SIGNATURE,
        raw: rawFromDer(der)!,
        flags: data[32]!,
        counter: data.readUInt32BE(33),
        origin,
        clientData,
        extensions: data.subarray(37),
      } as const;
      return armour({ key, namespace, value });
    },
  };
}

const KEYS = {
  service: aSoftwareKey(),
  op_bravo: aPasskey(),
  op_charlie: aPasskey(),
  op_mallory: aPasskey(),
  key_worker: aSoftwareKey(),
};
type Name = keyof typeof KEYS;

const listed = (name: Name, more: Partial<AllowedSigner> = {}): AllowedSigner => ({
  principal: name,
  namespaces: [{ service: 'verdict@ras', key_worker: 'worker@ras' }[name as string] ?? 'turn@ras'],
  validAfterMs: NOW - 1000,
  validBeforeMs: NOW + 1000,
  key: KEYS[name].key,
  ...more,
});
const LIST = (Object.keys(KEYS) as Name[]).map((name) => listed(name));

type Changes = Partial<
  Pick<Parameters<typeof proofFiles>[0], 'outcome' | 'decision' | 'params' | 'verdict' | 'lastTurn'>
>;
interface Made extends Changes {
  readonly policy?: Partial<PolicyDocument>;
  readonly operators?: readonly Name[];
  readonly signers?: Partial<Record<Name, Signer>>;
}

function made(given: Made = {}): Record<string, string> {
  const { operators = ['op_bravo', 'op_charlie'], params = { amount: '900', intent: INTENT }, ...changed } = given;
  const signers = { ...KEYS, ...given.signers };
  return proofFiles({
    ...{ ...changed, request: REQUEST, action: 'demo.payout', params, atMs: NOW, service: signers.service },
    turns: operators.map((operator) => [operator, signers[operator]] as const),
    policy: {
      ...{ v: 1, action: 'demo.payout', version: 3, mode: 'independent', quorum: 2, requester: 'op_alpha' },
      ...{ seats: ['op_bravo', 'op_charlie', 'op_delta'], self_approval: 'denied', turn: 'code_and_passkey' },
      ...given.policy,
    } as PolicyDocument,
    verdict: { approvers: ['op_bravo', 'op_charlie'], ...given.verdict },
  });
}

const judge = (files: ProofFiles, options: Partial<VerifyProofOptions> = {}) => {
  const judged = verifyProof(files, { allowedSigners: allowedSignersText(LIST), atMs: NOW, ...options });
  return judged.ok ? { fault: 'none', why: '' } : judged.error;
};
const trusting = (...signers: readonly AllowedSigner[]) => ({ allowedSigners: allowedSignersText(signers) });
const others = (name: Name) => LIST.filter(({ principal }) => principal !== name);

const HOLDS = { fault: 'none', why: '' };
const badFor = (why: string) => ({ fault: 'bad', why });

describe('a proof', () => {
  const files = made();

  it('a valid proof says what was decided, by whom, under which policy', () => {
    const proven = verifyProof(files, { allowedSigners: allowedSignersText(LIST), atMs: NOW });
    expect(proven).toMatchObject({
      ok: true,
      value: {
        verdict: { outcome: 'authorized', request: REQUEST },
        policy: { action: 'demo.payout', quorum: 2 },
        params: { amount: '900', intent: INTENT },
        signers: ['op_bravo', 'op_charlie'],
        execution: null,
      },
    });
  });

  it.each(['verdict.json', 'policy.json', 'operation.json', 'turn-01.json', 'turn-02.json'])(
    'a proof is invalid without %s, or with other text in it',
    (name) => {
      const { [name]: _removed, ...rest } = files;
      expect(judge(rest).fault).toBe('bad');
      expect(judge({ ...files, [name]: '' }).fault).toBe('bad');
      expect(judge({ ...files, [name]: ` ${files[name]}` }).fault).toBe('bad');
    },
  );

  it.each(['verdict.json', 'turn-01.json', 'turn-02.json'])(
    'a proof is refused because %s has no signature that can be read',
    (name) => {
      const { [`${name}.sig`]: _removed, ...rest } = files;
      expect(judge(rest)).toEqual(badFor(`${name} has no signature that can be read`));
    },
  );

  it('a refused proof says which file has the signature of another text', () => {
    expect(judge({ ...files, 'turn-01.json.sig': files['turn-02.json.sig']! })).toEqual(
      badFor('the signature of turn-01.json is of something else'),
    );
    expect(judge({ ...files, 'verdict.json.sig': KEYS.service.sign('turn@ras', files['verdict.json']!) })).toEqual(
      badFor('the signature of verdict.json is of something else'),
    );
  });

  it('a refused proof says that a verdict cannot be read', () => {
    expect(judge({ ...files, 'verdict.json': '{}' })).toEqual(badFor('verdict.json cannot be read'));
  });

  itWithSshKeygen('the script in a proof judges it in the same way', () => {
    const ran = (given: ProofFiles) => {
      const folder = aFolder();
      const all = { ...given, 'verify.sh': VERIFY_SCRIPT, pinned: allowedSignersText(LIST) };
      for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
      const { status, stdout, stderr } = spawnSync('sh', ['verify.sh', 'pinned', '20261120120000Z'], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, said: `${stdout}${stderr}` };
    };
    const run = executionStatementText({
      v: 1,
      claim: 'clm_0123456789abcdef01234567',
      request: REQUEST,
      operation_hash: operationHash('demo.payout', { amount: '900', intent: INTENT }),
      intent: INTENT,
      status: 'succeeded',
      reference: null,
    });
    const execution = { 'execution.json': run, 'execution.json.sig': KEYS.key_worker.sign('worker@ras', run) };
    expect(ran({ ...files, ...execution })).toEqual({
      status: 0,
      said:
        `authorized: ${REQUEST}, ${operationHash('demo.payout', { amount: '900', intent: INTENT })}, ` +
        'policy version 3, quorum 2, signed by: op_bravo op_charlie\nrun: succeeded, reported by key_worker\n',
    });
    const lastRound = made({ lastTurn: { round: 2 } });
    expect(ran(lastRound)).toMatchObject({ status: 1, said: expect.stringContaining('is of another round') });
    expect(ran({ ...files, 'policy.json': '{}' })).toMatchObject({ status: 1 });
  });

  it('a proof ignores file names that every object inherits', () => {
    const inherited = Object.create(files) as ProofFiles;
    expect(judge(inherited).fault).toBe('bad');
  });

  it('a proof needs a list of signers that can be read', () => {
    expect(judge(files, { allowedSigners: 'op_bravo' })).toEqual(badFor('the allowed signers cannot be read'));
    expect(judge(files, { allowedSigners: '' }).fault).toBe('bad');
  });

  it.each<[string, Name]>([
    ['verdict.json', 'service'],
    ['turn-01.json', 'op_bravo'],
    ['turn-02.json', 'op_charlie'],
  ])('a proof needs a key that is allowed to sign %s, by its name, its namespace and its time', (file, name) => {
    const why = `${file} is signed by a key that is not allowed to sign for ${name}, or was not valid`;
    for (const changed of [
      { principal: 'op_other' },
      { key: KEYS.op_mallory.key },
      { namespaces: ['enrolment@ras'] },
      { validAfterMs: NOW + 1000 },
      { validBeforeMs: NOW - 1000 },
    ]) {
      expect(judge(files, trusting(...others(name), listed(name, changed)))).toEqual(badFor(why));
    }
    expect(judge(files, trusting(...others(name)))).toEqual(badFor(why));
  });

  it('a proof checks the key of each turn at the known instant of the turn, and the service’s key at the proof’s', () => {
    const late = NOW + 60_000;
    const service = listed('service', { validBeforeMs: null });
    const signers = trusting(...others('service'), service);
    expect(judge(files, { ...signers, atMs: late }).fault).toBe('bad');
    expect(judge(files, { ...signers, atMs: late, turnAtMs: () => NOW })).toEqual(HOLDS);
    const last = statementHash(files['turn-02.json']!);
    const turnAtMs = (statement: string) => (statement === last ? late : NOW);
    expect(judge(files, { turnAtMs }).why).toMatch(/^turn-02.json is signed by a key/);
  });

  it('a proof is invalid for a passkey that did not verify its user', () => {
    const op_charlie = aPasskey({ verifiesUser: false });
    const list = trusting(...others('op_charlie'), listed('op_charlie', { key: op_charlie.key }));
    expect(judge(made({ signers: { op_charlie } }), list)).toEqual(
      badFor('turn-02.json is signed by a passkey that did not verify its user'),
    );
  });

  it('a proof is invalid for a decision at another origin if the origins are known', () => {
    expect(judge(files, { origins: ['https://other.example', ORIGIN] })).toEqual(HOLDS);
    expect(judge(files, { origins: ['https://other.example'] })).toEqual(
      badFor(`turn-01.json was signed at ${ORIGIN}`),
    );
    expect(judge(files, { origins: [] }).fault).toBe('bad');
  });
});

describe('the operation of a proof', () => {
  const files = made();
  const why = badFor('operation.json is not the operation of the verdict');
  const params = { amount: '900', intent: INTENT };

  it.each([
    ['other params', canonicalJson({ action: 'demo.payout', params: { ...params, amount: '901' } })],
    ['another action', canonicalJson({ action: 'demo.refund', params })],
    ['a field that the hash does not cover', canonicalJson({ action: 'demo.payout', params, note: 'x' })],
    ['another spelling', JSON.stringify({ params, action: 'demo.payout' })],
    ['no JSON', '{'],
    ['null', 'null'],
  ])('the operation of a proof is refused with %s', (_, text) =>
    expect(judge({ ...files, 'operation.json': text })).toEqual(why),
  );

  it('the operation of a proof has the action that the policy is for', () => {
    expect(judge(made({ policy: { action: 'demo.refund' } }))).toEqual(why);
  });
});

describe('the policy of a proof', () => {
  it('the policy of a proof is the one that the verdict names', () => {
    const easier = made({ policy: { quorum: 1 } })['policy.json']!;
    expect(judge({ ...made(), 'policy.json': easier })).toEqual(badFor('policy.json is not the policy of the verdict'));
  });
});

describe('the turns of a proof', () => {
  it.each<[string, Partial<Extract<TurnStatement, { v: 1 }>>]>([
    ['org', { org: 'other' }],
    ['request', { request: 'req_ffffffffffffffffffffffff' }],
    ['action', { action: 'demo.refund' }],
    ['operation hash', { operation_hash: `sha256:${'0'.repeat(64)}` }],
    ['policy', { policy: { version: 4, digest: policyDigest(made()['policy.json']!) } }],
    ['policy', { policy: { version: 3, digest: `sha256:${'0'.repeat(64)}` } }],
    ['decision', { decision: 'refuse' }],
    ['decision', { decision: 'abort' }],
  ])('the turns of a proof all have the same %s', (what, lastTurn) => {
    expect(judge(made({ lastTurn }))).toEqual(badFor(`turn-02.json is of another ${what}`));
  });

  it('the turns of a proof are all of one round', () => {
    expect(judge(made({ lastTurn: { round: 2 } }))).toEqual(badFor('the turns are of several rounds'));
  });

  it('the turns of a proof are of operators who were asked', () => {
    expect(judge(made({ operators: ['op_bravo', 'op_mallory'] }))).toEqual(badFor('op_mallory was not asked'));
  });

  it('a proof with two signed turns of one operator is refused', () => {
    expect(judge(made({ operators: ['op_bravo', 'op_bravo'] }))).toEqual(badFor('an operator is counted twice'));
  });

  it('the turns of a proof are exactly those of the verdict', () => {
    const files = made();
    const [first] = [files['turn-01.json']!].map(statementHash);
    expect(judge(made({ verdict: { turns: [first!] } }))).toEqual(
      badFor('turn-02.json is no file of a proof with 1 turns'),
    );
    const { 'turn-02.json': _turn, ...rest } = files;
    expect(judge(rest)).toEqual(badFor('turn-02.json cannot be read'));
    const [one, two] = ['turn-01.json', 'turn-02.json'].map((name) => [files[name]!, files[`${name}.sig`]!]);
    const exchanged = { 'turn-01.json': two![0]!, 'turn-01.json.sig': two![1]! };
    expect(judge({ ...files, ...exchanged })).toEqual(badFor('turn-01.json is not turn 1 of the verdict'));
    expect(one![0]).not.toBe(two![0]);
  });

  it('the files of a proof have exactly the names of the list, and there are no others', () => {
    const files = made();
    const names = ['turn-1.json', 'turn-03.json', 'turn-001.json', 'Turn-01.json', 'key-03.json', 'notes.txt'];
    for (const name of names) {
      expect(judge({ ...files, [name]: 'x' })).toEqual(badFor(`${name} is no file of a proof with 2 turns`));
    }
    expect(judge({ ...files, 'key-02.json': 'x', 'audit.ndjson': '', allowed_signers: '' })).toEqual(HOLDS);
  });

  it('the turns of a proof are numbered from 01 and read in the order of their numbers', () => {
    expect([0, 8, 9, 99].map(turnFile)).toEqual(['turn-01.json', 'turn-09.json', 'turn-10.json', 'turn-100.json']);
    const files = made({ operators: ['op_charlie', 'op_bravo'] });
    const backwards = Object.fromEntries(Object.entries(files).reverse());
    const judged = verifyProof(backwards, { allowedSigners: allowedSignersText(LIST), atMs: NOW });
    expect(judged.ok && judged.value.signers).toEqual(['op_charlie', 'op_bravo']);
  });
});

describe('the number of signatures', () => {
  const one = { operators: ['op_bravo'] as const };

  it('a proof with fewer signatures than the quorum is bad if every turn must be signed', () => {
    const why = '1 of the 2 operators that the policy needs have signed';
    expect(judge(made(one))).toEqual(badFor(why));
    expect(judge(made({ ...one, policy: { turn: 'code' } }))).toEqual({ fault: 'unsigned', why });
  });

  it('a proof with as many signatures as the quorum, or more, is valid', () => {
    expect(judge(made({ ...one, policy: { quorum: 1 } }))).toEqual(HOLDS);
    expect(judge(made({ policy: { quorum: 1 } }))).toEqual(HOLDS);
  });

  it.each([
    ['denied', 'refuse'],
    ['aborted', 'abort'],
    ['expired', 'abort'],
  ] as const)(
    'a proof of a request that was %s needs the signature of an operator who decided to %s',
    (outcome, decision) => {
      expect(judge(made({ ...one, outcome, decision }))).toEqual(HOLDS);
      expect(judge(made({ ...one, outcome, decision: 'authorize' })).why).toBe('turn-01.json is of another decision');
      expect(judge(made({ outcome, operators: [] }))).toEqual({ fault: 'unsigned', why: 'nobody signed this' });
    },
  );
});

describe('the report of a run in a proof', () => {
  const files = made();
  const RUN = {
    v: 1,
    claim: 'clm_0123456789abcdef01234567',
    request: REQUEST,
    operation_hash: operationHash('demo.payout', { amount: '900', intent: INTENT }),
    intent: INTENT,
    status: 'succeeded',
    reference: 'tx_1',
  } as const;
  const reported = (change: object = {}, by: Name = 'key_worker', from: ProofFiles = files) => {
    const text = executionStatementText({ ...RUN, ...change });
    return { ...from, 'execution.json': text, 'execution.json.sig': KEYS[by].sign('worker@ras', text) };
  };

  it('a proof with a report says what ran, and whose key signed it', () => {
    const proven = verifyProof(reported(), { allowedSigners: allowedSignersText(LIST), atMs: NOW });
    expect(proven.ok && proven.value.execution).toEqual({ ...RUN, by: 'key_worker' });
  });

  it.each([
    ['request', { request: 'req_ffffffffffffffffffffffff' }],
    ['operation', { operation_hash: `sha256:${'0'.repeat(64)}` }],
    ['intent', { intent: `sha256:${'0'.repeat(64)}` }],
  ])('the report in a proof is refused if it is of another %s', (_, change) => {
    const why = badFor('execution.json is of another request, operation or intent');
    expect(judge(reported(change))).toEqual(why);
  });

  it('the report in a proof is refused for a request that was not authorized, because nothing may have run', () => {
    const denied = made({ outcome: 'denied', decision: 'refuse', operators: ['op_bravo'] });
    expect(judge(denied)).toEqual(HOLDS);
    expect(judge(reported({}, 'key_worker', denied)).fault).toBe('bad');
  });

  it('the report in a proof is refused without a signature, with that of another text, or by a key that may not sign reports', () => {
    const unread = badFor('execution.json or its signature cannot be read');
    expect(judge({ ...reported(), 'execution.json.sig': '' })).toEqual(unread);
    expect(judge({ ...reported(), 'execution.json': '{}' })).toEqual(unread);
    expect(
      judge({ ...reported(), 'execution.json.sig': reported({ reference: 'tx_2' })['execution.json.sig'] }),
    ).toEqual(badFor('the signature of execution.json is of something else'));
    expect(judge(reported({}, 'op_bravo')).why).toBe(
      'execution.json is signed by a key that is not allowed to sign for a worker, or was not valid',
    );
    const expired = trusting(...others('key_worker'), listed('key_worker', { validBeforeMs: NOW - 1000 }));
    expect(judge(reported(), expired).fault).toBe('bad');
  });
});
