/** The configuration as it is stored, as the model reads it, and as an edit would leave it (docs/decisions/powers.md). */
import { liveTokens } from '../../access/rules/api-keys';
import type { Passkey } from '../../access/rules/passkey';
import { type Bootstrap, isSigningKey, isTrusted } from '../../access/rules/signing-keys';
import { EDITS, type EditBy, type WaitingKind } from '../../administration/rules/edits';
import type { ApiKey, Operator } from '../../configuration/rules/items';
import { isRuleOn } from '../../configuration/rules/two-admins';
import { type GroupBody, isMemberAt } from '../../policy/rules/groups';
import type { Organization } from '../../policy/rules/organization';
import type { Policy, TurnNeeds } from '../../policy/rules/policy';

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
  const owners = new Map(operators.map((operator) => [operator.id, operator]));
  const signing = passkeys.filter((passkey) => {
    const owner = owners.get(passkey.operator);
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
      .map(({ id, name, holder = null, actions = null }) => ({
        id,
        name,
        actions,
        holder: holder !== null && owners.has(holder) ? holder : null,
      })),
  };
}

type After<Kind extends WaitingKind> = (organization: Organization, edit: EditBy<Kind>, nowMs: number) => Organization;
const AFTER: { readonly [Kind in WaitingKind]: { readonly after: After<Kind> | null } } = EDITS;

/** The organization as the edit would leave it. */
export const afterEdit = <Kind extends WaitingKind>(
  organization: Organization,
  edit: EditBy<Kind>,
  nowMs: number,
): Organization => AFTER[edit.kind].after?.(organization, edit, nowMs) ?? organization;
