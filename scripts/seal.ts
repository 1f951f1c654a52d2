/**
 * `npm run -s seal -- --action A --requester O --client C --method M [--args JSON] [--param k=v ...]`: prints the body
 * of a create call whose intent is sealed under a new key. The body goes to standard output, the key to standard error.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sealIntent } from '../src/protocol/sealed-envelope';

const { values } = parseArgs({
  options: {
    action: { type: 'string' },
    requester: { type: 'string' },
    client: { type: 'string' },
    method: { type: 'string' },
    args: { type: 'string', default: '[]' },
    param: { type: 'string', multiple: true, default: [] },
  },
});
const { action, requester, client, method } = values;
if (action === undefined || requester === undefined || client === undefined || method === undefined) {
  console.error(
    'usage: npm run -s seal -- --action A --requester O --client C --method M [--args JSON] [--param k=v ...]',
  );
  process.exit(1);
}
const key = randomBytes(32);
const plaintext = JSON.stringify({ v: 1, client, method, args: JSON.parse(values.args) as unknown });
const { envelope, digest } = sealIntent({ key, action, plaintext });
const params = Object.fromEntries(
  values.param.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
);
console.error(`intent key (base64), only for your worker: ${key.toString('base64')}`);
console.log(JSON.stringify({ action, requester, params: { ...params, intent: digest }, intent: envelope }));
