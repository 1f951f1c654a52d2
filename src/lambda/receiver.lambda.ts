/** `/canary/posts` behind API Gateway: the receiver of the canary. */
import { createMailbox } from '../adapters/dynamodb/notice/mailbox-store';
import { refreshed } from '../adapters/secrets/refreshed';
import { createBase } from './aws/base';
import { secretText } from './aws/secret-text';
import { createReceiver } from './canary/receiver';
import { readEnv } from './env';

const { mailboxSecretId } = readEnv(['mailboxSecretId']);
const base = createBase('receiver');

export const handler = createReceiver({
  ...base,
  mailbox: createMailbox(base.tables),
  mailboxKey: refreshed(base.clock, () => secretText(mailboxSecretId, 'AWSCURRENT')),
});
