/** What a handler that forgets the rule of two admins does not compile for (docs/decisions/four-eyes.md). Checked with the types. */

import type { ConsoleDeps } from '../../src/lambda/console/handler';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { type AnyEdit, WAITS } from '../../src/service/administration/rules/edits';
import type { ConfigStore, Granted, Permit } from '../../src/service/configuration/ports';
import type { StoredPolicy } from '../../src/service/policy/rules/policy';

/** A handler that saves a policy itself. */
export async function scratch(deps: ConsoleDeps, org: OrgId, loosened: StoredPolicy) {
  // @ts-expect-error a write takes a permit
  await deps.config.saveAction(org, loosened);
  // @ts-expect-error nobody can write a permit down
  await deps.config.saveAction(org, loosened, { rule: 'approved' });
}

/** A handler that makes a link of another operator for itself. */
export async function impersonate({ sessions }: ConsoleDeps, org: OrgId, operator: OperatorId) {
  // @ts-expect-error a link takes a permit
  await sessions.createSignInLink(
    'hash of a token that I know',
    { org, operator, accessEpoch: 0, browserHash: null },
    1,
  );
}

// @ts-expect-error a permit is more than what it says
export const forged: Permit = { rule: 'off' } satisfies Granted;

/** The writes of every item that an admin configures, and no other. */
export const TAKES_PERMIT: {
  readonly [Name in keyof ConfigStore as Permit extends Parameters<ConfigStore[Name]>[number] ? Name : never]: true;
} = {
  saveOperator: true,
  saveNewOperators: true,
  saveAction: true,
  saveGroup: true,
  saveApiKey: true,
  saveSetting: true,
  saveEndpoint: true,
};

/** An edit that nobody has classified. */
type WithNew = AnyEdit | { readonly kind: 'grant_everything'; readonly to: OperatorId };
// @ts-expect-error it is not said whether it waits
export const CLASSIFIED: Readonly<Record<WithNew['kind'], 'always' | 'judged' | 'never'>> = WAITS;
