/**
 * The parts of a request item that are stored as text: values by position instead of by name, and nothing that the item
 * already has.
 */
import type { Entry, RevisionEntries } from '../../../core/request/journal';
import type {
  Callback,
  NamedGroup,
  PolicySnapshot,
  Request,
  Seat,
  Sent,
  Stopped,
  Turn,
} from '../../../core/request/request';
import type { ApiKeyId, GroupId, OperatorId } from '../../../protocol/identifiers';
import type { ShownDigests } from '../../../protocol/statements/texts';
import { HASH_PREFIX } from './request-item';

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
    entries.map(({ kind, atMs, actor, data }) => {
      if (data === undefined || isApproved(kind, data, proposal)) return [kind, atMs, actor];
      if (kind !== PROPOSED || !isSame(data, proposal)) return [kind, atMs, actor, data];
      return actor === proposal?.actor ? [kind, atMs] : [kind, atMs, actor];
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
    entries: (JSON.parse(record) as PackedEntry[]).map(([kind, atMs, actor = proposal.actor ?? '', written]) => {
      const data = written ?? impliedData(kind, proposal);
      return { kind, atMs, actor, ...(data === undefined ? {} : { data }) };
    }),
  }));
}

function impliedData(kind: Entry['kind'], { data, approvers }: ProposedEntry): Entry['data'] {
  if (kind === PROPOSED) return data;
  return kind === AUTHORIZED && approvers !== null ? { approvers } : undefined;
}

type PackedEntry = [kind: Entry['kind'], atMs: number, actor?: string, data?: Entry['data']];

/** `["op_alpha", issue, wrong codes, disabled, taken back, struck, groups]`, without trailing zeros. */
type PackedSeat = [
  operator: OperatorId,
  issue: number,
  wrongCodes?: number,
  disabled?: 0 | 1,
  takenBack?: number,
  struck?: 0 | 1,
  groups?: readonly GroupId[],
];

/** A seat with nothing to store but its operator is left out. Returns null if all seats are left out. */
export function packSeats(seats: readonly Seat[]): string | null {
  const packed = seats.flatMap((seat) => packSeat(seat) ?? []);
  return packed.length === 0 ? null : JSON.stringify(packed);
}

export function unpackSeats(asked: string, text: string | undefined): Seat[] {
  const packed = text === undefined ? [] : (JSON.parse(text) as PackedSeat[]);
  const known = new Map(packed.map((seat) => [seat[0], unpackSeat(seat)]));
  return (JSON.parse(asked) as OperatorId[]).map((operator) => known.get(operator) ?? unpackSeat([operator, 0]));
}

function packSeat({ operator, issue, wrongCodes, disabled, takenBack = 0, struck, groups }: Seat): [PackedSeat] | null {
  if (groups !== undefined) return [[operator, issue, wrongCodes, disabled ? 1 : 0, takenBack, struck ? 1 : 0, groups]];
  // A struck seat is also stored as disabled, so that code that does not know the difference does not count it.
  if (struck) return [[operator, issue, wrongCodes, 1, takenBack, 1]];
  if (takenBack > 0) return [[operator, issue, wrongCodes, disabled ? 1 : 0, takenBack]];
  return issue === 0 && wrongCodes === 0 && !disabled ? null : [[operator, issue, wrongCodes, disabled ? 1 : 0]];
}

function unpackSeat([
  operator,
  issue,
  wrongCodes = 0,
  disabled = 0,
  takenBack = 0,
  struck = 0,
  groups,
]: PackedSeat): Seat {
  const rare = {
    ...(takenBack > 0 ? { takenBack } : {}),
    ...(struck === 1 ? { struck: true as const } : {}),
    ...(groups === undefined ? {} : { groups }),
  };
  return { operator, issue, wrongCodes, disabled: disabled === 1, ...rare };
}

export type PackedTurn = [operator: OperatorId, atMs: number];

export const packTurn = ({ operator, atMs }: Turn): PackedTurn => [operator, atMs];
export const unpackTurn = ([operator, atMs]: PackedTurn): Turn => ({ operator, atMs });

export type PackedPolicy = [
  version: number,
  title: string,
  mode: PolicySnapshot['mode'],
  coincidenceMs: number,
  quorum: number,
  rule: number | null,
  denySelfApproval: boolean,
  ttlMs: number,
  integration: string | null,
  /** Left out for turns by code. */
  turn?: PolicySnapshot['turn'],
  /** Left out if the policy names no group and declares no document. */
  groups?: readonly PackedGroup[],
  /** Left out if it declares no document. */
  evidence?: PolicySnapshot['evidence'],
];

/** `keys`: how many the request requires of the group; 0 if it requires none. */
type PackedGroup = [id: GroupId, name: string, revision: number, keys: number];

export function packPolicy(policy: PolicySnapshot): PackedPolicy {
  const { version, title, mode, coincidenceMs, quorum, rule, denySelfApproval, ttlMs, integration, turn } = policy;
  const plain = [version, title, mode, coincidenceMs, quorum, rule, denySelfApproval, ttlMs, integration] as const;
  const groups = (policy.groups ?? []).map((group) => packGroup(group, policy));
  if (policy.evidence !== undefined) return [...plain, turn, groups, policy.evidence];
  if (groups.length > 0) return [...plain, turn, groups];
  return turn === 'code' ? [...plain] : [...plain, turn];
}

function packGroup({ id, name, revision }: NamedGroup, { requires = [] }: PolicySnapshot): PackedGroup {
  return [id, name, revision, requires.find(({ group }) => group === id)?.keys ?? 0];
}

function unpackGroups(packed: readonly PackedGroup[]): Pick<PolicySnapshot, 'groups' | 'requires'> {
  const requires = packed.filter(([, , , keys]) => keys > 0).map(([group, , , keys]) => ({ group, keys }));
  return {
    ...(requires.length === 0 ? {} : { requires }),
    groups: packed.map(([id, name, revision]) => ({ id, name, revision })),
  };
}

export function unpackPolicy(packed: PackedPolicy): PolicySnapshot {
  const [
    version,
    title,
    mode,
    coincidenceMs,
    quorum,
    rule,
    denySelfApproval,
    ttlMs,
    integration,
    turn = 'code',
    groups = [],
    evidence,
  ] = packed;
  const plain = { version, title, mode, coincidenceMs, quorum, rule, denySelfApproval, turn, ttlMs, integration };
  return {
    ...plain,
    ...(groups.length === 0 ? {} : unpackGroups(groups)),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** `<display>|<shown>` */
export const packDigests = ({ display, shown }: ShownDigests): string =>
  [display, shown].map((digest) => digest.slice(HASH_PREFIX.length)).join('|');

export function unpackDigests(text: string): ShownDigests {
  const [display = '', shown = ''] = text.split('|').map((digest) => `${HASH_PREFIX}${digest}`);
  return { display, shown };
}

/** `calling` is left out unless an integration's call had begun. */
type PackedStop = [atMs: number, by: Stopped['by'], calling?: 1];

export function packStopped({ atMs, by, calling }: Stopped): string {
  return JSON.stringify((calling ? [atMs, by, 1] : [atMs, by]) satisfies PackedStop);
}

export function unpackStopped(text: string): Stopped {
  const [atMs, by, calling] = JSON.parse(text) as PackedStop;
  return { atMs, by, calling: calling === 1 };
}

const KEY_PREFIX = 'key_';

/**
 * A short form, because every KiB of the item costs at each write: `<key>|<quorum>|<execute_within>`; absent values are
 * empty.
 */
export function packSent({ keyId, quorum, executeWithinSeconds }: Sent): string {
  return `${beginOfSent(keyId)}${quorum ?? ''}|${executeWithinSeconds ?? ''}`;
}

/** The prefix of every sent text of this API key. */
export const beginOfSent = (keyId: ApiKeyId): string => `${keyId.slice(KEY_PREFIX.length)}|`;

export function unpackSent(text: string): Sent {
  const [key = '', quorum = '', within = ''] = text.split('|');
  const numberOf = (digits: string): number | null => (digits === '' ? null : Number(digits));
  return {
    keyId: `${KEY_PREFIX}${key}` as ApiKeyId,
    quorum: numberOf(quorum),
    executeWithinSeconds: numberOf(within),
  };
}

/** `<token>|<key>|<url>` */
export function packCallback({ url, keyId, token }: Callback): string {
  return [token, keyId.slice(KEY_PREFIX.length), url].join('|');
}

export function unpackCallback(text: string): Callback {
  const [token = '', key = '', ...url] = text.split('|');
  return { url: url.join('|'), keyId: `${KEY_PREFIX}${key}` as ApiKeyId, token: Number(token) };
}
