/** The handlers of /api: parse, use case, answer. One file for each resource. */

import type { OverviewDeps } from '../../app/get-overview';
import { InvalidCursor } from '../../protocol/cursor';
import { invalid } from '../http/answer';
import type { Handler } from '../http/router';
import { type ActionsDeps, createActionHandlers } from './actions';
import { type AuditDeps, createAuditHandlers } from './audit';
import type { ConsolePrincipal } from './authenticate';
import type { ConsoleHandlers } from './caller';
import { createKeyHandlers, type KeysDeps } from './keys';
import { createOperatorHandlers, type OperatorsDeps } from './operators';
import { createOverviewHandlers } from './overview';
import { createPasskeyHandlers, type PasskeysDeps } from './passkeys';
import { createRequestHandlers, type RequestsDeps } from './requests';
import { createSessionHandlers, type SessionDeps } from './session';
import { createWebhookHandlers, type WebhooksDeps } from './webhooks';

export type ConsoleDeps = SessionDeps &
  RequestsDeps &
  WebhooksDeps &
  KeysDeps &
  ActionsDeps &
  OperatorsDeps &
  AuditDeps &
  OverviewDeps &
  PasskeysDeps;

export function createConsoleHandlers(deps: ConsoleDeps): ConsoleHandlers {
  const handlers = {
    ...createSessionHandlers(deps),
    ...createRequestHandlers(deps),
    ...createWebhookHandlers(deps),
    ...createKeyHandlers(deps),
    ...createActionHandlers(deps),
    ...createOperatorHandlers(deps),
    ...createAuditHandlers(deps),
    ...createOverviewHandlers(deps),
    ...createPasskeyHandlers(deps),
  };
  return Object.fromEntries(Object.entries(handlers).map(([id, handler]) => [id, withCursorCheck(handler)]));
}

/** A cursor that the store cannot read is the caller's mistake, on every list alike. */
function withCursorCheck(handler: Handler<ConsolePrincipal>): Handler<ConsolePrincipal> {
  return async (call) => {
    try {
      return await handler(call);
    } catch (error) {
      if (error instanceof InvalidCursor) return invalid(error.message);
      throw error;
    }
  };
}
