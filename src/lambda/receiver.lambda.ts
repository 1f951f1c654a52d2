/** `/canary/posts` behind API Gateway: the receiver of the canary. */
import { createMailbox } from '../adapters/dynamodb/mailbox';
import { refreshed } from '../adapters/secrets/refreshed';
import { createBase } from './aws/base';
import { secretText } from './aws/secret-text';
import { serve } from './aws/serve';
import { createReceiver } from './canary/receiver';
import { readEnv } from './env';

export const handler = serve('receiver', (log) => {
  const { mailboxSecretId } = readEnv(['mailboxSecretId']);
  const base = createBase(log);

  return createReceiver({
    ...base,
    mailbox: createMailbox(base.tables),
    mailboxKey: refreshed(base.clock, () => secretText(mailboxSecretId, 'AWSCURRENT')),
  });
});
