/** /v1 behind API Gateway. */
import { createConfigStore } from '../adapters/dynamodb/config-store';
import { createRequestStore } from '../adapters/dynamodb/request-store';
import { createPeerLimiter } from '../adapters/dynamodb/session-store';
import { createBase } from './aws/base';
import { codeKeys } from './aws/secrets';
import { createServiceHandler } from './v1/handler';

const base = createBase('api');

export const handler = createServiceHandler({
  ...base,
  requests: createRequestStore(base.tables),
  config: createConfigStore(base.tables),
  limiter: createPeerLimiter(base.tables),
  codeKeys: codeKeys(base.clock),
  allowLoopback: false,
});
