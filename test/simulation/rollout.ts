/**
 * The shards of the organizations' lists in a world, and deployments that change them: each instance gets the next setting
 * between two invocations, and the next deployment begins when all of them have it (docs/deploy.md#busy-organizations).
 */
import type { BusyOrganizations, Shards } from '../../src/adapters/dynamodb/busy-organizations';
import { DEMO_ORG, FOUR_EYES_ORG, OTHER_ORG } from '../../src/local/demo';
import { dice } from '../linearizability/record';
import type { Instance } from './instances';

export type Plan = readonly Shards[];

export const shards = (written: number, read: number): Shards => ({ shards: written, readShards: read });
const NONE = shards(1, 1);

/** From the beginning; raised; lowered and raised again. Each change is made in two steps. */
export const PLANS: readonly Plan[] = [
  [shards(4, 4)],
  [NONE, shards(1, 4), shards(4, 4)],
  [shards(4, 4), shards(2, 4), shards(2, 6), shards(6, 6)],
];

/** In four of seven schedules, the organizations have no shards. */
export const planOf = (seed: number): Plan => PLANS[(seed % 7) - 2] ?? [NONE];

export class Rollout {
  private stage = 0;
  private readonly settled = new Map<Instance, number>();
  private readonly draw: () => number;
  private readonly rate: number;

  constructor(
    private readonly plan: Plan,
    private readonly instances: readonly Instance[],
    seed: number,
  ) {
    // Draws of its own: the others of the same seed stay as they were.
    this.draw = dice(seed ^ 0x5eed);
    this.rate = 0.05 + this.draw() * 0.3;
  }

  /** Perhaps one instance gets the setting of the deployment that is going on. */
  step(): void {
    if (this.draw() > this.rate) return;
    const behind = this.instances.filter((instance) => this.stageOf(instance) < this.stage);
    const next = behind.find(({ busy }) => !busy);
    if (next !== undefined) this.settled.set(next, this.stage);
    else if (behind.length === 0 && this.stage < this.plan.length - 1) this.stage++;
  }

  /** Undefined as long as the deployment names no organization. */
  of(instance: Instance): BusyOrganizations | undefined {
    return listed(this.plan[this.stageOf(instance)]!);
  }

  /** The settings that instances have now. */
  inUse(): readonly (BusyOrganizations | undefined)[] {
    return [...new Set(this.instances.map((instance) => this.stageOf(instance)))].map((at) => listed(this.plan[at]!));
  }

  /** Whether the last of several settings is everywhere. */
  hasChanged(): boolean {
    return this.plan.length > 1 && this.instances.every((instance) => this.stageOf(instance) === this.plan.length - 1);
  }

  private stageOf(instance: Instance): number {
    return this.settled.get(instance) ?? 0;
  }
}

const listed = (setting: Shards): BusyOrganizations | undefined =>
  setting.readShards === 1
    ? undefined
    : new Map([DEMO_ORG, OTHER_ORG, FOUR_EYES_ORG].map((org) => [org as string, setting]));
