/** Webhook endpoints and the deliveries to them (docs/contract.md, "Dashboard routes"). */

import type { components } from '../../../generated/console';
import type { ConfigurationDeps } from '../../service/administration/use-cases/change-configuration';
import { type Endpoint, isUnverified } from '../../service/configuration/rules/items';
import type { Delivery } from '../../service/delivery/rules/delivery';
import { possibleDeliveryIds } from '../../service/delivery/rules/owed-deliveries';
import { unsignedPost } from '../../service/delivery/use-cases/compose-post';
import {
  isDeleted,
  redeliver,
  type SendByHandDeps,
  testWebhook,
  type WithSecret,
} from '../../service/delivery/use-cases/send-by-hand';
import { invalid, notFound, refused, reply } from '../http/answer';
import { NO_SUCH_REQUEST, parseId } from '../http/ids';
import type { DeepReadonly } from '../http/typed';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { type DeliveryViewDeps, deliveriesBody, deliveryView } from './deliveries-view';
import { edit } from './edit';
import { pageByPlace, pageQuery, withCursor } from './paging';
import { conflict, invalidName } from './problems';

type Schemas = components['schemas'];

type WebhooksDeps = ConfigurationDeps & SendByHandDeps & DeliveryViewDeps;

const NO_SUCH_ENDPOINT = notFound('There is no such endpoint in this organization.');
const NOT_FOUND = { not_found: () => NO_SUCH_ENDPOINT };
const NO_SUCH_DELIVERY = notFound('There is no such delivery in this organization.');
const DISABLED = refused('This endpoint is disabled. Enable it first.');
const UNVERIFIED = refused('This destination is not verified yet. Enter the token of its test event.');
const WRONG_TOKEN = refused(
  'This is not the token of the test event. Read `verification_token` in the newest test event.',
);
const VERIFIED = refused('This endpoint needs no token: it is verified already, or it is a URL.');

export function createWebhookHandlers(deps: WebhooksDeps) {
  return {
    listWebhooks: (call) => withCursor(() => list(deps, call)),
    createWebhook: (call) => create(deps, call),
    getWebhook: async ({ principal, path }) => {
      const { org } = await signedIn(principal);
      const endpoint = await findEndpoint(deps, org, path.id);
      return endpoint === null ? NO_SUCH_ENDPOINT : reply(200, endpointBody(deps, endpoint));
    },
    updateWebhook: (call) => update(deps, call),
    deleteWebhook: (call) => remove(deps, call),
    revokePreviousSecret: (call) => revokePrevious(deps, call),
    rotateWebhookSecret: (call) => rotate(deps, call),
    testWebhook: (call) => test(deps, call),
    verifyWebhook: (call) => verify(deps, call),
    recoverWebhook: (call) => withCursor(() => recover(deps, call)),
    webhookDeliveries: (call) => withCursor(() => ofEndpoint(deps, call)),
    requestDeliveries: (call) => withCursor(() => ofRequest(deps, call)),
    redeliver: (call) => again(deps, call),
    getDeliveryPost: (call) => post(deps, call),
  } satisfies Partial<ConsoleHandlers>;
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
  const { url, types = null, description = '' } = body;
  return edit(
    deps,
    principal,
    { kind: 'create_endpoint', endpoint: { url, types, description } },
    {
      made: async (created, { org }) => {
        const { endpoint } = created;
        // If it is not sent, an admin can send another test event from the endpoint's page.
        if (isUnverified(endpoint)) await testWebhook(deps, org, endpoint.id, 'request.authorized');
        return reply(201, secretBody(deps, created));
      },
      refused: {
        invalid_name: invalidName,
        url_refused: ({ why }) => refused(`url: ${why}`),
        too_many_endpoints: ({ max }) =>
          refused(`An organization can have at most ${max} endpoints. Delete one first.`),
      },
    },
  );
}

async function rotate(
  deps: WebhooksDeps,
  { principal, path, body }: ConsoleCall<'rotateWebhookSecret'>,
): ConsoleReply<'rotateWebhookSecret'> {
  const id = parseId('endpoint', path.id);
  if (id === null) return NO_SUCH_ENDPOINT;
  return edit(
    deps,
    principal,
    { kind: 'rotate_secret', id, overlapSeconds: body?.overlap_seconds ?? 0 },
    {
      made: (rotated) => reply(200, secretBody(deps, rotated)),
      refused: NOT_FOUND,
    },
  );
}

async function update(
  deps: WebhooksDeps,
  { principal, path, body: patch }: ConsoleCall<'updateWebhook'>,
): ConsoleReply<'updateWebhook'> {
  const id = parseId('endpoint', path.id);
  if (id === null) return NO_SUCH_ENDPOINT;
  return edit(
    deps,
    principal,
    { kind: 'update_endpoint', id, patch },
    {
      made: (endpoint) => reply(200, endpointBody(deps, endpoint)),
      refused: { ...NOT_FOUND, invalid_name: invalidName, unverified: () => UNVERIFIED },
    },
  );
}

async function remove(
  deps: WebhooksDeps,
  { principal, path }: ConsoleCall<'deleteWebhook'>,
): ConsoleReply<'deleteWebhook'> {
  const id = parseId('endpoint', path.id);
  if (id === null) return NO_SUCH_ENDPOINT;
  const made = (endpoint: Endpoint) => reply(200, endpointBody(deps, endpoint));
  return edit(deps, principal, { kind: 'delete_endpoint', id }, { made, refused: NOT_FOUND });
}

async function revokePrevious(
  deps: WebhooksDeps,
  { principal, path }: ConsoleCall<'revokePreviousSecret'>,
): ConsoleReply<'revokePreviousSecret'> {
  const id = parseId('endpoint', path.id);
  if (id === null) return NO_SUCH_ENDPOINT;
  const made = (endpoint: Endpoint) => reply(200, endpointBody(deps, endpoint));
  return edit(deps, principal, { kind: 'revoke_previous_secret', id }, { made, refused: NOT_FOUND });
}

async function verify(
  deps: WebhooksDeps,
  { principal, path, body: { token } }: ConsoleCall<'verifyWebhook'>,
): ConsoleReply<'verifyWebhook'> {
  const id = parseId('endpoint', path.id);
  if (id === null) return NO_SUCH_ENDPOINT;
  return edit(
    deps,
    principal,
    { kind: 'verify_endpoint', id, token },
    {
      made: (endpoint) => reply(200, endpointBody(deps, endpoint)),
      refused: { ...NOT_FOUND, wrong_token: () => WRONG_TOKEN, verified_already: () => VERIFIED },
    },
  );
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
  const { since: sinceMs, until: untilMs, cursor = null } = body;
  const id = parseId('endpoint', path.id);
  if (untilMs < sinceMs) return invalid('`body.until` must not be before `body.since`.');
  if (id === null) return NO_SUCH_ENDPOINT;
  return edit(
    deps,
    principal,
    { kind: 'recover_endpoint', id, span: { sinceMs, untilMs, cursor } },
    {
      made: (recovered) => reply(202, { server_now: deps.clock.nowMs(), ...recovered }),
      refused: { ...NOT_FOUND, endpoint_disabled: () => DISABLED },
    },
  );
}

/** Includes deleted endpoints, because their history stays readable. */
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
  return reply(200, { server_now: deps.clock.nowMs(), posted: posted !== null, headers, body });
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

function endpointView({ clock }: WebhooksDeps, endpoint: Endpoint): DeepReadonly<Schemas['Endpoint']> {
  const { id, url, types, description, enabled, createdAtMs, deletedAtMs, previous } = endpoint;
  const { failingSinceMs = null } = endpoint;
  const overlaps = previous !== null && clock.nowMs() < previous.expiresAtMs;
  return {
    id,
    url,
    types,
    description,
    enabled,
    unverified: isUnverified(endpoint),
    created_at: createdAtMs,
    deleted_at: deletedAtMs,
    previous_secret_expires_at: overlaps ? previous.expiresAtMs : null,
    failing_since: failingSinceMs,
  };
}
