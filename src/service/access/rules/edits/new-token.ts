/** API keys get tokens: a new key its first one, a rotated key a second one (docs/decisions/key-rotation.md). */

import type { ApiKeyId } from '../../../../protocol/identifiers';
import { named, said } from '../../../../protocol/words';
import type { EntryWords } from '../../../audit/rules/chain';
import {
  KEY,
  nothing,
  refuse,
  SIGNING_KEY_OWNER,
  stated,
  waiting,
  write,
} from '../../../configuration/rules/declaration';
import { type ApiKey, type ApiToken, edited, type NewApiKey } from '../../../configuration/rules/items';
import { nameRefusal } from '../../../configuration/rules/names';
import type { Organization, ProposingKey } from '../../../policy/rules/organization';
import { accessOf } from '../access-of';
import { whyNoToken } from '../api-tokens';

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
  effect: (edit) => accessOf(edit),
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
  effect: (_, { key }) => accessOf(key),
  gives: 'request',
  after: null,
});
