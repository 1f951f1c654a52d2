/** The check from outside, with credentials that exist in the tables that are in use now. */
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type CanaryCredentials, credentialsIn } from '../../../src/lambda/canary/credentials';
import { smoke } from '../../../src/lambda/canary/smoke';
import { outputOf, outputsOf } from './stack';
import type { Pause } from './triggers';

const POLL_MS = 10_000;
/** The canary's organization is completed every five minutes. */
const SET_UP_MS = 360_000;

/**
 * The canary's key may be younger than the point of a restore, or of another region's tables. Then its secret is emptied,
 * and the deployment makes a key in the tables that it has now.
 */
export async function smokeStack(stack: string, pause: Pause, log: (line: string) => void): Promise<void> {
  const { BaseUrl: url } = await outputsOf(stack, ['BaseUrl']);
  const SecretId = await outputOf(stack, 'CanarySecret');
  if (SecretId === undefined) {
    log('  this deployment has no canary: propose a request yourself');
    return;
  }
  const client = new SecretsManagerClient({});
  const read = async () =>
    credentialsIn((await client.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '');
  const check = (credentials: CanaryCredentials) => smoke({ url, credentials, passed: (step) => log(`  ${step}`) });
  const known = await read();
  try {
    if (known !== null) return await check(known);
  } catch (error) {
    if (!(error instanceof Error) || !/\b401\b|sign in/.test(error.message)) throw error;
    log(`  ${error.message}: the canary gets another key, which takes up to six minutes`);
    await client.send(new PutSecretValueCommand({ SecretId, SecretString: '{}' }));
  }
  for (let waitedMs = 0; waitedMs < SET_UP_MS; waitedMs += POLL_MS) {
    await pause(POLL_MS);
    const made = await read();
    if (made !== null) return check(made);
  }
  throw new Error(
    'The canary got no key within six minutes. Look at the log of canary-set-up, then run the command again.',
  );
}
