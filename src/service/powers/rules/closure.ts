/** What one or two people can do with every power, and whether that meets a policy (docs/decisions/powers.md). */

import type { OperatorId } from '../../../protocol/identifiers';
import { type PresentGroup, peopleOf } from '../../policy/rules/groups';
import {
  type Account,
  accountsOf,
  adminsOf,
  type Organization,
  type Person,
  type ProposingKey,
} from '../../policy/rules/organization';
import type { Policy } from '../../policy/rules/policy';
import type { Need } from './cases';
import type { POWERS, Step } from './powers';

/** What people can do, each with the steps that lead to it. */
export interface Held {
  readonly people: readonly Person[];
  readonly accounts: readonly Account[];
  /** Accounts whose signature of a turn counts. */
  readonly signs: Map<OperatorId, readonly Step[]>;
  /** Every edit. `approver` is null where no second admin is needed. */
  edits: { readonly by: OperatorId; readonly approver: OperatorId | null; readonly steps: readonly Step[] } | null;
  /** A key with which they can create a request. */
  proposes: { readonly by: OperatorId; readonly key: ProposingKey } | null;
}

/** True if it added something. */
type Rule = (organization: Organization, held: Held) => boolean;

/** `turn` ends the closure: see `canReach`. */
const RULES: Readonly<Record<Exclude<keyof typeof POWERS, 'turn'>, Rule>> = {
  propose: ({ keys }, held) => {
    if (held.proposes !== null) return false;
    const theirs = held.people.flatMap(({ operators }) => operators.map(({ id }) => id));
    const key = keys.find(({ holder }) => holder === null || theirs.includes(holder));
    if (key === undefined) return false;
    held.proposes = { by: key.holder ?? theirs[0]!, key };
    return true;
  },
  enrol: ({ inBootstrap, signers }, held) =>
    held.accounts
      .filter(({ id }) => (inBootstrap || signers.has(id)) && !held.signs.has(id))
      .map(({ id }) => held.signs.set(id, signers.has(id) ? [] : [{ kind: 'enrol', by: id }])).length > 0,
  countersign: (_, held) => {
    const by = adminsOf(held.people).find(({ id }) => held.signs.has(id));
    const others = by === undefined ? [] : held.accounts.filter(({ id }) => !held.signs.has(id));
    for (const { id } of others) {
      held.signs.set(id, [
        { kind: 'enrol', by: id },
        { kind: 'countersign', by: by!.id, owner: id },
      ]);
    }
    return others.length > 0;
  },
  edit_at_once: ({ ruleIsOn }, held) => {
    const [admin] = adminsOf(held.people);
    if (ruleIsOn || held.edits !== null || admin === undefined) return false;
    held.edits = { by: admin.id, approver: null, steps: [] };
    return true;
  },
  edit_approved: ({ ruleIsOn, changesTurn }, held) => {
    if (!ruleIsOn || held.edits !== null) return false;
    const admins = adminsOf(held.people);
    const [easiest] = [...admins]
      .reverse()
      .flatMap(({ id }) => {
        const steps = changesTurn === 'code' ? [] : held.signs.get(id);
        return steps === undefined ? [] : [{ approver: id, steps }];
      })
      .sort((one, other) => one.steps.length - other.steps.length);
    const by = admins.find(({ id }) => id !== easiest?.approver)?.id;
    if (easiest === undefined || by === undefined) return false;
    held.edits = { by, ...easiest };
    return true;
  },
};

/**
 * Applies every power until nothing new follows. Powers only add, so the order does not matter and this ends quickly.
 */
export function closureOf(organization: Organization, people: readonly Person[]): Held {
  const held: Held = { people, accounts: accountsOf(people), signs: new Map(), edits: null, proposes: null };
  const rules = Object.values(RULES);
  while (rules.map((rule) => rule(organization, held)).includes(true));
  return held;
}

/** One case of a policy, prepared once for all people who are tried. */
export interface Goal {
  readonly policy: Policy;
  readonly asked: ReadonlySet<OperatorId>;
  readonly enabled: readonly OperatorId[];
  readonly needs: readonly (Need & Fit)[];
}

export function goalOf({ operators, groups }: Organization, policy: Policy, needs: readonly Need[]): Goal {
  return {
    policy,
    enabled: operators.filter((operator) => operator.enabled).map(({ id }) => id),
    asked: new Set(peopleOf(policy.roster, groups)),
    needs: needs.map((need) => ({ ...need, ...fitOf(need, groups) })),
  };
}

export interface Way {
  readonly turns: readonly OperatorId[];
  readonly requester: OperatorId;
}

/** How these people meet the need by turning their own keys. Null if they cannot. */
export function wayOf({ policy, asked, enabled }: Goal, held: Held, need: Need & Fit): Way | null {
  const { accounts, proposes } = held;
  const seats = seatsOf({ policy, asked }, held);
  if (!need.isMet(seats.map(need.bitsOf))) return null;
  // The proposer names the requester. Without self approval, the requester has no seat.
  for (const turns of smallest(seats, need)) {
    const own = accounts.map(({ id }) => id).filter((id) => !turns.includes(id) || !policy.denySelfApproval);
    const requester = own.find((id) => id === proposes?.by) ?? own[0] ?? enabled.find((id) => !turns.includes(id));
    if (requester !== undefined) return { turns, requester };
  }
  return null;
}

function seatsOf({ policy, asked }: Pick<Goal, 'policy' | 'asked'>, { accounts, signs }: Held): OperatorId[] {
  const seats: OperatorId[] = [];
  for (const { id } of accounts) if (asked.has(id) && (policy.turn === 'code' || signs.has(id))) seats.push(id);
  return seats;
}

/** All smallest sets of accounts that are enough. Few people have more than one account. */
function smallest(seats: readonly OperatorId[], { isMet, bitsOf }: Fit): (readonly OperatorId[])[] {
  if (seats.length > 8) return [seats];
  const sets = Array.from({ length: 2 ** seats.length }, (_, set) => seats.filter((_, index) => (set >> index) & 1));
  const enough = sets.filter((set) => isMet(set.map(bitsOf)));
  const least = Math.min(...enough.map(({ length }) => length));
  return enough.filter(({ length }) => length === least);
}

/** Whether the people get a verdict: by their own keys, or by edits, which can make one key enough. */
export function canReach(goal: Goal, held: Held): boolean {
  if (held.edits !== null) return true;
  if (held.proposes === null) return false;
  const seats = seatsOf(goal, held);
  // If they can name somebody else as the requester, none of them loses a seat.
  const isFree = !goal.policy.denySelfApproval || goal.enabled.length > seats.length;
  return goal.needs.some(
    (need) =>
      seats.length >= need.quorum && need.isMet(seats.map(need.bitsOf)) && (isFree || wayOf(goal, held, need) !== null),
  );
}

/**
 * Whether operators meet a need. Groups are bits here, because every pair of people is judged for every case
 * (docs/decisions/powers.md); `meetsRequirements` in protocol/requirements.ts has the same rule for one request.
 */
export interface Fit {
  /** The required groups in which the operator is, as bits. */
  readonly bitsOf: (operator: OperatorId) => number;
  readonly isMet: (members: readonly number[]) => boolean;
}

function fitOf({ quorum, requires }: Pick<Need, 'quorum' | 'requires'>, groups: readonly PresentGroup[]): Fit {
  const bits = new Map<OperatorId, number>();
  for (const [index, { group }] of requires.entries()) {
    const { members = [] } = groups.find(({ id }) => id === group) ?? {};
    for (const member of members) bits.set(member, (bits.get(member) ?? 0) | (1 << index));
  }
  const subsets = Array.from({ length: 2 ** requires.length }, (_, subset) => ({
    subset,
    keys: requires.reduce((sum, { keys }, index) => sum + ((subset >> index) & 1) * keys, 0),
  }));
  return {
    bitsOf: (operator) => bits.get(operator) ?? 0,
    isMet: (members) => {
      if (members.length < quorum) return false;
      for (const { subset, keys } of subsets) {
        let available = 0;
        for (const member of members) if ((member & subset) !== 0) available++;
        if (available < keys) return false;
      }
      return true;
    },
  };
}
