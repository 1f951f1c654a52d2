/** Tells chats on one machine what operators get by mail. */

import type { ChatStore } from '../../app/chat/port';
import { currentChats } from '../../app/notice/chat-settings';
import { type TellChatDeps, tellChat } from '../../app/notice/tell-chat';
import { tellChatOfQuestion } from '../../app/notice/tell-question';
import type { NoticeMessage } from '../../app/ports/notice';

type Given = Omit<TellChatDeps, 'chats'> & { readonly chatStore: ChatStore };

export function localChats(given: Given): readonly ((message: NoticeMessage) => Promise<void>)[] {
  const deps = { ...given, chats: currentChats(given.chatStore) };
  return [(message) => tellChat(deps, message), (message) => tellChatOfQuestion(deps, message)];
}
