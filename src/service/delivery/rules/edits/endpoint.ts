/** Edits of webhook endpoints. None gives anybody a vote, so none waits. The audit chain never has a secret. */

import { LIMITS } from '../../../../../generated/limits';
import type { EventType } from '../../../../protocol/event-types';
import type { EndpointId } from '../../../../protocol/identifiers';
import { named, said } from '../../../../protocol/words';
import type { EntryWords } from '../../../audit/rules/chain';
import { atOnce, ENDPOINT, ENDPOINTS, nothing, refuse, write } from '../../../configuration/rules/declaration';
import { type Endpoint, edited, isUnverified } from '../../../configuration/rules/items';
import { nameRefusal } from '../../../configuration/rules/names';

export interface NewEndpoint {
  readonly url: string;
  /** Null means every type. */
  readonly types: readonly EventType[] | null;
  readonly description: string;
}

export type EndpointPatch = Partial<Pick<NewEndpoint, 'types' | 'description'>> & { readonly enabled?: boolean };

/** What is made for a new endpoint. The secret itself is answered once and stored nowhere. */
export interface MadeEndpoint {
  readonly id: EndpointId;
  readonly sealedSecret: string;
  /** For a destination on AWS, the token of its test event. Null for a URL. */
  readonly sealedToken: string | null;
}

export interface RecoverySpan {
  readonly sinceMs: number;
  readonly untilMs: number;
  /** The cursor of an earlier call that this one continues, or null for the first call. */
  readonly cursor: string | null;
}

export const ENDPOINT_ENTRIES = {
  'endpoint.created': {
    audience: 'admins',
    told: ({ subject }) => said`The webhook endpoint ${named('endpoint', subject)} was added.`,
    detail: ({ data }) => said`${data.url}`,
  },
  'endpoint.updated': {
    audience: 'admins',
    told: ({ subject }) => said`The webhook endpoint ${named('endpoint', subject)} was edited.`,
  },
  'endpoint.deleted': {
    audience: 'admins',
    told: ({ subject }) => said`The webhook endpoint ${named('endpoint', subject)} was deleted.`,
  },
  'endpoint.secret_rotated': {
    audience: 'admins',
    told: ({ subject }) => said`The webhook endpoint ${named('endpoint', subject)} got a new secret.`,
  },
  'endpoint.previous_secret_revoked': {
    audience: 'admins',
    told: ({ subject }) => said`The previous secret of the webhook endpoint ${named('endpoint', subject)} was revoked.`,
  },
  'endpoint.verified': {
    audience: 'admins',
    told: ({ subject, data }) =>
      said`The webhook endpoint ${named('endpoint', subject)} was verified and gets events now: ${data.url}.`,
  },
  'endpoint.recovered': {
    audience: 'admins',
    told: ({ subject }) => said`Events were sent again to the webhook endpoint ${named('endpoint', subject)}.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

const entries = ENDPOINT_ENTRIES;
type OfEndpoint = { readonly id: EndpointId };

/** A deleted endpoint is not found. It stays readable so that the history of its deliveries does too. */
const live = (endpoint: Endpoint | null): Endpoint | null => (endpoint?.deletedAtMs === null ? endpoint : null);

export const createEndpoint = /* @__PURE__ */ atOnce<{ readonly endpoint: NewEndpoint }, MadeEndpoint>()({
  entries,
  reads: () => [ENDPOINTS.of(true)],
  decide: ({ endpoints }, { endpoint: { url, types, description } }, { org, at, made, entry }) => {
    const { max } = LIMITS.endpoints;
    if (endpoints.filter((endpoint) => live(endpoint) !== null).length >= max) {
      return refuse('too_many_endpoints', { max });
    }
    const unnamed = nameRefusal({ description: description || undefined });
    if (unnamed !== null) return unnamed;
    if (made === null) return nothing(null);
    const { id, sealedSecret, sealedToken } = made;
    const blank: Endpoint = {
      ...{ org, id, url, types, description, enabled: sealedToken === null, enabledSinceMs: at, sealedSecret },
      ...(sealedToken === null ? {} : { sealedToken }),
      ...{ previous: null, createdAtMs: at, deletedAtMs: null, revision: 0, journal: [] },
    };
    return write('endpoint', { item: edited(blank, {}, [entry('endpoint.created', id, { url, types })]) });
  },
  waits: 'never',
});

export const updateEndpoint = /* @__PURE__ */ atOnce<OfEndpoint & { readonly patch: EndpointPatch }>()({
  entries,
  reads: ({ id }) => [ENDPOINT.of(id)],
  decide: ({ endpoint: stored }, { id, patch }, { at, entry }) => {
    const endpoint = live(stored);
    if (endpoint === null) return refuse('not_found');
    // A description can be left out.
    const unnamed = nameRefusal({ description: patch.description || undefined });
    if (unnamed !== null) return unnamed;
    // Until it is verified, a destination on AWS can be enabled only with its token.
    if (patch.enabled === true && isUnverified(endpoint)) return refuse('unverified');
    // The endpoint gets events from now on, and earlier ones only through a recovery.
    const since = patch.enabled === true && !endpoint.enabled ? { enabledSinceMs: at } : {};
    const { types, ...plain } = patch;
    const updated = entry('endpoint.updated', id, { ...plain, ...(types === undefined ? {} : { types }) });
    return write('endpoint', { item: edited<Endpoint>(endpoint, { ...patch, ...since }, [updated]) });
  },
  fresh: ({ endpoint }, { patch }) => endpoint !== null && getsMore(endpoint, patch),
  seen: ({ endpoint }) => endpoint,
  waits: 'never',
});

/** Whether the receiver gets events after the edit that it did not get before. */
function getsMore(endpoint: Endpoint, { enabled = endpoint.enabled, types = endpoint.types }: EndpointPatch): boolean {
  if (!enabled) return false;
  const before = endpoint.enabled ? endpoint.types : [];
  return before !== null && (types === null || types.some((type) => !before.includes(type)));
}

export const deleteEndpoint = /* @__PURE__ */ atOnce<OfEndpoint>()({
  entries,
  reads: ({ id }) => [ENDPOINT.of(id)],
  decide: ({ endpoint: stored }, { id }, { at, entry }) => {
    const endpoint = live(stored);
    if (endpoint === null) return refuse('not_found');
    const ended = { deletedAtMs: at, enabled: false, previous: null };
    return write('endpoint', { item: edited<Endpoint>(endpoint, ended, [entry('endpoint.deleted', id)]) });
  },
  waits: 'never',
});

type Rotation = OfEndpoint & { readonly overlapSeconds: number };

export const rotateSecret = /* @__PURE__ */ atOnce<Rotation, { readonly sealedSecret: string }>()({
  entries,
  reads: ({ id }) => [ENDPOINT.of(id)],
  decide: ({ endpoint: stored }, { id, overlapSeconds }, { at, made, entry }) => {
    const endpoint = live(stored);
    if (endpoint === null) return refuse('not_found');
    if (made === null) return nothing(endpoint);
    const previous =
      overlapSeconds === 0 ? null : { sealedSecret: endpoint.sealedSecret, expiresAtMs: at + overlapSeconds * 1000 };
    const rotated = entry('endpoint.secret_rotated', id, { overlap_seconds: overlapSeconds });
    const { sealedSecret } = made;
    return write('endpoint', { item: edited<Endpoint>(endpoint, { sealedSecret, previous }, [rotated]) });
  },
  waits: 'never',
});

export const revokePreviousSecret = /* @__PURE__ */ atOnce<OfEndpoint>()({
  entries,
  reads: ({ id }) => [ENDPOINT.of(id)],
  decide: ({ endpoint: stored }, { id }, { entry }) => {
    const endpoint = live(stored);
    if (endpoint === null) return refuse('not_found');
    if (endpoint.previous === null) return nothing(endpoint);
    const revoked = entry('endpoint.previous_secret_revoked', id);
    return write('endpoint', { item: edited<Endpoint>(endpoint, { previous: null }, [revoked]) });
  },
  waits: 'never',
});

type Verification = OfEndpoint & { readonly token: string };

/**
 * Enables a destination on AWS with the token of its test event (docs/decisions/aws-destinations.md). Only an admin who
 * can read the destination knows the token, so no organization can use another one's queue. `made` is the sealed token
 * that was compared with the one that the admin entered.
 */
export const verifyEndpoint = /* @__PURE__ */ atOnce<Verification, { readonly sealedToken: string }>()({
  entries,
  reads: ({ id }) => [ENDPOINT.of(id)],
  decide: ({ endpoint: stored }, { id }, { at, made, entry }) => {
    const endpoint = live(stored);
    if (endpoint === null) return refuse('not_found');
    // The token belongs to the saved destination. It never changes.
    if (made === null || endpoint.sealedToken !== made.sealedToken) return refuse('verified_already');
    const enabled = { sealedToken: null, enabled: true, enabledSinceMs: at };
    const verified = entry('endpoint.verified', id, { url: endpoint.url });
    return write('endpoint', { item: edited<Endpoint>(endpoint, enabled, [verified]) });
  },
  waits: 'never',
});

/** The first call of a recovery adds an audit entry. Calls that continue it do not. */
export const recoverEndpoint = /* @__PURE__ */ atOnce<OfEndpoint & { readonly span: RecoverySpan }>()({
  entries,
  reads: ({ id }) => [ENDPOINT.of(id)],
  decide: ({ endpoint: stored }, { id, span }, { entry }) => {
    const endpoint = live(stored);
    if (endpoint === null) return refuse('not_found');
    if (!endpoint.enabled) return refuse('endpoint_disabled');
    if (span.cursor !== null) return nothing(endpoint);
    const recovered = entry('endpoint.recovered', id, { since: span.sinceMs, until: span.untilMs });
    return write('endpoint', { item: edited(endpoint, {}, [recovered]) });
  },
  waits: 'never',
});
