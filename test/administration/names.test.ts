/** What people read as a name, in every edit that sets one (docs/decisions/names.md). */

import { DEMO_ORG } from '../../src/local/demo';
import { ADMIN_COMMAND, person } from '../../src/protocol/actor';
import type { ActionId, EndpointId, GroupId, OperatorId } from '../../src/protocol/identifiers';
import { ok } from '../../src/protocol/result';
import { EDITS, type EditKind, type EditOf } from '../../src/service/administration/rules/edits';
import { makeEdit } from '../../src/service/administration/use-cases/make-edit';
import { openSetUp } from '../../src/service/administration/use-cases/set-up';
import { accepted, aNewPolicy, BRAVO, refused } from '../support/builders';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { PERMIT } from '../support/permit';

const ledger = openedOnce(() => openLedger({ memory: true }));
const make = (edit: EditOf<EditKind>) =>
  makeEdit<EditKind>(
    {
      ...ledger.ports,
      platformActions: new Map(),
      sender: { validateEndpoint: async () => ok(null) },
    } as never,
    { org: DEMO_ORG, by: person('op_alpha') },
    edit,
    PERMIT,
  );

const operator = (name: string, id = 'op_new') => ({
  id: id as OperatorId,
  ...{ name, email: 'nina@acme.dev', role: 'operator' as const },
});
const URL = 'https://hooks.acme.dev/x';

/** The edits that set the name, each with the field that the refusal names. `none`: the edit sets no text that is read as a name. */
const NAMED: { readonly [Kind in EditKind]: 'none' | Readonly<Record<string, (name: string) => EditOf<Kind>>> } = {
  put_action: {
    title: (title) => ({ kind: 'put_action', policy: aNewPolicy({ id: 'new' as ActionId, title }) }),
    id: (id) => ({ kind: 'put_action', policy: aNewPolicy({ id: id as ActionId }) }),
  },
  put_group: { name: (name) => ({ kind: 'put_group', group: { id: 'grp_new' as GroupId, name, members: [] } }) },
  create_operator: { name: (name) => ({ kind: 'create_operator', operator: operator(name) }) },
  invite_operators: {
    'operators[1].name': (name) => ({
      kind: 'invite_operators',
      operators: [operator('Oscar', 'op_first'), operator(name)],
    }),
  },
  update_operator: { name: (name) => ({ kind: 'update_operator', id: BRAVO, patch: { name } }) },
  create_key: { name: (name) => ({ kind: 'create_key', name, scopes: ['read'] }) },
  rename_organization: { name: (name) => ({ kind: 'rename_organization', name }) },
  create_endpoint: {
    description: (description) => ({ kind: 'create_endpoint', endpoint: { url: URL, types: null, description } }),
  },
  update_endpoint: {
    description: (description) => ({ kind: 'update_endpoint', id: 'whe_0' as EndpointId, patch: { description } }),
  },
  ...{ delete_action: 'none', delete_group: 'none', send_sign_in_link: 'none', end_access: 'none' },
  ...{ delete_passkey: 'none', update_key: 'none', rotate_key: 'none', end_token: 'none', revoke_key: 'none' },
  ...{ reissue_code: 'none', set_changes_turn: 'none', set_mailed_links: 'none', set_identity_provider: 'none' },
  ...{ connect_identity: 'none', disconnect_identity: 'none', set_chat: 'none', remove_chat: 'none' },
  ...{ delete_endpoint: 'none', revoke_previous_secret: 'none', rotate_secret: 'none' },
  ...{ verify_endpoint: 'none', recover_endpoint: 'none' },
};

const FORBIDDEN = 'Control characters and characters that change the reading direction are not allowed';
const MISLEADING: readonly (readonly [name: string, text: string, why: string])[] = [
  ['a line feed', 'Nina\nBcc: all', `must not contain U+000A (line feed). ${FORBIDDEN}`],
  ['an escape sequence', 'Nina\u001b[2J', `must not contain U+001B (escape). ${FORBIDDEN}`],
  ['a C1 control character', 'Nina\u009b', `must not contain U+009B (unseen character). ${FORBIDDEN}`],
  ['a delete', 'Nina\u007f', `must not contain U+007F (unseen character). ${FORBIDDEN}`],
  ['a line separator', 'Nina\u2028x', `must not contain U+2028 (line separator). ${FORBIDDEN}`],
  ['an override', 'Nina\u202edev', `must not contain U+202E (right-to-left override). ${FORBIDDEN}`],
  ['an isolate', '\u2066Nina\u2069', `must not contain U+2066 (left-to-right isolate). ${FORBIDDEN}`],
  ['a direction mark', 'Nina\u200f', `must not contain U+200F (right-to-left mark). ${FORBIDDEN}`],
  ['an Arabic letter mark', 'Nina\u061c', `must not contain U+061C (Arabic letter mark). ${FORBIDDEN}`],
  ['only spaces', '  ', 'must have a visible character, but it has only U+0020 (space)'],
  [
    'only invisible characters',
    '\u200b \u2800\u3164',
    'must have a visible character, but it has only U+200B (zero width space), U+0020 (space), U+2800 (unseen character)',
  ],
];

const edits = (Object.keys(EDITS) as EditKind[]).flatMap((kind) => {
  const named = NAMED[kind];
  return named === 'none' ? [] : Object.entries(named).map(([field, edit]) => [kind, field, edit] as const);
});

describe.each(edits)('%s, field %s', (kind, field, edit: (name: string) => EditOf<EditKind>) => {
  it.each(MISLEADING)('refuses a name with %s, and says which character', async (_, text, why) => {
    const id = kind === 'update_endpoint' ? await hook() : undefined;
    const made = await make({ ...edit(text), ...(id === undefined ? {} : { id }) } as EditOf<EditKind>);
    const { problem, problems = [problem] } = refused(made) as { problem?: string; problems?: (string | undefined)[] };
    expect(problems).toContain(`${field}: ${why}`);
  });
});

/** An endpoint to edit. A refused edit changes nothing, so one is enough. */
async function hook(): Promise<EndpointId> {
  const [stored] = await ledger.ports.config.endpoints(DEMO_ORG);
  if (stored !== undefined) return stored.id;
  const made = await make({ kind: 'create_endpoint', endpoint: { url: URL, types: null, description: '' } });
  return (accepted(made) as { endpoint: { id: EndpointId } }).endpoint.id;
}

it.each(['Nina Müller', 'محمد', 'می‌خواهم', '👩‍💻 Ops', "O'Brien-Smith, Jr.", 'José', 'क्‍ष', 'x'])(
  '%s is a name in every script that people write',
  async (name) => {
    accepted(await make({ kind: 'create_key', name, scopes: ['read'] }));
    accepted(await make({ kind: 'rename_organization', name }));
  },
);

it('an endpoint needs no description', async () => {
  const id = await hook();
  accepted(await make({ kind: 'update_endpoint', id, patch: { description: '' } }));
});

it('a set-up refuses the same names, and writes nothing', async () => {
  const door = accepted(await openSetUp(ledger.ports, { org: DEMO_ORG, by: ADMIN_COMMAND }));
  const name = 'Nina\u202edev';
  expect(refused(await door.createOperator(operator(name)))).toMatchObject({ reason: 'invalid_name' });
  expect(refused(await door.nameOrganization(name))).toMatchObject({ reason: 'invalid_name' });
  await expect(door.issueApiKey({ name, scopes: ['read'] })).rejects.toThrow(/^name: must not contain U\+202E/);
  expect(await ledger.ports.config.operator(DEMO_ORG, 'op_new' as OperatorId)).toBeNull();
  expect((await ledger.ports.config.apiKeys(DEMO_ORG)).map((key: { name: string }) => key.name)).not.toContain(name);
});
