/** An operation of the console is not generated until its document says which sign-in is enough. */
import type { BundledDocument } from '../../scripts/generate/bundle';
import { operationsModule } from '../../scripts/generate/operations';
import { withSharedAnswers } from '../../scripts/generate/shared-answers';

const document = (operation: object, method = 'post') =>
  ({
    openapi: '3.1.0',
    paths: { '/api/lamp': { [method]: { operationId: 'lightLamp', responses: {}, ...operation } } },
    components: { responses: { Taken: { 'x-kinds': ['conflict'], description: 'It is lit.' } } },
  }) as unknown as BundledDocument;
const generated = (operation: object) => operationsModule('console', document(operation));

interface Answers {
  readonly [status: string]: { readonly 'x-kinds'?: readonly string[]; readonly description?: string };
}
const answersOf = (operation: object) => {
  const item = withSharedAnswers(document(operation)).paths['/api/lamp'] as { readonly post: { responses: Answers } };
  return item.post.responses;
};

describe('an operation of the console', () => {
  it.each([
    ['no role and no scope', { 'x-sign-in': 'any' }, 'lightLamp: x-role must be one of public, operator, admin'],
    ['no sign-in', { 'x-role': 'admin' }, 'lightLamp: x-sign-in must be one of none, any, '],
    ['an unknown sign-in', { 'x-role': 'admin', 'x-sign-in': 'fresher' }, 'lightLamp: x-sign-in must be one of'],
    ['none where a session is needed', { 'x-role': 'operator', 'x-sign-in': 'none' }, 'x-sign-in is none only where'],
    ['one where none is needed', { 'x-role': 'public', 'x-sign-in': 'any' }, 'x-sign-in is none only where'],
  ])('an operation of the console is not generated with %s', (_, operation, problem) => {
    expect(() => generated(operation)).toThrow(problem);
  });

  it('an operation of the console is generated with its role and its sign-in', () => {
    expect(generated({ 'x-role': 'admin', 'x-sign-in': 'fresh' })).toMatch(/"role": "admin",\s+"signIn": "fresh"/);
    expect(generated({ 'x-scope': 'read' })).not.toContain('signIn');
  });

  it('the document of an operation says that it may ask for another sign-in, beside its own conflicts', () => {
    const answers = (rule: string, own: object = {}) =>
      answersOf({ 'x-role': 'admin', 'x-sign-in': rule, responses: own })[409];
    expect([answers('any'), answers('not_mailed')]).toEqual([undefined, undefined]);
    for (const rule of ['passkey_or_link', 'judged', 'fresh']) {
      expect(answers(rule)!['x-kinds']).toEqual(['sign_in_again']);
      const own = answers(rule, { 409: { $ref: '#/components/responses/Taken' } })!;
      expect(own['x-kinds']).toEqual(['conflict', 'sign_in_again']);
      expect(own.description).toMatch(/^It is lit\. The session did not begin with a passkey or an admin's link/);
    }
  });
});
