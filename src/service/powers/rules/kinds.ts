/**
 * People of one kind are interchangeable for a goal: what they can do, alone and with anybody else, is the same. So an
 * organization of 1,000 operators is judged by a few of them (docs/decisions/powers.md).
 */
import type { OperatorId } from '../../../protocol/identifiers';
import { isEnabledAdmin } from '../../configuration/rules/rule';
import type { Organization, Person } from '../../policy/rules/organization';
import { canReach, closureOf, type Goal } from './closure';

export interface KindsFor {
  /** Everybody who alone can reach the goal. */
  readonly able: readonly Person[];
  /** Who cannot, and can do something, by their kind. */
  readonly others: ReadonlyMap<string, readonly Person[]>;
  /** Whether two people of `others`, of these kinds, can reach it together. */
  readonly canTogether: (one: string, other: string) => boolean;
}

export function kindsFor(organization: Organization, goal: Goal, people: readonly Person[]): KindsFor {
  const kindOf = kindsOf(organization, goal);
  const kinds = new Map<string, Person[]>();
  for (const person of people) {
    const kind = kindOf(person);
    const found = kinds.get(kind);
    if (found !== undefined) found.push(person);
    else if (kind !== NOTHING) kinds.set(kind, [person]);
  }
  const reach = (...group: readonly Person[]): boolean => canReach(goal, closureOf(organization, group));
  const able = new Set([...kinds].filter(([, [one]]) => reach(one!)).flatMap(([, all]) => all));
  const others = new Map([...kinds].filter(([, [one]]) => !able.has(one!)));
  const judged = new Map<string, boolean>();
  return {
    able: people.filter((person) => able.has(person)),
    others,
    canTogether: (one, other) => {
      const name = [one, other].sort().join(' + ');
      const can = judged.get(name) ?? reach(others.get(one)![0]!, others.get(other)!.at(-1)!);
      judged.set(name, can);
      return can;
    },
  };
}

/** No seat, no API key and no admin: nobody can do more with them than alone. */
const NOTHING = '';

/** Everything that `closureOf` and `canReach` read of a person. */
function kindsOf({ keys, inBootstrap, signers }: Organization, { asked, needs }: Goal): (person: Person) => string {
  const isAnybodys = keys.some(({ holder }) => holder === null);
  const holders = new Set(keys.map(({ holder }) => holder));
  // A disabled operator may hold an API key, and do nothing else.
  const holds = ({ operators }: Person) => !isAnybodys && operators.some(({ id }) => holders.has(id));
  const seatOf = (id: OperatorId) => (asked.has(id) ? `seat ${needs.map(({ bitsOf }) => bitsOf(id)).join()}` : '');
  return (person) => {
    const accounts = person.operators
      .filter(({ enabled }) => enabled)
      .map((account) => [isEnabledAdmin(account) ? 'admin' : '', seatOf(account.id), account] as const)
      .filter(([admin, seat]) => admin !== '' || seat !== '')
      .map(([admin, seat, { id }]) => `${admin} ${seat} ${inBootstrap || signers.has(id) ? 'signs' : ''}`)
      .sort();
    return [...(holds(person) ? ['key'] : []), ...accounts].join('; ');
  };
}
