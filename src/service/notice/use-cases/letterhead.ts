/** What every mail says besides its message: the organization by its name, and operators by theirs. */

import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import type { ConfigStore } from '../../configuration/ports';
import type { Letterhead } from '../../mail/rules';
import { createHabits, type HabitDeps, type Habits } from '../../remark/use-cases/memory';
import type { Clock } from '../../system/ports';
import { remembered } from '../../system/remembered';

export interface Names {
  of(org: OrgId, operators: readonly OperatorId[]): Promise<ReadonlyMap<OperatorId, string>>;
}

export interface Organizations {
  nameOf(org: OrgId): Promise<string>;
}

interface HeadDeps {
  readonly organizations: Organizations;
  readonly consoleUrl: string;
}

export async function headNaming(
  { names, ...deps }: HeadDeps & { readonly names: Names },
  org: OrgId,
  named: readonly OperatorId[],
): Promise<Letterhead> {
  const [organization, known] = await Promise.all([deps.organizations.nameOf(org), names.of(org, named)]);
  return { organization, consoleUrl: deps.consoleUrl, names: known };
}

export async function letterheadOf(
  { organizations, consoleUrl }: HeadDeps,
  org: OrgId,
  operators: readonly { readonly id: OperatorId; readonly name: string }[],
): Promise<Letterhead> {
  const names = new Map(operators.map(({ id, name }) => [id, name]));
  return { organization: await organizations.nameOf(org), consoleUrl, names };
}

/** When this many names are remembered, all are forgotten. */
const MOST_NAMES = 10_000;

/** Remembers names in one instance, so that an ordinary request reads none. */
function rememberedNames(config: Pick<ConfigStore, 'recipient'>, clock: Clock): Names {
  const remember = remembered(
    clock,
    MOST_NAMES,
    async (org: OrgId, id: OperatorId) => (await config.recipient(org, id))?.name ?? null,
  );
  return {
    async of(org, operators) {
      const ids = [...new Set(operators)];
      const found = await Promise.all(ids.map(async (id) => [id, await remember(org, id)] as const));
      return new Map(found.flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])));
    },
  };
}

/** What mails and chats remember in one instance. */
export function rememberedForMails(
  deps: HabitDeps & { readonly config: Pick<ConfigStore, 'recipient' | 'calledOrganization' | 'actionVersion'> },
): {
  readonly names: Names;
  readonly organizations: Organizations;
  readonly habits: Habits;
} {
  const { config, clock } = deps;
  return {
    names: rememberedNames(config, clock),
    organizations: { nameOf: remembered(clock, MOST_NAMES, (org: OrgId) => config.calledOrganization(org)) },
    habits: createHabits(deps),
  };
}
