/** The notices' queue: sends messages to operators. */

import { createCounter } from '../adapters/dynamodb/counters';
import { createSesClient, createSesMailer } from '../adapters/mail/ses';
import { createWebhookSender } from '../adapters/webhook-sender';
import { createSessionStore } from '../service/access/store/session-store';
import { createConfigStore } from '../service/administration/store/config-store';
import { createCombinedMailStore } from '../service/notice/store/combined-mail-store';
import { createNoticeStore } from '../service/notice/store/notice-store';
import { rememberedForMails } from '../service/notice/use-cases/letterhead';
import { createMailPace } from '../service/notice/use-cases/mail-pace';
import { createDeviceStore } from '../service/push/store/device-store';
import { createPushKeyStore } from '../service/push/store/push-key-store';
import { createRequestStore } from '../service/request/store/request-store';
import { createBase, withIndexes } from './aws/base';
import { openChats, POST_LIMIT_MS } from './aws/chats';
import { measures, metricsOf } from './aws/measures';
import { pushSender } from './aws/push';
import { noticesQueue, timersQueue } from './aws/queues';
import { codeKeys } from './aws/secrets';
import { serve } from './aws/serve';
import { codeByPost } from './canary/code-by-post';
import { readEnv } from './env';
import { createNoticeHandler } from './events/notice';

export const handler = serve('notice', (log) => {
  const base = createBase(log);
  const { mailFrom, mailConfigurationSet, consoleOrigin, receiverUrl } = readEnv([
    'mailFrom',
    'mailConfigurationSet',
    'consoleOrigin',
    'receiverUrl',
  ]);

  const config = createConfigStore(base.tables);
  const requests = createRequestStore(base.tables);
  const counter = createCounter(base.tables);

  const ses = createSesMailer({ client: createSesClient(), from: mailFrom, configurationSet: mailConfigurationSet });

  const deps = {
    ...base,
    ...measures(metricsOf(base.clock)),
    requests,
    config,
    notices: createNoticeStore(base.tables),
    ...rememberedForMails({ ...base, config, requests }),
    combinedMails: createCombinedMailStore(base.tables),
    pace: createMailPace(counter),
    counter,
    sessions: createSessionStore(base.tables),
    codeKeys: codeKeys(base.clock),
    mailer: codeByPost({
      mailer: ses,
      requests,
      sender: createWebhookSender({ allowLoopback: false, clock: base.clock, timeoutMs: POST_LIMIT_MS }),
      receiver: receiverUrl,
    }),
    pushSender: pushSender(base.clock),
    pushKeys: createPushKeyStore(base.tables),
    deviceStore: createDeviceStore(base.tables),
    queues: { notices: noticesQueue(), timers: timersQueue() },
    consoleUrl: consoleOrigin,
  };

  const onNotices = createNoticeHandler(deps, openChats(deps));

  return withIndexes(base, ['recent'], onNotices);
});
