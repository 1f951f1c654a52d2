/** An organization for the model of powers. Operators have one-letter names, and a test sets only what it needs. */

import type { ActionId, ApiKeyId, GroupId, OperatorId } from '../../src/protocol/identifiers';
import type { Organization } from '../../src/service/policy/rules/organization';
import type { Policy } from '../../src/service/policy/rules/policy';
import { aPolicy, op } from '../support/builders';

export interface Given {
  /** The names of enabled operators. */
  readonly operators: readonly string[];
  readonly admins?: readonly string[];
  readonly disabled?: readonly string[];
  /** Accounts of one person. */
  readonly same?: readonly (readonly [string, string])[];
  /** The holders of the API keys that can create requests. Null: nobody is named. */
  readonly keys?: readonly (string | null)[];
  /** The only actions that each of these keys can propose. Null or absent: every action. */
  readonly limits?: readonly (readonly ActionId[] | null)[];
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly policy?: Partial<Policy>;
  /** Operators with a trusted signing key, after the bootstrap. Absent: in the bootstrap. */
  readonly signers?: readonly string[];
  readonly changesTurn?: 'code' | 'code_and_passkey';
  /** Whether there ever were two admins. */
  readonly began?: boolean;
}

/** Two keys, which the proposer cannot change. */
export const TWO = { default: 2, min: 1, max: 2, selectable: false };

export const idOf = (name: string): OperatorId => op(`op_${name.toLowerCase()}`);

export function anOrganization(given: Given): Organization {
  const { operators, admins = [], disabled = [], same = [], keys = [null], groups = {}, signers } = given;
  const roster = [...operators, ...disabled].map(idOf);
  return {
    operators: [...operators, ...disabled].map((name) => {
      const other = same.find(([one]) => one === name)?.[1];
      return {
        id: idOf(name),
        name,
        role: admins.includes(name) ? 'admin' : 'operator',
        enabled: !disabled.includes(name),
        ...(other === undefined ? {} : { samePerson: idOf(other) }),
      };
    }),
    ruleIsOn: given.began ?? admins.filter((name) => !disabled.includes(name)).length >= 2,
    changesTurn: given.changesTurn ?? 'code',
    inBootstrap: signers === undefined,
    signers: new Set((signers ?? []).map(idOf)),
    policies: [aPolicy({ id: 'refund' as ActionId, title: 'Refund', roster, quorum: TWO, ...given.policy })],
    groups: Object.entries(groups).map(([id, members]) => {
      return { id: id as GroupId, name: id, revision: 1, members: members.map(idOf) };
    }),
    keys: keys.map((holder, index) => ({
      id: `key_${String(index).padStart(24, '0')}` as ApiKeyId,
      name: holder === null ? 'shared' : `of ${holder}`,
      holder: holder === null ? null : idOf(holder),
      actions: given.limits?.[index] ?? null,
    })),
  };
}
