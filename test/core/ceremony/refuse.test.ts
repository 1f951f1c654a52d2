import { disableSeats } from '../../../src/core/ceremony/disable-seat';
import { abortBySystem, abortRequest, refuseRequest, restartRound } from '../../../src/core/ceremony/refuse';
import { renderRequest } from '../../../src/core/request/render';
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
const by = { operator: BRAVO, note: null, outcomeReason: null };

describe.each([
  ['refuse', refuseRequest, 'denied'],
  ['abort', abortRequest, 'aborted'],
] as const)('the command %s', (name, command, state) => {
  it.each([
    ['nobody has turned a key', aRequest()],
    ['a key is turned', aRequest({}, turnedBy('op_alpha'))],
  ])(`the command ${name} ends the request while %s, naming who did it and why`, (_when, request: Request) => {
    const change = accepted(command(request, { ...by, note: 'not today' }, NOW));
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
    expect(refused(command(aRequest(), { ...by, operator: DELTA }, NOW))).toMatchObject({ why: 'no_seat' });
    const without = disableSeats(aRequest(), new Set([BRAVO]), NOW).request;
    expect(refused(command(without, by, NOW))).toEqual({ reason: 'not_asked', why: 'disabled' });
  });

  it(`the command ${name} cannot undo a verdict`, () => {
    const authorized = aRequest({ quorum: 1 }, turnedBy('op_alpha'));
    expect(refused(command(authorized, by, NOW))).toMatchObject({ reason: 'decided', outcome: 'authorized' });
  });
});

describe('the reason that programs are told', () => {
  const reason = { ...by, outcomeReason: 'wrong_target' } as const;

  it('a refusal keeps it in a field of its own, and its entry has it beside the note', () => {
    const change = accepted(refuseRequest(aRequest(), { ...reason, note: 'not today' }, NOW));
    expect(change.request).toMatchObject({ reason: 'not today', outcomeReason: 'wrong_target' });
    expect(change.entries[0]!.data).toEqual({ reason: 'not today', outcome_reason: 'wrong_target' });
    const alone = accepted(refuseRequest(aRequest(), reason, NOW));
    expect(alone.request).toMatchObject({ reason: null, outcomeReason: 'wrong_target' });
    expect(alone.entries[0]!.data).toEqual({ outcome_reason: 'wrong_target' });
  });

  it('the request object has it only if the operator who refused chose one, and never the note', () => {
    const rendered = (request: Request) => renderRequest(request, null, NOW);
    const refusal = accepted(refuseRequest(aRequest(), { ...reason, note: 'not today' }, NOW)).request;
    expect(rendered(refusal)).toMatchObject({ outcome: 'denied', outcome_reason: 'wrong_target' });
    expect(JSON.stringify(rendered(refusal))).not.toContain('not today');
    for (const other of [
      accepted(refuseRequest(aRequest(), by, NOW)).request,
      accepted(abortRequest(aRequest(), { ...by, note: 'never' }, NOW)).request,
      aRequest({ quorum: 1 }, turnedBy('op_alpha')),
    ])
      expect(rendered(other)).not.toHaveProperty('outcome_reason');
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
