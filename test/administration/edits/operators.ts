/** Edits of operators, of how they sign in, and of their codes. */
import { LIMITS } from '../../../generated/limits';
import type { OperatorId, RequestId } from '../../../src/protocol/identifiers';
import type { EditOf } from '../../../src/service/administration/rules/edits';
import type { NewOperator, OperatorPatch } from '../../../src/service/configuration/rules/items';
import { aPasskey } from '../../store/conformance/config-items';
import { ALPHA, BRAVO, CHARLIE, DELTA } from '../../support/builders';
import { PERMIT } from '../../support/permit';
import { after, type Organization } from './organization';
import { MISLEADING, misleading, type Rows, STRUCK_TELLS, struck } from './row';
import { connect, provider } from './settings';

const ZULU = 'op_zulu' as OperatorId;
const person = (name: string, role: NewOperator['role'] = 'operator'): NewOperator => {
  const id = `op_${name.toLowerCase()}` as OperatorId;
  return { id, name, email: `${id}@acme.dev`, role };
};
const RESERVED: NewOperator = { ...person('Nina'), id: 'system' as OperatorId };
const add = (operator: NewOperator): EditOf<'create_operator'> => ({ kind: 'create_operator', operator });
const invite = (...all: readonly NewOperator[]): EditOf<'invite_operators'> => ({
  kind: 'invite_operators',
  operators: all,
});
const update = (patch: OperatorPatch, id: OperatorId = CHARLIE): EditOf<'update_operator'> => ({
  kind: 'update_operator',
  ...{ id, patch },
});
const link = (id: OperatorId = CHARLIE): EditOf<'send_sign_in_link'> => ({ kind: 'send_sign_in_link', id });
/** So many operators can still be added. */
const full =
  <T>(edit: T, free = 0) =>
  async ({ org, ports: { config } }: Organization): Promise<T> => {
    const [one, ...others] = await config.operators(org);
    const filler = { ...one!, enabled: false, revision: 1, journal: [] };
    const fillers = Array.from({ length: LIMITS.operators.max - others.length - 1 - free }, (_, n) => `op_filler_${n}`);
    await Promise.all(fillers.map((id) => config.saveOperator({ ...filler, id: id as OperatorId }, PERMIT)));
    return edit;
  };
/** The edit that sends op_charlie a new code for a request. */
async function reissue({ requested }: Organization): Promise<EditOf<'reissue_code'>> {
  return { kind: 'reissue_code', request: await requested(), seat: CHARLIE };
}

const edited = (what: string) => [`op_bravo, op_charlie: The operator op_charlie was ${what}`];
const TITLE = 'Edit the operator op_charlie';

export const OPERATORS = {
  create_operator: {
    attempt: ({ operator }) => `add the operator ${operator.id}`,
    edit: add(person('Nina')),
    waits: ['Add the operator op_nina', 'New operator: Nina', 'changes_who'],
    lines: ['name: Nina', 'email: op_nina@acme.dev', 'role: operator'],
    writes: ['operator.created op_nina {"role":"operator"}'],
    tells: ['op_bravo: The operator op_nina was added with the role operator.'],
    again: { refused: 'id_taken' },
    refused: {
      id_reserved: { edit: add(RESERVED), facts: { ids: [RESERVED.id] } },
      id_taken: { edit: add(person('Charlie')) },
      invalid_name: { edit: add({ ...person('Nina'), name: MISLEADING }), facts: misleading('name') },
      too_many_operators: { edit: full(add(person('Nina'))) },
    },
    overtaken: [
      [add(person('Nina')), ({ make }) => make(add(person('Nina', 'admin'))), 'id_taken'],
      [add(person('Nina')), full(null), 'too_many_operators'],
    ],
  },

  invite_operators: {
    attempt: ({ operators: [first] }) => `invite the operators ${first!.id}`,
    edit: full(invite(person('Oscar'), { ...person('Nina', 'admin'), name: 'Nina "N"' }), 2),
    waits: [
      'Invite 2 operators, with a sign-in link by mail',
      '2 operators invited, 1 as admin: Oscar, Nina "N"',
      'changes_who',
    ],
    lines: [
      String.raw`new admins: op_nina "Nina \"N\"" <op_nina@acme.dev>`,
      'new operators: op_oscar "Oscar" <op_oscar@acme.dev>',
    ],
    writes: [
      'operator.created op_nina {"role":"admin"}',
      'operator.sign_in_link_made op_nina {"access_epoch":0,"by_mail":true}',
      'operator.created op_oscar {"role":"operator"}',
      'operator.sign_in_link_made op_oscar {"access_epoch":0,"by_mail":true}',
    ],
    tells: [
      'op_bravo: The operator op_nina was added with the role admin.',
      'op_bravo: A sign-in link for the operator op_nina was made.',
      'op_bravo: The operator op_oscar was added with the role operator.',
      'op_bravo: A sign-in link for the operator op_oscar was made.',
    ],
    again: { refused: 'ids_taken' },
    refused: {
      id_reserved: { edit: invite(person('Oscar'), RESERVED), facts: { ids: [RESERVED.id] } },
      invalid_name: {
        edit: invite(person('Oscar'), { ...person('Nina'), name: MISLEADING }),
        facts: misleading('operators[1].name'),
      },
      ids_taken: { edit: invite(person('Charlie')), facts: { ids: [CHARLIE] } },
      too_many_operators: { edit: full(invite(person('Nina'), person('Oscar')), 1) },
      too_many_people: {
        edit: invite(...Array.from({ length: 50 }, (_, n) => ({ ...person(`New${n}`), name: 'N'.repeat(300) }))),
        only: 'on',
      },
    },
    overtaken: [[invite(person('Nina'), person('Oscar')), ({ make }) => make(add(person('Oscar'))), 'id_taken']],
  },

  update_operator: {
    attempt: ({ id }) => `edit the operator ${id}`,
    edit: update({ email: 'c@acme.dev', name: 'C' }),
    waits: [TITLE, 'charlie: email op_charlie@acme.dev → c@acme.dev, and 1 more', 'changes_who'],
    lines: ['email: op_charlie@acme.dev → c@acme.dev', 'name: charlie → C'],
    writes: ['operator.updated op_charlie {"changed":["email","name"]}'],
    tells: edited('edited: email, name.'),
    more: [
      {
        edit: update({ name: 'C', samePerson: DELTA }),
        waits: [TITLE, 'charlie: name charlie → C, and 1 more', null],
        lines: ['name: charlie → C', 'same person: none → op_delta'],
        writes: ['operator.updated op_charlie {"changed":["name","same person"]}'],
        tells: edited('edited: name, same person.'),
      },
      {
        edit: update({ role: 'admin' }),
        waits: [TITLE, 'charlie: role operator → admin', 'changes_who'],
        lines: ['role: operator → admin'],
        writes: ['operator.updated op_charlie {"changed":["role"],"role":"admin"}'],
        tells: edited('edited: role. · Role: admin'),
      },
      {
        edit: after(update({ enabled: true }), update({ enabled: false })),
        waits: [TITLE, 'charlie: enabled no → yes', 'changes_who'],
        lines: ['enabled: no → yes'],
        writes: ['operator.updated op_charlie {"changed":["enabled"],"enabled":true}'],
        tells: edited('edited: enabled.'),
      },
      {
        edit: update({ enabled: false, name: 'charlie' }),
        safer: [TITLE, 'charlie: enabled yes → no', 'changes_who'],
        lines: ['enabled: yes → no'],
        writes: ['operator.updated op_charlie {"changed":["enabled"],"enabled":false}'],
        tells: edited('disabled.'),
      },
      {
        edit: update({ role: 'operator' }, BRAVO),
        safer: ['Edit the operator op_bravo', 'bravo: role admin → operator', 'changes_who'],
        lines: ['role: admin → operator'],
        writes: ['operator.updated op_bravo {"changed":["role"],"role":"operator"}'],
        tells: ['op_bravo: The operator op_bravo was edited: role. · Role: operator'],
      },
    ],
    refused: {
      invalid_name: { edit: update({ name: MISLEADING }), facts: misleading('name') },
      not_found: { edit: update({ enabled: false }, ZULU) },
      last_admin: { edit: after(update({ enabled: false }, ALPHA), update({ role: 'operator' }, BRAVO)) },
    },
    overtaken: [[update({ role: 'admin' }), ({ make }) => make(update({ name: 'Meanwhile' })), 'base_moved']],
  },

  send_sign_in_link: {
    attempt: ({ id }) => `make a sign-in link for the operator ${id}`,
    edit: link(),
    waits: ['Send a sign-in link to the operator op_charlie', 'Sign-in link for charlie', 'changes_who'],
    lines: ['sent to: op_charlie@acme.dev'],
    writes: ['operator.sign_in_link_made op_charlie {}'],
    tells: ['op_bravo, op_charlie: A sign-in link for the operator op_charlie was made.'],
    // Only the mail to the operator has it.
    approved: { by_mail: true, access_epoch: 0 },
    again: 'is made again',
    refused: {
      not_found: { edit: link(ZULU) },
      operator_disabled: { edit: after(link(), update({ enabled: false })) },
      mail_links_forbidden: { edit: after(link(), provider({ forbidsMailLinks: true }), connect()) },
    },
    overtaken: [
      [link(), ({ make }) => make(update({ email: 'elsewhere@acme.dev' })), 'base_moved'],
      [
        after(link(), provider(), connect()),
        ({ make }) => make(provider({ forbidsMailLinks: true })),
        'mail_links_forbidden',
      ],
    ],
  },

  end_access: {
    edit: { kind: 'end_access', id: CHARLIE },
    writes: ['operator.access_revoked op_charlie {}'],
    tells: ['op_bravo, op_charlie: All access of the operator op_charlie was revoked.'],
    again: 'is made again',
    refused: { not_found: { edit: { kind: 'end_access', id: ZULU } } },
  },

  delete_passkey: {
    edit: async ({ org, ports }) => {
      await ports.passkeys.enrol(aPasskey(org, 'psk_charlie', { operator: CHARLIE }), 0);
      return { kind: 'delete_passkey', owner: CHARLIE, passkey: 'psk_charlie' };
    },
    writes: [struck('passkeys'), 'passkey.deleted psk_charlie {"operator":"op_charlie"}'],
    tells: [STRUCK_TELLS, 'op_bravo, op_charlie: A passkey of the operator op_charlie was deleted.'],
    again: { refused: 'not_found' },
    refused: { not_found: { edit: { kind: 'delete_passkey', owner: CHARLIE, passkey: 'psk_none' } } },
  },

  reissue_code: {
    attempt: ({ request }) => `send a new code for the request ${request}`,
    edit: reissue,
    waits: ['Send the operator op_charlie a new code', 'New code for op_charlie', 'lowers'],
    lines: ['request: req_…', 'action: pay', 'effect: the old code stops working, and a locked seat is unlocked'],
    writes: ['code.reissued req_… {"issue":1,"seat":"op_charlie"}'],
    // The history of the request shows it.
    tells: ['nobody: The configuration was changed: code.reissued.'],
    again: 'is made again',
    refused: {
      not_found: { edit: { kind: 'reissue_code', request: `req_${'0'.repeat(24)}` as RequestId, seat: CHARLIE } },
      cannot_reissue: {
        edit: async (organization) => ({ ...(await reissue(organization)), seat: ZULU }),
        facts: { why: expect.objectContaining({ reason: expect.any(String) }) },
      },
    },
    overtaken: [[reissue, ({ make }, edit) => make(edit), 'base_moved']],
  },
} satisfies Partial<Rows>;
