/**
 * Rules that test/store/conformance cannot check, because no test database behaves so: a stale read, and an answer that
 * is an error. The stores write to tables in memory; `lookingAt` looks at each command or fails it.
 */

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { createCallMeter } from '../../src/adapters/dynamodb/counters';
import { createDataKeyStore } from '../../src/adapters/dynamodb/data-key-store';
import { createMailbox } from '../../src/adapters/dynamodb/mailbox';
import type { Command } from '../../src/local/memory/store';
import { openMemoryTables } from '../../src/local/memory/tables';
import { InvalidCursor } from '../../src/protocol/cursor';
import type { OrgId } from '../../src/protocol/identifiers';
import { createConfigStore } from '../../src/service/administration/store/config-store';
import { createHoldStore } from '../../src/service/delivery/store/hold-store';
import type { Notice } from '../../src/service/notice/rules/notices';
import { createCombinedMailStore } from '../../src/service/notice/store/combined-mail-store';
import { everyAction } from '../../src/service/request/rules/caller';
import { unchanged } from '../../src/service/request/rules/journal';
import { openStores } from '../../src/service/stores';
import { anApiKey, anApiToken } from '../store/conformance/config-items';
import { ALPHA, aLease, aRequest, at, turnedBy } from '../support/builders';
import { itemInTransaction, outage, throttled, transactionConflict } from '../support/faults';
import { DIGEST, ENVELOPE } from '../support/house';
import { PERMIT } from '../support/permit';
import { aWorkerKey } from '../support/signing';
import { tablesThrough } from '../support/tables';

const ORG = 'org_test' as OrgId;
const request = aRequest({ quorum: 1, executeWithinSeconds: 3600 }, turnedBy('op_bravo', '12:05'));
const { id } = request;
const record = { org: ORG, revision: 1, journal: [] };
const passkey = { ...record, id: 'pk_1', operator: 'op_alpha', credentialId: 'c', deletedAtMs: null };
const operator = { ...record, id: 'op_alpha', enabled: true, role: 'admin', accessEpoch: 0 };
const apiKey = { ...record, id: 'key_1', tokens: [anApiToken('h')], scopes: [], revokedAtMs: null };
const delivery = { org: ORG, id: 'dlv_1', receiver: 'callback', attempts: 0, generation: 0, state: 'pending' };
const attempt = { n: 1, startedAtMs: 1, finishedAtMs: 2 };
const entries = [{ seq: 1, hash: 'h' }];
const share = { subject: id, revision: 1, block: 1, first: 1, count: 1 };

const isAsync = (given: unknown): given is AsyncIterable<unknown> =>
  typeof given === 'object' && given !== null && Symbol.asyncIterator in given;

const deviceList = { org: ORG, operator: 'op_alpha', devices: [{ endpoint: 'https://fcm.googleapis.com/fcm/send/a' }] };

/** Every store, and those that only one function opens. */
const opened = (tables: Tables) => ({
  ...openStores(tables, { hex: () => 'v' }),
  dataKeys: createDataKeyStore(tables),
  mailbox: createMailbox(tables),
  meter: createCallMeter(tables),
});
type Opened = ReturnType<typeof opened>;
type StoreName = keyof Opened;

/** Each call of each store. */
const CALLS: { readonly [Name in StoreName]: { readonly [Call in keyof Opened[Name]]: readonly unknown[] } } = {
  requests: {
    firstWithDigest: [ORG, DIGEST],
    create: [unchanged(request), null, 'w'],
    load: [ORG, id],
    loadMany: [ORG, [id]],
    glanceMany: [ORG, [id]],
    hydrate: [ORG, [id]],
    save: [unchanged(request), 'w', {}],
    claim: [everyAction(ORG), id, aLease('1', '12:06')],
    report: [
      ORG,
      id,
      { claimId: 'clm_1', status: 'failed', reference: 'r', error: 'e' },
      { id: 'w', nowMs: at('12:07') },
    ],
    executableCandidates: [everyAction(ORG), { nowMs: at('12:06'), pageSize: 5 }],
    openEntries: [ORG],
    countOpen: [ORG, { action: request.action }, at('12:06')],
    recent: [ORG, { limit: 5, cursor: null }],
    completeCheck: [request],
    postponeCheck: [request, at('12:09')],
  },
  changes: {
    propose: [unchanged(request), '{}', 'w'],
    document: [ORG, id],
    apply: [unchanged(request), null, PERMIT, 'w'],
    write: [unchanged(request), PERMIT, 'w'],
  },
  chatStore: { load: [ORG], save: [record, PERMIT] },
  config: {
    operator: [ORG, 'op_alpha'],
    operators: [ORG],
    recipient: [ORG, 'op_alpha'],
    saveOperator: [operator, PERMIT],
    saveNewOperators: [[operator], PERMIT, { beginsRule: false }],
    ruleBegan: [ORG],
    action: [ORG, 'deploy'],
    actions: [ORG],
    actionVersion: [ORG, 'deploy', 1],
    saveAction: [ORG, { ...record, policy: { id: 'deploy', version: 1 } }, PERMIT],
    group: [ORG, 'grp_a'],
    groups: [ORG],
    saveGroup: [{ ...record, id: 'grp_a' }, PERMIT],
    apiKeys: [ORG],
    apiKey: [ORG, 'key_1'],
    saveApiKey: [apiKey, PERMIT],
    signingKeyOwner: [ORG, aWorkerKey().publicKey],
    liveKey: ['h'],
    touchApiKey: [ORG, 'key_1', 'h', 1],
    setting: [ORG, 'organization'],
    saveSetting: ['organization', record, PERMIT],
    calledOrganization: [ORG],
    identity: [ORG, 'i'],
    incident: [ORG, 'i'],
    identities: [ORG],
    saveIdentities: [[{ ...record, id: 'i' }], null],
    saveRescue: [{ ...record, id: 'r' }],
    saveIncident: [{ ...record, id: 'i' }],
    endpoints: [ORG],
    endpoint: [ORG, 'whe_1'],
    saveEndpoint: [{ ...record, id: 'whe_1' }, PERMIT],
  },
  deliveries: {
    create: [delivery],
    load: [ORG, 'dlv_1'],
    loadMany: [ORG, ['dlv_1']],
    attempts: [ORG, 'dlv_1'],
    takeAttempt: [{ org: ORG, id: 'dlv_1', generation: 1, nowMs: 1, holdMs: 9, unstored: delivery }],
    posted: [ORG, 'dlv_1', 1],
    finishAttempt: [{ ...delivery, heldUntilMs: 9 }, attempt, [], null],
    restart: [delivery, {}, 1],
    ofEndpoint: [ORG, 'whe_1', { limit: 5, cursor: null }],
  },
  health: {
    report: [ORG, 'whe_1', 'succeeded', 1],
    takeTurn: [ORG, 'whe_1', { dueAtMs: 1, nextMs: 2 }],
    rest: [ORG, 'whe_1', { nextMs: 2, reports: 1 }],
  },
  audit: {
    tail: [ORG],
    recorded: [ORG, [share]],
    append: [ORG, entries, [share]],
    mark: [ORG, [share]],
    entries: [ORG, 0, 5],
    grew: [ORG, 0],
    ofSubject: [ORG, id],
  },
  deviceStore: {
    read: [ORG, 'op_alpha'],
    holder: ['https://fcm.googleapis.com/fcm/send/a'],
    save: [[{ before: deviceList, devices: [], entry: entries[0] }], ['device_1']],
    setShows: [ORG, 'op_alpha', 'no_text'],
  },
  pushKeys: { publicKey: [], publish: ['key'] },
  signedDecisions: { ofRequest: [ORG, id], keepVerdict: [ORG, id, { text: 't', signature: 's' }] },
  passkeys: {
    passkey: [ORG, 'pk_1'],
    ofOrganization: [ORG],
    ofOperator: [ORG, 'op_alpha'],
    byCredential: ['c'],
    enrolments: [ORG, 'op_alpha'],
    enrol: [passkey, 0],
    save: [passkey],
    bootstrap: [ORG],
    keepEnrolment: [passkey, { text: 't', signature: 's' }],
    keepCountersignature: [{ passkey, signed: {}, signer: { passkey, counted: false }, endsBootstrapAtMs: 1 }],
    keyStatements: [ORG, 'pk_1'],
    spendChallenge: ['c', 9, 'w'],
  },
  sessions: {
    createSignInLink: ['h', { org: ORG, operator: 'op_alpha', accessEpoch: 0 }, 9, PERMIT],
    spendSignInLink: ['h', 1],
    create: ['h', { org: ORG, operator: 'op_alpha', id: 's', createdAtMs: 1, expiresAtMs: 9, accessEpoch: 0 }],
    lastSignIns: [ORG],
    find: ['h', 1],
    end: ['h'],
    carryOver: ['h', 1],
    list: [ORG, 'op_alpha', 1],
    revoke: [ORG, 'op_alpha', 's'],
  },
  limiter: { refused: ['p', 1] },
  attempts: { begin: ['p', 1], succeeded: ['p', { mayBegin: true, windowEndsAtMs: 300_001 }] },
  questions: {
    of: [ORG, id],
    save: [
      { ...record, requestId: id, number: 1 },
      { ...record, id: 'i' },
    ],
  },
  dataKeys: { wrappedKey: [ORG], putWrappedKey: [ORG, 'wrapped'] },
  combinedMails: {
    wait: [ORG, id, { kind: 'asked', operator: 'op_alpha', round: 1, issue: 0, withCode: true }, 'w', 1],
    waitTold: [ORG, { operator: 'op_alpha', about: 'a', cause: 'c', entry: {} }, 'w', 1],
    makeDue: [ORG, 'op_alpha', 1],
    read: [ORG, 'op_alpha', 5],
    take: [ORG, 'op_alpha', { places: [], takenBy: 'w', lastAtMs: null, nowMs: 1 }],
    release: [ORG, 'op_alpha', 'w'],
    finish: [ORG, 'op_alpha', ['p']],
    rest: [ORG, 'op_alpha', 1],
  },
  counter: { count: [{ what: 'mails', of: 'org_test#op_alpha', windowMs: 60_000 }, 1] },
  holds: { begin: [{ org: ORG, id: 'h', untilMs: 9 }, 1], end: [ORG, 'h'] },
  watches: { begin: [{ org: ORG, operator: 'op_alpha' as never, id: 'h', untilMs: 9 }, 1], end: [ORG, 'h'] },
  notices: {
    take: [ORG, id, 'op_alpha#approve#1.0', 'w', 1],
    release: [ORG, id, 'op_alpha#approve#1.0', 'w'],
    taken: [ORG, id],
  },
  due: {
    due: [0, 9, 5, null],
    retries: [0, 9, 5, null],
    backOff: [{ org: ORG, kind: 'config', id: 'OPERATOR#o', dueAtMs: 1 }, 2],
    completeConfigCheck: [{ org: ORG, kind: 'config', id: 'OPERATOR#o' }, 1],
    configJournal: [{ org: ORG, kind: 'config', id: 'OPERATOR#o' }],
  },
  mailbox: { keep: ['m', { body: '{}' }, 1], posts: ['m', 1] },
  meter: { count: [ORG, 60_000] },
};
const STORES = Object.keys(CALLS) as StoreName[];
const argsOf = (store: StoreName): Readonly<Record<string, readonly unknown[]>> => CALLS[store];

/** Tables in memory. Each command goes through `look`, which may fail. */
function lookingAt(look: (command: Command) => unknown): Tables {
  const { tables } = openMemoryTables(() => undefined);
  return tablesThrough(tables, async (command, pass) => {
    await look(command);
    return pass();
  });
}

async function outcomeOf(store: StoreName, name: string, tables: Tables, args = argsOf(store)[name]!) {
  const calls = opened(tables)[store] as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
  const given = calls[name]!(...args);
  if (!isAsync(given)) return given;
  const found: unknown[] = [];
  for await (const each of given) found.push(each);
  return found;
}

/** Makes every write of a store. */
async function fill(store: StoreName, tables: Tables): Promise<void> {
  for (const name of Object.keys(CALLS[store]))
    if (WRITES.test(name)) await outcomeOf(store, name, tables).catch(() => undefined);
}

const WRITES = /^(append|begin|claim|create|enrol|keep|makeDue|mark|propose|put|report|save|take|wait)/;

/** The names of the calls for which `test` is true. */
async function callsOf(store: StoreName, test: (name: string) => Promise<boolean>): Promise<string[]> {
  const found: string[] = [];
  for (const name of Object.keys(CALLS[store])) if (await test(name)) found.push(name);
  return found;
}

/** Nothing is decided on these reads, so a slightly old answer is good enough. */
const MAY_BE_LATE: Readonly<Partial<Record<StoreName, readonly string[]>>> = {
  audit: ['grew'],
  sessions: ['lastSignIns'],
  config: ['recipient', 'calledOrganization'],
  requests: ['glanceMany'],
};

function isLateRead({ constructor: { name }, input }: Command): boolean {
  const isRead = ['GetCommand', 'QueryCommand'].includes(name) && input.IndexName === undefined;
  const reads = isRead ? [input] : Object.values((input.RequestItems ?? {}) as Record<string, typeof input>);
  return reads.some((read) => read.ConsistentRead !== true);
}

test.each(STORES)(
  'reads of the store %s see every write that finished before, except reads on which nothing is decided',
  async (store) => {
    const late = await callsOf(store, async (name) => {
      let isLate = false;
      const tables = lookingAt((command) => {
        isLate ||= isLateRead(command);
      });
      await fill(store, tables);
      isLate = false;
      await outcomeOf(store, name, tables).catch(() => undefined);
      return isLate;
    });
    expect(late).toEqual(MAY_BE_LATE[store] ?? []);
  },
);

test.each(STORES)(
  'every call of the store %s tells its caller that the database failed, whichever command failed',
  async (store) => {
    const hidden = await callsOf(store, async (name) => {
      for (const prepare of [nothing, (tables: Tables) => outcomeOf(store, name, tables), fill.bind(null, store)])
        if (!(await reportsEachFailure(store, name, prepare))) return true;
      return false;
    });
    expect(hidden).toEqual([]);
  },
);

const nothing = async () => undefined;

/** Fails only the first command, then only the second one, and so on. */
async function reportsEachFailure(store: StoreName, name: string, prepare: (tables: Tables) => Promise<unknown>) {
  const error = outage();
  for (let failing = 0; failing < MOST_COMMANDS; failing++) {
    let count = Number.NEGATIVE_INFINITY;
    const tables = lookingAt(() => {
      if (count++ === failing) throw error;
    });
    await prepare(tables).catch(() => undefined);
    count = 0;
    const thrown = await outcomeOf(store, name, tables).catch((fault: unknown) => fault);
    // The call sent no more commands. Every call sends at least one.
    if (count <= failing) return failing > 0;
    if (thrown !== error) return false;
  }
  return true;
}

/** No call sends more than this. */
const MOST_COMMANDS = 10;

const turn = { operator: 'op_bravo', accessEpoch: 0, isWrongCode: false, nowMs: at('12:05') };
const decision = { org: ORG, request: id, round: 1, operator: 'op_bravo', takenBack: 0 };
const signed = { ...unchanged(request), signed: { decision, passkey, counted: false } };
const BUSY = { throttled, itemInTransaction, transactionConflict };
const TRANSACTION = ['throttled', 'itemInTransaction', 'transactionConflict'] as const;

test.each<[StoreName, string, readonly unknown[], unknown, readonly (keyof typeof BUSY)[]]>([
  ['requests', 'create', [unchanged(request), ENVELOPE, 'w'], 'contention', TRANSACTION],
  ['requests', 'save', [unchanged(request), 'w', {}], { kind: 'contention' }, ['throttled', 'itemInTransaction']],
  ['requests', 'save', [unchanged(request), 'w', { turn }], { kind: 'contention' }, TRANSACTION],
  ['requests', 'save', [signed, 'w', {}], { kind: 'contention' }, TRANSACTION],
  ['changes', 'propose', [unchanged(request), '{}', 'w'], 'contention', TRANSACTION],
  ['changes', 'apply', [unchanged(request), null, PERMIT, 'w'], { kind: 'contention' }, TRANSACTION],
  ['changes', 'write', [unchanged(request), PERMIT, 'w'], { kind: 'contention' }, TRANSACTION],
])(
  'a write of the store %s (%s) that loses to other writers answers that it can be retried',
  async (store, name, args, outcome, errors) => {
    for (const error of errors) {
      const busy = lookingAt(() => {
        throw BUSY[error]();
      });
      expect(await outcomeOf(store, name, busy, args)).toEqual(outcome);
    }
  },
);

test('a list of requests refuses a cursor that DynamoDB does not accept', async () => {
  const refused = Object.assign(new Error('outside of the range'), { name: 'ValidationException' });
  const tables = lookingAt(() => {
    throw refused;
  });
  await expect(outcomeOf('requests', 'recent', tables)).rejects.toBeInstanceOf(InvalidCursor);
});

test('an instance remembers the organizations of the thousand tokens that were used last', async () => {
  const { tables } = openMemoryTables(() => undefined);
  const { liveKey, saveApiKey } = createConfigStore(tables);
  const tokens = Array.from({ length: 1001 }, (_, n) => anApiToken(`hash ${n}`, { number: n }));
  await saveApiKey(anApiKey(ORG, { tokens }), PERMIT);
  // Only the organization of a token that is remembered tells where to read the intent.
  const isRemembered = async (n: number) => (await liveKey(`hash ${n}`, id))?.intent !== undefined;
  for (let n = 0; n < 1000; n++) await liveKey(`hash ${n}`);
  expect(await isRemembered(0)).toBe(true);
  await liveKey('hash 1000');
  expect([await isRemembered(1), await isRemembered(0), await isRemembered(1000)]).toEqual([false, true, true]);
});

test('a combined mail that was sent removes each of its messages and no other, at most 25 at the same moment', async () => {
  let [going, most] = [0, 0];
  const tables = lookingAt(async ({ constructor: { name } }) => {
    if (name !== 'DeleteCommand') return;
    most = Math.max(most, ++going);
    await new Promise((resolve) => setImmediate(resolve));
    going -= 1;
  });
  const { wait, read, finish } = createCombinedMailStore(tables);
  const notice: Notice = { kind: 'asked', operator: ALPHA, round: 1, issue: 0, withCode: true };
  for (let n = 0; n < 52; n++) await wait(ORG, id, { ...notice, round: n }, 'w', n);
  const { waiting } = await read(ORG, ALPHA, 51);
  await finish(
    ORG,
    ALPHA,
    waiting.map(({ place }) => place),
  );
  expect([(await read(ORG, ALPHA, 99)).waiting.length, most]).toEqual([1, 25]);
});

test('an answer of the feed is not held after its write lost four times to other calls', async () => {
  let writes = 0;
  const tables = lookingAt((command) => {
    if (command.constructor.name !== 'PutCommand') return;
    writes += 1;
    throw new ConditionalCheckFailedException({ message: 'x', $metadata: {} });
  });
  const { begin } = createHoldStore(tables, { hex: () => 'v' });
  expect(await begin({ org: ORG, id: 'h', untilMs: 9 }, 1)).toBe(false);
  expect(writes).toBe(4);
});
