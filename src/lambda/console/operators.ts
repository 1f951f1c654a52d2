/** Operators, their sign-in links and their sessions. */

import type { components } from '../../../generated/console';
import { LIMITS } from '../../../generated/limits';
import { sha256Hex } from '../../protocol/hash';
import { signInLink } from '../../protocol/sign-in-link';
import type { Session } from '../../service/access/ports';
import { RESERVED_IN_WORDS } from '../../service/access/rules/reserved-ids';
import { type OperatorAccessDeps, operatorAccess } from '../../service/access/use-cases/operator-access';
import { revokeSession, type SignInDeps, stillSignsIn } from '../../service/access/use-cases/sessions';
import type { ConfigurationDeps } from '../../service/administration/use-cases/change-configuration';
import type { Operator } from '../../service/configuration/rules/items';
import { isRuleOn } from '../../service/configuration/rules/two-admins';
import { invalid, notFound, refused, reply } from '../http/answer';
import { isName, parseId } from '../http/ids';
import { sessionToken } from './authenticate';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { edit } from './edit';
import { pageByPlace, pageQuery, withCursor } from './paging';
import { ADMIN_ONLY, conflict, invalidName, NO_SUCH_OPERATOR, OPERATOR_DISABLED, SIGN_IN_AGAIN } from './problems';

type Schemas = components['schemas'];

type OperatorsDeps = ConfigurationDeps &
  OperatorAccessDeps &
  SignInDeps & {
    /** The address of the console. */
    readonly origin: string;
    readonly cookieName: string;
  };

const TOO_MANY_OPERATORS = refused(
  `An organization can have at most ${LIMITS.operators.max} operators, including those who are disabled.`,
);
const idReserved = ({ ids }: { readonly ids: readonly string[] }) =>
  invalid(`${ids.map((id) => JSON.stringify(id)).join(', ')}: the id is reserved. ${RESERVED_IN_WORDS}`);
const NO_SUCH_SESSION = notFound('There is no such session in this organization.');

export function createOperatorHandlers(deps: OperatorsDeps) {
  return {
    listOperators: (call) => withCursor(() => list(deps, call)),
    listOperatorAccess: (call) => access(deps, call),
    createOperator: (call) => create(deps, call),
    inviteOperators: (call) => invite(deps, call),
    updateOperator: (call) => update(deps, call),
    createSignInLink: (call) => link(deps, call),
    listSessions: (call) => withCursor(() => sessions(deps, call)),
    revokeSessions: (call) => revokeAll(deps, call),
    revokeSession: (call) => revoke(deps, call),
  } satisfies Partial<ConsoleHandlers>;
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
    operators: all.map(({ id, lastSignInAtMs, passkeys, accountConnectedAtMs }) => ({
      id,
      last_sign_in_at: lastSignInAtMs,
      passkeys,
      account_connected_at: accountConnectedAtMs,
    })),
  });
}

async function create(
  deps: OperatorsDeps,
  { principal, body }: ConsoleCall<'createOperator'>,
): ConsoleReply<'createOperator'> {
  const id = parseId('operator', body.id);
  if (id === null) return invalid('`body.id` must have at most 128 characters.');
  return edit(
    deps,
    principal,
    { kind: 'create_operator', operator: { ...body, id } },
    {
      made: (created) => reply(201, operatorBody(deps, created)),
      refused: {
        id_reserved: idReserved,
        invalid_name: invalidName,
        id_taken: () => conflict(`The operator id ${JSON.stringify(id)} is already used. An id cannot be used again.`),
        too_many_operators: () => TOO_MANY_OPERATORS,
      },
    },
  );
}

async function invite(
  deps: OperatorsDeps,
  { principal, body }: ConsoleCall<'inviteOperators'>,
): ConsoleReply<'inviteOperators'> {
  const operators = body.operators.flatMap((each) => {
    const id = parseId('operator', each.id);
    return id === null ? [] : [{ ...each, id }];
  });
  return edit(
    deps,
    principal,
    { kind: 'invite_operators', operators },
    {
      made: (invited) => reply(201, { server_now: deps.clock.nowMs(), operators: invited.map(operatorView) }),
      refused: {
        id_reserved: idReserved,
        invalid_name: invalidName,
        ids_taken: ({ ids }) =>
          conflict(
            `These operator ids are already used: ${ids.map((id) => JSON.stringify(id)).join(', ')}. An id cannot be used again.`,
          ),
        too_many_operators: () => TOO_MANY_OPERATORS,
        too_many_people: () => refused('These are too many people for one change. Invite fewer at once.'),
      },
    },
  );
}

async function update(
  deps: OperatorsDeps,
  { principal, path, body: { same_person, ...fields } }: ConsoleCall<'updateOperator'>,
): ConsoleReply<'updateOperator'> {
  const id = parseId('operator', path.id);
  if (id === null) return NO_SUCH_OPERATOR;
  const samePerson = same_person == null ? null : parseId('operator', same_person);
  const patch = same_person === undefined ? fields : { ...fields, samePerson };
  return edit(
    deps,
    principal,
    { kind: 'update_operator', id, patch },
    {
      made: (updated) => reply(200, operatorBody(deps, updated)),
      refused: {
        not_found: () => NO_SUCH_OPERATOR,
        invalid_name: invalidName,
        last_admin: () => conflict('This is the last enabled admin. Make somebody else an admin first.'),
      },
    },
  );
}

async function link(
  deps: OperatorsDeps,
  { principal, path }: ConsoleCall<'createSignInLink'>,
): ConsoleReply<'createSignInLink'> {
  const id = parseId('operator', path.id);
  if (id === null) return NO_SUCH_OPERATOR;
  return edit(
    deps,
    principal,
    { kind: 'send_sign_in_link', id },
    {
      made: ({ token, expiresAtMs }) => {
        const sign_in_url = signInLink(deps.origin, token);
        return reply(201, { server_now: deps.clock.nowMs(), sign_in_url, expires_at: expiresAtMs });
      },
      refused: {
        not_found: () => NO_SUCH_OPERATOR,
        operator_disabled: () => OPERATOR_DISABLED,
        mail_links_forbidden: () =>
          refused(
            'This operator was connected to a company account, so sign-in links by mail are forbidden. Connect another account.',
          ),
      },
    },
  );
}

async function sessions(deps: OperatorsDeps, call: ConsoleCall<'listSessions'>): ConsoleReply<'listSessions'> {
  const { org, session: current } = await signedIn(call.principal);
  const id = await ownerIdOf(call);
  if (id === null) return ADMIN_ONLY;
  const [all, owner] = await Promise.all([
    deps.sessions.list(org, id, deps.clock.nowMs()),
    deps.config.operator(org, id),
  ]);
  const live = all.filter((session) => owner !== null && stillSignsIn(session, owner));
  const page = pageByPlace(live, ({ createdAtMs, id }) => [createdAtMs, id], pageQuery(call.query));
  return reply(200, {
    server_now: deps.clock.nowMs(),
    sessions: page.items.map((session) => sessionView(session, current)),
    cursor: page.cursor,
  });
}

async function revoke(deps: OperatorsDeps, call: ConsoleCall<'revokeSession'>): ConsoleReply<'revokeSession'> {
  const caller = await signedIn(call.principal);
  const owner = await ownerIdOf(call);
  if (owner === null) return ADMIN_ONLY;
  const { id } = call.path;
  if (!isName(id)) return NO_SUCH_SESSION;
  const revoked = await revokeSession(deps, { org: caller.org, owner, id }, caller);
  if (revoked.ok) return reply(200, { server_now: deps.clock.nowMs() });
  return revoked.error.reason === 'sign_in_again' ? SIGN_IN_AGAIN : NO_SUCH_SESSION;
}

/** The caller's own session stays valid, so that an operator whose link may be stolen can revoke all other access. */
async function revokeAll(deps: OperatorsDeps, call: ConsoleCall<'revokeSessions'>): ConsoleReply<'revokeSessions'> {
  const id = await ownerIdOf(call);
  if (id === null) return ADMIN_ONLY;
  return edit(
    deps,
    call.principal,
    { kind: 'end_access', id },
    {
      made: async ({ accessEpoch }, { by }) => {
        const token = sessionToken(call.event, deps.cookieName);
        if (id === by && token !== null) await deps.sessions.carryOver(sha256Hex(token), accessEpoch);
        return reply(200, { server_now: deps.clock.nowMs() });
      },
      refused: { not_found: () => NO_SUCH_OPERATOR },
    },
  );
}

/**
 * Whose sessions are meant: the caller's own, or for an admin those of any operator of the organization. Null if not
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

function operatorView({
  id,
  name,
  email,
  role,
  enabled,
  samePerson = null,
  createdAtMs,
}: Operator): Schemas['Operator'] {
  return { id, name, email, role, enabled, same_person: samePerson, created_at: createdAtMs };
}

function sessionView(
  { id, operator, device, createdAtMs, expiresAtMs }: Session,
  current: Session,
): Schemas['SessionItem'] {
  return { id, operator, current: id === current.id, device, created_at: createdAtMs, expires_at: expiresAtMs };
}
