/** A push that is not the first one beside a mail: a test, or one that its push service did not take for now. */

import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import type { PushAbout, PushTask } from '../../push/ports';
import { type Push, testPush } from '../../push/rules/payload';
import { pushAgain } from '../../push/use-cases/send-push';
import { noticeName, noticesOf } from '../rules/notices';
import { combinedPush, noticePush } from '../rules/push-text';
import { composed, type SendNoticeDeps } from './send-notice';

/** Composed again from the record, so that nothing is sent whose code no longer works. */
export async function sendPushTask(deps: SendNoticeDeps, task: PushTask): Promise<void> {
  const push = await pushOf(deps, task.org, task.push.operator, task.push.about);
  if (push !== null) await pushAgain(deps, task, push);
}

async function pushOf(deps: SendNoticeDeps, org: OrgId, operator: OperatorId, about: PushAbout): Promise<Push | null> {
  if ('test' in about) return testPush(deps.clock.nowMs());
  if ('waiting' in about) return combinedPush(about);
  const loaded = await deps.requests.load(org, about.request_id);
  if (loaded === null) return null;
  const { request } = loaded;
  // The message says for whom it is. The record says what that operator must get.
  const notice = noticesOf(request).find((owed) => owed.operator === operator && noticeName(owed) === about.cause);
  if (notice === undefined) return null;
  const { mail, code } = await composed(deps, request, notice);
  return noticePush(request, notice, mail, code);
}
