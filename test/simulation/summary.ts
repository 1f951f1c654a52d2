/** The totals of many schedules. */
import { type Ended, KIND_NAMES, type Kind } from './schedule';
import { FAULTS } from './world';

export interface Summary {
  schedules: number;
  steps: number;
  readonly faults: Map<string, number>;
  readonly came: Map<string, number>;
  /** In how many schedules two kinds met, by their names. */
  readonly pairs: Map<string, number>;
  readonly startedAtMs: number;
}

/** How often each pair of kinds must meet in a million schedules. */
const MEETINGS = 1000;
const FULL = 1_000_000;
/** In this many schedules, everything that is expected happens. */
const ENOUGH = FULL / MEETINGS;

/** A simulation without these things would prove little. */
const WANTED = [
  'read authorized',
  'read denied',
  'claimed again',
  'reported',
  'change made',
  'warned',
  'signed by a quorum',
  'passkey removed',
  'display edited',
  'authorized by groups',
  'nobody was left',
  'made after a membership ended',
  'operator disabled',
  'taken back by its program',
  'stopped',
  'reported after a stop',
  'integration stopped',
  'claimed by its team',
  'limit changed',
  'code pushed',
  'device removed',
  'device ended',
  'hourly attempts among faults',
  'hourly attempts started again',
];

export function newSummary(): Summary {
  const pairs = new Map(allPairs().map((pair) => [pair, 0]));
  return { schedules: 0, steps: 0, faults: new Map(), came: new Map(), pairs, startedAtMs: performance.now() };
}

export function addTo(
  summary: Summary,
  { steps, faults, came, met }: Pick<Ended, 'steps' | 'faults' | 'came' | 'met'>,
): void {
  summary.schedules += 1;
  summary.steps += steps;
  const add = (map: Map<string, number>, what: string, count = 1) => map.set(what, (map.get(what) ?? 0) + count);
  for (const [fault, count] of faults) add(summary.faults, fault, count);
  for (const what of new Set(came)) add(summary.came, what);
  for (const pair of pairsOf(met)) add(summary.pairs, pair);
}

/** The pairs that met too rarely for a run of this size; a full run fails then. */
export function rarePairs({ pairs, schedules }: Summary): {
  readonly rare: readonly string[];
  readonly isFull: boolean;
} {
  const wanted = (schedules * MEETINGS) / FULL;
  return {
    rare: [...pairs].filter(([, count]) => count < wanted).map(([pair, count]) => `${pair} ${count}`),
    isFull: schedules >= FULL,
  };
}

/** What is expected in a run of this size and did not happen. */
export function neverCame({ schedules, came, faults }: Summary): readonly string[] {
  if (schedules < ENOUGH) return [];
  return [...WANTED.filter((what) => !came.has(what)), ...FAULTS.filter((fault) => !faults.has(fault))];
}

/** One line for a run that is too small for every pair to meet. */
export function printed(summary: Summary): string {
  const { schedules, steps, faults, came, pairs, startedAtMs } = summary;
  const seconds = (performance.now() - startedAtMs) / 1000;
  const each = (map: ReadonlyMap<string, number>) => [...map].map(([what, count]) => `${what} ${count}`).join(', ');
  const injected = [...faults.values()].reduce((sum, count) => sum + count, 0);
  const rarest = [...pairs].sort(([, a], [, b]) => a - b).slice(0, 5);
  const first = `${schedules} schedules, ${steps} steps, ${injected} faults, ${seconds.toFixed(0)} s`;
  if (schedules < ENOUGH) return first;
  return [
    first,
    `faults: ${each(faults)}`,
    `schedules that came so far: ${each(came)}`,
    `${pairs.size} pairs of kinds; those that met least: ${each(new Map(rarest))}`,
    `too rarely for ${schedules} schedules: ${rarePairs(summary).rare.join(', ') || 'none'}`,
    `never: ${neverCame(summary).join(', ') || 'none of what is wanted'}`,
  ].join('\n');
}

const allPairs = (): string[] => pairsOf(KIND_NAMES);

function pairsOf(kinds: readonly Kind[]): string[] {
  const ordered = KIND_NAMES.filter((kind) => kinds.includes(kind));
  return ordered.flatMap((one, at) => ordered.slice(at + 1).map((other) => `${one} + ${other}`));
}
