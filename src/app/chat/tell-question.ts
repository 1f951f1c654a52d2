/**
 * Posts to chats that there is a question or an answer, and from whom: to the chat of the organization, and to the own
 * chats of the people who are told by mail. Never the text.
 */

import type { PendingEntry } from '../../core/audit/chain';
import { CHAT, chatName } from '../../core/chat/post';
import { questionPost } from '../../core/chat/question-text';
import { type ChatSetting, type ChatTarget, chatOf } from '../../core/chat/setting';
import { isAboutQuestion } from '../../core/question/question';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import { headNaming, type Names, type Organizations } from '../notice/letterhead';
import type { NoticeMessage } from '../ports';
import { postToChat } from './deliver-post';
import { POSTS_IN_A_WINDOW, type TellChatDeps } from './tell-chat';

export interface TellChatOfQuestionDeps extends TellChatDeps {
  readonly names: Names;
  readonly organizations: Organizations;
}

export async function tellChatOfQuestion(deps: TellChatOfQuestionDeps, message: NoticeMessage): Promise<void> {
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

async function ownChat({ config }: TellChatOfQuestionDeps, org: OrgId, setting: ChatSetting): Promise<Told[]> {
  const operator = await config.operator(org, setting.operator!);
  const target = operator === null ? null : chatOf(setting, operator);
  return target === null ? [] : [{ operator: setting.operator!, target }];
}

/** Taken before it is posted, and not repeated: the mail says the same. */
async function tellOnce(
  deps: TellChatOfQuestionDeps,
  org: OrgId,
  about: string,
  entry: PendingEntry,
  { operator, target }: Told,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const cause = `#${operator === null ? CHAT : chatName(operator)}`;
  if ((await deps.notices.take(org, about, cause, deps.random.hex(12), nowMs)) !== 'taken') return;
  const countedAs = (operator === null ? '#chat' : `#chat:${operator}`) as OperatorId;
  if ((await deps.chatCounter.count(org, countedAs, 1, nowMs)) > POSTS_IN_A_WINDOW) return;
  const { names, consoleUrl } = await headNaming(deps, org, [entry.actor as OperatorId]);
  const post = questionPost(entry, names, consoleUrl);
  const outcome = await postToChat(deps, { org, name: chatName(operator) }, target, post);
  if (outcome.kind === 'taken') return;
  deps.log.warn('a chat did not take a message about a question', {
    org,
    request: entry.subject,
    outcome: outcome.kind,
  });
}
