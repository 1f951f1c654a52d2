/** The CPU of answering who can make each action happen, with every list of steps in words, for large organizations. */

import { powersView } from '../src/lambda/console/powers';
import type { ActionId, GroupId } from '../src/protocol/identifiers';
import type { Organization } from '../src/service/policy/rules/organization';
import { powersAfter } from '../src/service/powers/use-cases';
import { anOrganization, idOf } from '../test/powers/an-organization';
import { fact, log, table } from './report';
import { timed } from './support/cpu-time';
import { median } from './support/stats';

const ROUNDS = 7;
const RULES = 10;
const GROUPS = 5;

interface Size {
  readonly operators: number;
  readonly admins: number;
  readonly actions: number;
  readonly seats: number;
}

const SIZES: readonly Size[] = [
  { operators: 50, admins: 5, actions: 20, seats: 50 },
  { operators: 1000, admins: 10, actions: 10, seats: 10 },
  { operators: 1000, admins: 10, actions: 10, seats: 50 },
  { operators: 1000, admins: 1000, actions: 10, seats: 50 },
];

export async function powers(): Promise<void> {
  const measured: number[] = [];
  const rows: string[][] = [];
  for (const size of SIZES) {
    const organization = aLarge(size);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push((await timed(() => answer(organization))).cpuUs / 1000);
    measured.push(Math.max(...times));
    const { operators, admins, actions, seats } = size;
    rows.push([...[operators, admins, actions, seats].map(String), times[0]!.toFixed(0), median(times).toFixed(0)]);
  }
  log(
    'who can make actions happen',
    table(['operators', 'admins', 'actions', 'seats', 'ms of CPU, first call', 'ms of CPU, median'], rows),
  );
  fact(
    'who can make 10 actions with 10 rules happen: 1,000 operators; 10, 50 seats',
    '< 2000 ms of CPU',
    `${measured[1]!.toFixed(0)} ms, ${measured[2]!.toFixed(0)} ms`,
  );
}

/** As the review of a change needs it: before it and after it, and as an admin reads it. */
function answer(organization: Organization): string {
  const { version: _version, ...policy } = organization.policies[0]!;
  const edit = { kind: 'put_action', policy: { ...policy, title: 'Other' } } as const;
  return JSON.stringify(powersView(powersAfter(organization, edit, 0), true));
}

function aLarge({ operators: count, admins, actions, seats }: Size): Organization {
  const operators = Array.from({ length: count }, (_, index) => `Person${index}`);
  const group = (index: number) => `grp_${index % GROUPS}` as GroupId;
  const members = (index: number) =>
    operators.filter((_, at) => at % GROUPS === index || at % 7 === index).slice(0, 50);
  const groups = Object.fromEntries(Array.from({ length: GROUPS }, (_, index) => [group(index), members(index)]));
  const keys = operators.filter((_, index) => index % 20 === 0);
  const organization = anOrganization({ operators, admins: operators.slice(0, admins), groups, keys });
  const [policy] = organization.policies;
  const policies = Array.from({ length: actions }, (_, index) => ({
    ...policy!,
    id: `action${index}` as ActionId,
    roster: operators
      .slice(index * 3)
      .slice(0, seats)
      .map(idOf),
    quorum: { default: 2, min: 1, max: 4, selectable: false },
    requires: [{ group: group(index), keys: 1 }],
    paramRules: Array.from({ length: RULES }, (_, rule) => ({
      when: [
        { param: 'amount', op: 'gt' as const, value: `${10 ** (rule + 1)}` },
        ...(rule % 3 === 0 ? [{ param: 'currency', op: 'eq' as const, value: rule % 2 === 0 ? 'EUR' : 'USD' }] : []),
      ],
      quorum: 2 + (rule % 3),
      ...(rule % 2 === 0 ? { requires: [{ group: group(index + rule + 1), keys: 1 }] } : {}),
    })),
  }));
  return { ...organization, policies };
}
