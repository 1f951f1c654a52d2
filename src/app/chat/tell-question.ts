/**
 * Posts to chats that there is a question or an answer, and from whom: to the chat of the organization, and to the own
 * chats of the people who are told by mail. Never the text.
 */

import type { PendingEntry } from '../../core/audit/chain';
import { chatName } from '../../core/chat/post';
import { questionPost } from '../../core/chat/question-text';
import type { ChatSetting, ChatTarget } from '../../core/chat/setting';
import { isAboutQuestion } from '../../core/question/question';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { NoticeMessage } from '../ports';
import { postToChat } from './deliver-post';
import { chatOfOperator, countPost, POSTS_IN_A_WINDOW, type TellChatDeps } from './tell-chat';

export async function tellChatOfQuestion(deps: TellChatDeps, message: NoticeMessage): Promise<void> {
  if (!('announced' in message)) return;
  const { org, revision, subject } = message;
  for (const entry of message.announced.filter(isAboutQuestion)) {
    const { target, operators } = await deps.chats.of(org);
    const named = (entry.data.tell as readonly OperatorId[]).flatMap((id) => operators.get(id) ?? []);
    const own = await Promise.all(named.map((setting) => ownChat(deps, org, setting)));
    const told = [...(target === null ? [] : [{ operator: null, target }]), ...own.flat()];
    for (const each of told) await tellOnce(deps, org, `${subject}#${revision}`, entry, each);
  }
}

interface Told {
  readonly operator: OperatorId | null;
  readonly target: ChatTarget;
}

async function ownChat(deps: TellChatDeps, org: OrgId, setting: ChatSetting): Promise<Told[]> {
  const target = await chatOfOperator(deps, org, setting);
  return target === null ? [] : [{ operator: setting.operator!, target }];
}

/** Taken before it is posted, and not repeated: the mail says the same. */
async function tellOnce(
  deps: TellChatDeps,
  org: OrgId,
  about: string,
  entry: PendingEntry,
  { operator, target }: Told,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const cause = `#${chatName(operator)}`;
  if ((await deps.notices.take(org, about, cause, deps.random.hex(12), nowMs)) !== 'taken') return;
  if ((await countPost(deps, org, operator, 1)) > POSTS_IN_A_WINDOW) return;
  const names = await deps.names.of(org, [entry.actor as OperatorId]);
  const post = questionPost(entry, names, deps.consoleUrl);
  const outcome = await postToChat(deps, { org, name: chatName(operator) }, target, post);
  if (outcome.kind === 'taken') return;
  deps.log.warn('a chat did not take a message about a question', {
    org,
    request: entry.subject,
    outcome: outcome.kind,
  });
}
