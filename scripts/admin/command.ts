/** The administration command: creates an organization, its admins, keys, actions and endpoints, on AWS and on one machine. */

import { IN_WORDS, LIMITS } from '../../generated/limits';
import { CANARY_ORG } from '../../src/lambda/canary/names';
import { ADMIN_COMMAND } from '../../src/protocol/actor';
import type { ActionId, OperatorId, OrgId } from '../../src/protocol/identifiers';
import { signInLink } from '../../src/protocol/sign-in-link';
import { RESERVED_IN_WORDS } from '../../src/service/access/rules/reserved-ids';
import { createSignInLink } from '../../src/service/access/use-cases/sessions';
import { type TrustKeyRefusal, trustKey } from '../../src/service/access/use-cases/signing-keys/rescue';
import { type Door, openSetUp } from '../../src/service/administration/use-cases/set-up';
import type { NewApiKey, NewOperator, Operator, Role, Scope } from '../../src/service/configuration/rules/items';
import { exitCodeOf, Misuse, nearest, parsedArgs } from '../support/command';
import { type AdminDeps, connectAws, connectLocal } from './connect';
import { createAction, createEndpoint } from './consumer';
import { powers } from './powers';

const COMMANDS = [
  'create-org      --org ORG --id ID --name NAME --email EMAIL',
  'create-operator --org ORG --id ID --name NAME --email EMAIL [--role admin|operator]',
  'create-key      --org ORG --name NAME --scopes propose,read,execute [--actions ID,ID]',
  'create-action   --org ORG --id ACTION --name TITLE --roster ID,ID [--quorum N]',
  'create-endpoint --org ORG --url URL',
  'sign-in-link    --org ORG --id ID',
  'powers          --org ORG',
  'trust-key       --org ORG --fingerprint SHA256:… --rescue REASON',
];

/** `typed` is what people type before the name of a command. */
const usageOf = (typed: string): string => `${COMMANDS.map((command) => `${typed} ${command}`).join('\n')}
powers lists who can make each action happen, and ends with code 1 if anybody alone can.
trust-key is for an organization whose admins have lost every countersigned passkey. It trusts a passkey of an admin.
create-org makes an organization with its first admin, and refuses one that has operators. --data-dir DIR: a local runner's.
Where the organization has had two enabled admins, use the console. If that is impossible: --rescue REASON. The audit log
keeps the reason, and every operator gets it by mail.
On AWS, set MAIN_TABLE, TRANSIENT_TABLE, DATA_KEY_ID and CONSOLE_ORIGIN to the outputs MainTable, TransientTable, DataKey and BaseUrl of the
stacks, and give credentials as to the AWS command line: AWS_PROFILE (also of SSO or a role), or keys in the environment.`;

const ID = /^[a-z][a-z0-9_.-]{0,63}$/;
/** The pattern of the document, and what it means. */
const [EMAIL, AN_EMAIL] = Object.entries(IN_WORDS).find(([, words]) => words.startsWith('an email address'))!;

const SCOPES = ['propose', 'read', 'execute', 'audit'] as const satisfies readonly Scope[];

const WHY_NO_LINK = {
  not_found: 'the organization has no such operator',
  operator_disabled: 'the operator is disabled',
  edited_meanwhile: 'it was just edited: run the command again',
  mail_links_forbidden: 'sign-in links by mail are forbidden for this operator',
};

const WHY_NOT_TRUSTED: Readonly<Record<TrustKeyRefusal, string>> = {
  no_such_key: 'no operator of the organization can sign with such a passkey',
  no_admin: 'its operator is not an enabled admin',
  admin_can_sign: 'an enabled admin has a countersigned passkey and can countersign this one in the console',
  not_waiting: 'it does not wait for a countersignature: its owner must first sign its enrolment on the page "Account"',
  edited_meanwhile: 'it was just edited: run the command again',
};

/** Sets the exit code of the process. */
export async function admin(args: readonly string[], typed: string): Promise<void> {
  try {
    console.log(await answerTo(args, usageOf(typed)));
    process.exitCode ??= 0;
  } catch (error) {
    process.exitCode = exitCodeOf(error, 1);
  }
}

async function answerTo(args: readonly string[], usage: string): Promise<string> {
  const options = {
    org: { type: 'string' },
    id: { type: 'string' },
    name: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string', default: 'operator' },
    scopes: { type: 'string' },
    actions: { type: 'string' },
    roster: { type: 'string' },
    quorum: { type: 'string', default: '1' },
    url: { type: 'string' },
    fingerprint: { type: 'string' },
    rescue: { type: 'string' },
    'data-dir': { type: 'string' },
  } as const;
  const { values, positionals } = parsedArgs({ args: [...args], allowPositionals: true, options }, usage);
  const given = (name: Exclude<keyof typeof values, 'role' | 'rescue' | 'quorum' | 'data-dir'>): string => {
    const value = values[name];
    if (value === undefined) throw new Misuse(`--${name} is missing\n${usage}`);
    if ((name === 'org' || name === 'id') && !ID.test(value))
      throw new Error(
        `--${name} must start with a lower-case letter and contain only lower-case letters, digits, "_", "." and "-"`,
      );
    if (name === 'email' && !new RegExp(EMAIL, 'u').test(value)) throw new Error(`--email must be ${AN_EMAIL}`);
    return value;
  };
  const person = () => ({ id: given('id') as OperatorId, name: given('name'), email: given('email') });
  const commands: Readonly<Record<string, (deps: AdminDeps) => Promise<string>>> = {
    'create-org': async (deps) => {
      const org = given('org') as OrgId;
      if (org === CANARY_ORG) throw new Error(`${org} is the deployment's own organization: choose another id`);
      if ((await deps.config.operators(org)).length > 0) throw new Error(`${org} exists: use create-operator`);
      return addOperator(deps, await openDoor(deps, org), { ...person(), role: 'admin' });
    },
    'create-operator': async (deps) => {
      const [org, operator] = [given('org') as OrgId, { ...person(), role: roleOf(values.role) }];
      return addOperator(deps, await open(deps, org), operator);
    },
    'create-key': async (deps) => {
      const scopes = given('scopes').split(',').map(scopeOf);
      const [org, name] = [given('org') as OrgId, given('name')];
      const { token, key } = await (await open(deps, org)).issueApiKey({ name, scopes, ...limitOf(values.actions) });
      const limit = key.actions === undefined ? '' : `, limited to ${key.actions.join(', ')}`;
      return `created ${key.id} with ${scopes.join(', ')}${limit}; its token, shown once:\n${token}`;
    },
    'create-action': async (deps) => {
      const action = { id: given('id'), title: given('name'), roster: given('roster').split(',') };
      return createAction(await open(deps, given('org') as OrgId), { ...action, quorum: values.quorum });
    },
    'create-endpoint': async (deps) =>
      createEndpoint(await open(deps, given('org') as OrgId), given('url'), deps.sender),
    'sign-in-link': async (deps) => {
      const [org, id] = [given('org') as OrgId, given('id') as OperatorId];
      await assertExists(deps, org);
      if ((await deps.config.operator(org, id)) === null) throw new Error(`${org} has no operator ${id}`);
      // The entry is written first. It also removes the operator's seats in open requests.
      const door = await open(deps, org);
      const noted = await door.noteLink(id);
      if (!noted.ok) throw new Error(`${id}: ${WHY_NO_LINK[noted.error.reason]}`);
      return link(deps, door, noted.value);
    },
    powers: async (deps) => {
      const org = given('org') as OrgId;
      await assertExists(deps, org);
      return powers(deps, org);
    },
    'trust-key': async (deps) => {
      const [org, fingerprint] = [given('org') as OrgId, given('fingerprint')];
      const { permitted } = await open(deps, org);
      // The runner's console uses an address, and its passkeys use the host name.
      const origin = deps.consoleOrigin.replace('127.0.0.1', 'localhost');
      const trusted = await trustKey({ ...deps, origin }, org, fingerprint, ADMIN_COMMAND, permitted);
      if (!trusted.ok) throw new Error(`${fingerprint}: ${WHY_NOT_TRUSTED[trusted.error]}`);
      return `the passkey "${trusted.value.name}" of ${trusted.value.operator} can countersign the others now`;
    },
  };
  const open = async (deps: AdminDeps, org: OrgId): Promise<Door> => {
    await assertExists(deps, org);
    return openDoor(deps, org);
  };
  const openDoor = async (deps: AdminDeps, org: OrgId): Promise<Door> => {
    const rescue = { command: positionals.join(' '), reason: values.rescue ?? null };
    const door = await openSetUp(deps, { org, by: ADMIN_COMMAND, rescue });
    if (door.ok) return door.value;
    throw new Error(
      `changes of ${org} need a second admin: make them in the console, or say why that is impossible: --rescue REASON`,
    );
  };
  const [name, ...more] = positionals;
  if (name === undefined) throw new Misuse(usage);
  const command = commands[name];
  if (command === undefined) throw new Misuse(unknownCommand(name, Object.keys(commands), usage));
  if (more.length > 0) throw new Misuse(`${name} takes options alone, and not "${more.join(' ')}"\n${usage}`);
  const dataDir = values['data-dir'];
  const deps = dataDir === undefined ? connectAws() : connectLocal(dataDir);
  try {
    return await command(deps);
  } finally {
    deps.close();
  }
}

function unknownCommand(name: string, commands: readonly string[], usage: string): string {
  const meant = nearest(name, commands);
  return `"${name}" is no command of admin.${meant === null ? '' : ` Did you mean ${meant}?`}\n${usage}`;
}

/** A misspelled organization would get a key that nobody knows of. */
async function assertExists({ config }: AdminDeps, org: OrgId): Promise<void> {
  if ((await config.operators(org)).length === 0) throw new Error(`${org} has no operators: create it with create-org`);
}

async function addOperator(deps: AdminDeps, door: Door, operator: NewOperator): Promise<string> {
  const created = await door.createOperator(operator);
  if (!created.ok) throw new Error(whyNotAdded(created.error, operator, door.org));
  const { role, id } = created.value;
  return `created ${role} ${id}\n${await link(deps, door, created.value)}`;
}

type NotAdded = Extract<Awaited<ReturnType<Door['createOperator']>>, { readonly ok: false }>['error'];

function whyNotAdded(refusal: NotAdded, { id }: NewOperator, org: OrgId): string {
  switch (refusal.reason) {
    case 'invalid_name':
      return refusal.problem;
    case 'id_reserved':
      return `${id}: the id is reserved. ${RESERVED_IN_WORDS}`;
    case 'too_many_operators':
      return `${org} can have at most ${LIMITS.operators.max} operators, including those who are disabled`;
    case 'edited_meanwhile':
      return 'the organization was just edited: run the command again';
    case 'id_taken':
      return `${id} is an operator of ${org} already`;
  }
}

async function link(deps: AdminDeps, { permitted }: Door, operator: Operator): Promise<string> {
  const { token, expiresAtMs } = await createSignInLink(deps, operator, await permitted());
  return `sign in once, before ${new Date(expiresAtMs).toISOString()}:\n${signInLink(deps.consoleOrigin, token)}`;
}

function roleOf(text: string): Role {
  if (text === 'admin' || text === 'operator') return text;
  throw new Error('--role must be admin or operator');
}

function scopeOf(text: string): Scope {
  const scope = SCOPES.find((each) => each === text);
  if (scope !== undefined) return scope;
  throw new Error(`--scopes must be a comma-separated list of ${SCOPES.join(', ')}`);
}

const limitOf = (ids: string | undefined): Pick<NewApiKey, 'actions'> =>
  ids === undefined ? {} : { actions: ids.split(',').map((id) => id.trim() as ActionId) };
