/** Racing edits: two admins demote each other while a third edit disables an operator. */
import type { Base } from './base';
import { Callers } from './callers';
import type { Part } from './part';
import type { World } from './world';

interface Stored {
  readonly id: string;
  readonly role: string;
  readonly enabled: boolean;
}

export class RacingAdmins implements Part {
  /** The edits that were answered with 200. */
  private readonly made: string[] = [];
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    if (!(await this.edit('op_alpha', 'op_bravo', { role: 'admin' }))) return;
    const tell = async (what: string, edited: Promise<boolean>) => {
      if (await edited) this.made.push(what);
    };
    await Promise.all([
      tell('alpha demotes bravo', this.edit('op_alpha', 'op_bravo', { role: 'operator' })),
      tell('bravo demotes alpha', this.edit('op_bravo', 'op_alpha', { role: 'operator' })),
      tell('alpha disables charlie', this.edit('op_alpha', 'op_charlie', { enabled: false })),
    ]);
  }

  private async edit(by: string, operator: string, patch: object): Promise<boolean> {
    const answer = await this.callers.asked(() => this.callers.api(by, 'PATCH', `/api/operators/${operator}`, patch));
    return answer?.status === 200;
  }

  /** How many of the two demotions were answered 200. */
  get demotions(): number {
    return this.made.filter((what) => what.includes('demotes')).length;
  }

  violations(): string[] {
    const operators = storedIn(this.world);
    const admins = operators.filter(({ role, enabled }) => role === 'admin' && enabled);
    const charlie = operators.find(({ id }) => id === 'op_charlie')!;
    const isDisabled = this.made.includes('alpha disables charlie');
    return [
      ...(admins.length === 0 ? ['no admin is left'] : []),
      ...(charlie.role === 'operator' ? [] : ['an operator who was disabled became an admin']),
      ...(isDisabled && charlie.enabled ? ['an acknowledged disabling is lost'] : []),
    ];
  }

  came(): string[] {
    return this.demotions > 0 ? ['admin demoted'] : [];
  }
}

function storedIn(world: World): Stored[] {
  return world.table
    .items()
    .filter(({ pk, sk }) => pk === 'org_demo' && String(sk).startsWith('OPERATOR#'))
    .map(({ body }) => JSON.parse(body as string) as Stored);
}
