/**
 * Two admins of an organization of their own, who change its configuration and demote each other while everything else
 * happens (docs/decisions/four-eyes.md).
 */
import { fromConfigItem } from '../../src/adapters/dynamodb/config-item';
import { FOUR_EYES_ORG } from '../../src/local/demo';
import type { AuditEntry } from '../../src/service/audit/rules/chain';
import type { Operator } from '../../src/service/configuration/rules/items';
import { isEnabledAdmin } from '../../src/service/configuration/rules/two-admins';
import type { StoredPolicy } from '../../src/service/policy/rules/policy';
import { isAuthorized, isLive, isOpen } from '../../src/service/request/rules/request';
import type { Base } from './base';
import { Callers, codeOf, openRequestsOf, requestsOf } from './callers';
import { chainOf } from './invariants';
import { type Part, unless } from './part';
import type { World } from './world';

export const ADMINS = ['op_echo', 'op_foxtrot'] as const;
const ACTION = 'demo.release';

export class Administrators implements Part {
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    const [echo, foxtrot] = ADMINS;
    const deeds = [() => this.edits(echo), () => this.edits(foxtrot)];
    if (this.world.random() < 0.3) deeds.push(() => this.demote(echo, foxtrot));
    if (this.world.random() < 0.3) deeds.push(() => this.demote(foxtrot, echo));
    await Promise.all(deeds.map((deed) => deed()));
  }

  private async edits(by: string): Promise<void> {
    await this.edit(by);
    await this.approve(by);
    if (this.world.random() < 0.5) return;
    await this.edit(by);
    await this.approve(by);
  }

  /** An edit that makes the policy stricter is applied at once. Any other edit waits for approval. */
  private async edit(by: string): Promise<void> {
    await this.world.think();
    const [quorum, min] = [1 + Math.floor(this.world.random() * 3), 1];
    const body = {
      title: 'Release to customers',
      roster: [...ADMINS, 'op_golf'],
      quorum: { default: quorum, min, max: 3, selectable: false },
      deny_self_approval: true,
    };
    await this.callers.api(by, 'PUT', `/api/actions/${ACTION}`, body);
  }

  private async demote(by: string, other: string): Promise<void> {
    await this.world.think();
    await this.callers.api(by, 'PATCH', `/api/operators/${other}`, { role: 'operator' });
  }

  /** The admin tries to approve every open change. The service refuses approvals of own changes. */
  private async approve(admin: string): Promise<void> {
    for (let n = 0; n < 2; n++) {
      await this.world.think();
      for (const request of openRequestsOf(this.world, FOUR_EYES_ORG)) {
        const seat = request.seats.find(({ operator }) => operator === admin);
        // Admins without a seat rarely try.
        if (seat === undefined && this.world.random() < 0.7) continue;
        const code = codeOf(this.world, request, admin);
        await this.callers.api(admin, 'POST', `/api/requests/${request.id}/turn`, { code });
      }
    }
  }

  /** The checks of every world (invariants.ts) include these requests. */
  violations(): string[] {
    return [];
  }

  private isEdited(): boolean {
    const chain = chainOf(this.world.table.items(), FOUR_EYES_ORG);
    return chain.some(({ kind }) => kind === 'action.updated');
  }

  came(): string[] {
    const states = new Set(requestsOf(this.world, FOUR_EYES_ORG).map(({ state }) => state));
    return [
      ...(states.size > 0 ? ['change proposed'] : []),
      ...(this.isEdited() ? ['policy edited'] : []),
      ...(states.has('succeeded') ? ['change made'] : []),
      ...(states.has('failed') ? ['change from a moved base refused'] : []),
    ];
  }
}

/** What must hold when all work is done. */
export function administrativeViolations(world: World, chain: readonly AuditEntry[]): string[] {
  const items = world.table.items();
  const own = items.filter(({ pk }) => pk === FOUR_EYES_ORG);
  const operators = own
    .filter(({ sk }) => String(sk).startsWith('OPERATOR#'))
    .map((item) => fromConfigItem<Operator>(item));
  const stored = own.find(({ sk }) => sk === `ACTION#${ACTION}`);
  const version = stored === undefined ? 0 : fromConfigItem<StoredPolicy>(stored).policy.version;
  const changes = requestsOf(world, FOUR_EYES_ORG);
  const edits = chain.filter(({ kind, subject }) => kind === 'action.updated' && subject === ACTION);
  const applied = edits.flatMap(({ data }) => (typeof data.change === 'string' ? [data.change] : []));
  const quorums = [
    2,
    ...edits.sort((a, b) => Number(a.data.version) - Number(b.data.version)).map(({ data }) => Number(data.quorum)),
  ];
  return [
    ...unless(
      operators.some(isEnabledAdmin),
      'no enabled admin is left',
      operators.map(({ id, role }) => [id, role]),
    ),
    ...unless(new Set(applied).size === applied.length, 'a change was applied twice', applied),
    ...unless(version === 1 + edits.length, 'the versions and the entries differ', { version, edits: edits.length }),
    // Without a second key, the quorum of an action only ever goes up.
    ...edits.flatMap(({ data }, index) =>
      unless(
        typeof data.change === 'string' || quorums[index + 1]! >= quorums[index]!,
        'a policy was loosened without a second key',
        { quorums, data },
      ),
    ),
    ...changes.flatMap((request) => [
      ...unless(isOpen(request) || !isLive(request), 'an approved change was left lying', request.state),
      ...unless(
        !isAuthorized(request) || request.approvers.some((approver) => approver !== request.requester),
        'a change has no second key',
        request,
      ),
      ...unless(
        (request.state === 'succeeded') === applied.includes(request.id),
        'a change and its request say different things',
        { state: request.state, applied },
      ),
    ]),
  ];
}
