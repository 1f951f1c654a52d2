/** The handlers of /v1: parse, use case, answer. */

import type { components } from '../../../generated/service';
import { type ClaimDeps, claimRequest } from '../../app/claim-request';
import { type CreateRequestDeps, createRequest } from '../../app/create-request';
import { getRequest } from '../../app/get-request';
import { listExecutableRequests } from '../../app/list-executable-requests';
import type { LiveKey, Loaded } from '../../app/ports';
import { type ReportDeps, reportExecution } from '../../app/report-execution';
import { DEFAULT_LEASE_SECONDS } from '../../core/request/limits';
import { renderRequest } from '../../core/request/render';
import type { ActionId, ClaimId, OperatorId, RequestId } from '../../protocol/identifiers';
import { isRequestId } from '../../protocol/identifiers';
import { type Answer, Problem } from '../http/answer';
import type { Call, Handler } from '../http/router';
import { claimProblem, createProblem, NO_SUCH_REQUEST, reportProblem } from './problems';

type Schemas = components['schemas'];

export type V1Deps = CreateRequestDeps & ClaimDeps & ReportDeps;

export function createV1Handlers(deps: V1Deps): Record<string, Handler<LiveKey>> {
  return {
    createRequest: (call) => create(deps, call),
    getRequest: async ({ principal, path }) => {
      const found = await getRequest(deps, principal.org, requestIdOf(path));
      return found === null ? NO_SUCH_REQUEST : answer(deps, 200, found, found.nowMs);
    },
    listExecutableRequests: async ({ principal, query }) => {
      const { loaded, nowMs } = await listExecutableRequests(deps, principal.org, query.limit as number);
      const requests = loaded.map(({ request, intent }) =>
        renderRequest(request, intent, Math.max(nowMs, request.updatedAtMs)),
      );
      return { status: 200, body: { server_now: deps.clock.nowMs(), requests } };
    },
    claimRequest: async ({ principal, path, body }) => {
      const { lease_seconds = DEFAULT_LEASE_SECONDS } = (body ?? {}) as Schemas['ClaimOptions'];
      const claimed = await claimRequest(deps, principal.org, requestIdOf(path), lease_seconds);
      if (!claimed.ok) return claimProblem(claimed.error);
      const { lease, ...loaded } = claimed.value;
      return answer(deps, 200, loaded, lease.claimedAtMs, {
        claim_id: lease.claimId,
        lease_expires_at: lease.leaseExpiresAtMs,
      });
    },
    reportExecution: async ({ principal, path, body }) => {
      const { claim_id, status, reference = null, error = null } = body as Schemas['ExecutionReport'];
      const report = { claimId: claim_id as ClaimId, status, reference, error };
      const reported = await reportExecution(deps, principal.org, requestIdOf(path), report);
      return reported.ok ? answer(deps, 200, reported.value, reported.value.nowMs) : reportProblem(reported.error);
    },
  };
}

async function create(deps: V1Deps, { principal, body, event }: Call<LiveKey>): Promise<Answer> {
  const sent = body as Schemas['NewRequest'];
  const created = await createRequest(deps, principal, {
    action: sent.action as ActionId,
    requester: sent.requester as OperatorId,
    params: sent.params ?? {},
    summary: sent.summary ?? null,
    callbackUrl: sent.callback_url ?? null,
    quorum: sent.quorum ?? null,
    intent: sent.intent ?? null,
    executeWithinSeconds: sent.execute_within ?? null,
    idempotencyKey: event.headers['idempotency-key'] ?? null,
  });
  if (!created.ok) return createProblem(created.error);
  const { replayed, nowMs, ...loaded } = created.value;
  const answered = answer(deps, 202, loaded, nowMs);
  return replayed ? { ...answered, headers: { 'idempotent-replayed': 'true' } } : answered;
}

/** A malformed id names nothing, like an unknown one. */
function requestIdOf({ id = '' }: Readonly<Record<string, string>>): RequestId {
  if (!isRequestId(id)) throw new Problem(NO_SUCH_REQUEST);
  return id;
}

function answer(deps: V1Deps, status: number, { request, intent }: Loaded, nowMs: number, fields: object = {}): Answer {
  return {
    status,
    body: {
      server_now: Math.max(deps.clock.nowMs(), nowMs),
      ...fields,
      request: renderRequest(request, intent, Math.max(nowMs, request.updatedAtMs)),
    },
  };
}
