/** CPU of the handlers without the store, in units of one SHA-256 of 1 KB measured in the same run. */
import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { LiveKey } from '../src/app/ports';
import { propose } from '../src/core/ceremony/propose';
import { resolve } from '../src/core/policy/resolve';
import { createServiceHandler, type ServiceDeps } from '../src/lambda/v1/handler';
import { formatApiKeyToken } from '../src/protocol/api-key-token';
import type { ApiKeyId, OperatorId, OrgId, RequestId } from '../src/protocol/identifiers';
import { aPolicy } from '../test/support/builders';
import { table, writePart } from './report';

const TOKEN = formatApiKeyToken('A'.repeat(43));
const ROUNDS = 7;
const PER_ROUND = 2000;

/** ns of CPU for each call, the median of the rounds. */
async function cpuOf(call: () => unknown): Promise<number> {
  for (let warm = 0; warm < PER_ROUND; warm++) await call();
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = process.cpuUsage();
    for (let n = 0; n < PER_ROUND; n++) await call();
    const { user, system } = process.cpuUsage(from);
    rounds.push(((user + system) * 1000) / PER_ROUND);
  }
  return rounds.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
}

export async function cpu(): Promise<void> {
  const block = Buffer.alloc(1024, 7);
  const unit = await cpuOf(() => createHash('sha256').update(block).digest());
  const handler = createServiceHandler(instantPorts());
  const rows: (string | number)[][] = [];
  for (const [name, event] of Object.entries(EVENTS)) {
    const { statusCode } = await handler(event);
    const ns = await cpuOf(() => handler(event));
    rows.push([name, statusCode ?? '', (ns / 1000).toFixed(1), (ns / unit).toFixed(0)]);
  }
  writePart(
    'cpu',
    'Handler CPU',
    [
      `Routing, the key check, validation, the use case and rendering, over ports that answer at once. One SHA-256 of 1 KB: ${(unit / 1000).toFixed(2)} µs.`,
      '',
      table(['operation', 'status', 'µs of CPU', 'in SHA-256 of 1 KB'], rows),
    ].join('\n'),
  );
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
const EVENTS = {
  'no live key': { ...eventOf('GET', `/v1/requests/${ID}`), headers: {} } as APIGatewayProxyEventV2,
  get: eventOf('GET', `/v1/requests/${ID}`),
  create: eventOf('POST', '/v1/requests', {
    action: 'a',
    requester: 'op_a',
    params: { service: 'billing', version: '1.42.0' },
  }),
  'claim, refused': eventOf('POST', `/v1/requests/${ID}/claim`, { lease_seconds: 60 }),
};

/** Ports that answer at once: what is left is ours. */
function instantPorts(): ServiceDeps {
  const org = 'org_bench' as OrgId;
  const key: LiveKey = {
    org,
    id: 'key_1' as ApiKeyId,
    scopes: ['propose', 'read', 'execute'],
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
  };
  const { request } = propose(command, policy, resolve(policy, operators as never, proposal), Date.now());
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
    config: {
      liveKey: async () => key,
      touchApiKey: async () => undefined,
      action: async () => ({ policy: { ...policy, roster: operators.map(({ id }) => id) }, deletedAtMs: null }),
      operators: async () => operators.concat([{ ...operators[0]!, id: 'op_a' as OperatorId }]),
    },
    requests: {
      load: async () => ({ request, intent: null }),
      create: async () => 'created',
      claim: async () => ({ kind: 'lost', to: request, intent: null }),
    },
  } as unknown as ServiceDeps;
}
