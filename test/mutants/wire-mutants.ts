// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the source texts are quoted as they stand
/** Mistakes on the wire: signatures, envelopes, posts. */
import type { Mutant } from './mutant';

const in_ =
  (folder: string) =>
  (file: string, name: string, find: string, replace: string, test: string): Mutant => ({
    name,
    file: `${folder}/${file}`,
    find,
    replace,
    tests: [`test/${test}`],
  });

const protocol = in_('src/protocol');
const client = in_('src/client');
const sender = in_('src/adapters/webhook-sender');

export const WIRE_MUTANTS: readonly Mutant[] = [
  protocol(
    'statements/head.ts',
    'what is published beside a head is not compared with what was signed',
    'headBodyHash({ hashes, ended }) !== payload.body',
    'headBodyHash({ hashes, ended }) === null',
    'scripts/verify-audit.test.ts',
  ),
  protocol(
    'statements/head.ts',
    'a head follows any other with the number before',
    '    head.prev === headJwsHash(before.jws) &&\n',
    '',
    'scripts/verify-audit.test.ts',
  ),
  protocol(
    'statements/proof-keys.ts',
    'a key without an enrolment is believed',
    'if (!options.allowUnenrolled)',
    'if (options.allowUnenrolled === null)',
    'scripts/verify-proof.test.ts',
  ),
  protocol(
    'statements/proof.ts',
    'a file that is not in the list is passed over',
    'if (unknown !== null) return',
    'if (unknown === FILE.audit) return',
    'protocol/proof.test.ts',
  ),
  protocol(
    'signature.ts',
    'a prefix of the signature is compared',
    'timingSafeEqual(right, given)',
    'right.subarray(0, 4).equals(given.subarray(0, 4))',
    'fuzz/parsers.test.ts',
  ),
  protocol(
    'signature.ts',
    'an old signature passes',
    "if (tSeconds < input.nowSeconds - tolerance) return err('too_old');",
    '',
    'protocol/forms.test.ts',
  ),
  protocol(
    'signature.ts',
    'a signature from the future passes',
    "if (tSeconds > input.nowSeconds + tolerance) return err('too_new');",
    '',
    'protocol/forms.test.ts',
  ),
  protocol(
    'sealed-envelope.ts',
    'an envelope opens under another action',
    "Buffer.from(`${INTENT_AAD_TAG}\\0${action}`, 'utf8')",
    "Buffer.from(`${INTENT_AAD_TAG}\\0${action.length}`, 'utf8')",
    'protocol/vectors.test.ts',
  ),
  protocol(
    'sealed-envelope.ts',
    'another spelling of the same bytes opens',
    "return bytes.toString('base64url') === text ? bytes : Buffer.alloc(0);",
    'return bytes;',
    'fuzz/parsers.test.ts',
  ),
  protocol(
    'canonical-json.ts',
    'keys stay in the order they came in',
    'Object.keys(value).sort()',
    'Object.keys(value)',
    'fuzz/parsers.test.ts',
  ),
  client(
    'events.ts',
    'the signature is over JSON that was written again',
    'verifySignature({ body: rawBody, header',
    'verifySignature({ body: JSON.stringify(JSON.parse(rawBody.toString())), header',
    'client/events.test.ts',
  ),
  sender(
    'exchange.ts',
    'a redirect is followed',
    "    request.on('response', (answer) => {\n      answered = true;\n",
    "    request.on('response', (answer) => {\n      answered = true;\n      if (answer.headers.location !== undefined) {\n        answer.resume();\n        const url = new URL(answer.headers.location, work.url);\n        void send({ ...work, url }).then(finish);\n        return;\n      }\n",
    'delivery/sender/answers.test.ts',
  ),
];
