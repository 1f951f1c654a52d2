/**
 * The functions of /v1 and of the console over a database, and nothing else: no stream, no queue, no sweep.
 * For tests that count calls or make the database fail.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { journalOf } from '../../src/adapters/dynamodb/config-item';
import { createConsoleHandler } from '../../src/lambda/console/handler';
import type { HttpHandler } from '../../src/lambda/http/router';
import { createServiceHandler } from '../../src/lambda/v1/handler';
import { openEvidenceFiles, openHeadsFile } from '../../src/local/bucket-files';
import { DEMO_ORG, type Demo, openDemo } from '../../src/local/demo';
import { openMailbox } from '../../src/local/mailbox';
import { Activity } from '../../src/local/platform/activity';
import { type DataDirectory, openDataDirectory } from '../../src/local/platform/data-directory';
import { RunnerClock } from '../../src/local/platform/runner-clock';
import { composeService } from '../../src/local/runner';
import { openSecrets } from '../../src/local/secrets';
import { openTables } from '../../src/local/tables';
import type { OperatorId, OrgId, RequestId } from '../../src/protocol/identifiers';
import { operatorCode } from '../../src/protocol/operator-code';
import type { Began } from '../../src/service/access/rules/fresh-sign-in';
import { openSession } from '../../src/service/access/use-cases/sessions';
import type { PendingEntry } from '../../src/service/audit/rules/chain';
import type { CodeKeys } from '../../src/service/configuration/ports';
import { PUSH_HOSTS } from '../../src/service/push/rules/hosts';
import type { RequestStore } from '../../src/service/request/ports';
import { type EventOptions, eventOf, type Said, said } from './gateway';
import { openMeasuredMemory } from './in-memory';
import { aLog } from './log';
import { MEMORY_ALONE } from './tables';
import { type KeyName, type Verbs, verbsOf } from './verbs';

export interface Ledger extends Verbs<Said> {
  readonly tables: Tables;
  readonly demo: Demo;
  readonly requests: RequestStore;
  /** Every line that the functions logged as an error. */
  readonly errors: readonly string[];
  readonly clock: RunnerClock;
  /** /v1 as the gateway calls it. */
  readonly service: HttpHandler;
  v1(key: KeyName, method: string, path: string, options?: EventOptions): Promise<Said>;
  api(operator: string, method: string, path: string, body?: unknown): Promise<Said>;
  /** The dependencies of the functions, to create what no route of /v1 creates. */
  readonly ports: ReturnType<typeof composeService>['ports'];
  /** The queues with their consumers, which get only what a test sends. */
  readonly queues: ReturnType<typeof composeService>['queues'];
  /** The console as a browser calls it: with its cookies, from an address. */
  send(method: string, path: string, sent?: Sent): Promise<Said & { readonly cookies: readonly string[] }>;
  /** The cookie of a session that begins now. */
  session(operator: string, org?: OrgId, began?: Began): Promise<string>;
  /** From now on, `api` may be called as this operator; of the demo organization, if no other is named. */
  signIn(operator: string, org?: OrgId): Promise<void>;
  /** The code that the operator would be sent now. */
  code(operator: string, request: string, org?: OrgId): Promise<string>;
  /** Every entry about the configuration, or those of a kind: none of them gets into the chain here. */
  entries(org?: OrgId, kind?: string): Promise<PendingEntry[]>;
  stop(): Promise<void>;
}

export interface Sent {
  readonly body?: unknown;
  /** `name=value`, or several of them with `; ` between. */
  readonly cookie?: string | null;
  readonly from?: string;
}

interface LedgerOptions {
  /** Default: an address, where no passkey works. Passkeys need an origin with a name. */
  readonly origin?: string;
  /**
   * Tables in memory, as `openHouse` takes them, for suites whose rule is not about what is stored. Calls can be counted and
   * broken there too, but units, sizes, round trips and the SDK's own retries need the embedded database.
   */
  readonly memory?: boolean;
  /** The tables, if the test makes them itself. */
  readonly tables?: Tables;
  /** The time of every function, if it is not the machine's. */
  readonly nowMs?: () => number;
  /** For one post. Default: the deployed limit of ten seconds. */
  readonly postTimeoutMs?: number;
}

const ORIGIN = 'http://127.0.0.1:1';
/** Unlike in the runner, subscriptions are those of browsers. Nothing is posted to them. */
const DEPLOYED_HOSTS = { hosts: PUSH_HOSTS, allowLoopback: false };

export async function openLedger(options: LedgerOptions = {}): Promise<Ledger> {
  const { origin = ORIGIN } = options;
  const directory = openDataDirectory(null);
  const clock = new RunnerClock(options.nowMs);
  const database = await openDatabase(options, directory);
  const errors: string[] = [];
  const error = (message: string, fields: object = {}) => void errors.push(`${message} ${JSON.stringify(fields)}`);
  const secrets = openSecrets(directory);
  const machine = {
    clock,
    activity: new Activity(),
    tables: database.tables,
    secrets,
    mailbox: openMailbox(directory.file('messages.ndjson')),
    heads: openHeadsFile(directory.file('heads.ndjson')),
    evidence: openEvidenceFiles(directory.file('evidence'), clock),
    log: { ...aLog().log, error },
    baseUrl: ORIGIN,
    integrationUrl: `${ORIGIN}/local/sink`,
    report: (what: string) => void errors.push(what),
    ...(options.postTimeoutMs === undefined ? {} : { postTimeoutMs: options.postTimeoutMs }),
    openLoop: () => ({ start: () => Promise.reject(new Error('nothing is delivered here')) }),
  };
  const { ports, queues, stop } = composeService(machine);
  const demo = await openDemo(ports, directory, ORIGIN);
  const service = createServiceHandler(ports);
  const console = createConsoleHandler({ ...ports, pushHosts: DEPLOYED_HOSTS, origin, cookieName: 'session' });
  const session: Ledger['session'] = async (id, org = DEMO_ORG, began = 'link') => {
    const operator = (await ports.config.operator(org, id as OperatorId))!;
    return `session=${(await openSession(ports, operator, began)).token}`;
  };
  const sessions = new Map<string, string>();
  const signIn = async (id: string, org?: OrgId) => void sessions.set(id, await session(id, org));
  const send: Ledger['send'] = async (method, path, { body, cookie, from } = {}) => {
    const content = body === undefined && method === 'GET' ? {} : { body: body ?? {} };
    const options = { ...content, sourceIp: from, event: { cookies: cookie?.split('; ') ?? [] } };
    const answer = await console(eventOf(method, path, { origin }, options));
    return { ...said(answer as object), cookies: answer.cookies ?? [] };
  };
  for (const { id } of demo.operators) await signIn(id);
  const v1: Ledger['v1'] = async (key, method, path, options) =>
    said(await service(eventOf(method, path, { authorization: `Bearer ${demo.keys[key]}` }, options)));
  const api: Ledger['api'] = (operator, method, path, body) =>
    send(method, path, { body: body ?? {}, cookie: sessions.get(operator) });
  const code: Ledger['code'] = (operator, request, org = DEMO_ORG) => codeOf(ports, operator, request, org);
  return {
    ...verbsOf({ v1: (key, method, path, body, headers = {}) => v1(key, method, path, { body, headers }), api, code }),
    v1,
    api,
    code,
    ports,
    queues,
    signIn,
    send,
    session,
    tables: database.tables,
    demo,
    requests: ports.requests,
    errors,
    clock,
    service,
    async entries(org = DEMO_ORG, kind) {
      const all = await entriesIn(database.tables, org);
      return all.filter((entry) => kind === undefined || entry.kind === kind);
    },
    async stop() {
      await stop();
      clock.stop();
      await database.stop();
      directory.release();
    },
  };
}

async function openDatabase({ memory = false, tables }: LedgerOptions, directory: DataDirectory) {
  if (tables !== undefined) return { tables, stop: async () => undefined };
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  return (memory || MEMORY_ALONE) && endpoint === undefined
    ? openMeasuredMemory()
    : openTables(directory, endpoint, () => undefined);
}

async function entriesIn({ client, main }: Tables, org: OrgId): Promise<PendingEntry[]> {
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': org } };
  const { Items = [] } = await client.send(new QueryCommand({ TableName: main, ...query }));
  return Items.flatMap((item) => journalOf(item).flatMap(({ entries }) => entries));
}

async function codeOf(
  { requests, codeKeys }: { requests: RequestStore; codeKeys: CodeKeys },
  operator: string,
  id: string,
  ofOrg: OrgId,
): Promise<string> {
  const { request } = (await requests.load(ofOrg, id as RequestId))!;
  const seat = request.seats.find((candidate) => candidate.operator === operator)!;
  const { org, round } = request;
  const secret = await codeKeys.secret(request.codeKeyId);
  return operatorCode({ secret, org, requestId: request.id, round, issue: seat.issue, operator: seat.operator });
}
