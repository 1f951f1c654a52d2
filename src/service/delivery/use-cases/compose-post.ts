/**
 * Composes the post of one attempt, from the current record and signed with the current secrets
 * (docs/contract.md#the-post).
 */

import type { EndpointId, OrgId } from '../../../protocol/identifiers';
import { signEvent, standardWebhookHeaders } from '../../../protocol/signature';
import { callbackKeyPlace, liveTokens } from '../../access/rules/api-keys';
import { settle } from '../../ceremony/rules/settle';
import { STOPPED } from '../../ceremony/rules/stop';
import type { ConfigStore, SecretBox } from '../../configuration/ports';
import { type ApiToken, type Endpoint, isUnverified } from '../../configuration/rules/items';
import { isDeclared, type PlatformActions } from '../../policy/rules/policy';
import type { OutgoingPost } from '../../receiver/ports';
import type { Loaded, RequestStore } from '../../request/ports';
import { isAuthorized } from '../../request/rules/request';
import { errorName } from '../../support/failures';
import { nowFor } from '../../system/now';
import type { Clock, Log } from '../../system/ports';
import type { Delivery, Posted } from '../rules/delivery';
import { renderEvent } from '../rules/event-body';
import { testRequest } from '../rules/test-request';

/** The integration of a platform action, as the deployment declares it. */
export interface Integration {
  readonly url: string;
  /** Signs the call in the same way as an endpoint's secret signs an event. */
  readonly secret: string;
}

export interface ComposeDeps {
  readonly clock: Clock;
  readonly requests: RequestStore;
  readonly config: ConfigStore;
  readonly secretBox: SecretBox;
  readonly platformActions: PlatformActions;
  /** The currently declared integration of this name; null if there is none. */
  readonly integration: (name: string) => Promise<Integration | null>;
  /** Sent with every post, so that receivers keep published heads. May be answered from memory. */
  readonly headJws: (org: OrgId) => Promise<string | null>;
  readonly log: Log;
}

export type Composed =
  /**
   * `endpoint` is the receiver as read, if it is an endpoint. `kept` is the part that people may see, without any
   * token.
   */
  | { readonly kind: 'post'; readonly post: OutgoingPost; readonly endpoint: Endpoint | null; readonly kept: Posted }
  /** Must never be sent. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** Cannot be sent now. Try again while the window lasts. */
  | { readonly kind: 'not_yet'; readonly reason: string }
  /** The integration's call has already succeeded and must not be repeated. */
  | { readonly kind: 'already_done'; readonly reason: string };

interface Target {
  readonly url: string;
  /** The first one signs. There are several during a rotation. */
  readonly keys: readonly (string | Uint8Array)[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly endpoint?: Endpoint;
  /** The token of a destination that is not verified yet. */
  readonly token?: string;
}

/** `known`: the request, if it was just read. */
export async function composePost(
  deps: ComposeDeps,
  delivery: Delivery,
  nowMs: number,
  known?: Loaded,
): Promise<Composed> {
  const loaded = known ?? (await loadFor(deps, delivery));
  if (loaded === null) return { kind: 'not_sent', reason: 'request_gone' };
  const target = await targetOf(deps, delivery, loaded, nowMs);
  if ('kind' in target) return target;
  const shown = eventBody(deps, delivery, loaded);
  const body = withToken(shown, target.token);
  const signing = { body, keys: target.keys, tSeconds: Math.floor(nowMs / 1000) };
  const headers = {
    ...plainHeaders(delivery),
    'Service-Signature': signEvent(signing),
    ...standardWebhookHeaders({ ...signing, id: delivery.eventId }),
    ...(await auditHeadHeader(deps, delivery)),
    ...target.headers,
  };
  return {
    kind: 'post',
    endpoint: target.endpoint ?? null,
    post: { url: target.url, org: delivery.org, body, headers },
    kept: { headers, body: shown },
  };
}

/** Shows people what an attempt would post now. Without the signature, because no secret is opened for it. */
export async function unsignedPost(
  deps: Pick<ComposeDeps, 'clock' | 'requests'>,
  delivery: Delivery,
): Promise<Posted | null> {
  const loaded = await loadFor(deps, delivery);
  return loaded === null ? null : { headers: plainHeaders(delivery), body: eventBody(deps, delivery, loaded) };
}

function loadFor({ requests }: Pick<ComposeDeps, 'requests'>, delivery: Delivery): Promise<Loaded | null> | Loaded {
  return delivery.test ? testRequest(delivery) : requests.load(delivery.org, delivery.requestId);
}

function plainHeaders(delivery: Delivery) {
  return {
    'Content-Type': 'application/json',
    'Service-Event-Id': delivery.eventId,
    'Service-Event-Type': delivery.eventType,
    'Service-Delivery-Id': delivery.id,
  };
}

/** The last published head of the audit chain. A post never fails because of it. */
async function auditHeadHeader(deps: ComposeDeps, { org }: Delivery): Promise<Readonly<Record<string, string>>> {
  try {
    const jws = await deps.headJws(org);
    return jws === null ? {} : { 'Service-Audit-Head': jws };
  } catch (error) {
    deps.log.warn('a post goes out without the audit head', { error: errorName(error) });
    return {};
  }
}

function eventBody(deps: Pick<ComposeDeps, 'clock'>, delivery: Delivery, loaded: Loaded): string {
  const { org, eventId: id, eventType: type, eventAtMs: atMs } = delivery;
  return JSON.stringify(renderEvent({ org, id, type, atMs }, loaded, nowFor(deps.clock, loaded.request)));
}

/** Only a test event carries the token, because the destination may belong to somebody else. */
function withToken(body: string, token: string | undefined): string {
  return token === undefined ? body : JSON.stringify({ ...JSON.parse(body), verification_token: token });
}

async function targetOf(
  deps: ComposeDeps,
  delivery: Delivery,
  loaded: Loaded,
  nowMs: number,
): Promise<Target | Exclude<Composed, { kind: 'post' }>> {
  if (delivery.receiver === 'callback') return callbackTarget(deps, loaded, nowMs);
  if (delivery.receiver === 'integration') return integrationTarget(deps, loaded, nowMs);
  return endpointTarget(deps, delivery, delivery.receiver, nowMs);
}

async function callbackTarget(
  deps: ComposeDeps,
  { request }: Loaded,
  nowMs: number,
): Promise<Target | Exclude<Composed, { kind: 'post' }>> {
  if (request.callback === null) return { kind: 'not_sent', reason: 'no_callback' };
  const { url, keyId, token } = request.callback;
  const key = await deps.config.apiKey(request.org, keyId, token);
  // The token that made the request signs as long as posts are made, even if it ended or was revoked. So does every
  // live token.
  const first = key?.tokens.find(({ number }) => number === token);
  if (key === null || first === undefined) return { kind: 'not_sent', reason: 'key_gone' };
  const signing = [first, ...liveTokens(key, nowMs).filter((each) => each !== first)];
  const open = ({ number, sealedCallbackKey }: ApiToken) =>
    deps.secretBox.open(request.org, callbackKeyPlace(keyId, number), sealedCallbackKey);
  return { url, keys: await Promise.all(signing.map(open)) };
}

async function integrationTarget(
  deps: ComposeDeps,
  { request }: Loaded,
  nowMs: number,
): Promise<Target | Exclude<Composed, { kind: 'post' }>> {
  const settled = settle(request, Math.max(nowMs, request.updatedAtMs)).request;
  const { state } = settled;
  if (state === 'succeeded') return { kind: 'already_done', reason: 'call_already_ended' };
  if (state !== 'executing') return { kind: 'not_sent', reason: 'window_closed' };
  if (isAuthorized(settled) && settled.stopped !== null) return { kind: 'not_sent', reason: STOPPED };
  const name = request.policy.integration ?? '';
  const integration = isDeclared(deps.platformActions, request.action, name) ? await deps.integration(name) : null;
  // This instance may not know the new integration yet. Keep the approved call and retry.
  if (integration === null) return { kind: 'not_yet', reason: 'integration_not_declared' };
  return { url: integration.url, keys: [integration.secret], headers: { 'Idempotency-Key': request.id } };
}

async function endpointTarget(
  deps: ComposeDeps,
  delivery: Delivery,
  id: EndpointId,
  nowMs: number,
): Promise<Target | Exclude<Composed, { kind: 'post' }>> {
  const endpoint = await deps.config.endpoint(delivery.org, id);
  if (endpoint === null || endpoint.deletedAtMs !== null) return { kind: 'not_sent', reason: 'endpoint_deleted' };
  const isVerification = delivery.test && isUnverified(endpoint);
  if (!endpoint.enabled && !isVerification) return { kind: 'not_sent', reason: 'endpoint_disabled' };
  const place = endpointSecretPlace(id);
  const sealed = [
    endpoint.sealedSecret,
    ...(endpoint.previous !== null && nowMs < endpoint.previous.expiresAtMs ? [endpoint.previous.sealedSecret] : []),
  ];
  const secrets = await Promise.all(sealed.map((text) => deps.secretBox.open(delivery.org, place, text)));
  // The complete `whsec_` secret as UTF-8 bytes is the key (docs/contract.md#signature).
  const token = isVerification ? { token: await openToken(deps.secretBox, endpoint) } : {};
  return { url: endpoint.url, keys: secrets, endpoint, ...token };
}

/** The token in a destination's test event, for people who can read the destination. */
export async function openToken(box: Pick<SecretBox, 'open'>, { org, id, sealedToken }: Endpoint): Promise<string> {
  if (sealedToken == null) throw new Error(`endpoint ${id} has no token`);
  return new TextDecoder().decode(await box.open(org, endpointTokenPlace(id), sealedToken));
}

/** Where a secret is stored. The sealed text is bound to this place. */
export const endpointTokenPlace = (endpointId: string): string => `ENDPOINT#${endpointId}#token`;
export const endpointSecretPlace = (endpointId: string): string => `ENDPOINT#${endpointId}#secret`;
