/** /v1 behind API Gateway. */
import { openConnection } from '../adapters/dynamodb/client';
import { createConfigStore } from '../adapters/dynamodb/config-store';
import { createRequestStore } from '../adapters/dynamodb/request-store';
import { createPeerLimiter } from '../adapters/dynamodb/session-store';
import { createBase } from './aws/base';
import { behindEdge } from './aws/edge';
import { codeKeys, edgeSecrets } from './aws/secrets';
import { readEnv, readPlatformActions } from './env';
import { createServiceHandler } from './v1/handler';

const base = createBase('api');
openConnection(base.tables);

const service = createServiceHandler({
  ...base,
  requests: createRequestStore(base.tables),
  config: createConfigStore(base.tables),
  limiter: createPeerLimiter(base.tables),
  codeKeys: codeKeys(base.clock),
  platformActions: readPlatformActions(readEnv(['platformActions']).platformActions),
  allowLoopback: false,
});

export const handler = behindEdge(service, {
  secrets: edgeSecrets(base.clock),
  only: readEnv(['edgeOnly']).edgeOnly === 'true',
  log: base.log,
});
