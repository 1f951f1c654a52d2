/** Edits of an API key that make no token: its limit and its holder, ending a token, and revoking the key. */

import type { ApiKeyId } from '../../../../protocol/identifiers';
import { named, said, type Words } from '../../../../protocol/words';
import type { EntryWords } from '../../../audit/rules/chain';
import {
  atOnce,
  changed,
  headlineOf,
  KEY,
  type Line,
  nothing,
  refuse,
  stated,
  waiting,
  write,
} from '../../../configuration/rules/declaration';
import { type ApiKey, type ApiKeyPatch, edited } from '../../../configuration/rules/items';
import type { Organization } from '../../../policy/rules/organization';
import { accessOf } from '../access-of';

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
  headline: (edit, { key }) => headlineOf(key?.name ?? edit.id, keyLines(edit, key)),
  lines: (edit, { key }) => [stated('name', key?.name ?? 'unknown'), ...keyLines(edit, key)],
  effect: (edit, { key }) => (givesMore(edit, key) ? accessOf(key) : null),
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
