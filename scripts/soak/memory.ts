/** The memory of the runners and of the gates while nobody kills them, judged by its slope. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sample, type Slope, slopeOf } from './slope';
import type { Row } from './table';

const MOST_MB_A_MINUTE = 3;
/** In a shorter time, a process that was just started still compiles its code. */
const LEAST_MS = 90_000;
const EVERY_MS = 2000;

/** A process that can be killed and started again. */
interface Watched {
  readonly name: string;
  readonly live: boolean;
  readonly current: { readonly pid?: number | undefined };
}

export class Memory {
  private readonly samples = new Map<string, Sample[]>();
  private readonly timer: NodeJS.Timeout;
  private mostMb = 0;
  private judgedFromMs = Number.POSITIVE_INFINITY;
  private judgedForMs = 0;

  /** `folder`: where the processes write what they keep (collect.cjs). */
  constructor(
    private readonly folder: string,
    private readonly watched: () => readonly Watched[],
  ) {
    this.timer = setInterval(() => {
      for (const each of watched()) if (each.live) this.sample(each);
    }, EVERY_MS);
  }

  private sample({ name, current }: Watched): void {
    this.mostMb = Math.max(this.mostMb, rssMb(current.pid!));
    const kept = keptMb(join(this.folder, String(current.pid)));
    if (kept === 0 || Date.now() < this.judgedFromMs) return;
    of(this.samples, name, () => []).push({ atMs: Date.now(), value: kept });
  }

  /** What came before is starting. From now on, nobody is killed. */
  judgeFromNow(): void {
    this.judgedFromMs = Date.now();
  }

  stop(): void {
    clearInterval(this.timer);
    this.judgedForMs = Math.max(0, Date.now() - this.judgedFromMs);
  }

  judged(): Row {
    const isLong = this.judgedForMs >= LEAST_MS;
    const slopes = this.watched().map(({ name }) => {
      const samples = this.samples.get(name) ?? [];
      return { name, slope: samples.length < 3 ? null : slopeOf(samples) };
    });
    const seen = slopes.map(({ name, slope }) => `${name} ${slope === null ? 'not measured' : textOf(slope)}`);
    return {
      what: `memory that a process keeps, in MB a minute with its 95 % interval: not surely above ${MOST_MB_A_MINUTE}`,
      seen: `${seen.join(', ')}${isLong ? '' : ' (too short a time to judge)'}; the system saw at most ${this.mostMb.toFixed(0)} MB`,
      broken: isLong ? slopes.flatMap(({ name, slope }) => wrongIn(name, slope)) : null,
    };
  }
}

function wrongIn(name: string, slope: Slope | null): string[] {
  if (slope === null) return [`memory: ${name} could not be measured`];
  const { from } = slope;
  return from > MOST_MB_A_MINUTE ? [`memory: ${name} grows by more than ${from.toFixed(2)} MB a minute`] : [];
}

/** Samples that follow one another too closely say nothing about the line. */
function textOf({ perMinute, from, to }: Slope): string {
  const interval = Number.isFinite(to) ? `${from.toFixed(1)} to ${to.toFixed(1)}` : 'no interval';
  return `${perMinute.toFixed(1)} (${interval})`;
}

/** 0 if the process has not written it yet. */
function keptMb(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) / 1024 / 1024 : 0;
}

/** The value of this name, made at the first time. */
function of<Value>(map: Map<string, Value>, name: string, made: () => Value): Value {
  const value = map.get(name) ?? made();
  map.set(name, value);
  return value;
}

/** 0 after the process has ended. */
function rssMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
