/** Puts a gate together from its configuration: the one place that reads the clock, the environment and the disk. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createClient } from '../../client';
import { createGate, type Entry, type GateConfig, type GateLog, type Ledger, ttlMsOf } from '../core';
import { dynamodbLedger } from '../ledger/dynamodb';
import { openFileLedger } from '../ledger/file';
import { createCallers } from './callers';
import type { Environment } from './connections';
import { TIMES } from './face';
import { createHeld } from './held';
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
