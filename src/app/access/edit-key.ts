/** Edits of API keys and their tokens, called by `changeConfiguration` and by the door for set-up. */
import { type TokenRefusal, whyNoToken } from '../../core/access/api-tokens';
import {
  type ApiKey,
  type ApiKeyPatch,
  type ApiToken,
  edited,
  type HowEdited,
  type NewApiKey,
} from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import { type AuditData, pendingEntry } from '../../core/audit/chain';
import { formatApiKeyToken, tokenHash } from '../../protocol/api-key-token';
import { type ApiKeyId, apiKeyIdFrom, type OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { deriveCallbackKey } from '../../protocol/signature';
import {
  type EditDeps,
  type EditedMeanwhile,
  type Editor,
  type EditRefusal,
  editConfig,
  isJudgedFrom,
} from '../administration/edit-config';
import { callbackKeyPlace } from '../delivery/compose-post';
import type { Permit, Random, SecretBox } from '../ports';

export interface EditKeyDeps extends EditDeps {
  readonly random: Random;
  readonly secretBox: SecretBox;
}

export interface IssuedKey {
  readonly token: string;
  readonly key: ApiKey;
}

/** A signing key belongs to one API key. Otherwise a receipt would not show who reported. */
export type SigningKeyTaken = { readonly reason: 'signing_key_taken' };

/** The token is returned only here. The service keeps its hash and the derived callback key, sealed. */
export async function issueApiKey(
  deps: EditKeyDeps,
  { org, by }: Editor,
  { kind: _kind, ...key }: EditOf<'create_key'>,
  permit: Permit,
): Promise<Result<IssuedKey, SigningKeyTaken | EditedMeanwhile>> {
  const made = { ...key, id: apiKeyIdFrom(deps.random.hex(12)), change: null };
  return makeKey(deps, { org, by }, made, permit, { reason: 'edited_meanwhile' });
}

interface MadeKey extends NewApiKey {
  readonly id: ApiKeyId;
  /** The change in which a second admin approved it. */
  readonly change: string | null;
}

/** `exists` is the refusal if there is an API key with this id. */
export async function makeKey<E>(
  deps: EditKeyDeps,
  editor: Editor,
  made: MadeKey,
  permit: Permit,
  exists: E,
): Promise<Result<IssuedKey, E | SigningKeyTaken | EditedMeanwhile>> {
  const { blank, token, key } = await newApiKey(deps, editor, made);
  const { org, id, signingKey } = key;
  let owner: ApiKeyId | null = null;
  const saved = await editConfig<ApiKey, E | SigningKeyTaken>({
    load: async () => {
      if (signingKey !== undefined) owner = await deps.config.signingKeyOwner(org, signingKey);
      return (await deps.config.apiKey(org, id)) ?? blank;
    },
    decide: ({ revision }) => {
      if (revision > 0) return err(exists);
      return owner === null || owner === id ? ok(key) : err({ reason: 'signing_key_taken' });
    },
    save: (unsaved) => deps.config.saveApiKey(unsaved, permit),
  });
  return saved.ok ? ok({ token, key }) : saved;
}

async function newApiKey(
  deps: EditKeyDeps,
  { org, by }: Editor,
  { id, name, scopes, signingKey, maxOpen, holder, change }: MadeKey,
) {
  const { token, stored } = await newToken(deps, org, { id, number: 1, change });
  const at = deps.clock.nowMs();
  const blank: ApiKey = {
    org,
    id,
    name,
    scopes,
    tokens: [stored],
    ...(signingKey === undefined ? {} : { signingKey }),
    ...(maxOpen === undefined ? {} : { maxOpen }),
    ...(holder === undefined ? {} : { holder }),
    createdAtMs: at,
    createdBy: by,
    revokedAtMs: null,
    revision: 0,
    journal: [],
  };
  const data = {
    name,
    scopes,
    ...(signingKey === undefined ? {} : { signing_key: signingKey }),
    ...(maxOpen === undefined ? {} : { max_open: maxOpen }),
    ...(holder === undefined ? {} : { holder }),
    ...approvedBy(change),
  };
  return { blank, token, key: edited(blank, {}, [pendingEntry(at, 'key.created', id, by, data)]) };
}

/** Sets or ends the key's limit of open requests, or names who holds its token. */
export function updateKey(
  deps: EditDeps,
  { org, by }: Editor,
  { id, kind: _kind, ...patch }: EditOf<'update_key'>,
  permit: Permit,
): Promise<Result<ApiKey, EditRefusal | KeyRevoked>> {
  const at = deps.clock.nowMs();
  return editConfig<ApiKey, EditRefusal | KeyRevoked>({
    load: () => deps.config.apiKey(org, id),
    decide: (key) => {
      if (key.revokedAtMs !== null) return err({ reason: 'key_revoked' });
      if (!isJudgedFrom(key, permit)) return err({ reason: 'edited_meanwhile' });
      return ok(keyEdited(key, patch, { at, by }));
    },
    save: (key) => deps.config.saveApiKey(key, permit),
  });
}

export type KeyRevoked = { readonly reason: 'key_revoked' };

/** Returns the same object if the patch changes nothing. */
export function keyEdited(key: ApiKey, patch: ApiKeyPatch, { at, by, more = {} }: HowEdited): ApiKey {
  const { maxOpen: limit = null, holder: held = null, ...bare } = key;
  const { maxOpen = limit, holder = held } = patch;
  if (maxOpen === limit && holder === held) return key;
  const data = { ...(maxOpen === limit ? {} : { max_open: maxOpen }), ...(holder === held ? {} : { holder }) };
  const entry = pendingEntry(at, 'key.updated', key.id, by, { ...data, ...more });
  return edited<ApiKey>(
    { ...bare, ...(maxOpen === null ? {} : { maxOpen }), ...(holder === null ? {} : { holder }) },
    {},
    [entry],
  );
}

export type RotateRefusal = EditRefusal | TokenRefusal;

/** Gives the key a second token. The id, the scopes and the key's requests stay. */
export function rotateKey(
  deps: EditKeyDeps,
  editor: Editor,
  { id }: EditOf<'rotate_key'>,
  permit: Permit,
): Promise<Result<IssuedKey, RotateRefusal>> {
  return addToken(deps, editor, { id, change: null }, permit);
}

export async function addToken(
  deps: EditKeyDeps,
  { org, by }: Editor,
  { id, change }: { readonly id: ApiKeyId; readonly change: string | null },
  permit: Permit,
): Promise<Result<IssuedKey, RotateRefusal>> {
  const found = await deps.config.apiKey(org, id);
  if (found === null) return err({ reason: 'not_found' });
  const number = Math.max(...found.tokens.map((each) => each.number)) + 1;
  const { token, stored } = await newToken(deps, org, { id, number, change });
  const at = deps.clock.nowMs();
  const saved = await editConfig<ApiKey, RotateRefusal>({
    load: () => deps.config.apiKey(org, id),
    decide: (key) => {
      const refusal = whyNoToken(key, change, at);
      if (refusal !== null) return err(refusal);
      // Another rotation took the number. The sealed key is bound to that place, so the token must be made again.
      if (key.tokens.some((each) => each.number === number)) return err({ reason: 'edited_meanwhile' });
      const entry = pendingEntry(at, 'key.rotated', id, by, { token: number, ...approvedBy(change) });
      return ok(edited<ApiKey>(key, { tokens: [...key.tokens, stored] }, [entry]));
    },
    save: (key) => deps.config.saveApiKey(key, permit),
  });
  return saved.ok ? ok({ token, key: saved.value }) : saved;
}

/** The token stops working at the next request; the others stay. Ending it again changes nothing. */
export function endToken(
  deps: EditDeps,
  { org, by }: Editor,
  { id, number }: EditOf<'end_token'>,
  permit: Permit,
): Promise<Result<ApiKey, EditRefusal>> {
  const at = deps.clock.nowMs();
  return editConfig<ApiKey, EditRefusal>({
    load: () => deps.config.apiKey(org, id),
    decide: (key) => {
      const token = key.tokens.find((each) => each.number === number);
      if (token === undefined) return err({ reason: 'not_found' });
      if (token.endsAtMs !== null && token.endsAtMs <= at) return ok(key);
      const tokens = key.tokens.map((each) => (each === token ? { ...each, endsAtMs: at } : each));
      return ok(edited<ApiKey>(key, { tokens }, [pendingEntry(at, 'key.token_ended', id, by, { token: number })]));
    },
    save: (key) => deps.config.saveApiKey(key, permit),
  });
}

/**
 * The key stops working at the next request. Its record stays, because callbacks of its requests are still signed with
 * it.
 */
export function revokeKey(
  deps: EditDeps,
  { org, by }: Editor,
  { id }: EditOf<'revoke_key'>,
  permit: Permit,
): Promise<Result<ApiKey, EditRefusal>> {
  const at = deps.clock.nowMs();
  return editConfig<ApiKey, never>({
    load: () => deps.config.apiKey(org, id),
    decide: (key) => {
      if (key.revokedAtMs !== null) return ok(key);
      return ok(edited<ApiKey>(key, { revokedAtMs: at }, [pendingEntry(at, 'key.revoked', id, by, {})]));
    },
    save: (key) => deps.config.saveApiKey(key, permit),
  });
}

async function newToken(
  deps: EditKeyDeps,
  org: OrgId,
  { id, number, change }: { readonly id: ApiKeyId; readonly number: number; readonly change: string | null },
): Promise<{ readonly token: string; readonly stored: ApiToken }> {
  const token = formatApiKeyToken(deps.random.base64url(32));
  const sealedCallbackKey = await deps.secretBox.seal(org, callbackKeyPlace(id, number), deriveCallbackKey(token));
  const createdAtMs = deps.clock.nowMs();
  const hash = tokenHash(token);
  return {
    token,
    stored: { number, hash, sealedCallbackKey, createdAtMs, endsAtMs: null, change, lastUsedAtMs: null },
  };
}

const approvedBy = (change: string | null): AuditData => (change === null ? {} : { change });
