/**
 * A restore from a table that was made from a backup. "The backup might contain data modifications made" within a minute
 * before or after its start (DynamoDB API reference, CreateBackup): of each item that was written then, the copy has one of
 * its versions by chance, or none. What ran must not run again in the world of that table.
 */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { pointOf } from '../../scripts/restore/copy';
import type { Restored } from '../../scripts/restore/journal';
import { carryChains, endEffects, verify } from '../../scripts/restore/repair';
import { NotAttached, type Restore } from '../../scripts/restore/run';
import type { Key } from '../../src/adapters/dynamodb/keys';
import type { Item } from '../../src/local/memory/expressions';
import type { MemoryStore } from '../../src/local/memory/store';
import type { PublishedHead } from '../../src/protocol/statements/head';
import { firstFault } from '../../src/service/audit/rules/chain';
import { firstConflict, publishedIn } from '../../src/service/audit/rules/heads';
import { RESTORED } from '../../src/service/execution/rules/restored';
import { aHeadSigner } from '../support/heads';
import { DIGEST, ENVELOPE } from '../support/house';
import { ALONE } from './alone';
import { type Base, ORGS } from './base';
import { Callers, requestsOf } from './callers';
import { HEAD_INTERVAL_MS, INTEGRATION_URL } from './instances';
import { chainOf } from './invariants';
import type { Part } from './part';
import { clientOf } from './scan';
import type { World } from './world';

const BLUR_MS = 60_000;
/** Some of the workload lies before the two minutes, in them, and after them. */
export const BACKUP = { heads: true, keepsWrites: true, pausesMs: [50, 2000, 20_000, 60_000] };

interface Sabotage {
  /** The copy is taken for one of a single instant. */
  readonly forgetsBlur?: boolean;
}

export class Backup implements Part {
  /** What happened, so that a test can say that something did. */
  readonly seen = { ran: 0, again: 0, dropped: 0, cut: 0 };
  private startedMs = 0;
  private readonly calls: { readonly world: World; readonly request: string; readonly atMs: number }[] = [];
  private readonly problems: string[] = [];

  constructor(
    private readonly world: World,
    private readonly base: Base,
    private readonly isLostTableThere: boolean,
    private readonly sabotage: Sabotage = {},
  ) {
    this.hear(world);
  }

  private hear(world: World): void {
    world.receivers.set(INTEGRATION_URL, ({ body }, fate) => {
      const { id: request } = JSON.parse(body).data.request as { id: string };
      this.calls.push({ world, request, atMs: world.trueMs() });
      return fate();
    });
  }

  async live(): Promise<void> {
    const callers = new Callers(this.world, this.base);
    const start = async () => {
      for (let n = 15 + this.world.random() * 60; n > 0; n--) await this.world.think();
      this.startedMs = this.world.trueMs();
    };
    await Promise.all([start(), ...Array.from({ length: 6 }, (_, n) => this.proposeAndRun(callers, n))]);
  }

  /** Each begins at another time. Each step may get no answer. */
  private async proposeAndRun(callers: Callers, n: number): Promise<void> {
    const { world } = callers;
    for (let pause = world.random() * 60; pause > 0; pause--) await world.think();
    const isCalled = n % 3 === 2;
    const sealed = { params: { n: String(n), intent: DIGEST }, intent: ENVELOPE };
    const body = isCalled
      ? { action: 'demo.transfer', requester: 'op_alpha', params: { amount: String(n) } }
      : { action: ALONE, requester: 'op_alpha', ...sealed };
    const id = await callers.propose(`backup_${n}`, body);
    if (id === null) return;
    for (const operator of ['op_bravo', ...(isCalled ? ['op_charlie'] : [])])
      await callers.asked(() => callers.turn(operator, id));
    for (let pause = world.random() * 10; pause > 0; pause--) await world.think();
    if (!isCalled && world.random() < 0.8) await claim(callers, id);
  }

  async violations(): Promise<string[]> {
    const { world, base, startedMs } = this;
    const heads = [...world.heads.values()].map(({ head }) => head);
    const copy = this.copy();
    const inCopy = new Set(requestIds(copy.items()));
    const restoredAtMs = startedMs + BLUR_MS + 30_000;
    try {
      await this.repair(copy, heads, restoredAtMs);
    } catch (error) {
      if (!(error instanceof NotAttached)) throw error;
      return ['a right copy is refused', ...this.problems];
    }
    const second = world.after(copy, restoredAtMs);
    this.hear(second);
    const callers = new Callers(second, base);
    const again = Array.from({ length: 6 }, (_, n) => this.proposeAndRun(callers, n));
    const others = requestsOf(second).filter(({ executeWithinMs }) => executeWithinMs !== null);
    await second.run(Promise.all([...again, ...others.map(({ id }) => claim(callers, id))]));
    return [...this.ranTwice(second, inCopy), ...this.chainProblems(second, heads)];
  }

  /** Of each item the last version of before the two minutes, or one of them. */
  private copy(): MemoryStore {
    const { world, base, startedMs } = this;
    const versions = new Map<
      string,
      { readonly key: Key; sure: Item | undefined; readonly may: (Item | undefined)[] }
    >();
    for (const { change, atMs } of world.writes) {
      const changed = change.after ?? change.before;
      // A delete of an item that is not there.
      if (changed === undefined) continue;
      const { pk, sk } = changed as unknown as Key;
      const name = `${pk} ${sk}`;
      const item = versions.get(name) ?? { key: { pk, sk }, sure: change.before, may: [] };
      versions.set(name, item);
      if (atMs <= startedMs - BLUR_MS) item.sure = change.after;
      else if (atMs <= startedMs + BLUR_MS) item.may.push(change.after);
    }
    const store = base.store.fork(() => undefined);
    for (const { key, sure, may } of versions.values()) {
      const all = [sure, ...may];
      const at = Math.floor(world.random() * all.length);
      this.seen.dropped += all.length - 1 - at;
      const item = all[at];
      const input = item === undefined ? { TableName: 'main', Key: key } : { TableName: 'main', Item: item };
      store.run({ constructor: item === undefined ? DeleteCommand : PutCommand, input });
    }
    return store;
  }

  /** The steps of the command that judge and change the table. */
  private async repair(copy: MemoryStore, heads: PublishedHead[], nowMs: number): Promise<void> {
    const started = new Date(this.startedMs).toISOString();
    const source = { main: 'lost', transient: 'none', heads: 'none', dataKey: 'none' };
    const asked = { table: 'copy', started, isOfTableInUse: this.isLostTableThere };
    const at = this.sabotage.forgetsBlur === true ? started : pointOf(started);
    const record: Restored = { at, suffix: 'test', source, copy: asked, done: {} };
    const published = [...heads];
    const restore = {
      client: clientOf({ lost: this.world.table, copy }),
      journal: { record },
      headsOf: async (org: string) => published.filter((head) => head.org === org),
      headIntervalMs: HEAD_INTERVAL_MS,
      acceptsUnpublished: new Set(),
      continuation: async () => ({
        signer: aHeadSigner(),
        publish: async (head: PublishedHead) => heads.push(head) > 0,
      }),
      nowMs: () => nowMs,
      log: (line: string) => {
        if (/^ {2}bad:/.test(line)) this.problems.push(line);
        if (line.includes('after a gap')) this.seen.cut += 1;
      },
    } as unknown as Restore;
    const { found } = await verify(restore);
    Object.assign(record, found);
    await endEffects(restore);
    await carryChains(restore);
  }

  private ranTwice(second: World, inCopy: ReadonlySet<string>): string[] {
    const sureMs = this.startedMs - BLUR_MS;
    const first = this.world.writes.flatMap(({ change: { after }, atMs }) =>
      claimOf(after).map((one) => ({ ...one, atMs })),
    );
    const known = new Set(first.map(({ claim: id }) => id));
    const ran = new Set(first.filter(({ atMs }) => atMs > sureMs).map(({ request }) => request));
    const called = new Set(
      this.calls.filter(({ world, atMs }) => world === this.world && atMs > sureMs).map(({ request }) => request),
    );
    const again = second.table.items().flatMap(claimOf);
    const claims = again.filter(({ claim: id }) => !known.has(id)).map(({ request }) => request);
    const calls = this.calls.filter(({ world }) => world === second).map(({ request }) => request);
    this.seen.ran += ran.size + called.size;
    // Without the lost table, what was proposed after the point is unknown. Everything else is ended.
    const isKnown = (id: string) => this.isLostTableThere || inCopy.has(id);
    const [claimed, calledAgain] = [claims.filter(isKnown), calls.filter(isKnown)];
    this.seen.again += claimed.length + calledAgain.length;
    return [
      ...claimed.filter((id) => ran.has(id)).map((id) => `${id} was claimed a second time`),
      ...calledAgain.filter((id) => called.has(id)).map((id) => `${id} was called a second time`),
    ];
  }

  private chainProblems(second: World, heads: readonly PublishedHead[]): string[] {
    const chain = chainOf(second.table.items(), ORGS.ours);
    const own = heads.filter(({ org }) => org === ORGS.ours);
    const fault = firstFault(ORGS.ours, chain, null, publishedIn(own)) ?? firstConflict(chain, own);
    const recorded = new Set(chain.map(({ kind, subject }) => `${kind} ${subject}`));
    const missing = requestsOf(second).filter(
      (request) =>
        request.state === 'aborted' && request.reason === RESTORED && !recorded.has(`request.aborted ${request.id}`),
    );
    return [
      ...(fault === null ? [] : [`the chain is not what was published: ${JSON.stringify(fault)}`]),
      ...missing.map(({ id }) => `the chain does not say that ${id} was aborted`),
    ];
  }

  came = (): string[] => (this.seen.ran > 0 ? ['ran after the point of a backup'] : []);
}

const requestIds = (items: readonly Item[]): string[] =>
  items.flatMap(({ pk, sk }) => (sk === 'REQUEST' ? [String(pk).split('#')[2]!] : []));

function claimOf(item: Item | undefined): { readonly request: string; readonly claim: string }[] {
  if (item?.sk !== 'REQUEST' || typeof item.claim_id !== 'string') return [];
  return [{ request: String(item.pk).split('#')[2]!, claim: item.claim_id }];
}

async function claim(callers: Callers, id: string): Promise<void> {
  for (let attempt = 0; attempt < 4; attempt++) {
    await callers.world.think();
    const body = { lease_seconds: 3600 };
    const answer = await callers.heard(callers.v1('worker', 'POST', `/v1/requests/${id}/claim`, { body }));
    if (answer !== undefined && answer.status !== 409) return;
  }
}
