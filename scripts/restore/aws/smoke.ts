/** The check from outside, with credentials that exist in the tables that are in use now. */
import { randomBytes } from 'node:crypto';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type CanaryCredentials, credentialsIn } from '../../../src/lambda/canary/credentials';
import { smoke } from '../../../src/lambda/canary/smoke';
import { formatApiKeyToken } from '../../../src/protocol/api-key-token';
import { functionOf, outputsOf } from './stack';
import type { Pause } from './triggers';

/** The output of a deployment without a canary. */
const NO_CANARY = 'none';
/** A function may still read the value of a secret that was just replaced. */
const [ATTEMPTS, PAUSE_MS] = [6, 10_000];

/**
 * The canary's key may be younger than the point of a restore, or of another region's tables. Then its secret is emptied,
 * and `canary-set-up` makes a key in the tables that the deployment has now.
 */
export async function smokeStack(stack: string, pause: Pause, log: (line: string) => void): Promise<void> {
  const { BaseUrl: url, CanarySecret: SecretId } = await outputsOf(stack, ['BaseUrl', 'CanarySecret']);
  if (SecretId === NO_CANARY) return lookFromOutside(url, log);
  const client = new SecretsManagerClient({});
  const read = async () =>
    credentialsIn((await client.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '');
  const check = (credentials: CanaryCredentials) => smoke({ url, credentials, passed: (step) => log(`  ${step}`) });
  const known = await read();
  try {
    if (known !== null) return await check(known);
  } catch (error) {
    if (!(error instanceof Error) || !/\b401\b|sign in/.test(error.message)) throw error;
    log(`  ${error.message}: the canary gets another key`);
    await client.send(new PutSecretValueCommand({ SecretId, SecretString: '{}' }));
  }
  // Its own schedule can be hours away (`canaryMinutes`).
  const FunctionName = await functionOf(stack, 'canarySetUp');
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await new LambdaClient({}).send(new InvokeCommand({ FunctionName }));
    const made = await read();
    if (made !== null) return check(made);
    await pause(PAUSE_MS);
  }
  throw new Error('The canary got no key. Look at the log of canary-set-up, then run the command again.');
}

/**
 * Without a canary there is no key to propose with. That a key and a session that do not exist are refused shows that
 * CloudFront, the API, its functions and both tables work. The queues are not tried.
 */
async function lookFromOutside(url: string, log: (line: string) => void): Promise<void> {
  const unknown = () => randomBytes(32).toString('base64url');
  const cookie = `__Host-session=${unknown()}`;
  const checks: readonly (readonly [path: string, headers: Record<string, string>, status: number])[] = [
    ['/', {}, 200],
    ['/v1/requests?executable=true', { authorization: `Bearer ${formatApiKeyToken(unknown())}` }, 401],
    ['/api/session', { cookie }, 401],
  ];
  for (const [path, headers, status] of checks) {
    const answer = await fetch(`${url}${path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    if (answer.status !== status) throw new Error(`GET ${path} was answered ${answer.status}, and not ${status}`);
    log(`  GET ${path} was answered ${status}`);
  }
  log('  this deployment has no canary: propose a request yourself, and look whether its mails arrive');
}
