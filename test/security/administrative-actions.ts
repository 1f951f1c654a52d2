/**
 * What one admin can attempt, each attempt as bad as it can be, and every operation of the console that writes, classified
 * by what a single admin can do with it (docs/decisions/four-eyes.md).
 */
import { operations } from '../../generated/console-operations';
import type { OperatorId } from '../../src/protocol/identifiers';
import type { EditKind } from '../../src/service/administration/rules/edits';
import { START_MS } from '../simulation/start';

export const ATTACKER = 'op_echo' as OperatorId;
export const VICTIM = 'op_foxtrot' as OperatorId;
const POLICY = {
  title: 'Release to customers',
  roster: ['op_echo', 'op_foxtrot', 'op_golf'],
  quorum: { default: 2, min: 1, max: 3, selectable: false },
  deny_self_approval: true,
};
const ACTION = '/api/actions/demo.release';

/** `demo.guarded` needs a key of the group `grp_guards`, in which only the other admin is. */
export const GUARDED = {
  ...POLICY,
  quorum: { ...POLICY.quorum, default: 1, max: 2 },
  roster: ['op_echo', 'grp_guards'],
  requires: [{ group: 'grp_guards', keys: 1 }],
};
const GROUP = '/api/groups/grp_guards';
const groupOf = (...operators: readonly string[]) => ({
  name: 'Guards',
  members: operators.map((operator) => ({ operator })),
});

const PROVIDER = { client_id: 'console', acr_values: [], max_age_seconds: 3600, forbids_mail_links: false };
const EVIL = { issuer: 'https://evil.example.org', client_secret: null };

export type Call = readonly [method: string, path: string, body?: object];

/** Every administrative action, each as bad as it can be. */
export const ACTIONS: Readonly<Record<string, Call>> = {
  'lower the quorum': ['PUT', ACTION, { ...POLICY, quorum: { ...POLICY.quorum, default: 1 } }],
  'allow self approval': ['PUT', ACTION, { ...POLICY, deny_self_approval: false }],
  'ask nobody else': [
    'PUT',
    ACTION,
    { ...POLICY, roster: [ATTACKER], quorum: { default: 1, min: 1, max: 1, selectable: false } },
  ],
  'add a rule that lowers the quorum': [
    'PUT',
    ACTION,
    { ...POLICY, param_rules: [{ when: [{ param: 'x', op: 'eq', value: 'y' }], quorum: 1 }] },
  ],
  'make an action of their own': ['PUT', '/api/actions/own', { ...POLICY, quorum: { ...POLICY.quorum, default: 1 } }],
  'raise and loosen at once': [
    'PUT',
    ACTION,
    { ...POLICY, deny_self_approval: false, quorum: { ...POLICY.quorum, min: 2, default: 2 } },
  ],
  'raise the minimum': ['PUT', ACTION, { ...POLICY, quorum: { ...POLICY.quorum, min: 2 } }],
  'approve changes without a passkey': ['PUT', '/api/changes-turn', { turn: 'code' }],
  'let a mailbox open a session': ['PUT', '/api/mailed-links', { allowed: true }],
  'join a group': ['PUT', GROUP, groupOf(ATTACKER, VICTIM)],
  'be a group alone': ['PUT', GROUP, groupOf(ATTACKER)],
  'give somebody else’s membership an end': [
    'PUT',
    GROUP,
    { name: 'Guards', members: [{ operator: ATTACKER }, { operator: VICTIM, ends_at: START_MS }] },
  ],
  'drop a requirement': ['PUT', '/api/actions/demo.guarded', { ...GUARDED, requires: [] }],
  'rename the organization': ['PUT', '/api/organization', { name: 'Somebody Else' }],
  'delete the action': ['DELETE', ACTION],
  'change an e-mail address': ['PATCH', '/api/operators/op_golf', { email: 'evil@example.org' }],
  'change the other admin’s address': ['PATCH', `/api/operators/${VICTIM}`, { email: 'evil@example.org' }],
  'make a sign-in link': ['POST', '/api/operators/op_golf/sign-in-link', {}],
  'make a link of the other admin': ['POST', `/api/operators/${VICTIM}/sign-in-link`, {}],
  'add an admin': ['POST', '/api/operators', { id: 'op_evil', name: 'E', email: 'evil@example.org', role: 'admin' }],
  'invite an admin': [
    'POST',
    '/api/operator-invitations',
    { operators: [{ id: 'op_evil2', name: 'E', email: 'evil@example.org', role: 'admin' }] },
  ],
  'promote an operator': ['PATCH', '/api/operators/op_golf', { role: 'admin' }],
  'disable the other admin': ['PATCH', `/api/operators/${VICTIM}`, { enabled: false }],
  'disable and rename': ['PATCH', `/api/operators/${VICTIM}`, { enabled: false, email: 'evil@example.org' }],
  'demote the other admin': ['PATCH', `/api/operators/${VICTIM}`, { role: 'operator' }],
  'enable the other admin': ['PATCH', `/api/operators/${VICTIM}`, { enabled: true }],
  'revoke the other admin’s access': ['DELETE', `/api/sessions?operator=${VICTIM}`],
  'let people in by a provider of their own': ['PUT', '/api/company-sign-in', { provider: { ...PROVIDER, ...EVIL } }],
  'end company sign-in': ['PUT', '/api/company-sign-in', { provider: null }],
  'connect their account to somebody': ['PUT', '/api/operators/op_golf/identity', { subject: 'evil' }],
  'make an API key': ['POST', '/api/keys', { name: 'evil', scopes: ['propose', 'read', 'execute'] }],
  'end the limit of an API key': ['PATCH', '/api/keys/{key}', { max_open: null }],
  'give an API key a second token': ['POST', '/api/keys/{key}/rotate', {}],
  're-issue the code of the other admin': ['POST', '/api/requests/{request}/reissue', { operator: VICTIM }],
  're-issue their own code': ['POST', '/api/requests/{request}/reissue', { operator: ATTACKER }],
};

/** Nobody authorizes anything by these, so they are tried alone. */
export const HARMLESS: Readonly<Record<string, Call>> = {
  'delete a group': ['DELETE', '/api/groups/grp_unused'],
  'lower the limit of an API key': ['PATCH', '/api/keys/{key}', { max_open: 49 }],
  'revoke an API key': ['DELETE', '/api/keys/{key}'],
  'end a token of an API key': ['DELETE', '/api/keys/{key}/tokens/1'],
  'delete a passkey of the other admin': ['DELETE', `/api/operators/${VICTIM}/passkeys/{passkey}`],
  'end a session of the other admin': ['DELETE', `/api/sessions/{session}?operator=${VICTIM}`],
  'add an endpoint': ['POST', '/api/webhooks', { url: 'https://evil.example.org/' }],
  'edit an endpoint': ['PATCH', '/api/webhooks/{endpoint}', { enabled: false }],
  'rotate a secret': ['POST', '/api/webhooks/{endpoint}/rotate', {}],
  'verify a destination': ['POST', '/api/webhooks/{unverified}/verify', { token: 'verify_1' }],
  'revoke the secret before': ['POST', '/api/webhooks/{rotated}/revoke-previous', {}],
  'send events again': ['POST', '/api/webhooks/{endpoint}/recover', { since: START_MS - 1000, until: START_MS }],
  'delete an endpoint': ['DELETE', '/api/webhooks/{endpoint}'],
  'set a chat': ['PUT', '/api/chat', { format: 'slack', url: 'https://evil.example.org/' }],
  'remove the chat': ['DELETE', '/api/chat'],
  'disconnect the account of the other admin': ['DELETE', `/api/operators/${VICTIM}/identity`],
};

/** Works at once, because it only makes things safer. */
export const SAFER = new Set([
  'raise the minimum',
  'delete the action',
  'end company sign-in',
  'disable the other admin',
  'demote the other admin',
  'enable the other admin',
  'revoke the other admin’s access',
  ...Object.keys(HARMLESS),
]);

/**
 * Every operation that writes: how much a single admin can do with it. An operation that is missing here fails the test
 * below: decide first whether it waits for a second admin (docs/decisions/four-eyes.md).
 *
 * `sensitive`: waits. `judged`: waits, unless it only makes things safer. `at once`: only ever makes things safer, or
 * edits webhook endpoints or the chat. `own session`: of the caller alone. `own seat`: of the caller in one request. `reads`: writes
 * nothing. `sends`: what was decided, or a test, to endpoints that all admins were told about. `approved`: what follows
 * from a change that a second admin approved. `second key`: the caller's signature on what somebody else signed first.
 */
export const KINDS: Readonly<Record<string, string>> = {
  signIn: 'own session',
  requestMailedLink: 'own session',
  signOut: 'own session',
  startCompanySignIn: 'own session',
  finishCompanySignIn: 'own session',
  startOwnIdentity: 'own session',
  connectOwnIdentity: 'own session',
  disconnectOwnIdentity: 'own session',
  setCompanySignIn: 'judged',
  connectIdentity: 'sensitive',
  disconnectIdentity: 'at once',
  startPasskeySignIn: 'own session',
  passkeySignIn: 'own session',
  enrolPasskey: 'own session',
  startPasskeyEnrolment: 'own session',
  deletePasskey: 'own session',
  addDevice: 'own session',
  deleteDevice: 'own session',
  testDevice: 'own session',
  setPushText: 'own session',
  signEnrolment: 'own session',
  countersignKey: 'second key',
  turnKey: 'own seat',
  refuseRequest: 'own seat',
  abortRequest: 'own seat',
  stopRequest: 'own seat',
  withdrawTurn: 'own seat',
  writeQuestion: 'own seat',
  restartRound: 'own seat',
  reissueCode: 'sensitive',
  redeliver: 'sends',
  testWebhook: 'sends',
  verifyWebhook: 'at once',
  createWebhook: 'at once',
  updateWebhook: 'at once',
  deleteWebhook: 'at once',
  rotateWebhookSecret: 'at once',
  revokePreviousSecret: 'at once',
  recoverWebhook: 'at once',
  setChat: 'at once',
  removeChat: 'at once',
  testChat: 'sends',
  createKey: 'sensitive',
  collectKey: 'approved',
  updateKey: 'judged',
  rotateKey: 'sensitive',
  endToken: 'at once',
  revokeKey: 'at once',
  putAction: 'judged',
  deleteAction: 'at once',
  putGroup: 'sensitive',
  deleteGroup: 'at once',
  setChangesTurn: 'judged',
  renameOrganization: 'sensitive',
  setMailedLinks: 'judged',
  previewAction: 'reads',
  backtestAction: 'reads',
  createOperator: 'sensitive',
  inviteOperators: 'sensitive',
  updateOperator: 'judged',
  createSignInLink: 'sensitive',
  deleteOperatorPasskey: 'at once',
  revokeSessions: 'at once',
  revokeSession: 'at once',
};

/** The edit that an operation makes. The rule says of each edit whether it waits (`WAITS`). */
export const EDIT_OF: Readonly<Record<string, EditKind>> = {
  putAction: 'put_action',
  deleteAction: 'delete_action',
  putGroup: 'put_group',
  deleteGroup: 'delete_group',
  createOperator: 'create_operator',
  inviteOperators: 'invite_operators',
  updateOperator: 'update_operator',
  createSignInLink: 'send_sign_in_link',
  revokeSessions: 'end_access',
  deleteOperatorPasskey: 'delete_passkey',
  setCompanySignIn: 'set_identity_provider',
  connectIdentity: 'connect_identity',
  disconnectIdentity: 'disconnect_identity',
  createKey: 'create_key',
  updateKey: 'update_key',
  rotateKey: 'rotate_key',
  endToken: 'end_token',
  revokeKey: 'revoke_key',
  reissueCode: 'reissue_code',
  setChangesTurn: 'set_changes_turn',
  renameOrganization: 'rename_organization',
  setMailedLinks: 'set_mailed_links',
  createWebhook: 'create_endpoint',
  updateWebhook: 'update_endpoint',
  deleteWebhook: 'delete_endpoint',
  revokePreviousSecret: 'revoke_previous_secret',
  rotateWebhookSecret: 'rotate_secret',
  verifyWebhook: 'verify_endpoint',
  recoverWebhook: 'recover_endpoint',
  setChat: 'set_chat',
  removeChat: 'remove_chat',
};

/** Whether an attempt may wait, or be made at once, by the kind of its operation. */
export const ANSWERS: Readonly<Record<string, (name: string) => boolean>> = {
  sensitive: (name) => !SAFER.has(name),
  judged: () => true,
  'at once': (name) => SAFER.has(name),
};

export function operationOf([method, path]: Call): string {
  const parts = path.split('?')[0]!.split('/');
  const found = operations.find(({ method: of, path: pattern }) => {
    const wanted = pattern.split('/');
    const fits = (part: string, index: number) => part.startsWith('{') || part === parts[index];
    return of === method.toLowerCase() && wanted.length === parts.length && wanted.every(fits);
  });
  if (found === undefined) throw new Error(`no operation is ${method} ${path}`);
  return found.operationId;
}
