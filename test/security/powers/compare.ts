/** Compares the model of powers with the service, in both directions (docs/decisions/powers.md). */

import type { OperatorId } from '../../../src/protocol/identifiers';
import { type Person, peopleIn } from '../../../src/service/policy/rules/organization';
import type { Powers } from '../../../src/service/powers/use-cases';
import { dice } from '../../linearizability/record';
import { type Attempt, attemptsOf, exploit, type Got } from './attempts';
import { type Drawn, draw } from './drawn';
import { play } from './play';
import { World } from './world';

export interface Compared {
  organizations: number;
  played: number;
  attempts: number;
  verdicts: number;
  readonly differences: string[];
}

interface Effort {
  /** How many single attempts of each person are made, drawn from all. */
  readonly singles: number;
  /** How many pairs of attempts. */
  readonly pairs: number;
}

export async function compare(seeds: readonly number[], effort: Effort): Promise<Compared> {
  const compared: Compared = { organizations: 0, played: 0, attempts: 0, verdicts: 0, differences: [] };
  for (const seed of seeds) {
    const drawn = draw(seed);
    const world = await World.of(drawn);
    const powers = await world.powers();
    compared.organizations++;
    await playAll(world, powers, seed, compared);
    for (const person of peopleIn(powers.organization))
      await tryAll({ drawn, world, powers, person, seed, ...effort }, compared);
  }
  return compared;
}

/** Every list of steps leads to a verdict. */
async function playAll(base: World, { actions }: Powers, seed: number, compared: Compared): Promise<void> {
  for (const { action, cases } of actions)
    for (const { rule, alone, pairs } of cases)
      for (const { people, steps } of [...alone, ...pairs.first(Number.POSITIVE_INFINITY)]) {
        const problem = await play(base.fork(), steps());
        compared.played++;
        if (problem !== null)
          compared.differences.push(
            `seed ${seed}: ${people.map(({ id }) => id).join(' and ')} cannot do ${action}, rule ${rule}: ${problem}`,
          );
      }
}

interface Tried extends Effort {
  readonly drawn: Drawn;
  readonly world: World;
  readonly powers: Powers;
  readonly person: Person;
  readonly seed: number;
}

/** Nobody alone gets a verdict that the model excludes. */
async function tryAll(tried: Tried, compared: Compared): Promise<void> {
  const { drawn, world, powers, person, seed, singles, pairs } = tried;
  const isPossible = ({ action, rules }: Got): boolean => {
    const { cases } = powers.actions.find((each) => each.action === action)!;
    const matched = rules.length === 0 ? [null] : rules;
    return matched.every((rule) =>
      cases.some((each) => each.rule === rule && each.alone.some(({ people }) => people[0]!.id === person.id)),
    );
  };
  const targets = powers.actions
    .filter(({ cases }) => !cases.every(({ alone }) => alone.some(({ people }) => people[0]!.id === person.id)))
    .map(({ action }) => action);
  if (targets.length === 0) return;
  const own = person.operators.filter(({ enabled }) => enabled).map(({ id }) => id);
  const all = own.flatMap((me) => attemptsOf(drawn, me));
  const random = dice(seed);
  const any = () => all[Math.floor(random() * all.length)]!;
  const drawnOf = (count: number) => Array.from({ length: all.length === 0 ? 0 : count }, any);
  const stories = [
    [],
    ...(singles < all.length ? drawnOf(singles) : all).map((one) => [one]),
    ...drawnOf(pairs).map((one) => [one, any()]),
  ];
  for (const story of stories) {
    compared.attempts++;
    const got = await after(world.fork(), story, { drawn, person, targets });
    compared.verdicts += got.length;
    const excluded = got.filter((each) => !isPossible(each));
    if (excluded.length > 0)
      compared.differences.push(
        `seed ${seed}: ${person.id} got ${JSON.stringify(excluded[0])} by ${story.map(({ name }) => name).join(', then ') || 'nothing else'}`,
      );
  }
}

async function after(
  world: World,
  story: readonly Attempt[],
  { drawn, person, targets }: Pick<Tried, 'drawn' | 'person'> & { readonly targets: readonly string[] },
): Promise<Got[]> {
  const given: string[] = [];
  for (const { run, name } of story) {
    const { body } = await run(world);
    if (body?.token !== undefined) given.push(body.token);
    // A link that is answered opens a session of the operator whom it names.
    if (body?.sign_in_url !== undefined) given.push(/operators\/(\w+)\//.exec(name)?.[1] as OperatorId);
  }
  await world.follow();
  world.later();
  return exploit(world, drawn, person, given, targets);
}
