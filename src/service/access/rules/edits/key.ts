/**
 * Edits of API keys. A new key gets its first token, a rotated key a second one (docs/decisions/key-rotation.md). The
 * others make no token: the limit and the holder of a key, ending a token, and revoking the key.
 */

import { LIMITS } from '../../../../../generated/limits';
import type { ActionId, ApiKeyId } from '../../../../protocol/identifiers';
import { idWords, joined, listOf, named, said, type Words } from '../../../../protocol/words';
import type { AuditData, EntryWords } from '../../../audit/rules/chain';
import {
  atOnce,
  changed,
  headlineText,
  KEY,
  LIVE_ACTIONS,
  type Line,
  nothing,
  packed,
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
  type Scope,
} from '../../../configuration/rules/items';
import { nameRefusal } from '../../../configuration/rules/names';
import type { Organization, ProposingKey } from '../../../policy/rules/organization';
import { SERVICE_ACTION_PREFIX } from '../../../request/rules/administrative';
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
    detail: ({ data }) =>
      said`Called “${data.name}”, scopes: ${[data.scopes].flat().join(', ')}${data.actions === undefined ? '' : said`, limited to: ${listOf('action', data.actions)}`}`,
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
  reads: ({ signingKey = null, actions = [] }, made) => [
    KEY.of(made?.id ?? null),
    SIGNING_KEY_OWNER.of(signingKey),
    LIVE_ACTIONS.of(actions),
  ],
  decide: ({ key, signingKeyOwner, liveActions }, edit, { org, at, by, rule, made, entry }) => {
    // One approved change makes one key, because its id follows from the change.
    if (key !== null) return rule === 'approved' ? refuse('collected') : refuse('edited_meanwhile');
    const unnamed = nameRefusal({ name: edit.name });
    if (unnamed !== null) return unnamed;
    const actions = edit.actions === undefined ? undefined : sortedOnce(edit.actions);
    const refusal = actionsRefusal(actions ?? null, edit.scopes, liveActions);
    if (refusal !== null) return refusal;
    // A signing key belongs to one API key. Otherwise a receipt would not show who reported.
    if (signingKeyOwner !== null && signingKeyOwner !== made?.id) return refuse('signing_key_taken');
    if (made === null) return nothing(null);
    const { name, scopes, signingKey, maxOpen, holder } = edit;
    const optional = {
      ...(signingKey === undefined ? {} : { signingKey }),
      ...(maxOpen === undefined ? {} : { maxOpen }),
      ...(actions === undefined ? {} : { actions }),
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
      ...(actions === undefined ? {} : { actions }),
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
  lines: ({ name, scopes, signingKey, maxOpen, actions, holder }) => [
    stated('name', name),
    stated('scopes', scopes.join(', ')),
    ...(signingKey === undefined ? [] : [stated('signing key', signingKey)]),
    ...(maxOpen === undefined ? [] : [stated('open requests at most', String(maxOpen))]),
    ...(actions === undefined ? [] : packed('limited to the actions', actionWords(actions))),
    ...(holder === undefined ? [] : [stated('holder', holder)]),
  ],
  effect: (edit) => effectOfScopes(edit),
  gives: 'request',
  after: (organization: Organization, { name, scopes, holder = null, actions = null }) => {
    const key: ProposingKey = { id: 'new' as ApiKeyId, name, holder, actions };
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
    told: ({ subject, data }) => joined(updatedWords(said`The API key ${named('key', subject)}`, data), ' '),
  },
  'key.token_ended': {
    audience: 'admins',
    told: ({ subject, data }) =>
      said`The token number ${data.token} of the API key ${named('key', subject)} was ended.`,
  },
  'key.revoked': { audience: 'admins', told: ({ subject }) => said`The API key ${named('key', subject)} was revoked.` },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const UPDATE_KEY_ATTEMPT = 'edit the API key';

/** Sets or ends what the key is limited to, or names who holds its token. */
export const updateKey = /* @__PURE__ */ waiting<{ readonly id: ApiKeyId } & ApiKeyPatch>()({
  entries: KEY_ENTRIES,
  reads: ({ id, actions }) => [KEY.of(id), LIVE_ACTIONS.of(actions ?? [])],
  decide: ({ key, liveActions }, { id, ...patch }, { entry }) => {
    if (key === null) return refuse('not_found');
    if (key.revokedAtMs !== null) return refuse('key_revoked');
    const { maxOpen = null, actions = null, holder = null, ...bare } = key;
    const before = { maxOpen, actions, holder };
    const next = { ...before, ...given(patch) };
    const refusal = patch.actions === undefined ? null : actionsRefusal(next.actions, key.scopes, liveActions);
    if (refusal !== null) return refusal;
    const changes = {
      ...(next.maxOpen === maxOpen ? {} : { max_open: next.maxOpen }),
      ...(isSameList(next.actions, actions) ? {} : { actions: next.actions }),
      ...(next.holder === holder ? {} : { holder: next.holder }),
    };
    if (Object.keys(changes).length === 0) return nothing(key);
    const kept: ApiKey = {
      ...bare,
      ...(next.maxOpen === null ? {} : { maxOpen: next.maxOpen }),
      ...(next.actions === null ? {} : { actions: next.actions }),
      ...(next.holder === null ? {} : { holder: next.holder }),
    };
    return write('key', { item: edited<ApiKey>(kept, {}, [entry('key.updated', id, changes)]) });
  },
  waits: (edit, { key }) => givesMore(edit, key),
  seen: ({ key }) => key,
  subject: ({ id }) => id,
  attempt: UPDATE_KEY_ATTEMPT,
  title: ({ id }) => `Edit the API key ${id}`,
  headline: (edit, { key }) => headlineText(key?.name ?? edit.id, keyLines(edit, key)),
  lines: (edit, { key }) => [stated('name', key?.name ?? 'unknown'), ...keyLines(edit, key)],
  effect: (edit, { key }) => (givesMore(edit, key) ? effectOfScopes(key) : null),
  gives: 'request',
  after: (organization: Organization, { id, holder, actions }) => {
    const edit = { ...(holder === undefined ? {} : { holder }), ...(actions === undefined ? {} : { actions }) };
    const keys = organization.keys.map((key) => (key.id === id ? { ...key, ...edit } : key));
    return { ...organization, keys };
  },
});

/**
 * A named holder can hide from the powers of people that anybody has the key (docs/decisions/powers.md). A first list of
 * actions, or some of those that the key has, only takes away.
 */
function givesMore({ maxOpen, actions, holder }: ApiKeyPatch, key: ApiKey | null): boolean {
  const raises = maxOpen !== undefined && (maxOpen ?? Infinity) > (key?.maxOpen ?? Infinity);
  const before = key?.actions;
  const widens =
    before !== undefined && actions !== undefined && (actions?.some((one) => !before.includes(one)) ?? true);
  return raises || widens || (holder !== undefined && holder !== (key?.holder ?? null));
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

function keyLines({ maxOpen, actions, holder }: ApiKeyPatch, key: ApiKey | null): Line[] {
  return [
    ...(maxOpen === undefined ? [] : [changed('open requests at most', limitText(key?.maxOpen), limitText(maxOpen))]),
    ...(actions === undefined ? [] : actionLines(key?.actions ?? null, actions)),
    ...(holder === undefined ? [] : [changed('holder', holderWords(key?.holder), holderWords(holder))]),
  ];
}

/** Null: every action, also later ones. */
function actionLines(before: readonly ActionId[] | null, after: readonly ActionId[] | null): Line[] {
  if (before === null) return after === null ? [] : packed('limited to the actions', actionWords(after));
  if (after === null)
    return [
      stated('actions added', 'all others, also those that are created later'),
      ...packed('limited until now to', actionWords(before)),
    ];
  const without = (all: readonly ActionId[], others: readonly ActionId[]) =>
    actionWords(all.filter((one) => !others.includes(one)));
  return [...packed('actions added', without(after, before)), ...packed('actions removed', without(before, after))];
}

const actionWords = (actions: readonly ActionId[]): Words[] => sortedOnce(actions).map((id) => idWords('action', id));

const sortedOnce = (actions: readonly ActionId[]): readonly ActionId[] => [...new Set(actions)].sort();
const isSameList = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The audit log has the entries of every action. */
const IS_OF_ACTIONS: Readonly<Record<Scope, boolean>> = { propose: true, read: true, execute: true, audit: false };

/** Each id is an action that exists when the edit is made: otherwise a new action would widen a key that nobody looked at. */
function actionsRefusal(actions: readonly ActionId[] | null, scopes: readonly Scope[], live: readonly ActionId[]) {
  if (actions === null) return null;
  const whole = scopes.find((scope) => !IS_OF_ACTIONS[scope]);
  if (whole !== undefined)
    return refuse('invalid_actions', { problem: `An API key with the scope ${whole} cannot be limited to actions.` });
  const { min, max } = LIMITS.keyActions;
  if (actions.length < min || actions.length > max)
    return refuse('invalid_actions', { problem: `An API key can be limited to ${min} to ${max} actions.` });
  const unknown = actions.find((id) => id.startsWith(SERVICE_ACTION_PREFIX) || !live.includes(id));
  if (unknown === undefined) return null;
  return refuse('invalid_actions', { problem: `This organization has no action ${JSON.stringify(unknown)}.` });
}

/** What the patch sets. */
function given({ maxOpen, actions, holder }: ApiKeyPatch) {
  return {
    ...(maxOpen === undefined ? {} : { maxOpen }),
    ...(actions === undefined ? {} : { actions: actions === null ? null : sortedOnce(actions) }),
    ...(holder === undefined ? {} : { holder }),
  };
}

/** A sentence for each field that was changed. */
function updatedWords(key: Words, { max_open: open, actions, holder }: AuditData): Words[] {
  return [
    ...(open === undefined
      ? []
      : [
          open === null
            ? said`${key} has no limit of open requests any more.`
            : said`${key} may have ${open} open requests now.`,
        ]),
    ...(actions === undefined
      ? []
      : [
          actions === null
            ? said`${key} is not limited to actions any more.`
            : said`${key} is limited to these actions now: ${listOf('action', actions)}.`,
        ]),
    ...(holder === undefined
      ? []
      : [said`${key} is held by ${holder === null ? 'nobody who is named' : named('operator', holder)} now.`]),
  ];
}
