/** The /v1 entry point: the service document's routes behind the key check, and their handlers (parse, use case, answer). */

import type { components, operations as Operations } from '../../../generated/service';
import { type Inputs, operations } from '../../../generated/service-operations';
import validators from '../../../generated/service-validators';
import { exportAudit, type ReadAuditDeps } from '../../service/audit/use-cases/read-audit';
import { type CreateRequestDeps, createRequest, outsideLimit } from '../../service/ceremony/use-cases/create-request';
import { getRequest } from '../../service/ceremony/use-cases/read-requests';
import type { LiveKey } from '../../service/configuration/ports';
import type { Scope } from '../../service/configuration/rules/items';
import { type ListEventsDeps, listEvents } from '../../service/delivery/use-cases/list-events';
import { abortOwnRequest, type ClaimDeps, claimRequest, reportExecution } from '../../service/execution/use-cases';
import { getProof, type ProofDeps } from '../../service/proof/use-cases';
import type { Loaded } from '../../service/request/ports';
import { isAdministrative } from '../../service/request/rules/administrative';
import { mayUse } from '../../service/request/rules/caller';
import { DEFAULT_LEASE_SECONDS } from '../../service/request/rules/limits';
import { renderRequest } from '../../service/request/rules/render';
import { type EvidenceDeps, readEvidence, storeEvidence } from '../../service/request/use-cases/evidence';
import { document, notFound, refused, reply } from '../http/answer';
import { NO_SUCH_REQUEST, parseId } from '../http/ids';
import { createRouter, type HttpHandler } from '../http/router';
import type { MatchedOperation, RoutedOperation } from '../http/routes';
import type { Call, Handlers, ReplyOf } from '../http/typed';
import { createKeyCheck, type KeyCheckDeps, type KeyNeeds } from './authenticate';
import { answerEvents } from './events';
import { answerExecutable } from './executable';
import { abortProblem, claimProblem, createProblem, proofProblem, reportProblem } from './problems';
import { type Throttle, throttled } from './throttle';

interface ServiceOperation extends RoutedOperation {
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
    orgOf: ({ org }) => org,
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

type ExecutionReceipt = components['schemas']['ExecutionReceipt'];
type V1Handlers = Handlers<Operations, Inputs, LiveKey>;
type V1Call<Id extends keyof Inputs> = Call<Inputs[Id], LiveKey>;
type V1Reply<Id extends keyof Inputs> = Promise<ReplyOf<Operations, Id>>;

export type V1Deps = CreateRequestDeps &
  ClaimDeps &
  ProofDeps &
  ListEventsDeps &
  EvidenceDeps &
  Pick<ReadAuditDeps, 'audit'>;

function createV1Handlers(deps: V1Deps): V1Handlers {
  return {
    createRequest: (call) => create(deps, call),
    getRequest: async ({ principal, path }) => {
      const id = parseId('request', path.id);
      const found = id === null ? null : await getRequest(deps, principal, id);
      if (found === null || isAdministrative(found.request)) return NO_SUCH_REQUEST;
      return reply(200, requestBody(deps, found, found.nowMs));
    },
    listExecutableRequests: (call) => answerExecutable(deps, call),
    getProof: (call) => proof(deps, call),
    // Not held here: the function of `feed.ts` holds answers.
    listEvents: (call) => answerEvents(deps.clock, call, (...from) => listEvents(deps, ...from)),
    pullAudit: async ({ principal, query }) => {
      const { lines } = await exportAudit(deps, principal.org, query.after ?? 0);
      return { status: 200, other: { type: 'application/x-ndjson', content: lines } };
    },
    abortOwnRequest: (call) => abort(deps, call),
    claimRequest: (call) => claim(deps, call),
    reportExecution: (call) => report(deps, call),
    putEvidence: async ({ principal, path, body }) => {
      const stored = await storeEvidence(deps, principal.org, path.digest, body);
      if (!stored.ok) return refused(`The digest of the body is ${stored.error}. Send it in the path.`);
      return reply(200, { server_now: deps.clock.nowMs(), digest: stored.value });
    },
    getEvidence: async ({ principal, path }) => {
      const found = await readEvidence(deps, principal.org, path.digest);
      return typeof found === 'string' ? NO_SUCH_DOCUMENT : document(found);
    },
  };
}

const NO_SUCH_DOCUMENT = notFound('There is no such document in this organization.');

async function create(deps: V1Deps, { principal, body, headers }: V1Call<'createRequest'>): V1Reply<'createRequest'> {
  const [action, requester] = [parseId('action', body.action), parseId('operator', body.requester)];
  const isOutside = action === null ? principal.actions !== null : !mayUse(principal, action);
  if (isOutside && (action === null || requester === null)) return createProblem(outsideLimit(principal));
  if (action === null) return createProblem({ reason: 'action_unknown', action: body.action });
  if (requester === null) return createProblem({ reason: 'requester_unknown', requester: body.requester });
  const created = await createRequest(deps, principal, {
    action,
    requester,
    params: body.params ?? {},
    summary: body.summary ?? null,
    callbackUrl: body.callback_url ?? null,
    quorum: body.quorum ?? null,
    intent: body.intent ?? null,
    executeWithinSeconds: body.execute_within ?? null,
    idempotencyKey: headers['idempotency-key'] ?? null,
  });
  if (!created.ok) return createProblem(created.error);
  const { replayed, nowMs, ...loaded } = created.value;
  const sent = {
    location: `/v1/requests/${loaded.request.id}`,
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
  };
  return { ...reply(202, requestBody(deps, loaded, nowMs)), headers: sent };
}

async function proof(deps: V1Deps, { principal, path }: V1Call<'getProof'>): V1Reply<'getProof'> {
  const id = parseId('request', path.id);
  if (id === null) return NO_SUCH_REQUEST;
  const files = await getProof(deps, principal, id, 'consumer');
  if (!files.ok) return proofProblem(files.error);
  return reply(200, { server_now: deps.clock.nowMs(), proof: { files: files.value } });
}

async function abort(deps: V1Deps, { principal, path, body }: V1Call<'abortOwnRequest'>): V1Reply<'abortOwnRequest'> {
  const id = parseId('request', path.id);
  if (id === null) return NO_SUCH_REQUEST;
  const reason = body?.reason ?? '';
  const aborted = await abortOwnRequest(deps, principal, id, reason.trim() === '' ? null : reason);
  return aborted.ok ? reply(200, requestBody(deps, aborted.value, aborted.value.nowMs)) : abortProblem(aborted.error);
}

async function claim(deps: V1Deps, { principal, path, body }: V1Call<'claimRequest'>): V1Reply<'claimRequest'> {
  const id = parseId('request', path.id);
  if (id === null) return NO_SUCH_REQUEST;
  const claimed = await claimRequest(
    deps,
    principal,
    id,
    body?.lease_seconds ?? DEFAULT_LEASE_SECONDS,
    principal.intent,
  );
  if (!claimed.ok) return claimProblem(claimed.error);
  const { lease, ...loaded } = claimed.value;
  return reply(200, {
    ...requestBody(deps, loaded, lease.claimedAtMs),
    claim_id: lease.claimId,
    lease_expires_at: lease.leaseExpiresAtMs,
    previous_claim_at: lease.previousClaimAtMs,
  });
}

async function report(deps: V1Deps, { principal, path, body }: V1Call<'reportExecution'>): V1Reply<'reportExecution'> {
  const id = parseId('request', path.id);
  if (id === null) return NO_SUCH_REQUEST;
  const { status, reference = null, error = null, receipt } = body;
  const claimId = parseId('claim', body.claim_id);
  if (claimId === null) return reportProblem({ reason: 'claim_lost' });
  const signed = receipt === undefined ? {} : { receipt: sentReceipt(receipt, principal) };
  const reported = await reportExecution(deps, principal, id, { claimId, status, reference, error, ...signed });
  if (!reported.ok) return reportProblem(reported.error);
  return reply(200, requestBody(deps, reported.value, reported.value.nowMs));
}

function sentReceipt({ operation_hash, intent, signature }: ExecutionReceipt, { id }: LiveKey) {
  return { operationHash: operation_hash, intent, signature, key: id };
}

function requestBody({ clock }: V1Deps, { request, intent }: Loaded, nowMs: number) {
  return {
    server_now: Math.max(clock.nowMs(), nowMs),
    request: renderRequest(request, intent, Math.max(nowMs, request.updatedAtMs)),
  };
}
