import { person, program, SERVICE } from '../../src/protocol/actor';
import { operationHash } from '../../src/protocol/hash';
import type { ApiKeyId } from '../../src/protocol/identifiers';
import { disableSeats } from '../../src/service/ceremony/rules/disable-seat';
import { propose } from '../../src/service/ceremony/rules/propose';
import {
  abortByProgram,
  abortBySystem,
  abortRequest,
  isAbortedByProgram,
  refuseRequest,
  restartRound,
} from '../../src/service/ceremony/rules/refuse';
import { countedKeys, eligible, waitingFor } from '../../src/service/ceremony/rules/requirements';
import { neverAgain } from '../../src/service/execution/rules/restored';
import { resolve } from '../../src/service/policy/rules/resolve';
import { renderRequest } from '../../src/service/request/rules/render';
import { endedBy, type Request } from '../../src/service/request/rules/request';
import {
  A_PROPOSAL,
  ALPHA,
  accepted,
  aPolicy,
  aRequest,
  at,
  BRAVO,
  CHARLIE,
  checkOf,
  DELTA,
  FOUR_OPERATORS,
  hours,
  kindsOf,
  refused,
  refusedBy,
  settledBy,
  turnedBy,
} from '../support/builders';

const NOW = at('12:00');

function proposed(
  policy = aPolicy(),
  quorum: number | null = null,
  command: Partial<Parameters<typeof propose>[0]> = {},
) {
  const proposal = { ...A_PROPOSAL, ...command };
  return propose(proposal, policy, resolve(policy, FOUR_OPERATORS, { ...proposal, quorum }), NOW);
}

describe('propose', () => {
  it('a new request asks every eligible operator in round 1', () => {
    const { request } = proposed();
    expect(request).toMatchObject({ state: 'notified', round: 1, reminded: false, createdAtMs: NOW });
    expect(request.seats.map((seat) => seat.operator)).toEqual(['op_alpha', 'op_bravo', 'op_charlie', 'op_delta']);
    expect(request.seats[0]).toEqual({ operator: 'op_alpha', issue: 0, wrongCodes: 0, disabled: false });
  });

  it('a new request gives the requester no seat if the action denies self approval', () => {
    const { request } = proposed(aPolicy({ denySelfApproval: true }));
    expect(request.seats.map((seat) => seat.operator)).not.toContain(ALPHA);
    expect(request.policy.denySelfApproval).toBe(true);
  });

  it('a new request records that turns of its action are signed', () => {
    const policy = aPolicy({ turn: 'code_and_passkey' });
    expect(proposed(policy).request.policy).toMatchObject({ turn: 'code_and_passkey' });
    expect(proposed().request.policy).toMatchObject({ turn: 'code' });
  });

  it('a new request keeps the policy that it was created under, with the resolved quorum', () => {
    const policy = aPolicy({ mode: 'coincident', coincidenceSeconds: 90, ttlSeconds: 7200, integration: 'bank' });
    expect(proposed(policy, 3).request).toMatchObject({
      policy: {
        version: 7,
        quorum: 3,
        mode: 'coincident',
        coincidenceMs: 90_000,
        ttlMs: hours(2),
        integration: 'bank',
      },
      expiresAtMs: NOW + hours(2),
    });
  });

  it('a new request fixes the operation hash over action and params', () => {
    const { request } = proposed(aPolicy(), null, { params: { amount: '10' } });
    expect(request.operationHash).toBe(operationHash('deploy', { amount: '10' }));
  });

  it('a new request records proposed, then notified, and sets a check', () => {
    const change = proposed();
    expect(kindsOf(change)).toEqual(['request.proposed', 'request.notified']);
    expect(change.entries[0]).toMatchObject({
      ...program('key_1'),
      data: { requester: ALPHA, quorum: 2, policy_version: 7 },
    });
    expect(change.request).toMatchObject({ revision: 0 });
    expect(checkOf(change)).toBe(at('12:02'));
    expect(change.request).not.toHaveProperty('proposedBy');
  });

  it('no request can be created from a refusal', () => {
    expect(() => proposed(aPolicy(), 4)).toThrow(/quorum_out_of_bounds/);
  });
});

/** Whose key can count, whose key counts, and whose key is missing: what the console and the reminders name. */
const withoutAlpha = disableSeats(aRequest({ quorum: 2 }), new Set([ALPHA]), at('12:01')).request;

it('an operator whose seat was removed is not eligible and is not waited for', () => {
  expect(eligible(withoutAlpha)).toEqual([BRAVO, CHARLIE]);
  expect(waitingFor(withoutAlpha)).toEqual([BRAVO, CHARLIE]);
});

it('while the request is open, the turns of the round count and the others are waited for', () => {
  const staging = aRequest({ quorum: 2 }, turnedBy('op_bravo'));
  expect(countedKeys(staging)).toEqual([BRAVO]);
  expect(waitingFor(staging)).toEqual([ALPHA, CHARLIE]);
});

it('after the verdict, the operators who turned count and nobody is waited for', () => {
  const authorized = aRequest({ quorum: 2 }, turnedBy('op_bravo'), turnedBy('op_alpha'));
  expect(countedKeys(authorized)).toEqual([BRAVO, ALPHA]);
  expect(waitingFor(authorized)).toEqual([]);
  const denied = aRequest({ quorum: 2 }, turnedBy('op_bravo'), refusedBy('op_alpha'));
  expect(countedKeys(denied)).toEqual([]);
  expect(waitingFor(denied)).toEqual([]);
});

const LATER = at('12:10');
const by = { operator: BRAVO, note: null, outcomeReason: null };

describe.each([
  ['refuse', refuseRequest, 'denied'],
  ['abort', abortRequest, 'aborted'],
] as const)('the command %s', (name, command, state) => {
  it.each([
    ['nobody has turned a key', aRequest()],
    ['a key is turned', aRequest({}, turnedBy('op_alpha'))],
  ])(`the command ${name} ends the request while %s, naming who did it and why`, (_when, request: Request) => {
    const change = accepted(command(request, { ...by, note: 'not today' }, LATER));
    expect(change.request).toMatchObject({
      state,
      endedBy: 'person',
      decidedBy: [BRAVO],
      reason: null,
      note: 'not today',
      verdictAtMs: LATER,
    });
    expect(change.entries).toEqual([
      { kind: `request.${state}`, atMs: LATER, ...person(BRAVO), data: { note: 'not today' } },
    ]);
  });

  it(`the command ${name} drops the turns and sets a check`, () => {
    const change = accepted(command(aRequest({}, turnedBy('op_alpha')), by, LATER));
    expect(change.request).not.toHaveProperty('turns');
    expect(checkOf(change)).toBe(at('12:12'));
  });

  it(`the command ${name} is allowed to the operator who has turned a key`, () => {
    expect(accepted(command(aRequest({}, turnedBy('op_bravo')), by, LATER)).request.state).toBe(state);
  });

  it(`the command ${name} needs a live seat`, () => {
    expect(refused(command(aRequest(), { ...by, operator: DELTA }, LATER))).toMatchObject({ why: 'no_seat' });
    const without = disableSeats(aRequest(), new Set([BRAVO]), LATER).request;
    expect(refused(command(without, by, LATER))).toEqual({ reason: 'not_asked', why: 'disabled' });
  });

  it(`the command ${name} cannot undo a verdict`, () => {
    const authorized = aRequest({ quorum: 1 }, turnedBy('op_alpha'));
    expect(refused(command(authorized, by, LATER))).toMatchObject({ reason: 'decided', outcome: 'authorized' });
  });
});

describe('who ended a request', () => {
  const WORDS = ['restored', 'stopped', 'aborted_by_program', 'misuse_reported', 'round_restarted', 'nobody_left'];

  it.each(WORDS)('a note is never taken for a reason of the service: %s', (note) => {
    for (const command of [refuseRequest, abortRequest] as const) {
      const { request, entries } = accepted(command(aRequest(), { ...by, note }, LATER));
      expect([endedBy(request), isAbortedByProgram(request)]).toEqual(['person', false]);
      expect(request).toMatchObject({ note, reason: null });
      expect(request).not.toHaveProperty('misuse');
      expect(entries[0]!.data).toEqual({ note });
    }
  });

  it('the service, a program and a restore are named by their kind', () => {
    const program = abortByProgram(aRequest(), { key: 'key_1' as ApiKeyId, note: null }, LATER).request;
    const ended = [
      abortBySystem(aRequest(), 'nobody_left', LATER).request,
      program,
      neverAgain(aRequest(), LATER).request,
    ];
    expect(ended.map(endedBy)).toEqual(['service', 'program', 'restore']);
    expect(ended.map(isAbortedByProgram)).toEqual([false, true, false]);
    expect(endedBy(aRequest({}, settledBy('13:00')))).toBe('service');
    expect([endedBy(aRequest()), endedBy(aRequest({ quorum: 1 }, turnedBy('op_alpha')))]).toEqual([null, null]);
  });

  it('programs are not told who ended a request', () => {
    const restored = neverAgain(aRequest(), LATER).request;
    const change = { ...restored, change: { kind: 'create_key', effect: 'gives_access' } } as Request;
    const names = Object.keys(renderRequest(change, null, LATER));
    expect(names.filter((name) => /ended|stopped|note|reason|change|misuse|restored/.test(name))).toEqual([]);
  });
});

describe('the reason that programs are told', () => {
  const reason = { ...by, outcomeReason: 'wrong_target' } as const;

  it('a refusal keeps it in a field of its own, and its entry has it beside the note', () => {
    const change = accepted(refuseRequest(aRequest(), { ...reason, note: 'not today' }, LATER));
    expect(change.request).toMatchObject({ reason: null, note: 'not today', outcomeReason: 'wrong_target' });
    expect(change.entries[0]!.data).toEqual({ note: 'not today', outcome_reason: 'wrong_target' });
    const alone = accepted(refuseRequest(aRequest(), reason, LATER));
    expect(alone.request).toMatchObject({ note: null, outcomeReason: 'wrong_target' });
    expect(alone.entries[0]!.data).toEqual({ outcome_reason: 'wrong_target' });
  });

  it('the request object has it only if the operator who refused chose one, and never the note', () => {
    const rendered = (request: Request) => renderRequest(request, null, LATER);
    const refusal = accepted(refuseRequest(aRequest(), { ...reason, note: 'not today' }, LATER)).request;
    expect(rendered(refusal)).toMatchObject({ outcome: 'denied', outcome_reason: 'wrong_target' });
    expect(JSON.stringify(rendered(refusal))).not.toContain('not today');
    for (const other of [
      accepted(refuseRequest(aRequest(), by, LATER)).request,
      accepted(abortRequest(aRequest(), { ...by, note: 'never' }, LATER)).request,
      aRequest({ quorum: 1 }, turnedBy('op_alpha')),
    ])
      expect(rendered(other)).not.toHaveProperty('outcome_reason');
  });
});

describe('restart', () => {
  it('a restart aborts a coincident request with reason round_restarted', () => {
    const request = aRequest({ mode: 'coincident' }, turnedBy('op_alpha', '12:09:30'));
    const change = accepted(restartRound(request, BRAVO, LATER));
    expect(change.request).toMatchObject({ state: 'aborted', reason: 'round_restarted', decidedBy: [BRAVO] });
    expect(kindsOf(change)).toEqual(['request.aborted']);
  });

  it('a restart is refused on an independent request, because it has no round', () => {
    expect(refused(restartRound(aRequest(), BRAVO, LATER))).toEqual({ reason: 'not_coincident' });
  });

  it('a restart without a seat is refused for that, before the mode is mentioned', () => {
    expect(refused(restartRound(aRequest(), DELTA, LATER))).toMatchObject({ reason: 'not_asked' });
  });

  it('a restart is refused on a decided request', () => {
    const decided = aRequest({ mode: 'coincident', quorum: 1 }, turnedBy('op_alpha'));
    expect(refused(restartRound(decided, ALPHA, LATER))).toMatchObject({ reason: 'decided' });
  });
});

it('an abort by the system names nobody', () => {
  const change = abortBySystem(aRequest(), 'roster_too_short', LATER);
  expect(change.request).toMatchObject({
    state: 'aborted',
    endedBy: 'service',
    decidedBy: [],
    reason: 'roster_too_short',
  });
  expect(change.entries[0]).toMatchObject({ ...SERVICE });
});
