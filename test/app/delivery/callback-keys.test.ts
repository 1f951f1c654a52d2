/** The API keys that sign callbacks, as an instance that posts remembers them. */

import { attemptDelivery } from '../../../src/app/delivery/attempt-delivery';
import { withCallbackKeys } from '../../../src/app/delivery/callback-keys';
import type { ConfigStore } from '../../../src/app/ports';
import type { ApiKeyId, OrgId } from '../../../src/protocol/identifiers';
import { anApiKey, anApiToken } from '../../store/conformance/config-items';
import { ORG } from '../../support/builders';
import { PERMIT } from '../../support/permit';
import { aDelivery, DENIED, NOW, openStage } from '../stage';

const KEY = 'key_1' as ApiKeyId;

let nowMs = NOW;
function reading(...answers: (object | null | Error)[]) {
  let reads = 0;
  const apiKey = async () => {
    const answer = answers[reads++] ?? null;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { config: withCallbackKeys({ apiKey } as unknown as ConfigStore, { nowMs: () => nowMs }), reads: () => reads };
}

describe('an API key that signs callbacks', () => {
  it('an instance reads the API key that signs callbacks once, however many callbacks it posts', async () => {
    const { config, reads } = reading({ id: KEY });
    for (let n = 0; n < 3; n++) expect(await config.apiKey(ORG, KEY)).toEqual({ id: KEY });
    expect(reads()).toBe(1);
  });

  it('an instance reads the API key that signs callbacks for each organization separately', async () => {
    const { config, reads } = reading({ org: 'ours' }, { org: 'theirs' });
    expect(await config.apiKey(ORG, KEY)).toEqual({ org: 'ours' });
    expect(await config.apiKey('org_other' as OrgId, KEY)).toEqual({ org: 'theirs' });
    expect(reads()).toBe(2);
  });

  it('an instance reads the API key again if it was missing or the read failed', async () => {
    const { config } = reading(null, new Error('down'), { id: KEY });
    expect(await config.apiKey(ORG, KEY)).toBeNull();
    await expect(config.apiKey(ORG, KEY)).rejects.toThrow('down');
    expect(await config.apiKey(ORG, KEY)).toEqual({ id: KEY });
  });

  it('an instance reads the API key again after a minute, and at once for a token that it does not know', async () => {
    const keys = [1, 2, 3].map((count) => ({ tokens: Array.from({ length: count }, (_, n) => ({ number: n + 1 })) }));
    const { config, reads } = reading(...keys);
    expect(await config.apiKey(ORG, KEY, 1)).toBe(keys[0]);
    nowMs += 60_000 - 1;
    expect(await config.apiKey(ORG, KEY, 1)).toBe(keys[0]);
    expect(await config.apiKey(ORG, KEY, 2)).toBe(keys[1]);
    nowMs += 60_000;
    expect([await config.apiKey(ORG, KEY, 1), reads()]).toEqual([keys[2], 3]);
  });

  it('the callback of a request that a new token made is posted by an instance that knows the API key from before the rotation', async () => {
    const stage = await openStage();
    const tokens = [1, 2].map((number) =>
      anApiToken(`hash ${number}`, { number, sealedCallbackKey: `APIKEY#key_1#callback_key#${number}: ${number}` }),
    );
    const signed = async (token: number) => {
      await stage.put({ ...DENIED, callback: { url: 'https://x.dev/cb', keyId: KEY, token } });
      const delivery = aDelivery({ receiver: 'callback' });
      await attemptDelivery(deps, await stage.owes(delivery));
      const signatures = stage.posts.at(-1)?.headers['Service-Signature']?.split(',v1=').length;
      return [(await stage.read(delivery)).delivery.state, signatures! - 1];
    };
    const deps = { ...stage.deps, config: withCallbackKeys(stage.deps.config, stage.deps.clock) };
    const key = anApiKey(ORG, { id: KEY, tokens: tokens.slice(0, 1) });
    await stage.deps.config.saveApiKey(key, PERMIT);
    expect(await signed(1)).toEqual(['delivered', 1]);
    await stage.deps.config.saveApiKey({ ...key, tokens, revision: 2 }, PERMIT);
    expect(await signed(2)).toEqual(['delivered', 2]);
  });
});
