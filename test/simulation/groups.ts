/**
 * An action that needs a key of each of two groups, and what must hold of its requests. One operator is in both groups, and
 * the membership of another changes about when the request is made.
 */

import { DEMO_ORG } from '../../src/local/demo';
import type { ActionId, GroupId } from '../../src/protocol/identifiers';
import type { AuditEntry } from '../../src/service/audit/rules/chain';
import type { Request, Seat } from '../../src/service/request/rules/request';
import { aGroup, anAction } from '../store/conformance/config-items';
import { aPolicy, op } from '../support/builders';
import { aDisplay } from '../support/displays';
import { canTakeAll } from '../support/matching';
import { PERMIT } from '../support/permit';
import type { portsOf } from './instances';
import { unless } from './part';
import { START_MS } from './start';

export const GROUPED = 'demo.grouped';

interface Member {
  readonly operator: string;
  readonly starts_at: number | null;
  readonly ends_at: number | null;
}

const always = (operator: string): Member => ({ operator, starts_at: null, ends_at: null });
/** When memberships begin and end. Requests are made a few seconds before and after it. */
export const MOVES_MS = START_MS + 1000;

/** The members by revision. An admin makes the second revision while everything else happens. */
export const REVISIONS = {
  grp_near: [
    [{ ...always('op_bravo'), ends_at: MOVES_MS }, always('op_charlie')],
    [always('op_bravo'), { ...always('op_delta'), starts_at: MOVES_MS }],
  ],
  grp_far: [
    [always('op_charlie'), always('op_delta'), { ...always('op_bravo'), starts_at: MOVES_MS }],
    [always('op_charlie'), always('op_bravo')],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly Member[])[]>>;
export const GROUP_NAMES = Object.keys(REVISIONS) as (keyof typeof REVISIONS)[];

export async function haveGroups({ config }: ReturnType<typeof portsOf>): Promise<void> {
  for (const id of GROUP_NAMES) {
    const members = REVISIONS[id][0].map(({ operator, starts_at, ends_at }) => ({
      operator: op(operator),
      startsAtMs: starts_at,
      endsAtMs: ends_at,
    }));
    await config.saveGroup(aGroup(DEMO_ORG, id, [], { members }), PERMIT);
  }
  const policy = aPolicy({
    id: GROUPED as ActionId,
    version: 1,
    roster: [...(GROUP_NAMES as GroupId[]), op('op_delta')],
    quorum: { default: 2, min: 1, max: 3, selectable: false },
    requires: GROUP_NAMES.map((group) => ({ group: group as GroupId, keys: 1 })),
    display: aDisplay(),
  });
  await config.saveAction(DEMO_ORG, anAction({ policy }), PERMIT);
}

/** Checks any request. One of another action has no groups. */
export function groupViolations(request: Request, own: readonly AuditEntry[]): string[] {
  const { policy, seats, createdAtMs } = request;
  const { requires = [], groups = [], quorum } = policy;
  const expected = (operator: string) =>
    groups
      .filter(({ id, revision }) =>
        REVISIONS[id as keyof typeof REVISIONS][revision - 1]!.some(
          (member: Member) =>
            member.operator === operator &&
            (member.starts_at === null || createdAtMs >= member.starts_at) &&
            (member.ends_at === null || createdAtMs < member.ends_at),
        ),
      )
      .map(({ id }) => id)
      .sort();
  const isEnough = (people: readonly Seat[]) => people.length >= quorum && canTakeAll(requires, people.map(personOf));
  const present = seats.filter(({ disabled }) => !disabled);
  const authorized = own.find(({ kind }) => kind === 'request.authorized');
  const approvers = seats.filter(({ operator }) =>
    (authorized?.data.approvers as string[] | undefined)?.includes(operator),
  );
  const aborted = own.find(({ kind, actor }) => kind === 'request.aborted' && actor === 'system');
  return [
    ...unless(
      seats.every((seat) => (seat.groups ?? []).join() === expected(seat.operator).join()),
      'a seat has other groups than its operator had when the request was made',
      { seats, groups, createdAtMs },
    ),
    ...unless(isEnough(seats), 'a request was accepted that nobody could ever meet', { requires, seats }),
    ...unless(authorized === undefined || isEnough(approvers), 'authorized without the keys of a group', {
      requires,
      approvers,
    }),
    ...unless(aborted === undefined || !isEnough(present), 'ended although it could be met', { aborted, seats }),
    ...unless(
      request.state !== 'expired' || isEnough(present),
      'waited until its end although nobody was left who could meet it',
      seats,
    ),
  ];
}

const personOf = ({ operator, groups = [] }: Seat) => ({ operator, groups });
