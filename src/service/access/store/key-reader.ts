/**
 * Reads the API key for the key check. If the next call would only read an intent, this call reads it too: a worker's
 * claim and report then take two calls instead of three (docs/storage.md#access-patterns).
 */

import type { Tables } from '../../../adapters/dynamodb/client';
import { batchGet, getItem, type Item } from '../../../adapters/dynamodb/items';
import { intentKey, type Key, tokenKey } from '../../../adapters/dynamodb/keys';
import type { ConfigStore, LiveKey } from '../../configuration/ports';
import { storedIntent } from '../../request/store/beside-request';

/** How many tokens one instance remembers with their organization. The oldest is forgotten first. */
const REMEMBERED = 1000;

export function createKeyReader(tables: Tables): Pick<ConfigStore, 'liveKey'> {
  // A token always belongs to the same organization, so this cache cannot become wrong. Every call reads whether the
  // key is still valid.
  const organizations = new Map<string, LiveKey['org']>();
  return {
    liveKey: async (tokenHash, request) => {
      const key = tokenKey(tokenHash);
      const org = organizations.get(tokenHash);
      const beside = request === undefined || org === undefined ? null : intentKey(org, request);
      const [item, intent] = beside === null ? [await getItem(tables, key), null] : await getBoth(tables, key, beside);
      organizations.delete(tokenHash);
      if (item === null) return null;
      const live = fromTokenItem(item);
      organizations.set(tokenHash, live.org);
      if (organizations.size > REMEMBERED) organizations.delete(organizations.keys().next().value!);
      return beside === null ? live : { ...live, intent: storedIntent(intent) };
    },
  };
}

async function getBoth(tables: Tables, first: Key, second: Key): Promise<readonly [Item | null, Item | null]> {
  const items = await batchGet(tables, [first, second]);
  const at = ({ pk, sk }: Key) => items.find((item) => item.pk === pk && item.sk === sk) ?? null;
  return [at(first), at(second)];
}

function fromTokenItem(item: Item): LiveKey {
  return {
    org: item.org as LiveKey['org'],
    id: item.id as LiveKey['id'],
    scopes: item.scopes as LiveKey['scopes'],
    actions: (item.actions as LiveKey['actions'] | undefined) ?? null,
    signingKey: (item.signing_key as string | undefined) ?? null,
    token: item.token as number,
    endsAtMs: (item.ends_at as number | undefined) ?? null,
    maxOpen: (item.max_open as number | undefined) ?? null,
    lastUsedAtMs: (item.last_used_at as number | undefined) ?? null,
  };
}
