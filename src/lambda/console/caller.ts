/** Who calls a console route, as its handlers need it. */
import type { Session } from '../../app/ports';
import type { Operator } from '../../core/config/config';
import type { OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import { isRequestId } from '../../protocol/identifiers';
import { type Answer, Problem } from '../http/answer';
import type { Call, Handler } from '../http/router';
import type { ConsolePrincipal } from './authenticate';
import { NO_SUCH_REQUEST } from './problems';
import type { Viewer } from './view';

export type ConsoleCall = Call<ConsolePrincipal>;
export type ConsoleHandlers = Record<string, Handler<ConsolePrincipal>>;

export interface Caller {
  readonly org: OrgId;
  readonly operator: OperatorId;
  readonly session: Session;
}

/** Known by the session alone; whether the operator is still enabled is `signedIn`'s answer. */
export function callerOf({ session }: ConsolePrincipal): Caller {
  // The session check has let nobody past without one but on public routes, which ask for no caller.
  if (session === null) throw new Error('a route that asks who calls must not be public');
  return { org: session.org, operator: session.operator, session };
}

/** The operator's record; answers 401 when they were disabled since signing in. Awaited before any answer or write. */
export async function signedIn(principal: ConsolePrincipal): Promise<Caller & { readonly record: Operator }> {
  return { ...callerOf(principal), record: await principal.operator };
}

export function viewerOf(record: Operator): Viewer {
  return { id: record.id, isAdmin: record.role === 'admin' };
}

/** A malformed id names nothing, like an unknown one. */
export function requestIdOf({ id = '' }: ConsoleCall['path']): RequestId {
  if (!isRequestId(id)) throw new Problem(NO_SUCH_REQUEST);
  return id;
}

/** No id of ours is longer; a longer one names nothing, and the store would refuse to look it up. */
const LONGEST_ID = 128;

export function plainIdOf({ id = '' }: ConsoleCall['path'], unknown: Answer): string {
  if (id.length > LONGEST_ID) throw new Problem(unknown);
  return id;
}
