/**
 * A restore to an earlier instant of the same world. The same requests are proposed, authorized and claimed again in the
 * world of the restored table. A request that ran after the instant must not run again.
 */

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { endWhatRan } from '../../scripts/restore/effects';
import type { Tables } from '../../src/adapters/dynamodb/client';
import type { Item } from '../../src/local/memory/expressions';
import type { MemoryStore } from '../../src/local/memory/store';
import { DIGEST, ENVELOPE } from '../support/house';
import { tablesOf } from '../support/tables';
import { ALONE } from './alone';
import { type Base, ORGS } from './base';
import { Callers, requestsOf } from './callers';
import { chainOf } from './invariants';
import type { Part } from './part';
import type { World } from './world';

interface Instant {
  readonly store: MemoryStore;
  readonly atMs: number;
}

/** So many attempts that faults alone cannot make all of them fail. */
const MANY = 30;

/** With `forgets`, the command makes a mistake: it leaves out what ran. */
export class Restore implements Part {
  private instant: Instant | null = null;
  /** How many requests ran after the instant, and how many could run in the restored world. */
  ran = 0;
  again = 0;
  private readonly unreadable: string[] = [];

  constructor(
    private readonly world: World,
    private readonly base: Base,
    private readonly requests = 1,
    private readonly forgets = false,
  ) {}

  async live(): Promise<void> {
    await Promise.all([this.takeInstant(), this.proposeAndRun(this.world)]);
  }

  private async takeInstant(): Promise<void> {
    for (let n = this.world.random() * 25; n > 0; n--) await this.world.think();
    this.instant = { store: this.world.table.fork(() => undefined), atMs: this.world.trueMs() };
  }

  private async proposeAndRun(world: World): Promise<void> {
    const callers = new Callers(world, this.base);
    await Promise.all(Array.from({ length: this.requests }, (_, n) => live(callers, n)));
  }

  async violations(): Promise<string[]> {
    const { world } = this;
    const { store, atMs } = this.instant!;
    // The first world ran until no work was left. The restored one starts a minute after the instant.
    const restoredAtMs = atMs + 60_000;
    const restored = store.fork(() => undefined);
    const chain = chainOf(world.table.items(), ORGS.ours);
    if (!this.forgets)
      await endWhatRan({
        restored: tablesIn(restored),
        source: tablesIn(world.table),
        at: new Date(atMs),
        later: [[ORGS.ours, chain]],
        nowMs: restoredAtMs,
        log: () => undefined,
      });
    const claimedBefore = new Set(claimsIn(store.items()).map(({ claim }) => claim));
    const ran = new Set(
      claimsIn(world.table.items())
        .filter(({ claim }) => !claimedBefore.has(claim))
        .map(({ request }) => request),
    );
    const second = world.after(restored, restoredAtMs);
    await second.run(Promise.all([this.proposeAndRun(second), this.claimOthers(second), this.readAll(second)]));
    const again = new Set(
      claimsIn(second.table.items())
        .filter(({ claim }) => !claimedBefore.has(claim))
        .map(({ request }) => request),
    );
    [this.ran, this.again] = [ran.size, again.size];
    return [...[...again].filter((id) => ran.has(id)).map((id) => `${id} ran a second time`), ...this.unreadable];
  }

  /** Somebody reads the pages of all requests and the lists that name them. */
  private async readAll(world: World): Promise<void> {
    const callers = new Callers(world, this.base);
    const pages = requestsOf(world).map(({ id }) => `/api/requests/${id}`);
    const read = async (path: string) => {
      const answer = await callers.asked(() => callers.api('op_alpha', 'GET', path), MANY);
      if (answer?.status !== 200) this.unreadable.push(`after a restore, ${path} cannot be read`);
    };
    await Promise.all(['/api/inbox', '/api/requests', ...pages].map(read));
  }

  /** Claims every other request that existed at the instant. */
  private async claimOthers(world: World): Promise<void> {
    const callers = new Callers(world, this.base);
    const others = requestsOf(world).filter(({ executeWithinMs }) => executeWithinMs !== null);
    await Promise.all(others.map(({ id }) => claim(callers, id)));
  }

  came(): string[] {
    return [
      ...(this.ran > 0 ? ['ran after the instant of a restore'] : []),
      ...(this.again > 0 ? ['ran in a restored world'] : []),
    ];
  }
}

/** The last claim of each request. */
function claimsIn(items: readonly Item[]): { readonly request: string; readonly claim: string }[] {
  return items.flatMap(({ pk, sk, claim_id }) =>
    sk === 'REQUEST' && typeof claim_id === 'string' ? [{ request: String(pk), claim: claim_id }] : [],
  );
}

/** Proposes (the second time with the same Idempotency-Key), turns a key, and claims. Each step may get no answer. */
async function live(callers: Callers, n: number): Promise<void> {
  const { world } = callers;
  const body = {
    action: ALONE,
    requester: 'op_alpha',
    params: { n: String(n), intent: DIGEST },
    intent: ENVELOPE,
  };
  const id = await callers.propose(`restore_${n}`, body);
  if (id === null) return;
  await callers.asked(() => callers.turn('op_bravo', id));
  if (world.random() < 0.2) return;
  await claim(callers, id);
}

async function claim(callers: Callers, id: string): Promise<void> {
  for (let attempt = 0; attempt < 4; attempt++) {
    await callers.world.think();
    const body = { lease_seconds: 3600 };
    const answer = await callers.heard(callers.v1('worker', 'POST', `/v1/requests/${id}/claim`, { body }));
    if (answer !== undefined && answer.status !== 409) return;
  }
}

/** A world’s store as the tables of the restore command. */
const tablesIn = (store: MemoryStore): Tables =>
  tablesOf(async (command) =>
    command instanceof ScanCommand ? { Items: scanned(store, command) } : store.run(command),
  );

function scanned(store: MemoryStore, { input }: ScanCommand): Item[] {
  const { ':sk': sk, ':since': since, ':integration': receiver } = input.ExpressionAttributeValues!;
  return store.items().filter((item) => {
    if (item.sk !== sk) return false;
    if (receiver === undefined) return (item.updated_at as number) >= since;
    return item.receiver === receiver && (item.until as number) >= since;
  });
}
