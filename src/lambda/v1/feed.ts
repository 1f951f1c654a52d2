/** GET /v1/events in a function of its own, which may hold an answer longer than `api` may run. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Inputs, operations } from '../../../generated/service-operations';
import validators from '../../../generated/service-validators';
import type { LiveKey } from '../../service/configuration/ports';
import type { Scope } from '../../service/configuration/rules/items';
import { type HoldEventsDeps, holdEvents } from '../../service/delivery/use-cases/list-events';
import type { Random } from '../../service/system/ports';
import { createRouter } from '../http/router';
import type { RoutedOperation } from '../http/routes';
import { createKeyCheck, type KeyCheckDeps } from './authenticate';
import { answerEvents } from './events';
import { type Throttle, throttled } from './throttle';

export type FeedDeps = HoldEventsDeps & KeyCheckDeps & { readonly random: Random; readonly throttle?: Throttle | null };

/** `gone` is aborted when the caller has disconnected. Lambda does not know that; a server on one machine does. */
export type FeedHandler = (
  event: APIGatewayProxyEventV2,
  gone?: AbortSignal,
) => Promise<APIGatewayProxyStructuredResultV2>;

type FeedInputs = Pick<Inputs, 'listEvents'>;
type FeedOperation = RoutedOperation & { readonly operationId: keyof FeedInputs; readonly scope: Scope };

const FEED = operations.filter((each): each is typeof each & FeedOperation => each.operationId === 'listEvents');

export function createFeedHandler(deps: FeedDeps): FeedHandler {
  const checkKey = createKeyCheck(deps);
  const signals = new WeakMap<APIGatewayProxyEventV2, AbortSignal>();
  const handle = createRouter<FeedInputs, FeedOperation, LiveKey>({
    orgOf: ({ org }) => org,
    operations: FEED,
    validators,
    handlers: {
      listEvents: (call) => {
        const waiting = { waitMs: call.query.wait * 1000, gone: signals.get(call.event) };
        return answerEvents(deps.clock, call, (caller, start, limit) =>
          holdEvents(deps, caller, start, limit, waiting),
        );
      },
    },
    authenticate: async (event, matched) =>
      throttled(deps.throttle, await checkKey(event, matched === null ? null : { scope: matched.operation.scope })),
    log: deps.log,
    random: deps.random,
  });
  return (event, gone) => {
    if (gone !== undefined) signals.set(event, gone);
    return handle(event);
  };
}
