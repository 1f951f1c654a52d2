/**
 * Console routes: a session cookie, an exact Origin on every write, a role
 * (docs/design.md#identifiers-hashes-and-tokens; docs/local.md).
 */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { sha256Hex } from '../../protocol/hash';
import type { OrgId } from '../../protocol/identifiers';
import type { Session, SessionStore } from '../../service/access/ports';
import { type SignInRule, signInProblem } from '../../service/access/rules/fresh-sign-in';
import { stillSignsIn } from '../../service/access/use-cases/sessions';
import type { ConfigStore } from '../../service/configuration/ports';
import type { Operator, Role } from '../../service/configuration/rules/items';
import type { Clock } from '../../service/system/ports';
import { type Answer, denied } from '../http/answer';
import type { RefuseAttempt } from '../http/attempts';
import { type Authenticated, NotSignedIn } from '../http/router';
import type { MatchedOperation, RoutedOperation } from '../http/routes';
import { cookieOf } from './cookies';
import { ADMIN_ONLY, NOT_BY_MAILED_LINK, NOT_SIGNED_IN, SIGN_IN_AGAIN } from './problems';

export interface ConsoleOperation extends RoutedOperation {
  readonly role: 'public' | Role;
  readonly signIn: SignInRule;
}

export interface SessionCheckDeps {
  readonly clock: Clock;
  readonly sessions: SessionStore;
  readonly config: Pick<ConfigStore, 'operator'>;
  /** The console's own origin, exactly as a browser sends it. */
  readonly origin: string;
  readonly cookieName: string;
  readonly refuse: RefuseAttempt;
}

/** The caller. Public routes may have none; accessing it then answers 401. */
export interface ConsolePrincipal {
  readonly session: Session | null;
  /**
   * The operator's record, read in parallel with the route's own first reads. Rejects with 401 if the operator was
   * disabled after the sign-in. Every handler awaits it before it answers or writes, or leaves that to `edit`. The router
   * awaits it before any refusal.
   */
  readonly operator: Promise<Operator>;
}

/** For the log. Null on public routes. */
export const orgOf = ({ session }: ConsolePrincipal): OrgId | null => session?.org ?? null;

const READS = new Set(['GET', 'HEAD']);

export function createSessionCheck(deps: SessionCheckDeps) {
  return async (
    event: APIGatewayProxyEventV2,
    matched: MatchedOperation<ConsoleOperation> | null,
  ): Promise<Authenticated<ConsolePrincipal>> => {
    const operation = matched?.operation ?? null;
    const isPublic = operation?.role === 'public';
    const token = sessionToken(event, deps.cookieName);
    const session = token === null || isPublic ? null : await deps.sessions.find(sha256Hex(token), deps.clock.nowMs());
    if (session === null && !isPublic) return { refused: NOT_SIGNED_IN };
    const foreign = originProblem(event, deps.origin);
    if (foreign !== null) return { refused: isPublic ? await deps.refuse(event, foreign) : foreign };
    if (operation !== null && signInProblemOf(deps, session, operation) === 'not_by_mailed_link')
      return { refused: NOT_BY_MAILED_LINK };
    const operator = session === null ? Promise.reject(new NotSignedIn(NOT_SIGNED_IN)) : liveOperator(deps, session);
    // Code that needs it awaits it. If none does, a rejection must not end the process.
    operator.catch(() => undefined);
    if (operation?.role === 'admin') {
      const refused = await adminProblem(operator);
      if (refused !== null) return { refused };
    }
    return { principal: { session, operator } };
  };
}

/** Somebody whose sessions were ended gets 401 and no other refusal, such as 400 for the body. */
export const stillSignedIn = async ({ session, operator }: ConsolePrincipal): Promise<void> => {
  if (session !== null) await operator;
};

/** Whether the operation needs another sign-in. A public operation has no session. */
const signInProblemOf = (
  { clock }: Pick<SessionCheckDeps, 'clock'>,
  session: Session | null,
  { signIn }: ConsoleOperation,
) => (session === null ? null : signInProblem(signIn, session, clock.nowMs()));

/** Before the handler of every operation, by the rule in the document. Where it is `judged`, the use case also decides. */
export const createSignInCheck =
  (deps: Pick<SessionCheckDeps, 'clock'>) =>
  ({ session }: ConsolePrincipal, operation: ConsoleOperation): Answer | null =>
    signInProblemOf(deps, session, operation) === null ? null : SIGN_IN_AGAIN;

/** Null if there is no session cookie or it does not have the form of a token. */
export function sessionToken(event: APIGatewayProxyEventV2, name: string): string | null {
  const token = cookieOf(event, name) ?? '';
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/** SameSite keeps the cookie from other sites. The exact Origin is a second protection, and the only one when signing in. */
function originProblem(event: APIGatewayProxyEventV2, origin: string): Answer | null {
  if (READS.has(event.requestContext.http.method)) return null;
  return event.headers.origin === origin
    ? null
    : denied(403, `This request came from another origin. Only requests from ${origin} can make changes.`);
}

async function liveOperator(deps: SessionCheckDeps, session: Session): Promise<Operator> {
  const operator = await deps.config.operator(session.org, session.operator);
  if (operator === null || !stillSignsIn(session, operator)) throw new NotSignedIn(NOT_SIGNED_IN);
  return operator;
}

async function adminProblem(operator: Promise<Operator>): Promise<Answer | null> {
  try {
    return (await operator).role === 'admin' ? null : ADMIN_ONLY;
  } catch (error) {
    if (error instanceof NotSignedIn) return error.answer;
    throw error;
  }
}
