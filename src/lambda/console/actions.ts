/** Actions and their policies: set, delete, preview, backtest. */

import type { components } from '../../../generated/console';
import { backtestAction, previewAction, type TryPolicyDeps } from '../../app/evaluate-policy';
import { deleteAction, type ManageActionsDeps, putAction } from '../../app/manage-actions';
import type { StoredPolicy } from '../../app/ports';
import type { ActionId, OperatorId } from '../../protocol/identifiers';
import { type Answer, invalid, notFound } from '../http/answer';
import { type ConsoleCall, type ConsoleHandlers, plainIdOf, signedIn } from './caller';
import { pageByPlace, pageQuery } from './paging';
import { actionView, backtestView, policyOf, previewView } from './policy-view';
import { conflict, EDITED_MEANWHILE } from './problems';

type Schemas = components['schemas'];

export type ActionsDeps = ManageActionsDeps & TryPolicyDeps;

const NO_SUCH_ACTION = notFound('no such action in this organization');
/** Keys are built from it, so no separator; and it must fit where proposers name it. */
const ACTION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export function createActionHandlers(deps: ActionsDeps): ConsoleHandlers {
  return {
    listActions: (call) => list(deps, call),
    getAction: async ({ principal, path }) => {
      const { org } = await signedIn(principal);
      const stored = await deps.config.action(org, actionIdOf(path));
      return stored === null || stored.deletedAtMs !== null ? NO_SUCH_ACTION : actionAnswer(deps, 200, stored);
    },
    putAction: (call) => put(deps, call),
    deleteAction: async ({ principal, path }) => {
      const { org, operator } = await signedIn(principal);
      const deleted = await deleteAction(deps, org, actionIdOf(path), operator);
      if (deleted.ok) return { status: 200, body: { server_now: deps.clock.nowMs() } };
      return deleted.error.reason === 'not_found' ? NO_SUCH_ACTION : EDITED_MEANWHILE;
    },
    previewAction: (call) => preview(deps, call),
    backtestAction: (call) => backtest(deps, call),
  };
}

async function list(deps: ActionsDeps, { principal, query }: ConsoleCall): Promise<Answer> {
  const { org } = await signedIn(principal);
  const live = (await deps.config.actions(org)).filter(({ deletedAtMs }) => deletedAtMs === null);
  const page = pageByPlace(live, ({ policy }) => [0, policy.id], pageQuery(query));
  const body: Schemas['ActionList'] = {
    server_now: deps.clock.nowMs(),
    actions: page.items.map(actionView),
    integrations: [...deps.integrations.keys()],
    cursor: page.cursor,
  };
  return { status: 200, body };
}

async function put(deps: ActionsDeps, { principal, path, body }: ConsoleCall): Promise<Answer> {
  const { org, operator } = await signedIn(principal);
  const id = actionIdOf(path);
  if (!ACTION_ID.test(id))
    return invalid('id: letters, digits, ".", "_" and "-", at most 128, the first a letter or digit');
  const { if_version = null, ...policy } = body as Schemas['PolicyEdit'];
  const saved = await putAction(deps, org, policyOf(id, policy), if_version, operator);
  if (saved.ok) return actionAnswer(deps, 200, saved.value);
  switch (saved.error.reason) {
    case 'invalid_policy':
      return invalidPolicy(saved.error.problems);
    case 'version_moved':
      return conflict(`this edit was made from another version; the current one is ${saved.error.current}`);
    case 'edited_meanwhile':
      return EDITED_MEANWHILE;
  }
}

async function preview(deps: ActionsDeps, { principal, path, body }: ConsoleCall): Promise<Answer> {
  const { org } = await signedIn(principal);
  const { requester, params = {}, quorum = null } = body as Schemas['PreviewProposal'];
  const proposal = { requester: requester as OperatorId, params, quorum };
  const previewed = await previewAction(deps, org, actionIdOf(path), proposal);
  if (previewed === null) return NO_SUCH_ACTION;
  const answer: Schemas['PreviewAnswer'] = { server_now: deps.clock.nowMs(), preview: previewView(previewed) };
  return { status: 200, body: answer };
}

async function backtest(deps: ActionsDeps, { principal, path, body }: ConsoleCall): Promise<Answer> {
  const { org } = await signedIn(principal);
  const { policy, since = null } = body as Schemas['BacktestBody'];
  const tested = await backtestAction(deps, org, policyOf(actionIdOf(path), policy), since);
  if (tested.ok) {
    const answer: Schemas['Backtest'] = { server_now: deps.clock.nowMs(), ...backtestView(tested.value) };
    return { status: 200, body: answer };
  }
  return tested.error.reason === 'not_found' ? NO_SUCH_ACTION : invalidPolicy(tested.error.problems);
}

function actionIdOf(path: ConsoleCall['path']): ActionId {
  return plainIdOf(path, NO_SUCH_ACTION) as ActionId;
}

function actionAnswer(deps: ActionsDeps, status: number, stored: StoredPolicy): Answer {
  const body: Schemas['ActionAnswer'] = { server_now: deps.clock.nowMs(), action: actionView(stored) };
  return { status, body };
}

/** All that is to be mended, at once. */
function invalidPolicy(problems: readonly string[]): Answer {
  const body: Schemas['PolicyProblem'] = { error: problems.join('; '), kind: 'invalid', problems: [...problems] };
  return { status: 422, body };
}
