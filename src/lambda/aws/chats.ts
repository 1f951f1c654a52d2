/** Tells chats what operators get by mail, in the function of notices. */

import { createWebhookSender } from '../../adapters/webhook-sender';
import { createChatStore } from '../../service/chat/store';
import type { NoticeMessage } from '../../service/notice/ports';
import { rememberedChats } from '../../service/notice/use-cases/chat-settings';
import { type TellChatDeps, tellChat, tellChatOfQuestion } from '../../service/notice/use-cases/tell-chat';
import { createHealthStore } from '../../service/receiver/store';
import type { createBase } from './base';
import { secretBox } from './secrets';

/** The limit for a post to a chat, or to the canary. It is short, because mails wait for the same function. */
export const POST_LIMIT_MS = 3000;

type Given = ReturnType<typeof createBase> &
  Pick<TellChatDeps, 'requests' | 'config' | 'notices' | 'counter' | 'habits' | 'names' | 'consoleUrl'>;

export function openChats(given: Given): readonly ((message: NoticeMessage) => Promise<void>)[] {
  const { clock, tables } = given;
  const deps: TellChatDeps = {
    ...given,
    chats: rememberedChats(createChatStore(tables), clock),
    secretBox: secretBox(clock, tables),
    health: createHealthStore(tables),
    sender: createWebhookSender({ allowLoopback: false, clock, timeoutMs: POST_LIMIT_MS }),
  };
  return [(message) => tellChat(deps, message), (message) => tellChatOfQuestion(deps, message)];
}
