import type { World } from './world';

/** What was written by the real code, and the complete entry that must be in it. */
export type Step<Entry> = readonly [made: (world: World) => readonly Entry[] | Promise<readonly Entry[]>, entry: Entry];
