/** Sign in, who am I, sign out. */

import type { components } from '../../../generated/console';
import { sha256Hex } from '../../protocol/hash';
import type { OrgId } from '../../protocol/identifiers';
import type { Session } from '../../service/access/ports';
import { IDENTITY_PROVIDER } from '../../service/access/rules/company-sign-in';
import { type Device, deviceOf } from '../../service/access/rules/device';
import { freshUntilMs } from '../../service/access/rules/fresh-sign-in';
import { MAILED_LINKS } from '../../service/access/rules/mailed-link';
import {
  type LinkSignInDeps,
  type SignedIn,
  signInByLink,
  stillSignsIn,
} from '../../service/access/use-cases/sessions';
import type { Operator } from '../../service/configuration/rules/items';
import { denied, reply } from '../http/answer';
import type { RefuseAttempt } from '../http/attempts';
import { sessionToken } from './authenticate';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { setCookie } from './cookies';
import { browserCookie } from './mailed-links';
import { conflict } from './problems';

type Schemas = components['schemas'];

export interface SessionDeps extends LinkSignInDeps {
  /** The console's own origin. If it is https, the cookie is never sent without TLS. */
  readonly origin: string;
  readonly cookieName: string;
  readonly refuse: RefuseAttempt;
}

/** Used, unknown and expired links, links of another browser or of a disabled operator, all get the same answer. */
const NO_SUCH_LINK = denied(401, 'This sign-in link is invalid, expired or already used. Ask an admin for a new one.');

export function createSessionHandlers(deps: SessionDeps) {
  return {
    signIn: (call) => signIn(deps, call),
    getSession: async ({ principal }) => {
      const { session, record } = await signedIn(principal);
      return reply(200, await sessionBody(deps, session, record));
    },
    signOut: (call) => signOut(deps, call),
  } satisfies Partial<ConsoleHandlers>;
}

async function signIn(deps: SessionDeps, { body, event }: ConsoleCall<'signIn'>): ConsoleReply<'signIn'> {
  const current = body.replace === false ? await currentOperator(deps, event) : null;
  if (current !== null) {
    return conflict(`This browser is signed in as ${JSON.stringify(current.id)}. The link is still valid.`);
  }
  const opened = await signInByLink(deps, body.token, sessionToken(event, browserCookie(deps)), deviceIn(event));
  return opened === null ? deps.refuse(event, NO_SUCH_LINK) : openedAnswer(deps, opened);
}

/** What the browser of this call says. */
export const deviceIn = ({ headers }: ConsoleCall<'signIn'>['event']): Device => deviceOf(headers['user-agent']);

/** The operator of this browser's valid session, or null. */
async function currentOperator(deps: SessionDeps, event: ConsoleCall<'signIn'>['event']): Promise<Operator | null> {
  const token = sessionToken(event, deps.cookieName);
  const session = token === null ? null : await deps.sessions.find(sha256Hex(token), deps.clock.nowMs());
  const operator = session === null ? null : await deps.config.operator(session.org, session.operator);
  return session !== null && operator !== null && stillSignsIn(session, operator) ? operator : null;
}

/** The same answer for every way of signing in. */
export async function openedAnswer(deps: SessionDeps, { token, session, operator }: SignedIn) {
  const lastsSeconds = Math.ceil((session.expiresAtMs - session.createdAtMs) / 1000);
  return {
    ...reply(200, await sessionBody(deps, session, operator)),
    cookies: cookies(deps, { token, id: session.id }, lastsSeconds),
  };
}

/**
 * Ends the session by its token and not by the list of sessions, which may be late, so that it ends at once. A disabled
 * operator may still sign out; the answer shows nothing of the organization.
 */
async function signOut(deps: SessionDeps, { event }: ConsoleCall<'signOut'>): ConsoleReply<'signOut'> {
  const token = sessionToken(event, deps.cookieName);
  if (token !== null) await deps.sessions.end(sha256Hex(token));
  return { ...reply(200, { server_now: deps.clock.nowMs() }), cookies: cookies(deps, NOBODY, 0) };
}

async function sessionBody(
  { clock, config }: SessionDeps,
  session: Session,
  operator: Operator,
): Promise<Schemas['SessionAnswer']> {
  const [name, ways] = await Promise.all([config.calledOrganization(session.org), waysOf(config, session.org)]);
  return { server_now: clock.nowMs(), ...sessionFacts(session, operator, name), ways };
}

/** Only a session learns them: nothing public says how an organization signs in. */
async function waysOf(config: SessionDeps['config'], org: OrgId): Promise<Schemas['SessionAnswer']['ways']> {
  const [company, mailed] = await Promise.all([
    config.setting(org, IDENTITY_PROVIDER),
    config.setting(org, MAILED_LINKS),
  ]);
  const hasProvider = company !== null && company.provider !== null;
  return [
    ...(hasProvider ? (['company_account'] as const) : []),
    ...(mailed?.allowed ? (['mailed_link'] as const) : []),
  ];
}

export function sessionFacts(session: Session, { id, name, role }: Operator, orgName: string): Schemas['SessionFacts'] {
  return {
    operator: { id, name, role },
    org: session.org,
    org_name: orgName,
    session_id: session.id,
    began: session.began,
    fresh_until: freshUntilMs(session),
    expires_at: session.expiresAtMs,
  };
}

const NOBODY = { token: '', id: '' };

/**
 * Two cookies: the session, which scripts cannot read, and the id of the session, which grants no access. The second
 * tells a page whether there is a session at all, and whether the session has changed.
 */
function cookies(
  deps: SessionDeps,
  { token, id }: { readonly token: string; readonly id: string },
  maxAgeSeconds: number,
): string[] {
  return [
    setCookie(deps, deps.cookieName, token, { maxAgeSeconds }),
    setCookie(deps, 'signed_in', id, { maxAgeSeconds, isReadByScripts: true }),
  ];
}
