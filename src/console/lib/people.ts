/** The operators of the organization, and which of them a page of the list shows. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../generated/limits';
import { answer, api } from './api';
import type { Group } from './groups';
import { readAll } from './lists';
import type { Schemas } from './schemas';

export type Access = Schemas['OperatorAccessList']['operators'][number];

/** A name rarely changes. An id without a name is shown as it is. */
export const NAMES_KEPT_MS = 10 * 60_000;

export const OPERATOR_ACCESS = ['operator-access'] as const;

/** All operators in one call, whose answer every page keeps. An edit of an operator makes it outdated. */
export const EVERYBODY = queryOptions({
  queryKey: ['operators', 'everybody'],
  queryFn: () => answer(api.GET('/api/operators', { params: { query: { limit: LIMITS.operators.max } } })),
  staleTime: NAMES_KEPT_MS,
});

/** Separate from the list of operators: every page needs the names, but only one page needs this. */
export const useAccess = () =>
  useQuery({ queryKey: OPERATOR_ACCESS, queryFn: () => answer(api.GET('/api/operator-access')) });

export const useGroups = () =>
  useQuery({
    queryKey: ['groups', 'all'],
    queryFn: async () => {
      const pages = await readAll((query) => answer(api.GET('/api/groups', { params: { query } })));
      return pages.flatMap(({ groups }) => groups);
    },
  });

export interface PeopleFilter {
  readonly text: string;
  readonly role: '' | Schemas['Operator']['role'];
  /** The id of a group. */
  readonly group: string;
  readonly special: '' | Special;
}

/** The filters by which an admin finds operators. */
export const SPECIALS = {
  never: { label: 'Never signed in', fits: (access: Access) => access.last_sign_in_at === null },
  'no-passkey': { label: 'No passkey', fits: (access: Access) => access.passkeys === 0 },
} as const;
export type Special = keyof typeof SPECIALS;

export const PEOPLE_A_PAGE = 50;

type Operators = readonly Schemas['Operator'][];
type AccessOf = ReadonlyMap<string, Access>;

type GroupsOf = ReadonlyMap<string, readonly Group[]>;

/** The groups in which an operator counts now. */
export function groupsByOperator(groups: readonly Group[]): GroupsOf {
  const found = new Map<string, Group[]>();
  for (const group of groups) {
    for (const { operator, counts } of group.members) {
      if (counts) found.set(operator, [...(found.get(operator) ?? []), group]);
    }
  }
  return found;
}

export function filtered(
  operators: Operators,
  access: AccessOf,
  groupsOf: GroupsOf,
  { text, role, group, special }: PeopleFilter,
): Operators {
  const wanted = text.trim().toLowerCase();
  return operators
    .filter(({ id, name, email }) => [id, name, email].some((held) => held.toLowerCase().includes(wanted)))
    .filter((operator) => role === '' || operator.role === role)
    .filter(({ id }) => group === '' || groupsOf.get(id)?.some((each) => each.id === group))
    .filter((operator) => special === '' || isSpecial(operator, access, special));
}

export const countSpecial = (operators: Operators, access: AccessOf, special: Special): number =>
  operators.filter((operator) => isSpecial(operator, access, special)).length;

/** Somebody who is disabled cannot sign in, and needs no passkey. */
function isSpecial({ id, enabled }: Schemas['Operator'], access: AccessOf, special: Special): boolean {
  const own = access.get(id);
  return enabled && own !== undefined && SPECIALS[special].fits(own);
}
