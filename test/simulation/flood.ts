/**
 * One schedule with a flood: more requests than an operator gets mails for one by one, in a world where things go wrong.
 * Nobody turns a key, so each request also ends with a message to everybody.
 */

import type { Item } from '../../src/local/memory/expressions';
import { eventOf, said } from '../support/ledger';
import { textOf } from '../support/mail-text';
import type { Base } from './base';
import type { Deployment } from './instances';
import { World, type WorldOptions } from './world';

const REQUESTS = 14;
const OPERATORS = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'];

export interface Flood {
  readonly violations: readonly string[];
  readonly digests: number;
  readonly faults: number;
}

export async function runFlood(
  base: Base,
  deployment: Deployment,
  seed: number,
  options: WorldOptions = {},
): Promise<Flood> {
  const world = new World(base.store, deployment, seed, options);
  const ids = new Set<string>();
  const propose = async (n: number): Promise<void> => {
    const headers = { authorization: `Bearer ${base.keys.proposer}` };
    const body = { action: 'demo.solo', requester: 'op_alpha', params: { n: String(n) } };
    const options = { body, headers: { 'idempotency-key': `flood_${n}` } };
    for (let attempt = 0; attempt < 8; attempt++) {
      const answer = await world.call('api', eventOf('POST', '/v1/requests', headers, options));
      const { status, body: answered } = answer === undefined ? { status: 0, body: null } : said(answer as never);
      if (status === 202) return void ids.add(answered.request.id);
      await world.think();
    }
  };
  try {
    await world.run(Promise.all(Array.from({ length: REQUESTS }, (_, n) => propose(n))));
  } catch (error) {
    return { violations: [`${error instanceof Error ? error.message : error}`], digests: 0, faults: 0 };
  }
  const faults = [...world.faults.values()].reduce((sum, count) => sum + count, 0);
  const violations = [
    ...twice(world),
    ...stillWaiting(world.table.items()),
    ...(faults === 0 ? missing(world, ids) : []),
  ];
  return { violations, digests: world.digests.length, faults };
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

function twice(world: World): string[] {
  return OPERATORS.flatMap((operator) => {
    const told = toldTo(world, operator);
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
