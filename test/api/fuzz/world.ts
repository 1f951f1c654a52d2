/**
 * The functions behind both documents over tables in memory, with three organizations that have one of everything, and
 * everybody who may call. Each run of inputs begins with the same tables and the same time.
 */
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Tables } from '../../../src/adapters/dynamodb/client';
import { createConsoleHandler } from '../../../src/lambda/console/handler';
import { createWatchHandler } from '../../../src/lambda/console/watch';
import type { HttpHandler } from '../../../src/lambda/http/router';
import { createServiceHandler } from '../../../src/lambda/v1/handler';
import { DEMO_ORG, FOUR_EYES_ORG, OTHER_ORG } from '../../../src/local/demo';
import { type Command, MAIN, MemoryStore, TRANSIENT } from '../../../src/local/memory/store';
import { sha256Hex } from '../../../src/protocol/hash';
import type { OperatorId, OrgId } from '../../../src/protocol/identifiers';
import { ok } from '../../../src/protocol/result';
import type { Began } from '../../../src/service/access/rules/fresh-sign-in';
import { openSession, stillSignsIn } from '../../../src/service/access/use-cases/sessions';
import type { Operator } from '../../../src/service/configuration/rules/items';
import { PUSH_HOSTS } from '../../../src/service/push/rules/hosts';
import type { EvidenceStore } from '../../../src/service/request/ports';
import { eventOf, type Said, said } from '../../support/gateway';
import { type Ledger, openLedger } from '../../support/ledger';
import { SIGNING_ORIGIN } from '../../support/signing';

export interface Caller {
  readonly name: string;
  /** Null for a caller whom no organization knows. */
  readonly org: OrgId | null;
  /** Null for a program. */
  readonly operator: OperatorId | null;
  readonly mailed: boolean;
  /** Of a live key; of a session, none. */
  readonly scopes: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** What a write changed: the key, in which table. Of the second table, also a write that changed nothing. */
export interface Change {
  readonly table: string;
  readonly pk: string;
  readonly sk: string;
}

export interface Fuzzed {
  readonly ledger: Ledger;
  readonly service: HttpHandler;
  readonly console: HttpHandler;
  readonly callers: Map<string, Caller>;
  readonly evidence: EvidenceStore;
  /** Every successful write since `restart`. */
  readonly changes: Change[];
  operator(org: OrgId, id: OperatorId): Promise<Operator | null>;
  /** As the inputs before left it. `shut_out`: all access of the operator was ended, but not this session. */
  sessionOf(caller: Caller): Promise<'live' | 'shut_out' | 'none'>;
  addSession(name: string, org: OrgId, operator: string, how?: { began?: Began; agoMs?: number }): Promise<void>;
  addKey(name: string, org: OrgId, token: string, scopes: readonly string[]): void;
  /** Before anything is generated. Each call is a millisecond after the last one. */
  call(caller: string, method: string, path: string, body?: unknown): Promise<Called>;
  /** From now on, `restart` returns to what is stored now. */
  keep(): void;
  restart(): void;
}

export interface Called extends Said {
  /** As `name=value`. */
  readonly cookies: readonly string[];
}

export const ORIGIN = SIGNING_ORIGIN;
export const HOUR_MS = 3600_000;
export const PROVED = { subject: 'somebody', code: 'a-good-code' };

export async function openFuzzed(): Promise<Fuzzed> {
  let nowMs = Date.now();
  const changes: Change[] = [];
  let [kept, store] = [MemoryStore.empty(), MemoryStore.empty()];
  const client = {
    send: async (command: Command) => {
      const answer = store.run(command);
      changes.push(...changesOf(command));
      return answer;
    },
  };
  const tables = { client, main: MAIN, transient: TRANSIENT } as unknown as Tables;
  const ledger = await openLedger({ origin: ORIGIN, tables, nowMs: () => nowMs });
  const evidence = openEvidence();
  const handlers = handlersOf(ledger, evidence);
  const callers = new Map<string, Caller>();
  return {
    ledger,
    ...handlers,
    callers,
    changes,
    operator: (org, id) => ledger.ports.config.operator(org, id),
    sessionOf: (caller) => sessionOf(ledger, caller),
    async addSession(name, org, id, { began = 'link', agoMs = 0 } = {}) {
      const operator = (await ledger.ports.config.operator(org, id as OperatorId))!;
      const clock = { nowMs: () => nowMs - agoMs };
      const { token } = await openSession({ ...ledger.ports, clock }, operator, began);
      const headers = { cookie: `session=${token}`, origin: ORIGIN };
      callers.set(name, { name, org, operator: operator.id, mailed: began === 'mailed_link', scopes: [], headers });
    },
    addKey(name, org, token, scopes) {
      const headers = { authorization: `Bearer ${token}`, origin: ORIGIN };
      callers.set(name, { name, org, operator: null, mailed: false, scopes, headers });
    },
    async call(name, method, path, body) {
      // Things that happen at one instant have no order.
      nowMs += 1;
      const { cookie, ...headers } = callers.get(name)!.headers;
      const event = { ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }) };
      const handler = path.startsWith('/v1') ? handlers.service : handlers.console;
      const sent = eventOf(method, path, headers, body === undefined ? { event } : { body, event });
      const answer = await handler(sent);
      const cookies = (answer.cookies ?? []).map((text) => text.split(';')[0]!);
      return { ...said(answer as Parameters<typeof said>[0]), cookies };
    },
    evidence,
    keep() {
      kept = store;
      evidence.keep();
    },
    restart() {
      evidence.restart();
      store = kept.fork(({ before, after }) => {
        const isSame = JSON.stringify(before) === JSON.stringify(after);
        const { pk, sk } = (after ?? before ?? {}) as { pk: string; sk: string };
        if (!isSame) changes.push({ table: MAIN, pk, sk });
      });
      changes.length = 0;
    },
  };
}

async function sessionOf({ ports, clock }: Ledger, { org, operator, headers }: Caller) {
  if (org === null || operator === null) return 'none';
  const token = headers.cookie!.slice('session='.length);
  const session = await ports.sessions.find(sha256Hex(token), clock.nowMs());
  if (session === null) return 'none';
  const record = await ports.config.operator(org, operator);
  return record !== null && stillSignsIn(session, record) ? 'live' : 'shut_out';
}

/** Documents, kept as the tables are. */
function openEvidence() {
  let [kept, stored] = [new Map<string, Uint8Array>(), new Map<string, Uint8Array>()];
  const nameOf = (org: OrgId, digest: string) => `${org} ${digest}`;
  return {
    put: async (org: OrgId, digest: string, bytes: Uint8Array) => void stored.set(nameOf(org, digest), bytes),
    read: async (org: OrgId, digest: string) => stored.get(nameOf(org, digest)) ?? ('missing' as const),
    check: async (org: OrgId, digest: string) => (stored.has(nameOf(org, digest)) ? 'stored' : 'missing'),
    keep: () => {
      kept = stored;
    },
    restart: () => {
      stored = new Map(kept);
    },
  } as const;
}

/** Nothing leaves this process: a receiver never answers, and the identity provider is as good as its codes. */
function handlersOf(ledger: Ledger, evidence: EvidenceStore): Pick<Fuzzed, 'service' | 'console'> {
  const sink = { send: async () => undefined };
  const queues = { events: sink, timers: sink, notices: sink, audit: sink, heads: sink };
  const sender = {
    ...ledger.ports.sender,
    post: async () => ({ kind: 'unreachable' as const, error: 'reset' }),
    validateEndpoint: async (url: string) =>
      /^https:\/\/[a-z0-9.-]+(\/|$)/.test(url) ? { ok: true as const } : { ok: false as const, reason: 'not https' },
  };
  const openId: Ledger['ports']['openId'] = {
    addressOf: async (provider, { state }) => ok(`${provider.issuer}/authorize?state=${state}`),
    prove: async ({ issuer }, _, { code }) =>
      code.startsWith(PROVED.code)
        ? ok({
            issuer,
            subject: `${PROVED.subject}${code.slice(PROVED.code.length)}`,
            authTimeMs: ledger.clock.nowMs(),
            acr: null,
          })
        : { ok: false, error: { reason: 'not_proved', why: 'the code is unknown' } },
  };
  const pushHosts = { hosts: PUSH_HOSTS, allowLoopback: false };
  const ports = { ...ledger.ports, pushHosts, queues, sender, openId, evidence, origin: ORIGIN, cookieName: 'session' };
  const [console, watch] = [createConsoleHandler(ports), createWatchHandler({ ...ports, mayWait: false })];
  return {
    service: createServiceHandler(ports),
    console: (event: APIGatewayProxyEventV2) => (/^\/api\/watch(\/|$)/.test(event.rawPath) ? watch : console)(event),
  };
}

export const ORGS: readonly OrgId[] = [DEMO_ORG, OTHER_ORG, FOUR_EYES_ORG];

/** Of the second table, which the store does not tell of. */
function changesOf(command: Command): Change[] {
  const { input } = command;
  switch (command.constructor) {
    case PutCommand:
      return transient(input.TableName, input.Item);
    case UpdateCommand:
    case DeleteCommand:
      return transient(input.TableName, input.Key);
    case TransactWriteCommand:
      return input.TransactItems.flatMap(({ Put, Update, Delete }: Record<string, never>) => [
        ...changesOf({ constructor: PutCommand, input: Put ?? {} }),
        ...changesOf({ constructor: UpdateCommand, input: Update ?? Delete ?? {} }),
      ]);
    default:
      return [];
  }
}

const transient = (table: string | undefined, key: { pk: string }): Change[] =>
  table === TRANSIENT ? [{ table, pk: key.pk, sk: '' }] : [];
