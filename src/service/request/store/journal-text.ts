/**
 * The journal of a request item: a list of texts, because a claim appends one without reading the item. An entry is
 * `[kind, at, actor, data]`, without what the item already has; four of its items fit in the lifecycle's KiB, and would
 * not with names. A mark before the actor is its kind. A person has none, because no id of an operator begins with a mark.
 * The mark of the service alone is the service itself, because it makes most entries.
 */

import { ACTOR_KINDS, type Actor, type ActorKind, person, program, SERVICE } from '../../../protocol/actor';
import type { OperatorId } from '../../../protocol/identifiers';
import type { Entry, RevisionEntries } from '../rules/journal';
import type { Request } from '../rules/request';

/** The contents of journal entries that the item also has. */
export function proposalOf(
  request: Pick<Request, 'action' | 'requester' | 'operationHash' | 'policy' | 'sent'>,
  approvers: readonly OperatorId[] | null = null,
): ProposedEntry {
  return {
    approvers,
    actor: request.sent?.keyId ?? null,
    data: {
      action: request.action,
      requester: request.requester,
      operation_hash: request.operationHash,
      policy_version: request.policy.version,
      quorum: request.policy.quorum,
    },
  };
}

interface ProposedEntry {
  /** The API key. Null: no program made the request. */
  readonly actor: string | null;
  readonly data: NonNullable<Entry['data']>;
  /** Null if there is no verdict or the entry has the approvers itself. */
  readonly approvers: readonly OperatorId[] | null;
}

/**
 * A record as text. Its revision is not stored: every revision appends exactly one record, so its position from the end
 * gives the revision. A write that has not read the item can append a record without knowing its revision.
 */
export function packRevision(entries: readonly Entry[], proposal: ProposedEntry | null = null): string {
  return JSON.stringify(
    entries.map(({ kind, atMs, data, ...by }) => {
      const actor = packedActor(by);
      if (data === undefined || isApproved(kind, data, proposal)) return [kind, atMs, actor];
      if (kind !== PROPOSED || !isSame(data, proposal)) return [kind, atMs, actor, data];
      return by.actor_kind === 'program' && by.actor === proposal?.actor ? [kind, atMs] : [kind, atMs, actor];
    }),
  );
}

const PROPOSED = 'request.proposed';
const AUTHORIZED = 'request.authorized';

function isApproved(kind: Entry['kind'], data: NonNullable<Entry['data']>, proposal: ProposedEntry | null): boolean {
  const approvers = proposal?.approvers ?? null;
  return kind === AUTHORIZED && approvers !== null && JSON.stringify(data) === JSON.stringify({ approvers });
}

function isSame(data: ProposedEntry['data'], proposal: ProposedEntry | null): boolean {
  return JSON.stringify(data) === JSON.stringify(proposal?.data);
}

export function unpackJournal(
  records: readonly string[],
  revision: number,
  proposal: ProposedEntry,
): RevisionEntries[] {
  return records.map((record, index) => ({
    revision: revision - (records.length - 1 - index),
    entries: (JSON.parse(record) as PackedEntry[]).map(([kind, atMs, actor, written]) => {
      const data = written ?? impliedData(kind, proposal);
      const by = actor === undefined ? program(proposal.actor ?? '') : unpackedActor(actor);
      return { kind, atMs, ...by, ...(data === undefined ? {} : { data }) };
    }),
  }));
}

const MARKS: Readonly<Record<Exclude<ActorKind, 'person'>, string>> = {
  program: '+',
  service: '*',
  set_up: '=',
  command: '$',
};
const MARKED = ACTOR_KINDS.filter((kind) => kind !== 'person');

/** The service itself, with its mark. */
const ITSELF = `${MARKS.service}${SERVICE.actor}`;

function packedActor({ actor, actor_kind }: Actor): string {
  if (actor_kind === 'person') return actor;
  const marked = `${MARKS[actor_kind]}${actor}`;
  return marked === ITSELF ? MARKS.service : marked;
}

function unpackedActor(text: string): Actor {
  const actor_kind = MARKED.find((kind) => text.startsWith(MARKS[kind]));
  if (actor_kind === undefined) return person(text);
  return text === MARKS.service ? SERVICE : { actor: text.slice(1), actor_kind };
}

function impliedData(kind: Entry['kind'], { data, approvers }: ProposedEntry): Entry['data'] {
  if (kind === PROPOSED) return data;
  return kind === AUTHORIZED && approvers !== null ? { approvers } : undefined;
}

type PackedEntry = [kind: Entry['kind'], atMs: number, actor?: string, data?: Entry['data']];
