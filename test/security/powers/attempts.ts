/**
 * What one person can attempt, each operation with the worst arguments that we know, and what they then get out of it.
 * An operation that is in no table here fails the test beside it: give it to the model first (docs/decisions/powers.md).
 */

import { policyBody } from '../../../src/lambda/console/policy-view';
import type { ApiKeyId, OperatorId } from '../../../src/protocol/identifiers';
import type { Operator } from '../../../src/service/configuration/rules/items';
import type { Person } from '../../../src/service/policy/rules/organization';
import { judgeRules } from '../../../src/service/policy/rules/param-rules';
import type { Policy } from '../../../src/service/policy/rules/policy';
import { isAuthorized } from '../../../src/service/request/rules/request';
import { type Drawn, GROUP } from './drawn';
import type { World } from './world';

export interface Attempt {
  readonly operation: string;
  readonly name: string;
  readonly run: (
    world: World,
  ) => Promise<{ readonly body?: { readonly token?: string; readonly sign_in_url?: string } | null }>;
}

/** Steps of the model's own lists, which every attempt below ends with. */
export const EXPLOITED = ['createRequest', 'turnKey', 'collectKey'] as const;

/** They concern no vote, or only take something away from the caller. `test/security/one-admin.slow.test.ts` attempts them. */
export const NO_VOTE = [
  ...['startCompanySignIn', 'finishCompanySignIn', 'startOwnIdentity', 'connectOwnIdentity', 'disconnectOwnIdentity'],
  ...[
    'signIn',
    'requestMailedLink',
    'signOut',
    'startPasskeySignIn',
    'passkeySignIn',
    'refuseRequest',
    'abortRequest',
    'stopRequest',
    'abortOwnRequest',
    'withdrawTurn',
  ],
  ...['writeQuestion', 'redeliver', 'testWebhook', 'verifyWebhook', 'updateWebhook', 'deleteWebhook'],
  ...['rotateWebhookSecret', 'revokePreviousSecret', 'recoverWebhook', 'removeChat', 'testChat'],
  ...['previewAction', 'backtestAction'],
  ...['restartRound', 'revokeSession', 'renameOrganization', 'claimRequest', 'reportExecution', 'deletePasskey'],
  ...['addDevice', 'deleteDevice', 'testDevice', 'setPushText'],
  ...['putEvidence'],
] as const;

const EVIL_PROVIDER = {
  ...{ issuer: 'https://evil.example.org', client_id: 'console', client_secret: null },
  ...{ acr_values: [], max_age_seconds: 3600, forbids_mail_links: false },
};
const evil = (id: string) => ({ id, name: 'E', email: 'evil@example.org', role: 'admin' });

export function attemptsOf(drawn: Drawn, me: OperatorId): Attempt[] {
  const others = drawn.operators.map(({ id }) => id).filter((id) => id !== me);
  const call = (operation: string, method: string, path: string, body: object = {}): Attempt => ({
    operation,
    name: `${me} ${method} ${path} ${JSON.stringify(body)}`,
    run: (world) => world.api(me, method, path, body),
  });
  const inRequests = (operation: string, part: string, body: (seat: OperatorId) => object): Attempt[] =>
    drawn.operators.map(({ id }) => ({
      operation,
      name: `${me} ${operation} ${id}`,
      run: async (world) => {
        const [open] = world.requests();
        return open === undefined ? {} : world.api(me, 'POST', `/api/requests/${open.id}/${part}`, body(id));
      },
    }));
  return [
    ...drawn.policies.flatMap((policy) => {
      const path = `/api/actions/${policy.id}`;
      const body = policyBody(policy);
      const own = ownPolicy(policy, me);
      return [
        call('putAction', 'PUT', path, own),
        call('putAction', 'PUT', path, { ...body, quorum: { ...body.quorum, default: 1 } }),
        call('putAction', 'PUT', path, { ...body, turn: 'code' }),
        call('putAction', 'PUT', path, { ...body, param_rules: [] }),
        call('putAction', 'PUT', path, { ...body, deny_self_approval: true, ttl_seconds: 3600 }),
        call('deleteAction', 'DELETE', path),
      ];
    }),
    call('putGroup', 'PUT', `/api/groups/${GROUP}`, { name: 'Drawn', members: [{ operator: me }] }),
    call('putGroup', 'PUT', `/api/groups/${GROUP}`, {
      name: 'Drawn',
      members: [...others, me].map((operator) => ({ operator })),
    }),
    call('deleteGroup', 'DELETE', `/api/groups/${GROUP}`),
    call('createOperator', 'POST', '/api/operators', evil('op_evil')),
    call('inviteOperators', 'POST', '/api/operator-invitations', { operators: [evil('op_evil2')] }),
    call('updateOperator', 'PATCH', `/api/operators/${me}`, { role: 'admin', enabled: true }),
    ...others.flatMap((id) => [
      call('updateOperator', 'PATCH', `/api/operators/${id}`, { email: 'evil@example.org' }),
      call('updateOperator', 'PATCH', `/api/operators/${id}`, { enabled: false }),
      call('updateOperator', 'PATCH', `/api/operators/${id}`, { role: 'operator' }),
      call('updateOperator', 'PATCH', `/api/operators/${id}`, { enabled: true, role: 'admin' }),
      call('createSignInLink', 'POST', `/api/operators/${id}/sign-in-link`),
      call('connectIdentity', 'PUT', `/api/operators/${id}/identity`, { subject: 'evil' }),
      call('disconnectIdentity', 'DELETE', `/api/operators/${id}/identity`),
      call('revokeSessions', 'DELETE', `/api/sessions?operator=${id}`),
      call('deleteOperatorPasskey', 'DELETE', `/api/operators/${id}/passkeys/psk_${'0'.repeat(24)}`),
    ]),
    call('setCompanySignIn', 'PUT', '/api/company-sign-in', { provider: EVIL_PROVIDER }),
    call('setCompanySignIn', 'PUT', '/api/company-sign-in', { provider: null }),
    call('createKey', 'POST', '/api/keys', { name: 'evil', scopes: ['propose'] }),
    ...drawn.keys.flatMap((_, index) => {
      const path = `/api/keys/key_${String(index).repeat(24)}`;
      return [
        call('updateKey', 'PATCH', path, { max_open: null, holder: me }),
        call('updateKey', 'PATCH', path, { actions: null }),
        call('updateKey', 'PATCH', path, { actions: drawn.policies.map(({ id }) => id) }),
        call('rotateKey', 'POST', `${path}/rotate`),
        call('endToken', 'DELETE', `${path}/tokens/1`),
        call('revokeKey', 'DELETE', path),
      ];
    }),
    call('setChangesTurn', 'PUT', '/api/changes-turn', { turn: 'code' }),
    call('setMailedLinks', 'PUT', '/api/mailed-links', { allowed: true }),
    call('createWebhook', 'POST', '/api/webhooks', { url: 'https://evil.example.org/' }),
    call('setChat', 'PUT', '/api/chat', { format: 'slack', url: 'https://evil.example.org/' }),
    ...inRequests('reissueCode', 'reissue', (operator) => ({ operator })),
    { operation: 'enrolPasskey', name: `${me} enrols a passkey`, run: (world) => enrolled(world, me) },
    {
      operation: 'countersignKey',
      name: `${me} countersigns their own passkey`,
      run: async (world) => {
        if (!world.hasPasskey(me)) await enrolled(world, me);
        return world.countersign(me, me);
      },
    },
  ];
}

/** Refused where an earlier attempt ended the session. */
async function enrolled(world: World, me: OperatorId) {
  await world.enrol(me).catch(() => undefined);
  return {};
}

/** Part of adding a passkey. */
export const PARTS = ['startPasskeyEnrolment', 'signEnrolment'] as const;

/** A verdict that somebody got: the action, and the rules that its request matched. */
export interface Got {
  readonly action: string;
  readonly rules: readonly number[];
}

/** Everything that could now lead to a verdict. */
export async function exploit(
  world: World,
  drawn: Drawn,
  person: Person,
  given: readonly string[],
  targets: readonly string[],
): Promise<Got[]> {
  const known = new Set(drawn.operators.map(({ id }) => id));
  const operators = world.operators();
  const connected = await world.connected();
  // A person who reads the mails of an operator, or has their link, can act as that operator.
  const mine = operators.filter(
    ({ id, email, enabled }) =>
      enabled &&
      (person.operators.some((own) => own.id === id) ||
        email.startsWith('evil') ||
        connected.includes(id) ||
        given.includes(id)),
  );
  const tokens = [...tokensOf(world, drawn, person), ...given.filter((each) => each.startsWith('rak_'))];
  await loosenTogether(world, drawn, mine, targets);
  for (const { id } of world.requests().filter(({ action }) => action === 'service.admin'))
    for (const one of mine) {
      await world.turn(one.id, id);
      await world.follow();
      const { body } = await world.api(one.id, 'POST', `/api/changes/${id}/key`);
      if (body?.token !== undefined) tokens.push(body.token);
    }
  // Themselves, and somebody else: with self approval denied, the requester has no seat.
  const enabled = operators.filter((each) => each.enabled && known.has(each.id)).map(({ id }) => id);
  const isMine = (id: OperatorId) => mine.some((each) => each.id === id);
  const requesters = [...enabled.filter(isMine).slice(0, 1), ...enabled.filter((id) => !isMine(id)).slice(0, 1)];
  for (const token of tokens.slice(-1))
    for (const policy of drawn.policies.filter(({ id }) => targets.includes(id)))
      for (const requester of requesters)
        for (const amount of policy.paramRules.length === 0 ? ['1'] : ['1', '200', '900'])
          for (const quorum of policy.quorum.selectable ? [undefined, 1] : [undefined])
            await world.propose(token, { action: policy.id, requester, params: { amount }, quorum });
  for (const { id, action } of world.requests())
    if (action !== 'service.admin') for (const one of mine) await world.turn(one.id, id);
  return world
    .requests()
    .filter((request) => request.action !== 'service.admin' && isAuthorized(request))
    .map(({ action, params }) => {
      const { paramRules } = drawn.policies.find(({ id }) => id === action)!;
      const rules = judgeRules(paramRules, params).filter(({ matched }) => matched);
      return { action, rules: rules.map(({ index }) => index) };
    });
}

/** Two admins of one person approve each other's changes. */
async function loosenTogether(
  world: World,
  { policies }: Drawn,
  mine: readonly Operator[],
  targets: readonly string[],
): Promise<void> {
  const admins = mine.filter(({ role }) => role === 'admin');
  if (admins.length < 2) return;
  for (const policy of policies.filter(({ id }) => targets.includes(id)))
    await world.api(admins[0]!.id, 'PUT', `/api/actions/${policy.id}`, ownPolicy(policy, admins[0]!.id));
  await world.api(admins[0]!.id, 'POST', '/api/keys', { name: 'evil', scopes: ['propose'] });
}

const ownPolicy = (policy: Policy, me: OperatorId) => ({
  ...policyBody(policy),
  roster: [me],
  quorum: { default: 1, min: 1, max: 1, selectable: false },
  requires: [],
  param_rules: [],
  turn: 'code',
  deny_self_approval: false,
});

function tokensOf(world: World, drawn: Drawn, person: Person): string[] {
  const own = new Set(person.operators.map(({ id }) => id));
  return [...world.tokens].flatMap(([_, token]: [ApiKeyId, string], index) => {
    const holder = drawn.keys[index] ?? null;
    return holder === null || own.has(holder) ? [token] : [];
  });
}
