/** Caches the API keys that sign callbacks. The part that signs never changes, even when the key is revoked. */
import type { ConfigStore } from '../ports';

const MAX_KEYS = 1000;

/** For functions that post: a key is read once by each instance, not once for each callback. */
export function withCallbackKeys(config: ConfigStore): ConfigStore {
  const known = new Map<string, ReturnType<ConfigStore['apiKey']>>();
  return {
    ...config,
    apiKey(org, id) {
      const name = `${org} ${id}`;
      const found = known.get(name);
      if (found !== undefined) return found;
      if (known.size >= MAX_KEYS) known.clear();
      const read = config.apiKey(org, id);
      known.set(name, read);
      const forget = () => void known.delete(name);
      // Neither a failure nor a missing key is remembered.
      read.then((key) => key === null && forget(), forget);
      return read;
    },
  };
}
