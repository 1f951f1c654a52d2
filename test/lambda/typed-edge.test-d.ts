/**
 * What must not compile: `npm run check:types` fails where one of these lines becomes acceptable, because its
 * `@ts-expect-error` then expects nothing. Nothing here runs.
 */
import type { operations } from '../../generated/service';
import type { Inputs } from '../../generated/service-operations';
import type { ConsoleHandlers } from '../../src/lambda/console/caller';
import { denied, notFound, problem, reply } from '../../src/lambda/http/answer';
import type { Handlers, ReplyOf } from '../../src/lambda/http/typed';
import type { ServiceDeps } from '../../src/lambda/v1/handler';
import type { RequestId } from '../../src/protocol/identifiers';
import { getRequest } from '../../src/service/ceremony/use-cases/read-requests';
import type { LiveKey } from '../../src/service/configuration/ports';
import { type HoldEventsDeps, holdEvents, listEvents } from '../../src/service/delivery/use-cases/list-events';
import { claimRequest, listExecutableRequests, reportExecution } from '../../src/service/execution/use-cases';
import { getProof } from '../../src/service/proof/use-cases';
import type { RunReport } from '../../src/service/request/rules/journal';

type V1 = Handlers<operations, Inputs, LiveKey>;

declare const handlers: V1;
declare const request: ReplyOf<operations, 'getRequest'> extends infer R
  ? R extends { readonly status: 200; readonly body: { readonly request: infer Body } }
    ? Body
    : never
  : never;
const { getRequest: _left_out, ...withoutOne } = handlers;

// @ts-expect-error a handler is missing
export const missing: V1 = withoutOne;

// @ts-expect-error a handler for no operation of the document
export const unknown: V1 = { ...handlers, launch: async () => notFound('') };

export const accepted: V1['getRequest'] = async () => reply(200, { server_now: 0, request });

// @ts-expect-error the document has no 202 for this operation
export const undocumentedStatus: V1['getRequest'] = async () => reply(202, { server_now: 0, request });

// @ts-expect-error the document has no 409 for this operation
export const undocumentedProblem: V1['getRequest'] = async () => problem(409, '', 'claim_lost');

// @ts-expect-error 409 is documented for this operation, and not with this kind
export const undocumentedKind: V1['claimRequest'] = async () => problem(409, '', 'claim_lost');

// @ts-expect-error no document has this kind
export const unknownKind = problem(409, '', 'lost');

// @ts-expect-error a body without its request
export const missingField: V1['getRequest'] = async () => reply(200, { server_now: 0 });

// @ts-expect-error a field of another type
export const wrongField: V1['getRequest'] = async () => reply(200, { server_now: '0', request });

// @ts-expect-error a refused key is answered without a kind
export const kindOfRefusal: V1['getRequest'] = async () => problem(403, '', 'refused');

// @ts-expect-error 429 is never without Retry-After
export const missingHeader: V1['getRequest'] = async () => denied(429, '');

// @ts-expect-error a header that the document does not name
export const unknownHeader: V1['getRequest'] = async () => ({
  ...reply(200, { server_now: 0, request }),
  headers: { 'x-mood': 'good' },
});

// @ts-expect-error signing in sets a cookie
export const missingCookie: ConsoleHandlers['signOut'] = async () => reply(200, { server_now: 0 });

// @ts-expect-error only text of the documented type
export const wrongMedia: ConsoleHandlers['exportAudit'] = async () => ({
  status: 200,
  text: { type: 'text/csv', content: '' },
});

export const input: V1['claimRequest'] = async ({ path, query, body }) => {
  path.id satisfies string;
  // @ts-expect-error no such parameter in the path
  path.request;
  // @ts-expect-error this operation has no query
  query.limit;
  // @ts-expect-error the body is optional
  body.lease_seconds;
  body?.lease_seconds satisfies number | undefined;
  // @ts-expect-error no such field in the body
  body?.lease;
  return notFound('');
};

export const filledIn: V1['listExecutableRequests'] = async ({ query }) => {
  // It has a default, so it is never absent.
  query.limit satisfies number;
  return reply(200, { server_now: 0, requests: [] });
};

/** Handlers that pass the organization of a key, and so forget the actions that it is limited to. */
export async function unlimited(deps: ServiceDeps & HoldEventsDeps, { org }: LiveKey, id: RequestId, run: RunReport) {
  // @ts-expect-error the organization is not the caller
  await getRequest(deps, org, id);
  // @ts-expect-error
  await getProof(deps, org, id, 'consumer');
  // @ts-expect-error
  await listExecutableRequests(deps, org, 25);
  // @ts-expect-error
  await claimRequest(deps, org, id, 600);
  // @ts-expect-error the signing key alone does not say which actions
  await reportExecution(deps, { org, signingKey: null }, id, run);
  // @ts-expect-error
  await listEvents(deps, org, 'oldest', 25);
  // @ts-expect-error
  await holdEvents(deps, org, 'oldest', 25, { waitMs: 0 });
}
