/** Groups as pages show and edit them. */
import type { Schemas } from './schemas';

export type Group = Schemas['Group'];

/** "Finance 1 of 2, Security 0 of 1". Empty if nothing is required. */
export const progressText = (requirements: readonly Schemas['RequirementView'][]): string =>
  requirements.map(({ name, turned, keys }) => `${name} ${turned} of ${keys}`).join(', ');

/** Times as their fields hold them, in local time; empty for none. */
export interface MemberDraft {
  readonly operator: string;
  readonly starts: string;
  readonly ends: string;
}

export const memberDraft = ({ operator, starts_at, ends_at }: Group['members'][number]): MemberDraft => ({
  operator,
  starts: fieldOf(starts_at),
  ends: fieldOf(ends_at),
});

export const memberOf = ({ operator, starts, ends }: MemberDraft): Schemas['Membership'] => ({
  operator,
  starts_at: instantOf(starts),
  ends_at: instantOf(ends),
});

/** `2026-12-24T18:00` in the zone of the browser, as a field of the type `datetime-local` has it. */
export function fieldOf(ms: number | null): string {
  if (ms === null) return '';
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const instantOf = (text: string): number | null => (text === '' ? null : new Date(text).getTime());

/** `grp_finance_eu` from "Finance, EU". */
export function groupIdFrom(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return words === '' ? '' : `grp_${words.slice(0, 40)}`;
}

/** Everybody on a roster, each once. */
export function peopleIn(roster: readonly string[], groups: readonly Group[]): string[] {
  const members = new Map(groups.map((group) => [group.id, group.members.map(({ operator }) => operator)]));
  return [...new Set(roster.flatMap((id) => members.get(id) ?? [id]))];
}
