/**
 * Puts a gate together from its configuration: the one place that reads the clock, the environment and the disk. Asks the
 * service once, before anybody calls, whether it takes the keys of the gate.
 */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createClient } from '../../client';
import { createGate, type Entry, type GateConfig, type GateLog, type Ledger, ttlMsOf } from '../core';
import { dynamodbLedger } from '../ledger/dynamodb';
import { openFileLedger } from '../ledger/file';
import { createCallers } from './callers';
import type { Environment } from './connections';
import { createHeld, TIMES } from './face';
import { createSealer } from './sealed';
import { openUpstreams } from './upstreams';

/** Names of environment variables. Secrets are in no file and on no command line. */
export const SECRETS = {
  GATE_PROPOSER_KEY: 'an API key with the scopes propose and read',
  GATE_WORKER_KEY: 'an API key with the scopes read and execute',
  GATE_INTENT_KEYS: 'the keys that seal calls, separated by commas, the newest first',
} as const;

export type OpenedGate = Awaited<ReturnType<typeof openGate>>;

/** It does nothing by itself before `run`: a gate that cannot listen must not run approved calls. */
export async function openGate(config: GateConfig, env: Environment, log: GateLog, times: Partial<typeof TIMES> = {}) {
  const keys = env.GATE_INTENT_KEYS!.split(',');
  const client = (apiKey: string) => createClient({ baseUrl: config.service.url, apiKey });
  const upstreams = openUpstreams(config, env, log, Date.now);
  const gate = createGate(config, {
    proposer: client(env.GATE_PROPOSER_KEY!),
    worker: client(env.GATE_WORKER_KEY!),
    upstreams,
    ledger: await openLedger(config),
    nowMs: Date.now,
    sleep: async (ms, signal) => void (await sleep(ms, undefined, { signal })),
    randomBytes,
    keys,
    log,
  });
  const stopping = new AbortController();
  let running = Promise.resolve();
  const sealer = createSealer(Buffer.from(keys[0]!, 'base64'), Date.now);
  return {
    face: { gate, upstreams, sealer, held: createHeld(), nowMs: Date.now, log, ...TIMES, ...times },
    gate,
    callers: createCallers(config, Date.now),
    run(): void {
      running = gate.run(stopping.signal);
    },
    async stop() {
      stopping.abort();
      await running;
      await upstreams.close();
    },
  };
}

async function openLedger(config: GateConfig): Promise<Ledger> {
  const { ledger } = config;
  const forgetAtMs = (entry: Entry) => entry.createdAtMs + ttlMsOf(config, entry);
  if ('folder' in ledger) return openFileLedger(ledger.folder, forgetAtMs);
  return dynamodbLedger(new DynamoDBClient({ region: ledger.region }), ledger.table, forgetAtMs);
}

const LIMIT_MS = 5_000;
const PROBES = [
  // Without a body that can be proposed, so it makes no request.
  { secret: 'GATE_PROPOSER_KEY', method: 'POST', path: '/v1/requests', body: '{}', expected: 400 },
  { secret: 'GATE_PROPOSER_KEY', method: 'GET', path: '/v1/requests/unknown', expected: 404 },
  { secret: 'GATE_WORKER_KEY', method: 'GET', path: '/v1/requests?executable=true&limit=1', expected: 200 },
] as const;

/** What is wrong with the keys. A service that does not answer as it should is only logged: it may be there soon. */
export async function probe({ service }: GateConfig, env: Environment, log: GateLog): Promise<readonly string[]> {
  const answers = PROBES.map(async ({ secret, method, path, expected, ...body }) => {
    const headers = { authorization: `Bearer ${env[secret]}`, 'content-type': 'application/json' };
    // The key must not follow to another address.
    const options = { method, headers, ...body, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) } as const;
    const { status } = await fetch(service.url + path, options);
    if (status === 401 || status === 403) return `${secret} must be ${SECRETS[secret]}: the service answers ${status}.`;
    if (status !== expected) log('the service answers with an unexpected status', { method, path, status, expected });
    return null;
  });
  const faults = new Set<string>();
  for (const answer of await Promise.allSettled(answers)) {
    if (answer.status === 'rejected') log('the service cannot be reached', { service: service.url });
    else if (answer.value !== null) faults.add(answer.value);
  }
  return [...faults];
}
