/** Tells chats what operators get by mail, in the function of notices. */
import { createChatStore } from '../../adapters/dynamodb/chat/chat-store';
import { createHealthStore } from '../../adapters/dynamodb/receiver/health-store';
import { createWebhookSender } from '../../adapters/webhook-sender';
import { rememberedChats } from '../../app/notice/chat-settings';
import { type TellChatDeps, tellChat } from '../../app/notice/tell-chat';
import { tellChatOfQuestion } from '../../app/notice/tell-question';
import type { NoticeMessage } from '../../app/ports/notice';
import type { createBase } from '../aws/base';
import { secretBox } from '../aws/secrets';

/** The limit for a post to a chat. It is short, because mails wait for the same function. */
const CHAT_LIMIT_MS = 3000;

type Given = ReturnType<typeof createBase> &
  Pick<TellChatDeps, 'requests' | 'config' | 'notices' | 'counter' | 'habits' | 'names' | 'consoleUrl'>;

export function openChats(given: Given): readonly ((message: NoticeMessage) => Promise<void>)[] {
  const { clock, tables } = given;
  const deps: TellChatDeps = {
    ...given,
    chats: rememberedChats(createChatStore(tables), clock),
    secretBox: secretBox(clock, tables),
    health: createHealthStore(tables),
    sender: createWebhookSender({ allowLoopback: false, clock, timeoutMs: CHAT_LIMIT_MS }),
  };
  return [(message) => tellChat(deps, message), (message) => tellChatOfQuestion(deps, message)];
}
