import type { Caller } from '../rules/caller';

/** What a condition or a filter says for a caller that is limited to actions. Null for every other caller. */
export function ofActions({ actions }: Caller) {
  if (actions === null) return null;
  const values = Object.fromEntries(actions.map((action, index) => [`:action${index}`, action]));
  const clauses = Object.keys(values).map((value) => `#action = ${value}`);
  return { clause: `(${clauses.join(' OR ')})`, names: { '#action': 'action' }, values };
}
