/**
 * One schedule that is taken back to an instant of itself: requests are proposed, authorized and claimed in a world where
 * things go wrong, and then once more in the world of the restored table. What ran after the instant never runs again.
 */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { endWhatRan } from '../../scripts/restore/effects';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { fromRequestItem } from '../../src/adapters/dynamodb/request/from-request-item';
import type { Item } from '../../src/local/memory/expressions';
import type { Command, MemoryStore } from '../../src/local/memory/store';
import { operatorCode } from '../../src/protocol/operator-code';
import { DIGEST, ENVELOPE } from '../support/house';
import { eventOf, said } from '../support/ledger';
import { type Base, ORGS } from './base';
import { CODE_KEY, type Deployment, deploy, ORIGIN } from './instances';
import { chainOf } from './invariants';
import { World } from './world';

const REQUESTS = 5;

export interface Restored {
  readonly violations: readonly string[];
  /** Requests that ran after the instant, and those that ran in the restored world. */
  readonly ran: number;
  readonly again: number;
}

/** `forgets`: the command leaves out what ran. */
export async function runRestore(
  base: Base,
  deployment: Deployment,
  seed: number,
  { forgets = false } = {},
): Promise<Restored> {
  const first = new World(base.store, deployment, seed);
  const claims: (readonly [request: string, claim: string])[] = [];
  let instant: { readonly store: MemoryStore; readonly atMs: number } | null = null;
  const takesInstant = async () => {
    for (let n = first.random() * 25; n > 0; n--) await first.think();
    instant = { store: first.table.fork(() => undefined), atMs: first.trueMs() };
  };
  try {
    const lives = Array.from({ length: REQUESTS }, (_, n) => live(first, base, n, claims));
    await claimsOf(first, Promise.all([takesInstant(), ...lives]));
    const { store, atMs } = instant!;
    const claimedBefore = new Set(store.items().map(({ claim_id }) => claim_id));
    const ran = new Set(claims.filter(([, claim]) => !claimedBefore.has(claim)).map(([request]) => request));
    // The first world went on until nothing was left to do; a restore comes soon after its instant.
    const restoredAtMs = atMs + 60_000;
    const restored = store.fork(() => undefined);
    if (!forgets)
      await endWhatRan({
        restored: tablesOf(restored),
        source: tablesOf(first.table),
        at: new Date(atMs),
        later: [ORGS.ours].map((org) => [org, chainOf(first.table.items(), org)] as const),
        nowMs: restoredAtMs,
        log: () => undefined,
      });
    const again: (readonly [string, string])[] = [];
    // Instances that remember no time that did not come yet.
    const second = new World(restored, deploy(), seed + 1, { startMs: restoredAtMs });
    await claimsOf(second, Promise.all(Array.from({ length: REQUESTS }, (_, n) => live(second, base, n, again))));
    const twice = [...new Set(again.map(([request]) => request))].filter((request) => ran.has(request));
    return { violations: twice.map((request) => `${request} ran a second time`), ran: ran.size, again: again.length };
  } catch (error) {
    return { violations: [`${error instanceof Error ? error.message : error}`], ran: 0, again: 0 };
  }
}

/** Until everybody outside is done. Whether all is handed over afterwards is the matter of other schedules. */
async function claimsOf(world: World, outside: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = outside.then(() => {
    isDone = true;
  });
  await world.run(done).catch((error: Error) => {
    if (!isDone) throw error;
  });
}

/** Proposes, or proposes again with the same key; turns a key; claims. Each step may get no answer. */
async function live(world: World, base: Base, n: number, claims: (readonly [string, string])[]): Promise<void> {
  const v1 = (key: keyof Base['keys'], path: string, options: object = {}) =>
    world.call('api', eventOf('POST', path, { authorization: `Bearer ${base.keys[key]}` }, options as never));
  const body = {
    action: 'demo.solo',
    requester: 'op_alpha',
    params: { n: String(n), intent: DIGEST },
    intent: ENVELOPE,
  };
  const headers = { 'idempotency-key': `r_${n}` };
  const proposed = await asked(world, () => v1('proposer', '/v1/requests', { body, headers }));
  if (proposed === null) return;
  const { id } = proposed.request as { id: string };
  const event = { cookies: [`__Host-session=${base.sessions.get('op_bravo')}`] };
  await asked(world, () => {
    const options = { body: { code: codeOf(world, id) }, event };
    return world.call('console', eventOf('POST', `/api/requests/${id}/turn`, { origin: ORIGIN }, options as never));
  });
  if (world.random() < 0.2) return;
  const claimed = await asked(world, () => v1('worker', `/v1/requests/${id}/claim`, { body: { lease_seconds: 3600 } }));
  if (claimed !== null) claims.push([id, claimed.claim_id as string]);
}

async function asked(world: World, ask: () => Promise<unknown>): Promise<Record<string, unknown> | null> {
  for (let attempt = 0; attempt < 4; attempt++) {
    await world.think();
    const answer = await ask();
    if (answer === undefined) continue;
    const { status, body } = said(answer as never);
    if (status < 300) return body;
    if (status < 500 && status !== 409) return null;
  }
  return null;
}

function codeOf(world: World, id: string): string {
  const item = world.table.items().find(({ sk, pk }) => sk === 'REQUEST' && (pk as string).endsWith(id))!;
  const { org, round, seats } = fromRequestItem(item);
  const { issue, operator } = seats.find((seat) => seat.operator === 'op_bravo')!;
  return operatorCode({ secret: Buffer.from(CODE_KEY, 'base64'), org, requestId: id as never, round, issue, operator });
}

/** A store of a world as the command sees it. */
function tablesOf(store: MemoryStore): Tables {
  const send = async (command: Command) =>
    command instanceof ScanCommand ? { Items: scanned(store, command) } : store.run(command);
  return { client: { send } as never, main: 'main', transient: 'transient' };
}

function scanned(store: MemoryStore, { input }: ScanCommand): Item[] {
  const { ':sk': sk, ':since': since, ':integration': receiver } = input.ExpressionAttributeValues!;
  return store.items().filter((item) => {
    if (item.sk !== sk) return false;
    if (receiver === undefined) return (item.updated_at as number) >= since;
    return item.receiver === receiver && (item.until as number) >= since;
  });
}
