/** Groups items by name, in the order in which the names first appear. */
export function grouped<T, Name>(all: readonly T[], by: (one: T) => Name): Map<Name, T[]> {
  const found = new Map<Name, T[]>();
  for (const one of all) {
    const name = by(one);
    const own = found.get(name);
    if (own === undefined) found.set(name, [one]);
    else own.push(one);
  }
  return found;
}
