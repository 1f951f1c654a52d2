/** Creates a request from a proposal and the resolution of its policy. */
import { type Actor, SERVICE } from '../../../protocol/actor';
import { operationHash } from '../../../protocol/hash';
import type { PresentGroup } from '../../policy/rules/groups';
import type { Policy } from '../../policy/rules/policy';
import { type Resolution, withGroups } from '../../policy/rules/resolve';
import { type GivenFields, INITIAL } from '../../request/rules/fields';
import type { Change } from '../../request/rules/journal';
import type { NamedGroup, Notified, PolicySnapshot, Seat } from '../../request/rules/request';
import { digestsOf } from '../../request/rules/shown';

export interface ProposeCommand extends GivenFields {
  /** The API key, or the admin who proposes a change of the configuration. */
  readonly proposedBy: Actor;
}

/**
 * `proposed` appears only in the history. Throws if the resolution is refused, because a request whose quorum can never
 * be met must not exist.
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
    ...INITIAL,
    ...given,
    state: 'notified',
    operationHash: operationHash(command.action, command.params),
    policy: snapshot,
    digests: policy.display === null ? null : digestsOf(policy.display, command.params),
    seats: seatsOf(resolution),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + snapshot.ttlMs,
    updatedAtMs: nowMs,
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
  return withGroups(seats, groups).map(({ operator, groups: own }) => ({
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
