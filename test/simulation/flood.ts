/**
 * A flood of requests. Nobody turns a key, so each of them also ends with a message to everybody.
 */

import type { Item } from '../../src/local/memory/expressions';
import { textOf } from '../support/mail-text';
import type { Base } from './base';
import { Callers } from './callers';
import { isAnyoneDisabled } from './edits';
import type { Part } from './part';
import type { World } from './world';

/** More than an operator gets mails for one by one. */
const REQUESTS = 11;
const OPERATORS = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'];

export class Flood implements Part {
  private readonly ids = new Set<string>();
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
    private readonly requests = REQUESTS,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    await Promise.all(Array.from({ length: this.requests }, (_, n) => this.propose(n)));
  }

  private async propose(n: number): Promise<void> {
    const body = { action: 'demo.solo', requester: 'op_alpha', params: { n: String(n) } };
    const id = await this.callers.propose(`flood_${n}`, body);
    if (id !== null) this.ids.add(id);
  }

  violations(): string[] {
    const { world, ids } = this;
    return [
      ...twice(world, ids),
      ...stillWaiting(world.table.items()),
      ...(world.faults.size === 0 && !isAnyoneDisabled(world) ? missing(world, ids) : []),
    ];
  }

  came(): string[] {
    return this.world.digests.length > 0 ? ['a digest was mailed'] : [];
  }
}

/** What each operator was told, by mail or in a digest: kind, round and request of each message. */
function toldTo(world: World, operator: string): string[] {
  const singles = world.mails
    .filter(({ to }) => to.operator === operator)
    .map(({ mail, requestId }) => `${mail.subject} ${requestId}`);
  const inDigests = world.digests
    .filter(({ to }) => to.operator === operator)
    .flatMap((digest) => [...textOf(digest).matchAll(/^\d+\. (.+)\n(?:.+\n)*?Open the request: .*\/(req_\w+)$/gm)])
    .map(([, subject, id]) => `${subject} ${id}`);
  return [...singles, ...inDigests];
}

function twice(world: World, ids: ReadonlySet<string>): string[] {
  return OPERATORS.flatMap((operator) => {
    // Two questions look alike.
    const told = toldTo(world, operator).filter(
      (what) => ids.has(what.split(' ').at(-1)!) && !what.includes('question'),
    );
    const again = told.filter((what, index) => told.indexOf(what) !== index);
    return again.map((what) => `${operator} was told twice: ${what}`);
  });
}

function stillWaiting(items: readonly Item[]): string[] {
  const left = items.filter(({ sk }) => String(sk).startsWith('WAITING#'));
  return left.map(({ pk, sk }) => `a message still waits for a digest: ${pk} ${sk}`);
}

/** Where nothing went wrong, everybody was told of the verdict of every request. */
function missing(world: World, ids: ReadonlySet<string>): string[] {
  return OPERATORS.flatMap((operator) => {
    const told = new Set(toldTo(world, operator));
    return [...ids]
      .filter((id) => !told.has(`Expired: One key is enough ${id}`))
      .map((id) => `${operator} was not told of the verdict of ${id}`);
  });
}
