/** One kind of activity in a world. Several of them run in one world at once. */
import type { Base } from './base';
import type { World } from './world';

export interface Part {
  /** The calls from outside. */
  live(): Promise<unknown>;
  /** Runs when no work is left and there are no more faults. */
  settle?(): Promise<void>;
  /** Runs after that, and only reads. */
  finish?(): Promise<void>;
  /** What must hold when all work is done, besides what must hold in every world. */
  violations(): readonly string[] | Promise<readonly string[]>;
  /** What happened. Empty if the part did not get far enough to interact with others. */
  came(): readonly string[];
}

export type MakePart = (world: World, base: Base) => Part;

/** Plays the parts in one world until it rests. Returns what is wrong then. */
export async function play(world: World, parts: readonly Part[]): Promise<readonly string[]> {
  try {
    await world.run(Promise.all(parts.map((part) => part.live())));
    await world.run(Promise.all(parts.map((part) => part.settle?.())));
    await world.run(Promise.all(parts.map((part) => part.finish?.())));
    return (await Promise.all(parts.map((part) => part.violations()))).flat();
  } catch (error) {
    return [`${error instanceof Error ? error.message : error}`];
  }
}

export function unless(holds: boolean, what: string, facts: unknown): string[] {
  return holds ? [] : [`${what}: ${JSON.stringify(facts)}`];
}
