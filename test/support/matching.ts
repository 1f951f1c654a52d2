/** Judges a policy with requirements by brute force: tries every way to give each person one of the keys. */

export interface Needed {
  readonly group: string;
  readonly keys: number;
}

export interface Person {
  readonly operator: string;
  readonly groups: readonly string[];
}

/** Whether each person can take one key, or none, so that no key is left over. */
export function canTakeAll(needed: readonly Needed[], people: readonly Person[]): boolean {
  const keys = needed.flatMap(({ group, keys: count }) => Array.from({ length: count }, () => group));
  return fill(keys, people);
}

function fill([group, ...others]: readonly string[], people: readonly Person[]): boolean {
  if (group === undefined) return true;
  return people.some(
    (person, index) =>
      person.groups.includes(group) &&
      fill(
        others,
        people.filter((_, other) => other !== index),
      ),
  );
}
