/** Posts to the chat that there is a question or an answer, and from whom. Never the text. */

import type { OperatorId } from '../../../protocol/identifiers';
import { isAboutQuestion } from '../../question/rules';
import { CHAT } from '../../receiver/rules';
import type { NoticeMessage } from '../ports';
import { questionPost } from '../rules/chat-question';
import { postOnce } from './post-once';
import type { TellChatDeps } from './tell-chat';

export async function tellChatOfQuestion(deps: TellChatDeps, message: NoticeMessage): Promise<void> {
  if (!('announced' in message)) return;
  const { org, revision, subject } = message;
  for (const entry of message.announced.filter(isAboutQuestion)) {
    const target = await deps.chats.of(org);
    if (target === null) return;
    await postOnce(deps, target, {
      ...{ org, about: `${subject}#${revision}`, cause: `#${CHAT}`, atMs: entry.at },
      compose: async () => {
        const names = await deps.names.of(org, [entry.actor as OperatorId]);
        return questionPost(entry, names, deps.consoleUrl);
      },
    });
  }
}
