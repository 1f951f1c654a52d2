/** The memory of both runners while nobody kills them, judged by its slope. */
import { readFileSync } from 'node:fs';
import type { Instances } from './instances';
import { type Sample, slopeOf } from './slope';

/** A runner keeps each message, delivery and audit entry of its demo on disk and some of them in memory. */
export const MOST_MB_A_MINUTE = 3;
const EVERY_MS = 1000;

export class Memory {
  private readonly samples = new Map<number, Sample[]>();
  private readonly timer: NodeJS.Timeout;
  private mostMb = 0;
  private judgedFromMs = Number.POSITIVE_INFINITY;

  constructor(instances: Instances) {
    this.timer = setInterval(() => {
      for (const { current, live } of instances.all) {
        const value = live ? rssMb(current.pid) : 0;
        this.mostMb = Math.max(this.mostMb, value);
        if (value > 0 && Date.now() >= this.judgedFromMs) this.of(current.pid).push({ atMs: Date.now(), value });
      }
    }, EVERY_MS);
  }

  /** What came before is starting. */
  judgeFromNow(): void {
    this.judgedFromMs = Date.now();
  }

  stop(): void {
    clearInterval(this.timer);
    this.judgedFromMs = Number.POSITIVE_INFINITY;
  }

  judged(): { readonly told: string; readonly faults: readonly string[] } {
    const slopes = [...this.samples.values()].filter(({ length }) => length >= 30).map(slopeOf);
    const told = slopes.map(
      ({ perMinute, from, to }) => `${perMinute.toFixed(2)} MB a minute (${from.toFixed(2)} to ${to.toFixed(2)})`,
    );
    return {
      told: `memory of the runners: ${told.join(' and ')}; at most ${this.mostMb.toFixed(0)} MB`,
      faults: [
        ...(slopes.length < 2 ? ['memory: too few samples to judge its slope'] : []),
        ...slopes
          .filter(({ from }) => from > MOST_MB_A_MINUTE)
          .map(({ from }) => `memory: it grows by more than ${from.toFixed(2)} MB a minute`),
      ],
    };
  }

  private of(pid: number): Sample[] {
    const known = this.samples.get(pid) ?? [];
    this.samples.set(pid, known);
    return known;
  }
}

/** 0 after the process has ended. */
function rssMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
