/**
 * Edits of API keys. A new key gets its first token, a rotated key a second one (docs/decisions/key-rotation.md). The
 * others make no token: the limit and the holder of a key, ending a token, and revoking the key.
 */

import type { ApiKeyId } from '../../../../protocol/identifiers';
import { named, said, type Words } from '../../../../protocol/words';
import type { EntryWords } from '../../../audit/rules/chain';
import {
  atOnce,
  changed,
  headlineText,
  KEY,
  type Line,
  nothing,
  refuse,
  SIGNING_KEY_OWNER,
  stated,
  waiting,
  write,
} from '../../../configuration/rules/declaration';
import {
  type ApiKey,
  type ApiKeyPatch,
  type ApiToken,
  edited,
  type NewApiKey,
} from '../../../configuration/rules/items';
import { nameRefusal } from '../../../configuration/rules/names';
import type { Organization, ProposingKey } from '../../../policy/rules/organization';
import { effectOfScopes, whyNoToken } from '../api-keys';

/** What is made for the key: the token itself is in no item. */
export interface NewToken {
  readonly id: ApiKeyId;
  readonly stored: ApiToken;
}

export const NEW_KEY_ENTRIES = {
  'key.created': {
    audience: 'admins',
    told: ({ subject }) => said`The API key ${named('key', subject)} was created.`,
    detail: ({ data }) => said`Called “${data.name}”, scopes: ${[data.scopes].flat().join(', ')}`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const ROTATE_KEY_ENTRIES = {
  'key.rotated': {
    audience: 'admins',
    told: ({ subject, data }) => said`The API key ${named('key', subject)} got another token, number ${data.token}.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const CREATE_KEY_ATTEMPT = 'create an API key';
export const ROTATE_KEY_ATTEMPT = 'rotate the API key';

export const createKey = /* @__PURE__ */ waiting<NewApiKey, NewToken>()({
  entries: NEW_KEY_ENTRIES,
  reads: ({ signingKey = null }, made) => [KEY.of(made?.id ?? null), SIGNING_KEY_OWNER.of(signingKey)],
  decide: ({ key, signingKeyOwner }, edit, { org, at, by, rule, made, entry }) => {
    // One approved change makes one key, because its id follows from the change.
    if (key !== null) return rule === 'approved' ? refuse('collected') : refuse('edited_meanwhile');
    const unnamed = nameRefusal({ name: edit.name });
    if (unnamed !== null) return unnamed;
    // A signing key belongs to one API key. Otherwise a receipt would not show who reported.
    if (signingKeyOwner !== null && signingKeyOwner !== made?.id) return refuse('signing_key_taken');
    if (made === null) return nothing(null);
    const { name, scopes, signingKey, maxOpen, holder } = edit;
    const optional = {
      ...(signingKey === undefined ? {} : { signingKey }),
      ...(maxOpen === undefined ? {} : { maxOpen }),
      ...(holder === undefined ? {} : { holder }),
    };
    const blank: ApiKey = {
      ...{ org, id: made.id, name, scopes, tokens: [made.stored], ...optional },
      ...{ createdAtMs: at, createdBy: by, revokedAtMs: null, revision: 0, journal: [] },
    };
    const data = {
      ...{ name, scopes },
      ...(signingKey === undefined ? {} : { signing_key: signingKey }),
      ...(maxOpen === undefined ? {} : { max_open: maxOpen }),
      ...(holder === undefined ? {} : { holder }),
    };
    return write('key', { item: edited(blank, {}, [entry('key.created', made.id, data)]) });
  },
  waits: 'always',
  seen: () => null,
  isCollected: true,
  subject: ({ name }) => name,
  attempt: CREATE_KEY_ATTEMPT,
  title: () => 'Create an API key',
  headline: ({ name }) => `New API key: ${name}`,
  lines: ({ name, scopes, signingKey, maxOpen, holder }) => [
    stated('name', name),
    stated('scopes', scopes.join(', ')),
    ...(signingKey === undefined ? [] : [stated('signing key', signingKey)]),
    ...(maxOpen === undefined ? [] : [stated('open requests at most', String(maxOpen))]),
    ...(holder === undefined ? [] : [stated('holder', holder)]),
  ],
  effect: (edit) => effectOfScopes(edit),
  gives: 'request',
  after: (organization: Organization, { name, scopes, holder = null }) => {
    const key: ProposingKey = { id: 'new' as ApiKeyId, name, holder };
    return scopes.includes('propose') ? { ...organization, keys: [...organization.keys, key] } : organization;
  },
});

/** Gives the key a second token. The id, the scopes and the key's requests stay. */
export const rotateKey = /* @__PURE__ */ waiting<{ readonly id: ApiKeyId }, NewToken>()({
  entries: ROTATE_KEY_ENTRIES,
  reads: ({ id }) => [KEY.of(id)],
  decide: ({ key }, { id }, { at, made, entry }) => {
    if (key === null) return refuse('not_found');
    const refusal = whyNoToken(key, made?.stored.change ?? null, at);
    if (refusal !== null) return { ok: false, error: refusal };
    if (made === null) return nothing(null);
    const { number } = made.stored;
    // Another rotation took the number. The sealed key is bound to that place, so the token must be made again.
    if (key.tokens.some((each) => each.number === number)) return refuse('edited_meanwhile');
    const tokens = [...key.tokens, made.stored];
    return write('key', { item: edited<ApiKey>(key, { tokens }, [entry('key.rotated', id, { token: number })]) });
  },
  waits: 'always',
  seen: ({ key }) => key,
  isCollected: true,
  subject: ({ id }) => id,
  attempt: ROTATE_KEY_ATTEMPT,
  title: () => 'Rotate an API key',
  headline: ({ id }, { key }) => `Second token for the API key ${key?.name ?? id}`,
  lines: ({ id }, { key }) => [
    stated('name', key?.name ?? 'unknown'),
    stated('key', id),
    stated('effect', 'the key gets a second token, and the first one works until somebody ends it'),
  ],
  // A second program can have the second token.
  effect: (_, { key }) => effectOfScopes(key),
  gives: 'request',
  after: null,
});

export const KEY_ENTRIES = {
  'key.updated': {
    audience: 'admins',
    told: ({ subject, data }) =>
      data.holder !== undefined
        ? said`The API key ${named('key', subject)} is held by ${data.holder === null ? 'nobody who is named' : named('operator', data.holder)} now.`
        : data.max_open === null
          ? said`The API key ${named('key', subject)} has no limit of open requests any more.`
          : said`The API key ${named('key', subject)} may have ${data.max_open} open requests now.`,
  },
  'key.token_ended': {
    audience: 'admins',
    told: ({ subject, data }) =>
      said`The token number ${data.token} of the API key ${named('key', subject)} was ended.`,
  },
  'key.revoked': { audience: 'admins', told: ({ subject }) => said`The API key ${named('key', subject)} was revoked.` },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const UPDATE_KEY_ATTEMPT = 'edit the API key';

/** Sets or ends the key's limit of open requests, or names who holds its token. */
export const updateKey = /* @__PURE__ */ waiting<{ readonly id: ApiKeyId } & ApiKeyPatch>()({
  entries: KEY_ENTRIES,
  reads: ({ id }) => [KEY.of(id)],
  decide: ({ key }, { id, maxOpen, holder }, { entry }) => {
    if (key === null) return refuse('not_found');
    if (key.revokedAtMs !== null) return refuse('key_revoked');
    const { maxOpen: limit = null, holder: held = null, ...bare } = key;
    const next = { maxOpen: maxOpen === undefined ? limit : maxOpen, holder: holder === undefined ? held : holder };
    if (next.maxOpen === limit && next.holder === held) return nothing(key);
    const data = {
      ...(next.maxOpen === limit ? {} : { max_open: next.maxOpen }),
      ...(next.holder === held ? {} : { holder: next.holder }),
    };
    const kept: ApiKey = {
      ...bare,
      ...(next.maxOpen === null ? {} : { maxOpen: next.maxOpen }),
      ...(next.holder === null ? {} : { holder: next.holder }),
    };
    return write('key', { item: edited<ApiKey>(kept, {}, [entry('key.updated', id, data)]) });
  },
  waits: (edit, { key }) => givesMore(edit, key),
  seen: ({ key }) => key,
  subject: ({ id }) => id,
  attempt: UPDATE_KEY_ATTEMPT,
  title: ({ id }) => `Edit the API key ${id}`,
  headline: (edit, { key }) => headlineText(key?.name ?? edit.id, keyLines(edit, key)),
  lines: (edit, { key }) => [stated('name', key?.name ?? 'unknown'), ...keyLines(edit, key)],
  effect: (edit, { key }) => (givesMore(edit, key) ? effectOfScopes(key) : null),
  gives: 'answer',
  after: (organization: Organization, { id, holder }) =>
    holder === undefined
      ? organization
      : { ...organization, keys: organization.keys.map((key) => (key.id === id ? { ...key, holder } : key)) },
});

/** A named holder can hide from the powers of people that anybody has the key (docs/decisions/powers.md). */
function givesMore({ maxOpen, holder }: ApiKeyPatch, key: ApiKey | null): boolean {
  const raises = maxOpen !== undefined && (maxOpen ?? Infinity) > (key?.maxOpen ?? Infinity);
  return raises || (holder !== undefined && holder !== (key?.holder ?? null));
}

/** The token stops working at the next request; the others stay. Ending it again changes nothing. */
export const endToken = /* @__PURE__ */ atOnce<{ readonly id: ApiKeyId; readonly number: number }>()({
  entries: KEY_ENTRIES,
  reads: ({ id }) => [KEY.of(id)],
  decide: ({ key }, { id, number }, { at, entry }) => {
    const token = key?.tokens.find((each) => each.number === number);
    if (key === null || token === undefined) return refuse('not_found');
    if (token.endsAtMs !== null && token.endsAtMs <= at) return nothing(key);
    const tokens = key.tokens.map((each) => (each === token ? { ...each, endsAtMs: at } : each));
    return write('key', { item: edited<ApiKey>(key, { tokens }, [entry('key.token_ended', id, { token: number })]) });
  },
  waits: 'never',
});

/**
 * The key stops working at the next request. Its record stays, because callbacks of its requests are still signed with
 * it.
 */
export const revokeKey = /* @__PURE__ */ atOnce<{ readonly id: ApiKeyId }>()({
  entries: KEY_ENTRIES,
  reads: ({ id }) => [KEY.of(id)],
  decide: ({ key }, { id }, { at, entry }) => {
    if (key === null) return refuse('not_found');
    if (key.revokedAtMs !== null) return nothing(key);
    return write('key', { item: edited<ApiKey>(key, { revokedAtMs: at }, [entry('key.revoked', id)]) });
  },
  waits: 'never',
});

const limitText = (maxOpen: number | null | undefined): string => (maxOpen == null ? 'no limit' : String(maxOpen));
const holderWords = (holder: string | null | undefined): Words =>
  holder == null ? said`nobody named` : said`${named('operator', holder)}`;

function keyLines({ maxOpen, holder }: ApiKeyPatch, key: ApiKey | null): Line[] {
  return [
    ...(maxOpen === undefined ? [] : [changed('open requests at most', limitText(key?.maxOpen), limitText(maxOpen))]),
    ...(holder === undefined ? [] : [changed('holder', holderWords(key?.holder), holderWords(holder))]),
  ];
}
