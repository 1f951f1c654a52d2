/**
 * Two publishers of heads at once: the heads of each chain are one sequence without gap or overlap, and cover everything in
 * time.
 */

import { verifiedHead } from '../../scripts/verify-audit/head';
import { sequenceOf } from '../../scripts/verify-audit/heads';
import { person } from '../../src/protocol/actor';
import { auditEntryHash } from '../../src/protocol/hash';
import type { OrgId } from '../../src/protocol/identifiers';
import { headText, type PublishedHead } from '../../src/protocol/statements/head';
import type { AuditEntry } from '../../src/service/audit/rules/chain';
import { firstConflict } from '../../src/service/audit/rules/heads';
import { createHeadPublisher } from '../../src/service/audit/use-cases/publish-head';
import type { Base } from './base';
import { Callers } from './callers';
import { HEAD_INTERVAL_MS, HEAD_SIGNER } from './instances';
import { chainOf } from './invariants';
import { type Part, unless } from './part';
import type { World } from './world';

/** The difference between two clocks, and the time until a publisher is started. */
const SLACK_MS = 30_000;

/** Needs a world with the option `heads`. */
export class Heads implements Part {
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
    private readonly requests = 1,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    await Promise.all(Array.from({ length: this.requests }, (_, n) => this.callers.decideShared(n)));
  }

  async violations(): Promise<string[]> {
    const orgs = [...new Set(this.world.written.map(({ org }) => org as OrgId))];
    const signed = await Promise.all(orgs.map((org) => signsAnother(this.world, org)));
    return [...orgs.flatMap((org) => [...brokenIn(this.world, org), ...lateIn(this.world, org)]), ...signed.flat()];
  }

  came(): string[] {
    const { heads, lostPuts } = this.world;
    return [...(heads.size > 0 ? ['head published'] : []), ...(lostPuts > 0 ? ['lost the race for a head'] : [])];
  }
}

const ofOrg = (world: World, org: string) => [...world.heads.values()].filter(({ head }) => head.org === org);

function brokenIn(world: World, org: string): string[] {
  const chain = chainOf(world.table.items(), org);
  try {
    const texts = ofOrg(world, org).map(({ head }) => headText(head));
    const heads = sequenceOf(
      texts.map((text) => verifiedHead(text, HEAD_SIGNER.jwk)),
      org,
    );
    const conflict = firstConflict(chain, heads);
    const early = heads.find((head, index) => index > 0 && head.at < heads[index - 1]!.at + HEAD_INTERVAL_MS);
    return [
      ...(heads[0]?.n === 1 ? [] : [`${org}: the first head is missing`]),
      ...(heads.at(-1)?.seq === chain.length ? [] : [`${org}: the last entries have no head`]),
      ...(conflict === null ? [] : [`${org}: entry ${conflict.seq} is ${conflict.fault}`]),
      ...(early === undefined ? [] : [`${org}: head ${early.n} is within the interval of the one before`]),
    ];
  } catch (error) {
    return [`${org}: ${(error as Error).message}`];
  }
}

/** Without faults and pauses, a head covers each block within the interval. */
function lateIn(world: World, org: string): string[] {
  if (world.faults.size > 0) return [];
  const covering = (seq: number): { readonly head: PublishedHead; readonly atMs: number } | undefined =>
    ofOrg(world, org).find(({ head }) => head.from < seq && head.seq >= seq);
  return world.written
    .filter((block) => block.org === org)
    .flatMap(({ seq, atMs }) => {
      const covered = covering(seq)?.atMs ?? Number.POSITIVE_INFINITY;
      if (covered <= atMs + HEAD_INTERVAL_MS + SLACK_MS || world.pausedBetween(atMs, covered)) return [];
      return [`${org}: entry ${seq} had no head for ${covered - atMs} ms`];
    });
}

/**
 * Somebody who can write the table changes the last entry that a head covers, and adds another one. The service must
 * publish no head for them.
 */
async function signsAnother(world: World, org: OrgId): Promise<string[]> {
  const chain = chainOf(world.table.items(), org);
  const last = ofOrg(world, org).at(-1)?.head;
  if (last === undefined) return [];
  const changed = hashed({ ...chain[last.seq - 1]!, ...person('op_mallory') });
  const added = hashed({ ...changed, seq: last.seq + 1, prev: changed.hash });
  const forged = [...chain.slice(0, last.seq - 1), changed, added];
  const publish = createHeadPublisher({
    clock: { nowMs: () => world.trueMs() + HEAD_INTERVAL_MS },
    audit: {
      entries: async (_, after, limit) => forged.slice(after, after + limit),
      tail: async () => ({ head: added, writtenAtMs: added.at }) as never,
    },
    heads: { last: async () => last, publish: async () => true },
    headSigner: HEAD_SIGNER,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    queues: { timers: { send: async () => undefined } },
    headIntervalMs: 0,
  });
  const outcome = await publish(org);
  return unless(!outcome.ok, 'a head was signed over a chain that had been changed', { org, seq: last.seq });
}

function hashed({ hash: _, ...body }: AuditEntry): AuditEntry {
  return { ...body, hash: auditEntryHash(body) };
}
