/** operation createRequest, 422; docs/contract.md#post-v1requests-statuses */
import { DIGEST, type House, openHouse } from '../../support/house';
import { expectProblem, requestIds } from '../support';

const ALL = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'];

describe('a create that the policy refuses', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
    const put = async (id: string, policy: object) => {
      const { status } = await house.api('op_alpha', 'PUT', `/api/actions/${id}`, policy);
      expect(status).toBe(200);
    };
    const quorum = { default: 2, min: 1, max: 2, selectable: true };
    await put('narrow', { title: 'Two of two', roster: ['op_alpha', 'op_bravo'], quorum });
    await put('struck', {
      title: 'Not by oneself',
      roster: ALL.slice(0, 3),
      quorum: { ...quorum, default: 2 },
      deny_self_approval: true,
    });
    await put('gone', { title: 'Deleted below', roster: ALL, quorum });
    expect((await house.api('op_alpha', 'DELETE', '/api/actions/gone')).status).toBe(200);
    await put('short', { title: 'Loses a seat below', roster: ['op_charlie', 'op_delta'], quorum });
  });
  afterAll(() => house?.stop());

  it.each<[what: string, fields: object]>([
    ['an action the organization does not hold', { action: 'nobody.has.this' }],
    ['an action named like a part of a JavaScript object', { action: '__proto__' }],
    ['an action id with the separator of keys', { action: 'demo.solo#1' }],
    ['an action id that is longer than any', { action: 'a'.repeat(129) }],
    ['an action id of 100,000 characters', { action: 'a'.repeat(100_000) }],
    ['a requester that is longer than any', { requester: 'o'.repeat(129) }],
    ['an action that was deleted', { action: 'gone' }],
    ['a requester who is no operator', { requester: 'op_nobody' }],
    ['a requester named like a part of a JavaScript object', { requester: 'constructor' }],
    ['a quorum where none may be chosen', { quorum: 1 }],
    ['a quorum above the bounds', { action: 'demo.deploy', quorum: 4 }],
    ['a quorum of 0', { action: 'demo.deploy', quorum: 0 }],
    ['a quorum below 0', { action: 'demo.deploy', quorum: -1 }],
    ['a quorum beyond any number of operators', { action: 'demo.deploy', quorum: 1e300 }],
    ['a quorum below what the rules ask for', { action: 'demo.refund', params: { amount: '1000' }, quorum: 2 }],
    [
      'a quorum below what the rules ask for an unreadable number',
      { action: 'demo.refund', params: { amount: '1e9' }, quorum: 1 },
    ],
    ['a param key that begins with service.', { params: { 'service.mode': 'x' } }],
    ['a param key that is service. and no more', { params: { 'service.': 'x' } }],
  ])('a create answers 422 refused to %s', async (_what, fields) => {
    expectProblem(await house.propose(fields), 422, 'refused');
  });

  it('a create accepts a param that only resembles a reserved one', async () => {
    for (const key of ['service', 'services.a', 'Service.a', ' service.a', 'a.service.']) {
      expect((await house.propose({ params: { [key]: 'x' } })).status).toBe(202);
    }
  });

  it.each([
    'http://example.com/hook',
    'https://user:password@example.com/',
    'https://user@example.com/',
    'https://@example.com/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://172.16.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
    'http://127.1/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://intranet/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//example.com/hook',
    '/hook',
    'example.com/hook',
    'https://',
    'https:///hook',
    'https://exa mple.com/',
    'https://example.com\\@10.0.0.1/',
    'https://example.com:0/',
    'https://example.com:99999/',
    'https://example.com/#fragment',
    '',
  ])('a create answers 422 refused: the callback URL %s', async (callback_url) => {
    expectProblem(await house.propose({ callback_url }), 422, 'refused');
  });

  it.each<[what: string, params: object]>([
    ['absent', {}],
    ['empty', { amount: '' }],
    ['blank', { amount: ' \t\n\u00a0' }],
    ['only characters that nobody sees', { amount: '\u0000 \u200b\u2060\u3164\u2800' }],
    ['there only under another spelling', { Amount: '5' }],
  ])('a create answers 422 invalid to a required param that is %s', async (_what, params) => {
    const refused = await house.propose({ action: 'demo.refund', params });
    expectProblem(refused, 422, 'invalid');
    expect(refused.body.error).toContain('amount');
  });

  it('a create without params answers 422 invalid if the action requires one', async () => {
    expectProblem(await house.propose({ action: 'demo.refund' }), 422, 'invalid');
  });

  it('a create counts the roster without the requester if self approval is denied', async () => {
    expect((await house.propose({ action: 'struck', requester: 'op_alpha' })).status).toBe(202);
    const quorum3 = await house.propose({ action: 'demo.deploy', requester: 'op_alpha', quorum: 3 });
    expect(quorum3.status).toBe(202);
    expect((await house.api('op_alpha', 'PATCH', '/api/operators/op_bravo', { enabled: false })).status).toBe(200);
    expectProblem(await house.propose({ action: 'struck', requester: 'op_alpha' }), 422, 'refused');
    expect((await house.propose({ action: 'struck', requester: 'op_delta' })).status).toBe(202);
    expect((await house.api('op_alpha', 'PATCH', '/api/operators/op_bravo', { enabled: true })).status).toBe(200);
  });

  it('a create refuses a quorum that the roster cannot meet any more, and a requester who was disabled', async () => {
    expect((await house.propose({ action: 'short' })).status).toBe(202);
    expect((await house.api('op_alpha', 'PATCH', '/api/operators/op_delta', { enabled: false })).status).toBe(200);
    expectProblem(await house.propose({ action: 'short' }), 422, 'refused');
    expectProblem(await house.propose({ requester: 'op_delta' }), 422, 'refused');
    expect((await house.propose({ action: 'short', quorum: 1 })).status).toBe(202);
    expect((await house.api('op_alpha', 'PATCH', '/api/operators/op_delta', { enabled: true })).status).toBe(200);
  });

  it('creates that the policy refuses record nothing', async () => {
    const before = await requestIds(house);
    expectProblem(await house.propose({ action: 'nobody.has.this' }, { 'idempotency-key': 'k1' }), 422, 'refused');
    expect(await requestIds(house)).toEqual(before);
    // Nor is the key spent.
    expect((await house.propose({ params: { intent: DIGEST } }, { 'idempotency-key': 'k1' })).status).toBe(202);
  });
});
