/**
 * An admin who edits what a request was made under, before it or while people decide: a group, the display of the action, and
 * who is enabled. The organization has one admin, so every edit is made at once.
 */
import { fromConfigItem } from '../../src/adapters/dynamodb/config-item';
import { configKey } from '../../src/adapters/dynamodb/keys';
import { policyBody } from '../../src/lambda/console/policy-view';
import { DEMO_ORG } from '../../src/local/demo';
import type { Operator } from '../../src/service/configuration/rules/items';
import type { StoredPolicy } from '../../src/service/policy/rules/policy';
import type { Request } from '../../src/service/request/rules/request';
import { aDisplay } from '../support/displays';
import type { Callers } from './callers';
import { GROUP_NAMES, GROUPED, MOVES_MS, REVISIONS } from './groups';
import type { World } from './world';

export class Edits {
  private readonly world: World;

  constructor(private readonly callers: Callers) {
    this.world = callers.world;
  }

  async live(action: string): Promise<void> {
    const deeds = [
      () => this.editDisplay(action),
      ...(action === GROUPED ? [() => this.editGroup(), () => this.disable()] : []),
    ].filter(() => this.world.random() < 0.5);
    await Promise.all(deeds.map((deed) => deed()));
  }

  private async editDisplay(action: string): Promise<void> {
    await this.world.think();
    const item = this.world.table.item(configKey(DEMO_ORG, 'action', action))!;
    const { policy } = fromConfigItem<StoredPolicy>(item);
    const display = aDisplay({ title: 'Send {amount} to {to}' });
    await this.callers.api('op_alpha', 'PUT', `/api/actions/${action}`, { ...policyBody(policy), display });
  }

  private async editGroup(): Promise<void> {
    await this.world.think();
    const id = GROUP_NAMES[Math.floor(this.world.random() * GROUP_NAMES.length)]!;
    await this.callers.api('op_alpha', 'PUT', `/api/groups/${id}`, {
      name: id,
      members: REVISIONS[id][1],
      if_revision: 1,
    });
  }

  private async disable(): Promise<void> {
    for (let n = 0; n < 3; n++) await this.world.think();
    const operator = ['op_bravo', 'op_charlie', 'op_delta'][Math.floor(this.world.random() * 3)];
    await this.callers.api('op_alpha', 'PATCH', `/api/operators/${operator}`, { enabled: false });
  }
}

/** What happened, to count how many schedules got that far. */
export function cameOfEdits(world: World, request: Request | null): string[] {
  if (request === null) return [];
  const current = world.table.item(configKey(DEMO_ORG, 'action', request.action))!;
  const isGrouped = request.policy.requires !== undefined;
  return [
    ...(fromConfigItem<StoredPolicy>(current).policy.version > request.policy.version ? ['display edited'] : []),
    ...(isGrouped && request.state === 'succeeded' ? ['authorized by groups'] : []),
    ...(isGrouped && isAnyoneDisabled(world) ? ['operator disabled'] : []),
    ...('reason' in request && request.reason === 'nobody_left' ? ['nobody was left'] : []),
    ...(isGrouped && request.createdAtMs >= MOVES_MS ? ['made after a membership ended'] : []),
  ];
}

/** Whether an operator of the requests’ organization is disabled. */
export function isAnyoneDisabled({ table }: World): boolean {
  return table
    .items()
    .filter(({ pk, sk }) => pk === DEMO_ORG && String(sk).startsWith('OPERATOR#'))
    .some((item) => !fromConfigItem<Operator>(item).enabled);
}
