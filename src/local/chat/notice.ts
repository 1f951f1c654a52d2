/** Tells chats on one machine what operators get by mail. */

import type { ChatStore } from '../../service/chat/ports';
import type { NoticeMessage } from '../../service/notice/ports';
import { currentChats } from '../../service/notice/use-cases/chat-settings';
import { type TellChatDeps, tellChat } from '../../service/notice/use-cases/tell-chat';
import { tellChatOfQuestion } from '../../service/notice/use-cases/tell-question';

type Given = Omit<TellChatDeps, 'chats'> & { readonly chatStore: ChatStore };

export function localChats(given: Given): readonly ((message: NoticeMessage) => Promise<void>)[] {
  const deps = { ...given, chats: currentChats(given.chatStore) };
  return [(message) => tellChat(deps, message), (message) => tellChatOfQuestion(deps, message)];
}
