/** Webhook endpoints and the deliveries to them (docs/contract.md, "Dashboard routes"). */

import type { components } from '../../../generated/console';
import type { EditRefusal } from '../../app/administration/edit-config';
import { unsignedPost } from '../../app/delivery/compose-post';
import {
  createWebhook,
  deleteWebhook,
  type EndpointRefusal,
  isDeleted,
  type ManageWebhooksDeps,
  revokePreviousSecret,
  rotateWebhookSecret,
  updateWebhook,
  type WithSecret,
} from '../../app/delivery/manage-webhooks';
import { type RecoverDeps, recoverWebhook } from '../../app/delivery/recover-webhook';
import { redeliver, type SendByHandDeps, testWebhook } from '../../app/delivery/send-by-hand';
import { verifyDestination } from '../../app/delivery/verify-destination';
import { type Endpoint, isUnverified } from '../../core/administration/config';
import type { Delivery } from '../../core/delivery/delivery';
import { possibleDeliveryIds } from '../../core/delivery/owed-deliveries';
import type { EndpointId } from '../../protocol/identifiers';
import type { Result } from '../../protocol/result';
import { assertNever } from '../../protocol/result';
import { invalid, notFound, refused, reply } from '../http/answer';
import { NO_SUCH_REQUEST, parseId } from '../http/ids';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { type DeliveryViewDeps, deliveriesBody, deliveryView } from './deliveries-view';
import { pageByPlace, pageQuery, withCursor } from './paging';
import { conflict, EDITED_MEANWHILE } from './problems';

type Schemas = components['schemas'];

export type WebhooksDeps = ManageWebhooksDeps & RecoverDeps & SendByHandDeps & DeliveryViewDeps;

const NO_SUCH_ENDPOINT = notFound('There is no such endpoint in this organization.');
const NO_SUCH_DELIVERY = notFound('There is no such delivery in this organization.');
const DISABLED = refused('This endpoint is disabled. Enable it first.');
const UNVERIFIED = refused('This destination is not verified yet. Enter the token of its test event.');
const WRONG_TOKEN = refused(
  'This is not the token of the test event. Read `verification_token` in the newest test event.',
);
const VERIFIED = refused('This endpoint needs no token: it is verified already, or it is a URL.');

type EndpointCall = ConsoleCall<'updateWebhook' | 'deleteWebhook' | 'revokePreviousSecret'>;

export function createWebhookHandlers(
  deps: WebhooksDeps,
): Pick<
  ConsoleHandlers,
  | 'listWebhooks'
  | 'createWebhook'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'revokePreviousSecret'
  | 'rotateWebhookSecret'
  | 'testWebhook'
  | 'verifyWebhook'
  | 'recoverWebhook'
  | 'webhookDeliveries'
  | 'requestDeliveries'
  | 'redeliver'
  | 'getDeliveryPost'
> {
  return {
    listWebhooks: (call) => withCursor(() => list(deps, call)),
    createWebhook: (call) => create(deps, call),
    getWebhook: async ({ principal, path }) => {
      const { org } = await signedIn(principal);
      const endpoint = await findEndpoint(deps, org, path.id);
      return endpoint === null ? NO_SUCH_ENDPOINT : reply(200, endpointBody(deps, endpoint));
    },
    updateWebhook: (call) => update(deps, call),
    deleteWebhook: (call) => edit(deps, call, (org, id, by) => deleteWebhook(deps, org, id, by)),
    revokePreviousSecret: (call) => edit(deps, call, (org, id, by) => revokePreviousSecret(deps, org, id, by)),
    rotateWebhookSecret: (call) => rotate(deps, call),
    testWebhook: (call) => test(deps, call),
    verifyWebhook: (call) => verify(deps, call),
    recoverWebhook: (call) => withCursor(() => recover(deps, call)),
    webhookDeliveries: (call) => withCursor(() => ofEndpoint(deps, call)),
    requestDeliveries: (call) => withCursor(() => ofRequest(deps, call)),
    redeliver: (call) => again(deps, call),
    getDeliveryPost: (call) => post(deps, call),
  };
}

async function list(
  deps: WebhooksDeps,
  { principal, query }: ConsoleCall<'listWebhooks'>,
): ConsoleReply<'listWebhooks'> {
  const { org } = await signedIn(principal);
  const kept = (await deps.config.endpoints(org)).filter((endpoint) => !isDeleted(endpoint));
  const page = pageByPlace(kept, (endpoint) => [endpoint.createdAtMs, endpoint.id], pageQuery(query));
  return reply(200, {
    server_now: deps.clock.nowMs(),
    endpoints: page.items.map((endpoint) => endpointView(deps, endpoint)),
    cursor: page.cursor,
  });
}

async function create(
  deps: WebhooksDeps,
  { principal, body }: ConsoleCall<'createWebhook'>,
): ConsoleReply<'createWebhook'> {
  const { org, operator } = await signedIn(principal);
  const { url, types = null, description = '' } = body;
  const created = await createWebhook(deps, org, { url, types, description }, operator);
  if (!created.ok) return refused(whyNotCreated(created.error));
  const { endpoint } = created.value;
  // If it is not sent, an admin sends another test event from the endpoint's page.
  if (isUnverified(endpoint)) await testWebhook(deps, org, endpoint.id, 'request.authorized');
  return reply(201, secretBody(deps, created.value));
}

async function rotate(
  deps: WebhooksDeps,
  { principal, path, body }: ConsoleCall<'rotateWebhookSecret'>,
): ConsoleReply<'rotateWebhookSecret'> {
  const { org, operator } = await signedIn(principal);
  const id = parseId('endpoint', path.id);
  if (id === null) return NO_SUCH_ENDPOINT;
  const rotated = await rotateWebhookSecret(deps, org, id, body?.overlap_seconds ?? 0, operator);
  return rotated.ok ? reply(200, secretBody(deps, rotated.value)) : editProblem(rotated.error);
}

async function edit(
  deps: WebhooksDeps,
  { principal, path }: EndpointCall,
  apply: (org: Endpoint['org'], id: EndpointId, by: string) => Promise<Result<Endpoint, EditRefusal>>,
) {
  const { org, operator } = await signedIn(principal);
  const id = parseId('endpoint', path.id);
  if (id === null) return NO_SUCH_ENDPOINT;
  const applied = await apply(org, id, operator);
  return applied.ok ? reply(200, endpointBody(deps, applied.value)) : editProblem(applied.error);
}

async function update(
  deps: WebhooksDeps,
  { principal, path, body }: ConsoleCall<'updateWebhook'>,
): ConsoleReply<'updateWebhook'> {
  const { org, operator } = await signedIn(principal);
  const id = parseId('endpoint', path.id);
  if (id === null) return NO_SUCH_ENDPOINT;
  const updated = await updateWebhook(deps, org, id, body, operator);
  if (updated.ok) return reply(200, endpointBody(deps, updated.value));
  return updated.error.reason === 'unverified' ? UNVERIFIED : editProblem(updated.error);
}

async function verify(
  deps: WebhooksDeps,
  { principal, path, body }: ConsoleCall<'verifyWebhook'>,
): ConsoleReply<'verifyWebhook'> {
  const { org, operator } = await signedIn(principal);
  const id = parseId('endpoint', path.id);
  if (id === null) return NO_SUCH_ENDPOINT;
  const verified = await verifyDestination(deps, org, id, { token: body.token, by: operator });
  if (verified.ok) return reply(200, endpointBody(deps, verified.value));
  const { error } = verified;
  if (error.reason === 'wrong_token') return WRONG_TOKEN;
  return error.reason === 'verified_already' ? VERIFIED : editProblem(error);
}

async function test(
  deps: WebhooksDeps,
  { principal, path, body }: ConsoleCall<'testWebhook'>,
): ConsoleReply<'testWebhook'> {
  const { org } = await signedIn(principal);
  const id = parseId('endpoint', path.id);
  if (id === null) return NO_SUCH_ENDPOINT;
  const sent = await testWebhook(deps, org, id, body?.type ?? 'request.authorized');
  if (sent.ok) return deliveryView(deps, sent.value);
  return sent.error.reason === 'not_found' ? NO_SUCH_ENDPOINT : DISABLED;
}

async function recover(
  deps: WebhooksDeps,
  { principal, path, body }: ConsoleCall<'recoverWebhook'>,
): ConsoleReply<'recoverWebhook'> {
  const { org, operator } = await signedIn(principal);
  const { since: sinceMs, until: untilMs, cursor = null } = body;
  const id = parseId('endpoint', path.id);
  if (untilMs < sinceMs) return invalid('`body.until` must not be before `body.since`.');
  if (id === null) return NO_SUCH_ENDPOINT;
  const recovered = await recoverWebhook(deps, org, id, { sinceMs, untilMs, cursor }, operator);
  if (recovered.ok) return reply(202, { server_now: deps.clock.nowMs(), ...recovered.value });
  return recovered.error.reason === 'endpoint_disabled' ? DISABLED : editProblem(recovered.error);
}

/** Also for deleted endpoints: their history stays readable. */
async function ofEndpoint(
  deps: WebhooksDeps,
  { principal, path, query }: ConsoleCall<'webhookDeliveries'>,
): ConsoleReply<'webhookDeliveries'> {
  const { org } = await signedIn(principal);
  const endpoint = await findEndpoint(deps, org, path.id);
  if (endpoint === null) return NO_SUCH_ENDPOINT;
  return deliveriesBody(deps, org, await deps.deliveries.ofEndpoint(org, endpoint.id, pageQuery(query)));
}

async function ofRequest(
  deps: WebhooksDeps,
  { principal, path, query }: ConsoleCall<'requestDeliveries'>,
): ConsoleReply<'requestDeliveries'> {
  const { org } = await signedIn(principal);
  const id = parseId('request', path.id);
  const loaded = id === null ? null : await deps.requests.load(org, id);
  if (loaded === null) return NO_SUCH_REQUEST;
  const ids = possibleDeliveryIds(loaded.request, await deps.config.endpoints(org));
  const newestFirst = ({ createdAtMs, id }: Delivery) => [-createdAtMs, id] as const;
  return deliveriesBody(
    deps,
    org,
    pageByPlace(await deps.deliveries.loadMany(org, ids), newestFirst, pageQuery(query)),
  );
}

async function post(
  deps: WebhooksDeps,
  { principal, path, query }: ConsoleCall<'getDeliveryPost'>,
): ConsoleReply<'getDeliveryPost'> {
  const { org } = await signedIn(principal);
  const id = parseId('delivery', path.id);
  const delivery = id === null ? null : await deps.deliveries.load(org, id);
  if (delivery === null) return NO_SUCH_DELIVERY;
  const { attempt } = query;
  const posted = attempt === undefined ? null : await deps.deliveries.posted(org, delivery.id, attempt);
  const shown = posted ?? (await unsignedPost(deps, delivery));
  if (shown === null) return NO_SUCH_DELIVERY;
  const { headers, body } = shown;
  return reply(200, { server_now: deps.clock.nowMs(), posted: posted !== null, headers: { ...headers }, body });
}

async function again(deps: WebhooksDeps, { principal, path }: ConsoleCall<'redeliver'>): ConsoleReply<'redeliver'> {
  const { org } = await signedIn(principal);
  const id = parseId('delivery', path.id);
  if (id === null) return NO_SUCH_DELIVERY;
  const sent = await redeliver(deps, org, id);
  if (sent.ok) return deliveryView(deps, sent.value);
  switch (sent.error.reason) {
    case 'not_found':
      return NO_SUCH_DELIVERY;
    case 'busy':
      return conflict('An attempt of this delivery is running now. Retry in a minute.');
    case 'call_ended':
      return refused("The integration's one call has ended. To make another call, propose a new request.");
  }
}

function editProblem({ reason }: EditRefusal) {
  return reason === 'not_found' ? NO_SUCH_ENDPOINT : EDITED_MEANWHILE;
}

function whyNotCreated(refusal: EndpointRefusal): string {
  switch (refusal.reason) {
    case 'url_refused':
      return `url: ${refusal.why}`;
    case 'too_many_endpoints':
      return `An organization can have at most ${refusal.max} endpoints. Delete one first.`;
    default:
      return assertNever(refusal);
  }
}

/** Includes deleted endpoints. Null if there is none. A malformed id is handled like an unknown one. */
async function findEndpoint(deps: WebhooksDeps, org: Endpoint['org'], text: string): Promise<Endpoint | null> {
  const id = parseId('endpoint', text);
  return id === null ? null : deps.config.endpoint(org, id);
}

function endpointBody(deps: WebhooksDeps, endpoint: Endpoint) {
  return { server_now: deps.clock.nowMs(), endpoint: endpointView(deps, endpoint) };
}

function secretBody(deps: WebhooksDeps, { endpoint, secret }: WithSecret) {
  return { ...endpointBody(deps, endpoint), secret };
}

function endpointView({ clock }: WebhooksDeps, endpoint: Endpoint): Schemas['Endpoint'] {
  const { id, url, types, description, enabled, createdAtMs, deletedAtMs, previous } = endpoint;
  const { failingSinceMs = null, breakerSinceMs = null } = endpoint;
  const overlaps = previous !== null && clock.nowMs() < previous.expiresAtMs;
  return {
    id,
    url,
    types: types === null ? null : [...types],
    description,
    enabled,
    unverified: isUnverified(endpoint),
    created_at: createdAtMs,
    deleted_at: deletedAtMs,
    previous_secret_expires_at: overlaps ? previous.expiresAtMs : null,
    failing_since: failingSinceMs,
    spread_since: breakerSinceMs,
  };
}
