/** The demo organizations, and `demo.json` with their keys and links (docs/local.md). */

import { SET_UP } from '../protocol/actor';
import { tokenHash } from '../protocol/api-key-token';
import { DISPLAY_TEMPLATES } from '../protocol/display/templates';
import type { ActionId, OperatorId, OrgId } from '../protocol/identifiers';
import { signInLink } from '../protocol/sign-in-link';
import { createSignInLink, type SignInDeps } from '../service/access/use-cases/sessions';
import { type Door, openSetUp, type SetUpDeps } from '../service/administration/use-cases/set-up';
import type { Operator, Scope } from '../service/configuration/rules/items';
import { permit } from '../service/configuration/use-cases/permit';
import { ORGANIZATION } from '../service/organization/rules';
import type { Policy } from '../service/policy/rules/policy';
import type { DataDirectory } from './platform/data-directory';
import { readIfThere, replaceFile } from './platform/files';

export const DEMO_ORG = 'org_demo' as OrgId;
export const OTHER_ORG = 'org_other' as OrgId;
/**
 * An organization with two admins, so its changes need the keys of both (docs/decisions/four-eyes.md). Its operators
 * have different ids.
 */
export const FOUR_EYES_ORG = 'org_four_eyes' as OrgId;
export const DEMO_INTEGRATION = 'demo.sink';
export const DEMO_PLATFORM_ACTIONS = new Map([['demo.transfer', DEMO_INTEGRATION]]);
const FILE = 'demo.json';

export interface Demo {
  readonly base_url: string;
  readonly console_url: string;
  readonly org: string;
  readonly keys: Readonly<Record<DemoKey, string>>;
  readonly operators: readonly { readonly id: string; readonly role: string; readonly sign_in_url: string }[];
  readonly actions: readonly string[];
  /** The organization whose changes need a second admin. */
  readonly four_eyes: {
    readonly org: string;
    readonly operators: Demo['operators'];
    readonly actions: readonly string[];
  };
}

type DemoKey = 'proposer' | 'worker' | 'reader' | 'auditor' | 'other_org' | 'four_eyes';

export type DemoDeps = SetUpDeps & SignInDeps;

export const OPERATORS = [
  { id: 'op_alpha' as OperatorId, name: 'Alpha', role: 'admin' },
  { id: 'op_bravo' as OperatorId, name: 'Bravo', role: 'operator' },
  { id: 'op_charlie' as OperatorId, name: 'Charlie', role: 'operator' },
  { id: 'op_delta' as OperatorId, name: 'Delta', role: 'operator' },
] as const;

const FOUR_EYES_OPERATORS = [
  { id: 'op_echo' as OperatorId, name: 'Echo', role: 'admin' },
  { id: 'op_foxtrot' as OperatorId, name: 'Foxtrot', role: 'admin' },
  { id: 'op_golf' as OperatorId, name: 'Golf', role: 'operator' },
] as const;

/** The other organization has operators with the same ids, because the API key separates the two organizations. */
const ROSTER = OPERATORS.map(({ id }) => id);

const KEYS: Readonly<Record<DemoKey, { readonly org: OrgId; readonly scopes: readonly Scope[] }>> = {
  proposer: { org: DEMO_ORG, scopes: ['propose', 'read'] },
  worker: { org: DEMO_ORG, scopes: ['read', 'execute'] },
  reader: { org: DEMO_ORG, scopes: ['read'] },
  auditor: { org: DEMO_ORG, scopes: ['audit'] },
  other_org: { org: OTHER_ORG, scopes: ['propose', 'read', 'execute'] },
  four_eyes: { org: FOUR_EYES_ORG, scopes: ['propose', 'read', 'execute'] },
};

const PLAIN: Omit<Policy, 'id' | 'title' | 'version'> = {
  roster: ROSTER,
  quorum: { default: 1, min: 1, max: 1, selectable: false },
  mode: 'independent',
  coincidenceSeconds: 60,
  denySelfApproval: false,
  requiredParams: [],
  paramRules: [],
  ttlSeconds: 3600,
  maxOpen: null,
  turn: 'code',
  integration: null,
  display: null,
};

const ACTIONS: readonly Omit<Policy, 'version'>[] = [
  { ...PLAIN, id: 'demo.solo' as ActionId, title: 'One key is enough' },
  {
    ...PLAIN,
    id: 'demo.deploy' as ActionId,
    title: 'Deploy to production',
    quorum: { default: 2, min: 1, max: 3, selectable: true },
    denySelfApproval: true,
    display: { ...DISPLAY_TEMPLATES.Deployment, evidence: [{ name: 'diff', kind: 'diff' }] },
  },
  {
    ...PLAIN,
    id: 'demo.launch' as ActionId,
    title: 'Launch, two keys within a minute',
    quorum: { default: 2, min: 2, max: 2, selectable: false },
    mode: 'coincident',
  },
  {
    ...PLAIN,
    id: 'demo.refund' as ActionId,
    title: 'Refund a customer',
    quorum: { default: 1, min: 1, max: 3, selectable: true },
    requiredParams: ['amount'],
    paramRules: [{ when: [{ param: 'amount', op: 'gte', value: '1000' }], quorum: 3 }],
    display: DISPLAY_TEMPLATES.Refund,
  },
  {
    ...PLAIN,
    id: 'demo.payout' as ActionId,
    title: 'Pay a supplier, signed with passkeys',
    roster: OPERATORS.slice(1).map(({ id }) => id),
    quorum: { default: 2, min: 2, max: 3, selectable: false },
    turn: 'code_and_passkey',
  },
  { ...PLAIN, id: 'demo.transfer' as ActionId, title: 'Transfer money', integration: DEMO_INTEGRATION },
];

const RELEASE: Omit<Policy, 'version'> = {
  ...PLAIN,
  id: 'demo.release' as ActionId,
  title: 'Release to customers',
  roster: FOUR_EYES_OPERATORS.map(({ id }) => id),
  quorum: { default: 2, min: 1, max: 3, selectable: false },
  denySelfApproval: true,
};

/**
 * Creates what is missing and writes `demo.json` with new links. A restart keeps organizations, keys and everything
 * else.
 */
export async function openDemo(deps: DemoDeps, directory: DataDirectory, baseUrl: string): Promise<Demo> {
  for (const org of [DEMO_ORG, OTHER_ORG]) await openOrganization(deps, org);
  await openFourEyes(deps);
  const keys = await openKeys(deps, readIfThere(directory.file(FILE)));
  await beginRule(deps);
  const people = async (all: readonly { readonly id: OperatorId; readonly role: string }[]) =>
    Promise.all(all.map(async ({ id, role }) => ({ id, role, sign_in_url: await signInUrl(deps, baseUrl, id) })));
  const demo: Demo = {
    base_url: baseUrl,
    console_url: `${baseUrl}/`,
    org: DEMO_ORG,
    keys,
    operators: await people(OPERATORS),
    actions: ACTIONS.map(({ id }) => id),
    four_eyes: { org: FOUR_EYES_ORG, operators: await people(FOUR_EYES_OPERATORS), actions: [RELEASE.id] },
  };
  replaceFile(directory.file(FILE), `${JSON.stringify(demo, null, 2)}\n`);
  return demo;
}

/** An operator of the demo organization, or of the one with two admins. */
export async function demoOperator({ config }: Pick<SignInDeps, 'config'>, id: OperatorId): Promise<Operator | null> {
  return (await config.operator(DEMO_ORG, id)) ?? config.operator(FOUR_EYES_ORG, id);
}

/** A new one-time link for an operator of the demo. */
export async function signInUrl(deps: SignInDeps, baseUrl: string, id: OperatorId): Promise<string> {
  const operator = await demoOperator(deps, id);
  if (operator === null) throw new Error(`the demo has no operator ${id}`);
  const { token } = await createSignInLink(deps, operator, permit({ rule: 'rescued' }));
  return signInLink(baseUrl, token);
}

async function openOrganization(deps: DemoDeps, org: OrgId): Promise<void> {
  const door = await doorOf(deps, org);
  await nameOnce(deps, door, org === DEMO_ORG ? 'Acme Payments' : 'Other Company');
  await Promise.all(
    OPERATORS.map((operator) => door.createOperator({ ...operator, email: emailOf(operator.id, org) })),
  );
  await Promise.all(ACTIONS.map((policy) => openAction(deps, door, policy)));
}

/** Only once, so that an admin's later name stays. */
async function nameOnce({ config }: DemoDeps, door: Door, name: string): Promise<void> {
  if ((await config.setting(door.org, ORGANIZATION)) === null) await door.nameOrganization(name);
}

/** A browser accepts no underscore in the domain of an address. */
const emailOf = (id: string, org: OrgId): string => `${id}@${org.replaceAll('_', '-')}.example`;

async function openFourEyes(deps: DemoDeps): Promise<void> {
  if (await isComplete(deps)) return;
  const door = await doorOf(deps, FOUR_EYES_ORG);
  await nameOnce(deps, door, 'Acme Releases');
  for (const { id, name, role } of FOUR_EYES_OPERATORS) {
    const email = emailOf(id, FOUR_EYES_ORG);
    await door.createOperator({ id, name, role: id === SECOND_ADMIN ? 'operator' : role, email });
  }
  await openAction(deps, door, RELEASE);
}

const [, { id: SECOND_ADMIN }] = FOUR_EYES_OPERATORS;

async function isComplete({ config }: DemoDeps): Promise<boolean> {
  return ((await config.operator(FOUR_EYES_ORG, SECOND_ADMIN))?.revision ?? 0) > 1;
}

/** Runs last: with the second admin the rule begins, and the door for set-up closes. */
async function beginRule(deps: DemoDeps): Promise<void> {
  if (!(await isComplete(deps))) await (await doorOf(deps, FOUR_EYES_ORG)).makeAdmin(SECOND_ADMIN);
}

/** If its files were deleted, the demo makes new keys, even if that needs a rescue. */
async function doorOf(deps: DemoDeps, org: OrgId): Promise<Door> {
  const rescue = { command: 'demo', reason: 'The files of the demo have no working key.' };
  const door = await openSetUp(deps, { org, by: SET_UP, rescue });
  if (!door.ok) throw new Error(`the demo cannot set up ${org}`);
  return door.value;
}

/** Created only once, so that an admin's later edits and deletions stay. */
async function openAction(deps: DemoDeps, door: Door, policy: Omit<Policy, 'version'>): Promise<void> {
  if ((await deps.config.action(door.org, policy.id)) !== null) return;
  const put = await door.putAction(policy);
  if (!put.ok) throw new Error(`the demo's ${policy.id}: ${JSON.stringify(put.error)}`);
}

/** Keeps the tokens of the last start that still work, and replaces the others. */
async function openKeys(deps: DemoDeps, earlier: string | null): Promise<Demo['keys']> {
  const known = tokensOf(earlier);
  const tokens = await Promise.all(
    (Object.keys(KEYS) as DemoKey[]).map(async (name) => {
      const { org, scopes } = KEYS[name];
      const token = known[name];
      const live = token === undefined ? null : await deps.config.liveKey(tokenHash(token));
      if (token !== undefined && live?.org === org && live.endsAtMs === null) return [name, token] as const;
      const door = await doorOf(deps, org);
      return [name, (await door.issueApiKey({ name: `demo ${name}`, scopes })).token] as const;
    }),
  );
  return Object.fromEntries(tokens) as Demo['keys'];
}

function tokensOf(text: string | null): Partial<Record<DemoKey, string>> {
  try {
    return (JSON.parse(text ?? '{}') as Partial<Demo>).keys ?? {};
  } catch {
    return {};
  }
}
