/** CPU of the handlers without the store, in units of one SHA-256 of 1 KB measured in the same run. */

import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { HttpHandler } from '../src/lambda/http/router';
import { createServiceHandler, type ServiceDeps } from '../src/lambda/v1/handler';
import { program } from '../src/protocol/actor';
import { formatApiKeyToken } from '../src/protocol/api-key-token';
import type { ApiKeyId, OperatorId, OrgId, RequestId } from '../src/protocol/identifiers';
import { propose } from '../src/service/ceremony/rules/propose';
import type { LiveKey } from '../src/service/configuration/ports';
import { resolve } from '../src/service/policy/rules/resolve';
import { INITIAL } from '../src/service/request/rules/fields';
import { aPolicy, aRequest, claimedWith, reportedWith, turnedBy } from '../test/support/builders';
import { ENVELOPE } from '../test/support/house';
import { fact, log, table } from './report';
import { timed } from './support/cpu-time';
import { interleaved, median, pairedRatio, said } from './support/stats';

const TOKEN = formatApiKeyToken('A'.repeat(43));
const ROUNDS = 20;
const PER_ROUND = 500;

export async function cpu(): Promise<void> {
  const block = Buffer.alloc(1024, 7);
  const handler = createServiceHandler(instantPorts());
  const hash = () => createHash('sha256').update(block).digest();
  const calls = [
    hash,
    ...Object.entries(EVENTS).map(
      ([name, event]) =>
        () =>
          answered(handler, name, event),
    ),
  ];
  const [unit, ...rounds] = await interleaved(
    calls.map((call) => () => usOfEach(call)),
    { rounds: ROUNDS, warmUps: 4 },
  );
  const usOf = new Map(Object.keys(EVENTS).map((name, at) => [name, median(rounds[at]!)]));
  const rows = Object.entries(EVENTS).map(([name, { status }], at) => [
    name,
    status,
    usOf.get(name)!.toFixed(1),
    said(pairedRatio(rounds[at]!, unit!), 1),
    (1e6 / usOf.get(name)!).toFixed(0),
  ]);
  const pair = usOf.get('claim, won')! + usOf.get('report')!;
  fact('handler CPU of claim and report together, without the store', '–', `${pair.toFixed(0)} µs`);
  const head = ['operation', 'status', 'µs of CPU', 'in SHA-256 of 1 KB', 'per CPU-second'];
  log(`CPU of the handlers; one SHA-256 of 1 KB: ${median(unit!).toFixed(2)} µs`, table(head, rows));
}

async function usOfEach(call: () => unknown): Promise<number> {
  const { cpuUs } = await timed(async () => {
    for (let n = 0; n < PER_ROUND; n++) await call();
  });
  return cpuUs / PER_ROUND;
}

/** Throws if the answer is another one than what is measured. */
async function answered(handler: HttpHandler, name: string, { event, status }: Measured): Promise<void> {
  const { statusCode, body } = await handler(event);
  if (statusCode !== status) throw new Error(`${name}: ${statusCode} ${body}`);
}

interface Measured {
  readonly status: number;
  readonly event: APIGatewayProxyEventV2;
}

function eventOf(method: string, rawPath: string, body?: object): APIGatewayProxyEventV2 {
  return {
    rawPath,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    requestContext: { http: { method, path: rawPath, sourceIp: '203.0.113.7' } },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
}

const ID = 'req_acdcf8070763c1a1072b22d3' as RequestId;
/** The ports below let this request be claimed and reported, and no other one. */
const WON = 'req_000000000000000000000001';
const PROPOSED = { action: 'a', requester: 'op_a', params: { service: 'billing', version: '1.42.0' } };
const EVENTS = {
  'no live key': { status: 401, event: { ...eventOf('GET', `/v1/requests/${ID}`), headers: {} } },
  get: { status: 200, event: eventOf('GET', `/v1/requests/${ID}`) },
  create: { status: 202, event: eventOf('POST', '/v1/requests', PROPOSED) },
  'claim, won': { status: 200, event: eventOf('POST', `/v1/requests/${WON}/claim`, { lease_seconds: 60 }) },
  report: {
    status: 200,
    event: eventOf('POST', `/v1/requests/${WON}/execution`, { claim_id: `clm_${'1'.repeat(24)}`, status: 'succeeded' }),
  },
  'claim, refused': { status: 409, event: eventOf('POST', `/v1/requests/${ID}/claim`, { lease_seconds: 60 }) },
} as Readonly<Record<string, Measured>>;

/** Ports that answer immediately, so only our own code is measured. */
function instantPorts(): ServiceDeps {
  const org = 'org_bench' as OrgId;
  const key: LiveKey = {
    org,
    id: 'key_1' as ApiKeyId,
    scopes: ['propose', 'read', 'execute'],
    actions: null,
    signingKey: null,
    token: 1,
    endsAtMs: null,
    maxOpen: null,
    lastUsedAtMs: Date.now(),
  };
  const policy = aPolicy();
  const operators = policy.roster.map((id) => ({
    org,
    id,
    name: id,
    email: '',
    role: 'operator',
    enabled: true,
    createdAtMs: 0,
    revision: 1,
    journal: [],
  }));
  const requester = policy.roster[0] as OperatorId;
  const proposal = { action: policy.id, requester, params: {}, quorum: null };
  const command = {
    ...INITIAL,
    org,
    id: ID,
    ...proposal,
    codeKeyId: 'ck',
    proposedBy: program(key.id),
    sent: { keyId: key.id, quorum: null, executeWithinSeconds: null },
  };
  const { request } = propose(command, policy, resolve(policy, operators as never, proposal), Date.now());
  const sealed = { quorum: 1, executeWithinSeconds: 3600 };
  const claimed = aRequest(sealed, turnedBy('op_alpha', '12:01'), claimedWith('1', '12:02'));
  const reported = aRequest(
    sealed,
    turnedBy('op_alpha', '12:01'),
    claimedWith('1', '12:02'),
    reportedWith('1', '12:03'),
  );
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  return {
    clock: { nowMs: () => Date.now() },
    clockGuard: { assertTrusted: () => undefined },
    random: { hex: (bytes: number) => 'a'.repeat(2 * bytes), base64url: () => 'a', fraction: () => 0.5 },
    pause: { beforeRetry: async () => undefined },
    log: quiet,
    limiter: { refused: async () => null },
    codeKeys: { currentId: async () => 'ck', secret: async () => Buffer.alloc(32) },
    allowLoopback: false,
    platformActions: new Map(),
    config: {
      liveKey: async () => key,
      touchApiKey: async () => undefined,
      action: async () => ({ policy: { ...policy, roster: operators.map(({ id }) => id) }, deletedAtMs: null }),
      operators: async () => operators.concat([{ ...operators[0]!, id: 'op_a' as OperatorId }]),
    },
    requests: {
      load: async () => ({ request, intent: null }),
      create: async () => 'created',
      claim: async (_: OrgId, id: RequestId) =>
        id === WON
          ? { kind: 'written', request: claimed, intent: ENVELOPE }
          : { kind: 'conflict', current: request, intent: null },
      report: async () => ({ kind: 'written', request: reported, intent: ENVELOPE }),
    },
  } as unknown as ServiceDeps;
}
