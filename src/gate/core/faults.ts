/** What is wrong with a value before any rule is judged: it has no digest, or people would be shown another one. */
import { isList } from './json';
import { isSafe } from './numbers';
import type { Fault, Json } from './types';

/** `argument` is the path to it. */
export function faultIn(value: Json): Fault | null {
  if (typeof value === 'number') return isSafe(value) ? null : { kind: 'unsafe_number', argument: '' };
  // A lone surrogate: RFC 8785 has no form for it, and it is shown as another character.
  if (typeof value === 'string') return value.isWellFormed() ? null : { kind: 'not_text', argument: '' };
  if (typeof value !== 'object' || value === null) return null;
  return isList(value) ? faultInList(value) : faultInMembers(value as { readonly [key: string]: Json });
}

/** With an index, because a list of a million bytes has half a million members. */
function faultInList(list: readonly Json[]): Fault | null {
  for (let index = 0; index < list.length; index += 1) {
    const fault = faultIn(list[index]!);
    if (fault !== null) return inside(String(index), fault);
  }
  return null;
}

function faultInMembers(members: { readonly [key: string]: Json }): Fault | null {
  for (const name of Object.keys(members)) {
    if (!name.isWellFormed()) return { kind: 'not_text', argument: '' };
    const fault = faultIn(members[name]!);
    if (fault !== null) return inside(name, fault);
  }
  return null;
}

const inside = (name: string, fault: Fault): Fault => ({
  ...fault,
  argument: fault.argument === '' ? name : `${name}.${fault.argument}`,
});
