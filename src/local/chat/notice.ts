/** Tells chats on one machine what operators get by mail. */
import { createMailCounter } from '../../adapters/dynamodb/access/window-counter';
import type { Tables } from '../../adapters/dynamodb/client';
import { currentChats } from '../../app/chat/settings';
import { type TellChatDeps, tellChat } from '../../app/chat/tell-chat';
import { tellChatOfQuestion } from '../../app/chat/tell-question';
import type { ChatStore, NoticeMessage } from '../../app/ports';

type Given = Omit<TellChatDeps, 'chats' | 'chatCounter'> & { readonly chatStore: ChatStore };

export function localChats(given: Given, tables: Tables): readonly ((message: NoticeMessage) => Promise<void>)[] {
  const deps = { ...given, chats: currentChats(given.chatStore), chatCounter: createMailCounter(tables) };
  return [(message) => tellChat(deps, message), (message) => tellChatOfQuestion(deps, message)];
}
