/** Creates a request from a proposal and the resolution of its policy. */
import { type Actor, SERVICE } from '../../protocol/actor';
import type { ActionId, OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import { operationHash } from '../../protocol/operation-hash';
import type { PresentGroup } from '../policy/groups';
import type { Policy } from '../policy/policy';
import { membersOf, type Resolution } from '../policy/resolve';
import { OLDEST_DECIDING_FORM } from '../request/form';
import type { Change } from '../request/journal';
import type { Callback, NamedGroup, Notified, Params, PolicySnapshot, Seat, Sent } from '../request/request';
import type { RequestedChange } from '../request/requested-change';
import { digestsOf } from '../request/shown';

export interface ProposeCommand {
  readonly org: OrgId;
  readonly id: RequestId;
  readonly action: ActionId;
  readonly requester: OperatorId;
  readonly params: Params;
  readonly summary: string | null;
  readonly callback: Callback | null;
  /** Null if the request has no intent. */
  readonly executeWithinMs: number | null;
  readonly codeKeyId: string;
  /** The API key, or the admin who proposes a change of the configuration. */
  readonly proposedBy: Actor;
  /** Null if no program sent it. */
  readonly sent: Sent | null;
  /** Absent unless it is a change of the configuration. */
  readonly change?: RequestedChange;
}

/** Values for a request that no program sent. */
export const NOT_SENT = {
  summary: null,
  callback: null,
  executeWithinMs: null,
  sent: null,
} as const satisfies Partial<ProposeCommand>;

/**
 * The first write is revision 1. `proposed` appears only in the history. Throws if the resolution is refused, because a
 * request whose quorum can never be met must not exist.
 */
export function propose(
  command: ProposeCommand,
  policy: Policy,
  resolution: Resolution,
  nowMs: number,
): Change<Notified> {
  if (resolution.refusal !== null) throw new Error(`proposed although refused: ${resolution.refusal.reason}`);
  const { proposedBy, ...given } = command;
  const snapshot = snapshotOf(policy, resolution);
  const request: Notified = {
    ...given,
    minForm: OLDEST_DECIDING_FORM,
    state: 'notified',
    operationHash: operationHash(command.action, command.params),
    policy: snapshot,
    digests: policy.display === null ? null : digestsOf(policy.display, command.params),
    seats: seatsOf(resolution),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + snapshot.ttlMs,
    round: 1,
    reminded: false,
    warned: false,
    updatedAtMs: nowMs,
    revision: 0,
    writeId: '',
    journal: [],
    checkAtMs: null,
  };
  return {
    request,
    entries: [
      {
        kind: 'request.proposed',
        atMs: nowMs,
        ...proposedBy,
        data: {
          action: command.action,
          requester: command.requester,
          operation_hash: request.operationHash,
          policy_version: policy.version,
          quorum: snapshot.quorum,
        },
      },
      { kind: 'request.notified', atMs: nowMs, ...SERVICE, data: { seats: resolution.seats } },
    ],
  };
}

function seatsOf({ seats, groups }: Resolution): Seat[] {
  return membersOf(seats, groups).map(({ operator, groups: own }) => ({
    operator,
    ...(own.length === 0 ? {} : { groups: own }),
    issue: 0,
    wrongCodes: 0,
    disabled: false,
  }));
}

function snapshotOf(policy: Policy, resolution: Resolution): PolicySnapshot {
  return {
    version: policy.version,
    title: policy.title,
    mode: policy.mode,
    coincidenceMs: policy.coincidenceSeconds * 1000,
    quorum: resolution.quorum,
    rule: resolution.rule,
    denySelfApproval: policy.denySelfApproval,
    turn: policy.turn,
    ttlMs: policy.ttlSeconds * 1000,
    integration: policy.integration,
    ...(resolution.requires.length === 0 ? {} : { requires: resolution.requires }),
    ...(policy.display?.evidence === undefined ? {} : { evidence: policy.display.evidence }),
    ...(resolution.groups.length === 0 ? {} : { groups: resolution.groups.map(groupSnapshot) }),
  };
}

const groupSnapshot = ({ id, name, revision }: PresentGroup): NamedGroup => ({ id, name, revision });
