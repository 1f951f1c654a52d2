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

/** Groups items by at most `size`, in order. */
export function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** Groups the first `atMost` items by at most `size`, in order. Each group is returned as soon as it is full. */
export async function* batchesOf<T>(
  all: AsyncIterable<T>,
  size: number,
  atMost: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let count = 0;
  for await (const one of all) {
    batch.push(one);
    count += 1;
    if (count === atMost) break;
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
