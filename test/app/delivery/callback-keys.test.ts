/** The API keys that sign callbacks, as an instance that posts remembers them. */

import { withCallbackKeys } from '../../../src/app/delivery/callback-keys';
import type { ConfigStore } from '../../../src/app/ports';
import type { ApiKeyId, OrgId } from '../../../src/protocol/identifiers';
import { ORG } from '../../support/builders';

const KEY = 'key_1' as ApiKeyId;

function reading(...answers: (object | null | Error)[]) {
  let reads = 0;
  const apiKey = async () => {
    const answer = answers[reads++] ?? null;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { config: withCallbackKeys({ apiKey } as unknown as ConfigStore), reads: () => reads };
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
});
