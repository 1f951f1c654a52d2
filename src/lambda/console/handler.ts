/** The /api entry point: the console document's routes behind the session check, and the handlers of each resource. */

import { type Inputs, operations } from '../../../generated/console-operations';
import validators from '../../../generated/console-validators';
import { rememberEarlier } from '../../service/remark/use-cases/memory';
import type { Random } from '../../service/system/ports';
import {
  type CountedAttemptsDeps,
  createCountFirst,
  createRefuseAttempt,
  type RefusedAttemptsDeps,
} from '../http/attempts';
import { createRouter, type HttpHandler } from '../http/router';
import { createActionHandlers, missingAction } from './actions';
import { createAuditHandlers } from './audit';
import {
  type ConsoleOperation,
  type ConsolePrincipal,
  createSessionCheck,
  createSignInCheck,
  orgOf,
  type SessionCheckDeps,
  stillSignedIn,
} from './authenticate';
import type { ConsoleHandlers } from './caller';
import { createChangeHandlers } from './changes';
import { createChatHandlers } from './chat';
import { createCompanyHandlers } from './company';
import { createDeviceHandlers } from './devices';
import { createEvidenceHandlers } from './evidence';
import { createGroupHandlers } from './groups';
import { createInboxHandlers } from './inbox';
import { createKeyHandlers } from './keys';
import { createMailedLinkHandlers } from './mailed-links';
import { createOperatorHandlers } from './operators';
import { createOverviewHandlers } from './overview';
import { createPasskeyHandlers } from './passkeys';
import { createPowersHandlers } from './powers';
import { createQuestionHandlers } from './questions';
import { type RequestPageDeps, withPage } from './request-page';
import { createRequestHandlers } from './requests';
import { createSessionHandlers } from './session';
import { createSigningKeyHandlers } from './signing-keys';
import { createWebhookHandlers } from './webhooks';

export type ConsoleHandlerDeps = Omit<ConsoleDeps & SessionCheckDeps, 'refuse' | 'countFirst' | 'earlier'> &
  RefusedAttemptsDeps &
  CountedAttemptsDeps & { readonly random: Random };

/** An inbox of 600 requests rarely has more. Each takes up to 200 requests of memory. */
const MOST_ACTIONS = 100;

/** The one operation that may wait has a function of its own (watch.ts). */
type OwnInputs = Omit<Inputs, 'watchInbox'>;

const OWN = operations.filter(
  (each): each is Exclude<typeof each, { readonly operationId: 'watchInbox' }> => each.operationId !== 'watchInbox',
);

/**
 * Answers with rows. None of them has a token, a secret, a sign-in link or a statement: the length of a compressed answer
 * tells something about its content (docs/security.md).
 */
const COMPRESSED = new Set([
  ...(['getInbox', 'listRequests', 'getRequestView', 'requestHistory', 'getOverview'] as const),
  ...(['listOperators', 'listActions', 'exportAudit'] as const),
]) satisfies ReadonlySet<keyof OwnInputs>;

export function createConsoleHandler(given: ConsoleHandlerDeps): HttpHandler {
  // Counted separately from /v1: guessing API keys does not lock out a neighbor's browser, and vice versa.
  const deps = {
    ...given,
    refuse: createRefuseAttempt(given, 'console#'),
    countFirst: createCountFirst(given, 'company#'),
    earlier: rememberEarlier(given, MOST_ACTIONS),
  };
  return createRouter<OwnInputs, ConsoleOperation, ConsolePrincipal>({
    operations: OWN,
    validators,
    handlers: createConsoleHandlers(deps),
    missing: { backtestAction: (principal, { id = '' }) => missingAction(deps, principal, id) },
    authenticate: createSessionCheck(deps),
    refusedBefore: createSignInCheck(deps),
    compressed: COMPRESSED,
    stillSignedIn,
    orgOf,
    log: deps.log,
    random: deps.random,
  });
}

/** One file for each resource: parse, use case, answer. An operation that none of them answers does not compile. */
const RESOURCES = [
  createSessionHandlers,
  createRequestHandlers,
  createInboxHandlers,
  createEvidenceHandlers,
  createQuestionHandlers,
  createWebhookHandlers,
  createKeyHandlers,
  createChatHandlers,
  createChangeHandlers,
  createActionHandlers,
  createGroupHandlers,
  createOperatorHandlers,
  createMailedLinkHandlers,
  createAuditHandlers,
  createOverviewHandlers,
  createPasskeyHandlers,
  createDeviceHandlers,
  createPowersHandlers,
  createCompanyHandlers,
  createSigningKeyHandlers,
] as const;

type Resource = (typeof RESOURCES)[number];
type All<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer Both) => void ? Both : never;

export type ConsoleDeps = All<Parameters<Resource>[0]> & RequestPageDeps;

export function createConsoleHandlers(deps: ConsoleDeps): ConsoleHandlers {
  const handlers: All<ReturnType<Resource>> = Object.assign({}, ...RESOURCES.map((create) => create(deps)));
  return { ...handlers, getRequestView: withPage(deps, handlers) };
}
