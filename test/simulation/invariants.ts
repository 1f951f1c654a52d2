/** What must hold in every world when all work is done, whatever went wrong in it. */

import { FOUR_EYES_ORG } from '../../src/local/demo';
import type { Item } from '../../src/local/memory/expressions';
import { auditEntryHash } from '../../src/protocol/hash';
import { type AuditEntry, genesis } from '../../src/service/audit/rules/chain';
import { entriesOf } from '../../src/service/audit/store';
import type { Request } from '../../src/service/request/rules/request';
import type { Said } from '../support/gateway';
import { textOf } from '../support/mail-text';
import { administrativeViolations } from './administration';
import { ORGS } from './base';
import { requestsOf } from './callers';
import { groupViolations } from './groups';
import { listViolations } from './lists';
import { unless } from './part';
import { questionViolations } from './questions';
import { displayViolations } from './shown';
import { type SigningKey, unsignedVerdict } from './signatures';
import type { World } from './world';

/** The answers that callers outside got. */
export interface Observed {
  /** Ids that create returned. */
  readonly created: string[];
  readonly turns: { readonly operator: string }[];
  readonly stops: string[];
  readonly claims: { readonly claim: string; readonly leaseEndsMs: number }[];
  readonly reports: { readonly claim: string; readonly status: string }[];
  readonly reads: {
    readonly outcome: string | null;
    readonly execution: string;
    readonly approvers: readonly string[];
  }[];
  /** What the page of the request showed. */
  readonly pages: unknown[];
  /** The answers that another organization got. */
  readonly strangers: Said[];
}

/** Where the requests of `Observed` send their events. */
export const CALLBACK = 'https://hooks.example.org/events';

export async function violations(
  world: World,
  passkeys: ReadonlyMap<string, SigningKey>,
  all: readonly Observed[],
): Promise<string[]> {
  const items = world.table.items();
  const requests = requestsOf(world);
  const [chain, theirs, fourEyes] = [ORGS.ours, ORGS.theirs, FOUR_EYES_ORG].map((org) => chainOf(items, org)) as [
    AuditEntry[],
    AuditEntry[],
    AuditEntry[],
  ];
  const ids = new Set<string>(requests.map(({ id }) => id));
  // Changes of the configuration have rules of their own.
  const proposed = requests.filter(({ sent }) => sent !== null);
  return [
    ...unless(proposed.length <= world.proposed.size, 'more requests than Idempotency-Keys', proposed.length),
    ...wholeChain(chain, ORGS.ours),
    ...wholeChain(fourEyes, FOUR_EYES_ORG),
    ...administrativeViolations(world, fourEyes),
    ...unless(theirs.length === 0, 'another organization’s chain has entries', null),
    ...all.flatMap(({ created, strangers }) => [
      ...unless(new Set(created).size <= 1, 'one Idempotency-Key made two requests', created),
      ...unless(
        created.every((id) => ids.has(id)),
        'an acknowledged request is not there',
        created,
      ),
      ...strangers.flatMap(({ status, body }) =>
        unless(status === 404, 'a stranger was not answered 404', { status, body }),
      ),
    ]),
    ...proposed.flatMap((request) => {
      const observed = all.find(({ created }) => created.includes(request.id)) ?? NOTHING;
      return ofRequest(world, request, chain, { ...observed, passkeys });
    }),
    ...eventsOfOthers(world, ids),
    ...questionViolations(world, items, chain),
    ...noMailTwice(world, [...chain, ...fourEyes]),
    ...(await Promise.all([ORGS.ours, FOUR_EYES_ORG].map((org) => listViolations(world, org)))).flat(),
  ];
}

/** For requests whose callers record nothing. */
const NOTHING: Observed = {
  created: [],
  turns: [],
  stops: [],
  claims: [],
  reports: [],
  reads: [],
  pages: [],
  strangers: [],
};

type Known = Observed & { readonly passkeys: ReadonlyMap<string, SigningKey> };

function ofRequest(world: World, request: Request, chain: readonly AuditEntry[], observed: Known): string[] {
  const own = chain.filter(({ subject }) => subject === request.id);
  const of = (kind: string) => own.filter((entry) => entry.kind === kind);
  const claims = of('intent.claimed').sort((a, b) => a.at - b.at);
  const reports = of('intent.reported');
  const verdicts = own.filter(({ kind }) => VERDICTS.has(kind));
  const outcomes = new Set(observed.reads.flatMap(({ outcome }) => (outcome === null ? [] : [outcome])));
  const verdict = verdicts[0]?.kind.replace('request.', '');
  return [
    ...unless(of('request.proposed').length === 1, 'not proposed once in the chain', of('request.proposed')),
    ...unless(
      verdicts.length === 1,
      'not one verdict in the chain',
      verdicts.map(({ kind }) => kind),
    ),
    ...unless(
      [...outcomes].every((outcome) => outcome === verdict),
      'a verdict changed',
      { outcomes: [...outcomes], verdict },
    ),
    // This holds although messages are lost and repeated, because a message contains the entries before its change. The
    // entry of a question may come later, because a question is a separate item.
    ...unless(
      isInOrder(own.filter(({ kind }) => !kind.startsWith('question.'))),
      'the chain has the entries of a request in another order',
      own.map(({ kind, at }) => `${kind} ${at}`),
    ),
    ...unless(
      new Set(own.map(({ seq: _, prev: __, hash: ___, ...fact }) => JSON.stringify(fact))).size === own.length,
      'a fact is in the chain twice',
      own,
    ),
    ...observed.turns.flatMap(({ operator }) =>
      unless(
        of('key.turned').some(({ actor }) => actor === operator),
        'an acknowledged turn is lost',
        operator,
      ),
    ),
    ...unless(observed.stops.length <= 1, 'two operators were told that they refused it', observed.stops),
    ...unless(observed.stops.length === 0 || verdict === 'denied', 'an acknowledged refusal is lost', verdict),
    ...(verdict === 'authorized'
      ? [...authorizedByItsQuorum(own), ...signedByItsQuorum(world, request, own, observed)]
      : unless(claims.length === 0, 'claimed without a verdict', claims)),
    ...claims.slice(1).flatMap((claim, index) => {
      const before = claims[index]!.data.lease_expires_at as number;
      return unless(claim.at >= before, 'two live leases', [claims[index], claim]);
    }),
    ...observed.claims.flatMap(({ claim, leaseEndsMs }) =>
      unless(
        claims.some(({ actor, data }) => actor === claim && data.lease_expires_at === leaseEndsMs),
        'an acknowledged claim is lost',
        claim,
      ),
    ),
    ...unless(reports.length <= 1, 'reported twice', reports),
    ...observed.reports.flatMap(({ claim, status }) =>
      unless(
        reports.some(({ actor, data }) => actor === claim && data.status === status),
        'an acknowledged report is lost',
        { claim, status },
      ),
    ),
    ...unless(
      reports.every(({ actor }) => actor === claims.at(-1)?.actor),
      'a report counted that was not the last claim’s',
      reports,
    ),
    ...groupViolations(request, own),
    ...displayViolations(world, request, own, observed.pages),
    ...warnedOnce(world, request, own),
    ...eventsArrived(world, request, [
      `request.${verdict}`,
      ...reports.map(({ data }) => (data.status === 'succeeded' ? 'request.executed' : 'request.execution_failed')),
    ]),
  ];
}

const VERDICTS = new Set(['request.authorized', 'request.denied', 'request.expired', 'request.aborted']);

/**
 * The approvers are exactly the operators who turned a key and did not withdraw it in the round of the verdict. Entries
 * are counted, because the order of the chain is the order of recording and not of the events.
 */
function authorizedByItsQuorum(own: readonly AuditEntry[]): string[] {
  const approvers = own.find(({ kind }) => kind === 'request.authorized')!.data.approvers as readonly string[];
  const round = Math.max(...own.flatMap(({ kind, data }) => (kind === 'key.turned' ? [data.round as number] : [])));
  const out = new Set(
    own.flatMap(({ kind, data }) => (kind === 'seat.disabled' || kind === 'seat.struck' ? [data.seat] : [])),
  );
  const standing = OPERATORS.filter((operator) => {
    if (out.has(operator)) return false;
    const count = (kind: string) =>
      own.filter((entry) => entry.kind === kind && entry.actor === operator && entry.data.round === round).length;
    return count('key.turned') > count('key.withdrawn');
  });
  const same = new Set(approvers).size === standing.length && standing.every((one) => approvers.includes(one));
  return unless(same, 'authorized by others than those whose keys were turned', { standing, approvers, round });
}

function signedByItsQuorum(world: World, request: Request, own: readonly AuditEntry[], { passkeys }: Known) {
  if (request.policy.turn !== 'code_and_passkey') return [];
  const approvers = own.find(({ kind }) => kind === 'request.authorized')!.data.approvers as readonly string[];
  return unsignedVerdict(request, approvers, world.signing, passkeys);
}

/**
 * Operators whose keys are missing get one warning before the end, without a code. Each of them must get it if there
 * are no faults and no pauses in the last six minutes.
 */
function warnedOnce(world: World, request: Request, own: readonly AuditEntry[]): string[] {
  const warnings = own.filter(({ kind }) => kind === 'request.warned');
  const mails = world.mails.filter(({ requestId, kind }) => requestId === request.id && kind === 'warning');
  const inCombined = world.combinedMails.filter((combined) => textOf(combined).includes(request.id));
  const told = new Set([...mails, ...inCombined].map(({ to }) => to.operator));
  const expired = own.some(({ kind }) => kind === 'request.expired');
  const turns = own.filter(({ kind }) => kind === 'key.turned').map(({ actor }) => actor);
  const missing = request.seats.filter(
    ({ operator, disabled }) => !disabled && !turns.includes(operator) && !told.has(operator),
  );
  const warnAtMs = request.expiresAtMs - 360_000;
  const undisturbed = world.faults.size === 0 && !world.pausedBetween(warnAtMs, request.expiresAtMs);
  return [
    ...unless(warnings.length <= 1, 'warned twice in the chain', warnings),
    ...unless(
      warnings.every(({ at }) => at === warnAtMs),
      'a warning at another time',
      warnings,
    ),
    ...unless(
      mails.length === 0 || warnings.length === 1,
      'a warning was mailed that is not in the chain',
      mails.length,
    ),
    ...unless(
      mails.every(({ code }) => code === null),
      'a warning has a code',
      [...told],
    ),
    ...unless(
      !undisturbed || !expired || missing.length === 0,
      'somebody whose key was missing was not warned',
      missing,
    ),
  ];
}

const OPERATORS = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'];

/** Each event was sent under one id and accepted by the receiver at least once, and there is no other event. */
function eventsArrived(world: World, { id, callback }: Request, owed: readonly string[]): string[] {
  if (callback?.url !== CALLBACK) return [];
  const ids = new Map<string, Set<string>>();
  const taken = new Set<string>();
  for (const post of world.posts) {
    const event = JSON.parse(post.body) as PostedEvent;
    if (event.data.request.id !== id) continue;
    ids.set(event.type, (ids.get(event.type) ?? new Set()).add(event.id));
    if (post.taken) taken.add(event.type);
  }
  return [
    ...owed.flatMap((type) => unless(taken.has(type), 'an event never arrived', { type, posts: world.posts.length })),
    ...[...ids].flatMap(([type, each]) => [
      ...unless(owed.includes(type), 'an event that was not owed', type),
      ...unless(each.size === 1, 'an event under two ids', type),
    ]),
  ];
}

interface PostedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly request: { readonly id: string } };
}

function eventsOfOthers(world: World, ids: ReadonlySet<string>): string[] {
  const told = world.posts.map(({ body }) => (JSON.parse(body) as PostedEvent).data.request.id);
  return unless(
    told.every((id) => ids.has(id)),
    'an event tells of another request',
    told,
  );
}

function noMailTwice(world: World, chain: readonly AuditEntry[]): string[] {
  // Messages about the configuration differ only by their text. They also go to an operator’s previous address.
  const causes = world.mails.map(
    ({ to, requestId, kind, round, code, mail }) =>
      `${to.operator} ${requestId ?? `${to.email} ${JSON.stringify(mail)}`} ${kind} ${round} ${code}`,
  );
  const times = new Map<string, number>();
  for (const cause of causes) times.set(cause, (times.get(cause) ?? 0) + 1);
  const repeated = [...times].filter(
    ([cause, count]) => count > Math.max(1, refusalsIn(chain, cause), changedIn(chain, cause), writtenIn(chain, cause)),
  );
  return unless(repeated.length === 0, 'somebody was told twice', repeated);
}

/** Two equal attempts of one admin in one millisecond make two mails with the same text. The chain has both entries. */
function refusalsIn(chain: readonly AuditEntry[], text: string): number {
  return chain.filter(
    ({ kind, at }) =>
      kind === 'change.refused' && text.includes('Attempted by ') && text.includes(` at ${new Date(at).toISOString()}`),
  ).length;
}

/** The same for two changes of one admin in one millisecond: the role of an operator is changed, and changed back. */
function changedIn(chain: readonly AuditEntry[], text: string): number {
  return chain.filter(({ at }) => text.includes('Changed by ') && text.includes(` at ${new Date(at).toISOString()}`))
    .length;
}

/**
 * The same for two questions or answers of one person in one millisecond, because mails do not contain their text. Mails
 * call `op_charlie` Charlie.
 */
function writtenIn(chain: readonly AuditEntry[], text: string): number {
  return chain.filter(
    ({ kind, subject, actor, at }) =>
      kind.startsWith('question.') &&
      text.includes(`the request ${subject}`) &&
      text.toLowerCase().includes(`by ${actor.slice('op_'.length)} at ${new Date(at).toISOString().toLowerCase()}`),
  ).length;
}

export function chainOf(items: readonly Item[], org: string): AuditEntry[] {
  return items
    .filter(({ pk }) => pk === `${org}#AUDIT`)
    .sort((a, b) => ((a.sk as string) < (b.sk as string) ? -1 : 1))
    .flatMap(entriesIn);
}

const read = new WeakMap<Item, readonly AuditEntry[]>();

/** Each block is read once, because items are never changed in place. */
function entriesIn(block: Item): readonly AuditEntry[] {
  const known = read.get(block);
  if (known !== undefined) return known;
  const entries = entriesOf(block);
  read.set(block, entries);
  return entries;
}

/** Whether the entries are in the order of their times. */
function isInOrder(entries: readonly AuditEntry[]): boolean {
  return entries.every((entry, index) => index === 0 || entries[index - 1]!.at <= entry.at);
}

/** Verified here, and not with the service's own verifier. */
function wholeChain(chain: readonly AuditEntry[], org: string): string[] {
  let last: { readonly seq: number; readonly hash: string } = genesis(org);
  for (const entry of chain) {
    const { hash, ...body } = entry;
    if (entry.seq !== last.seq + 1 || entry.prev !== last.hash || auditEntryHash(body) !== hash) {
      return [`the chain breaks at ${entry.seq}`];
    }
    last = entry;
  }
  return [];
}
