/** The /v1 entry point: the service document's routes behind the key check. */
import { type Inputs, operations } from '../../../generated/service-operations';
import validators from '../../../generated/service-validators';
import type { LiveKey } from '../../service/configuration/ports';
import type { Scope } from '../../service/configuration/rules/items';
import { parseId } from '../http/ids';
import { createRouter, type HttpHandler } from '../http/router';
import type { MatchedOperation, Operation } from '../http/routes';
import { createKeyCheck, type KeyCheckDeps, type KeyNeeds } from './authenticate';
import { createV1Handlers, type V1Deps } from './handlers';
import { type Throttle, throttled } from './throttle';

interface ServiceOperation extends Operation {
  readonly scope: Scope;
}

export type ServiceDeps = V1Deps & KeyCheckDeps & { readonly throttle?: Throttle | null };

export function createServiceHandler(deps: ServiceDeps): HttpHandler {
  const checkKey = createKeyCheck(deps);
  return createRouter<Inputs, ServiceOperation, LiveKey>({
    operations,
    validators,
    handlers: createV1Handlers(deps),
    authenticate: async (event, matched) =>
      throttled(deps.throttle, await checkKey(event, matched === null ? null : needsOf(matched))),
    log: deps.log,
    random: deps.random,
  });
}

const WRITES_WITHOUT_READ: ReadonlySet<string> = new Set<keyof Inputs>(['claimRequest', 'reportExecution']);

/** A claim and a report write first and then answer with the intent, which is read together with the key. */
function needsOf({ operation, path }: MatchedOperation<ServiceOperation>): KeyNeeds {
  const request = WRITES_WITHOUT_READ.has(operation.operationId) ? parseId('request', path.id ?? '') : null;
  return { scope: operation.scope, ...(request === null ? {} : { intentOf: request }) };
}
