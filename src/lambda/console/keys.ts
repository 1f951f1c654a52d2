/** API keys. The token is answered once, when the key is created. */

import type { components } from '../../../generated/console';
import { MAX_TOKENS } from '../../service/access/rules/api-keys';
import type { ConfigurationDeps } from '../../service/administration/use-cases/change-configuration';
import type { ApiKey, ApiKeyPatch, NewApiKey } from '../../service/configuration/rules/items';
import { signingKeyText } from '../../service/request/rules/signed';
import { notFound, refused, reply } from '../http/answer';
import { parseId } from '../http/ids';
import type { DeepReadonly } from '../http/typed';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { edit } from './edit';
import { pageByPlace, pageQuery, withCursor } from './paging';
import { conflict, EDITED_MEANWHILE, invalidName } from './problems';

type Schemas = components['schemas'];

const NOT_A_SIGNING_KEY = refused(
  'The signing key must be an Ed25519 or P-256 public key as in a .pub file of OpenSSH.',
);
export const SIGNING_KEY_TAKEN = conflict(
  'This signing key is or was registered with another API key. Make a new key pair for this one.',
);
const NO_SUCH_KEY = notFound('There is no such API key in this organization.');
const NO_SUCH_TOKEN = notFound('There is no such token of an API key in this organization.');
export const KEY_REVOKED = conflict('This API key is revoked. Create another one.');
export const TWO_TOKENS = conflict('This API key has two tokens already. End one of them first.');
export const TOO_MANY_TOKENS = conflict(`This API key has had ${MAX_TOKENS} tokens. Create another API key.`);

export function createKeyHandlers(deps: ConfigurationDeps) {
  return {
    listKeys: (call) => withCursor(() => list(deps, call)),
    createKey: (call) => create(deps, call),
    updateKey: (call) => update(deps, call),
    rotateKey: (call) => rotate(deps, call),
    endToken: (call) => end(deps, call),
    revokeKey: (call) => revoke(deps, call),
  } satisfies Partial<ConsoleHandlers>;
}

async function list(deps: ConfigurationDeps, { principal, query }: ConsoleCall<'listKeys'>): ConsoleReply<'listKeys'> {
  const { org } = await signedIn(principal);
  const keys = await deps.config.apiKeys(org);
  const page = pageByPlace(keys, (key) => [key.createdAtMs, key.id], pageQuery(query));
  return reply(200, { server_now: deps.clock.nowMs(), keys: page.items.map(apiKeyView), cursor: page.cursor });
}

async function create(
  deps: ConfigurationDeps,
  { principal, body }: ConsoleCall<'createKey'>,
): ConsoleReply<'createKey'> {
  const key = newKeyOf(body);
  if (key === null) return NOT_A_SIGNING_KEY;
  return edit(
    deps,
    principal,
    { kind: 'create_key', ...key },
    {
      made: (issued) =>
        reply(201, { server_now: deps.clock.nowMs(), key: apiKeyView(issued.key), token: issued.token }),
      refused: {
        invalid_name: invalidName,
        invalid_actions: ({ problem }) => refused(problem),
        signing_key_taken: () => SIGNING_KEY_TAKEN,
        collected: () => EDITED_MEANWHILE,
      },
    },
  );
}

async function update(
  deps: ConfigurationDeps,
  { principal, path, body }: ConsoleCall<'updateKey'>,
): ConsoleReply<'updateKey'> {
  const id = parseId('key', path.id);
  if (id === null) return NO_SUCH_KEY;
  return edit(
    deps,
    principal,
    { kind: 'update_key', id, ...patchOf(body) },
    {
      made: (key) => reply(200, { server_now: deps.clock.nowMs(), key: apiKeyView(key) }),
      refused: {
        not_found: () => NO_SUCH_KEY,
        key_revoked: () => KEY_REVOKED,
        invalid_actions: ({ problem }) => refused(problem),
      },
    },
  );
}

async function rotate(
  deps: ConfigurationDeps,
  { principal, path }: ConsoleCall<'rotateKey'>,
): ConsoleReply<'rotateKey'> {
  const id = parseId('key', path.id);
  if (id === null) return NO_SUCH_KEY;
  return edit(
    deps,
    principal,
    { kind: 'rotate_key', id },
    {
      made: ({ key, token }) => reply(201, { server_now: deps.clock.nowMs(), key: apiKeyView(key), token }),
      refused: {
        not_found: () => NO_SUCH_KEY,
        key_revoked: () => KEY_REVOKED,
        two_tokens: () => TWO_TOKENS,
        too_many_tokens: () => TOO_MANY_TOKENS,
        collected: () => TWO_TOKENS,
      },
    },
  );
}

async function end(deps: ConfigurationDeps, { principal, path }: ConsoleCall<'endToken'>): ConsoleReply<'endToken'> {
  const id = parseId('key', path.id);
  if (id === null || !/^\d{1,3}$/.test(path.number)) return NO_SUCH_TOKEN;
  return edit(
    deps,
    principal,
    { kind: 'end_token', id, number: Number(path.number) },
    {
      made: (key) => reply(200, { server_now: deps.clock.nowMs(), key: apiKeyView(key) }),
      refused: { not_found: () => NO_SUCH_TOKEN },
    },
  );
}

/** Null if the signing key cannot sign. */
function newKeyOf({ name, scopes, signing_key, max_open: maxOpen, actions, holder: named }: Schemas['NewApiKey']) {
  const holder = named === undefined ? null : parseId('operator', named);
  const key: NewApiKey = {
    name,
    scopes,
    ...(maxOpen === undefined ? {} : { maxOpen }),
    ...(actions === undefined ? {} : { actions: actionIds(actions) }),
    ...(holder === null ? {} : { holder }),
  };
  if (signing_key === undefined) return key;
  const signingKey = signingKeyText(signing_key);
  return signingKey === null ? null : { ...key, signingKey };
}

/** The document allows only texts that have the form of an id. */
const actionIds = (actions: readonly string[]) => actions.flatMap((id) => parseId('action', id) ?? []);

function patchOf({ max_open: maxOpen, actions, holder }: Schemas['ApiKeyPatch']): ApiKeyPatch {
  return {
    ...(maxOpen === undefined ? {} : { maxOpen }),
    ...(actions === undefined ? {} : { actions: actions === null ? null : actionIds(actions) }),
    ...(holder === undefined ? {} : { holder: holder === null ? null : parseId('operator', holder) }),
  };
}

async function revoke(
  deps: ConfigurationDeps,
  { principal, path }: ConsoleCall<'revokeKey'>,
): ConsoleReply<'revokeKey'> {
  const id = parseId('key', path.id);
  if (id === null) return NO_SUCH_KEY;
  return edit(
    deps,
    principal,
    { kind: 'revoke_key', id },
    {
      made: (key) => reply(200, { server_now: deps.clock.nowMs(), key: apiKeyView(key) }),
      refused: { not_found: () => NO_SUCH_KEY },
    },
  );
}

export function apiKeyView(key: ApiKey): DeepReadonly<Schemas['ApiKey']> {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    signing_key: key.signingKey ?? null,
    max_open: key.maxOpen ?? null,
    actions: key.actions ?? null,
    holder: key.holder ?? null,
    created_at: key.createdAtMs,
    created_by: key.createdBy.actor,
    created_by_kind: key.createdBy.actor_kind,
    revoked_at: key.revokedAtMs,
    last_used_at: key.tokens.reduce<number | null>(
      (latest, { lastUsedAtMs }) => (lastUsedAtMs === null ? latest : Math.max(latest ?? 0, lastUsedAtMs)),
      null,
    ),
    tokens: key.tokens.map(({ number, createdAtMs, endsAtMs, lastUsedAtMs }) => ({
      number,
      created_at: createdAtMs,
      ended_at: endsAtMs,
      last_used_at: lastUsedAtMs,
    })),
  };
}
