/** GET /api/watch in a function of its own, which may wait longer than `console` may run (docs/decisions/inbox.md). */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Inputs, operations } from '../../../generated/console-operations';
import validators from '../../../generated/console-validators';
import type { AuditStore } from '../../service/audit/ports';
import type { HoldStore } from '../../service/delivery/ports';
import type { Hold } from '../../service/delivery/rules/holds';
import { errorName } from '../../service/support/failures';
import type { Log, Random, RealTime } from '../../service/system/ports';
import { reply } from '../http/answer';
import { createRouter } from '../http/router';
import {
  type ConsoleOperation,
  type ConsolePrincipal,
  createSessionCheck,
  orgOf,
  type SessionCheckDeps,
  stillSignedIn,
} from './authenticate';
import { type Caller, signedIn } from './caller';

export type WatchDeps = Omit<SessionCheckDeps, 'refuse'> & {
  readonly audit: Pick<AuditStore, 'grew'>;
  readonly watches: HoldStore;
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
    orgOf,
    operations: WATCH,
    validators,
    handlers: {
      watchInbox: async ({ principal, query, event }) => {
        const caller = await signedIn(principal);
        const { after, wait } = query;
        const found = await watch(deps, caller, { after, waitMs: wait * 1000, gone: signals.get(event) });
        return reply(200, { server_now: deps.clock.nowMs(), changed: found.changed, may_wait: found.mayWait });
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

interface Waiting {
  readonly after: number;
  readonly waitMs: number;
  readonly gone: AbortSignal | undefined;
}

/** Everything that happens to a request has an entry in the audit chain, about a second later. */
async function watch(deps: WatchDeps, caller: Pick<Caller, 'org' | 'operator'>, { after, waitMs, gone }: Waiting) {
  const { audit, realTime, watches, mayWait } = deps;
  const { org, operator } = caller;
  const endsAtMs = realTime.elapsedMs() + waitMs;
  if (await audit.grew(org, after)) return { changed: true, mayWait };
  if (!mayWait || waitMs === 0) return { changed: false, mayWait };
  const id = deps.random.hex(8);
  if (!(await mayHold(deps, { id, org, operator }, waitMs))) return { changed: false, mayWait: false };
  try {
    for (;;) {
      const leftMs = endsAtMs - realTime.elapsedMs();
      if (leftMs <= 0 || gone?.aborted === true) return { changed: false, mayWait };
      await realTime.sleep(Math.min(LOOK_EVERY_MS, leftMs), gone);
      if (await audit.grew(org, after)) return { changed: true, mayWait };
    }
  } finally {
    // An expired hold needs no write; it no longer counts.
    if (realTime.elapsedMs() < endsAtMs) await watches.end(org, id).catch(() => undefined);
  }
}

/** If waiting calls cannot be counted, the call is answered at once, so that the limit is kept and it does not fail. */
async function mayHold(
  { watches, clock, log }: WatchDeps,
  of: Omit<Hold, 'untilMs'>,
  waitMs: number,
): Promise<boolean> {
  const nowMs = clock.nowMs();
  try {
    return await watches.begin({ ...of, untilMs: nowMs + waitMs }, nowMs);
  } catch (error) {
    log.warn('a waiting call could not be counted', { error: errorName(error) });
    return false;
  }
}
