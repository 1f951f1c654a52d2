/** What the document of /v1 accepts and refuses of each input: one row for each rule of a field. */
import validators from '../../generated/service-validators';
import { type CompiledOperation, parseInput } from '../../src/lambda/http/validators';
import { DIGEST, ENVELOPE, SEALED } from '../support/verbs';

interface Sent {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}
type Row = readonly [what: string, sent: Sent];

const isAccepted = (operation: keyof typeof validators, { body, query, headers = {} }: Sent): boolean => {
  const event = { headers, queryStringParameters: query } as never;
  const compiled = validators[operation] as unknown as CompiledOperation<never>;
  return parseInput(compiled, { event, path: { id: 'req_1' }, body }).ok;
};

const bodies = (base: object, rows: readonly (readonly [string, object])[]): Row[] =>
  rows.map(([what, fields]) => [what, { body: { ...base, ...fields } }]);
const wholes = (...rows: readonly unknown[]): Row[] => rows.map((body) => [JSON.stringify(body) ?? 'none', { body }]);
const queries = (base: object, name: string, ...texts: readonly string[]): Row[] =>
  texts.map((text) => [`${name}=${text}`, { query: { ...base, [name]: text } }]);

const sealed = (fields: object) => ({ params: SEALED.params, intent: { ...ENVELOPE, ...fields } });
const params = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']));
const NEW = { action: 'demo.solo', requester: 'op_alpha' };
const REPORT = { claim_id: 'clm_1', status: 'succeeded' };
const RECEIPT = { operation_hash: DIGEST, intent: DIGEST, signature: 'x' };
const LIST = { executable: 'true' };

const ACCEPTED: Partial<Record<keyof typeof validators, readonly Row[]>> = {
  createRequest: [
    ...bodies(NEW, [
      ['no params', {}],
      [
        '24 params of full length',
        { params: Object.fromEntries(Object.keys(params(24)).map((key) => [key.padEnd(64, '0'), 'v'.repeat(512)])) },
      ],
      [
        'characters, not code units',
        { params: { ['🔑'.repeat(64)]: '🚀'.repeat(512), empty: '', 'with\u0000nul': 'a\u0000b' } },
      ],
      ['an intent that may run for a second', { ...SEALED, execute_within: 1 }],
      ['an intent that may run for 30 days', { ...SEALED, execute_within: 2_592_000 }],
      ['an intent of one byte and its tag', sealed({ ciphertext: 'A'.repeat(23) })],
    ]),
    ['an Idempotency-Key of 255 characters', { body: NEW, headers: { 'idempotency-key': '~'.repeat(255) } }],
  ],
  claimRequest: [...wholes(undefined, {}, { worker: 'w-1' }, { lease_seconds: 1 }, { lease_seconds: 3600 })],
  reportExecution: bodies(REPORT, [
    ['no reference and no error', {}],
    ['texts of 512 emoji', { reference: '🚀'.repeat(512), error: '🚀'.repeat(512) }],
    ['empty texts', { reference: '', error: '' }],
    ['a receipt', { receipt: RECEIPT }],
  ]),
  abortOwnRequest: wholes(undefined, {}, { reason: '😀'.repeat(512), run: 'r-1' }),
  listExecutableRequests: [...queries(LIST, 'limit', '1', '100'), ['no limit', { query: LIST }]],
  listEvents: [...queries({}, 'limit', '1', '100'), ...queries({}, 'wait', '0', '20')],
};

const REFUSED: typeof ACCEPTED = {
  createRequest: [
    ...bodies(NEW, [
      ['a field that this route does not take', { parms: {} }],
      ['a field that only an answer has', { state: 'authorized' }],
      ['no action', { action: undefined }],
      ['an empty action', { action: '' }],
      ['an action of null', { action: null }],
      ['an action that is a number', { action: 1 }],
      ['no requester', { requester: undefined }],
      ['an empty requester', { requester: '' }],
      ['a requester that is a list', { requester: ['op_alpha'] }],
      ['params that are a list', { params: ['a'] }],
      ['params of null', { params: null }],
      ['a param that is a number', { params: { amount: 5 } }],
      ['a param that is null', { params: { amount: null } }],
      ['a param that is an object', { params: { amount: {} } }],
      ['more than 24 params', { params: params(25) }],
      ['a param key of no characters', { params: { '': 'v' } }],
      ['a param key of 65 characters', { params: { ['k'.repeat(65)]: 'v' } }],
      ['a param key of 65 emoji', { params: { ['🔑'.repeat(65)]: 'v' } }],
      ['a param value of 513 characters', { params: { k: 'v'.repeat(513) } }],
      ['a param value of 513 emoji', { params: { k: '🚀'.repeat(513) } }],
      ['a summary that is a number', { summary: 5 }],
      ['a summary of null', { summary: null }],
      ['a callback URL that is no string', { callback_url: 5 }],
      ['a quorum that is a string', { quorum: '2' }],
      ['a quorum that is a fraction', { quorum: 1.5 }],
      ['a quorum of null', { quorum: null }],
      ['an intent that is a string', { ...SEALED, intent: 'sealed' }],
      ['an intent of null', { ...SEALED, intent: null }],
      ...Object.keys(ENVELOPE).map((field): [string, object] => [
        `an intent without ${field}`,
        sealed({ [field]: undefined }),
      ]),
      ['an intent of another version', sealed({ v: 2 })],
      ['an intent whose version is text', sealed({ v: '1' })],
      ['an intent under another algorithm', sealed({ alg: 'A128GCM' })],
      ['an intent whose kid is too short', sealed({ kid: '6733e5bd34a4d66' })],
      ['an intent whose kid is upper case', sealed({ kid: '6733E5BD34A4D669' })],
      ['an intent whose kid ends in a line feed', sealed({ kid: '6733e5bd34a4d669\n' })],
      ['an intent whose nonce is 11 bytes', sealed({ nonce: '2r-tHb7O8xo1Fwk' })],
      ['an intent whose nonce is padded', sealed({ nonce: '2r-tHb7O8xo1Fw==' })],
      ['an intent whose nonce is plain base64', sealed({ nonce: '2r+tHb7O8xo1Fwnw' })],
      ['an intent whose ciphertext is empty', sealed({ ciphertext: '' })],
      ['an intent whose ciphertext is shorter than its tag', sealed({ ciphertext: 'A'.repeat(21) })],
      ['an intent whose ciphertext is no base64url', sealed({ ciphertext: `${'A'.repeat(32)}+/` })],
      ['an intent whose ciphertext has an impossible length', sealed({ ciphertext: 'A'.repeat(33) })],
      ['an intent whose ciphertext ends in stray bits, one byte over', sealed({ ciphertext: `${'A'.repeat(33)}B` })],
      ['an intent whose ciphertext ends in stray bits, two bytes over', sealed({ ciphertext: `${'A'.repeat(34)}B` })],
      ['an intent whose ciphertext is padded', sealed({ ciphertext: `${'A'.repeat(34)}==` })],
      ['an intent with a field of its own', sealed({ aad: 'x' })],
      ['execute_within of 0', { ...SEALED, execute_within: 0 }],
      ['execute_within below 0', { ...SEALED, execute_within: -1 }],
      ['execute_within over 30 days', { ...SEALED, execute_within: 2_592_001 }],
      ['execute_within that is a fraction', { ...SEALED, execute_within: 1.5 }],
      ['execute_within that is a string', { ...SEALED, execute_within: '60' }],
    ]),
    ...wholes(null, [NEW], 'demo.solo', 1, undefined),
    [
      'a prototype as a field of the route',
      { body: JSON.parse(`{"action":"a","requester":"b","__proto__":{"quorum":1}}`) },
    ],
    ['a prototype with the required fields', { body: JSON.parse('{"__proto__":{"action":"a","requester":"b"}}') }],
    ...['', 'k'.repeat(256), 'clé', 'a\tb'].map(
      (key): Row => [`the Idempotency-Key "${key}"`, { body: NEW, headers: { 'idempotency-key': key } }],
    ),
  ],
  claimRequest: [
    ...wholes(null, [], 60),
    ...[0, -1, 3601, 1.5, '60', null].map(
      (lease_seconds): Row => [`a lease of ${lease_seconds}`, { body: { lease_seconds } }],
    ),
  ],
  reportExecution: [
    ...wholes(undefined, null, [], {}, { status: 'succeeded' }, { claim_id: 'clm_1' }),
    ...bodies(REPORT, [
      ['an empty claim', { claim_id: '' }],
      ['a claim of null', { claim_id: null }],
      ['a claim that is a number', { claim_id: 5 }],
      ['another status', { status: 'done' }],
      ['a status in another case', { status: 'Succeeded' }],
      ['a status of null', { status: null }],
      ['a status that is a list', { status: ['succeeded'] }],
      ['a reference of 513 characters', { reference: 'x'.repeat(513) }],
      ['an error of 513 characters', { error: 'x'.repeat(513) }],
      ['a reference that is a number', { reference: 5 }],
      ['a reference of null', { reference: null }],
      ['an error that is an object', { error: {} }],
      ['a receipt that is a text', { receipt: 'signed' }],
      ['a receipt with a signature of 1025 characters', { receipt: { ...RECEIPT, signature: 'x'.repeat(1025) } }],
    ]),
  ],
  abortOwnRequest: wholes(null, [], { reason: 1 }, { reason: null }, { reason: 'x'.repeat(513) }),
  listExecutableRequests: [
    ['nothing', {}],
    ['only a limit', { query: { limit: '5' } }],
    ['the name in another case', { query: { Executable: 'true' } }],
    ...queries({}, 'executable', '', 'false', 'TRUE', '1', 'yes', 'true,true'),
    ...queries(
      LIST,
      'limit',
      '0',
      '101',
      '-1',
      'abc',
      '1e2',
      '',
      '2.5',
      '+5',
      ' 5',
      '0x10',
      '5,6',
      '9'.repeat(20),
      '٥',
    ),
  ],
  listEvents: [
    ...queries({}, 'limit', '0', '101'),
    ...queries({}, 'wait', '21', '-1', '1.5', 'x', '', '1e1', '20s'),
    ...queries({}, 'after', ''),
  ],
};

const rowsOf = (table: typeof ACCEPTED) =>
  Object.entries(table).flatMap(([operation, rows]) =>
    rows.map(([what, sent]) => [operation as keyof typeof validators, what, sent] as const),
  );

it.each(rowsOf(ACCEPTED))('the document accepts for %s: %s', (operation, _, sent) => {
  expect(isAccepted(operation, sent)).toBe(true);
});

it.each(rowsOf(REFUSED))('the document refuses for %s: %s', (operation, _, sent) => {
  expect(isAccepted(operation, sent)).toBe(false);
});
