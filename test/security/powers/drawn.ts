/** Small organizations at random, as an administrator could have configured them. */

import type { ActionId, GroupId, OperatorId } from '../../../src/protocol/identifiers';
import type { Policy } from '../../../src/service/policy/rules/policy';
import { policyProblems } from '../../../src/service/policy/rules/validate';
import { dice } from '../../linearizability/record';
import { aPolicy, op } from '../../support/builders';

export interface Drawn {
  readonly operators: readonly {
    readonly id: OperatorId;
    readonly role: 'admin' | 'operator';
    readonly enabled: boolean;
    readonly samePerson: OperatorId | null;
  }[];
  /** Whether the organization ever had two enabled admins. */
  readonly began: boolean;
  readonly group: readonly OperatorId[];
  readonly policies: readonly Policy[];
  /** The holders of the keys that can propose. Null: nobody is named. */
  readonly keys: readonly (OperatorId | null)[];
  /** The only actions that each key can propose. Null: every action. */
  readonly limits: readonly (readonly ActionId[] | null)[];
  /** Operators with a countersigned key, after the bootstrap. Null: in the bootstrap. */
  readonly signers: readonly OperatorId[] | null;
  readonly changesTurn: 'code' | 'code_and_passkey';
  /** Whether operators can sign in at an identity provider. */
  readonly hasProvider: boolean;
}

export const GROUP = 'grp_drawn' as GroupId;
const NAMES = ['op_a', 'op_b', 'op_c', 'op_d'].map(op);

export function draw(seed: number): Drawn {
  const random = dice(seed);
  const chance = (of: number) => random() < of;
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const some = <T>(all: readonly T[], of: number): T[] => all.filter(() => chance(of));
  const ids = NAMES.slice(0, 3 + Math.floor(random() * 2));
  const operators = ids.map((id, index) => ({
    id,
    role: index === 0 || chance(0.45) ? ('admin' as const) : ('operator' as const),
    enabled: index === 0 || chance(0.9),
    samePerson: index > 0 && chance(0.1) ? ids[index - 1]! : null,
  }));
  const two = operators.filter(({ role, enabled }) => enabled && role === 'admin').length >= 2;
  const group = some(ids, 0.5);
  const signs = chance(0.3);
  const rosterOf = () => [...new Set([pick(ids), ...some(ids, 0.6)])];
  const policyOf = (name: string): Policy => {
    for (;;) {
      const roster = rosterOf();
      const keys = 1 + Math.floor(random() * Math.min(2, roster.length));
      const policy = aPolicy({
        id: name as ActionId,
        version: 1,
        roster: chance(0.2) ? [...roster, GROUP] : roster,
        quorum: { default: keys, min: 1, max: Math.max(keys, 1), selectable: chance(0.2) },
        denySelfApproval: chance(0.5),
        turn: signs && chance(0.6) ? 'code_and_passkey' : 'code',
        ...(chance(0.3) ? { requires: [{ group: GROUP, keys: 1 }] } : {}),
        paramRules: chance(0.5)
          ? [
              { when: [{ param: 'amount', op: 'gt', value: '100' }], quorum: 1 + Math.floor(random() * keys) },
              ...(chance(0.5)
                ? [{ when: [{ param: 'amount', op: pick(['gt', 'lt'] as const), value: '500' }], quorum: keys }]
                : []),
            ]
          : [],
      });
      const groups = [{ id: GROUP, name: 'Drawn', members: group.map(membership) }];
      if (policyProblems(policy, operators, new Map(), groups).length === 0) return policy;
    }
  };
  // From dice of its own, so that the rest is drawn as without limits.
  const limited = dice(seed + 1_000_000)();
  const inBootstrap = chance(0.4);
  const signers = inBootstrap ? null : some(ids, 0.6);
  return {
    operators,
    began: two || chance(0.5),
    group,
    policies: ['one', 'two'].map(policyOf),
    keys: chance(0.1) ? [] : [pick([null, null, ...ids])],
    limits: [limited < 0.5 ? null : [(limited < 0.75 ? 'one' : 'two') as ActionId]],
    signers,
    changesTurn: signers !== null && chance(0.3) ? 'code_and_passkey' : 'code',
    hasProvider: chance(0.4),
  };
}

const membership = (operator: OperatorId) => ({ operator, startsAtMs: null, endsAtMs: null });
