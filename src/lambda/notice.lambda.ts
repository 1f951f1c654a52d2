/** The notices' queue: sends messages to operators. */

import { createSessionStore } from '../adapters/dynamodb/access/session-store';
import { createMailCounter } from '../adapters/dynamodb/access/window-counter';
import { createConfigStore } from '../adapters/dynamodb/administration/config-store';
import { createMailDigestStore } from '../adapters/dynamodb/notice/mail-digest-store';
import { createNoticeStore } from '../adapters/dynamodb/notice/notice-store';
import { createRequestStore } from '../adapters/dynamodb/request/request-store';
import { createSesClient, createSesMailer } from '../adapters/mail/ses';
import { createWebhookSender } from '../adapters/webhook-sender';
import { rememberedChats } from '../app/chat/settings';
import { tellChat } from '../app/chat/tell-chat';
import { rememberedForMails } from '../app/notice/letterhead';
import { createMailPace } from '../app/notice/mail-pace';
import { tellChatOfQuestion } from '../app/question/tell-chat';
import { createBase } from './aws/base';
import { codeKeys, secretBox } from './aws/secrets';
import { withIndexes } from './aws/with-indexes';
import { readEnv } from './env';
import { createNoticeHandler } from './events/handlers';

/** The limit for a post to a chat. It is short, because mails wait for the same function. */
const CHAT_LIMIT_MS = 3000;

const base = createBase('notice');
const config = createConfigStore(base.tables);
const { mailFrom, mailConfigurationSet, consoleOrigin } = readEnv([
  'mailFrom',
  'mailConfigurationSet',
  'consoleOrigin',
]);

const requests = createRequestStore(base.tables);

const deps = {
  ...base,
  requests,
  config,
  notices: createNoticeStore(base.tables),
  ...rememberedForMails({ ...base, config, requests }),
  digests: createMailDigestStore(base.tables),
  pace: createMailPace(createMailCounter(base.tables)),
  sessions: createSessionStore(base.tables),
  codeKeys: codeKeys(base.clock),
  chats: rememberedChats(config, base.clock),
  chatCounter: createMailCounter(base.tables),
  secretBox: secretBox(base.clock, base.tables),
  sender: createWebhookSender({ allowLoopback: false, clock: base.clock, timeoutMs: CHAT_LIMIT_MS }),
  mailer: createSesMailer({ client: createSesClient(), from: mailFrom, configurationSet: mailConfigurationSet }),
  consoleUrl: consoleOrigin,
};

const onNotices = createNoticeHandler(deps, [
  (message) => tellChat(deps, message),
  (message) => tellChatOfQuestion(deps, message),
]);

export const handler = withIndexes(base, ['recent'], onNotices);
