/** Runs every few minutes: sends one request through the deployment from outside. An error triggers the alarm. */
import { secretText } from './aws/secret-text';
import { serve } from './aws/serve';
import { credentialsIn } from './canary/credentials';
import { smoke } from './canary/smoke';
import { readEnv } from './env';

export const handler = serve('canary', (log) => {
  const { consoleOrigin, canarySecretId } = readEnv(['consoleOrigin', 'canarySecretId']);

  return async (): Promise<void> => {
    const credentials = credentialsIn(await secretText(canarySecretId, 'AWSCURRENT'));
    if (credentials === null) throw new Error('The canary organization is not set up yet');
    const startedAtMs = Date.now();
    await smoke({ url: consoleOrigin, credentials });
    log.info('the canary passed', { ms: Date.now() - startedAtMs });
  };
});
