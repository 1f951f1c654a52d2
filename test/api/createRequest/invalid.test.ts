/** operation createRequest, 400; docs/contract.md#post-v1requests-statuses */
import { DIGEST, ENVELOPE, type House, openHouse } from '../../support/house';
import { expectProblem, postText, requestIds, sendRaw } from '../support';

const intent = (fields: object) => ({ params: { intent: DIGEST }, intent: { ...ENVELOPE, ...fields } });
const without = (field: keyof typeof ENVELOPE) => {
  const { [field]: _left, ...rest } = ENVELOPE;
  return { params: { intent: DIGEST }, intent: rest };
};
const params = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']));

describe('a create that cannot be read', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  const post = (text: string | Buffer) => postText(house, 'proposer', '/v1/requests', text);

  it.each<[what: string, fields: object]>([
    ['a field this route does not take', { parms: {} }],
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
    ['a quorum that is a string', { action: 'demo.deploy', quorum: '2' }],
    ['a quorum that is a fraction', { action: 'demo.deploy', quorum: 1.5 }],
    ['a quorum of null', { action: 'demo.deploy', quorum: null }],
    ['an intent that is a string', { params: { intent: DIGEST }, intent: 'sealed' }],
    ['an intent of null', { params: { intent: DIGEST }, intent: null }],
    ['an intent without v', without('v')],
    ['an intent without alg', without('alg')],
    ['an intent without kid', without('kid')],
    ['an intent without nonce', without('nonce')],
    ['an intent without ciphertext', without('ciphertext')],
    ['an intent of another version', intent({ v: 2 })],
    ['an intent whose version is text', intent({ v: '1' })],
    ['an intent under another algorithm', intent({ alg: 'A128GCM' })],
    ['an intent whose kid is too short', intent({ kid: '6733e5bd34a4d66' })],
    ['an intent whose kid is upper case', intent({ kid: '6733E5BD34A4D669' })],
    ['an intent whose kid ends in a line feed', intent({ kid: '6733e5bd34a4d669\n' })],
    ['an intent whose nonce is 11 bytes', intent({ nonce: '2r-tHb7O8xo1Fwk' })],
    ['an intent whose nonce is padded', intent({ nonce: '2r-tHb7O8xo1Fw==' })],
    ['an intent whose nonce is plain base64', intent({ nonce: '2r+tHb7O8xo1Fwnw' })],
    ['an intent whose ciphertext is shorter than its tag', intent({ ciphertext: 'A'.repeat(21) })],
    ['an intent whose ciphertext is no base64url', intent({ ciphertext: `${'A'.repeat(32)}+/` })],
    ['an intent whose ciphertext has an impossible length', intent({ ciphertext: 'A'.repeat(33) })],
    ['an intent whose ciphertext ends in stray bits, one byte over', intent({ ciphertext: `${'A'.repeat(33)}B` })],
    ['an intent whose ciphertext ends in stray bits, two bytes over', intent({ ciphertext: `${'A'.repeat(34)}B` })],
    ['an intent whose ciphertext is padded', intent({ ciphertext: `${'A'.repeat(34)}==` })],
    ['an intent whose ciphertext is empty', intent({ ciphertext: '' })],
    ['an intent with a field of its own', intent({ aad: 'x' })],
    ['an intent without params', { intent: ENVELOPE }],
    ['an intent without its digest', { params: { charge: 'x' }, intent: ENVELOPE }],
    ['a digest without its algorithm', { params: { intent: 'ab'.repeat(32) }, intent: ENVELOPE }],
    ['a digest in upper case', { params: { intent: `sha256:${'AB'.repeat(32)}` }, intent: ENVELOPE }],
    ['a digest that is too short', { params: { intent: 'sha256:ab' }, intent: ENVELOPE }],
    ['a digest that ends in a line feed', { params: { intent: `${DIGEST}\n` }, intent: ENVELOPE }],
    ['execute_within without an intent', { execute_within: 60 }],
    ['execute_within of 0', { ...intent({}), execute_within: 0 }],
    ['execute_within below 0', { ...intent({}), execute_within: -1 }],
    ['execute_within over 30 days', { ...intent({}), execute_within: 2_592_001 }],
    ['execute_within that is a fraction', { ...intent({}), execute_within: 1.5 }],
    ['execute_within that is a string', { ...intent({}), execute_within: '60' }],
  ])('a create answers 400 invalid to %s', async (_what, fields) => {
    expectProblem(await house.propose(fields), 400, 'invalid');
  });

  const proposal = '"action":"demo.solo","requester":"op_alpha"';
  it.each<[what: string, text: string | Buffer]>([
    ['no body', ''],
    ['white space', ' '],
    ['text that is no JSON', 'action=demo.solo'],
    ['JSON that breaks off', `{${proposal}`],
    ['two JSON values', `{${proposal}}{}`],
    ['a trailing comma', `{${proposal},}`],
    ['null', 'null'],
    ['a list', `[{${proposal}}]`],
    ['a string', '"demo.solo"'],
    ['a number', '1'],
    ['a key given twice', `{${proposal},"action":"demo.deploy"}`],
    ['a key given twice, once escaped', `{${proposal},"\\u0061ction":"demo.deploy"}`],
    ['a param given twice', `{${proposal},"params":{"a":"1","b":{"a":"x"},"a":"2"}}`],
    ['__proto__ given twice', `{${proposal},"params":{"__proto__":"1","__proto__":"2"}}`],
    ['a prototype as a field of the route', `{${proposal},"__proto__":{"quorum":1}}`],
    ['a prototype with the required fields', '{"__proto__":{"action":"demo.solo","requester":"op_alpha"}}'],
    ['a lone high surrogate in a value', `{${proposal},"params":{"a":"\\ud800"}}`],
    ['a lone low surrogate in a key', `{${proposal},"params":{"\\udc00":"a"}}`],
    ['surrogates in the wrong order', `{${proposal},"summary":"\\udc00\\ud800"}`],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from(`{${proposal},"summary":"`), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    ],
    [
      'an overlong encoding',
      Buffer.concat([Buffer.from(`{${proposal},"summary":"`), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    [
      'a surrogate encoded as UTF-8',
      Buffer.concat([Buffer.from(`{${proposal},"summary":"`), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    ],
    ['UTF-16', Buffer.from(`{${proposal}}`, 'utf16le')],
    ['a byte order mark', `\ufeff{${proposal}}`],
    ['a raw line feed in a string', `{${proposal},"summary":"a\nb"}`],
    ['lists within lists without end', `{${proposal},"params":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('a create answers 400 invalid to the body %s', async (_what, text) => {
    expectProblem(await post(text), 400, 'invalid');
  });

  it.each<[what: string, key: string]>([
    ['empty', ''],
    ['256 characters', 'k'.repeat(256)],
    ['not ASCII', 'clé'],
    ['a tab within', 'a\tb'],
  ])('a create answers 400 invalid to an Idempotency-Key that is %s', async (_what, key) => {
    const body = JSON.stringify({ action: 'demo.solo', requester: 'op_alpha' });
    const headers = { 'idempotency-key': key };
    expectProblem(await postText(house, 'proposer', '/v1/requests', body, headers), 400, 'invalid');
  });

  it('an invalid create is answered with what is wrong, and only a short part of the caller’s text', async () => {
    const unknown = await house.propose({ parms: {} });
    expect(unknown.body.error).toContain('"parms"');
    const long = await house.propose({ ['x'.repeat(5000)]: 1 });
    expect(long.body.error.length).toBeLessThan(300);
    const value = await house.propose({ params: { secret: `hunter2${'v'.repeat(513)}` } });
    expect(value.body.error).not.toContain('hunter2');
  });

  it('a create is checked before the policy: a malformed body under an unknown action answers 400', async () => {
    expectProblem(await house.propose({ action: 'nobody.has.this', params: { a: 1 } }), 400, 'invalid');
    expectProblem(await house.propose({ action: 'nobody.has.this', execute_within: 5 }), 400, 'invalid');
  });

  it('a create accepts a body that is sent in chunks', async () => {
    const answered = await sendRaw(house.url, {
      method: 'POST',
      path: '/v1/requests',
      headers: {
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
        authorization: `Bearer ${house.running.demo.keys.proposer}`,
      },
      body: '{"action":1}',
    });
    expectProblem(answered, 400, 'invalid');
    // What is wrong is the action, so the body was read.
    expect(answered.body).toEqual((await post('{"action":1}')).body);
    expect(answered.body).not.toEqual((await post('')).body);
  });

  it('invalid creates record nothing', async () => {
    expect(await requestIds(house)).toEqual([]);
  });
});
