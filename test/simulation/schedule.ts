/** One schedule: a few kinds of activity at once in a world with faults, and then the checks of all of them. */
import { dice } from '../linearizability/record';
import { Administrators } from './administration';
import { RacingAdmins } from './admins';
import type { Base } from './base';
import { Chat } from './chat';
import { CompanySignIn } from './company';
import { Devices } from './devices';
import { EndpointEdits } from './endpoint-edits';
import { Endpoints } from './endpoints';
import { DocumentKeepers } from './evidence';
import { Follower } from './feed';
import { Flood } from './flood';
import { Gates } from './gate';
import { Heads } from './heads';
import { Hours } from './hours';
import type { Deployment } from './instances';
import { Integration } from './integration';
import { type Observed, violations } from './invariants';
import { Workers } from './lists';
import { type MakePart, type Part, play } from './part';
import { People } from './people';
import { Questions } from './questions';
import { SigningWorker } from './receipts';
import { Restore } from './restore';
import { Rotation } from './rotation';
import { Stops } from './stops';
import { Teams } from './teams';
import { type Fault, World, type WorldOptions } from './world';

/** The kinds of activity. Their weights give each about the same processor time. */
const KINDS = {
  codes: { weight: 6, make: (world, base) => new People(world, base, 'codes') },
  signed: { weight: 5, make: (world, base) => new People(world, base, 'signed') },
  groups: { weight: 6, make: (world, base) => new People(world, base, 'groups') },
  four_eyes: { weight: 8, make: (world, base) => new Administrators(world, base) },
  admins: { weight: 10, make: (world, base) => new RacingAdmins(world, base) },
  questions: { weight: 7, make: (world, base) => new Questions(world, base) },
  endpoints: { weight: 6, make: (world, base) => new Endpoints(world, base, { requests: 1, hours: drawn(world) }) },
  endpoint_edits: { weight: 8, make: (world, base) => new EndpointEdits(world, base) },
  hours: { weight: 8, make: (world, base) => new Hours(world, base) },
  feed: { weight: 10, make: (world, base) => new Follower(world, base) },
  heads: { weight: 32, make: (world, base) => new Heads(world, base) },
  restore: { weight: 11, make: (world, base) => new Restore(world, base) },
  chat: { weight: 28, make: (world, base) => new Chat(world, base) },
  lists: { weight: 6, make: (world, base) => new Workers(world, base) },
  evidence: { weight: 7, make: (world, base) => new DocumentKeepers(world, base) },
  rotation: { weight: 7, make: (world, base) => new Rotation(world, base) },
  teams: { weight: 9, make: (world, base) => new Teams(world, base) },
  receipts: { weight: 11, make: (world, base) => new SigningWorker(world, base) },
  stops: { weight: 7, make: (world, base) => new Stops(world, base) },
  integration: { weight: 16, make: (world, base) => new Integration(world, base) },
  company: { weight: 12, make: (world, base) => new CompanySignIn(world, base) },
  devices: { weight: 8, make: (world, base) => new Devices(world, base) },
  gate: { weight: 6, make: (world, base) => new Gates(world, base) },
  // Only every second flood mails a combined mail.
  flood: { weight: 11, make: (world, base) => new Flood(world, base) },
} as const satisfies Readonly<Record<string, { readonly weight: number; readonly make: MakePart }>>;

export type Kind = keyof typeof KINDS;
/** Those that need a request of others first, or propose nothing in their organization. */
const WITHOUT_REQUESTS: ReadonlySet<Kind> = new Set([
  'four_eyes',
  'admins',
  'company',
  'endpoint_edits',
  'feed',
  'heads',
  'chat',
]);
export const KIND_NAMES = Object.keys(KINDS) as readonly Kind[];

const drawn = (world: World): number => [0.5, 2, 5][Math.floor(world.random() * 3)]!;

export interface Ended {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly faults: ReadonlyMap<Fault, number>;
  /** What happened, to count how many schedules got that far. */
  readonly came: readonly string[];
  /** The kinds that got far enough to interact. */
  readonly met: readonly Kind[];
  readonly trace: readonly string[] | null;
  /** Decisions of the scheduler. */
  readonly steps: number;
}

export interface ScheduleOptions extends WorldOptions {
  /** Used instead of the kinds that the seed draws. */
  readonly kinds?: readonly Kind[];
}

export async function runSchedule(
  base: Base,
  deployment: Deployment,
  seed: number,
  options: ScheduleOptions = {},
): Promise<Ended> {
  const kinds = options.kinds ?? kindsOf(seed);
  const world = new World(base.store, deployment, seed, {
    ...options,
    heads: kinds.includes('heads'),
    othersPropose: kinds.some((kind) => !WITHOUT_REQUESTS.has(kind)),
  });
  const parts = kinds.map((kind) => [kind, KINDS[kind].make(world, base)] as const);
  const found = await judged(
    world,
    base,
    parts.map(([, part]) => part),
  );
  return {
    seed,
    violations: found,
    faults: world.faults,
    came: found.length > 0 ? [] : parts.flatMap(([, part]) => part.came()),
    met: found.length > 0 ? [] : parts.flatMap(([kind, part]) => (part.came().length > 0 ? [kind] : [])),
    trace: world.trace,
    steps: world.steps,
  };
}

/** Runs one part alone in a world, for tests of that part. */
export async function runAlone<P extends Part>(
  make: (world: World, base: Base) => P,
  base: Base,
  deployment: Deployment,
  seed: number,
  options: WorldOptions = {},
): Promise<{ readonly part: P; readonly world: World; readonly violations: readonly string[] }> {
  const world = new World(base.store, deployment, seed, options);
  const part = make(world, base);
  return { part, world, violations: await judged(world, base, [part]) };
}

async function judged(world: World, base: Base, parts: readonly Part[]): Promise<readonly string[]> {
  const found = await play(world, parts);
  if (found.length > 0) return found;
  const observed = parts.flatMap((part): Observed[] => (part instanceof People ? [part.observed] : []));
  return violations(world, base.passkeys, observed);
}

/** Two kinds, sometimes three. Fewer kinds allow more schedules in the same time. */
export function kindsOf(seed: number): Kind[] {
  // Not drawn with the world's own dice, so that a schedule with the same kinds given is the same.
  const random = dice(seed ^ 0x5eed);
  const count = random() < 0.9 ? 2 : 3;
  const left = new Set(KIND_NAMES);
  return Array.from({ length: count }, () => {
    const all = [...left];
    let at = random() * all.reduce((sum, kind) => sum + KINDS[kind].weight, 0);
    const kind = all.find((each) => {
      at -= KINDS[each].weight;
      return at < 0;
    })!;
    left.delete(kind);
    return kind;
  });
}
