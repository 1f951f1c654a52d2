/**
 * Remembers the API keys that sign callbacks, in functions that post (docs/decisions/key-rotation.md): an instance reads a key
 * once in a minute, not once for each callback. It reads a key again for a token that it does not know. Otherwise a callback of
 * a request that a new token made would fail for good.
 */

import type { ConfigStore } from '../../configuration/ports';
import type { ApiKey } from '../../configuration/rules/items';
import type { Clock } from '../../system/ports';

const MAX_KEYS = 1000;
const KEPT_MS = 60_000;

interface Known {
  readonly read: Promise<ApiKey | null>;
  readonly untilMs: number;
}

export function withCallbackKeys(config: ConfigStore, clock: Clock): ConfigStore {
  const known = new Map<string, Known>();
  const readAgain = (name: string, read: Promise<ApiKey | null>): Promise<ApiKey | null> => {
    if (known.size >= MAX_KEYS) known.clear();
    const kept = { read, untilMs: clock.nowMs() + KEPT_MS };
    known.set(name, kept);
    const forget = () => void (known.get(name) === kept && known.delete(name));
    // Neither a failure nor a missing key is remembered.
    read.then((key) => key === null && forget(), forget);
    return read;
  };
  return {
    ...config,
    async apiKey(org, id, token) {
      const name = `${org} ${id}`;
      const found = known.get(name);
      if (found !== undefined && clock.nowMs() < found.untilMs) {
        const key = await found.read;
        if (token === undefined || key === null || key.tokens.some(({ number }) => number === token)) return key;
      }
      return readAgain(name, config.apiKey(org, id));
    },
  };
}
