import { person, SERVICE } from '../../src/protocol/actor';
import { disableSeats } from '../../src/service/ceremony/rules/disable-seat';
import { type CommandName, explainRefusal, optionsOf } from '../../src/service/ceremony/rules/explain';
import { propose } from '../../src/service/ceremony/rules/propose';
import { turnKey } from '../../src/service/ceremony/rules/turn';
import { resolve } from '../../src/service/policy/rules/resolve';
import type { Request } from '../../src/service/request/rules/request';
import {
  A_PROPOSAL,
  ALPHA,
  accepted,
  aPolicy,
  aRequest,
  aTurn,
  at,
  BRAVO,
  FOUR_OPERATORS,
  op,
  refused,
  refusedBy,
  reissuedFor,
  settledBy,
  turnedBy,
  wrongCodeBy,
} from '../support/builders';

const NOW = at('12:10');
const turnRefusal = (request: Request, operator: string, round: number | null = null) =>
  explainRefusal('turn', refused(turnKey(request, aTurn(operator, round), NOW)));

describe('the explanation of a refusal', () => {
  it('a refusal explains who decided, when, and why', () => {
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

  it('a refusal explains why an operator has no seat', () => {
    expect(turnRefusal(aRequest(), 'op_delta')).toMatch(/not among the operators who were asked/);
    const struck = aRequest({ denySelfApproval: true, seats: ['op_bravo', 'op_charlie'] });
    expect(turnRefusal(struck, 'op_alpha')).toMatch(/You made this request/);
  });

  it('a refusal explains what to do about a turn, a round or a lock', () => {
    expect(turnRefusal(aRequest({}, turnedBy('op_alpha', '12:01')), 'op_alpha')).toMatch(
      /^You approved at .*Take back your key/,
    );
    expect(turnRefusal(aRequest({ round: 3 }), 'op_alpha', 2)).toMatch(/^Your code is for round 2\. .*round 3/);
    const locked = aRequest({}, ...Array.from({ length: 5 }, () => wrongCodeBy('op_alpha')));
    expect(turnRefusal(locked, 'op_alpha')).toMatch(/locked after 5 wrong codes/);
  });

  it('a refusal explains which command an operator cannot use', () => {
    const said = (command: CommandName) => explainRefusal(command, { reason: 'not_asked', why: 'no_seat' });
    const cannot = (what: string) => `You cannot ${what}. You are not among the operators who were asked.`;
    expect(said('turn')).toBe(cannot('turn a key'));
    expect(said('refuse')).toBe(cannot('refuse'));
    expect(said('abort')).toBe(cannot('abort'));
    expect(said('withdraw')).toBe(cannot('take back a key'));
    expect(said('restart')).toBe(cannot('restart the round'));
  });

  it('a refusal explains that there is no key to take back and no round to restart', () => {
    expect(explainRefusal('withdraw', { reason: 'not_turned' })).toMatch(/There is no key to take back/);
    expect(explainRefusal('restart', { reason: 'not_coincident' })).toMatch(/Abort this request instead/);
  });

  it('a refusal names all operators who decided', () => {
    const decided = aRequest({ quorum: 2 }, turnedBy('op_bravo', '12:01'), turnedBy('op_charlie', '12:02'));
    expect(turnRefusal(decided, 'op_alpha')).toBe(
      'The request was already authorized by op_bravo, op_charlie at 2026-11-20T12:02:00.000Z.',
    );
  });

  it.each([
    ['missing', /^This action needs your passkey as well as your code\. Sign with your passkey\.$/],
    ['no_passkey', /^This action needs .* no passkey that can sign\. Add one on the page "Account"\. /],
    ['unknown_passkey', /^You have no such passkey, or it cannot sign\. Use another one\.$/],
    ['not_countersigned', /^This action needs .* countersigned your passkey yet\. Ask an admin to countersign it/],
    ['passkey_changed', /^Your passkey was used or removed at the same moment\. Sign again\.$/],
    ['malformed', /^The signature could not be read\. Sign again\.$/],
    ['other_origin', /^The signature was made on another page\. Open the console and sign again\.$/],
    ['user_not_verified', /^Your passkey did not verify you\. Use its PIN or your fingerprint/],
    ['not_this_statement', /^The signature is not of this request as it is now\. Sign again\.$/],
    ['counter', /^This passkey was used elsewhere .* may have been copied\. Sign again, and tell an admin\.$/],
  ] as const)('a refusal explains what to do about a signature: %s', (why, said) => {
    expect(explainRefusal('turn', { reason: 'not_signed', why })).toMatch(said);
  });

  it('a refusal to an admin is about the seat and not about the admin', () => {
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

  it('an operator’s options follow the state: what has been done cannot be done again', () => {
    expect(allowed(aRequest())).toEqual(['turn', 'refuse', 'abort']);
    expect(allowed(aRequest({}, turnedBy('op_alpha')))).toEqual(['refuse', 'abort', 'withdraw']);
    expect(allowed(aRequest({ mode: 'coincident' }))).toEqual(['turn', 'refuse', 'abort', 'restart']);
    expect(allowed(aRequest({ quorum: 1 }, turnedBy('op_alpha')))).toEqual([]);
    expect(allowed(aRequest(), 'op_delta')).toEqual([]);
  });

  it('an operator’s options give a reason for each command that is not allowed', () => {
    const decided = aRequest({}, refusedBy('op_bravo'));
    for (const request of [aRequest(), aRequest({}, turnedBy('op_alpha')), aRequest({ mode: 'coincident' }), decided]) {
      for (const operator of ['op_alpha', 'op_delta']) {
        const refusals = options(request, operator).filter((option) => !option.allowed);
        expect(refusals).not.toEqual([]);
        for (const { reason } of refusals) expect(reason).toMatch(/\.$/);
      }
    }
  });

  it('only admins are offered a re-issue, with or without a seat of their own', () => {
    expect(allowed(aRequest(), 'op_delta', true)).toEqual(['reissue']);
    expect(allowed(aRequest(), 'op_alpha', true)).toContain('reissue');
    expect(allowed(aRequest({}, refusedBy('op_bravo')), 'op_alpha', true)).toEqual([]);
  });

  it('an admin is warned if one more re-issue of a seat would abort the request', () => {
    const reissue = (request: Request) => options(request, 'op_delta', true).at(-1)!;
    const thrice = aRequest({}, reissuedFor('op_alpha'), reissuedFor('op_alpha'), reissuedFor('op_alpha'));
    expect(reissue(thrice).reason).toMatch(/One more aborts/);
    expect(reissue(aRequest({}, reissuedFor('op_alpha'))).reason).toBeNull();
    // A seat that has turned cannot be re-issued, so it is nothing to warn of.
    expect(reissue(turnedBy('op_alpha')(thrice)).reason).toBeNull();
  });

  it('an operator’s options say who may re-issue a code, and why no code can be re-issued', () => {
    const reissue = (request: Request, isAdmin: boolean) => options(request, 'op_alpha', isAdmin).at(-1)!.reason;
    expect(reissue(aRequest(), false)).toBe('Only an admin can re-issue a code.');
    expect(reissue(aRequest({ seats: [] }), true)).toBe('No operator was asked.');
    expect(reissue(aRequest({}, refusedBy('op_bravo', '12:02')), true)).toMatch(/^The request was already denied by/);
  });

  it('an operator who cannot sign is not offered a turn, and is told why', () => {
    const asking = { operator: op('op_alpha'), isAdmin: false, cannotSign: 'no_passkey' } as const;
    const [turn] = optionsOf(aRequest({ turn: 'code_and_passkey' }), asking, NOW);
    expect(turn).toMatchObject({ command: 'turn', allowed: false, reason: expect.stringMatching(/no passkey/) });
    const [free] = optionsOf(aRequest({ turn: 'code' }), asking, NOW);
    expect(free).toMatchObject({ command: 'turn', allowed: true });
  });

  it('reading an operator’s options changes nothing', () => {
    const request = aRequest({}, turnedBy('op_bravo'));
    const before = structuredClone(request);
    options(request, 'op_alpha', true);
    expect(request).toEqual(before);
  });
});

/** What each step of a ceremony writes into the history: who did it, when, and with which facts. */
const TURNED_AT = at('12:05');
const turn = (request: ReturnType<typeof aRequest>) =>
  accepted(turnKey(request, aTurn('op_bravo'), TURNED_AT)).change.entries;

it('a key that is not the last one is turned in its round', () => {
  expect(turn(aRequest({ round: 3 }))).toEqual([
    { kind: 'key.turned', atMs: TURNED_AT, ...person(BRAVO), data: { round: 3 } },
  ]);
});

it('the history has after the last key the verdict with all approvers and the success, both by the system', () => {
  expect(turn(aRequest({}, turnedBy('op_alpha')))).toEqual([
    { kind: 'key.turned', atMs: TURNED_AT, ...person(BRAVO), data: { round: 1 } },
    { kind: 'request.authorized', atMs: TURNED_AT, ...SERVICE, data: { approvers: [ALPHA, BRAVO] } },
    { kind: 'request.succeeded', atMs: TURNED_AT, ...SERVICE },
  ]);
});

it('with an integration, the verdict is written and the success is not', () => {
  expect(turn(aRequest({ quorum: 1, integration: 'bank' }))).toEqual([
    { kind: 'key.turned', atMs: TURNED_AT, ...person(BRAVO), data: { round: 1 } },
    { kind: 'request.authorized', atMs: TURNED_AT, ...SERVICE, data: { approvers: [BRAVO] } },
  ]);
});

it('a wrong code says in which round it was and how many attempts are left', () => {
  const wrong = accepted(
    turnKey(aRequest({ round: 2 }), { ...aTurn('op_bravo'), isRightCode: () => false }, TURNED_AT),
  );
  expect(wrong.change.entries).toEqual([
    { kind: 'code.wrong', atMs: TURNED_AT, ...person(BRAVO), data: { round: 2, tries_left: 4 } },
  ]);
});

it('a new request names all its seats, and its first revision has no writer yet', () => {
  const resolution = resolve(aPolicy(), FOUR_OPERATORS, { ...A_PROPOSAL, quorum: null });
  const { request, entries } = propose(A_PROPOSAL, aPolicy(), resolution, TURNED_AT);
  expect(entries[1]).toEqual({
    kind: 'request.notified',
    atMs: TURNED_AT,
    ...SERVICE,
    data: { seats: ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'] },
  });
  expect(request.writeId).toBe('');
});
