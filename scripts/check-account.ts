/**
 * npm run check-account -- --config deployments/prod.json
 *
 * Checks before the first deployment what only the account can say: whether it is the account and the region of the file,
 * what SES may send and from whom, and how many functions Lambda runs at a time. Nothing is changed.
 *
 * Exit codes: 0 if nothing is missing, 1 if something is, 2 for wrong use and other failures.
 */
import { checkedConfig } from '../infra/config';
import { misplaced, placeHere, readinessOf } from './support/account';
import { exitCodeOf, jsonIn, Misuse, parsedArgs, readText } from './support/command';

const USAGE = 'usage: npm run check-account -- --config FILE';

async function main(argv: readonly string[]): Promise<number> {
  const { values } = parsedArgs({ args: [...argv], options: { config: { type: 'string' } } }, USAGE);
  const { config: path } = values;
  if (path === undefined) throw new Misuse(USAGE);
  const config = checkedConfig(jsonIn(readText(path), path));
  const elsewhere = misplaced(await placeHere(), config, path);
  // The answers of another account or region say nothing.
  const { facts, problems } = elsewhere.length > 0 ? { facts: [], problems: elsewhere } : await readinessOf(config);
  for (const line of facts) console.log(line);
  for (const line of problems) console.error(`missing: ${line}`);
  if (problems.length === 0) console.log(`ok: ${config.account} can take ${config.stage} in ${config.region}`);
  return problems.length === 0 ? 0 : 1;
}

void main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.exitCode = exitCodeOf(error, 2);
  },
);
