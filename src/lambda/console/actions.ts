/** Actions and their policies: set, delete, preview, backtest. */

import type { ConfigurationDeps } from '../../service/administration/use-cases/change-configuration';
import type { StoredPolicy } from '../../service/policy/rules/policy';
import { backtestAction, previewAction, type TryPolicyDeps } from '../../service/policy/use-cases/evaluate-policy';
import { invalid, notFound, reply } from '../http/answer';
import { parseId } from '../http/ids';
import type { ConsolePrincipal } from './authenticate';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { edit } from './edit';
import { pageByPlace, pageQuery, withCursor } from './paging';
import { actionView, backtestView, linesView, policyOf, previewView } from './policy-view';
import { conflict } from './problems';

type ActionsDeps = TryPolicyDeps & ConfigurationDeps;

const NO_SUCH_ACTION = notFound('There is no such action in this organization.');
const INVALID_ACTION_ID = invalid(
  'The action id is not valid. Use at most 128 letters, digits, ".", "_" and "-", starting with a letter or digit.',
);
/** Table keys are built from the id, so it has no separator. It must also be valid where proposers name it. */
const ACTION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export function createActionHandlers(deps: ActionsDeps) {
  return {
    listActions: (call) => withCursor(() => list(deps, call)),
    getAction: async ({ principal, path }) => {
      const stored = await liveAction(deps, principal, path.id);
      return stored === null ? NO_SUCH_ACTION : actionAnswer(deps, stored);
    },
    putAction: (call) => put(deps, call),
    deleteAction: (call) => remove(deps, call),
    previewAction: (call) => preview(deps, call),
    backtestAction: (call) => backtest(deps, call),
  } satisfies Partial<ConsoleHandlers>;
}

async function liveAction(deps: ActionsDeps, principal: ConsolePrincipal, text: string): Promise<StoredPolicy | null> {
  const { org } = await signedIn(principal);
  const id = parseId('action', text);
  const stored = id === null ? null : await deps.config.action(org, id);
  return stored === null || stored.deletedAtMs !== null ? null : stored;
}

/** The body of a back-test is a complete policy. It is not validated if the caller does not have the action. */
export async function missingAction(deps: ActionsDeps, principal: ConsolePrincipal, id: string) {
  return (await liveAction(deps, principal, id)) === null ? NO_SUCH_ACTION : null;
}

async function list(deps: ActionsDeps, { principal, query }: ConsoleCall<'listActions'>): ConsoleReply<'listActions'> {
  const { org } = await signedIn(principal);
  const live = (await deps.config.actions(org)).filter(({ deletedAtMs }) => deletedAtMs === null);
  const page = pageByPlace(live, ({ policy }) => [0, policy.id], pageQuery(query));
  return reply(200, {
    server_now: deps.clock.nowMs(),
    actions: page.items.map((stored) => actionView(stored, deps.platformActions)),
    integrations: [...new Set(deps.platformActions.values())],
    platform_actions: [...deps.platformActions].map(([action, integration]) => ({ action, integration })),
    cursor: page.cursor,
  });
}

async function put(deps: ActionsDeps, { principal, path, body }: ConsoleCall<'putAction'>): ConsoleReply<'putAction'> {
  const id = parseId('action', path.id);
  if (id === null || !ACTION_ID.test(id)) return INVALID_ACTION_ID;
  const { if_version: ifVersion = null, ...policy } = body;
  return edit(
    deps,
    principal,
    { kind: 'put_action', policy: policyOf(id, policy), ifVersion },
    {
      made: (stored) => actionAnswer(deps, stored),
      refused: {
        invalid_policy: ({ problems }) => invalidPolicy(problems),
        version_moved: ({ current }) =>
          conflict(`This edit was made from another version. The current version is ${current}.`),
      },
    },
  );
}

async function remove(
  deps: ActionsDeps,
  { principal, path }: ConsoleCall<'deleteAction'>,
): ConsoleReply<'deleteAction'> {
  const id = parseId('action', path.id);
  if (id === null) return NO_SUCH_ACTION;
  return edit(
    deps,
    principal,
    { kind: 'delete_action', id },
    {
      made: () => reply(200, { server_now: deps.clock.nowMs() }),
      refused: { not_found: () => NO_SUCH_ACTION },
    },
  );
}

async function preview(
  deps: ActionsDeps,
  { principal, path, body }: ConsoleCall<'previewAction'>,
): ConsoleReply<'previewAction'> {
  const { org } = await signedIn(principal);
  const [id, requester] = [parseId('action', path.id), parseId('operator', body.requester)];
  if (id === null) return NO_SUCH_ACTION;
  if (requester === null) return invalid('`body.requester` must have at most 128 characters.');
  const { params = {}, quorum = null, policy } = body;
  const draft = policy === undefined ? null : policyOf(id, policy);
  const previewed = await previewAction(deps, org, id, { requester, params, quorum }, draft);
  if (previewed.ok) return reply(200, { server_now: deps.clock.nowMs(), preview: previewView(previewed.value) });
  return previewed.error.reason === 'not_found' ? NO_SUCH_ACTION : invalidPolicy(previewed.error.problems);
}

async function backtest(
  deps: ActionsDeps,
  { principal, path, body }: ConsoleCall<'backtestAction'>,
): ConsoleReply<'backtestAction'> {
  const { org } = await signedIn(principal);
  const id = parseId('action', path.id);
  if (id === null) return NO_SUCH_ACTION;
  const tested = await backtestAction(deps, org, policyOf(id, body.policy), body.since ?? null);
  if (tested.ok) return reply(200, { server_now: deps.clock.nowMs(), ...backtestView(tested.value) });
  return tested.error.reason === 'not_found' ? NO_SUCH_ACTION : invalidPolicy(tested.error.problems);
}

function actionAnswer(deps: ActionsDeps, stored: StoredPolicy) {
  return reply(200, {
    server_now: deps.clock.nowMs(),
    action: actionView(stored, deps.platformActions),
    lines: linesView(stored, deps.platformActions),
  });
}

/** Reports all problems at once. */
export function invalidPolicy(problems: readonly string[]) {
  return reply(422, { error: problems.join('; '), kind: 'invalid' as const, problems });
}
