/** Creates the organization `canary` once: its operator with a passkey, its action and its API key. */

import type { SoftwarePasskey } from '../../adapters/webauthn/software-passkey';
import { SET_UP } from '../../protocol/actor';
import { type AddPasskeyDeps, addPasskey } from '../../service/access/use-cases/passkeys';
import { type Door, openSetUp, type SetUpDeps } from '../../service/administration/use-cases/set-up';
import type { Operator } from '../../service/configuration/rules/items';
import type { CanaryCredentials } from './credentials';
import { CANARY_ACTION, CANARY_EMAIL, CANARY_OPERATOR, CANARY_ORG } from './names';

export interface CanarySetUpDeps extends SetUpDeps, AddPasskeyDeps {
  readonly newPasskey: () => SoftwarePasskey & { readonly publicKey: string };
  readonly receiver: string;
  readonly mailboxKey: () => Promise<string>;
  /** The stored credentials, or null. */
  readonly stored: () => Promise<CanaryCredentials | null>;
  readonly store: (credentials: CanaryCredentials) => Promise<void>;
}

/**
 * Each run completes what earlier runs left out. The passkey comes before the API key: an operator has at most ten, so
 * runs that cannot store their credentials stop instead of creating more and more keys.
 */
export async function setUpCanary(deps: CanarySetUpDeps): Promise<'made' | 'was there'> {
  const stored = await deps.stored();
  if (stored !== null && stored.receiver === deps.receiver) return 'was there';
  const door = await openSetUp(deps, { org: CANARY_ORG, by: SET_UP });
  if (!door.ok) throw new Error('changes of the canary need a second admin');
  const operator = await theOperator(deps, door.value);
  if ((await deps.config.action(CANARY_ORG, CANARY_ACTION)) === null) await makeAction(door.value);
  const credentials = stored ?? (await makeCredentials(deps, door.value, operator));
  await deps.store({ ...credentials, receiver: deps.receiver, mailbox_key: await deps.mailboxKey() });
  return 'made';
}

async function theOperator(deps: CanarySetUpDeps, door: Door): Promise<Operator> {
  const known = await deps.config.operator(CANARY_ORG, CANARY_OPERATOR);
  if (known !== null) return known;
  const person = { id: CANARY_OPERATOR, name: 'Canary', email: CANARY_EMAIL, role: 'operator' } as const;
  const made = await door.createOperator(person);
  if (!made.ok) throw new Error('the operator of the canary was made by another run');
  return made.value;
}

async function makeAction(door: Door): Promise<void> {
  const policy = {
    id: CANARY_ACTION,
    title: 'Check of the deployment',
    roster: [CANARY_OPERATOR],
    quorum: { default: 1, min: 1, max: 1, selectable: false },
    mode: 'independent' as const,
    coincidenceSeconds: 60,
    denySelfApproval: false,
    requiredParams: [],
    paramRules: [],
    // A request that a failed run leaves open expires after the shortest time that a policy allows.
    ttlSeconds: 3600,
    maxOpen: null,
    display: null,
    turn: 'code' as const,
    integration: null,
  };
  const put = await door.putAction(policy);
  if (!put.ok && put.error.reason === 'invalid_policy') throw new Error(put.error.problems.join('; '));
}

async function makeCredentials(deps: CanarySetUpDeps, door: Door, operator: Operator) {
  const { publicKey, ...passkey } = deps.newPasskey();
  const created = { credentialId: passkey.credentialId, publicKey, counter: 0, transports: [] };
  const added = await addPasskey(deps, operator, 'canary', created);
  if (!added.ok) throw new Error(`the passkey of the canary was not added: ${added.error.reason}`);
  const { token } = await door.issueApiKey({ name: 'canary', scopes: ['propose', 'read', 'execute'] });
  return { api_key: token, passkey };
}
