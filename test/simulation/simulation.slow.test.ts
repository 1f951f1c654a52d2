import { openedOnce } from '../support/opened';
import { runs } from '../support/runs';
import { RacingAdmins } from './admins';
import { type Base, openBase } from './base';
import { Chat } from './chat';
import { Devices } from './devices';
import { EndpointEdits } from './endpoint-edits';
import { Endpoints } from './endpoints';
import { DocumentKeepers } from './evidence';
import { Follower } from './feed';
import { Flood } from './flood';
import { Gates } from './gate';
import { Heads } from './heads';
import { Hours } from './hours';
import { type Deployment, deploy } from './instances';
import { Workers } from './lists';
import type { MakePart } from './part';
import { Restore } from './restore';
import { type Kind, runAlone, runSchedule } from './schedule';
import { Teams } from './teams';
import type { Sabotage, World, WorldOptions } from './world';

/** Set by the sabotage that skips the check of signatures. */
let mockSkipsSignatures = false;
jest.mock('../../src/protocol/ssh/verify', () => {
  const real = jest.requireActual<typeof import('../../src/protocol/ssh/verify')>('../../src/protocol/ssh/verify');
  return {
    ...real,
    isSignedBy: (...args: never) => mockSkipsSignatures || real.isSignedBy(...(args as [never, never, never])),
  };
});

/** Set by the sabotage that does not ask for the keys of groups. */
let mockSkipsGroups = false;
jest.mock('../../src/protocol/requirements', () => {
  const real = jest.requireActual<typeof import('../../src/protocol/requirements')>('../../src/protocol/requirements');
  return {
    ...real,
    meetsRequirements: (...args: never) =>
      mockSkipsGroups || real.meetsRequirements(...(args as Parameters<typeof real.meetsRequirements>)),
  };
});

/** Set by the sabotage that records other lines than people are shown. */
let mockShowsOthers = false;
jest.mock('../../src/service/request/rules/shown', () => {
  const real = jest.requireActual<typeof import('../../src/service/request/rules/shown')>(
    '../../src/service/request/rules/shown',
  );
  return {
    ...real,
    digestsOf: (display: never, params: never) => real.digestsOf(display, mockShowsOthers ? {} : params),
  };
});

/** Set by the sabotage that forgets what an API key is limited to. */
let mockForgetsLimits = false;
jest.mock('../../src/service/request/rules/caller', () => {
  const real = jest.requireActual<typeof import('../../src/service/request/rules/caller')>(
    '../../src/service/request/rules/caller',
  );
  return { ...real, mayUse: (...args: Parameters<typeof real.mayUse>) => mockForgetsLimits || real.mayUse(...args) };
});

const SCHEDULES = runs('SCHEDULES', 10);
const FEW = Math.max(2, Math.ceil(SCHEDULES / 10));
const SEED = Number(process.env.FUZZ_SEED ?? 1);

jest.setTimeout(60_000 + SCHEDULES * 100);

describe('the whole service, where everything goes wrong', () => {
  let deployment: Deployment;
  const base = openedOnce(openBase);
  beforeAll(() => {
    deployment = deploy();
  });

  /** Many schedules of one part alone. */
  async function* alone<P extends ReturnType<MakePart>>(
    make: (world: World, base: Base) => P,
    count: number,
    options: WorldOptions = {},
  ) {
    for (let seed = SEED; seed < SEED + count; seed++) {
      const ended = await runAlone(make, base, deployment, seed, options);
      if (ended.violations.length > 0) throw new Error(`seed ${seed}: ${ended.violations.join('\n')}`);
      yield ended;
    }
  }

  async function isNoticed(make: MakePart, seen: RegExp, within: number, options: WorldOptions = {}): Promise<void> {
    for (let seed = 1; seed <= within; seed++) {
      const { violations } = await runAlone(make, base, deployment, seed, options);
      if (violations.some((what) => seen.test(what))) return;
    }
    throw new Error(`${within} schedules, and nothing was noticed`);
  }

  test('a simulation with the same seed runs in the same way again', async () => {
    const trace = async (seed: number) => (await runSchedule(base, deployment, seed, { trace: true })).trace;
    for (const seed of [3, 30, 300]) {
      const first = await trace(seed);
      expect(first?.length).toBeGreaterThan(50);
      expect(await trace(seed)).toEqual(first);
    }
  });

  test('the service keeps lists complete and in order while workers claim from them', async () => {
    let claims = 0;
    for await (const { part } of alone((world, base) => new Workers(world, base, 7), FEW)) claims += part.claims;
    expect(claims).toBeGreaterThan(FEW * 2);
  });

  test('two teams of one organization get only requests of their own actions, also while a limit changes', async () => {
    const came = new Set<string>();
    for await (const { part } of alone((world, base) => new Teams(world, base), FEW)) {
      for (const what of part.came()) came.add(what);
    }
    expect([...came].sort()).toEqual(['claimed by its team', 'limit changed']);
  });

  test('the simulation notices a service that forgets what an API key is limited to', async () => {
    mockForgetsLimits = true;
    try {
      await isNoticed((world, base) => new Teams(world, base), /of another team was answered|had another action/, 20);
    } finally {
      mockForgetsLimits = false;
    }
  });

  test('the service tells nobody twice in a flood of requests, and leaves no message waiting for a combined mail', async () => {
    let [combined, calm] = [0, 0];
    for await (const { world } of alone((world, base) => new Flood(world, base, 14), FEW)) {
      combined += world.combinedMails.length;
      calm += world.faults.size === 0 ? 1 : 0;
    }
    expect(combined).toBeGreaterThan(FEW);
    expect(calm).toBeGreaterThan(0);
  });

  test('a consumer that is killed while it follows the feed gets every event exactly once by its checkpoint', async () => {
    let [events, kills, held] = [0, 0, 0];
    for await (const { part } of alone((world, base) => new Follower(world, base, 6), FEW * 2)) {
      events += part.counted.length;
      kills += part.kills;
      held += part.held;
    }
    expect(Math.min(events / 3, kills, held)).toBeGreaterThan(FEW);
  });

  test('the simulation notices a consumer that writes its place without the event', () =>
    isNoticed((world, base) => new Follower(world, base, 6, true), /counted other events/, 50));

  test('the upstream of a gate gets no call twice and none without an approval, though its instances are killed', async () => {
    const came = new Set<string>();
    for await (const { part } of alone((world, base) => new Gates(world, base, 2), FEW * 2)) {
      for (const what of part.came()) came.add(what);
    }
    expect([...came]).toEqual(expect.arrayContaining(['gate: finished', 'gate killed']));
  });

  test('the simulation notices a gate whose ledger does not compare versions', () =>
    isNoticed((world, base) => new Gates(world, base, 3, true), /got a call twice/, 50));

  test('the service publishes one sequence of heads in time, although two publishers do it at once', async () => {
    let [published, lost, schedules] = [0, 0, 0];
    const make = (world: World, base: Base) => new Heads(world, base, 4);
    // More than a third of them only until both wanted to publish the same head.
    for await (const { world } of alone(make, SCHEDULES * 2, { heads: true })) {
      published += world.heads.size;
      lost += world.lostPuts;
      if (++schedules >= SCHEDULES / 3 && lost > 0) break;
    }
    expect(published).toBeGreaterThan(schedules);
    expect(lost).toBeGreaterThan(0);
  });

  test('the simulation notices heads that replace others with the same number', () => {
    const make = (world: World, base: Base) => new Heads(world, base, 4);
    return isNoticed(make, /does not follow/, 100, { heads: true, sabotage: { overwritesHeads: true } });
  });

  test('a request that ran after the instant of a restore never runs again in the restored world, and every other request can', async () => {
    let [ran, again] = [0, 0];
    for await (const { part } of alone((world, base) => new Restore(world, base, 5), FEW * 2)) {
      ran += part.ran;
      again += part.again;
    }
    // Most requests ran after the instant, so few are left that can run in the restored world: two in three schedules.
    expect(ran).toBeGreaterThan(FEW);
    expect(again).toBeGreaterThan(FEW / 4);
  });

  test('the simulation notices a restore that forgets what ran', () =>
    isNoticed((world, base) => new Restore(world, base, 5, true), /ran a second time/, 50));

  test('a chat gets each request once, and is not sent again what it may have', async () => {
    let [accepted, refused, calm, schedules] = [0, 0, 0, 0];
    // More than half of them only until a post was refused.
    for await (const { part, world } of alone((world, base) => new Chat(world, base, 5), FEW * 12)) {
      const count = part.posts.filter(({ outcome }) => outcome === '200').length;
      accepted += count;
      refused += part.posts.length - count;
      calm += world.faults.size === 0 ? 1 : 0;
      if (++schedules >= FEW * 6 && refused > 0) break;
    }
    // Most posts are made after the faults have ended.
    expect(accepted).toBeGreaterThan(FEW * 12);
    expect(refused).toBeGreaterThan(0);
    expect(calm).toBeGreaterThan(0);
  });

  test('the simulation notices a chat whose posts are not taken first', () => {
    const sabotage = { loosen: /^attribute_not_exists\(pk\)$/ };
    return isNoticed((world, base) => new Chat(world, base, 5), /told twice/, 200, { sabotage });
  });

  test('a code goes to no removed device and to nobody else’s, no more often than it was mailed, and costs no mail, whatever push services answer', async () => {
    const came = new Set<string>();
    const wanted = ['code pushed', 'device ended', 'device removed', 'verdict pushed'];
    let [calm, schedules] = [0, 0];
    for await (const { part, world } of alone((world, base) => new Devices(world, base, 3), SCHEDULES * 2)) {
      for (const what of part.came()) came.add(what);
      calm += world.faults.size === 0 ? 1 : 0;
      if (++schedules >= SCHEDULES && wanted.every((what) => came.has(what)) && calm > 0) break;
    }
    expect(wanted.filter((what) => !came.has(what))).toEqual([]);
    expect(calm).toBeGreaterThan(0);
  });

  test('the simulation notices a function that remembers which devices there were', () => {
    const sabotage = { remembersDevices: true };
    return isNoticed((world, base) => new Devices(world, base, 3), /nobody had any more/, 100, { sabotage });
  });

  test('the service delivers everything after an outage of hours, announces the outage once, and makes each hourly attempt meanwhile', async () => {
    const came = new Set<string>();
    const far = ['verified', 'failing', 'working'].map((kind) => `endpoint.${kind}`);
    for (const [hours, wanted] of [
      [9, far],
      [80, ['given up']],
    ] as const) {
      const make = (world: World, base: Base) => new Endpoints(world, base, { requests: hours > 72 ? 2 : 8, hours });
      let schedules = 0;
      // At least two schedules, and more until one got that far.
      for await (const { part } of alone(make, 10, { maxSteps: 60_000 })) {
        for (const what of part.came()) came.add(what);
        if (++schedules >= 2 && wanted.every((what) => came.has(what))) break;
      }
    }
    expect([...far, 'given up'].filter((what) => !came.has(what))).toEqual([]);
  });

  test('deliveries go from their retry loop to the hourly attempts while instances die, are started again and disabled, and none is lost or made twice', async () => {
    const far = ['hourly attempts among faults', 'hourly attempts started again', 'failing endpoint disabled'];
    const came = new Map<string, number>();
    for await (const { part } of alone((world, base) => new Hours(world, base), SCHEDULES))
      for (const what of part.came()) came.set(what, (came.get(what) ?? 0) + 1);
    expect(far.filter((what) => !came.has(what))).toEqual([]);
  });

  test('posts to an endpoint are signed with a secret of their time, and what happens while it is disabled is never posted', async () => {
    const came = new Set<string>();
    const wanted = ['endpoint rotated', 'endpoint disabled and enabled'];
    let schedules = 0;
    for await (const { part } of alone((world, base) => new EndpointEdits(world, base, 4), 100)) {
      for (const what of part.came()) came.add(what);
      if (++schedules >= FEW && wanted.every((what) => came.has(what))) break;
    }
    expect([...came]).toEqual(expect.arrayContaining(wanted));
  });

  test('one admin is left if two demote each other, and no disabling that was answered is lost', async () => {
    let demotions = 0;
    for await (const { part } of alone((world, base) => new RacingAdmins(world, base), FEW * 2))
      demotions += part.demotions;
    expect(demotions).toBeGreaterThan(FEW);
  });

  test('the simulation notices two admins who demote each other without the last-admin condition', () => {
    const sabotage = { loosen: /^revision = :revision$/ };
    return isNoticed((world, base) => new RacingAdmins(world, base), /no admin is left/, 200, { sabotage });
  });

  test('company sign-in that waits for a second admin is set with that admin’s key', async () => {
    for (let seed = 1; seed <= 200; seed++) {
      const { came } = await runSchedule(base, deployment, seed, { kinds: ['admins', 'company'] });
      if (came.includes('company sign-in approved by a second admin')) return;
    }
    throw new Error('200 schedules, and nothing was approved');
  });

  test('no turn counts while a document is missing, changed or expired, and no code is lost by it', async () => {
    let [turned, refused] = [0, 0];
    for await (const { part } of alone((world, base) => new DocumentKeepers(world, base), SCHEDULES / 3)) {
      turned += part.turned().length;
      refused += part.refused;
    }
    expect(turned).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });

  test('the simulation notices a store that says that every document is stored', () => {
    const sabotage = { trustsDocuments: true };
    return isNoticed((world, base) => new DocumentKeepers(world, base), /missing or changed/, 200, { sabotage });
  });

  test('the simulation notices a verdict by turns whose signatures nobody checked', async () => {
    mockSkipsSignatures = true;
    try {
      for (let seed = 1; seed <= 200; seed++) {
        const { violations } = await runSchedule(base, deployment, seed, { kinds: ['signed'] });
        if (violations.some((what) => what.includes('without a quorum of signed statements'))) return;
      }
    } finally {
      mockSkipsSignatures = false;
    }
    throw new Error('200 schedules, and nothing was noticed');
  });

  test('the simulation notices a verdict without the keys of a group', async () => {
    mockSkipsGroups = true;
    try {
      for (let seed = 1; seed <= 600; seed++) {
        const { violations } = await runSchedule(base, deployment, seed, { kinds: ['groups'] });
        if (violations.some((what) => what.includes('authorized without the keys of a group'))) return;
      }
    } finally {
      mockSkipsGroups = false;
    }
    throw new Error('600 schedules, and nothing was noticed');
  });

  test('the simulation notices recorded digests that differ from the lines that people are shown', async () => {
    mockShowsOthers = true;
    try {
      const { violations } = await runSchedule(base, deployment, 3, { kinds: ['signed'] });
      expect(violations.join()).toContain('other digests than its own version of the display');
    } finally {
      mockShowsOthers = false;
    }
  });

  // Each one removes something on which the service relies, in schedules of that kind.
  const SABOTAGES: Readonly<Record<string, readonly [readonly Kind[], Sabotage, RegExp]>> = {
    'a claim without its condition': [['codes'], { loosen: /lease_expires_at/ }, /two live leases/],
    'a claim without the clause of a stop': [
      ['stops'],
      { loosen: /attribute_not_exists\(stopped\)/ },
      /claimed after it was stopped/,
    ],
    'a stop without its revision': [['stops'], { loosen: /^revision = :revision$/ }, /stop|claim|report/],
    'a report without its claim': [
      ['codes'],
      { loosen: /claim_id = :claim/ },
      /reported twice|not the last claim|report is lost/,
    ],
    'a turn without its revision': [
      ['codes'],
      { loosen: /^revision = / },
      /turn is lost|verdict|keys were turned|claim is lost/,
    ],
    'a signature by a passkey that was removed meanwhile': [
      ['signed'],
      { loosen: /^revision = :signer$/ },
      /had been removed/,
    ],
    'a create that overwrites another': [['codes'], { loosen: /^attribute_not_exists\(pk\)$/ }, /./],
    'an edit of the configuration that overwrites another': [
      ['four_eyes', 'admins'],
      { loosen: /^revision = :before$/ },
      /versions and the entries differ|applied twice|loosened|different things/,
    ],
    'a service without sweeps and checks': [
      ['codes'],
      { noSweep: true },
      /never arrived|not there|is lost|not one verdict|not proposed/,
    ],
  };
  test.each(Object.entries(SABOTAGES))('the simulation notices %s', async (_, [kinds, sabotage, seen]) => {
    for (let seed = 1; seed <= 400; seed++) {
      const { violations } = await runSchedule(base, deployment, seed, { sabotage, kinds });
      if (violations.some((what) => seen.test(what))) return;
    }
    throw new Error('400 schedules, and nothing was noticed');
  });
});
