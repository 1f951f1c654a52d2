/**
 * What edits of the configuration do outside of the items that they write: before, which can refuse the edit, and after.
 * At once, for an edit that is made now; an approved edit does nothing here before its requester collects a token.
 */
import type { NewToken } from '../../core/access/edits/new-token';
import type { AnyEdit, EditKind, EditOf, ItemOf } from '../../core/administration/edits';
import { type Refusal, refuse } from '../../core/configuration/declaration';
import { isUnverified } from '../../core/configuration/items';
import { isArn } from '../../core/delivery/destination';
import type { MadeEndpoint } from '../../core/delivery/edits/endpoint';
import { formatApiKeyToken, tokenHash } from '../../protocol/api-key-token';
import { constantTimeEqual, taggedHashHex } from '../../protocol/hash';
import {
  type ApiKeyId,
  apiKeyIdFrom,
  type EndpointId,
  endpointIdFrom,
  type OrgId,
  type RequestId,
} from '../../protocol/identifiers';
import { ok, type Result } from '../../protocol/result';
import { deriveCallbackKey } from '../../protocol/signature';
import { createSignInLink, type LinkDeps } from '../access/edit-link';
import { deletePasskey } from '../access/passkeys';
import type { CommandDeps } from '../ceremony/run-command';
import { takeSeatsOut } from '../ceremony/take-seats-out';
import { CHAT_URL_PLACE } from '../chat/deliver-post';
import { callbackKeyPlace, endpointSecretPlace, endpointTokenPlace, openToken } from '../delivery/compose-post';
import { isDeleted } from '../delivery/endpoint';
import { type RecoverDeps, recover } from '../delivery/recover';
import type {
  Clock,
  ConfigStore,
  PasskeyStore,
  Permit,
  Random,
  RequestStore,
  SecretBox,
  WebhookSender,
} from '../ports';
import { nowFor } from '../support/now';
import type { EditDeps, Editor } from './edit-config';

/** `change`: the approved change of which a token is collected. Null: the edit is made at once. */
type Before<E = AnyEdit> = (
  deps: never,
  editor: Editor,
  edit: E,
  change: RequestId | null,
) => Promise<Result<unknown, Refusal>>;

type After<E = AnyEdit, W = { readonly item: unknown; readonly made: unknown; readonly permit: Permit }> = (
  deps: never,
  editor: Editor,
  edit: E,
  written: W,
) => Promise<Result<unknown, Refusal>>;

interface Written<Kind extends EditKind, Made> {
  readonly item: ItemOf<Kind>;
  readonly made: Made;
  readonly permit: Permit;
}

interface Sealing {
  readonly clock: Clock;
  readonly random: Random;
  readonly secretBox: SecretBox;
}
interface Checking {
  readonly sender: WebhookSender;
}
interface Reading {
  readonly config: ConfigStore;
}
type Settling = CommandDeps & EditDeps;

/** How many open requests are settled before the answer. The stream settles the others. */
const SETTLED_AT_ONCE = 25;

const takeSome = (deps: Settling, org: OrgId) => takeSeatsOut(deps, org, SETTLED_AT_ONCE);

const around =
  <Kind extends EditKind, Made = null>() =>
  <
    const Of extends {
      readonly before?: Before<EditOf<Kind>>;
      readonly after?: After<EditOf<Kind>, Written<Kind, Made>>;
    },
  >(
    of: Of,
  ) =>
    of;

const AROUND = {
  create_operator: around<'create_operator'>()({
    after: async (_deps, _editor, _edit, { item: [created] }) => ok(created!),
  }),
  update_operator: around<'update_operator'>()({
    // After the answer, no verdict can count on the operator, because every command removes lost seats before it
    // decides. The oldest requests show this at once.
    after: async (deps: Settling, { org }, { patch: { enabled, role, email } }, { item }) => {
      // A demoted admin loses seats in changes of the configuration; a changed address strikes all seats.
      if (enabled === false || role === 'operator' || email !== undefined) await takeSome(deps, org);
      return ok(item);
    },
  }),
  send_sign_in_link: around<'send_sign_in_link'>()({
    after: async (deps: Settling & LinkDeps, { org }, _edit, { item, permit }) => {
      await takeSome(deps, org);
      return ok(await createSignInLink(deps, item, permit));
    },
  }),
  delete_passkey: around<'delete_passkey'>()({
    after: async (deps: EditDeps & { readonly passkeys: PasskeyStore }, { by }, { passkey }, { item }) => {
      const deleted = await deletePasskey(deps, item, passkey, by);
      return deleted.ok ? ok(null) : deleted;
    },
  }),
  connect_identity: around<'connect_identity'>()({
    after: async (deps: Settling, { org }, _edit, { item: [identity] }) => {
      await takeSome(deps, org);
      return ok(identity!);
    },
  }),
  create_key: around<'create_key', Token>()({
    before: async (deps: Sealing, { org }, _edit, change) => {
      const id = change === null ? apiKeyIdFrom(deps.random.hex(12)) : keyIdOf(change);
      return ok(await newToken(deps, org, id, 1, change));
    },
    after: async (_deps, _editor, _edit, { item, made: { token } }) => ok({ token, key: item! }),
  }),
  rotate_key: around<'rotate_key', Token>()({
    before: async (deps: Sealing & Reading, { org }, { id }, change) => {
      const found = await deps.config.apiKey(org, id);
      if (found === null) return refuse('not_found');
      const number = Math.max(...found.tokens.map((each) => each.number)) + 1;
      return ok(await newToken(deps, org, id, number, change));
    },
    after: async (_deps, _editor, _edit, { item, made: { token } }) => ok({ token, key: item! }),
  }),
  reissue_code: around<'reissue_code'>()({
    after: async (
      deps: Reading & { readonly clock: Clock; readonly requests: Pick<RequestStore, 'load'> },
      { org },
      { request },
    ) => {
      const [loaded, operators] = await Promise.all([deps.requests.load(org, request), deps.config.operators(org)]);
      return ok({ ...loaded!, operators, nowMs: nowFor(deps.clock, loaded!.request) });
    },
  }),
  set_chat: around<'set_chat'>()({
    before: async (deps: Sealing & Checking, { org }, { chat: { format, url } }) => {
      const validated = await deps.sender.validateEndpoint(url);
      if (!validated.ok) return refuse('url_refused', { why: validated.reason });
      const sealedUrl = await deps.secretBox.seal(org, CHAT_URL_PLACE, new TextEncoder().encode(url));
      // Only the host, because anyone with the rest of the URL can post.
      return ok({ format, host: new URL(url).host, sealedUrl });
    },
  }),
  create_endpoint: around<'create_endpoint', MadeEndpoint & Secret>()({
    before: async (deps: Sealing & Checking, { org }, { endpoint: { url } }) => {
      const validated = await deps.sender.validateEndpoint(url);
      if (!validated.ok) return refuse('url_refused', { why: validated.reason });
      const id = endpointIdFrom(deps.random.hex(12));
      const sealedToken = isArn(url) ? await testToken(deps, org, id) : null;
      return ok({ id, sealedToken, ...(await newSecret(deps, org, id)) });
    },
    after: async (_deps, _editor, _edit, { item, made: { secret } }) => ok({ endpoint: item!, secret }),
  }),
  rotate_secret: around<'rotate_secret', Secret>()({
    before: async (deps: Sealing, { org }, { id }) => ok(await newSecret(deps, org, id)),
    after: async (_deps, _editor, _edit, { item, made: { secret } }) => ok({ endpoint: item, secret }),
  }),
  verify_endpoint: around<'verify_endpoint'>()({
    before: async ({ config, secretBox }: Reading & Pick<Sealing, 'secretBox'>, { org }, { id, token }) => {
      const found = await config.endpoint(org, id);
      if (found === null || isDeleted(found)) return refuse('not_found');
      if (!isUnverified(found)) return refuse('verified_already');
      const isRight = constantTimeEqual(await openToken(secretBox, found), token);
      return isRight ? ok({ sealedToken: found.sealedToken! }) : refuse('wrong_token');
    },
  }),
  recover_endpoint: around<'recover_endpoint'>()({
    after: async (deps: RecoverDeps, _editor, { span }, { item }) => ok(await recover(deps, item, span)),
  }),
};

type Around = typeof AROUND;
type BeforeOf<Kind> = Kind extends keyof Around
  ? Around[Kind] extends { readonly before: infer Fn extends (...args: never) => unknown }
    ? Fn
    : never
  : never;
type AfterOf<Kind> = Kind extends keyof Around
  ? Around[Kind] extends { readonly after: infer Fn extends (...args: never) => unknown }
    ? Fn
    : never
  : never;
type FirstOf<Fn> = Fn extends (deps: infer Deps, ...rest: never) => unknown ? Deps : never;
type ErrorOf<Fn> = Fn extends (...args: never) => Promise<infer R> ? Extract<R, { readonly ok: false }> : never;
type OkOf<Fn> = Fn extends (...args: never) => Promise<infer R> ? Extract<R, { readonly ok: true }> : never;

/** What the work outside of edits of these kinds needs. */
export type OutsideDeps<Kind extends EditKind> = {
  [Each in Kind]: FirstOf<BeforeOf<Each>> | FirstOf<AfterOf<Each>>;
}[Kind];
export type RefusedOutside<Kind extends EditKind> = {
  [Each in Kind]: (ErrorOf<BeforeOf<Each>> | ErrorOf<AfterOf<Each>>)['error'];
}[Kind];
/** The value of an edit that was made: what comes after, or else the written item. */
export type ValueOutside<Kind extends EditKind, Item> = {
  [Each in Kind]: [AfterOf<Each>] extends [never] ? Item : OkOf<AfterOf<Each>>['value'];
}[Kind];

interface AnyAround {
  readonly before?: Before;
  readonly after?: After;
}
export const OUTSIDE = AROUND as unknown as { readonly [Kind in EditKind]?: AnyAround };

/** Answered once. Only its sealed form is stored. */
interface Secret {
  readonly secret: string;
}

interface Token extends NewToken {
  /** Returned only here. The service keeps its hash and the derived callback key, sealed. */
  readonly token: string;
}

async function newToken(
  { clock, random, secretBox }: Sealing,
  org: OrgId,
  id: ApiKeyId,
  number: number,
  change: RequestId | null,
): Promise<Token> {
  const token = formatApiKeyToken(random.base64url(32));
  const sealedCallbackKey = await secretBox.seal(org, callbackKeyPlace(id, number), deriveCallbackKey(token));
  const times = { createdAtMs: clock.nowMs(), endsAtMs: null, lastUsedAtMs: null };
  return { id, token, stored: { number, hash: tokenHash(token), sealedCallbackKey, change, ...times } };
}

/** One change makes one key, because its id follows from the change. */
function keyIdOf(change: RequestId): ApiKeyId {
  return apiKeyIdFrom(taggedHashHex('service.change-key.v1', change).slice(0, 24));
}

async function newSecret({ random, secretBox }: Sealing, org: OrgId, id: EndpointId) {
  const secret = `whsec_${random.base64url(32)}`;
  const sealedSecret = await secretBox.seal(org, endpointSecretPlace(id), new TextEncoder().encode(secret));
  return { secret, sealedSecret };
}

/** With 128 bits nobody can guess it, so wrong tokens are not counted. */
function testToken({ random, secretBox }: Sealing, org: OrgId, id: EndpointId): Promise<string> {
  return secretBox.seal(org, endpointTokenPlace(id), new TextEncoder().encode(`verify_${random.base64url(16)}`));
}
