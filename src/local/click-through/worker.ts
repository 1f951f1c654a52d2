/**
 * The demo's own worker. It has only the key of the demo's page, so it leaves other requests (from the README, an example or a
 * test) to their proposers.
 */
import { randomBytes } from 'node:crypto';
import { type Client, createWorker, type Worker } from '../../client';
import type { DataDirectory } from '../platform/data-directory';
import { readIfThere, replaceFile } from '../platform/files';
import { isShownRefund } from './proposals';

const FILE = 'demo-worker.key';
const POLL_MS = 1000;

export interface DemoWorker {
  /** base64 of 32 bytes, kept in the data directory. */
  readonly key: string;
  /** Starts to look for work, unless it already does. */
  start(): void;
  stop(): Promise<void>;
}

export function openDemoWorker(directory: DataDirectory, client: Client): DemoWorker {
  const path = directory.file(FILE);
  const found = readIfThere(path);
  const key = found ?? randomBytes(32).toString('base64');
  if (found === null) replaceFile(path, key);
  let worker: Worker | undefined;
  const start = () => {
    worker ??= work(client, key);
  };
  // Requests from before a restart still wait for their worker.
  if (found !== null) start();
  return { key, start, stop: async () => worker?.stop({ timeoutMs: 1000 }) };
}

function work(client: Client, key: string): Worker {
  return createWorker({
    client,
    keys: [key],
    clients: { billing: ({ idempotencyKey }: { readonly idempotencyKey: string }) => billing(idempotencyKey) },
    allow: ['billing.refunds.create'],
    log: false,
    check: (call, { params }) => isShownRefund(call, params) || 'the call is not the refund that people were shown',
    pollIntervalMs: POLL_MS,
  });
}

/** Simulates a payment provider: the same idempotency key returns the same refund. */
function billing(idempotencyKey: string) {
  return { refunds: { create: async () => ({ id: `refund_${idempotencyKey.slice(-8)}` }) } };
}
