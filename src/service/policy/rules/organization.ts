/** What the answer "can one person do it?" is computed from (docs/decisions/powers.md). */
import type { ActionId, ApiKeyId, OperatorId } from '../../../protocol/identifiers';
import type { Operator } from '../../configuration/rules/items';
import { isEnabledAdmin, isRuleOn } from '../../configuration/rules/two-admins';
import type { PresentGroup } from './groups';
import type { Policy, TurnNeeds } from './policy';

export type Account = Pick<Operator, 'id' | 'name' | 'role' | 'enabled' | 'samePerson'>;

/** An API key that can create requests now. */
export interface ProposingKey {
  readonly id: ApiKeyId;
  readonly name: string;
  /** Who holds its token, as admins named them. Null counts as anybody. */
  readonly holder: OperatorId | null;
  /** The only actions that it can propose. Null: every action. */
  readonly actions: readonly ActionId[] | null;
}

/** The configuration at one instant. */
export interface Organization {
  readonly operators: readonly Account[];
  /** Whether changes need a second admin (service/configuration/rules/two-admins.ts). */
  readonly ruleIsOn: boolean;
  readonly changesTurn: TurnNeeds;
  /** In the bootstrap, every signing key signs. */
  readonly inBootstrap: boolean;
  /** Operators who have a key whose signature counts now. */
  readonly signers: ReadonlySet<OperatorId>;
  readonly policies: readonly Policy[];
  readonly groups: readonly PresentGroup[];
  readonly keys: readonly ProposingKey[];
}

/** A person, and every account that belongs to them. */
export interface Person {
  /** The first of their accounts. */
  readonly id: OperatorId;
  readonly operators: readonly Account[];
}

/** A disabled operator is a person too: they may hold an API key. */
export function peopleIn({ operators }: Organization): Person[] {
  const parent = new Map(operators.map(({ id }) => [id, id]));
  const rootOf = (id: OperatorId): OperatorId => {
    const up = parent.get(id) ?? id;
    return up === id ? id : rootOf(up);
  };
  for (const { id, samePerson } of operators)
    if (samePerson != null && parent.has(samePerson)) parent.set(rootOf(id), rootOf(samePerson));
  const people = new Map<OperatorId, Account[]>();
  for (const account of operators) {
    const root = rootOf(account.id);
    people.set(root, [...(people.get(root) ?? []), account]);
  }
  return [...people.values()]
    .map((accounts) => accounts.sort((one, other) => (one.id < other.id ? -1 : 1)))
    .map((accounts) => ({ id: accounts[0]!.id, operators: accounts }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The accounts with which these people can do something. */
export const accountsOf = (people: readonly Person[]): readonly Account[] =>
  people.flatMap(({ operators }) => operators.filter(({ enabled }) => enabled));

export const adminsOf = (people: readonly Person[]): readonly Account[] => accountsOf(people).filter(isEnabledAdmin);

export const pairsOf = (people: readonly Person[]): (readonly [Person, Person])[] =>
  people.flatMap((one, index) => people.slice(index + 1).map((other) => [one, other] as const));

/** The organization with these accounts, new or changed. */
export function withOperators(organization: Organization, changed: readonly Account[]): Organization {
  const operators = changed.reduce(replaced, organization.operators);
  return { ...organization, operators, ruleIsOn: isRuleOn(organization.ruleIsOn, operators) };
}

export function replaced<T extends { readonly id: string }>(all: readonly T[], one: T): T[] {
  return all.some(({ id }) => id === one.id) ? all.map((each) => (each.id === one.id ? one : each)) : [...all, one];
}
