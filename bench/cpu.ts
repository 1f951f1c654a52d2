/** CPU of the handlers without the store, in units of one SHA-256 of 1 KB measured in the same run. */
import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { LiveKey } from '../src/app/ports';
import { propose } from '../src/core/ceremony/propose';
import { resolve } from '../src/core/policy/resolve';
import type { HttpHandler } from '../src/lambda/http/router';
import { createServiceHandler, type ServiceDeps } from '../src/lambda/v1/handler';
import { formatApiKeyToken } from '../src/protocol/api-key-token';
import type { ApiKeyId, OperatorId, OrgId, RequestId } from '../src/protocol/identifiers';
import { aPolicy, aRequest, claimedWith, reportedWith, turnedBy } from '../test/support/builders';
import { ENVELOPE } from '../test/support/house';
import { fact, table, writePart } from './report';
import { median, pairedRatio, said } from './support/stats';

const TOKEN = formatApiKeyToken('A'.repeat(43));
const ROUNDS = 20;
const PER_ROUND = 500;

/** µs of CPU for each call. */
async function cpuOf(call: () => unknown): Promise<number> {
  const from = process.cpuUsage();
  for (let n = 0; n < PER_ROUND; n++) await call();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / PER_ROUND;
}

export async function cpu(): Promise<void> {
  const block = Buffer.alloc(1024, 7);
  const calls: Readonly<Record<string, () => unknown>> = {
    [HASH]: () => createHash('sha256').update(block).digest(),
    ...handlersOf(createServiceHandler(instantPorts())),
  };
  const rounds: Record<string, number[]> = {};
  for (let round = -4; round < ROUNDS; round++) {
    for (const [name, call] of Object.entries(calls)) {
      const us = await cpuOf(call);
      // The first ones warm up.
      rounds[name] ??= [];
      if (round >= 0) rounds[name].push(us);
    }
  }
  const unit = rounds[HASH]!;
  const rows = Object.entries(EVENTS).map(([name, { status }]) => [
    name,
    status,
    median(rounds[name]!).toFixed(1),
    said(pairedRatio(rounds[name]!, unit), 1),
    (1e6 / median(rounds[name]!)).toFixed(0),
  ]);
  const pair = median(rounds['claim, won']!) + median(rounds.report!);
  fact('handler CPU of claim and report together, without the store', '', `${pair.toFixed(0)} µs`);
  writePart(
    'cpu',
    'Handler CPU, without the store',
    [
      'Routing, the key check, validation, the use case and rendering, over ports that answer immediately. In production the store is elsewhere, and the SDK’s calls to it',
      `are what *claim* below adds. One SHA-256 of 1 KB: ${median(unit).toFixed(2)} µs.`,
      '',
      table(['operation', 'status', 'µs of CPU', 'in SHA-256 of 1 KB', 'per CPU-second'], rows),
      '',
      `Claim and report together: ${pair.toFixed(0)} µs, ${(1e6 / pair).toFixed(0)} for each CPU-second.`,
    ].join('\n'),
  );
}

/** Each proven to answer what it should before it is timed. */
function handlersOf(handler: HttpHandler): Record<string, () => Promise<void>> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([name, { event, status }]) => [
      name,
      async () => {
        const { statusCode, body } = await handler(event);
        if (statusCode !== status) throw new Error(`${name}: ${statusCode} ${body}`);
      },
    ]),
  );
}

const HASH = 'one SHA-256 of 1 KB';

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
/** Which the ports below have decided, claimed or reported. */
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
} as unknown as Record<string, { readonly status: number; readonly event: APIGatewayProxyEventV2 }>;

/** Ports that answer at once: what is left is ours. */
function instantPorts(): ServiceDeps {
  const org = 'org_bench' as OrgId;
  const key: LiveKey = {
    org,
    id: 'key_1' as ApiKeyId,
    scopes: ['propose', 'read', 'execute'],
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
    org,
    id: ID,
    ...proposal,
    summary: null,
    callback: null,
    executeWithinMs: null,
    codeKeyId: 'ck',
    proposedBy: key.id,
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
