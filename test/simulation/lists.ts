/** Compares the lists of requests with the requests. Workers take requests from the executable list meanwhile. */

import type { Tables } from '../../src/adapters/dynamodb/client';
import { type Command, MAIN, TRANSIENT } from '../../src/local/memory/store';
import type { OrgId } from '../../src/protocol/identifiers';
import { isExecutable } from '../../src/service/execution/rules/claim';
import type { ExecutableQuery, RequestStore } from '../../src/service/request/ports';
import { everyAction } from '../../src/service/request/rules/caller';
import { isOpen, type Request } from '../../src/service/request/rules/request';
import { createRequestStore } from '../../src/service/request/store/request-store';
import type { Said } from '../support/gateway';
import { DIGEST, ENVELOPE } from '../support/house';
import { ALONE } from './alone';
import { type Base, ORGS } from './base';
import { Callers, requestsOf } from './callers';
import type { Part } from './part';
import type { World } from './world';

const OBSERVATIONS = 3;

/** What a reader finds at this moment. In this store, an index is never behind its table. */
export async function listViolations(world: World, org: OrgId): Promise<string[]> {
  const client = { send: async (command: Command) => world.table.run(command) };
  const reader = createRequestStore({ client, main: MAIN, transient: TRANSIENT } as unknown as Tables);
  return [...(await workLists(world, org, reader)), ...(await pageByPage(world, org, reader))];
}

async function workLists(world: World, org: OrgId, reader: RequestStore): Promise<string[]> {
  const requests = requestsOf(world, org);
  const [open, candidates]: [string[], string[]] = [[], []];
  const nowMs = world.trueMs();
  for await (const { id } of reader.openEntries(org)) open.push(id);
  for await (const { id } of reader.executableCandidates(everyAction(org), { nowMs, pageSize: 3 })) candidates.push(id);
  const executable = requests.filter((request) => isExecutable(request, nowMs));
  const offered = candidates.filter((id) => executable.some((request) => request.id === id));
  return [
    ...differs('the open requests', open, requests.filter(isOpen), 1),
    ...differs('the executable requests', offered, executable, 1),
    ...(new Set(candidates).size === candidates.length ? [] : [`a candidate is named twice: ${candidates}`]),
    ...(await executablePages(world, org, reader, nowMs, candidates)),
  ];
}

/** The pages of a worker name what the list of the contract names, in its order. */
async function executablePages(
  world: World,
  org: OrgId,
  reader: RequestStore,
  nowMs: number,
  candidates: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let after: ExecutableQuery['after'] | null = 'oldest'; after !== null && ids.length <= candidates.length; ) {
    const pageSize = 1 + ((world.steps + ids.length) % 3);
    const walk = reader.executableCandidates(everyAction(org), { nowMs, pageSize, after });
    for (let n = 0; n < pageSize && after !== null; n++) {
      const next: Awaited<ReturnType<typeof walk.next>> = await walk.next();
      after = next.value;
      if (next.done === true) break;
      ids.push(next.value.id);
    }
  }
  return ids.join() === candidates.join() ? [] : [`pages are ${ids}, and the list is ${candidates}`];
}

async function pageByPage(world: World, org: OrgId, reader: RequestStore): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 100; page++) {
    const limit = 1 + ((world.steps + page) % 3);
    const next: Awaited<ReturnType<RequestStore['recent']>> = await reader.recent(org, { limit, cursor });
    ids.push(...next.ids);
    cursor = next.cursor;
    if (cursor === null) break;
  }
  return differs('the list of all requests', ids, requestsOf(world, org), -1);
}

function differs(what: string, ids: readonly string[], expected: readonly Request[], order: 1 | -1): string[] {
  const times = new Map<string, number>(expected.map(({ id, createdAtMs }) => [id, createdAtMs]));
  const isComplete =
    ids.length === expected.length && new Set(ids).size === ids.length && ids.every((id) => times.has(id));
  const isOrdered = ids.every((id, n) => n === 0 || (times.get(id)! - times.get(ids[n - 1]!)!) * order >= 0);
  if (isComplete && isOrdered) return [];
  return [`${what} are ${isComplete ? 'not in order' : 'not complete'}: ${JSON.stringify({ ids, times: [...times] })}`];
}

/** Workers that take requests from the executable list, while the lists are compared with the requests. */
export class Workers implements Part {
  private readonly found: string[] = [];
  /** The newest claim of each request that was answered. */
  private readonly claimedAt = new Map<string, number>();
  claims = 0;
  private left: number;
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
    private readonly requests = 2,
  ) {
    this.left = requests;
    this.callers = new Callers(world, base);
  }

  violations(): string[] {
    return this.found;
  }

  came(): string[] {
    return this.claims > 0 ? ['claimed from a list'] : [];
  }

  async live(): Promise<void> {
    await Promise.all([
      ...Array.from({ length: this.requests }, (_, n) => this.propose(n)),
      this.work(),
      this.work(),
      this.observe(),
    ]);
  }

  private async propose(n: number): Promise<void> {
    const { world } = this;
    for (let wait = 0; wait < n * 4; wait++) await world.think();
    const params = { intent: DIGEST, n: String(n) };
    const id = await this.callers.propose(`list_${n}`, {
      action: ALONE,
      requester: 'op_alpha',
      params,
      intent: ENVELOPE,
    });
    if (id !== null && world.random() < 0.85) await this.callers.asked(() => this.callers.turn('op_bravo', id));
    this.left -= 1;
  }

  /** A worker that claims the oldest request of the list. */
  private async work(): Promise<void> {
    const { world } = this;
    for (let n = 0; n < this.requests + 1 || (this.left > 0 && n < 30); n++) {
      for (let wait = 0; wait < 5; wait++) await world.think();
      const listed = await this.callers.asked(() =>
        this.callers.v1('worker', 'GET', '/v1/requests?executable=true&limit=3'),
      );
      if (listed?.status !== 200) continue;
      const requests = listed.body.requests as { id: string; created_at: number }[];
      const times = requests.map(({ created_at }) => created_at);
      if (times.join() !== [...times].sort((a, b) => a - b).join()) this.found.push(`a worker saw ${times}`);
      if (new Set(requests.map(({ id }) => id)).size < times.length) this.found.push('a worker saw one twice');
      const [first] = requests;
      if (first === undefined) continue;
      const body = { lease_seconds: 60 };
      const claimed = await this.callers.asked(() =>
        this.callers.v1('worker', 'POST', `/v1/requests/${first.id}/claim`, { body }),
      );
      if (claimed?.status !== 200) continue;
      this.claims += 1;
      this.checkPrevious(first.id, claimed.body);
      // Some claims are never reported, so their leases end and a worker claims again.
      if (world.random() < 0.4) continue;
      const report = { claim_id: claimed.body.claim_id, status: 'succeeded' };
      await this.callers.asked(() =>
        this.callers.v1('worker', 'POST', `/v1/requests/${first.id}/execution`, { body: report }),
      );
    }
  }

  /** Claims whose answers were lost may have come between. An answer may be late, after that of the next claim. */
  private checkPrevious(id: string, { previous_claim_at: previous, request }: Said['body']): void {
    const known = this.claimedAt.get(id);
    const at = request.execution.claimed_at;
    if (previous !== null && previous >= at) this.found.push(`a claim at ${at} follows one at ${previous}`);
    if (known !== undefined && known < at && (previous === null || previous < known)) {
      this.found.push(`a claim says that the one before it was at ${previous}, and there was one at ${known}`);
    }
    this.claimedAt.set(id, Math.max(known ?? 0, at));
  }

  /** Compares the lists at random moments. */
  private async observe(): Promise<void> {
    for (let n = 0; n < OBSERVATIONS; n++) {
      for (let wait = 0; wait < 5; wait++) await this.world.think();
      this.found.push(...(await listViolations(this.world, ORGS.ours)));
    }
  }
}
