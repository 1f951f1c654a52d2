/** The I/O of the edits of operators, their ways to sign in, and API keys. */

import { formatApiKeyToken, tokenHash } from '../../../protocol/api-key-token';
import { taggedHashHex } from '../../../protocol/hash';
import { type ApiKeyId, apiKeyIdFrom, type OrgId, type RequestId } from '../../../protocol/identifiers';
import { ok } from '../../../protocol/result';
import { deriveCallbackKey } from '../../../protocol/signature';
import type { SecretBox } from '../../configuration/ports';
import {
  KEY,
  OPERATOR,
  OPERATORS,
  type OperatorWriteOptions,
  refuse,
  SIGNING_KEY_OWNER,
} from '../../configuration/rules/declaration';
import type { ApiKey, Operator } from '../../configuration/rules/items';
import type { EditDeps } from '../../configuration/use-cases/edit-config';
import { after, around, reader, type WithConfig, writer } from '../../configuration/use-cases/parts-of-edits';
import type { Clock, Random } from '../../system/ports';
import type { PasskeyStore } from '../ports';
import { callbackKeyPlace } from '../rules/api-keys';
import type { Identity } from '../rules/company-sign-in';
import { COMPANY, connectIdentity } from '../rules/edits/identity';
import { createKey, type NewToken, rotateKey } from '../rules/edits/key';
import { createOperator } from '../rules/edits/new-operators';
import { deletePasskey, IS_MAIL_LINK_ALLOWED, LIVE_PASSKEY, sendSignInLink } from '../rules/edits/operator-access';
import { ADMINS_CAN_SIGN } from '../rules/edits/settings';
import { updateOperator } from '../rules/edits/update-operator';
import { companyOf, isMailLinkAllowed } from './identities';
import { livePasskeys, removePasskey } from './passkeys';
import { createSignInLink, type LinkDeps } from './sessions';
import { everyAdminCanSign } from './signed-changes';

interface WithPasskeys {
  readonly passkeys: PasskeyStore;
}

export const READERS = [
  reader(OPERATOR, async ({ config }: WithConfig, org, id, known) => {
    const operators = known.of(OPERATORS);
    return operators === undefined
      ? config.operator(org, id)
      : ((await operators).find((one) => one.id === id) ?? null);
  }),
  reader(OPERATORS, ({ config }: WithConfig, org) => config.operators(org)),
  reader(KEY, async ({ config }: WithConfig, org, id) => (id === null ? null : config.apiKey(org, id))),
  reader(SIGNING_KEY_OWNER, async ({ config }: WithConfig, org, key) =>
    key === null ? null : config.signingKeyOwner(org, key),
  ),
  reader(COMPANY, ({ config }: WithConfig, org) => companyOf(config, org)),
  reader(IS_MAIL_LINK_ALLOWED, ({ config }: WithConfig, org, id) => isMailLinkAllowed(config, org, id)),
  reader(LIVE_PASSKEY, async (deps: WithPasskeys, _org, { passkey }, known) => {
    const owner = await known.of(OPERATOR);
    const live = owner == null ? [] : await livePasskeys(deps, owner);
    return live.find(({ id }) => id === passkey) ?? null;
  }),
  reader(
    ADMINS_CAN_SIGN,
    async (deps: WithConfig & { readonly passkeys: Pick<PasskeyStore, 'ofOrganization'> }, org, turn) =>
      turn === 'code' || (await everyAdminCanSign(deps, org)),
  ),
] as const;

const sameIds = <T extends { readonly id: string }>(items: readonly T[], all: readonly T[]): T[] =>
  items.flatMap(({ id }) => all.find((one) => one.id === id) ?? []);

export const writers = () =>
  [
    writer<{ kind: 'operator'; item: Operator; options: OperatorWriteOptions }>('operator')(
      ({ config }: WithConfig, org, permit) => ({
        save: ({ item, options }) => config.saveOperator(item, permit, options),
        stored: ({ item }) => config.operator(org, item.id),
      }),
    ),
    writer<{ kind: 'operators'; item: readonly Operator[]; options: Pick<OperatorWriteOptions, 'beginsRule'> }>(
      'operators',
    )(({ config }: WithConfig, org, permit) => ({
      save: ({ item, options }) => config.saveNewOperators(item, permit, options),
      stored: async ({ item }) => sameIds(item, await config.operators(org)),
    })),
    writer<{ kind: 'key'; item: ApiKey }>('key')(({ config }: WithConfig, org, permit) => ({
      save: ({ item }) => config.saveApiKey(item, permit),
      stored: ({ item }) => config.apiKey(org, item.id),
    })),
    writer<{ kind: 'identities'; item: readonly Identity[]; struck: Operator | null }>('identities')(
      ({ config }: WithConfig, org, permit) => ({
        save: ({ item, struck }) => config.saveIdentities(item, struck === null ? null : { operator: struck, permit }),
        stored: async ({ item }) => sameIds(item, await config.identities(org)),
      }),
    ),
  ] as const;

export const OUTSIDE = {
  create_operator: /* @__PURE__ */ after(createOperator, async (_deps: object, _occasion, [created]) => ok(created!)),
  update_operator: /* @__PURE__ */ after(updateOperator, async (_deps: object, _occasion, item) => ok(item)),
  send_sign_in_link: /* @__PURE__ */ after(sendSignInLink, async (deps: LinkDeps, { permit }, item) =>
    ok(await createSignInLink(deps, item, permit)),
  ),
  delete_passkey: /* @__PURE__ */ after(
    deletePasskey,
    async (deps: EditDeps & WithPasskeys, { editor, edit }, item) => {
      const deleted = await removePasskey(deps, item, edit.passkey, editor.by);
      return deleted.ok ? ok(null) : deleted;
    },
  ),
  connect_identity: /* @__PURE__ */ after(connectIdentity, async (_deps: object, _occasion, [identity]) =>
    ok(identity!),
  ),
  create_key: /* @__PURE__ */ around(
    createKey,
    async (deps: Sealing, { editor: { org }, change }) => {
      const id = change === null ? apiKeyIdFrom(deps.random.hex(12)) : keyIdOf(change);
      return ok(await newToken(deps, org, id, 1, change));
    },
    async (_deps: object, _occasion, key, { token }) => ok({ token, key: key! }),
  ),
  rotate_key: /* @__PURE__ */ around(
    rotateKey,
    async (deps: Sealing & WithConfig, { editor: { org }, edit: { id }, change }) => {
      const found = await deps.config.apiKey(org, id);
      if (found === null) return refuse('not_found');
      const number = Math.max(...found.tokens.map((each) => each.number)) + 1;
      return ok(await newToken(deps, org, id, number, change));
    },
    async (_deps: object, _occasion, key, { token }) => ok({ token, key: key! }),
  ),
};

interface Sealing {
  readonly clock: Clock;
  readonly random: Random;
  readonly secretBox: SecretBox;
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
