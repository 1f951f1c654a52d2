import { openContract } from '../support/contract';
import type { Answered } from '../support/house';

const contract = openContract('console');
const SESSION = {
  server_now: 1,
  operator: { id: 'op_alpha', name: 'Alpha', role: 'admin' },
  org: 'org_demo',
  org_name: 'Acme Payments',
  session_id: 'ses_1',
  began: 'link',
  expires_at: 2,
};
const answered = (status: number, body: unknown): Answered => ({
  status,
  body,
  headers: new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' }),
});

describe('the check of answers against the document', () => {
  it('the check of answers accepts an answer of the declared shape', () => {
    expect(() => contract.held('GET', '/api/session', answered(200, SESSION))).not.toThrow();
  });

  it.each<[string, string, string, Answered]>([
    ['a status', 'GET', '/api/session', answered(418, { error: 'no' })],
    ['a path', 'GET', '/api/nothing', answered(200, SESSION)],
    ['a missing field', 'GET', '/api/session', answered(200, { ...SESSION, org: undefined })],
    ['a field of its own', 'GET', '/api/session', answered(200, { ...SESSION, token: 'x' })],
    ['a kind', 'GET', `/api/requests/req_${'0'.repeat(24)}`, answered(404, { error: 'no', kind: 'refused' })],
  ])('the check of answers finds %s that is not declared', (_, method, path, answer) => {
    expect(() => contract.held(method, path, answer)).toThrow();
  });
});
