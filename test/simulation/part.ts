/** One kind of thing that happens in a world, beside others. */
import type { Base } from './base';
import type { World } from './world';

export interface Part {
  /** Callers from outside. */
  live(): Promise<unknown>;
  /** What is still done when nothing is left to hand over, and nothing goes wrong any more. */
  settle?(): Promise<void>;
  /** What is read after that. It changes nothing. */
  finish?(): Promise<void>;
  /** What must hold when all work is done, besides what must hold in every world. */
  violations(): readonly string[] | Promise<readonly string[]>;
  /** What happened. Nothing: it did not come so far that others could meet it. */
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
