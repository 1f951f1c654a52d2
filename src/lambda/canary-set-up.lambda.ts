/** Runs before each run of the canary: creates the canary organization if the deployment has none. */

import { createSoftwarePasskey } from '../adapters/webauthn/software-passkey';
import { createPasskeyStore } from '../service/access/store/passkey-store';
import { createConfigStore } from '../service/administration/store/config-store';
import { createBase } from './aws/base';
import { putSecretText, secretText } from './aws/secret-text';
import { secretBox } from './aws/secrets';
import { serve } from './aws/serve';
import { credentialsIn } from './canary/credentials';
import { setUpCanary } from './canary/set-up';
import { readEnv } from './env';

export const handler = serve('canary-set-up', (log) => {
  const { canarySecretId, mailboxSecretId, receiverUrl } = readEnv([
    'canarySecretId',
    'mailboxSecretId',
    'receiverUrl',
  ]);
  const base = createBase(log);

  const deps = {
    ...base,
    config: createConfigStore(base.tables),
    passkeys: createPasskeyStore(base.tables),
    secretBox: secretBox(base.clock, base.tables),
    platformActions: new Map<string, string>(),
    newPasskey: createSoftwarePasskey,
    receiver: receiverUrl,
    mailboxKey: () => secretText(mailboxSecretId, 'AWSCURRENT'),
    stored: async () => credentialsIn(await secretText(canarySecretId, 'AWSCURRENT')),
    store: (credentials: object) => putSecretText(canarySecretId, JSON.stringify(credentials)),
  };

  return async (): Promise<void> => {
    if ((await setUpCanary(deps)) === 'made') base.log.info('the canary organization was made');
  };
});
