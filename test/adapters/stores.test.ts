/** What every call of every store has in common: strong reads, and errors that it does not know go to its caller. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { createDataKeyStore } from '../../src/adapters/dynamodb/access/data-key-store';
import { createPasskeyStore } from '../../src/adapters/dynamodb/access/passkey-store';
import { createPeerLimiter, createSessionStore } from '../../src/adapters/dynamodb/access/session-store';
import { createMailCounter } from '../../src/adapters/dynamodb/access/window-counter';
import { createChangeStore } from '../../src/adapters/dynamodb/administration/change-store';
import { createConfigStore } from '../../src/adapters/dynamodb/administration/config-store';
import { createAuditStore } from '../../src/adapters/dynamodb/audit/audit-store';
import { createCallMeter } from '../../src/adapters/dynamodb/call-meter';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { createDeliveryStore } from '../../src/adapters/dynamodb/delivery/delivery-store';
import { createEndpointHealthStore } from '../../src/adapters/dynamodb/delivery/endpoint-health-store';
import { createHoldStore } from '../../src/adapters/dynamodb/delivery/hold-store';
import { createMailDigestStore } from '../../src/adapters/dynamodb/notice/mail-digest-store';
import { createMailbox } from '../../src/adapters/dynamodb/notice/mailbox-store';
import { createNoticeStore } from '../../src/adapters/dynamodb/notice/notice-store';
import { createRequestStore } from '../../src/adapters/dynamodb/request/request-store';
import { createSignedDecisionStore } from '../../src/adapters/dynamodb/request/signed-decisions';
import { createDueStore } from '../../src/adapters/dynamodb/transport/due-store';

import { unchanged } from '../../src/core/request/journal';
import { openMemoryTables } from '../../src/local/memory/tables';
import { InvalidCursor } from '../../src/protocol/cursor';
import { anApiToken } from '../store/conformance/config-items';
import { aLease, aRequest, at, turnedBy } from '../support/builders';
import { itemInTransaction, outage, throttled, transactionConflict } from '../support/faults';
import { DIGEST, ENVELOPE } from '../support/house';
import { PERMIT } from '../support/permit';
import { aWorkerKey } from '../support/signing';

const ORG = 'org_test';
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

/** Each call of each store that reads or writes. */
const CALLS: Readonly<
  Record<string, readonly [(tables: Tables) => object, Readonly<Record<string, readonly unknown[]>>]>
> = {
  requests: [
    createRequestStore,
    {
      firstWithDigest: [ORG, DIGEST],
      create: [unchanged(request), null, 'w'],
      load: [ORG, id],
      loadMany: [ORG, [id]],
      hydrate: [ORG, [id]],
      save: [unchanged(request), 'w', {}],
      claim: [ORG, id, aLease('1', '12:06')],
      report: [
        ORG,
        id,
        { claimId: 'clm_1', status: 'failed', reference: 'r', error: 'e' },
        { id: 'w', nowMs: at('12:07') },
      ],
      executableCandidates: [ORG, at('12:06'), 5],
      openEntries: [ORG],
      countOpen: [ORG, { action: request.action }, at('12:06')],
      recent: [ORG, { limit: 5, cursor: null }],
      completeCheck: [request],
      postponeCheck: [request, at('12:09')],
    },
  ],
  changes: [
    createChangeStore,
    {
      propose: [unchanged(request), '{}', 'w'],
      document: [ORG, id],
      apply: [unchanged(request), null, PERMIT, 'w'],
      write: [unchanged(request), PERMIT, 'w'],
    },
  ],
  configuration: [
    createConfigStore,
    {
      operator: [ORG, 'op_alpha'],
      operators: [ORG],
      recipient: [ORG, 'op_alpha'],
      saveOperator: [operator, PERMIT],
      ruleBegan: [ORG],
      action: [ORG, 'deploy'],
      actions: [ORG],
      actionVersion: [ORG, 'deploy', 1],
      saveAction: [ORG, { ...record, policy: { id: 'deploy', version: 1 } }, PERMIT],
      apiKeys: [ORG],
      apiKey: [ORG, 'key_1'],
      saveApiKey: [apiKey, PERMIT],
      signingKeyOwner: [ORG, aWorkerKey().publicKey],
      liveKey: ['h'],
      touchApiKey: [ORG, 'key_1', 'h', 1],
      changesTurn: [ORG],
      saveChangesTurn: [record, PERMIT],
      chat: [ORG],
      chats: [ORG],
      saveChat: [record, PERMIT],
      saveRescue: [{ ...record, id: 'r' }],
      saveIncident: [{ ...record, id: 'i' }],
      endpoints: [ORG],
      endpoint: [ORG, 'whe_1'],
      saveEndpoint: [{ ...record, id: 'whe_1' }, PERMIT],
    },
  ],
  deliveries: [
    createDeliveryStore,
    {
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
  ],
  'endpoint health': [
    createEndpointHealthStore,
    {
      report: [ORG, 'whe_1', 'succeeded', 1],
      takeTurn: [ORG, 'whe_1', { dueAtMs: 1, nextMs: 2 }],
      rest: [ORG, 'whe_1', { nextMs: 2, reports: 1 }],
    },
  ],
  'the audit chain': [
    createAuditStore,
    {
      tail: [ORG],
      recorded: [ORG, [share]],
      append: [ORG, entries, [share]],
      mark: [ORG, [share]],
      entries: [ORG, 0, 5],
      grew: [ORG, 0],
      ofSubject: [ORG, id],
    },
  ],
  'what was signed': [
    createSignedDecisionStore,
    { ofRequest: [ORG, id], keepReceipt: [ORG, id, { text: 't', signature: 's' }] },
  ],
  passkeys: [
    createPasskeyStore,
    {
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
      useChallenge: ['c', 9, 'w'],
    },
  ],
  sessions: [
    createSessionStore,
    {
      createSignInLink: ['h', { org: ORG, operator: 'op_alpha', accessEpoch: 0 }, 9],
      spendSignInLink: ['h', 1],
      create: ['h', { org: ORG, operator: 'op_alpha', id: 's', createdAtMs: 1, expiresAtMs: 9, accessEpoch: 0 }],
      lastSignIns: [ORG],
      find: ['h', 1],
      end: ['h'],
      carryOver: ['h', 1],
      list: [ORG, 'op_alpha', 1],
      revoke: [ORG, 'op_alpha', 's'],
    },
  ],
  'refused attempts': [createPeerLimiter, { refused: ['p', 1] }],
  'data keys': [createDataKeyStore, { wrappedKey: [ORG], putWrappedKey: [ORG, 'wrapped'] }],
  'mail digests': [
    createMailDigestStore,
    {
      wait: [ORG, id, { kind: 'asked', operator: 'op_alpha', round: 1, issue: 0, withCode: true }, 'w', 1],
      waitTold: [ORG, { operator: 'op_alpha', about: 'a', cause: 'c', entry: {} }, 'w', 1],
      makeDue: [ORG, 'op_alpha', 1],
      read: [ORG, 'op_alpha', 5],
      take: [ORG, 'op_alpha', { places: [], takenBy: 'w', lastAtMs: null, nowMs: 1 }],
      release: [ORG, 'op_alpha', 'w'],
      finish: [ORG, 'op_alpha', ['p']],
      rest: [ORG, 'op_alpha', 1],
    },
  ],
  'mail counters': [createMailCounter, { count: [ORG, 'op_alpha', 1, 1] }],
  'held answers': [
    (tables) => createHoldStore(tables, { hex: () => 'v' }),
    { begin: [{ org: ORG, id: 'h', untilMs: 9 }, 1], end: [ORG, 'h'] },
  ],
  notices: [
    createNoticeStore,
    {
      take: [ORG, id, 'op_alpha#approve#1.0', 'w', 1],
      release: [ORG, id, 'op_alpha#approve#1.0', 'w'],
      taken: [ORG, id],
    },
  ],
  'due items': [
    createDueStore,
    {
      due: [0, 9, 5, null],
      backOff: [{ org: ORG, kind: 'config', id: 'OPERATOR#o', dueAtMs: 1 }, 2],
      completeConfigCheck: [{ org: ORG, kind: 'config', id: 'OPERATOR#o' }, 1],
      configJournal: [{ org: ORG, kind: 'config', id: 'OPERATOR#o' }],
    },
  ],
  'the mailbox': [createMailbox, { keep: ['m', { body: '{}' }, 1], posts: ['m', 1] }],
  'counted calls': [createCallMeter, { count: [ORG, 60_000] }],
};
const EACH = Object.entries(CALLS).flatMap(([store, [open, calls]]) =>
  Object.entries(calls).map(([name, args]) => [store, name, open, args] as const),
);

type Sent = { readonly constructor: { readonly name: string }; readonly input: Record<string, unknown> };

/** Tables whose calls go through `send`, which may fail or look at them. */
function tablesThrough(look: (command: Sent) => void): Tables {
  const { tables } = openMemoryTables(() => undefined);
  const send = async (command: Sent) => {
    look(command);
    return tables.client.send(command as never);
  };
  return { ...tables, client: { send } as never };
}

async function outcomeOf(open: (tables: Tables) => object, name: string, args: readonly unknown[], tables: Tables) {
  const store = open(tables) as Record<string, (...args: readonly unknown[]) => unknown>;
  const given = store[name]!(...args);
  if (!isAsync(given)) return given;
  const found: unknown[] = [];
  for await (const each of given) found.push(each);
  return found;
}

/** What the writes of a store leave. */
async function fill(store: string, tables: Tables): Promise<void> {
  const [open, calls] = CALLS[store]!;
  for (const [name, args] of Object.entries(calls))
    if (WRITES.test(name)) await outcomeOf(open, name, args, tables).catch(() => undefined);
}

const WRITES = /^(append|begin|claim|create|enrol|keep|makeDue|mark|propose|put|report|save|take|wait)/;

/** Reads for which an answer that is a moment old is as good. */
const LATE_IS_FINE = new Set(['the audit chain grew', 'sessions lastSignIns', 'configuration recipient']);

test.each(EACH)('of %s, %s reads what was written a moment ago', async (store, name, open, args) => {
  const stale: unknown[] = [];
  const tables = tablesThrough((command) => {
    const { input } = command;
    const keys = Object.values((input.RequestItems ?? {}) as Record<string, { ConsistentRead?: boolean }>);
    const isRead = ['GetCommand', 'QueryCommand'].includes(command.constructor.name) && input.IndexName === undefined;
    for (const read of isRead ? [input as { ConsistentRead?: boolean }] : keys)
      if (read.ConsistentRead !== true) stale.push(input);
  });
  await fill(store, tables);
  stale.length = 0;
  await outcomeOf(open, name, args, tables).catch(() => undefined);
  expect(stale.length > 0).toBe(LATE_IS_FINE.has(`${store} ${name}`));
});

test.each(Object.entries(CALLS))('of %s, every call is in this list', (_, [open, calls]) => {
  expect(Object.keys(calls).sort()).toEqual(Object.keys(open(tablesThrough(() => undefined))).sort());
});

test.each(EACH)(
  'of %s, %s fails where one of its commands fails in a way that it does not know',
  async (store, name, open, args) => {
    const error = outage();
    // The first command alone, then the second one, and so on; of empty tables, of those that the same call has written to
    // before, and of those that every write of the store has.
    const before = [
      async () => undefined,
      (tables: Tables) => outcomeOf(open, name, args, tables),
      fill.bind(null, store),
    ];
    for (const prepare of before) {
      for (let failing = 0; failing < MOST_COMMANDS; failing++) {
        let count = Number.NEGATIVE_INFINITY;
        const tables = tablesThrough(() => {
          if (count++ === failing) throw error;
        });
        await prepare(tables).catch(() => undefined);
        count = 0;
        const thrown = await outcomeOf(open, name, args, tables).catch((fault: unknown) => fault);
        if (count > failing) expect(thrown).toBe(error);
        else if (failing > 0) break;
        else throw new Error('it sent no command');
      }
    }
  },
);

describe('a write that others were in the way of', () => {
  const inTheWay = [throttled, itemInTransaction, transactionConflict] as const;
  const store = (name: string) => CALLS[name]![0];
  const failing = (error: () => Error) =>
    tablesThrough(() => {
      throw error();
    });

  test.each([
    ['requests', 'create', [unchanged(request), ENVELOPE, 'w'], 'contention'],
    ['requests', 'save', [unchanged(request), 'w', {}], { kind: 'contention' }],
    ['changes', 'propose', [unchanged(request), '{}', 'w'], 'contention'],
    ['changes', 'apply', [unchanged(request), null, PERMIT, 'w'], { kind: 'contention' }],
    ['changes', 'write', [unchanged(request), PERMIT, 'w'], { kind: 'contention' }],
  ])('of %s is answered as contention, not as a failure: %s', async (of, name, args, outcome) => {
    const turn = { operator: 'op_bravo', accessEpoch: 0, isWrongCode: false, nowMs: at('12:05') };
    for (const error of inTheWay) {
      if (name === 'save' && error === transactionConflict) continue;
      expect(await outcomeOf(store(of), name, args, failing(error))).toEqual(outcome);
    }
    if (name !== 'save') return;
    const decision = { org: ORG, request: id, round: 1, operator: 'op_bravo', takenBack: 0 };
    const signed = { ...unchanged(request), signed: { decision, passkey, counted: false } };
    for (const error of inTheWay) {
      expect(await outcomeOf(store(of), name, [args[0], 'w', { turn }], failing(error))).toEqual(outcome);
      expect(await outcomeOf(store(of), name, [signed, 'w', {}], failing(error))).toEqual(outcome);
    }
  });
});

test('a list of requests answers a cursor that the table refuses as one that is not valid', async () => {
  const refused = Object.assign(new Error('outside of the range'), { name: 'ValidationException' });
  const tables = tablesThrough(() => {
    throw refused;
  });
  const recent = outcomeOf(createRequestStore, 'recent', [ORG, { limit: 5, cursor: null }], tables);
  await expect(recent).rejects.toBeInstanceOf(InvalidCursor);
});

test('the last use of a key that was revoked is not written, and nothing is created for it', async () => {
  const { tables } = openMemoryTables(() => undefined);
  const store = createConfigStore(tables);
  await store.touchApiKey(ORG as never, 'key_1' as never, 'h', 7);
  expect(await store.liveKey('h')).toBeNull();
  await store.saveApiKey(apiKey as never, PERMIT);
  await store.touchApiKey('org_other' as never, 'key_1' as never, 'h', 7);
  expect((await store.apiKeys(ORG as never))[0]!.tokens[0]!.lastUsedAtMs).toBeNull();
  await store.touchApiKey(ORG as never, 'key_1' as never, 'h', 8);
  expect((await store.apiKeys(ORG as never))[0]!.tokens[0]!.lastUsedAtMs).toBe(8);
  const [used] = await store.apiKeys(ORG as never);
  await store.saveApiKey({ ...used!, revision: 2, revokedAtMs: 9 }, PERMIT);
  await store.touchApiKey(ORG as never, 'key_1' as never, 'h', 10);
  expect(await store.liveKey('h')).toBeNull();
  expect((await store.apiKeys(ORG as never))[0]!.tokens[0]!.lastUsedAtMs).not.toBe(10);
});

/** No call below sends more. */
const MOST_COMMANDS = 10;

/** Answers in this order: the tables in memory do not know the expressions of these calls. */
function answering(...answers: readonly (object | Error)[]) {
  const sent: Record<string, unknown>[] = [];
  const send = async ({ input }: Sent) => {
    sent.push(input);
    const answer = answers[sent.length - 1] ?? {};
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { tables: { client: { send } as never, main: 'main', transient: 'transient' } as Tables, sent };
}

test('a request without an intent is one write, and one with an intent is one transaction', async () => {
  const sent: string[] = [];
  const { create } = createRequestStore(tablesThrough((command) => void sent.push(command.constructor.name)));
  const of = (n: number) => unchanged({ ...request, id: `req_${n}` as never }) as never;
  await create(of(1), null, 'w');
  await create(of(2), ENVELOPE as never, 'w');
  expect(sent).toEqual(['PutCommand', 'TransactWriteCommand']);
});

test('an edit of the configuration is one write where one is enough, and otherwise one transaction', async () => {
  const sent: string[] = [];
  const tables = tablesThrough((command) => void sent.push(command.constructor.name));
  const { saveOperator, saveEndpoint } = createConfigStore(tables);
  const first = operator as never;
  await saveOperator(first, PERMIT);
  await saveOperator({ ...operator, revision: 2 } as never, PERMIT);
  await saveOperator({ ...operator, revision: 3 } as never, PERMIT, { beginsRule: true });
  await saveEndpoint({ ...record, id: 'whe_1' } as never, PERMIT);
  expect(sent).toEqual(['PutCommand', 'UpdateCommand', 'TransactWriteCommand', 'PutCommand']);
});

test('an attempt that delivers at once is one write with its delivery, and any other is one write more', async () => {
  const sent: string[] = [];
  const tables = tablesThrough(({ constructor: { name }, input }) => {
    if (name !== 'GetCommand') sent.push(`${name} ${(input.Item as { sk?: string } | undefined)?.sk ?? ''}`);
  });
  const store = createDeliveryStore(tables);
  const finish = async (n: number, state: string) => {
    const unstored = { ...delivery, id: `dlv_${n}${state}`, createdAtMs: 1, untilMs: 9, revision: 0 } as never;
    const task = { org: ORG, id: `dlv_${n}${state}`, generation: 0, nowMs: 1, holdMs: 9, unstored } as never;
    const taken = (await store.takeAttempt(task))!;
    sent.length = 0;
    await store.finishAttempt({ ...taken, state } as never, { ...attempt, n } as never, [], null);
    return [...sent];
  };
  expect(await finish(1, 'delivered')).toEqual(['PutCommand DELIVERY']);
  expect(await finish(1, 'failed')).toEqual(['PutCommand TRY#000001', 'PutCommand DELIVERY']);
  expect(await finish(2, 'delivered')).toEqual(['PutCommand TRY#000002', 'PutCommand DELIVERY']);
});

test('an instance remembers the organizations of a thousand tokens, those that were used last', async () => {
  const send = async ({ input }: Sent) => {
    const Item = { org: ORG, id: 'key_1', scopes: [] };
    if (input.RequestItems === undefined) return { Item };
    const { Keys } = (input.RequestItems as { main: { Keys: { pk: string; sk: string }[] } }).main;
    return { Responses: { main: Keys.filter(({ sk }) => sk === 'KEY').map((key) => ({ ...key, ...Item })) } };
  };
  const { liveKey } = createConfigStore({ client: { send } as never, main: 'main', transient: 'transient' });
  const isRemembered = async (token: string) => (await liveKey(token, id))?.intent !== undefined;
  for (let n = 0; n < 1000; n++) await liveKey(`${n}`);
  expect(await isRemembered('0')).toBe(true);
  await liveKey('1000');
  expect([await isRemembered('1'), await isRemembered('0'), await isRemembered('1000')]).toEqual([false, true, true]);
});

test('a digest that was sent takes its messages off, each once, and no more than 25 at the same moment', async () => {
  let [going, most] = [0, 0];
  const taken: unknown[] = [];
  const send = async ({ input }: Sent) => {
    going += 1;
    most = Math.max(most, going);
    await new Promise((resolve) => setImmediate(resolve));
    going -= 1;
    taken.push((input.Key as { sk: string }).sk);
  };
  const places = Array.from({ length: 51 }, (_, n) => `WAITING#${n}`);
  const { finish } = createMailDigestStore({ client: { send } as never, main: 'main', transient: 'transient' });
  await finish(ORG as never, 'op_alpha' as never, places);
  expect([taken, most]).toEqual([places, 25]);
});

test('a hold that others are in the way of is tried four times, and then not held', async () => {
  let writes = 0;
  const tables = tablesThrough((command) => {
    if (command.constructor.name !== 'PutCommand') return;
    writes += 1;
    throw new ConditionalCheckFailedException({ message: 'x', $metadata: {} });
  });
  const { begin } = createHoldStore(tables, { hex: () => 'v' });
  expect(await begin({ org: ORG, id: 'h', untilMs: 9 } as never, 1)).toBe(false);
  expect(writes).toBe(4);
});

describe('a mailbox', () => {
  const post = { headers: {}, body: '{}' } as never;

  test('keeps five posts, each at the end, for ten minutes after the last one', async () => {
    const { tables, sent } = answering();
    expect(await createMailbox(tables).keep('m', post, 500)).toBe('kept');
    expect(sent).toEqual([
      {
        TableName: 'transient',
        Key: { pk: 'CANARY#m' },
        UpdateExpression:
          'SET posts = list_append(if_not_exists(posts, :none), :post), expires_at = :expires, #ttl = :ttl',
        ConditionExpression: 'attribute_not_exists(posts) OR size(posts) < :max',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':none': [], ':post': [post], ':expires': 600_500, ':ttl': 601, ':max': 5 },
      },
    ]);
  });

  test('that is full says so', async () => {
    const full = new ConditionalCheckFailedException({ message: 'x', $metadata: {} });
    expect(await createMailbox(answering(full).tables).keep('m', post, 0)).toBe('full');
  });

  test('is empty when its time is over, whether the table has removed it or not', async () => {
    const Item = { posts: [post], expires_at: 1000 };
    const postsAt = async (nowMs: number, answer: object = { Item }) => {
      const { tables, sent } = answering(answer);
      const posts = await createMailbox(tables).posts('m', nowMs);
      expect(sent).toEqual([{ TableName: 'transient', Key: { pk: 'CANARY#m' }, ConsistentRead: true }]);
      return posts;
    };
    expect([await postsAt(999), await postsAt(1000), await postsAt(0, {})]).toEqual([[post], [], []]);
  });
});

test('calls are counted in windows, and the table removes a window a minute after its end', async () => {
  const { tables, sent } = answering({ Attributes: { calls: 7 } });
  expect(await createCallMeter(tables).count(ORG as never, 60_500)).toBe(7);
  expect(sent).toEqual([
    {
      TableName: 'transient',
      Key: { pk: 'CALLS#org_test#60500' },
      UpdateExpression: 'ADD calls :one SET #ttl = :ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':one': 1, ':ttl': 61 + 60 },
      ReturnValues: 'UPDATED_NEW',
    },
  ]);
});
