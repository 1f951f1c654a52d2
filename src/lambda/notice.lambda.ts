/** The notices' queue: messages to operators. */
import { createConfigStore } from '../adapters/dynamodb/config-store';
import { createMailDigestStore } from '../adapters/dynamodb/mail-digest-store';
import { createNoticeStore } from '../adapters/dynamodb/notice-store';
import { createRequestStore } from '../adapters/dynamodb/request-store';
import { createSessionStore } from '../adapters/dynamodb/session-store';
import { createMailCounter } from '../adapters/dynamodb/window-counter';
import { createSesClient, createSesMailer } from '../adapters/mail/ses';
import { createMailPace } from '../app/mail-pace';
import { createBase } from './aws/base';
import { codeKeys } from './aws/secrets';
import { readEnv } from './env';
import { createNoticeHandler } from './events/handlers';

const base = createBase('notice');
const { mailFrom, mailConfigurationSet, consoleOrigin } = readEnv([
  'mailFrom',
  'mailConfigurationSet',
  'consoleOrigin',
]);

export const handler = createNoticeHandler({
  ...base,
  requests: createRequestStore(base.tables),
  config: createConfigStore(base.tables),
  notices: createNoticeStore(base.tables),
  digests: createMailDigestStore(base.tables),
  pace: createMailPace(createMailCounter(base.tables)),
  sessions: createSessionStore(base.tables),
  codeKeys: codeKeys(base.clock),
  mailer: createSesMailer({ client: createSesClient(), from: mailFrom, configurationSet: mailConfigurationSet }),
  consoleUrl: consoleOrigin,
});
