/** The audit blocks of the stream, once a minute: the one function that may sign heads and publish them. */
import { createAuditStore } from '../adapters/dynamodb/audit-store';
import { createBase } from './aws/base';
import { headStore } from './aws/heads';
import { headSigner } from './aws/secrets';
import { createHeadHandler } from './events/heads';

const base = createBase('heads');

export const handler = createHeadHandler({
  ...base,
  audit: createAuditStore(base.tables),
  heads: headStore(),
  headSigner: headSigner(),
});
