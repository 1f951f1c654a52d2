/** The form of stored items, and what is read from the stream. */

import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { ttlOf } from '../../src/adapters/dynamodb/counters';
import * as keys from '../../src/adapters/dynamodb/keys';
import { createLog } from '../../src/adapters/system/log';
import { retryDelayMs, systemPause, systemRealTime } from '../../src/adapters/system/time';
import { ACTOR_KINDS, person, program, SERVICE } from '../../src/protocol/actor';
import { operationHash } from '../../src/protocol/hash';
import type { ApiKeyId, GroupId } from '../../src/protocol/identifiers';
import { packPosted, unpackPosted } from '../../src/service/delivery/store/delivery-item';
import type { Entry, EntryKind } from '../../src/service/request/rules/entry';
import { INITIAL, REQUEST_FORM } from '../../src/service/request/rules/fields';
import {
  type Authorized,
  type Execution,
  type Finished,
  isAuthorized,
  type Request,
} from '../../src/service/request/rules/request';
import { packRevision, proposalOf, unpackJournal } from '../../src/service/request/store/journal-text';
import {
  dueAttributes,
  fromRequestItem,
  toRequestItem,
  workAttributes,
} from '../../src/service/request/store/request-conversion';
import type { LogFields, RetryPlace } from '../../src/service/system/ports';
import { readStreamRecord } from '../../src/service/transport/store/stream-image';
import {
  aRequest,
  aSeat,
  at,
  claimedWith,
  op,
  refusedBy,
  reportedWith,
  type Step,
  stoppedBy,
  turnedBy,
} from '../support/builders';
import { seededRandom } from '../support/simulated-time';

describe('what an attempt posted', () => {
  const body = JSON.stringify({
    ...{ id: 'evt_1', type: 'request.authorized', created_at: '2026-11-20T12:00:00.000Z', org: 'org_acme' },
    data: {
      request: {
        ...{ id: 'req_1', action: 'pay', requester: 'op_alpha', operation_hash: 'sha256:ab', state: 'denied' },
        ...{ live: false, outcome: 'denied', approvers: [], params: { Größe: '1\n2' } },
        ...{ intent: { v: 1, alg: 'A256GCM', kid: 'k', nonce: 'n', ciphertext: 'c' } },
        execution: { state: 'claimed', claimed_at: 179, execute_by: null },
      },
    },
  });
  const headers = { 'Content-Type': 'application/json', 'Service-Event-Id': 'evt_1', 'Service-Delivery-Id': 'dlv_1' };

  it('a stored post is read as it was, with its line breaks', () => {
    expect(unpackPosted(packPosted({ headers, body })!)).toEqual({ headers, body });
    expect(unpackPosted(packPosted({ headers: {}, body: '' })!)).toEqual({ headers: {}, body: '' });
  });

  it('a stored post is read with the words that it was stored with', () => {
    expect(unpackPosted(STORED)).toEqual({ headers: { n: 'v' }, body: WORDS.join('\n') });
  });

  it('a post is not stored if it would make the item too large', () => {
    const random = seededRandom(1);
    const noise = (length: number) =>
      Array.from({ length }, () => String.fromCharCode(33 + Math.floor(random() * 94))).join('');
    expect(packPosted({ headers, body: noise(300_000) })!.length).toBeLessThanOrEqual(350_000);
    expect(packPosted({ headers, body: noise(450_000) })).toBeNull();
  });
});

/** Some text from every line of the dictionary. */
const WORDS = [
  'request.failedrequest.executedrequest.execution_failedrequest.expired',
  '"state":"claimed","claimed_at":179"state":"pending""v":1,"alg":"A256GCM"',
  '"intent":"sha256:","amount":"","currency":"EUR","USD","reason"',
  '"state":"denied","live":false,"outcome":"denied","approvers":[]',
  '{"Content-Type":"application/json","Service-Event-Id":"evt_"',
  '"Service-Delivery-Id":"dlv_","Service-Signature":"t=179,v1="',
  'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJvcmciOiJvcmdf',
  '"created_at":"2026-T:.Z","org":"org_","data":{"request":{"id":"req_"',
  '","operation_hash":"sha256:","state":"succeeded","live":false',
  '"params":{""},"created_at":179,"decided_at":179,"intent":null',
  '"lease_expires_at":null,"reported_at":null,"reference":null,"error":null',
];
const STORED = 'q1YCBWiZUi1XETUKEy5qFRJclBUBXBRmby5KsjMXJZmUi6zsyEWNHMZFUS7ioihTcFErmQMA';

const FINANCE = 'grp_finance' as GroupId;
const SENT = { keyId: 'key_1' as ApiKeyId, quorum: null, executeWithinSeconds: null };

describe('a request item', () => {
  const proposal = { ...program('key_1'), approvers: [op('op_bravo')], data: { action: 'pay' } };
  const entry = (kind: EntryKind, more: Partial<Entry> = {}): Entry => ({
    kind,
    atMs: 7,
    ...program('key_1'),
    ...more,
  });

  it('the journal of a request item has only what the item does not have elsewhere', () => {
    const entries = [
      entry('request.proposed', { data: { action: 'pay' } }),
      entry('request.proposed', { data: { action: 'pay' }, ...program('key_2') }),
      entry('request.proposed', { data: { action: 'other' } }),
      entry('request.authorized', { data: { approvers: ['op_bravo'] } }),
      entry('request.authorized', { data: { approvers: [] } }),
      entry('request.denied', { data: { action: 'pay' } }),
      entry('request.denied', { data: { approvers: ['op_bravo'] } }),
      entry('request.expired'),
    ];
    const packed = packRevision(entries, proposal);
    expect(JSON.parse(packed)).toEqual([
      ['request.proposed', 7],
      ['request.proposed', 7, '+key_2'],
      ['request.proposed', 7, '+key_1', { action: 'other' }],
      ['request.authorized', 7, '+key_1'],
      ['request.authorized', 7, '+key_1', { approvers: [] }],
      ['request.denied', 7, '+key_1', { action: 'pay' }],
      ['request.denied', 7, '+key_1', { approvers: ['op_bravo'] }],
      ['request.expired', 7, '+key_1'],
    ]);
    expect(unpackJournal([packed], 5, proposal)).toEqual([{ revision: 5, entries }]);
    expect(JSON.parse(packRevision(entries))[0]).toEqual(['request.proposed', 7, '+key_1', { action: 'pay' }]);
    expect(JSON.parse(packRevision(entries))[3]).toEqual([
      'request.authorized',
      7,
      '+key_1',
      { approvers: ['op_bravo'] },
    ]);
    const unknown = { ...proposal, approvers: null };
    expect(unpackJournal(['[["request.authorized",7]]'], 5, unknown)[0]!.entries[0]).not.toHaveProperty('data');
  });

  it('every kind of actor is kept in a journal', () => {
    const entries = ACTOR_KINDS.map((actor_kind) => entry('request.expired', { actor: 'key_1', actor_kind }));
    const proposed = ACTOR_KINDS.map((actor_kind) =>
      entry('request.proposed', { actor: 'key_1', actor_kind, data: { action: 'pay' } }),
    );
    for (const all of [
      entries,
      proposed,
      [entry('request.expired', SERVICE), entry('request.expired', person('system'))],
    ]) {
      expect(unpackJournal([packRevision(all, proposal)], 1, proposal)[0]!.entries).toEqual(all);
    }
  });

  it('the records of a journal are numbered from the last one', () => {
    const records = ['[["request.expired",1]]', '[["request.expired",2]]', '[["request.expired",3]]'];
    expect(unpackJournal(records, 9, proposal).map(({ revision }) => revision)).toEqual([7, 8, 9]);
    const nobody = { ...proposal, actor: null };
    expect(unpackJournal(records, 9, nobody)[0]!.entries[0]!.actor).toBe('');
  });

  it('the journal has who proposed a request and what was decided in the proposal', () => {
    const request = aRequest();
    expect(proposalOf(request)).toEqual({
      approvers: null,
      actor: request.sent?.keyId ?? null,
      data: {
        action: request.action,
        requester: request.requester,
        operation_hash: request.operationHash,
        policy_version: request.policy.version,
        quorum: request.policy.quorum,
      },
    });
    expect(proposalOf({ ...request, sent: null }).actor).toBeNull();
  });

  function anAuthorized(...steps: readonly Step[]): Authorized {
    const request = aRequest({ quorum: 1, executeWithinSeconds: 3600 }, ...steps);
    if (!isAuthorized(request)) throw new Error(`it is ${request.state}`);
    return request;
  }
  const authorized = anAuthorized(turnedBy('op_bravo', '12:05'));
  const claimed = anAuthorized(turnedBy('op_bravo', '12:05'), claimedWith('1', '12:06'));
  const reported = anAuthorized(turnedBy('op_bravo', '12:05'), claimedWith('1', '12:06'), reportedWith('1', '12:07'));
  const denied = aRequest({ quorum: 1 }, refusedBy('op_bravo', '12:05', 'no'));

  it.each<[string, Request]>([
    ['open', aRequest()],
    ['staging', aRequest({ quorum: 2 }, turnedBy('op_bravo', '12:05'))],
    ['authorized', authorized],
    ['claimed', claimed],
    ['reported', reported],
    ['reported with a receipt', withExecution({ receipt: { signature: 'armour', key: 'key_1' } }, reported)],
    ['denied', denied],
    ['denied for a reason that its program is told', aRequest({}, refusedBy('op_bravo', '12:05', null, 'never'))],
    ['stopped', { ...authorized, stopped: { atMs: at('12:09'), by: person(op('op_alpha')), calling: false } }],
    ['stopped in a call', { ...authorized, stopped: { atMs: at('12:09'), by: person(op('op_alpha')), calling: true } }],
    [
      'with a callback',
      { ...aRequest(), callback: { url: 'https://a.example/?a=1|2', keyId: 'key_1' as ApiKeyId, token: 12 } },
    ],
    ['of a later form', { ...aRequest(), minForm: 4, round: 3, reminded: true }],
    ['with a window that closed', withExecution({ closed: true })],
    ['authorized by nobody’s turn', { ...authorized, turnedAtMs: null }],
  ])('a request is read as it was written: %s', (_, request) => {
    const item = toRequestItem(request);
    expect(fromRequestItem(item)).toEqual(request);
    expect(Object.values(item)).not.toContain(null);
    expect(Object.values(item)).not.toContain(undefined);
  });

  const other: typeof INITIAL = {
    ...{ summary: 'Refund', executeWithinMs: 3_600_000, round: 2, reminded: true, warned: true },
    ...{ minForm: 2, revision: 3, writeId: 'write_2', checkAtMs: at('12:09') },
    digests: { display: `sha256:${'d'.repeat(64)}`, shown: `sha256:${'e'.repeat(64)}` },
    sent: { keyId: 'key_1' as ApiKeyId, quorum: 3, executeWithinSeconds: 3600 },
    callback: { url: 'https://a.example/', keyId: 'key_2' as ApiKeyId, token: 2 },
    journal: [{ revision: 3, entries: [entry('request.expired')] }],
  };
  const unusual: Request = {
    ...aRequest({ mode: 'coincident', coincidenceSeconds: 30, denySelfApproval: true, turn: 'code_and_passkey' }),
    ...other,
    seats: [
      aSeat('op_bravo'),
      aSeat('op_alpha', { groups: [FINANCE], issue: 2, wrongCodes: 1, disabled: true, takenBack: 3, struck: true }),
    ],
  };
  const policy = {
    ...unusual.policy,
    ...{ ttlMs: 7_200_000, integration: 'bank', rule: 1, quorum: 3 },
    requires: [{ group: FINANCE, keys: 2 }],
    groups: [{ id: FINANCE, name: 'Finance', revision: 4 }],
    evidence: [{ name: 'diff', kind: 'diff' as const }],
  };
  const plainPolicy = { version: 1, title: 'Deploy', quorum: 1 };
  const decided = { policy: plainPolicy, codeKeyId: 'code_1', verdictAtMs: at('12:05') };
  const approved = { ...decided, approvers: ['op_bravo'], turnedAtMs: [at('12:05')] };

  it('every field that has an initial value is read back with another one', () => {
    const same = Object.entries(INITIAL).filter(
      ([field, value]) => JSON.stringify(value) === JSON.stringify(other[field as keyof typeof INITIAL]),
    );
    expect(same).toEqual([]);
    expect(fromRequestItem(toRequestItem(unusual))).toEqual(unusual);
  });

  it.each<[string, Request, object]>([
    ['of usual values', aRequest({ quorum: 1 }), { policy: plainPolicy, codeKeyId: 'code_1' }],
    [
      'of other values',
      { ...unusual, policy },
      {
        sent: { quorum: 3, executeWithinSeconds: 3600 },
        summary: 'Refund',
        policy: {
          ...{ version: 1, title: 'Deploy', mode: 'coincident', coincidenceMs: 30_000, quorum: 3, rule: 1 },
          ...{ denySelfApproval: true, turn: 'code_and_passkey', ttlMs: 7_200_000, integration: 'bank' },
          requires: [{ group: 'grp_finance', keys: 2 }],
          groups: [{ id: 'grp_finance', name: 'Finance', revision: 4 }],
          evidence: [{ name: 'diff', kind: 'diff' }],
        },
        digests: { display: `sha256:${'d'.repeat(64)}`, shown: `sha256:${'e'.repeat(64)}` },
        seats: {
          op_alpha: {
            ...{ groups: ['grp_finance'], issue: 2, wrongCodes: 1, disabled: true, takenBack: 3, struck: true },
          },
        },
        callback: { url: 'https://a.example/', keyId: 'key_2', token: 2 },
        ...{ executeWithinMs: 3_600_000, round: 2, reminded: true, warned: true, codeKeyId: 'code_1' },
      },
    ],
    [
      'whose callback is the one of its sender',
      { ...aRequest({ quorum: 1 }), sent: SENT, callback: { url: 'https://a.example/', keyId: SENT.keyId, token: 1 } },
      { policy: plainPolicy, callback: { url: 'https://a.example/' }, codeKeyId: 'code_1' },
    ],
    [
      'that is staging',
      aRequest({ quorum: 2, mode: 'coincident' }, turnedBy('op_bravo', '12:05')),
      {
        policy: { ...plainPolicy, mode: 'coincident', quorum: 2 },
        codeKeyId: 'code_1',
        turns: [{ operator: 'op_bravo', atMs: at('12:05') }],
        windowEndsAtMs: at('12:06'),
      },
    ],
    [
      'that was refused',
      aRequest({ quorum: 2 }, turnedBy('op_alpha', '12:03'), refusedBy('op_bravo', '12:05', 'no', 'never')),
      {
        ...decided,
        policy: { ...plainPolicy, quorum: 2 },
        ...{ decidedBy: ['op_bravo'], turned: ['op_alpha'], endedBy: 'person', note: 'no', outcomeReason: 'never' },
      },
    ],
    ['that was authorized', authorized, { ...approved, executeWithinMs: 3_600_000 }],
    [
      'that ended otherwise',
      { ...authorized, executeWithinMs: null, decidedBy: [], reason: 'x', endedAtMs: at('12:06') } as Finished,
      { ...approved, decidedBy: [], reason: 'x', endedAtMs: at('12:06') },
    ],
  ])('the text of a request %s has these fields and no other', (_, request, body) => {
    const item = toRequestItem(request);
    expect(JSON.parse(item.body as string)).toEqual(body);
    expect(fromRequestItem(item)).toEqual(request);
    // A write that changes nothing changes no text.
    expect(toRequestItem(fromRequestItem(item))).toEqual(item);
  });

  function withExecution(change: object, of = authorized): Authorized {
    return { ...of, execution: { ...of.execution, ...change } as Execution };
  }

  it('a request item omits usual values', () => {
    const plain = toRequestItem({ ...aRequest(), round: 1, reminded: false, callback: null, sent: null });
    for (const name of ['sent_by', 'check_at', 'claim_id', 'execute_by', 'stopped'])
      expect(plain).not.toHaveProperty(name);
    const { action, params } = authorized;
    const hashed = { ...authorized, operationHash: operationHash(action, params) };
    for (const name of ['operation_hash', 'expires_at']) expect(toRequestItem(hashed)).not.toHaveProperty(name);
    expect(fromRequestItem(toRequestItem(hashed))).toEqual(hashed);
    const unusual = {
      ...hashed,
      operationHash: `sha256:${'0'.repeat(64)}`,
      expiresAtMs: 1,
    };
    for (const name of ['operation_hash', 'expires_at']) expect(toRequestItem(unusual)).toHaveProperty(name);
  });

  it('an intent item has the hash of its operation, which a signed report compares', () => {
    const params = { intent: 'sha256:x' };
    const hash = operationHash(authorized.action, params);
    const withIntent = { ...authorized, params, operationHash: hash };
    expect(toRequestItem(withIntent)).toHaveProperty('operation_hash', hash.slice(7));
  });

  it('a request is in the work index while it is open, executable or leased, and not after that', () => {
    const at12 = at('12:00');
    const { org } = authorized;
    expect(workAttributes(aRequest())).toEqual({ work_pk: `${org}#OPEN`, work_at: at12 });
    expect(workAttributes(authorized)).toEqual({ work_pk: `${org}#EXECUTABLE`, work_at: at12 });
    expect(workAttributes(claimed)).toEqual({ work_pk: `${org}#LEASED`, work_at: at('12:16') });
    const none = { work_pk: null, work_at: null };
    for (const ended of [
      reported,
      denied,
      withExecution({ closed: true }),
      anAuthorized(turnedBy('op_bravo', '12:05'), stoppedBy('op_alpha', '12:06')),
      anAuthorized(turnedBy('op_bravo', '12:05'), claimedWith('1', '12:06'), stoppedBy('op_alpha', '12:07')),
      withExecution({ state: 'none' }),
      { ...authorized, state: 'failed', endedAtMs: at('12:06') } as Finished,
    ])
      expect(workAttributes(ended)).toEqual(none);
  });

  it('a request is due in its shard, or not at all', () => {
    const { org, id } = authorized;
    expect(dueAttributes(aRequest())).toEqual({
      due_pk: keys.dueShardOf(keys.requestKey(org, id)),
      due_at: expect.any(Number),
    });
    expect(dueAttributes({ ...denied, checkAtMs: null })).toEqual({ due_pk: null, due_at: null });
  });

  it('a request item with an unknown state is not read', () => {
    expect(() => fromRequestItem({ ...toRequestItem(aRequest()), state: 'paused' })).toThrow(
      `request item ${keys.requestKey(authorized.org, authorized.id).pk} has an unknown state`,
    );
  });
});

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;

describe('the stream', () => {
  const key = keys.configKey('org_a', 'operator', 'op_alpha');
  const item = (change: object = {}) => ({
    ...key,
    subject: 'op_alpha',
    revision: 2,
    enabled: true,
    role: 'admin',
    journal: ['{"revision":1,"facts":[{"kind":"a","at":1}]}', '{"revision":2,"facts":[]}'],
    ...change,
  });
  const record = (after: object | null, before: object | null = null) =>
    readStreamRecord({
      dynamodb: {
        ...(after === null ? {} : { NewImage: marshall(after) as Image }),
        ...(before === null ? {} : { OldImage: marshall(before) as Image }),
      },
    });

  it('the stream gives nothing for a removal, and for items without consequences', () => {
    expect(readStreamRecord({})).toBeNull();
    expect(record(null, item())).toBeNull();
    expect(record({ ...keys.tokenKey('h'), org: 'org_a' })).toBeNull();
  });

  it('the stream gives a request before and after its change', () => {
    const request = aRequest();
    expect(record(toRequestItem(request))).toEqual({ what: 'request', before: null, after: request });
    const later = { ...request, summary: 'later' };
    expect(record(toRequestItem(later), toRequestItem(request))).toEqual({
      what: 'request',
      before: request,
      after: later,
    });
  });

  it('the stream gives nothing for a request that only newer code may decide on', () => {
    const item = { ...toRequestItem(aRequest()), min_form: REQUEST_FORM + 1, state: 'paused' };
    expect(record(item)).toBeNull();
  });

  it('the stream gives the pending entries of a configuration item, and which of them are new', () => {
    const [first, second] = [
      { revision: 1, entries: [{ kind: 'a', at: 1 }] },
      { revision: 2, entries: [] },
    ];
    const common = { what: 'journal', org: 'org_a', subject: 'op_alpha', pending: [first, second] };
    expect(record(item())).toEqual({ ...common, revisions: [first, second] });
    expect(record(item(), item({ revision: 1 }))).toEqual({ ...common, revisions: [second] });
    expect(record(item(), item({ revision: 2 }))).toEqual({ ...common, revisions: [] });
  });
});

describe('the system', () => {
  it.each<[number, RetryPlace | undefined, number, number]>([
    [0, undefined, 1, 5],
    [1, undefined, 1, 10],
    [1, undefined, 0.5, 5],
    [6, undefined, 1, 320],
    [9, undefined, 1, 320],
    [0, { index: 0, count: 100 }, 0.5, 15],
    [0, { index: 50, count: 100 }, 0, 15],
    [1, { index: 50, count: 100 }, 0, 120],
    [9, { index: 50, count: 100 }, 0, 1500],
    [9, { index: 99, count: 100 }, 1, 3000],
  ])('the pause before retry %i at the place %j, with the random number %d, is %d ms', (attempt, place, random, ms) => {
    expect(retryDelayMs(attempt, place, random)).toBeCloseTo(ms, 6);
  });

  it('a pause takes real time', async () => {
    const from = performance.now();
    await systemPause.beforeRetry(0, { index: 1, count: 2 });
    expect(performance.now() - from).toBeGreaterThanOrEqual(13);
  });

  it('the real clock measures real time, and a sleep ends early if it is told to', async () => {
    const before = performance.now();
    expect(systemRealTime.elapsedMs()).toBeGreaterThanOrEqual(before);
    const stop = new AbortController();
    const asleep = systemRealTime.sleep(60_000, stop.signal);
    stop.abort();
    await asleep;
    await systemRealTime.sleep(1);
    await systemRealTime.sleep(60_000, AbortSignal.abort());
  });

  // Lambda reads `level` and `timestamp` of a line.
  it.each(['info', 'warn', 'error'] as const)('the log writes one line of JSON for each message: %s', (level) => {
    const lines: string[] = [];
    const log = createLog(
      () => ({ service: 'api' }),
      (line) => void lines.push(line),
    );
    log[level]('hello', { request: 'req_1' });
    log[level]('again');
    expect(lines.every((line) => line.endsWith('}\n'))).toBe(true);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level, timestamp: instant, message: 'hello', service: 'api', request: 'req_1' },
      { level, timestamp: instant, message: 'again', service: 'api' },
    ]);
  });

  it('a log line keeps its level, time and text, whatever fields it gets', () => {
    const lines: string[] = [];
    // The type of the fields forbids these names, and a value of another type may have them.
    const fields: object = { message: 'm1', level: 'info', timestamp: 1, request: 'req_1' };
    const log = createLog(
      () => ({ ...fields, request: 'req_0', function: 'api' }),
      (line) => void lines.push(line),
    );
    log.error('a message failed', fields as LogFields);
    const timestamp = expect.stringMatching(/^\d{4}-/);
    const line = { level: 'error', timestamp, message: 'a message failed', function: 'api', request: 'req_1' };
    expect(JSON.parse(lines[0]!)).toEqual(line);
  });

  it('the log goes to the standard output of the process', () => {
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    createLog().warn('hello');
    const lines = written.mock.calls.map(([line]) => String(line));
    written.mockRestore();
    expect(lines).toEqual([expect.stringMatching(/^\{"level":"warn","timestamp":"[^"]+","message":"hello"\}\n$/)]);
  });

  it('the table removes a counter an hour after its window', () => {
    expect([ttlOf(1000), ttlOf(1001)]).toEqual([3601, 3602]);
  });
});
