/** API keys: the token is answered once, when the key is made. */

import type { components } from '../../../generated/console';
import { type ManageKeysDeps, revokeKey } from '../../app/manage-keys';
import { issueApiKey } from '../../app/provision';
import type { ApiKey } from '../../core/config/config';
import type { ApiKeyId } from '../../protocol/identifiers';
import { type Answer, notFound } from '../http/answer';
import { type ConsoleCall, type ConsoleHandlers, plainIdOf, signedIn } from './caller';
import { pageByPlace, pageQuery } from './paging';
import { EDITED_MEANWHILE } from './problems';

type Schemas = components['schemas'];

export type KeysDeps = ManageKeysDeps;

const NO_SUCH_KEY = notFound('no such key in this organization');

export function createKeyHandlers(deps: KeysDeps): ConsoleHandlers {
  return {
    listKeys: async ({ principal, query }) => {
      const { org } = await signedIn(principal);
      const keys = await deps.config.apiKeys(org);
      const page = pageByPlace(keys, (key) => [key.createdAtMs, key.id], pageQuery(query));
      const body: Schemas['ApiKeyList'] = {
        server_now: deps.clock.nowMs(),
        keys: page.items.map(keyView),
        cursor: page.cursor,
      };
      return { status: 200, body };
    },
    createKey: (call) => create(deps, call),
    revokeKey: (call) => revoke(deps, call),
  };
}

async function create(deps: KeysDeps, { principal, body }: ConsoleCall): Promise<Answer> {
  const { org, operator } = await signedIn(principal);
  const { name, scopes } = body as Schemas['NewApiKey'];
  const { key, token } = await issueApiKey(deps, org, { name, scopes }, operator);
  const answer: Schemas['ApiKeyTokenAnswer'] = { server_now: deps.clock.nowMs(), key: keyView(key), token };
  return { status: 201, body: answer };
}

async function revoke(deps: KeysDeps, { principal, path }: ConsoleCall): Promise<Answer> {
  const { org, operator } = await signedIn(principal);
  const revoked = await revokeKey(deps, org, plainIdOf(path, NO_SUCH_KEY) as ApiKeyId, operator);
  if (!revoked.ok) {
    return revoked.error.reason === 'not_found' ? NO_SUCH_KEY : EDITED_MEANWHILE;
  }
  const answer: Schemas['ApiKeyAnswer'] = { server_now: deps.clock.nowMs(), key: keyView(revoked.value) };
  return { status: 200, body: answer };
}

function keyView(key: ApiKey): Schemas['ApiKey'] {
  return {
    id: key.id,
    name: key.name,
    scopes: [...key.scopes],
    created_at: key.createdAtMs,
    created_by: key.createdBy,
    revoked_at: key.revokedAtMs,
    last_used_at: key.lastUsedAtMs,
  };
}
