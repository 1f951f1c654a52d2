/**
 * `npm run -s seal -- --action A --requester O --client C --method M [--args JSON] [--param k=v ...]`: prints the body
 * of a create call whose intent is sealed under a new key. The body goes to standard output, the key to standard error.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sealIntent } from '../src/protocol/sealed-envelope';

const USAGE =
  'usage: npm run -s seal -- --action A --requester O --client C --method M [--args JSON] [--param k=v ...]';

function main(): void {
  const values = parsed();
  const { action, requester, client, method } = values;
  if (action === undefined || requester === undefined || client === undefined || method === undefined) fail(USAGE);
  const params = Object.fromEntries(values.param.map(pairOf));
  const key = randomBytes(32);
  const plaintext = JSON.stringify({ v: 1, client, method, args: argsOf(values.args) });
  const { envelope, digest } = sealIntent({ key, action, plaintext });
  console.error(`intent key (base64), only for your worker: ${key.toString('base64')}`);
  console.log(JSON.stringify({ action, requester, params: { ...params, intent: digest }, intent: envelope }));
}

function parsed() {
  try {
    return parseArgs({
      options: {
        action: { type: 'string' },
        requester: { type: 'string' },
        client: { type: 'string' },
        method: { type: 'string' },
        args: { type: 'string', default: '[]' },
        param: { type: 'string', multiple: true, default: [] },
      },
    }).values;
  } catch (error) {
    return fail(`${(error as Error).message.split('. ')[0]}; ${USAGE}`);
  }
}

function argsOf(text: string): unknown[] {
  try {
    const args: unknown = JSON.parse(text);
    if (Array.isArray(args)) return args;
  } catch {
    // The same sentence for both.
  }
  return fail(`--args: ${text} is not a JSON array; write for example '[{"charge":"ch_1"}]'`);
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) fail(`--param: ${JSON.stringify(text)} is not of the form key=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

main();
