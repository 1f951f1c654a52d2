/** One shortest list of steps to a verdict (docs/decisions/powers.md). */
import { LIMITS } from '../../../../generated/limits';
import type { ActionId, OperatorId } from '../../../protocol/identifiers';
import type { EditOf } from '../../administration/rules/edits';
import type { Policy } from '../../policy/rules/policy';
import type { Need } from './cases';
import { type Goal, type Held, wayOf } from './closure';
import type { Step } from './powers';

/** Null if the people cannot get a verdict. */
export function stepsTo(goal: Goal, held: Held): readonly Step[] | null {
  const lists = goal.needs
    .flatMap((need) => [ownKeys(goal, held, need), byEdits(goal, held, need)])
    .filter((steps) => steps !== null);
  return lists.length === 0 ? null : lists.reduce((best, steps) => (steps.length < best.length ? steps : best));
}

function ownKeys(goal: Goal, held: Held, need: Goal['needs'][number]): readonly Step[] | null {
  const { policy } = goal;
  const way = wayOf(goal, held, need);
  const request = way === null ? null : requestBy(policy.id, held, need, way.requester);
  if (way === null || request === null) return null;
  const signing = policy.turn === 'code' ? [] : way.turns.flatMap((id) => held.signs.get(id) ?? []);
  return distinct([...signing, ...request, ...way.turns.map((by): Step => ({ kind: 'turn', by }))]);
}

/** One edit after which one key is enough. */
function byEdits({ policy, enabled, asked }: Goal, held: Held, need: Need): readonly Step[] | null {
  const turner = held.accounts.find(({ id }) => asked.has(id)) ?? held.accounts[0];
  if (held.edits === null || turner === undefined) return null;
  const other = enabled.find((id) => id !== turner.id) ?? turner.id;
  const requester = policy.denySelfApproval ? other : turner.id;
  const loose = loosened(policy, need, {
    turner: turner.id,
    name: turner.name,
    isAsked: asked.has(turner.id),
    requester,
  });
  const request = requestBy(policy.id, held, { ...need, selected: null }, requester);
  if (request === null) return null;
  const edited = editBy(held.edits, { kind: 'put_action', policy: loose.policy }, loose.words);
  return distinct([...edited, ...request, { kind: 'turn', by: turner.id }]);
}

function requestBy(action: ActionId, held: Held, need: Need, requester: OperatorId): readonly Step[] | null {
  const { params, selected } = need;
  const propose = { kind: 'propose', action, requester, params, selected } as const;
  if (held.proposes !== null) return [{ ...propose, by: held.proposes.by, key: held.proposes.key }];
  if (held.edits === null) return null;
  const { by, approver } = held.edits;
  const made = editBy(held.edits, { kind: 'create_key', name: 'new', scopes: ['propose'] }, 'create an API key');
  return [...made, ...(approver === null ? [] : [{ kind: 'collect', by } as const]), { ...propose, by, key: null }];
}

function editBy(
  { by, approver, steps }: NonNullable<Held['edits']>,
  edit: EditOf<'put_action' | 'create_key'>,
  words: string,
): readonly Step[] {
  const made = { kind: 'edit', by, edit, words, waits: approver !== null } as const;
  return approver === null ? [made] : [...steps, made, { kind: 'approve', by: approver }];
}

interface Turner {
  readonly turner: OperatorId;
  readonly name: string;
  readonly isAsked: boolean;
  readonly requester: OperatorId;
}

/** The policy with which the turner's key alone is enough for this case, and what that edit does. */
function loosened(policy: Policy, need: Need, { turner, name, isAsked, requester }: Turner) {
  const { version: _version, requires, ...kept } = policy;
  const isOwn = policy.denySelfApproval && requester === turner;
  const dropsRules = need.isByRule && (need.quorum > 1 || need.requires.length > 0);
  const quorum = { ...policy.quorum, default: 1, min: 1 };
  const words = [
    ...(policy.quorum.default > 1 ? ['lower the quorum to 1'] : []),
    ...(requires === undefined ? [] : ['drop its requirements']),
    ...(dropsRules ? ['drop its rules'] : []),
    ...(isAsked ? [] : [`ask ${name}`]),
    ...(policy.turn === 'code' ? [] : ['let a code be enough']),
    ...(isOwn ? ['allow self approval'] : []),
  ];
  const roster = isAsked ? policy.roster : [turner, ...policy.roster.slice(0, LIMITS.roster.max - 1)];
  const edited: Omit<Policy, 'version'> = {
    ...kept,
    roster,
    quorum,
    paramRules: dropsRules ? [] : policy.paramRules,
    turn: 'code',
    denySelfApproval: policy.denySelfApproval && !isOwn,
  };
  return { policy: edited, words: listed(words) };
}

function distinct(steps: readonly Step[]): readonly Step[] {
  const prepared = (step: Step) => step.kind === 'enrol' || step.kind === 'countersign';
  return steps.filter(
    (step, index) =>
      !prepared(step) || steps.findIndex((other) => JSON.stringify(other) === JSON.stringify(step)) === index,
  );
}

const listed = (all: readonly string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
