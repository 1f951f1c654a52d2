/**
 * Finds the fewest decisions that still break a promise. All decisions of a seed are recorded. Then kinds are left out, callers
 * leave earlier, and decisions are replaced by the ordinary one, first many at a time (ddmin of Zeller and Hildebrandt), as
 * long as the same promise is broken.
 */
import { dice } from '../linearizability/record';
import { type Kind, kindsOf, type ScheduleOptions } from './schedule';

/** A pasted scenario. `replayed` converts it for `runSchedule`. */
export interface Scenario {
  readonly kinds: readonly Kind[];
  readonly callersLeaveAfter: number;
  /** The decisions that differ from the ordinary one, by their position among all. */
  readonly decisions: Readonly<Record<number, number>>;
}

interface Played {
  readonly violations: readonly string[];
  /** Decisions of the scheduler. */
  readonly steps: number;
}

export type Play = (options: ScheduleOptions) => Promise<Played>;

export interface Shrunk extends Scenario {
  readonly violation: string;
  readonly steps: number;
  /** The steps of the schedule that was shrunk. */
  readonly before: number;
  /** How many schedules were played. */
  readonly played: number;
}

/** With this value, nothing fails, nobody waits, everybody who may act acts, and every clock is right. */
const ORDINARY = 0.5;

export function replayed({ decisions, ...options }: Scenario): ScheduleOptions {
  let at = 0;
  return { ...options, draw: () => decisions[at++] ?? ORDINARY };
}

export async function shrink(play: Play, seed: number): Promise<Shrunk> {
  const drawn: number[] = [];
  const original = dice(seed);
  const draw = () => {
    const value = original();
    drawn.push(value);
    return value;
  };
  const kinds = kindsOf(seed);
  const { violations, steps } = await play({ kinds, draw });
  if (violations[0] === undefined) throw new Error(`the schedule of seed ${seed} breaks no promise`);
  const start = { kinds, callersLeaveAfter: steps, decisions: { ...drawn } };
  const search = new Search(play, promiseOf(violations[0]), start, steps);
  // What was needed in the first round may not be needed in the second.
  for (let round = 0; round < 2; round++) {
    await search.toFewerKinds();
    await search.toFewerSteps();
    await search.toOrdinary();
  }
  return { ...search.best, violation: search.violation, steps: search.steps, before: steps, played: search.played };
}

/** A test that can be pasted into test/simulation. */
export function scenarioText({ kinds, callersLeaveAfter, decisions, violation }: Shrunk, seed: number): string {
  const listed = Object.entries(decisions).map(([at, value]) => `${at}: ${value}`);
  return [
    `// ${violation.slice(0, 160).replaceAll('\n', ' ')}`,
    `it('the schedule that seed ${seed} was shrunk to breaks no promise', async () => {`,
    '  const scenario = {',
    `    kinds: ${JSON.stringify(kinds).replaceAll('"', "'")} as const,`,
    `    callersLeaveAfter: ${callersLeaveAfter},`,
    `    decisions: { ${listed.join(', ')} },`,
    '  };',
    `  const { violations } = await runSchedule(await openBase(), deploy(), ${seed}, replayed(scenario));`,
    '  expect(violations).toEqual([]);',
    '});',
  ].join('\n');
}

/** The text of a violation without its facts. */
const promiseOf = (violation: string): string => violation.split(/[:{[\d]/, 1)[0]!.trim();

class Search {
  played = 0;
  violation = '';

  constructor(
    private readonly play: Play,
    private readonly promise: string,
    public best: Scenario,
    public steps: number,
  ) {}

  async toFewerKinds(): Promise<void> {
    for (const kind of this.best.kinds) await this.accepts({ kinds: this.best.kinds.filter((each) => each !== kind) });
  }

  /** Lets callers leave as early as possible while the promise is still broken. */
  async toFewerSteps(): Promise<void> {
    let [tooFew, enough] = [0, this.best.callersLeaveAfter];
    while (enough - tooFew > 1) {
      const callersLeaveAfter = (tooFew + enough) >> 1;
      // A promise that is broken only because callers leave shows no fault of the service.
      const isEnough = !(await this.breaksByLeaving(callersLeaveAfter)) && (await this.accepts({ callersLeaveAfter }));
      if (isEnough) enough = callersLeaveAfter;
      else tooFew = callersLeaveAfter;
    }
  }

  /** Replaces as many decisions as possible by the ordinary one. */
  async toOrdinary(): Promise<void> {
    for (let size = Math.ceil(this.places().length / 2); size >= 1; size >>= 1) await this.withoutParts(size);
    // A decision that was needed together with others may not be needed without them.
    for (let before = Number.POSITIVE_INFINITY; this.places().length < before; ) {
      before = this.places().length;
      await this.withoutParts(1);
    }
  }

  async accepts(change: Partial<Scenario>): Promise<boolean> {
    const scenario = { ...this.best, ...change };
    const { broken, steps } = await this.plays(scenario);
    if (broken === undefined) return false;
    [this.best, this.steps, this.violation] = [scenario, steps, broken];
    return true;
  }

  private async plays(scenario: Scenario) {
    this.played++;
    const { violations, steps } = await this.play(replayed(scenario));
    return { broken: violations.find((each) => promiseOf(each) === this.promise), steps };
  }

  private async breaksByLeaving(callersLeaveAfter: number): Promise<boolean> {
    const ordinary = { ...this.best, decisions: {} };
    if ((await this.plays({ ...ordinary, callersLeaveAfter })).broken === undefined) return false;
    return (await this.plays({ ...ordinary, callersLeaveAfter: Number.POSITIVE_INFINITY })).broken === undefined;
  }

  /** Begins at the end, because an early decision changes everything after it. */
  private async withoutParts(size: number): Promise<void> {
    const places = this.places();
    for (let end = places.length; end > 0; end -= size) {
      const without = new Set(places.slice(Math.max(0, end - size), end));
      const kept = this.places().filter((place) => !without.has(place));
      await this.accepts({ decisions: Object.fromEntries(kept.map((place) => [place, this.best.decisions[place]!])) });
    }
  }

  private places(): number[] {
    return Object.keys(this.best.decisions).map(Number);
  }
}
