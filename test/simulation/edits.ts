/**
 * An admin who edits what a request was made under, before it or while people decide: a group, the display of the action, and
 * who is enabled. The organization has one admin, so every edit is made at once.
 */
import { fromConfigItem } from '../../src/adapters/dynamodb/administration/config-item';
import { configKey } from '../../src/adapters/dynamodb/keys';
import type { StoredPolicy } from '../../src/app/ports';
import type { Operator } from '../../src/core/administration/config';
import type { Request } from '../../src/core/request/request';
import { policyBody } from '../../src/lambda/console/policy-view';
import { DEMO_ORG } from '../../src/local/demo';
import type { Item } from '../../src/local/memory/expressions';
import { aDisplay } from '../support/displays';
import type { Said } from '../support/ledger';
import { GROUP_NAMES, GROUPED, MOVES_MS, REVISIONS } from './groups';
import type { World } from './world';

type Call = (method: string, path: string, body: unknown) => Promise<Said | undefined>;

export class Edits {
  constructor(
    private readonly world: World,
    private readonly call: Call,
  ) {}

  async live(action: string): Promise<void> {
    const deeds = [
      () => this.editDisplay(action),
      ...(action === GROUPED ? [() => this.editGroup(), () => this.disable()] : []),
    ].filter(() => this.world.random() < 0.5);
    await Promise.all(deeds.map((deed) => deed()));
  }

  private async editDisplay(action: string): Promise<void> {
    await this.world.think();
    const item = this.world.table.items().find(isAt(configKey(DEMO_ORG, 'action', action)))!;
    const { policy } = fromConfigItem<StoredPolicy>(item);
    const display = aDisplay({ title: 'Send {amount} to {to}' });
    await this.call('PUT', `/api/actions/${action}`, { ...policyBody(policy), display });
  }

  private async editGroup(): Promise<void> {
    await this.world.think();
    const id = GROUP_NAMES[Math.floor(this.world.random() * GROUP_NAMES.length)]!;
    await this.call('PUT', `/api/groups/${id}`, { name: id, members: REVISIONS[id][1], if_revision: 1 });
  }

  private async disable(): Promise<void> {
    for (let n = 0; n < 3; n++) await this.world.think();
    const operator = ['op_bravo', 'op_charlie', 'op_delta'][Math.floor(this.world.random() * 3)];
    await this.call('PATCH', `/api/operators/${operator}`, { enabled: false });
  }
}

/** What happened, to count how many schedules got that far. */
export function cameOfEdits(items: readonly Item[], request: Request | null): string[] {
  if (request === null) return [];
  const current = items.find(isAt(configKey(DEMO_ORG, 'action', request.action)))!;
  const isGrouped = request.policy.requires !== undefined;
  const out = items
    .filter(({ pk, sk }) => pk === DEMO_ORG && String(sk).startsWith('OPERATOR#'))
    .map((item) => fromConfigItem<Operator>(item))
    .filter(({ enabled }) => !enabled);
  return [
    ...(fromConfigItem<StoredPolicy>(current).policy.version > request.policy.version ? ['display edited'] : []),
    ...(isGrouped && request.state === 'succeeded' ? ['authorized by groups'] : []),
    ...(isGrouped && out.length > 0 ? ['operator disabled'] : []),
    ...('reason' in request && request.reason === 'nobody_left' ? ['nobody was left'] : []),
    ...(isGrouped && request.createdAtMs >= MOVES_MS ? ['made after a membership ended'] : []),
  ];
}

const isAt =
  ({ pk, sk }: { readonly pk: string; readonly sk: string }) =>
  (item: Item): boolean =>
    item.pk === pk && item.sk === sk;
