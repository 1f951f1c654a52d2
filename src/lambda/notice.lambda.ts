/** The notices' queue: sends messages to operators. */

import { createCounter } from '../adapters/dynamodb/counters';
import { createSesClient, createSesMailer } from '../adapters/mail/ses';
import { createSessionStore } from '../service/access/store/session-store';
import { createConfigStore } from '../service/administration/store/config-store';
import { createCombinedMailStore } from '../service/notice/store/combined-mail-store';
import { createNoticeStore } from '../service/notice/store/notice-store';
import { rememberedForMails } from '../service/notice/use-cases/letterhead';
import { createMailPace } from '../service/notice/use-cases/mail-pace';
import { createRequestStore } from '../service/request/store/request-store';
import { createBase, withIndexes } from './aws/base';
import { openChats } from './aws/chats';
import { codeKeys } from './aws/secrets';
import { serve } from './aws/serve';
import { readEnv } from './env';
import { createNoticeHandler } from './events/notice';

export const handler = serve('notice', (log) => {
  const base = createBase(log);
  const { mailFrom, mailConfigurationSet, consoleOrigin } = readEnv([
    'mailFrom',
    'mailConfigurationSet',
    'consoleOrigin',
  ]);

  const config = createConfigStore(base.tables);
  const requests = createRequestStore(base.tables);
  const counter = createCounter(base.tables);

  const deps = {
    ...base,
    requests,
    config,
    notices: createNoticeStore(base.tables),
    ...rememberedForMails({ ...base, config, requests }),
    combinedMails: createCombinedMailStore(base.tables),
    pace: createMailPace(counter),
    counter,
    sessions: createSessionStore(base.tables),
    codeKeys: codeKeys(base.clock),
    mailer: createSesMailer({ client: createSesClient(), from: mailFrom, configurationSet: mailConfigurationSet }),
    consoleUrl: consoleOrigin,
  };

  const onNotices = createNoticeHandler(deps, openChats(deps));

  return withIndexes(base, ['recent'], onNotices);
});
