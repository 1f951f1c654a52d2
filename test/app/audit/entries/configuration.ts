/** The complete entries of everything that belongs to no request. */

import { carryOver } from '../../../../scripts/restore/chains';
import { createAuditStore } from '../../../../src/adapters/dynamodb/audit/audit-store';
import { noteRequestedLink } from '../../../../src/app/access/mailed-link';
import { addPasskey } from '../../../../src/app/access/passkeys';
import { revokeSession } from '../../../../src/app/access/revoke-session';
import { openSession } from '../../../../src/app/access/sign-in';
import { trustKey } from '../../../../src/app/access/signing-keys/rescue';
import { keyOf } from '../../../../src/app/access/signing-keys/statement';
import { noteRefusedHead } from '../../../../src/app/administration/note-refused-head';
import { openSetUp } from '../../../../src/app/administration/set-up';
import { reportMisuse } from '../../../../src/app/ceremony/report-misuse';
import { judgeChat } from '../../../../src/app/chat/judge-chat';
import { warnOfOneSet } from '../../../../src/app/policy/warn-one-set';
import { writeQuestion } from '../../../../src/app/question/questions';
import type { ConfigurationEntryKind } from '../../../../src/core/administration/entries';
import { append, genesis, type PendingEntry, pendingEntry } from '../../../../src/core/audit/chain';
import type { Policy } from '../../../../src/core/policy/policy';
import { DEMO_ORG, FOUR_EYES_ORG } from '../../../../src/local/demo';
import {
  type Actor,
  ADMIN_COMMAND,
  CHAT_POSTS,
  DELIVERIES,
  HEADS,
  POLICIES,
  person,
  RESTORE,
  SERVICE,
  SET_UP,
  SIGN_IN,
} from '../../../../src/protocol/actor';
import type { ActionId, GroupId, OperatorId, OrgId, RequestId } from '../../../../src/protocol/identifiers';
import { accepted, aNewPolicy } from '../../../support/builders';
import { openDeliveryWorld } from '../../../support/delivery-world';
import { RULE_OFF } from '../../../support/permit';
import { countersigns, signsEnrolment } from '../../../support/signing';
import type { ENTRIES_OF_TABLE } from '../../administration/edits/table';
import type { Step } from './step';
import { ALPHA, BRAVO, CHARLIE, entriesOf, NOW, type World } from './world';

const FINGERPRINT = expect.stringMatching(/^SHA256:[\w+/]{43}$/);
const DIGEST = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_\\w+$`));
const wrote = (
  kind: ConfigurationEntryKind,
  subject: string,
  data: PendingEntry['data'] = {},
  { at = NOW, ...by }: (Actor | { readonly actor?: never }) & { readonly at?: number } = {},
): PendingEntry => ({ at, kind, subject, ...person('op_alpha'), ...by, data });

const POLICY = aNewPolicy({
  ...{ id: 'try.it' as ActionId, roster: [ALPHA, BRAVO] },
  quorum: { default: 2, min: 1, max: 2, selectable: false },
});
const put = (world: World, name: string, fields: Partial<Policy> = {}) =>
  world.edit({ kind: 'put_action', policy: { ...POLICY, id: name as ActionId, ...fields } });

const putGroup = (world: World, name: string, ...members: readonly OperatorId[]) =>
  world.edit({
    kind: 'put_group',
    group: {
      id: name as GroupId,
      name: 'Finance',
      members: members.map((operator) => ({ operator, startsAtMs: null, endsAtMs: null })),
    },
  });
/** A policy that needs a key of the group. */
const putWithGroup = (world: World, name: string, group: string) =>
  put(world, name, { requires: [{ group: group as GroupId, keys: 1 }] });

const ONE = { default: 1, min: 1, max: 2, selectable: false };

const keys = (world: World, of: OrgId) => world.deps.passkeys.ofOrganization(of);

/** Both admins of an organization countersign each other's key, which ends its bootstrap. */
async function trustedAdmins(world: World) {
  const echo = await world.passkeyOf('op_echo', FOUR_EYES_ORG);
  const foxtrot = await world.passkeyOf('op_foxtrot', FOUR_EYES_ORG);
  for (const each of [echo, foxtrot]) await signsEnrolment(world.ledger, each);
  await countersigns(world.ledger, echo, foxtrot.passkey);
  await countersigns(world.ledger, foxtrot, echo.passkey);
  return { echo, foxtrot };
}
let trusted: ReturnType<typeof trustedAdmins> | undefined;
const admins = (world: World) => {
  trusted ??= trustedAdmins(world);
  return trusted;
};

/** A question about a new request of op_alpha, or about the request that is named. */
async function question(world: World, author: string, request?: RequestId): Promise<RequestId> {
  const propose = async () => {
    const body = { action: 'demo.transfer', requester: 'op_alpha', params: { amount: '5', account: 'x' } };
    return (await world.ledger.propose(body)).body.request.id as RequestId;
  };
  const about = request ?? (await propose());
  const operator = (await world.deps.config.operator(DEMO_ORG, author as OperatorId))!;
  accepted(await writeQuestion(world.deps, operator, about, 'Why?'));
  return about;
}

const MINUTE = 60_000;
/** When the delivery world begins. Its attempts and sweeps are always at the same times. */
const OUTAGE = Date.UTC(2026, 0, 1, 12);

/** A delivery to an endpoint that refuses everything, until the delivery is given up. Then one that is accepted. */
async function deadEndpoint() {
  const world = await openDeliveryWorld();
  await world.fire(1, { windowMs: 20 * MINUTE });
  await world.pass(40 * MINUTE);
  world.answers.status = 200;
  await world.fire(1);
  await world.pass(3 * MINUTE);
  return world.noted;
}
const failingSince = OUTAGE + 2000;

/** A chat that refuses a post, and takes a later one. */
async function refusingChat({ edit, deps }: World) {
  await edit({ kind: 'set_chat', chat: { format: 'slack', url: 'http://127.0.0.1:1/hook' } });
  for (const [atMs, found] of [
    [NOW + 1, { kind: 'refused', status: 400 }],
    [NOW + 2, 'succeeded'],
  ] as const) {
    await deps.health.report(DEMO_ORG, 'chat', found, atMs);
    await judgeChat(deps, { org: DEMO_ORG, id: 'chat', dueAtMs: atMs });
  }
  return entriesOf(await deps.chatStore.load(DEMO_ORG));
}
let ofChat: ReturnType<typeof refusingChat> | undefined;
const deadChat = (world: World) => {
  ofChat ??= refusingChat(world);
  return ofChat;
};
const CHAT = { format: 'slack', host: '127.0.0.1:1' };

/** Entries of edits are in the table of edits. */
type Others = Exclude<ConfigurationEntryKind, (typeof ENTRIES_OF_TABLE)[number]>;

export const CONFIGURATION_STEPS: Readonly<Record<Others, readonly Step<PendingEntry>[]>> = {
  'operator.mailed_link_made': [
    [
      async (world) => {
        const { id: owner } = await world.someone();
        await world.edit({ kind: 'update_operator', id: owner, patch: { email: 'only@acme.dev' } });
        await world.edit({ kind: 'set_mailed_links', allowed: true });
        const asked = { org: DEMO_ORG, address: 'Only@acme.dev', browser: 'hash', id: 'link_1', at: NOW } as const;
        await noteRequestedLink(world.deps, { kind: 'requested_link', ...asked });
        return world.noted;
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
      async (world) => {
        const owner = await world.someone();
        const { session } = await openSession(world.deps, owner, 'link');
        const by = { operator: ALPHA, session: { id: 'ses_by', createdAtMs: NOW, began: 'link' as const } };
        accepted(await revokeSession(world.deps, { org: DEMO_ORG, owner: owner.id, id: session.id }, by));
        return world.noted;
      },
      wrote('operator.session_revoked', id('op_new')),
    ],
  ],
  'passkey.enrolled': [
    [
      async (world) => {
        const { passkey } = await world.passkeyOf('op_alpha');
        return entriesOf(await world.deps.passkeys.passkey(DEMO_ORG, passkey));
      },
      wrote('passkey.enrolled', id('psk'), { operator: 'op_alpha', name: 'laptop' }),
    ],
    [
      async (world) => {
        const owner = await world.someone();
        const created = { credentialId: `of ${owner.id}`, publicKey: 'cose', counter: 0, transports: [] };
        return entriesOf(accepted(await addPasskey(world.deps, owner, 'demo', created)));
      },
      wrote('passkey.enrolled', id('psk'), { operator: id('op_new'), name: 'demo' }, SET_UP),
    ],
  ],
  'passkey.used': [
    [
      async (world) => {
        const { passkey, credential } = await world.passkeyOf('op_charlie');
        const { body } = await world.ledger.api('op_charlie', 'POST', '/api/session/options', {});
        const response = credential.use(body.options.challenge);
        await world.ledger.api('op_charlie', 'POST', '/api/session/passkey', { response });
        return entriesOf(await world.deps.passkeys.passkey(DEMO_ORG, passkey));
      },
      wrote('passkey.used', id('psk'), { counter: 1 }, { ...person('op_charlie') }),
    ],
    [
      // An admin who countersigns a key.
      async (world) => {
        const { foxtrot } = await admins(world);
        return entriesOf(await world.deps.passkeys.passkey(FOUR_EYES_ORG, foxtrot.passkey));
      },
      wrote('passkey.used', id('psk'), { counter: 2 }, { ...person('op_foxtrot') }),
    ],
    [
      // An operator who signs a decision.
      async (world) => {
        const { ledger } = world;
        await put(world, 'signed', { turn: 'code_and_passkey', quorum: ONE, roster: [ALPHA, CHARLIE] });
        const charlie = await world.passkeyOf('op_charlie');
        const { body } = await ledger.propose({ action: 'signed' });
        await charlie.turn(body.request.id);
        return entriesOf(await world.deps.passkeys.passkey(DEMO_ORG, charlie.passkey));
      },
      wrote('passkey.used', id('psk'), { counter: 1 }, { ...person('op_charlie') }),
    ],
  ],
  'signing_key.enrolled': [
    [
      async (world) => {
        const { echo } = await admins(world);
        return entriesOf(await world.deps.passkeys.passkey(FOUR_EYES_ORG, echo.passkey));
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
      async (world) => {
        const { echo } = await admins(world);
        return entriesOf(await world.deps.passkeys.passkey(FOUR_EYES_ORG, echo.passkey));
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
      async (world) => {
        const alpha = await world.passkeyOf('op_alpha');
        await signsEnrolment(world.ledger, alpha);
        const passkey = (await keys(world, DEMO_ORG)).find((each) => each.id === alpha.passkey)!;
        const { fingerprint } = keyOf(world.deps, passkey);
        const permitted = async () => RULE_OFF;
        return entriesOf(accepted(await trustKey(world.deps, DEMO_ORG, fingerprint, ADMIN_COMMAND, permitted)));
      },
      wrote('signing_key.rescued', id('psk'), { operator: 'op_alpha', fingerprint: FINGERPRINT }, { ...ADMIN_COMMAND }),
    ],
  ],
  'action.one_set': [
    [
      async (world) => {
        await putGroup(world, 'grp_only', ALPHA, CHARLIE);
        await putWithGroup(world, 'one.set', 'grp_only');
        await warnOfOneSet(world.deps, DEMO_ORG);
        return world.noted;
      },
      wrote(
        'action.one_set',
        expect.stringMatching(/^one_set_[0-9a-f]{24}$/),
        { action: 'one.set', version: 1, operators: ['op_alpha', 'op_bravo'] },
        { ...POLICIES },
      ),
    ],
  ],
  'endpoint.failing': [
    [
      deadEndpoint,
      wrote(
        'endpoint.failing',
        id('whe'),
        { since: failingSince, attempts: 8 },
        { ...DELIVERIES, at: OUTAGE + 10 * MINUTE + 1000 },
      ),
    ],
  ],
  'endpoint.working': [
    [
      deadEndpoint,
      wrote(
        'endpoint.working',
        id('whe'),
        { failing_since: failingSince },
        { ...DELIVERIES, at: OUTAGE + 41 * MINUTE + 1000 },
      ),
    ],
  ],
  'chat.failing': [[deadChat, wrote('chat.failing', 'chat', { ...CHAT, outcome: 'refused', status: 400 }, CHAT_POSTS)]],
  'chat.working': [[deadChat, wrote('chat.working', 'chat', CHAT, CHAT_POSTS)]],
  'delivery.failed': [
    [
      deadEndpoint,
      wrote(
        'delivery.failed',
        id('dlv'),
        {
          request: id('req'),
          event: id('evt'),
          event_type: 'request.aborted',
          receiver: id('whe'),
          reason: 'gave_up',
          tries: 10,
        },
        { ...SERVICE, at: OUTAGE + 20 * MINUTE },
      ),
    ],
  ],
  'request.misused': [
    [
      async (world) => {
        const { body } = await world.ledger.propose({ action: 'demo.transfer', params: { amount: '5', account: 'x' } });
        const who = { org: DEMO_ORG, operator: ALPHA, accessEpoch: 0 };
        accepted(await reportMisuse(world.deps, who, body.request.id as RequestId));
        return world.noted;
      },
      wrote('request.misused', id('key'), { request: id('req'), key: id('key'), key_name: 'demo proposer' }),
    ],
  ],
  'question.asked': [
    [
      async (world) => {
        await question(world, 'op_bravo');
        return world.noted;
      },
      wrote('question.asked', id('req'), { number: 1, digest: DIGEST, tell: ['op_alpha'] }, { ...person('op_bravo') }),
    ],
  ],
  'question.answered': [
    [
      async (world) => {
        const request = await question(world, 'op_bravo');
        await question(world, 'op_alpha', request);
        return world.noted;
      },
      wrote('question.answered', id('req'), { number: 2, digest: DIGEST, tell: ['op_bravo'] }),
    ],
  ],
  'audit.head_refused': [
    [
      async (world) => {
        const refused = {
          kind: 'refused_head',
          org: DEMO_ORG,
          seq: 7,
          fault: 'unlinked',
          published_seq: 9,
          at: NOW,
        } as const;
        await noteRefusedHead(world.deps, refused);
        return world.noted;
      },
      wrote('audit.head_refused', id('head'), { entry: 7, fault: 'unlinked', published: 9 }, { ...HEADS }),
    ],
  ],
  'rescue.used': [
    [
      async (world) => {
        const rescue = { command: 'link', reason: 'the phone of Echo is lost' };
        const door = accepted(await openSetUp(world.deps, { org: FOUR_EYES_ORG, by: ADMIN_COMMAND, rescue }));
        await door.permitted();
        return world.noted;
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
      async ({ ledger: { tables } }) => {
        const org = 'org_restored' as OrgId;
        const store = createAuditStore(tables);
        await store.append(
          org,
          append(genesis(org), [pendingEntry(NOW, 'key.created', 'key_1', person('op_alpha'))]),
          [],
        );
        const { head } = await store.tail(org);
        const [at, nowMs] = [new Date(NOW).toISOString(), NOW + 1];
        await carryOver({ restored: tables, source: tables, headsOf: async () => [], at, nowMs }, org, head);
        const chain = await store.entries(org, 0, 10);
        return chain.map(({ seq: _seq, prev: _prev, hash: _hash, ...pending }) => pending);
      },
      wrote('organization.restored', 'org_restored', { to: '2026-11-20T12:00:00.000Z' }, { ...RESTORE, at: NOW + 1 }),
    ],
  ],
};
