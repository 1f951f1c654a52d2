/** Operators, their sign-in links and their sessions. */

import type { components } from '../../../generated/console';
import { type ManageOperatorsDeps, makeSignInLink, revokeAccess, updateOperator } from '../../app/manage-operators';
import type { Session } from '../../app/ports';
import { createOperator, type ProvisionDeps } from '../../app/provision';
import { isLive } from '../../app/sign-in';
import type { Operator } from '../../core/config/config';
import { sha256Hex } from '../../protocol/hash';
import type { OperatorId } from '../../protocol/identifiers';
import { signInLink } from '../../protocol/sign-in-link';
import { type Answer, notFound, Problem, problem, refused } from '../http/answer';
import { sessionToken } from './authenticate';
import { type ConsoleCall, type ConsoleHandlers, plainIdOf, signedIn } from './caller';
import { pageByPlace, pageQuery } from './paging';
import { conflict, EDITED_MEANWHILE } from './problems';

type Schemas = components['schemas'];

export type OperatorsDeps = ManageOperatorsDeps &
  ProvisionDeps & {
    /** Where the console is opened. */
    readonly origin: string;
    readonly cookieName: string;
  };

const NO_SUCH_OPERATOR = notFound('no such operator in this organization');
const NO_SUCH_SESSION = notFound('no such session in this organization');

export function createOperatorHandlers(deps: OperatorsDeps): ConsoleHandlers {
  return {
    listOperators: async ({ principal, query }) => {
      const { org } = await signedIn(principal);
      const page = pageByPlace(await deps.config.operators(org), ({ id }) => [0, id], pageQuery(query));
      const operators = page.items.map(operatorView);
      const body: Schemas['OperatorList'] = { server_now: deps.clock.nowMs(), operators, cursor: page.cursor };
      return { status: 200, body };
    },
    createOperator: (call) => create(deps, call),
    updateOperator: (call) => update(deps, call),
    createSignInLink: (call) => link(deps, call),
    listSessions: (call) => sessions(deps, call),
    revokeSessions: (call) => revokeAll(deps, call),
    revokeSession: async (call) => {
      const { org } = await signedIn(call.principal);
      const owner = await ownerIdOf(call);
      if (!(await deps.sessions.revoke(org, owner, plainIdOf(call.path, NO_SUCH_SESSION)))) return NO_SUCH_SESSION;
      return { status: 200, body: { server_now: deps.clock.nowMs() } };
    },
  };
}

async function create(deps: OperatorsDeps, { principal, body }: ConsoleCall): Promise<Answer> {
  const { org, operator: by } = await signedIn(principal);
  const { id, name, email, role } = body as Schemas['NewOperator'];
  const created = await createOperator(deps, org, { id: id as OperatorId, name, email, role }, by);
  if (created === 'conflict')
    return conflict(`there is an operator ${JSON.stringify(id)} already; ids are never used again`);
  return operatorAnswer(deps, 201, created);
}

async function update(deps: OperatorsDeps, { principal, path, body }: ConsoleCall): Promise<Answer> {
  const { org, operator: by } = await signedIn(principal);
  const updated = await updateOperator(deps, org, operatorIdOf(path), body as Schemas['OperatorEdit'], by);
  if (updated.ok) return operatorAnswer(deps, 200, updated.value);
  switch (updated.error.reason) {
    case 'not_found':
      return NO_SUCH_OPERATOR;
    case 'edited_meanwhile':
      return EDITED_MEANWHILE;
    case 'last_admin':
      return conflict('this is the last enabled admin: make somebody else an admin first');
  }
}

async function link(deps: OperatorsDeps, { principal, path }: ConsoleCall): Promise<Answer> {
  const { org, operator: by } = await signedIn(principal);
  const made = await makeSignInLink(deps, org, operatorIdOf(path), by);
  if (!made.ok) {
    switch (made.error.reason) {
      case 'not_found':
        return NO_SUCH_OPERATOR;
      case 'edited_meanwhile':
        return EDITED_MEANWHILE;
      case 'operator_disabled':
        return refused('this operator is disabled; enable them first');
    }
  }
  const { token, expiresAtMs } = made.value;
  const body: Schemas['SignInLink'] = {
    server_now: deps.clock.nowMs(),
    sign_in_url: signInLink(deps.origin, token),
    expires_at: expiresAtMs,
  };
  return { status: 201, body };
}

async function sessions(deps: OperatorsDeps, call: ConsoleCall): Promise<Answer> {
  const { org, session: current } = await signedIn(call.principal);
  const id = await ownerIdOf(call);
  const [all, owner] = await Promise.all([
    deps.sessions.list(org, id, deps.clock.nowMs()),
    deps.config.operator(org, id),
  ]);
  const live = all.filter((session) => owner !== null && isLive(session, owner));
  const page = pageByPlace(live, ({ createdAtMs, id }) => [createdAtMs, id], pageQuery(call.query));
  const body: Schemas['SessionList'] = {
    server_now: deps.clock.nowMs(),
    sessions: page.items.map((session) => sessionView(session, current)),
    cursor: page.cursor,
  };
  return { status: 200, body };
}

/** The caller's own session goes on: revoking all access is also what somebody does who fears for their link. */
async function revokeAll(deps: OperatorsDeps, call: ConsoleCall): Promise<Answer> {
  const { org, operator: by } = await signedIn(call.principal);
  const owner = await ownerIdOf(call);
  const revoked = await revokeAccess(deps, org, owner, by);
  if (!revoked.ok) return revoked.error.reason === 'not_found' ? NO_SUCH_OPERATOR : EDITED_MEANWHILE;
  const token = sessionToken(call.event, deps.cookieName);
  if (owner === by && token !== null) await deps.sessions.carryOver(sha256Hex(token), revoked.value.accessEpoch);
  return { status: 200, body: { server_now: deps.clock.nowMs() } };
}

/** Whose sessions are meant: one's own, or, for an admin, anybody's in the organization. */
async function ownerIdOf({ principal, query }: ConsoleCall): Promise<OperatorId> {
  const { operator, record } = await signedIn(principal);
  const asked = (query.operator as OperatorId | undefined) ?? operator;
  if (asked !== operator && record.role !== 'admin') throw new Problem(problem(403, 'only an admin may do this'));
  return asked;
}

function operatorIdOf(path: ConsoleCall['path']): OperatorId {
  return plainIdOf(path, NO_SUCH_OPERATOR) as OperatorId;
}

function operatorAnswer(deps: OperatorsDeps, status: number, operator: Operator): Answer {
  const body: Schemas['OperatorAnswer'] = { server_now: deps.clock.nowMs(), operator: operatorView(operator) };
  return { status, body };
}

function operatorView({ id, name, email, role, enabled, createdAtMs }: Operator): Schemas['Operator'] {
  return { id, name, email, role, enabled, created_at: createdAtMs };
}

function sessionView({ id, operator, createdAtMs, expiresAtMs }: Session, current: Session): Schemas['SessionItem'] {
  return { id, operator, current: id === current.id, created_at: createdAtMs, expires_at: expiresAtMs };
}
