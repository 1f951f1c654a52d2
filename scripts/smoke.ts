/**
 * npm run smoke -- --url URL --key KEY
 *
 * Checks a deployment from outside: proposes a request of its organization `canary`, reads it, aborts it as its operator,
 * and verifies the signature of the event that arrives. URL is the stack's output BaseUrl. KEY is the value of the secret
 * in the output CanarySecret; the environment variable SMOKE_KEY does as well, and is not seen in a list of processes.
 *
 * Exit codes: 0 if everything holds, 1 if a step failed, 2 for wrong use.
 */
import { type CanaryCredentials, credentialsIn } from '../src/lambda/canary/credentials';
import { smoke } from '../src/lambda/canary/smoke';
import { exitCodeOf, Misuse, parsedArgs } from './support/command';

const USAGE = 'usage: npm run smoke -- --url URL --key KEY, or SMOKE_KEY in the environment';

async function main(argv: readonly string[]): Promise<number> {
  const { url, credentials } = inputOf(argv);
  try {
    const startedAtMs = Date.now();
    await smoke({ url, credentials, passed: (step) => console.log(step) });
    console.log(`ok: ${new URL(url).host} works, ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s`);
    return 0;
  } catch (error) {
    console.error(`failed: ${(error as Error).message}`);
    return 1;
  }
}

function inputOf(argv: readonly string[]): { readonly url: string; readonly credentials: CanaryCredentials } {
  const text = { type: 'string' } as const;
  const { values } = parsedArgs({ args: [...argv], options: { url: text, key: text } }, USAGE);
  const { url, key = process.env.SMOKE_KEY } = values;
  if (url === undefined || key === undefined) throw new Misuse(USAGE);
  if (!URL.canParse(url)) throw new Misuse(`--url ${url} is not a URL`);
  return { url, credentials: credentialsOf(key) };
}

function credentialsOf(key: string): CanaryCredentials {
  let credentials: CanaryCredentials | null;
  try {
    credentials = credentialsIn(key);
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
  if (credentials !== null) return credentials;
  throw new Misuse('The secret is still empty. The first run of the canary fills it.');
}

main(process.argv.slice(2))
  .catch((error) => exitCodeOf(error, null))
  .then((code) => {
    process.exitCode = code;
  });
