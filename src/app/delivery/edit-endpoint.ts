/**
 * Edits of webhook endpoints, called by `changeConfiguration`. The audit chain records every edit but never a secret.
 */
import { LIMITS } from '../../../generated/limits';
import { type Endpoint, edited, isUnverified } from '../../core/administration/config';
import type { EditOf, RecoverySpan } from '../../core/administration/edits';
import { pendingEntry } from '../../core/audit/chain';
import { isArn } from '../../core/delivery/destination';
import { constantTimeEqual } from '../../protocol/hash';
import { type EndpointId, endpointIdFrom, type OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type EditDeps, type Editor, type EditRefusal, editConfig } from '../administration/edit-config';
import type { Permit, Random, SecretBox, WebhookSender } from '../ports';
import { endpointSecretPlace, endpointTokenPlace, openToken } from './compose-post';
import { isDeleted, type WithSecret } from './endpoint';

export interface EditEndpointDeps extends EditDeps {
  readonly random: Random;
  readonly secretBox: SecretBox;
  readonly sender: WebhookSender;
}

export type EndpointRefusal =
  | { readonly reason: 'url_refused'; readonly why: string }
  | { readonly reason: 'too_many_endpoints'; readonly max: number };

export async function createEndpoint(
  deps: EditEndpointDeps,
  { org, by }: Editor,
  { endpoint: { url, types, description } }: EditOf<'create_endpoint'>,
  permit: Permit,
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
  // The id is random, so a conflict is with our own write, whose first answer was lost.
  await deps.config.saveEndpoint(endpoint, permit);
  return ok({ endpoint, secret });
}

/** Until it is verified, a destination on AWS can be enabled only with its token. */
export type UpdateRefusal = EditRefusal | { readonly reason: 'unverified' };

export async function updateEndpoint(
  deps: EditDeps,
  { org, by }: Editor,
  { id, patch }: EditOf<'update_endpoint'>,
  permit: Permit,
): Promise<Result<Endpoint, UpdateRefusal>> {
  const isRefused = (endpoint: Endpoint) => patch.enabled === true && isUnverified(endpoint);
  const updated = await editEndpoint(deps, org, id, permit, (endpoint, at) => {
    if (isRefused(endpoint)) return endpoint;
    // The endpoint gets events from now on, and earlier ones only through a recovery.
    const since = patch.enabled === true && !endpoint.enabled ? { enabledSinceMs: at } : {};
    const { types, ...plain } = patch;
    const data = { ...plain, ...(types === undefined ? {} : { types }) };
    return edited<Endpoint>(endpoint, { ...patch, ...since }, [pendingEntry(at, 'endpoint.updated', id, by, data)]);
  });
  return updated.ok && isRefused(updated.value) ? err({ reason: 'unverified' }) : updated;
}

export function deleteEndpoint(deps: EditDeps, { org, by }: Editor, { id }: EditOf<'delete_endpoint'>, permit: Permit) {
  return editEndpoint(deps, org, id, permit, (endpoint, at) =>
    edited<Endpoint>(endpoint, { deletedAtMs: at, enabled: false, previous: null }, [
      pendingEntry(at, 'endpoint.deleted', id, by, {}),
    ]),
  );
}

export async function rotateSecret(
  deps: EditEndpointDeps,
  { org, by }: Editor,
  { id, overlapSeconds }: EditOf<'rotate_secret'>,
  permit: Permit,
): Promise<Result<WithSecret, EditRefusal>> {
  const { secret, sealed } = await newSecret(deps, org, id);
  const rotated = await editEndpoint(deps, org, id, permit, (endpoint, at) => {
    const previous =
      overlapSeconds === 0 ? null : { sealedSecret: endpoint.sealedSecret, expiresAtMs: at + overlapSeconds * 1000 };
    const data = { overlap_seconds: overlapSeconds };
    return edited<Endpoint>(endpoint, { sealedSecret: sealed, previous }, [
      pendingEntry(at, 'endpoint.secret_rotated', id, by, data),
    ]);
  });
  return rotated.ok ? ok({ endpoint: rotated.value, secret }) : rotated;
}

export function revokePreviousSecret(
  deps: EditDeps,
  { org, by }: Editor,
  { id }: EditOf<'revoke_previous_secret'>,
  permit: Permit,
) {
  return editEndpoint(deps, org, id, permit, (endpoint, at) =>
    endpoint.previous === null
      ? endpoint
      : edited<Endpoint>(endpoint, { previous: null }, [
          pendingEntry(at, 'endpoint.previous_secret_revoked', id, by, {}),
        ]),
  );
}

export type VerifyRefusal = EditRefusal | { readonly reason: 'wrong_token' } | { readonly reason: 'verified_already' };

/**
 * Enables a destination on AWS with the token of its test event (docs/decisions/aws-destinations.md). Only an admin who
 * can read the destination knows the token, so no organization can use another one's queue.
 */
export async function verifyEndpoint(
  deps: EditDeps & Pick<EditEndpointDeps, 'secretBox'>,
  { org, by }: Editor,
  { id, token }: EditOf<'verify_endpoint'>,
  permit: Permit,
): Promise<Result<Endpoint, VerifyRefusal>> {
  const found = await deps.config.endpoint(org, id);
  if (found === null || isDeleted(found)) return err({ reason: 'not_found' });
  if (!isUnverified(found)) return err({ reason: 'verified_already' });
  if (!constantTimeEqual(await openToken(deps.secretBox, found), token)) return err({ reason: 'wrong_token' });
  return editEndpointOr<VerifyRefusal>(deps, org, id, permit, (endpoint, at) => {
    // The token belongs to the saved destination. It never changes.
    if (endpoint.sealedToken !== found.sealedToken) return err({ reason: 'verified_already' });
    const entry = pendingEntry(at, 'endpoint.verified', id, by, { url: endpoint.url });
    return ok(edited<Endpoint>(endpoint, { sealedToken: null, enabled: true, enabledSinceMs: at }, [entry]));
  });
}

export type RecoverRefusal = EditRefusal | { readonly reason: 'endpoint_disabled' };

/** The first call of a recovery adds an audit entry. Calls that continue it do not. */
export function noteRecovery(
  deps: EditDeps,
  { org, by }: Editor,
  { id, span }: { readonly id: EndpointId; readonly span: RecoverySpan },
  permit: Permit,
): Promise<Result<Endpoint, RecoverRefusal>> {
  return editEndpointOr<RecoverRefusal>(deps, org, id, permit, (endpoint, at) => {
    if (!endpoint.enabled) return err({ reason: 'endpoint_disabled' });
    if (span.cursor !== null) return ok(endpoint);
    const data = { since: span.sinceMs, until: span.untilMs };
    return ok(edited(endpoint, {}, [pendingEntry(at, 'endpoint.recovered', id, by, data)]));
  });
}

function editEndpoint(
  deps: EditDeps,
  org: OrgId,
  id: EndpointId,
  permit: Permit,
  change: (endpoint: Endpoint, atMs: number) => Endpoint,
): Promise<Result<Endpoint, EditRefusal>> {
  return editEndpointOr<EditRefusal>(deps, org, id, permit, (endpoint, at) => ok(change(endpoint, at)));
}

/** A deleted endpoint is not found. */
function editEndpointOr<E extends { readonly reason: string }>(
  deps: EditDeps,
  org: OrgId,
  id: EndpointId,
  permit: Permit,
  change: (endpoint: Endpoint, atMs: number) => Result<Endpoint, E>,
): Promise<Result<Endpoint, E | EditRefusal>> {
  const at = deps.clock.nowMs();
  return editConfig<Endpoint, E | EditRefusal>({
    load: () => deps.config.endpoint(org, id),
    decide: (endpoint) => (isDeleted(endpoint) ? err({ reason: 'not_found' }) : change(endpoint, at)),
    save: (endpoint) => deps.config.saveEndpoint(endpoint, permit),
  });
}

async function newSecret(deps: EditEndpointDeps, org: OrgId, id: EndpointId) {
  const secret = `whsec_${deps.random.base64url(32)}`;
  const sealed = await deps.secretBox.seal(org, endpointSecretPlace(id), new TextEncoder().encode(secret));
  return { secret, sealed };
}

/** With 128 bits nobody can guess it, so wrong tokens are not counted. */
function newToken({ random, secretBox }: EditEndpointDeps, org: OrgId, id: EndpointId): Promise<string> {
  return secretBox.seal(org, endpointTokenPlace(id), new TextEncoder().encode(`verify_${random.base64url(16)}`));
}
