/** The totals of many schedules. */
import type { Ended } from './schedule';

export interface Summary {
  schedules: number;
  steps: number;
  readonly faults: Map<string, number>;
  readonly came: Map<string, number>;
  readonly startedAtMs: number;
}

export function newSummary(): Summary {
  return { schedules: 0, steps: 0, faults: new Map(), came: new Map(), startedAtMs: performance.now() };
}

export function addTo(summary: Summary, { steps, faults, came }: Pick<Ended, 'steps' | 'faults' | 'came'>): void {
  summary.schedules += 1;
  summary.steps += steps;
  for (const [fault, count] of faults) summary.faults.set(fault, (summary.faults.get(fault) ?? 0) + count);
  for (const what of came) summary.came.set(what, (summary.came.get(what) ?? 0) + 1);
}

export function printed({ schedules, steps, faults, came, startedAtMs }: Summary): string {
  const seconds = (performance.now() - startedAtMs) / 1000;
  const each = (map: ReadonlyMap<string, number>) => [...map].map(([what, count]) => `${what} ${count}`).join(', ');
  const injected = [...faults.values()].reduce((sum, count) => sum + count, 0);
  return [
    `${schedules} schedules, ${steps} steps, ${injected} faults, ${seconds.toFixed(0)} s`,
    `faults: ${each(faults)}`,
    `schedules that came so far: ${each(came)}`,
  ].join('\n');
}
