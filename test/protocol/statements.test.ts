/** Statements: exactly their fields, each of its kind; and whose the keys of a proof are. */
import { canonicalJson } from '../../src/protocol/canonical-json';
import { allowedSignersText } from '../../src/protocol/ssh/allowed-signers';
import {
  type CountersignStatement,
  type EnrolmentStatement,
  enrolmentText,
  namedKey,
  parseCountersign,
  parseEnrolment,
} from '../../src/protocol/statements/enrolment';
import { parseExecutionStatement } from '../../src/protocol/statements/execution';
import { parsePolicyDocument } from '../../src/protocol/statements/policy';
import { countersignFile, enrolmentFile } from '../../src/protocol/statements/proof-files';
import { type ProvenKey, verifyKeys } from '../../src/protocol/statements/proof-keys';
import { turnStatementText } from '../../src/protocol/statements/texts';
import { parseTurnStatement, statementHash, turnNonce } from '../../src/protocol/statements/turn';
import { parseVerdictStatement } from '../../src/protocol/statements/verdict';
import { aSoftwareKey } from '../support/proof';

const HASH = `sha256:${'a'.repeat(64)}`;
const POLICY = { version: 1, digest: HASH };
const NOW = Date.parse('2026-11-20T12:00:00Z');

const BRAVO = aSoftwareKey();
const ADMIN = aSoftwareKey();

const KEY_STATEMENT = {
  v: 1,
  org: 'acme',
  operator: 'op_bravo',
  passkey: 'psk_1',
  key: namedKey(BRAVO.key),
  nonce: 'n',
  expires_at: 0,
} as const;
const ENROLMENT: EnrolmentStatement = { ...KEY_STATEMENT, decision: 'enrol' };
const COUNTERSIGN: CountersignStatement = {
  ...KEY_STATEMENT,
  decision: 'countersign',
  by: 'op_alpha',
  enrolment: statementHash(enrolmentText(ENROLMENT)),
};
const TURN = {
  v: 1,
  org: 'acme',
  request: 'req_1',
  action: 'pay',
  operation_hash: HASH,
  policy: POLICY,
  decision: 'authorize',
  operator: 'op_bravo',
  round: 1,
  nonce: '0123456789abcdef0123456789abcdef',
  expires_at: 1,
} as const;

/** Values that no field of the kind takes. */
const NO_TEXT = ['', 1, null, ['x'], {}];
const NO_COUNT = [-1, 1.5, '1', null, 2 ** 53];
const NO_HASH = ['', 'x', HASH.slice(0, -1), `${HASH}0`, `x${HASH}`, HASH.toUpperCase(), `${HASH}\n`, 1, null];
const NO_ONE = [0, 2, '1', null, true];
const NO_POLICY = [
  null,
  [],
  'x',
  {},
  { version: 1 },
  { ...POLICY, version: -1 },
  { ...POLICY, digest: 'x' },
  { ...POLICY, x: 1 },
];

const KINDS = {
  turn: {
    parse: parseTurnStatement,
    valid: TURN as object,
    wrong: {
      v: NO_ONE,
      org: NO_TEXT,
      request: NO_TEXT,
      action: NO_TEXT,
      operation_hash: NO_HASH,
      policy: NO_POLICY,
      decision: ['approve', '', null, 'Authorize'],
      operator: NO_TEXT,
      round: NO_COUNT,
      nonce: ['', TURN.nonce.slice(1), `${TURN.nonce}0`, `x${TURN.nonce}`, TURN.nonce.toUpperCase(), 1],
      expires_at: NO_COUNT,
    },
  },
  verdict: {
    parse: parseVerdictStatement,
    valid: {
      v: 1,
      org: 'acme',
      request: 'req_1',
      operation_hash: HASH,
      outcome: 'authorized',
      decided_at: 0,
      policy: POLICY,
      approvers: ['op_a'],
      turns: [HASH],
    },
    wrong: {
      v: NO_ONE,
      org: NO_TEXT,
      request: NO_TEXT,
      operation_hash: NO_HASH,
      outcome: ['failed', '', null],
      decided_at: NO_COUNT,
      policy: NO_POLICY,
      approvers: [[''], [1], 'op_a', null, ['op_a', '']],
      turns: [['x'], HASH, null, [HASH, 'x']],
    },
  },
  execution: {
    parse: parseExecutionStatement,
    valid: {
      v: 1,
      claim: 'clm_1',
      request: 'req_1',
      operation_hash: HASH,
      intent: HASH,
      status: 'succeeded',
      reference: null,
    },
    wrong: {
      v: NO_ONE,
      claim: NO_TEXT,
      request: NO_TEXT,
      operation_hash: NO_HASH,
      intent: NO_HASH,
      status: ['running', '', null],
      reference: [1, [], {}, false],
    },
  },
  policy: {
    parse: parsePolicyDocument,
    valid: {
      v: 1,
      action: 'pay',
      version: 0,
      mode: 'independent',
      quorum: 0,
      requester: 'op_a',
      seats: ['op_a', 'op_b'],
      self_approval: 'denied',
      turn: 'code',
    },
    wrong: {
      v: NO_ONE,
      action: NO_TEXT,
      version: NO_COUNT,
      mode: ['both', null],
      quorum: NO_COUNT,
      requester: NO_TEXT,
      seats: [[''], 'op_a', ['op_b', 'op_a']],
      self_approval: [true, 'yes'],
      turn: ['passkey', null],
    },
  },
  enrolment: {
    parse: parseEnrolment,
    valid: ENROLMENT as object,
    wrong: {
      v: NO_ONE,
      org: NO_TEXT,
      operator: NO_TEXT,
      passkey: NO_TEXT,
      nonce: NO_TEXT,
      expires_at: NO_COUNT,
      decision: ['countersign', '', null],
      key: [
        null,
        'x',
        {},
        { ...ENROLMENT.key, comment: 'x' },
        { ...ENROLMENT.key, text: 'ssh-ed25519 AAAA' },
        { ...ENROLMENT.key, fingerprint: namedKey(ADMIN.key).fingerprint },
        { ...ENROLMENT.key, fingerprint: '' },
      ],
    },
  },
  countersignature: {
    parse: parseCountersign,
    valid: COUNTERSIGN as object,
    wrong: { by: NO_TEXT, enrolment: NO_HASH, decision: ['enrol', null], org: NO_TEXT },
  },
};

describe.each(Object.entries(KINDS))('the statement: %s', (_, { parse, valid, wrong }) => {
  it('a statement is read from its canonical text', () => expect(parse(canonicalJson(valid))).toEqual(valid));

  it.each(Object.entries(wrong))('a statement is refused with another kind of value for %s', (name, values) => {
    for (const value of values) {
      expect({ value, read: parse(canonicalJson({ ...valid, [name]: value })) }).toEqual({ value, read: null });
    }
  });

  it('a statement has each of its fields and no other, in one spelling', () => {
    for (const name of Object.keys(valid)) {
      const { [name]: _removed, ...rest } = valid as Record<string, unknown>;
      expect(parse(canonicalJson(rest))).toBeNull();
      expect(parse(canonicalJson({ ...rest, another: 1 }))).toBeNull();
    }
    expect(parse(canonicalJson({ ...valid, another: 1 }))).toBeNull();
    for (const text of ['', '{', 'null', '[]', '1', `${canonicalJson(valid)}\n`]) expect(parse(text)).toBeNull();
  });
});

it.each([
  ['succeeded', 'tx_1'],
  ['failed', ''],
])('a run that %s may have the reference %j', (status, reference) => {
  const text = canonicalJson({ ...KINDS.execution.valid, status, reference });
  expect(parseExecutionStatement(text)).toMatchObject({ status, reference });
});

it.each([
  ['mode', 'coincident'],
  ['self_approval', 'allowed'],
  ['turn', 'code_and_passkey'],
  ['seats', []],
])('a policy may have %s %j', (name, value) => {
  expect(parsePolicyDocument(canonicalJson({ ...KINDS.policy.valid, [name]: value }))).toMatchObject({ [name]: value });
});

it.each(['denied', 'expired', 'aborted'])('a verdict may be %s without any turn', (outcome) => {
  const text = canonicalJson({ ...KINDS.verdict.valid, outcome, approvers: [], turns: [] });
  expect(parseVerdictStatement(text)).toMatchObject({ outcome });
});

it.each(['refuse', 'abort'])('the decision of a turn may be to %s', (decision) => {
  expect(parseTurnStatement(canonicalJson({ ...TURN, decision }))).toMatchObject({ decision });
});

it('the nonce of a turn separates its parts, so that two seats never have the same input', () => {
  const seat = { secret: Buffer.alloc(32), org: 'o', request: 'r', operator: 'a', round: 1, issue: 11, takenBack: 0 };
  expect(turnNonce(seat)).toMatch(/^[0-9a-f]{32}$/);
  expect(turnNonce(seat)).not.toBe(turnNonce({ ...seat, round: 11, issue: 1 }));
  expect(turnNonce({ ...seat, org: 'or', request: '' })).not.toBe(turnNonce(seat));
});

describe('the key of a turn', () => {
  const turn = turnStatementText(TURN);
  type Changes = { enrolment?: object; countersign?: object; keyOf?: typeof BRAVO; adminKey?: typeof ADMIN };
  const made = ({ enrolment, countersign, keyOf = BRAVO, adminKey = ADMIN }: Changes = {}): Record<string, string> => {
    const [enrolled, signed] = [
      canonicalJson({ ...ENROLMENT, ...enrolment }),
      canonicalJson({ ...COUNTERSIGN, ...countersign }),
    ];
    return {
      'turn-01.json': turn,
      'turn-01.json.sig': BRAVO.sign('turn@ras', turn),
      'key-01.json': enrolled,
      'key-01.json.sig': keyOf.sign('enrolment@ras', enrolled),
      'key-01-countersigned.json': signed,
      'key-01-countersigned.json.sig': adminKey.sign('enrolment@ras', signed),
    };
  };
  const files = made();
  const allowed = {
    principal: 'op_alpha',
    namespaces: ['enrolment@ras'],
    validAfterMs: NOW,
    validBeforeMs: NOW,
    key: ADMIN.key,
  };
  const judge = (
    given: Record<string, string>,
    { signer = allowed as object | null, at = () => NOW as number, allowUnenrolled = false } = {},
  ) =>
    verifyKeys(given, {
      allowUnenrolled,
      allowedSigners: signer === null ? 'unreadable' : allowedSignersText([{ ...allowed, ...signer }]),
      countersignedAtMs: at,
    });
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name)));
  const why = (error: string) => ({ ok: false, error });
  const PROVEN: ProvenKey = {
    operator: 'op_bravo',
    turn: statementHash(turn),
    fingerprint: ENROLMENT.key.fingerprint,
    enrolment: { passkey: 'psk_1', statement: statementHash(files['key-01.json']!) },
    countersigned: { by: 'op_alpha', statement: statementHash(files['key-01-countersigned.json']!) },
  };

  it('the key of a turn is proven by its enrolment and by the admin who countersigned it', () => {
    expect(judge(files)).toEqual({ ok: true, value: [PROVEN] });
    const asked: string[] = [];
    judge(files, { at: ((statement: string) => asked.push(statement) * 0 + NOW) as () => number });
    expect(asked).toEqual([PROVEN.countersigned!.statement]);
  });

  it('the key of a turn may have no countersignature, and no enrolment only if the verifier allows it', () => {
    expect(judge(without('key-01-countersigned.json'))).toEqual({
      ok: true,
      value: [{ ...PROVEN, countersigned: null }],
    });
    const countersignature = ['key-01-countersigned.json', 'key-01-countersigned.json.sig'];
    const unenrolled = without('key-01.json', 'key-01.json.sig', ...countersignature);
    expect(judge(unenrolled)).toEqual(why('key-01.json is missing: the key of op_bravo has no enrolment'));
    expect(judge(unenrolled, { allowUnenrolled: true })).toEqual({
      ok: true,
      value: [{ ...PROVEN, enrolment: null, countersigned: null }],
    });
    expect(judge(without('key-01.json'), { allowUnenrolled: true })).toEqual(
      why('key-01-countersigned.json is of a key without an enrolment'),
    );
    expect(judge({})).toEqual({ ok: true, value: [] });
  });

  it('the key is checked for every turn, in files with the number of the turn', () => {
    expect([0, 8, 9].map(enrolmentFile)).toEqual(['key-01.json', 'key-09.json', 'key-10.json']);
    expect(countersignFile(9)).toBe('key-10-countersigned.json');
    const second = turnStatementText({ ...TURN, operator: 'op_charlie' });
    const two = { ...files, 'turn-02.json': second, 'turn-02.json.sig': ADMIN.sign('turn@ras', second) };
    expect(judge(two, { allowUnenrolled: true })).toMatchObject({
      ok: true,
      value: [PROVEN, { operator: 'op_charlie', enrolment: null }],
    });
    expect(judge({ ...two, 'key-02.json': '{}' })).toEqual(why('key-02.json is of another operator'));
  });

  it.each<[string, Record<string, string>]>([
    ['cannot be read', { ...files, 'key-01.json': '{}' }],
    ['is of another operator', made({ enrolment: { operator: 'op_charlie' } })],
    ['is of another organization', made({ enrolment: { org: 'other' } })],
    ['has no signature', without('key-01.json.sig')],
    ['belongs to a turn without a signature', without('turn-01.json.sig')],
  ])('the key of a turn is refused if its enrolment %s', (_, given) => {
    expect(judge(given)).toEqual(why('key-01.json is of another operator'));
  });

  it('the key of a turn is refused if the enrolment is of another key, signed by another key, or not what was signed', () => {
    expect(judge(made({ enrolment: { key: namedKey(ADMIN.key) } }))).toEqual(why('key-01.json is of another key'));
    expect(judge(made({ keyOf: ADMIN }))).toEqual(why('key-01.json is of another key'));
    const other = made({ enrolment: { nonce: 'other' } });
    expect(judge({ ...files, 'key-01.json': other['key-01.json']! })).toEqual(
      why('the signature of key-01.json is of something else'),
    );
  });

  it.each<[string, object]>([
    ['organization', { org: 'other' }],
    ['operator', { operator: 'op_charlie' }],
    ['passkey', { passkey: 'psk_2' }],
    ['key', { key: namedKey(ADMIN.key) }],
    ['enrolment', { enrolment: HASH }],
  ])('the key of a turn is refused if the countersignature is of another %s', (_, countersign) => {
    expect(judge(made({ countersign }))).toEqual(why('key-01-countersigned.json is of another key'));
  });

  it('the key of a turn is refused if the countersignature is missing, unreadable, of the operator, or of another text', () => {
    const file = 'key-01-countersigned.json';
    expect(judge(without(`${file}.sig`))).toEqual(why(`${file} is of another key`));
    expect(judge({ ...files, [file]: '{}' })).toEqual(why(`${file} is of another key`));
    expect(judge(made({ countersign: { by: 'op_bravo' } }))).toEqual(
      why(`${file} is signed by the operator whose key it is`),
    );
    const other = made({ countersign: { nonce: 'other' } });
    expect(judge({ ...files, [file]: other[file]! })).toEqual(why(`the signature of ${file} is of something else`));
  });

  it('the key of a turn is refused if the admin’s key is not allowed to countersign, or was not valid then', () => {
    const refused = why(
      'key-01-countersigned.json is signed by a key that is not allowed to sign for op_alpha, or was not valid',
    );
    for (const signer of [{ principal: 'op_delta' }, { namespaces: ['turn@ras'] }, { key: BRAVO.key }, null]) {
      expect(judge(files, { signer })).toEqual(refused);
    }
    expect(judge(files, { at: () => NOW + 1000 })).toEqual(refused);
    expect(judge(files, { at: () => NOW - 1 })).toEqual(refused);
    expect(judge(made({ adminKey: aSoftwareKey() }))).toEqual(refused);
  });
});

it('the nonce of a seat is the same in every release, so that a turn that is being signed survives a deployment', () => {
  const seat = { org: 'acme', request: 'req_1', operator: 'op_bravo', round: 1, issue: 0, takenBack: 2 };
  expect(turnNonce({ ...seat, secret: Buffer.alloc(32, 7) })).toBe('5aa8fd6be0cb48534aad83d09a79f03d');
});

it('a statement with a text that has no canonical form is refused', () => {
  const text = turnStatementText(TURN);
  expect(parseTurnStatement(text)).not.toBeNull();
  expect(parseTurnStatement(text.replace('"acme"', '"\\ud800"'))).toBeNull();
});
