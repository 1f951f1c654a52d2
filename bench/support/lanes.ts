/** How many calls of each contender are in flight. */
export const WIDTH = 8;

/** Calls `act` with 0 … count - 1, `width` of them at a time. */
export async function inLanes(count: number, width: number, act: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
