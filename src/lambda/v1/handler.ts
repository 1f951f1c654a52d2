/** The /v1 entry point: the service document's routes behind the key check. */
import { type Inputs, operations } from '../../../generated/service-operations';
import validators from '../../../generated/service-validators';
import type { LiveKey } from '../../app/ports';
import type { Scope } from '../../core/config/config';
import { createRouter, type HttpHandler } from '../http/router';
import type { Operation } from '../http/routes';
import { createKeyCheck, type KeyCheckDeps } from './authenticate';
import { createV1Handlers, type V1Deps } from './handlers';

interface ServiceOperation extends Operation {
  readonly scope: Scope;
}

export type ServiceDeps = V1Deps & KeyCheckDeps;

export function createServiceHandler(deps: ServiceDeps): HttpHandler {
  const checkKey = createKeyCheck(deps);
  return createRouter<Inputs, ServiceOperation, LiveKey>({
    operations,
    validators,
    handlers: createV1Handlers(deps),
    authenticate: (event, operation) => checkKey(event, operation?.scope ?? null),
    log: deps.log,
    random: deps.random,
  });
}
