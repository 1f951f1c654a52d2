/** GET /api/watch in a function of its own, which may wait longer than `console` may run (docs/decisions/inbox.md). */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Inputs, operations } from '../../../generated/console-operations';
import validators from '../../../generated/console-validators';
import type { AuditStore, Log, Random, RealTime } from '../../app/ports';
import type { OrgId } from '../../protocol/identifiers';
import { reply } from '../http/answer';
import { createRouter } from '../http/router';
import {
  type ConsoleOperation,
  type ConsolePrincipal,
  createSessionCheck,
  type SessionCheckDeps,
  stillSignedIn,
} from './authenticate';
import { signedIn } from './caller';

export type WatchDeps = Omit<SessionCheckDeps, 'refuse'> & {
  readonly audit: Pick<AuditStore, 'grew'>;
  readonly realTime: RealTime;
  readonly random: Random;
  readonly log: Log;
  readonly mayWait: boolean;
};

/** `gone` is aborted when the caller has disconnected. Lambda does not know that; a server on one machine does. */
export type WatchHandler = (
  event: APIGatewayProxyEventV2,
  gone?: AbortSignal,
) => Promise<APIGatewayProxyStructuredResultV2>;

type WatchInputs = Pick<Inputs, 'watchInbox'>;

const WATCH = operations.filter(
  (each): each is typeof each & ConsoleOperation & { readonly operationId: 'watchInbox' } =>
    each.operationId === 'watchInbox',
);

/** Each read of the end of the chain costs half a read unit. */
const LOOK_EVERY_MS = 2000;

export function createWatchHandler(deps: WatchDeps): WatchHandler {
  const signals = new WeakMap<APIGatewayProxyEventV2, AbortSignal>();
  const handle = createRouter<WatchInputs, (typeof WATCH)[number], ConsolePrincipal>({
    operations: WATCH,
    validators,
    handlers: {
      watchInbox: async ({ principal, query, event }) => {
        const { org } = await signedIn(principal);
        const changed = await hasChanged(
          deps,
          org,
          query.after,
          deps.mayWait ? query.wait * 1000 : 0,
          signals.get(event),
        );
        return reply(200, { server_now: deps.clock.nowMs(), changed, may_wait: deps.mayWait });
      },
    },
    authenticate: createSessionCheck({ ...deps, refuse: async (_, answer) => answer }),
    stillSignedIn,
    log: deps.log,
    random: deps.random,
  });
  return (event, gone) => {
    if (gone !== undefined) signals.set(event, gone);
    return handle(event);
  };
}

/** Everything that happens to a request has an entry in the audit chain, about a second later. */
async function hasChanged(
  { audit, realTime }: WatchDeps,
  org: OrgId,
  after: number,
  waitMs: number,
  gone: AbortSignal | undefined,
): Promise<boolean> {
  const endsAtMs = realTime.elapsedMs() + waitMs;
  for (;;) {
    if (await audit.grew(org, after)) return true;
    const leftMs = endsAtMs - realTime.elapsedMs();
    if (leftMs <= 0 || gone?.aborted === true) return false;
    await realTime.sleep(Math.min(LOOK_EVERY_MS, leftMs), gone);
  }
}
