/** The configuration as it is stored, as the model reads it, and as an edit would leave it (docs/decisions/powers.md). */
import { liveTokens } from '../access/api-tokens';
import type { Passkey } from '../access/passkey';
import { type Bootstrap, isSigningKey, isTrusted } from '../access/signing-keys';
import type { ApiKey, NewOperator, Operator } from '../administration/config';
import type { Edit } from '../administration/edits';
import { isRuleOn } from '../administration/rule';
import { type GroupBody, isMemberAt } from '../policy/groups';
import type { Policy, TurnNeeds } from '../policy/policy';
import type { Account, Organization, ProposingKey } from './organization';

export interface Stored {
  readonly operators: readonly Operator[];
  readonly ruleBegan: boolean;
  readonly changesTurn: TurnNeeds;
  readonly bootstrap: Bootstrap;
  readonly passkeys: readonly Passkey[];
  readonly policies: readonly Policy[];
  readonly groups: readonly GroupBody[];
  readonly keys: readonly ApiKey[];
}

export function organizationOf(stored: Stored, nowMs: number): Organization {
  const { operators, ruleBegan, changesTurn, bootstrap, passkeys, policies, groups } = stored;
  const ids = new Set(operators.map(({ id }) => id));
  const signing = passkeys.filter((passkey) => {
    const owner = operators.find(({ id }) => id === passkey.operator);
    return owner !== undefined && isSigningKey(passkey, owner) && isTrusted(passkey, bootstrap);
  });
  return {
    operators,
    ruleIsOn: isRuleOn(ruleBegan, operators),
    changesTurn,
    inBootstrap: bootstrap.endedAtMs === null,
    signers: new Set(signing.map(({ operator }) => operator)),
    policies,
    groups: groups.map(({ id, name, members }) => {
      const present = members.filter((member) => isMemberAt(member, nowMs));
      return { id, name, revision: 0, members: present.map(({ operator }) => operator) };
    }),
    keys: stored.keys
      .filter((key) => key.scopes.includes('propose') && liveTokens(key, nowMs).length > 0)
      // An unknown holder could hide that anybody has the key.
      .map(({ id, name, holder = null }) => ({ id, name, holder: holder !== null && ids.has(holder) ? holder : null })),
  };
}

/** A link, a second token or a new code gives nobody more than any other edit could. */
export function afterEdit(organization: Organization, edit: Edit, nowMs: number): Organization {
  const { policies, groups, keys } = organization;
  switch (edit.kind) {
    case 'put_action':
      return { ...organization, policies: replaced(policies, { ...edit.policy, version: 0 }) };
    case 'put_group': {
      const { id, name, members } = edit.group;
      const present = members.filter((member) => isMemberAt(member, nowMs)).map(({ operator }) => operator);
      return { ...organization, groups: replaced(groups, { id, name, revision: 0, members: present }) };
    }
    case 'create_operator':
      return withOperators(organization, [accountOf(edit.operator)]);
    case 'invite_operators':
      return withOperators(organization, edit.operators.map(accountOf));
    case 'update_operator': {
      const known = organization.operators.find(({ id }) => id === edit.id);
      return known === undefined ? organization : withOperators(organization, [{ ...known, ...edit.patch }]);
    }
    case 'create_key': {
      const { name, holder = null } = edit;
      const key = { id: 'new', name, holder } as unknown as ProposingKey;
      return edit.scopes.includes('propose') ? { ...organization, keys: [...keys, key] } : organization;
    }
    case 'update_key': {
      const { id, holder } = edit;
      if (holder === undefined) return organization;
      return { ...organization, keys: keys.map((key) => (key.id === id ? { ...key, holder } : key)) };
    }
    case 'set_changes_turn':
      return { ...organization, changesTurn: edit.turn };
    default:
      return organization;
  }
}

const accountOf = ({ id, name, role }: NewOperator): Account => ({ id, name, role, enabled: true });

function withOperators(organization: Organization, changed: readonly Account[]): Organization {
  const operators = changed.reduce(replaced, organization.operators);
  return { ...organization, operators, ruleIsOn: isRuleOn(organization.ruleIsOn, operators) };
}

function replaced<T extends { readonly id: string }>(all: readonly T[], one: T): T[] {
  return all.some(({ id }) => id === one.id) ? all.map((each) => (each.id === one.id ? one : each)) : [...all, one];
}
