/** The caller of a console route, and the types of its handlers. */

import type { operations } from '../../../generated/console';
import type { Inputs } from '../../../generated/console-operations';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { Session } from '../../service/access/ports';
import type { Operator } from '../../service/configuration/rules/items';
import type { Call, Handlers, ReplyOf } from '../http/typed';
import type { ConsolePrincipal } from './authenticate';
import type { Viewer } from './view';

export type ConsoleHandlers = Omit<Handlers<operations, Inputs, ConsolePrincipal>, 'watchInbox'>;
/** If `Id` names several operations, the type that they have in common. */
export type ConsoleCall<Id extends keyof Inputs> = Call<Inputs[Id], ConsolePrincipal>;
export type ConsoleReply<Id extends keyof Inputs> = Promise<ReplyOf<operations, Id>>;

export interface Caller {
  readonly org: OrgId;
  readonly operator: OperatorId;
  readonly session: Session;
}

/** The caller according to the session only. `signedIn` checks that the operator is still enabled. */
export function sessionCaller({ session }: ConsolePrincipal): Caller {
  // The session check refuses every call without a session, except on public routes, which need no caller.
  if (session === null) throw new Error('a route that asks who calls must not be public');
  return { org: session.org, operator: session.operator, session };
}

/** The operator's record. Answers 401 if they were disabled after sign-in. Await it before any answer or write, unless `edit` does. */
export async function signedIn(principal: ConsolePrincipal): Promise<Caller & { readonly record: Operator }> {
  return { ...sessionCaller(principal), record: await principal.operator };
}

export function viewerOf(record: Operator, cannotSign: Viewer['cannotSign'] = null): Viewer {
  return { id: record.id, isAdmin: record.role === 'admin', cannotSign };
}
