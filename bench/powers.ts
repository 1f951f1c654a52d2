/** The CPU of answering who can make each action happen, for a large organization. */
import { answersFor } from '../src/core/powers/answer';
import type { Organization } from '../src/core/powers/organization';
import type { ActionId, GroupId } from '../src/protocol/identifiers';
import { anOrganization } from '../test/core/powers/an-organization';
import { fact, log, table } from './report';
import { timed } from './support/cpu-time';
import { median } from './support/stats';

const ROUNDS = 15;
const [OPERATORS, ACTIONS, GROUPS] = [50, 20, 5];

export async function powers(): Promise<void> {
  const rows: string[][] = [];
  for (const admins of [5, OPERATORS]) {
    const organization = aLarge(admins);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push((await timed(() => answersFor(organization))).cpuUs / 1000);
    rows.push([String(admins), times[0]!.toFixed(0), median(times.slice(3)).toFixed(0)]);
  }
  const what = `who can make ${ACTIONS} actions happen: ${OPERATORS} operators, ${GROUPS} groups`;
  fact(what, '≤ 200 ms of CPU', `${rows[0]![2]} ms`);
  log(what, table(['admins', 'ms of CPU, first call', 'ms of CPU, median'], rows));
}

function aLarge(admins: number): Organization {
  const operators = Array.from({ length: OPERATORS }, (_, index) => `Person${index}`);
  const group = (index: number) => `grp_${index % GROUPS}` as GroupId;
  const members = (index: number) => operators.filter((_, at) => at % GROUPS === index || at % 7 === index);
  const groups = Object.fromEntries(Array.from({ length: GROUPS }, (_, index) => [group(index), members(index)]));
  const organization = anOrganization({ operators, admins: operators.slice(0, admins), groups });
  const [policy] = organization.policies;
  const policies = Array.from({ length: ACTIONS }, (_, index) => ({
    ...policy!,
    id: `action${index}` as ActionId,
    quorum: { default: 2, min: 1, max: 4, selectable: false },
    requires: [{ group: group(index), keys: 1 }],
    paramRules: [
      {
        when: [{ param: 'amount', op: 'gt' as const, value: '100' }],
        quorum: 3,
        requires: [{ group: group(index + 1), keys: 1 }],
      },
      {
        when: [
          { param: 'amount', op: 'gt' as const, value: '1000' },
          { param: 'currency', op: 'eq' as const, value: 'EUR' },
        ],
        quorum: 4,
      },
    ],
  }));
  return { ...organization, policies };
}
