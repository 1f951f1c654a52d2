/**
 * Two publishers of heads at once: the heads of each chain are one sequence without gap or overlap, and cover everything in
 * time.
 */

import { verifiedHead } from '../../scripts/verify-audit/head';
import { sequenceOf } from '../../scripts/verify-audit/heads';
import { firstConflict } from '../../src/core/audit/heads';
import { headText, type PublishedHead } from '../../src/protocol/statements/head';
import type { Base } from './base';
import { Callers } from './callers';
import { HEAD_INTERVAL_MS, HEAD_SIGNER } from './instances';
import { chainOf } from './invariants';
import type { Part } from './part';
import type { World } from './world';

/** Two clocks, and the time until somebody is started. */
const SLACK_MS = 30_000;

/** In a world with `heads`. */
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
    await Promise.all(Array.from({ length: this.requests }, (_, n) => this.callers.decideOne(`heads_${n}`)));
  }

  violations(): string[] {
    const orgs = [...new Set(this.world.written.map(({ org }) => org))];
    return orgs.flatMap((org) => [...brokenIn(this.world, org), ...lateIn(this.world, org)]);
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

/** Where nothing went wrong and no time was left out, each block is covered within the interval. */
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
