/** Edits of what an organization sets once for all, and of company accounts. */

import type { OperatorId } from '../../../src/protocol/identifiers';
import { identityId, type Provider } from '../../../src/service/access/rules/company-sign-in';
import type { EditOf } from '../../../src/service/administration/rules/edits';
import { aPasskey } from '../../store/conformance/config-items';
import { ALPHA, BRAVO, CHARLIE, DELTA } from '../../support/builders';
import { es256Key } from '../../support/cose';
import { after, type Organization } from './organization';
import { MISLEADING, misleading, type Rows, STRUCK_TELLS, struck } from './row';

const turn = (needs: 'code' | 'code_and_passkey'): EditOf<'set_changes_turn'> => ({
  kind: 'set_changes_turn',
  turn: needs,
});
const rename = (name: string): EditOf<'rename_organization'> => ({ kind: 'rename_organization', name });
const mailedLinks = (allowed: boolean): EditOf<'set_mailed_links'> => ({ kind: 'set_mailed_links', allowed });

const ISSUER = 'https://id.acme.dev';
export const provider = (fields: Partial<Provider> = {}): EditOf<'set_identity_provider'> => ({
  kind: 'set_identity_provider',
  provider: {
    ...{ issuer: ISSUER, clientId: 'console', sealedSecret: null },
    ...{ acrValues: [], maxAgeSeconds: 60, forbidsMailLinks: false },
    ...fields,
  },
});
const NO_PROVIDER: EditOf<'set_identity_provider'> = { kind: 'set_identity_provider', provider: null };
export const connect = (id: OperatorId = CHARLIE, issuer = ISSUER): EditOf<'connect_identity'> => ({
  kind: 'connect_identity',
  ...{ id, issuer, subject: 'ada' },
});
const DISCONNECT: EditOf<'disconnect_identity'> = { kind: 'disconnect_identity', owner: CHARLIE };
const CHAT: EditOf<'set_chat'> = { kind: 'set_chat', chat: { format: 'slack', url: 'https://hooks.acme.dev/secret' } };

/** Each of both admins has a key that the other one countersigned. */
async function adminsCanSign({ org, ports }: Organization): Promise<void> {
  for (const operator of [ALPHA, BRAVO]) {
    const signed = { atMs: 1, statement: 'signed' };
    const countersigned = { ...signed, by: operator === ALPHA ? BRAVO : ALPHA, passkey: null };
    const key = { operator, publicKey: es256Key(), enrolment: signed, countersigned };
    await ports.passkeys.enrol(aPasskey(org, `psk_${operator}`, key), 0);
  }
}

const PASSKEYS = 'Change how changes are approved';
const LINKS = 'Change how operators sign in';
const COMPANY = 'Change company sign-in';
const ACCOUNT = identityId(ISSUER, 'ada');

export const SETTINGS = {
  set_changes_turn: {
    attempt: () => 'change how changes are approved: changes-turn',
    edit: turn('code'),
    waits: [PASSKEYS, 'Approve changes with a code alone', 'lowers'],
    lines: ['a turn needs: code → code'],
    writes: ['changes.turn_set changes-turn {"turn":"code"}'],
    tells: ['op_bravo: Approving a change of the configuration takes no passkey any more.'],
    more: [
      {
        edit: async (organization) => {
          await adminsCanSign(organization);
          return turn('code_and_passkey');
        },
        safer: [PASSKEYS, 'Approve changes with passkeys', 'raises'],
        lines: ['a turn needs: code → code and passkey'],
        writes: ['changes.turn_set changes-turn {"turn":"code_and_passkey"}'],
        tells: ['op_bravo: Approving a change of the configuration takes a passkey from now on.'],
      },
    ],
    refused: {
      not_ready: { edit: turn('code_and_passkey') },
      nobody_approves: { edit: turn('code'), only: 'off' },
    },
    overtaken: [[turn('code'), ({ make }, edit) => make(edit), 'base_moved']],
  },

  rename_organization: {
    attempt: () => 'rename the organization: organization',
    edit: rename('Acme'),
    waits: ['Rename the organization', 'Call the organization Acme', null],
    lines: ['name: Acme'],
    writes: ['organization.renamed organization {"name":"Acme"}'],
    tells: ['op_bravo: The organization is called “Acme” now.'],
    more: [
      {
        edit: after(rename('Acme Bank'), rename('Acme')),
        waits: ['Rename the organization', 'Call the organization Acme Bank', null],
        lines: ['name: Acme → Acme Bank'],
        writes: ['organization.renamed organization {"name":"Acme Bank"}'],
        tells: ['op_bravo: The organization is called “Acme Bank” now.'],
      },
    ],
    refused: { invalid_name: { edit: rename(MISLEADING), facts: misleading('name') } },
    overtaken: [[rename('Acme'), ({ make }) => make(rename('Meanwhile')), 'base_moved']],
  },

  set_mailed_links: {
    attempt: () => 'change whether operators can sign in with a link that they request by mail: mailed-links',
    edit: mailedLinks(true),
    waits: [LINKS, 'Let operators request a sign-in link by mail', 'lowers'],
    lines: ['links requested by mail: not allowed → allowed'],
    writes: ['mailed_links.set mailed-links {"allowed":true}'],
    tells: ['op_bravo: Operators without a passkey can request a sign-in link by mail from now on.'],
    more: [
      {
        edit: after(mailedLinks(false), mailedLinks(true)),
        safer: [LINKS, 'End sign-in links that operators request by mail', 'raises'],
        lines: ['links requested by mail: allowed → not allowed'],
        writes: ['mailed_links.set mailed-links {"allowed":false}'],
        tells: ['op_bravo: Operators can no longer request a sign-in link by mail.'],
      },
    ],
    refused: {},
    overtaken: [[mailedLinks(true), ({ make }, edit) => make(edit), 'base_moved']],
  },

  set_identity_provider: {
    attempt: () => 'change company sign-in: identity-provider',
    edit: provider({ sealedSecret: 'sealed', acrValues: ['mfa', 'key'] }),
    waits: [COMPANY, 'Company sign-in at https://id.acme.dev', 'changes_who'],
    lines: [
      'identity provider: none → https://id.acme.dev',
      'client id: none → console',
      'client secret: none → set',
      'required way of signing in: any → mfa or key',
      'a sign-in lasts: none → 60 s',
    ],
    writes: [
      'identity_provider.set identity-provider {"acr_values":["mfa","key"],"client_id":"console","forbids_mail_links":false,"issuer":"https://id.acme.dev","max_age_seconds":60}',
    ],
    tells: ['op_bravo: Operators can sign in with their company account at https://id.acme.dev from now on.'],
    more: [
      {
        edit: after(provider({ sealedSecret: 'other', forbidsMailLinks: true }), provider({ sealedSecret: 'sealed' })),
        waits: [COMPANY, 'Company sign-in at https://id.acme.dev', 'changes_who'],
        lines: ['sign-in links by mail: allowed → forbidden for connected operators', 'client secret: another one'],
        writes: [
          'identity_provider.set identity-provider {"acr_values":[],"client_id":"console","forbids_mail_links":true,"issuer":"https://id.acme.dev","max_age_seconds":60}',
        ],
        tells: [
          'op_bravo: Operators can sign in with their company account at https://id.acme.dev from now on. Operators who were connected to an account get no sign-in link by mail any more.',
        ],
      },
      {
        edit: after(NO_PROVIDER, provider()),
        safer: ['End company sign-in', 'No company sign-in', 'changes_who'],
        lines: [
          'identity provider: https://id.acme.dev → none',
          'client id: console → none',
          'a sign-in lasts: 60 s → none',
        ],
        writes: ['identity_provider.removed identity-provider {}'],
        tells: ['op_bravo: Operators can no longer sign in with a company account.'],
      },
      {
        edit: after(NO_PROVIDER, provider({ forbidsMailLinks: true })),
        waits: ['End company sign-in', 'No company sign-in', 'changes_who'],
        lines: [
          'identity provider: https://id.acme.dev → none',
          'client id: console → none',
          'a sign-in lasts: 60 s → none',
          'sign-in links by mail: forbidden for connected operators → allowed',
        ],
        writes: ['identity_provider.removed identity-provider {}'],
        tells: ['op_bravo: Operators can no longer sign in with a company account.'],
      },
    ],
    refused: {},
    overtaken: [[provider(), ({ make }) => make(provider({ clientId: 'other' })), 'base_moved']],
  },

  connect_identity: {
    attempt: ({ id }) => `connect a company account to the operator ${id}`,
    edit: after(connect(), provider()),
    waits: ['Connect a company account to the operator op_charlie', 'Company account for charlie', 'changes_who'],
    lines: [
      'identity provider: https://id.acme.dev',
      'account: ada',
      'effect: this account can sign in as the operator, whose keys in open requests are taken out',
    ],
    writes: [`identity.connected ${ACCOUNT} {"operator":"op_charlie"}`, struck('company account')],
    tells: [
      'op_bravo, op_charlie: [A company account was connected] A company account was connected to the operator op_charlie. It can sign in as this operator.',
      STRUCK_TELLS,
    ],
    again: { refused: 'identity_taken' },
    refused: {
      not_found: { edit: after(connect('op_zulu' as OperatorId), provider()) },
      operator_disabled: {
        edit: after(connect(), provider(), { kind: 'update_operator', id: CHARLIE, patch: { enabled: false } }),
      },
      no_provider: { edit: after(connect(CHARLIE, 'https://other.example'), provider()) },
      identity_taken: { edit: after(connect(), provider(), connect(DELTA)) },
    },
    overtaken: [
      [
        after(connect(), provider()),
        ({ make }) => make({ kind: 'update_operator', id: CHARLIE, patch: { name: 'Meanwhile' } }),
        'base_moved',
      ],
      [after(connect(), provider()), ({ make }) => make(connect(DELTA)), 'identity_taken'],
      [after(connect(), provider()), ({ make }) => make(NO_PROVIDER), 'no_provider'],
    ],
  },

  disconnect_identity: {
    edit: after(DISCONNECT, provider(), connect()),
    writes: [`identity.disconnected ${ACCOUNT} {"operator":"op_charlie"}`, struck('company account')],
    tells: ['op_bravo, op_charlie: The company account of the operator op_charlie was disconnected.', STRUCK_TELLS],
    again: { refused: 'not_found' },
    refused: { not_found: { edit: DISCONNECT } },
  },

  set_chat: {
    edit: CHAT,
    writes: ['chat.set chat {"format":"slack","host":"hooks.acme.dev"}'],
    tells: ['op_bravo: Messages about requests are posted to a chat at hooks.acme.dev (slack) from now on.'],
    again: 'is made again',
    refused: {
      url_refused: {
        edit: { kind: 'set_chat', chat: { format: 'teams', url: 'https://private.acme.dev/' } },
        facts: { why: 'private' },
      },
    },
  },

  remove_chat: {
    edit: after({ kind: 'remove_chat' }, CHAT),
    writes: ['chat.removed chat {"format":"slack","host":"hooks.acme.dev"}'],
    tells: ['op_bravo: Messages about requests are no longer posted to the chat at hooks.acme.dev.'],
    refused: {},
  },
} satisfies Partial<Rows>;
