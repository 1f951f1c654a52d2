/** Several sorted lists as one, without reading more of them than is asked for. */

/**
 * In the order of `compare`; of equal items, the one of the earlier list is first. All lists begin at the same time. After
 * that, a list is only read further when its item was taken.
 */
export async function* merged<T>(
  lists: readonly AsyncIterator<T>[],
  compare: (a: T, b: T) => number,
): AsyncGenerator<T> {
  const heads = await Promise.all(lists.map((list) => list.next()));
  for (;;) {
    let first: number | null = null;
    for (const [index, head] of heads.entries()) {
      if (head.done === true) continue;
      const best = first === null ? undefined : heads[first]!;
      if (best === undefined || compare(head.value, best.value as T) < 0) first = index;
    }
    if (first === null) return;
    yield heads[first]!.value as T;
    heads[first] = await lists[first]!.next();
  }
}

/** Each key once. An entry that moves between two partitions may be seen in both. */
export async function* onceEach<T>(all: AsyncIterable<T>, keyOf: (one: T) => string): AsyncGenerator<T> {
  const seen = new Set<string>();
  for await (const one of all) {
    const key = keyOf(one);
    if (seen.has(key)) continue;
    seen.add(key);
    yield one;
  }
}

/** How many items the first page of each of `lists` has: its share of `wanted`, and some more, because shares differ. */
export function firstPage(wanted: number, lists: number): number {
  const share = wanted / lists;
  return Math.min(wanted, Math.ceil(share + 2 * Math.sqrt(share) + 1));
}
