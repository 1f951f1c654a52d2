/** Webhook endpoints and the deliveries to them (docs/contract.md, "Dashboard routes"). */

import type { components } from '../../../generated/console';
import {
  createWebhook,
  deleteWebhook,
  type EndpointPatch,
  type EndpointRefusal,
  isDeleted,
  type ManageWebhooksDeps,
  revokePreviousSecret,
  rotateWebhookSecret,
  updateWebhook,
  type WithSecret,
} from '../../app/manage-webhooks';
import { type RecoverDeps, recoverWebhook } from '../../app/recover-webhook';
import { redeliver, type SendByHandDeps, testWebhook } from '../../app/send-by-hand';
import type { EditRefusal } from '../../app/support/edit-config';
import type { Endpoint } from '../../core/config/config';
import { type EndpointId, isDeliveryId, isEndpointId } from '../../protocol/identifiers';
import type { Result } from '../../protocol/result';
import { type Answer, invalid, notFound, Problem, problem, refused } from '../http/answer';
import { type ConsoleCall, type ConsoleHandlers, callerOf, requestIdOf, signedIn } from './caller';
import { type DeliveryViewDeps, deliveriesBody, deliveryView } from './deliveries-view';
import { pageByPlace, pageQuery } from './paging';
import { conflict, EDITED_MEANWHILE, NO_SUCH_REQUEST } from './problems';

type Schemas = components['schemas'];

export type WebhooksDeps = ManageWebhooksDeps & RecoverDeps & SendByHandDeps & DeliveryViewDeps;

const NO_SUCH_ENDPOINT = notFound('no such endpoint in this organization');
const NO_SUCH_DELIVERY = notFound('no such delivery in this organization');
const DISABLED = refused('this endpoint is disabled; enable it first');

export function createWebhookHandlers(deps: WebhooksDeps): ConsoleHandlers {
  return {
    listWebhooks: (call) => list(deps, call),
    createWebhook: (call) => create(deps, call),
    getWebhook: async (call) => {
      await signedIn(call.principal);
      return endpointAnswer(deps, await endpointOf(deps, call));
    },
    updateWebhook: (call) =>
      edit(deps, call, (org, id, by) => updateWebhook(deps, org, id, call.body as EndpointPatch, by)),
    deleteWebhook: (call) => edit(deps, call, (org, id, by) => deleteWebhook(deps, org, id, by)),
    revokePreviousSecret: (call) => edit(deps, call, (org, id, by) => revokePreviousSecret(deps, org, id, by)),
    rotateWebhookSecret: (call) => rotate(deps, call),
    testWebhook: (call) => test(deps, call),
    recoverWebhook: (call) => recover(deps, call),
    webhookDeliveries: async (call) => {
      const { org } = await signedIn(call.principal);
      const { id } = await endpointOf(deps, call);
      return deliveriesBody(deps, org, await deps.deliveries.ofEndpoint(org, id, pageQuery(call.query)));
    },
    requestDeliveries: async (call) => {
      const { org } = await signedIn(call.principal);
      const id = requestIdOf(call.path);
      if ((await deps.requests.load(org, id)) === null) return NO_SUCH_REQUEST;
      return deliveriesBody(deps, org, await deps.deliveries.ofRequest(org, id, pageQuery(call.query)));
    },
    redeliver: (call) => again(deps, call),
  };
}

async function list(deps: WebhooksDeps, { principal, query }: ConsoleCall): Promise<Answer> {
  const { org } = await signedIn(principal);
  const kept = (await deps.config.endpoints(org)).filter((endpoint) => !isDeleted(endpoint));
  const page = pageByPlace(kept, (endpoint) => [endpoint.createdAtMs, endpoint.id], pageQuery(query));
  const body: Schemas['EndpointList'] = {
    server_now: deps.clock.nowMs(),
    endpoints: page.items.map((endpoint) => endpointView(deps, endpoint)),
    cursor: page.cursor,
  };
  return { status: 200, body };
}

async function create(deps: WebhooksDeps, { principal, body }: ConsoleCall): Promise<Answer> {
  const { org, operator } = await signedIn(principal);
  const { url, types = null, description = '' } = body as Schemas['NewEndpoint'];
  const created = await createWebhook(deps, org, { url, types, description }, operator);
  return created.ok ? secretAnswer(deps, 201, created.value) : endpointProblem(created.error);
}

async function rotate(deps: WebhooksDeps, call: ConsoleCall): Promise<Answer> {
  const { org, operator } = await signedIn(call.principal);
  const { overlap_seconds = 0 } = (call.body ?? {}) as Partial<Schemas['RotateSecret']>;
  const rotated = await rotateWebhookSecret(deps, org, endpointIdOf(call), overlap_seconds, operator);
  return rotated.ok ? secretAnswer(deps, 200, rotated.value) : endpointProblem(rotated.error);
}

async function edit(
  deps: WebhooksDeps,
  call: ConsoleCall,
  apply: (org: Endpoint['org'], id: EndpointId, by: string) => Promise<Result<Endpoint, EditRefusal>>,
): Promise<Answer> {
  const { org, operator } = await signedIn(call.principal);
  const applied = await apply(org, endpointIdOf(call), operator);
  return applied.ok ? endpointAnswer(deps, applied.value) : endpointProblem(applied.error);
}

async function test(deps: WebhooksDeps, call: ConsoleCall): Promise<Answer> {
  const { org } = await signedIn(call.principal);
  const { type = 'request.authorized' } = (call.body ?? {}) as Schemas['TestEvent'];
  const sent = await testWebhook(deps, org, endpointIdOf(call), type);
  return sent.ok ? deliveryView(deps, 202, sent.value) : endpointProblem(sent.error);
}

async function recover(deps: WebhooksDeps, call: ConsoleCall): Promise<Answer> {
  const { org, operator } = await signedIn(call.principal);
  const { since: sinceMs, until: untilMs, cursor = null } = call.body as Schemas['RecoverRange'];
  if (untilMs < sinceMs) return invalid('body.until: not before since');
  const recovered = await recoverWebhook(deps, org, endpointIdOf(call), { sinceMs, untilMs, cursor }, operator);
  if (!recovered.ok) return endpointProblem(recovered.error);
  return { status: 202, body: { server_now: deps.clock.nowMs(), ...recovered.value } satisfies Schemas['Recovered'] };
}

async function again(deps: WebhooksDeps, { principal, path }: ConsoleCall): Promise<Answer> {
  const { org } = await signedIn(principal);
  const { id = '' } = path;
  if (!isDeliveryId(id)) return NO_SUCH_DELIVERY;
  const sent = await redeliver(deps, org, id);
  if (sent.ok) return deliveryView(deps, 202, sent.value);
  switch (sent.error.reason) {
    case 'not_found':
      return NO_SUCH_DELIVERY;
    case 'busy':
      return conflict('a try of this delivery is being made right now; look again in a minute');
    case 'call_ended':
      return refused("the integration's one call has ended; a new attempt is a new request");
  }
}

function endpointProblem(refusal: EndpointRefusal | EditRefusal | { readonly reason: 'endpoint_disabled' }): Answer {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_ENDPOINT;
    case 'edited_meanwhile':
      return EDITED_MEANWHILE;
    case 'endpoint_disabled':
      return DISABLED;
    case 'url_refused':
      return problem(422, `url: ${refusal.why}`, 'refused');
    case 'too_many_endpoints':
      return refused(`an organization holds at most ${refusal.max} endpoints; delete one first`);
  }
}

/** A malformed id names nothing, like an unknown one. */
function endpointIdOf({ path: { id = '' } }: ConsoleCall): EndpointId {
  if (!isEndpointId(id)) throw new Problem(NO_SUCH_ENDPOINT);
  return id;
}

/** Deleted ones too: their history stays readable. */
async function endpointOf(deps: WebhooksDeps, call: ConsoleCall): Promise<Endpoint> {
  const endpoint = await deps.config.endpoint(callerOf(call.principal).org, endpointIdOf(call));
  if (endpoint === null) throw new Problem(NO_SUCH_ENDPOINT);
  return endpoint;
}

function endpointAnswer(deps: WebhooksDeps, endpoint: Endpoint): Answer {
  const body: Schemas['EndpointAnswer'] = { server_now: deps.clock.nowMs(), endpoint: endpointView(deps, endpoint) };
  return { status: 200, body };
}

function secretAnswer(deps: WebhooksDeps, status: number, { endpoint, secret }: WithSecret): Answer {
  const body: Schemas['EndpointSecretAnswer'] = {
    server_now: deps.clock.nowMs(),
    endpoint: endpointView(deps, endpoint),
    secret,
  };
  return { status, body };
}

function endpointView({ clock }: WebhooksDeps, endpoint: Endpoint): Schemas['Endpoint'] {
  const { id, url, types, description, enabled, createdAtMs, deletedAtMs, previous } = endpoint;
  const overlaps = previous !== null && clock.nowMs() < previous.expiresAtMs;
  return {
    id,
    url,
    types: types === null ? null : [...types],
    description,
    enabled,
    created_at: createdAtMs,
    deleted_at: deletedAtMs,
    previous_secret_expires_at: overlaps ? previous.expiresAtMs : null,
  };
}
