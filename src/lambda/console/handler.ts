/** The /api entry point: the console document's routes behind the session check. */
import { type Inputs, operations } from '../../../generated/console-operations';
import validators from '../../../generated/console-validators';
import { rememberEarlier } from '../../service/remark/use-cases/memory';
import type { Random } from '../../service/system/ports';
import { type CountedAttemptsDeps, createCountFirst } from '../http/counted-attempts';
import { createRefuseAttempt, type RefusedAttemptsDeps } from '../http/refused-attempts';
import { createRouter, type HttpHandler } from '../http/router';
import { missingAction } from './actions';
import {
  type ConsoleOperation,
  type ConsolePrincipal,
  createSessionCheck,
  createSignInCheck,
  type SessionCheckDeps,
  stillSignedIn,
} from './authenticate';
import { type ConsoleDeps, createConsoleHandlers } from './handlers';

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
    log: deps.log,
    random: deps.random,
  });
}
