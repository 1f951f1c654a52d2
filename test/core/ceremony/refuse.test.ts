import { disableSeats } from '../../../src/core/ceremony/disable-seat';
import { abortBySystem, abortRequest, refuseRequest, restartRound } from '../../../src/core/ceremony/refuse';
import type { Request } from '../../../src/core/request/request';
import {
  ALPHA,
  accepted,
  aRequest,
  at,
  BRAVO,
  checkOf,
  DELTA,
  kindsOf,
  refused,
  turnedBy,
} from '../../support/builders';

const NOW = at('12:10');
const by = { operator: BRAVO, note: null };

describe.each([
  ['refuse', refuseRequest, 'denied'],
  ['abort', abortRequest, 'aborted'],
] as const)('the command %s', (name, command, state) => {
  it.each([
    ['nobody has turned a key', aRequest()],
    ['a key is turned', aRequest({}, turnedBy('op_alpha'))],
  ])(`the command ${name} ends the request while %s, naming who did it and why`, (_when, request: Request) => {
    const change = accepted(command(request, { operator: BRAVO, note: 'not today' }, NOW));
    expect(change.request).toMatchObject({ state, decidedBy: [BRAVO], reason: 'not today', verdictAtMs: NOW });
    expect(change.entries).toEqual([
      { kind: `request.${state}`, atMs: NOW, actor: BRAVO, data: { reason: 'not today' } },
    ]);
  });

  it(`the command ${name} drops the turns and sets a check`, () => {
    const change = accepted(command(aRequest({}, turnedBy('op_alpha')), by, NOW));
    expect(change.request).not.toHaveProperty('turns');
    expect(checkOf(change)).toBe(at('12:12'));
  });

  it(`the command ${name} is allowed to the operator who has turned a key`, () => {
    expect(accepted(command(aRequest({}, turnedBy('op_bravo')), by, NOW)).request.state).toBe(state);
  });

  it(`the command ${name} needs a live seat`, () => {
    expect(refused(command(aRequest(), { operator: DELTA, note: null }, NOW))).toMatchObject({ why: 'no_seat' });
    const without = disableSeats(aRequest(), new Set([BRAVO]), NOW).request;
    expect(refused(command(without, by, NOW))).toEqual({ reason: 'not_asked', why: 'disabled' });
  });

  it(`the command ${name} cannot undo a verdict`, () => {
    const authorized = aRequest({ quorum: 1 }, turnedBy('op_alpha'));
    expect(refused(command(authorized, by, NOW))).toMatchObject({ reason: 'decided', outcome: 'authorized' });
  });
});

describe('restart', () => {
  it('a restart aborts a coincident request with reason round_restarted', () => {
    const request = aRequest({ mode: 'coincident' }, turnedBy('op_alpha', '12:09:30'));
    const change = accepted(restartRound(request, BRAVO, NOW));
    expect(change.request).toMatchObject({ state: 'aborted', reason: 'round_restarted', decidedBy: [BRAVO] });
    expect(kindsOf(change)).toEqual(['request.aborted']);
  });

  it('a restart is refused on an independent request, because it has no round', () => {
    expect(refused(restartRound(aRequest(), BRAVO, NOW))).toEqual({ reason: 'not_coincident' });
  });

  it('a restart without a seat is refused for that, before the mode is mentioned', () => {
    expect(refused(restartRound(aRequest(), DELTA, NOW))).toMatchObject({ reason: 'not_asked' });
  });

  it('a restart is refused on a decided request', () => {
    const decided = aRequest({ mode: 'coincident', quorum: 1 }, turnedBy('op_alpha'));
    expect(refused(restartRound(decided, ALPHA, NOW))).toMatchObject({ reason: 'decided' });
  });
});

it('an abort by the system names nobody', () => {
  const change = abortBySystem(aRequest(), 'roster_too_short', NOW);
  expect(change.request).toMatchObject({ state: 'aborted', decidedBy: [], reason: 'roster_too_short' });
  expect(change.entries[0]).toMatchObject({ actor: 'system' });
});
