/** The complete entries of everything that belongs to no request. */

import { carryOver } from '../../../scripts/restore/chains';
import { DEMO_ORG, FOUR_EYES_ORG } from '../../../src/local/demo';
import {
  type Actor,
  ADMIN_COMMAND,
  CHAT_POSTS,
  HEADS,
  POLICIES,
  person,
  RESTORE,
  SERVICE,
  SET_UP,
  SIGN_IN,
} from '../../../src/protocol/actor';
import type { ActionId, GroupId, OperatorId, OrgId, RequestId } from '../../../src/protocol/identifiers';
import { noteRequestedLink } from '../../../src/service/access/use-cases/mailed-link';
import { addPasskey } from '../../../src/service/access/use-cases/passkeys';
import { openSession, revokeSession } from '../../../src/service/access/use-cases/sessions';
import { trustKey } from '../../../src/service/access/use-cases/signing-keys/rescue';
import { namedKeyOf } from '../../../src/service/access/use-cases/signing-keys/statement';
import type { EditKind, EditOf } from '../../../src/service/administration/rules/edits';
import type { ConfigurationEntryKind } from '../../../src/service/administration/rules/entries';
import { changeConfiguration } from '../../../src/service/administration/use-cases/change-configuration';
import { noteRefusedHead } from '../../../src/service/administration/use-cases/incidents';
import type { Made } from '../../../src/service/administration/use-cases/make-edit';
import { openSetUp } from '../../../src/service/administration/use-cases/set-up';
import { append, genesis, type PendingEntry, pendingEntry } from '../../../src/service/audit/rules/chain';
import { createAuditStore } from '../../../src/service/audit/store';
import { reportMisuse } from '../../../src/service/ceremony/use-cases/report-misuse';
import { judgeChat } from '../../../src/service/chat/use-cases/judge-chat';
import type { Journaled } from '../../../src/service/configuration/rules/items';
import type { Policy } from '../../../src/service/policy/rules/policy';
import { warnOfOneSet } from '../../../src/service/policy/use-cases/warn-one-set';
import { noteFoundDevice } from '../../../src/service/push/use-cases/found-device';
import { writeQuestion } from '../../../src/service/question/use-cases';
import { ALPHA, accepted, aNewPolicy, BRAVO, CHARLIE } from '../../support/builders';
import type { Ledger } from '../../support/ledger';
import { RULE_OFF } from '../../support/permit';
import { aSubscription, publishedKey } from '../../support/push';
import { aSigningOperator, countersigns, SIGNING_ORIGIN, signsEnrolment } from '../../support/signing';
import { type Elsewhere, NOW, type Step } from './step';

const FINGERPRINT = expect.stringMatching(/^SHA256:[\w+/]{43}$/);
const DIGEST = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_\\w+$`));
const wrote = (
  kind: ConfigurationEntryKind,
  subject: string,
  data: PendingEntry['data'] = {},
  { at = NOW, ...by }: (Actor | { readonly actor?: never }) & { readonly at?: number } = {},
): PendingEntry => ({ at, kind, subject, ...person('op_alpha'), ...by, data });

const entriesOf = (item: Journaled | null): readonly PendingEntry[] => item!.journal.flatMap(({ entries }) => entries);
const atConsole = ({ ports }: Ledger) => ({ ...ports, origin: SIGNING_ORIGIN });

/** Makes an edit that does not wait, through the use case of all edits. */
async function edit<Kind extends EditKind>({ ports }: Ledger, one: EditOf<Kind>): Promise<Made<Kind>> {
  const who = { org: DEMO_ORG, by: ALPHA, session: { createdAtMs: NOW, began: 'link' as const } };
  const changed = accepted(await changeConfiguration<Kind>(ports, who, one));
  if (changed.kind !== 'made') throw new Error(`${one.kind} waits`);
  return changed.value;
}

const aBrowser = async (ledger: Ledger) => aSubscription(await publishedKey(ledger.ports));
async function addedDevice(ledger: Ledger, operator: string, browser?: object): Promise<string> {
  const { status, body } = await ledger.api(operator, 'POST', '/api/devices', browser ?? (await aBrowser(ledger)));
  expect(status).toBe(201);
  return body.device.id;
}
const aboutDevice = async (ledger: Ledger, device: string) =>
  (await ledger.entries()).filter(({ subject }) => subject === device);

let people = 0;
async function someone(ledger: Ledger) {
  const id = `op_new_${people++}` as OperatorId;
  const operator = { id, name: 'New', email: 'new@acme.dev', role: 'operator' } as const;
  return edit(ledger, { kind: 'create_operator', operator });
}

const POLICY = aNewPolicy({
  ...{ id: 'try.it' as ActionId, roster: [ALPHA, BRAVO] },
  quorum: { default: 2, min: 1, max: 2, selectable: false },
});
const put = (ledger: Ledger, name: string, fields: Partial<Policy> = {}) =>
  edit(ledger, { kind: 'put_action', policy: { ...POLICY, id: name as ActionId, ...fields } });

const putGroup = (ledger: Ledger, name: string, ...members: readonly OperatorId[]) =>
  edit(ledger, {
    kind: 'put_group',
    group: {
      id: name as GroupId,
      name: 'Finance',
      members: members.map((operator) => ({ operator, startsAtMs: null, endsAtMs: null })),
    },
  });
/** A policy that needs a key of the group. */
const putWithGroup = (ledger: Ledger, name: string, group: string) =>
  put(ledger, name, { requires: [{ group: group as GroupId, keys: 1 }] });

const ONE = { default: 1, min: 1, max: 2, selectable: false };

/** Both admins of an organization countersign each other's key, which ends its bootstrap. */
async function trustedAdmins(ledger: Ledger) {
  for (const id of ['op_echo', 'op_foxtrot']) await ledger.signIn(id, FOUR_EYES_ORG);
  const [echo, foxtrot] = [await aSigningOperator(ledger, 'op_echo'), await aSigningOperator(ledger, 'op_foxtrot')];
  for (const each of [echo, foxtrot]) await signsEnrolment(ledger, each);
  await countersigns(ledger, echo, foxtrot.passkey);
  await countersigns(ledger, foxtrot, echo.passkey);
  return { echo, foxtrot };
}
let trusted: ReturnType<typeof trustedAdmins> | undefined;
const admins = (ledger: Ledger) => {
  trusted ??= trustedAdmins(ledger);
  return trusted;
};

/** A question about a new request of op_alpha, or about the request that is named. */
async function question(ledger: Ledger, author: string, request?: RequestId): Promise<RequestId> {
  const propose = async () => {
    const body = { action: 'demo.transfer', requester: 'op_alpha', params: { amount: '5', account: 'x' } };
    return (await ledger.propose(body)).body.request.id as RequestId;
  };
  const about = request ?? (await propose());
  const operator = (await ledger.ports.config.operator(DEMO_ORG, author as OperatorId))!;
  accepted(await writeQuestion(atConsole(ledger), operator, about, 'Why?'));
  return about;
}

/** A chat that refuses a post, and takes a later one. */
async function refusingChat(ledger: Ledger) {
  const { ports } = ledger;
  await edit(ledger, { kind: 'set_chat', chat: { format: 'slack', url: 'http://127.0.0.1:1/hook' } });
  for (const [atMs, found] of [
    [NOW + 1, { kind: 'refused', status: 400 }],
    [NOW + 2, 'succeeded'],
  ] as const) {
    await ports.health.report(DEMO_ORG, 'chat', found, atMs);
    await judgeChat(ports, { org: DEMO_ORG, id: 'chat', dueAtMs: atMs });
  }
  return entriesOf(await ports.chatStore.load(DEMO_ORG));
}
let ofChat: ReturnType<typeof refusingChat> | undefined;
const deadChat = (ledger: Ledger) => {
  ofChat ??= refusingChat(ledger);
  return ofChat;
};
const CHAT = { format: 'slack', host: '127.0.0.1:1' };

type Others = Exclude<ConfigurationEntryKind, Elsewhere>;

export const CONFIGURATION_STEPS: Readonly<Record<Others, readonly Step<PendingEntry>[]>> = {
  'operator.mailed_link_made': [
    [
      async (ledger) => {
        const { id: owner } = await someone(ledger);
        await edit(ledger, { kind: 'update_operator', id: owner, patch: { email: 'only@acme.dev' } });
        await edit(ledger, { kind: 'set_mailed_links', allowed: true });
        const asked = { org: DEMO_ORG, address: 'Only@acme.dev', browser: 'hash', id: 'link_1', at: NOW } as const;
        await noteRequestedLink(ledger.ports, { kind: 'requested_link', ...asked });
        return ledger.entries();
      },
      wrote(
        'operator.mailed_link_made',
        id('op_new'),
        { operator: id('op_new'), browser: 'hash', access_epoch: 0, expires_at: NOW + 600_000 },
        { ...SIGN_IN },
      ),
    ],
  ],
  'operator.session_revoked': [
    [
      async (ledger) => {
        const owner = await someone(ledger);
        const { session } = await openSession(ledger.ports, owner, 'link');
        const by = { operator: ALPHA, session: { id: 'ses_by', createdAtMs: NOW, began: 'link' as const } };
        accepted(await revokeSession(ledger.ports, { org: DEMO_ORG, owner: owner.id, id: session.id }, by));
        return ledger.entries();
      },
      wrote('operator.session_revoked', id('op_new')),
    ],
  ],
  'passkey.enrolled': [
    [
      async (ledger) => {
        const { passkey } = await aSigningOperator(ledger, 'op_alpha');
        return entriesOf(await ledger.ports.passkeys.passkey(DEMO_ORG, passkey));
      },
      wrote('passkey.enrolled', id('psk'), { operator: 'op_alpha', name: 'laptop' }),
    ],
    [
      async (ledger) => {
        const owner = await someone(ledger);
        const created = { credentialId: `of ${owner.id}`, publicKey: 'cose', counter: 0, transports: [] };
        return entriesOf(accepted(await addPasskey(ledger.ports, owner, 'demo', created)));
      },
      wrote('passkey.enrolled', id('psk'), { operator: id('op_new'), name: 'demo' }, SET_UP),
    ],
  ],
  'device.added': [
    [
      async (ledger) => aboutDevice(ledger, await addedDevice(ledger, 'op_alpha')),
      wrote('device.added', id('dev'), { operator: 'op_alpha', device: 'unknown' }),
    ],
  ],
  'device.removed': [
    [
      async (ledger) => {
        const device = await addedDevice(ledger, 'op_alpha');
        await ledger.api('op_alpha', 'DELETE', `/api/devices/${device}`);
        return aboutDevice(ledger, device);
      },
      wrote('device.removed', id('dev'), { operator: 'op_alpha', device: 'unknown', because: 'removed' }),
    ],
    ...(['gone', 'other_key'] as const).map(
      (because): Step<PendingEntry> => [
        async (ledger) => {
          const device = await addedDevice(ledger, 'op_alpha');
          const key = because === 'gone' ? await publishedKey(ledger.ports) : 'another';
          const deps = { ...ledger.ports, pushKeys: { publicKey: async () => key } };
          const who = { org: DEMO_ORG, operator: 'op_alpha' as OperatorId, device };
          await noteFoundDevice(deps, { kind: 'push_device', ...who, found: 'gone', at: NOW });
          return aboutDevice(ledger, device);
        },
        wrote('device.removed', id('dev'), { operator: 'op_alpha', device: 'unknown', because }, SERVICE),
      ],
    ),
    [
      async (ledger) => {
        const browser = await aBrowser(ledger);
        const device = await addedDevice(ledger, 'op_alpha', browser);
        await addedDevice(ledger, 'op_bravo', browser);
        return aboutDevice(ledger, device);
      },
      wrote('device.removed', id('dev'), { operator: 'op_alpha', device: 'unknown', because: 'taken_over' }, SERVICE),
    ],
  ],
  'passkey.used': [
    [
      async (ledger) => {
        const { passkey, credential } = await aSigningOperator(ledger, 'op_charlie');
        const { body } = await ledger.api('op_charlie', 'POST', '/api/session/options', {});
        const response = credential.use(body.options.challenge);
        await ledger.api('op_charlie', 'POST', '/api/session/passkey', { response });
        return entriesOf(await ledger.ports.passkeys.passkey(DEMO_ORG, passkey));
      },
      wrote('passkey.used', id('psk'), { counter: 1 }, { ...person('op_charlie') }),
    ],
    [
      // An admin who countersigns a key.
      async (ledger) => {
        const { foxtrot } = await admins(ledger);
        return entriesOf(await ledger.ports.passkeys.passkey(FOUR_EYES_ORG, foxtrot.passkey));
      },
      wrote('passkey.used', id('psk'), { counter: 2 }, { ...person('op_foxtrot') }),
    ],
    [
      // An operator who signs a decision.
      async (ledger) => {
        await put(ledger, 'signed', { turn: 'code_and_passkey', quorum: ONE, roster: [ALPHA, CHARLIE] });
        const charlie = await aSigningOperator(ledger, 'op_charlie');
        const { body } = await ledger.propose({ action: 'signed' });
        await charlie.turn(body.request.id);
        return entriesOf(await ledger.ports.passkeys.passkey(DEMO_ORG, charlie.passkey));
      },
      wrote('passkey.used', id('psk'), { counter: 1 }, { ...person('op_charlie') }),
    ],
  ],
  'signing_key.enrolled': [
    [
      async (ledger) => {
        const { echo } = await admins(ledger);
        return entriesOf(await ledger.ports.passkeys.passkey(FOUR_EYES_ORG, echo.passkey));
      },
      wrote(
        'signing_key.enrolled',
        id('psk'),
        { operator: 'op_echo', fingerprint: FINGERPRINT, statement: DIGEST },
        { ...person('op_echo') },
      ),
    ],
  ],
  'signing_key.countersigned': [
    [
      async (ledger) => {
        const { echo } = await admins(ledger);
        return entriesOf(await ledger.ports.passkeys.passkey(FOUR_EYES_ORG, echo.passkey));
      },
      wrote(
        'signing_key.countersigned',
        id('psk'),
        {
          operator: 'op_echo',
          fingerprint: FINGERPRINT,
          statement: DIGEST,
          by_fingerprint: FINGERPRINT,
          bootstrap: false,
          ends_bootstrap: true,
        },
        { ...person('op_foxtrot') },
      ),
    ],
  ],
  'signing_key.rescued': [
    [
      async (ledger) => {
        const alpha = await aSigningOperator(ledger, 'op_alpha');
        await signsEnrolment(ledger, alpha);
        const passkey = (await ledger.ports.passkeys.ofOrganization(DEMO_ORG)).find(
          (each) => each.id === alpha.passkey,
        )!;
        const { fingerprint } = namedKeyOf(atConsole(ledger), passkey);
        const permitted = async () => RULE_OFF;
        return entriesOf(accepted(await trustKey(atConsole(ledger), DEMO_ORG, fingerprint, ADMIN_COMMAND, permitted)));
      },
      wrote('signing_key.rescued', id('psk'), { operator: 'op_alpha', fingerprint: FINGERPRINT }, { ...ADMIN_COMMAND }),
    ],
  ],
  'action.one_set': [
    [
      async (ledger) => {
        await putGroup(ledger, 'grp_only', ALPHA, CHARLIE);
        await putWithGroup(ledger, 'one.set', 'grp_only');
        await warnOfOneSet(ledger.ports, DEMO_ORG);
        return ledger.entries();
      },
      wrote(
        'action.one_set',
        expect.stringMatching(/^one_set_[0-9a-f]{24}$/),
        { action: 'one.set', version: 1, operators: ['op_alpha', 'op_bravo'] },
        { ...POLICIES },
      ),
    ],
  ],
  'chat.failing': [[deadChat, wrote('chat.failing', 'chat', { ...CHAT, outcome: 'refused', status: 400 }, CHAT_POSTS)]],
  'chat.working': [[deadChat, wrote('chat.working', 'chat', CHAT, CHAT_POSTS)]],
  'request.misused': [
    [
      async (ledger) => {
        const { body } = await ledger.propose({ action: 'demo.transfer', params: { amount: '5', account: 'x' } });
        const who = { org: DEMO_ORG, operator: ALPHA, accessEpoch: 0 };
        accepted(await reportMisuse(atConsole(ledger), who, body.request.id as RequestId));
        return ledger.entries();
      },
      wrote('request.misused', id('key'), { request: id('req'), key: id('key'), key_name: 'demo proposer' }),
    ],
  ],
  'question.asked': [
    [
      async (ledger) => {
        await question(ledger, 'op_bravo');
        return ledger.entries();
      },
      wrote('question.asked', id('req'), { number: 1, digest: DIGEST, tell: ['op_alpha'] }, { ...person('op_bravo') }),
    ],
  ],
  'question.answered': [
    [
      async (ledger) => {
        const request = await question(ledger, 'op_bravo');
        await question(ledger, 'op_alpha', request);
        return ledger.entries();
      },
      wrote('question.answered', id('req'), { number: 2, digest: DIGEST, tell: ['op_bravo'] }),
    ],
  ],
  'audit.head_refused': [
    [
      async (ledger) => {
        const refused = {
          kind: 'refused_head',
          org: DEMO_ORG,
          seq: 7,
          fault: 'unlinked',
          published_seq: 9,
          at: NOW,
        } as const;
        await noteRefusedHead(ledger.ports, refused);
        return ledger.entries();
      },
      wrote('audit.head_refused', id('head'), { entry: 7, fault: 'unlinked', published: 9 }, { ...HEADS }),
    ],
  ],
  'rescue.used': [
    [
      async (ledger) => {
        const rescue = { command: 'link', reason: 'the phone of Echo is lost' };
        const door = accepted(await openSetUp(ledger.ports, { org: FOUR_EYES_ORG, by: ADMIN_COMMAND, rescue }));
        await door.permitted();
        return ledger.entries(FOUR_EYES_ORG);
      },
      wrote(
        'rescue.used',
        id('rescue'),
        { command: 'link', reason: 'the phone of Echo is lost' },
        { ...ADMIN_COMMAND },
      ),
    ],
  ],
  'organization.restored': [
    [
      async ({ tables }) => {
        const org = 'org_restored' as OrgId;
        const store = createAuditStore(tables);
        await store.append(
          org,
          append(genesis(org), [pendingEntry(NOW, 'key.created', 'key_1', person('op_alpha'))]),
          [],
        );
        const { head } = await store.tail(org);
        const [at, nowMs] = [new Date(NOW).toISOString(), NOW + 1];
        await carryOver(
          { restored: tables, source: tables, headsOf: async () => [], at, nowMs, accepted: null },
          org,
          head,
        );
        const chain = await store.entries(org, 0, 10);
        return chain.map(({ seq: _seq, prev: _prev, hash: _hash, ...pending }) => pending);
      },
      wrote('organization.restored', 'org_restored', { to: '2026-11-20T12:00:00.000Z' }, { ...RESTORE, at: NOW + 1 }),
    ],
  ],
};
