/** Operators, their sign-in links and their sessions. */

import type { components } from '../../../generated/console';
import {
  type LinkRefusal,
  type ManageOperatorsDeps,
  makeSignInLink,
  revokeAccess,
  revokeSession,
  updateOperator,
} from '../../app/access/manage-operators';
import { type OperatorAccessDeps, operatorAccess } from '../../app/access/operator-access';
import { isLive } from '../../app/access/sign-in';
import { withRefusalNoted } from '../../app/administration/note-refusal';
import { createOperator, type ProvisionDeps } from '../../app/administration/provision';
import { type SubmitDeps, type SubmitRefusal, submitChange } from '../../app/administration/submit-change';
import type { Session } from '../../app/ports';
import type { Operator } from '../../core/administration/config';
import { isRuleOn } from '../../core/administration/rule';
import { sha256Hex } from '../../protocol/hash';
import { signInLink } from '../../protocol/sign-in-link';
import { denied, invalid, notFound, refused, reply } from '../http/answer';
import { isName, parseId } from '../http/ids';
import { sessionToken } from './authenticate';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { changeAnswer } from './change-view';
import { pageByPlace, pageQuery, withCursor } from './paging';
import { conflict, EDITED_MEANWHILE, NO_SECOND_ADMIN, NO_SUCH_OPERATOR } from './problems';

type Schemas = components['schemas'];

export type OperatorsDeps = ManageOperatorsDeps &
  OperatorAccessDeps &
  ProvisionDeps &
  SubmitDeps & {
    /** The address of the console. */
    readonly origin: string;
    readonly cookieName: string;
  };

const NO_SUCH_SESSION = notFound('There is no such session in this organization.');

const ADMIN_ONLY = denied(403, 'Only an admin can do this.');

export function createOperatorHandlers(
  deps: OperatorsDeps,
): Pick<
  ConsoleHandlers,
  | 'listOperators'
  | 'listOperatorAccess'
  | 'createOperator'
  | 'updateOperator'
  | 'createSignInLink'
  | 'listSessions'
  | 'revokeSessions'
  | 'revokeSession'
> {
  return {
    listOperators: (call) => withCursor(() => list(deps, call)),
    listOperatorAccess: (call) => access(deps, call),
    createOperator: (call) => create(deps, call),
    updateOperator: (call) => update(deps, call),
    createSignInLink: (call) => link(deps, call),
    listSessions: (call) => withCursor(() => sessions(deps, call)),
    revokeSessions: (call) => revokeAll(deps, call),
    revokeSession: (call) => revoke(deps, call),
  };
}

async function list(
  deps: OperatorsDeps,
  { principal, query }: ConsoleCall<'listOperators'>,
): ConsoleReply<'listOperators'> {
  const { org } = await signedIn(principal);
  const [all, began] = await Promise.all([deps.config.operators(org), deps.config.ruleBegan(org)]);
  const page = pageByPlace(all, ({ id }) => [0, id], pageQuery(query));
  return reply(200, {
    server_now: deps.clock.nowMs(),
    operators: page.items.map(operatorView),
    four_eyes: isRuleOn(began, all),
    cursor: page.cursor,
  });
}

async function access(
  deps: OperatorsDeps,
  { principal }: ConsoleCall<'listOperatorAccess'>,
): ConsoleReply<'listOperatorAccess'> {
  const { org } = await signedIn(principal);
  const all = await operatorAccess(deps, org);
  return reply(200, {
    server_now: deps.clock.nowMs(),
    operators: all.map(({ id, lastSignInAtMs, passkeys }) => ({ id, last_sign_in_at: lastSignInAtMs, passkeys })),
  });
}

async function create(
  deps: OperatorsDeps,
  { principal, body }: ConsoleCall<'createOperator'>,
): ConsoleReply<'createOperator'> {
  const { org, operator: by } = await signedIn(principal);
  const id = parseId('operator', body.id);
  if (id === null) return invalid('`body.id` must have at most 128 characters.');
  const edit = { kind: 'create_operator', operator: { ...body, id } } as const;
  const submitted = await submitChange(deps, { org, by, edit });
  if (!submitted.ok) return submitted.error.reason === 'id_taken' ? idTaken(id) : NO_SECOND_ADMIN;
  if (submitted.value.kind === 'proposed') return changeAnswer(deps, submitted.value.request);
  const created = await createOperator(deps, org, edit.operator, by, submitted.value.guard);
  return created === 'conflict' ? idTaken(id) : reply(201, operatorBody(deps, created));
}

function idTaken(id: string) {
  return conflict(`The operator id ${JSON.stringify(id)} is already used. An id cannot be used again.`);
}

async function update(
  deps: OperatorsDeps,
  { principal, path, body }: ConsoleCall<'updateOperator'>,
): ConsoleReply<'updateOperator'> {
  const { org, operator: by } = await signedIn(principal);
  const id = parseId('operator', path.id);
  if (id === null) return NO_SUCH_OPERATOR;
  const edit = { kind: 'update_operator', id, patch: body } as const;
  const submitted = await submitChange(deps, { org, by, edit });
  if (!submitted.ok) return submitted.error.reason === 'not_found' ? NO_SUCH_OPERATOR : NO_SECOND_ADMIN;
  if (submitted.value.kind === 'proposed') return changeAnswer(deps, submitted.value.request);
  const { guard } = submitted.value;
  const patched = await updateOperator(deps, org, id, body, by, guard);
  const updated = await withRefusalNoted(deps, { org, by, edit }, guard, patched);
  if (updated.ok) return reply(200, operatorBody(deps, updated.value));
  switch (updated.error.reason) {
    case 'not_found':
      return NO_SUCH_OPERATOR;
    case 'edited_meanwhile':
      return EDITED_MEANWHILE;
    case 'last_admin':
      return conflict('This is the last enabled admin. Make somebody else an admin first.');
  }
}

async function link(
  deps: OperatorsDeps,
  { principal, path }: ConsoleCall<'createSignInLink'>,
): ConsoleReply<'createSignInLink'> {
  const { org, operator: by } = await signedIn(principal);
  const id = parseId('operator', path.id);
  if (id === null) return NO_SUCH_OPERATOR;
  const submitted = await submitChange(deps, { org, by, edit: { kind: 'send_sign_in_link', id } });
  if (!submitted.ok) return linkProblem(submitted.error);
  if (submitted.value.kind === 'proposed') return changeAnswer(deps, submitted.value.request);
  const made = await makeSignInLink(deps, org, id, by, submitted.value.guard);
  if (!made.ok) return linkProblem(made.error);
  const { token, expiresAtMs } = made.value;
  return reply(201, {
    server_now: deps.clock.nowMs(),
    sign_in_url: signInLink(deps.origin, token),
    expires_at: expiresAtMs,
  });
}

function linkProblem(refusal: LinkRefusal | SubmitRefusal) {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_OPERATOR;
    case 'edited_meanwhile':
      return EDITED_MEANWHILE;
    case 'operator_disabled':
      return refused('This operator is disabled. Enable them first.');
    case 'no_second_admin':
      return NO_SECOND_ADMIN;
    default:
      throw new Error(`a sign-in link cannot be refused because of ${refusal.reason}`);
  }
}

async function sessions(deps: OperatorsDeps, call: ConsoleCall<'listSessions'>): ConsoleReply<'listSessions'> {
  const { org, session: current } = await signedIn(call.principal);
  const id = await ownerIdOf(call);
  if (id === null) return ADMIN_ONLY;
  const [all, owner] = await Promise.all([
    deps.sessions.list(org, id, deps.clock.nowMs()),
    deps.config.operator(org, id),
  ]);
  const live = all.filter((session) => owner !== null && isLive(session, owner));
  const page = pageByPlace(live, ({ createdAtMs, id }) => [createdAtMs, id], pageQuery(call.query));
  return reply(200, {
    server_now: deps.clock.nowMs(),
    sessions: page.items.map((session) => sessionView(session, current)),
    cursor: page.cursor,
  });
}

async function revoke(deps: OperatorsDeps, call: ConsoleCall<'revokeSession'>): ConsoleReply<'revokeSession'> {
  const { org, operator: by } = await signedIn(call.principal);
  const owner = await ownerIdOf(call);
  if (owner === null) return ADMIN_ONLY;
  const { id } = call.path;
  const revoked = isName(id) && (await revokeSession(deps, { org, owner, id }, by));
  return revoked ? reply(200, { server_now: deps.clock.nowMs() }) : NO_SUCH_SESSION;
}

/** The caller's own session stays valid, so that an operator whose link may be stolen can revoke all other access. */
async function revokeAll(deps: OperatorsDeps, call: ConsoleCall<'revokeSessions'>): ConsoleReply<'revokeSessions'> {
  const { org, operator: by } = await signedIn(call.principal);
  const owner = await ownerIdOf(call);
  if (owner === null) return ADMIN_ONLY;
  const revoked = await revokeAccess(deps, org, owner, by);
  if (!revoked.ok) return revoked.error.reason === 'not_found' ? NO_SUCH_OPERATOR : EDITED_MEANWHILE;
  const token = sessionToken(call.event, deps.cookieName);
  if (owner === by && token !== null) await deps.sessions.carryOver(sha256Hex(token), revoked.value.accessEpoch);
  return reply(200, { server_now: deps.clock.nowMs() });
}

/**
 * Whose sessions are meant: the caller's own, or for an admin those of any operator of the organization. Null: not
 * allowed.
 */
async function ownerIdOf({ principal, query }: ConsoleCall<'listSessions' | 'revokeSessions' | 'revokeSession'>) {
  const { operator, record } = await signedIn(principal);
  const named = query.operator === undefined ? operator : parseId('operator', query.operator);
  return named === operator || record.role === 'admin' ? named : null;
}

function operatorBody(deps: OperatorsDeps, operator: Operator) {
  return { server_now: deps.clock.nowMs(), operator: operatorView(operator) };
}

function operatorView({ id, name, email, role, enabled, createdAtMs }: Operator): Schemas['Operator'] {
  return { id, name, email, role, enabled, created_at: createdAtMs };
}

function sessionView({ id, operator, createdAtMs, expiresAtMs }: Session, current: Session): Schemas['SessionItem'] {
  return { id, operator, current: id === current.id, created_at: createdAtMs, expires_at: expiresAtMs };
}
