/** Who calls a console route, and the types of its handlers. */

import type { operations } from '../../../generated/console';
import type { Inputs } from '../../../generated/console-operations';
import type { Session } from '../../app/ports';
import type { Operator } from '../../core/config/config';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { Call, Handlers, ReplyOf } from '../http/typed';
import type { ConsolePrincipal } from './authenticate';
import type { Viewer } from './view';

export type ConsoleHandlers = Handlers<operations, Inputs, ConsolePrincipal>;
/** Of several operations: what they have in common. */
export type ConsoleCall<Id extends keyof Inputs> = Call<Inputs[Id], ConsolePrincipal>;
export type ConsoleReply<Id extends keyof Inputs> = Promise<ReplyOf<operations[Id]>>;

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
