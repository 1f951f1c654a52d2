/**
 * Webhook endpoints: createWebhook, updateWebhook, deleteWebhook, rotateWebhookSecret, revokePreviousSecret.
 * The audit chain records every change, but never a secret.
 */
import { LIMITS } from '../../../generated/limits';
import { type Endpoint, edited, isUnverified } from '../../core/administration/config';
import { pendingEntry } from '../../core/audit/chain';
import { isArn } from '../../core/delivery/destination';
import type { EventType } from '../../protocol/event-types';
import { type EndpointId, endpointIdFrom, type OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type EditRefusal, editConfig } from '../administration/edit-config';
import type { Clock, ConfigStore, Random, SecretBox, WebhookSender } from '../ports';
import { endpointSecretPlace, endpointTokenPlace } from './compose-post';

export interface ManageWebhooksDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: ConfigStore;
  readonly secretBox: SecretBox;
  readonly sender: WebhookSender;
}

export interface NewEndpoint {
  readonly url: string;
  readonly types: readonly EventType[] | null;
  readonly description: string;
}

export type EndpointRefusal =
  | { readonly reason: 'url_refused'; readonly why: string }
  | { readonly reason: 'too_many_endpoints'; readonly max: number };

/** Every event reads all endpoints of the organization and is posted to each one. */

/** The endpoint with its secret, which is shown once. */
export interface WithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

export async function createWebhook(
  deps: ManageWebhooksDeps,
  org: OrgId,
  { url, types, description }: NewEndpoint,
  by: string,
): Promise<Result<WithSecret, EndpointRefusal>> {
  const [validated, endpoints] = await Promise.all([deps.sender.validateEndpoint(url), deps.config.endpoints(org)]);
  if (!validated.ok) return err({ reason: 'url_refused', why: validated.reason });
  if (endpoints.filter((endpoint) => !isDeleted(endpoint)).length >= LIMITS.endpoints.max)
    return err({ reason: 'too_many_endpoints', max: LIMITS.endpoints.max });
  const id = endpointIdFrom(deps.random.hex(12));
  const { secret, sealed } = await newSecret(deps, org, id);
  const sealedToken = isArn(url) ? await newToken(deps, org, id) : null;
  const at = deps.clock.nowMs();
  const blank: Endpoint = {
    org,
    id,
    url,
    types,
    description,
    enabled: sealedToken === null,
    enabledSinceMs: at,
    sealedSecret: sealed,
    ...(sealedToken === null ? {} : { sealedToken }),
    previous: null,
    createdAtMs: at,
    deletedAtMs: null,
    revision: 0,
    journal: [],
  };
  const endpoint = edited(blank, {}, [pendingEntry(at, 'endpoint.created', id, by, { url, types })]);
  // The id is random, so a conflict is this very write, whose first answer was lost.
  await deps.config.saveEndpoint(endpoint);
  return ok({ endpoint, secret });
}

export interface EndpointPatch {
  readonly types?: readonly EventType[] | null;
  readonly description?: string;
  readonly enabled?: boolean;
}

/** A destination on AWS is enabled by its token, and by nothing else, until it is verified. */
export type UpdateRefusal = EditRefusal | { readonly reason: 'unverified' };

export async function updateWebhook(
  deps: ManageWebhooksDeps,
  org: OrgId,
  id: EndpointId,
  patch: EndpointPatch,
  by: string,
): Promise<Result<Endpoint, UpdateRefusal>> {
  const isRefused = (endpoint: Endpoint) => patch.enabled === true && isUnverified(endpoint);
  const updated = await editEndpoint(deps, org, id, (endpoint, at) => {
    if (isRefused(endpoint)) return endpoint;
    // The endpoint gets events from now on. It gets earlier events only through a recovery.
    const since = patch.enabled === true && !endpoint.enabled ? { enabledSinceMs: at } : {};
    const { types, ...plain } = patch;
    const data = { ...plain, ...(types === undefined ? {} : { types }) };
    return edited<Endpoint>(endpoint, { ...patch, ...since }, [pendingEntry(at, 'endpoint.updated', id, by, data)]);
  });
  return updated.ok && isRefused(updated.value) ? err({ reason: 'unverified' }) : updated;
}

export function deleteWebhook(deps: ManageWebhooksDeps, org: OrgId, id: EndpointId, by: string) {
  return editEndpoint(deps, org, id, (endpoint, at) =>
    edited<Endpoint>(endpoint, { deletedAtMs: at, enabled: false, previous: null }, [
      pendingEntry(at, 'endpoint.deleted', id, by, {}),
    ]),
  );
}

export async function rotateWebhookSecret(
  deps: ManageWebhooksDeps,
  org: OrgId,
  id: EndpointId,
  overlapSeconds: number,
  by: string,
): Promise<Result<WithSecret, EditRefusal>> {
  const { secret, sealed } = await newSecret(deps, org, id);
  const rotated = await editEndpoint(deps, org, id, (endpoint, at) => {
    const previous =
      overlapSeconds === 0 ? null : { sealedSecret: endpoint.sealedSecret, expiresAtMs: at + overlapSeconds * 1000 };
    const data = { overlap_seconds: overlapSeconds };
    return edited<Endpoint>(endpoint, { sealedSecret: sealed, previous }, [
      pendingEntry(at, 'endpoint.secret_rotated', id, by, data),
    ]);
  });
  return rotated.ok ? ok({ endpoint: rotated.value, secret }) : rotated;
}

export function revokePreviousSecret(deps: ManageWebhooksDeps, org: OrgId, id: EndpointId, by: string) {
  return editEndpoint(deps, org, id, (endpoint, at) =>
    endpoint.previous === null
      ? endpoint
      : edited<Endpoint>(endpoint, { previous: null }, [
          pendingEntry(at, 'endpoint.previous_secret_revoked', id, by, {}),
        ]),
  );
}

export const isDeleted = (endpoint: Endpoint): boolean => endpoint.deletedAtMs !== null;

/** A deleted endpoint is not found. */
function editEndpoint(
  deps: Pick<ManageWebhooksDeps, 'clock' | 'config'>,
  org: OrgId,
  id: EndpointId,
  change: (endpoint: Endpoint, atMs: number) => Endpoint,
): Promise<Result<Endpoint, EditRefusal>> {
  const at = deps.clock.nowMs();
  return editConfig<Endpoint, EditRefusal>({
    load: () => deps.config.endpoint(org, id),
    decide: (endpoint) => (isDeleted(endpoint) ? err({ reason: 'not_found' }) : ok(change(endpoint, at))),
    save: (endpoint) => deps.config.saveEndpoint(endpoint),
  });
}

async function newSecret(deps: ManageWebhooksDeps, org: OrgId, id: EndpointId) {
  const secret = `whsec_${deps.random.base64url(32)}`;
  const sealed = await deps.secretBox.seal(org, endpointSecretPlace(id), new TextEncoder().encode(secret));
  return { secret, sealed };
}

/** 128 bits: nobody guesses it, so wrong ones need not be counted. */
function newToken({ random, secretBox }: ManageWebhooksDeps, org: OrgId, id: EndpointId): Promise<string> {
  return secretBox.seal(org, endpointTokenPlace(id), new TextEncoder().encode(`verify_${random.base64url(16)}`));
}
