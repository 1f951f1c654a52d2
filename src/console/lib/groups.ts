/** Groups as pages show and edit them. */
import type { Schemas } from './schemas';

export type Member = Schemas['Membership'];
export type Group = Schemas['Group'];

/** "Finance 1 of 2, Security 0 of 1". Empty if nothing is required. */
export const progressText = (requirements: readonly Schemas['RequirementView'][]): string =>
  requirements.map(({ name, turned, keys }) => `${name} ${turned} of ${keys}`).join(', ');

/** `grp_finance_eu` from "Finance, EU". */
export function groupIdFrom(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '');
  return words === '' ? '' : `grp_${words.slice(0, 40)}`;
}

/** Everybody on a roster, each once. */
export function operatorsOnRoster(roster: readonly string[], groups: readonly Group[]): string[] {
  const members = new Map(groups.map((group) => [group.id, group.members.map(({ operator }) => operator)]));
  return [...new Set(roster.flatMap((id) => members.get(id) ?? [id]))];
}
