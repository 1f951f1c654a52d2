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
