/** The /v1 entry point: the service document's routes behind the key check. */
import { type Inputs, operations } from '../../../generated/service-operations';
import validators from '../../../generated/service-validators';
import type { LiveKey } from '../../app/ports';
import type { Scope } from '../../core/config/config';
import { createRouter, type HttpHandler } from '../http/router';
import type { Operation } from '../http/routes';
import { createKeyCheck, type KeyCheckDeps, type KeyChecked } from './authenticate';
import { createV1Handlers, type V1Deps } from './handlers';
import type { Throttle } from './throttle';

interface ServiceOperation extends Operation {
  readonly scope: Scope;
}

export type ServiceDeps = V1Deps & KeyCheckDeps & { readonly throttle?: Throttle | null };

export function createServiceHandler(deps: ServiceDeps): HttpHandler {
  const checkKey = createKeyCheck(deps);
  const throttle = deps.throttle ?? null;
  return createRouter<Inputs, ServiceOperation, LiveKey>({
    operations,
    validators,
    handlers: createV1Handlers(deps),
    authenticate: async (event, operation) => {
      const checked = await checkKey(event, operation?.scope ?? null);
      return throttle === null || 'refused' in checked ? checked : withinLimit(throttle, checked);
    },
    log: deps.log,
    random: deps.random,
  });
}

/** Only after the key check, so that a caller without a valid key cannot use up the calls of an organization. */
async function withinLimit(
  throttle: Throttle,
  checked: Exclude<KeyChecked, { refused: unknown }>,
): Promise<KeyChecked> {
  const refused = await throttle(checked.principal.org);
  if (refused === null) return checked;
  await checked.backgroundWork;
  return { refused };
}
