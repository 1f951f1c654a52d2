/** One schedule of racing edits: two admins demote each other while a third edit disables an operator. */
import { eventOf, type Said, said } from '../support/ledger';
import type { Base } from './base';
import { type Deployment, ORIGIN } from './instances';
import { World, type WorldOptions } from './world';

export interface Race {
  readonly violations: readonly string[];
  /** How many of the two demotions were answered 200. */
  readonly demotions: number;
}

interface Stored {
  readonly id: string;
  readonly role: string;
  readonly enabled: boolean;
}

export async function runAdmins(
  base: Base,
  deployment: Deployment,
  seed: number,
  options: WorldOptions = {},
): Promise<Race> {
  const world = new World(base.store, deployment, seed, options);
  const edit = async (by: string, operator: string, patch: object): Promise<Said | undefined> => {
    const cookies = [`__Host-session=${base.sessions.get(by)}`];
    for (let attempt = 0; attempt < 5; attempt++) {
      const event = eventOf(
        'PATCH',
        `/api/operators/${operator}`,
        { origin: ORIGIN },
        { body: patch, event: { cookies } },
      );
      const answer = await world.call('console', event);
      const answered = answer === undefined ? undefined : said(answer as Parameters<typeof said>[0]);
      if (answered !== undefined && answered.status < 500) return answered;
      await world.think();
    }
    return undefined;
  };
  const said200: string[] = [];
  const tell = async (what: string, answer: Promise<Said | undefined>) => {
    if ((await answer)?.status === 200) said200.push(what);
  };
  const people = async () => {
    if ((await edit('op_alpha', 'op_bravo', { role: 'admin' }))?.status !== 200) return;
    await Promise.all([
      tell('alpha demotes bravo', edit('op_alpha', 'op_bravo', { role: 'operator' })),
      tell('bravo demotes alpha', edit('op_bravo', 'op_alpha', { role: 'operator' })),
      tell('alpha disables charlie', edit('op_alpha', 'op_charlie', { enabled: false })),
    ]);
  };
  try {
    await world.run(people());
  } catch (error) {
    return { violations: [`${error instanceof Error ? error.message : error}`], demotions: 0 };
  }
  const operators = storedIn(world);
  const admins = operators.filter(({ role, enabled }) => role === 'admin' && enabled);
  const charlie = operators.find(({ id }) => id === 'op_charlie')!;
  const isDisabled = said200.includes('alpha disables charlie');
  return {
    violations: [
      ...(admins.length === 0 ? ['no admin is left'] : []),
      ...(charlie.role === 'operator' ? [] : ['an operator who was disabled became an admin']),
      ...(isDisabled && charlie.enabled ? ['an acknowledged disabling is lost'] : []),
    ],
    demotions: said200.filter((what) => what.includes('demotes')).length,
  };
}

function storedIn(world: World): Stored[] {
  return world.table
    .items()
    .filter(({ pk, sk }) => pk === 'org_demo' && String(sk).startsWith('OPERATOR#'))
    .map(({ body }) => JSON.parse(body as string) as Stored);
}
