/** Posts to the chat that there is a question or an answer, and from whom. Never the text. */

import type { PendingEntry } from '../../core/audit/chain';
import { CHAT } from '../../core/chat/post';
import { questionPost } from '../../core/chat/question-text';
import type { ChatTarget } from '../../core/chat/setting';
import { isAboutQuestion } from '../../core/question/question';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { NoticeMessage } from '../ports';
import { postToChat } from './deliver-post';
import { countPost, POSTS_IN_A_WINDOW, type TellChatDeps } from './tell-chat';

export async function tellChatOfQuestion(deps: TellChatDeps, message: NoticeMessage): Promise<void> {
  if (!('announced' in message)) return;
  const { org, revision, subject } = message;
  for (const entry of message.announced.filter(isAboutQuestion)) {
    const target = await deps.chats.of(org);
    if (target !== null) await tellOnce(deps, org, `${subject}#${revision}`, entry, target);
  }
}

/** Taken before it is posted, and not repeated: the mail says the same. */
async function tellOnce(
  deps: TellChatDeps,
  org: OrgId,
  about: string,
  entry: PendingEntry,
  target: ChatTarget,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  if ((await deps.notices.take(org, about, `#${CHAT}`, deps.random.hex(12), nowMs)) !== 'taken') return;
  if ((await countPost(deps, org, 1)) > POSTS_IN_A_WINDOW) return;
  const names = await deps.names.of(org, [entry.actor as OperatorId]);
  const outcome = await postToChat(deps, org, target, questionPost(entry, names, deps.consoleUrl));
  if (outcome.kind === 'taken') return;
  deps.log.warn('a chat did not take a message about a question', {
    org,
    request: entry.subject,
    outcome: outcome.kind,
  });
}
