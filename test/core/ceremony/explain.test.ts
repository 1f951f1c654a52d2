import { disableSeats } from '../../../src/core/ceremony/disable-seat';
import { explainRefusal, optionsOf } from '../../../src/core/ceremony/explain';
import { turnKey } from '../../../src/core/ceremony/turn';
import type { Request } from '../../../src/core/request/request';
import {
  aRequest,
  aTurn,
  at,
  op,
  refused,
  refusedBy,
  reissuedFor,
  settledBy,
  turnedBy,
  wrongCodeBy,
} from '../../support/builders';

const NOW = at('12:10');
const turnRefusal = (request: Request, operator: string, round: number | null = null) =>
  explainRefusal('turn', refused(turnKey(request, aTurn(operator, round), NOW)));

describe('a refused operator is told', () => {
  it('who decided, when, and why', () => {
    expect(turnRefusal(aRequest({}, refusedBy('op_bravo', '12:02', 'too risky')), 'op_alpha')).toBe(
      'The request was already denied by op_bravo at 2026-11-20T12:02:00.000Z (too risky).',
    );
    expect(turnRefusal(aRequest({}, settledBy('13:00')), 'op_alpha')).toBe(
      'The request was already expired at 2026-11-20T13:00:00.000Z.',
    );
    const short = disableSeats(aRequest({ quorum: 3 }), new Set([op('op_bravo')]), at('12:04')).request;
    expect(turnRefusal(short, 'op_alpha')).toBe(
      'The request was already aborted by the system at 2026-11-20T12:04:00.000Z (roster_too_short).',
    );
  });

  it('why they have no seat', () => {
    expect(turnRefusal(aRequest(), 'op_delta')).toMatch(/not among the operators who were asked/);
    const struck = aRequest({ denySelfApproval: true, seats: ['op_bravo', 'op_charlie'] });
    expect(turnRefusal(struck, 'op_alpha')).toMatch(/You proposed this request/);
  });

  it('what to do about a turn, a round, a lock', () => {
    expect(turnRefusal(aRequest({}, turnedBy('op_alpha', '12:01')), 'op_alpha')).toMatch(
      /^You approved at .*Take back your key/,
    );
    expect(turnRefusal(aRequest({ round: 3 }), 'op_alpha', 2)).toMatch(/^Your code is for round 2\. .*round 3/);
    const locked = aRequest({}, ...Array.from({ length: 5 }, () => wrongCodeBy('op_alpha')));
    expect(turnRefusal(locked, 'op_alpha')).toMatch(/locked after 5 wrong codes/);
  });

  it('as an admin, about the seat and not about themselves', () => {
    expect(explainRefusal('reissue', { reason: 'not_asked', why: 'no_seat' })).toBe(
      'This code cannot be re-issued. That operator was not asked.',
    );
    expect(explainRefusal('reissue', { reason: 'already_turned', atMs: NOW })).toMatch(/needs no new code/);
  });
});

describe('the options of an operator', () => {
  const options = (request: Request, operator = 'op_alpha', isAdmin = false) =>
    optionsOf(request, { operator: op(operator), isAdmin, cannotSign: null }, NOW);
  const allowed = (request: Request, operator = 'op_alpha', isAdmin = false) =>
    options(request, operator, isAdmin)
      .filter((option) => option.allowed)
      .map((option) => option.command);

  it('follow the state: what has been done cannot be done again', () => {
    expect(allowed(aRequest())).toEqual(['turn', 'refuse', 'abort']);
    expect(allowed(aRequest({}, turnedBy('op_alpha')))).toEqual(['refuse', 'abort', 'withdraw']);
    expect(allowed(aRequest({ mode: 'coincident' }))).toEqual(['turn', 'refuse', 'abort', 'restart']);
    expect(allowed(aRequest({ quorum: 1 }, turnedBy('op_alpha')))).toEqual([]);
    expect(allowed(aRequest(), 'op_delta')).toEqual([]);
  });

  it('give a reason with each command that is not allowed', () => {
    for (const option of options(aRequest(), 'op_delta')) expect(option.reason).toEqual(expect.any(String));
  });

  it('offer a re-issue to admins alone, with or without a seat of their own', () => {
    expect(allowed(aRequest(), 'op_delta', true)).toEqual(['reissue']);
    expect(allowed(aRequest(), 'op_alpha', true)).toContain('reissue');
    expect(allowed(aRequest({}, refusedBy('op_bravo')), 'op_alpha', true)).toEqual([]);
  });

  it('warn an admin when one more re-issue of a seat would abort the request', () => {
    const reissue = (request: Request) => options(request, 'op_delta', true).at(-1)!;
    const thrice = aRequest({}, reissuedFor('op_alpha'), reissuedFor('op_alpha'), reissuedFor('op_alpha'));
    expect(reissue(thrice).reason).toMatch(/One more aborts/);
    expect(reissue(aRequest({}, reissuedFor('op_alpha'))).reason).toBeNull();
    // A seat that has turned cannot be re-issued, so it is nothing to warn of.
    expect(reissue(turnedBy('op_alpha')(thrice)).reason).toBeNull();
  });

  it('change nothing by being asked for', () => {
    const request = aRequest({}, turnedBy('op_bravo'));
    const before = structuredClone(request);
    options(request, 'op_alpha', true);
    expect(request).toEqual(before);
  });
});
