/** The complete entries of a request's steps. */

import { person, program, SERVICE } from '../../../src/protocol/actor';
import { disableSeats } from '../../../src/service/ceremony/rules/disable-seat';
import { propose } from '../../../src/service/ceremony/rules/propose';
import { abortByProgram, abortRequest, refuseRequest } from '../../../src/service/ceremony/rules/refuse';
import { withNewCode } from '../../../src/service/ceremony/rules/reissue';
import { settle } from '../../../src/service/ceremony/rules/settle';
import { stopRequest } from '../../../src/service/ceremony/rules/stop';
import { turnKey } from '../../../src/service/ceremony/rules/turn';
import { withdrawTurn } from '../../../src/service/ceremony/rules/withdraw';
import { claimIntent, judgeReport } from '../../../src/service/execution/rules/claim';
import { endIntegration, handOver } from '../../../src/service/execution/rules/integration';
import { resolve } from '../../../src/service/policy/rules/resolve';
import type { Entry, EntryKind } from '../../../src/service/request/rules/entry';
import {
  A_PROPOSAL,
  accepted,
  aLease,
  aPolicy,
  aRequest,
  aTurn,
  at,
  BRAVO,
  CHARLIE,
  claimedWith,
  claimId,
  DELTA,
  FOUR_OPERATORS,
  handedOver,
  turnedBy,
} from '../../support/builders';
import type { Step } from './step';

const NOW = at('12:05');
const A_KEY = A_PROPOSAL.sent.keyId;
const INTEGRATED = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha'));
const WITH_INTENT = aRequest({ quorum: 1, executeWithinSeconds: 600 }, turnedBy('op_alpha'));
const COINCIDENT = aRequest({ mode: 'coincident' }, turnedBy('op_alpha', '12:01'));

const proposed = () => {
  const resolution = resolve(aPolicy(), FOUR_OPERATORS, { ...A_PROPOSAL, quorum: null });
  return propose(A_PROPOSAL, aPolicy(), resolution, NOW).entries;
};
const turned = (request: ReturnType<typeof aRequest>, isRight = true) =>
  accepted(turnKey(request, { ...aTurn('op_bravo'), isRightCode: () => isRight }, NOW)).change.entries;
const reported = (reference: string | null, error: string | null) => {
  const status = error === null ? ('succeeded' as const) : ('failed' as const);
  const report = { claimId: claimId('a'), status, reference, error };
  return accepted(judgeReport(claimedWith('a', '12:03')(WITH_INTENT), report, NOW)).entries;
};
const system = (kind: EntryKind, data?: Entry['data'], atMs = NOW): Entry => ({
  kind,
  atMs,
  ...SERVICE,
  ...(data === undefined ? {} : { data }),
});

export const REQUEST_STEPS: Readonly<Record<EntryKind, readonly Step<Entry>[]>> = {
  'request.proposed': [
    [
      proposed,
      {
        kind: 'request.proposed',
        atMs: NOW,
        ...A_PROPOSAL.proposedBy,
        data: {
          action: A_PROPOSAL.action,
          requester: A_PROPOSAL.requester,
          operation_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          policy_version: aPolicy().version,
          quorum: aPolicy().quorum.default,
        },
      },
    ],
  ],
  'request.notified': [[proposed, system('request.notified', { seats: FOUR_OPERATORS.map(({ id }) => id) })]],
  'key.turned': [[() => turned(aRequest()), { kind: 'key.turned', atMs: NOW, ...person(BRAVO), data: { round: 1 } }]],
  'key.withdrawn': [
    [
      () => accepted(withdrawTurn(aRequest({}, turnedBy('op_bravo')), BRAVO, NOW)).entries,
      { kind: 'key.withdrawn', atMs: NOW, ...person(BRAVO), data: { round: 1 } },
    ],
  ],
  'code.wrong': [
    [
      () => turned(aRequest(), false),
      { kind: 'code.wrong', atMs: NOW, ...person(BRAVO), data: { round: 1, tries_left: 4 } },
    ],
  ],
  'code.reissued': [
    [
      () => accepted(withNewCode(aRequest(), { seat: BRAVO, admin: DELTA }, NOW)).entries,
      { kind: 'code.reissued', atMs: NOW, ...person(DELTA), data: { seat: BRAVO, issue: 1 } },
    ],
  ],
  'seat.disabled': [
    [() => disableSeats(aRequest(), new Set([CHARLIE]), NOW).entries, system('seat.disabled', { seat: CHARLIE })],
  ],
  'seat.struck': [
    [
      () => disableSeats(aRequest(), new Set([CHARLIE]), NOW, new Set([CHARLIE])).entries,
      system('seat.struck', { seat: CHARLIE }),
    ],
  ],
  'round.collapsed': [
    [() => settle(COINCIDENT, NOW).entries, system('round.collapsed', { round: 1, turned: ['op_alpha'] }, at('12:02'))],
  ],
  'request.reminded': [
    [() => settle(aRequest(), at('12:31')).entries, system('request.reminded', undefined, at('12:30'))],
  ],
  'request.warned': [[() => settle(aRequest(), at('12:55')).entries, system('request.warned', undefined, at('12:54'))]],
  'request.authorized': [
    [
      () => turned(aRequest({}, turnedBy('op_alpha'))),
      system('request.authorized', { approvers: ['op_alpha', 'op_bravo'] }),
    ],
  ],
  'request.executing': [
    [() => handOver(INTEGRATED, NOW).entries, system('request.executing', { integration: 'bank' })],
  ],
  'request.succeeded': [
    [() => turned(aRequest({ quorum: 1 })), system('request.succeeded')],
    [
      () => endIntegration(handedOver('12:03')(INTEGRATED), { succeeded: true, reason: null }, NOW).entries,
      system('request.succeeded'),
    ],
  ],
  'request.failed': [
    [
      () => endIntegration(handedOver('12:03')(INTEGRATED), { succeeded: false, reason: 'refused: 400' }, NOW).entries,
      system('request.failed', { reason: 'refused: 400' }),
    ],
    [
      () => settle(INTEGRATED, at('13:02')).entries,
      system('request.failed', { reason: 'integration_window_closed' }, at('13:01')),
    ],
  ],
  'request.denied': [
    [
      () =>
        accepted(refuseRequest(aRequest(), { operator: BRAVO, note: 'too late', outcomeReason: null }, NOW)).entries,
      { kind: 'request.denied', atMs: NOW, ...person(BRAVO), data: { note: 'too late' } },
    ],
    [
      () =>
        accepted(refuseRequest(aRequest(), { operator: BRAVO, note: 'too late', outcomeReason: 'never' }, NOW)).entries,
      { kind: 'request.denied', atMs: NOW, ...person(BRAVO), data: { note: 'too late', outcome_reason: 'never' } },
    ],
  ],
  'request.aborted': [
    [
      () => accepted(abortRequest(aRequest(), { operator: BRAVO, note: null }, NOW)).entries,
      { kind: 'request.aborted', atMs: NOW, ...person(BRAVO) },
    ],
    [
      () => disableSeats(aRequest({ quorum: 3 }), new Set([CHARLIE]), NOW).entries,
      system('request.aborted', { reason: 'roster_too_short' }),
    ],
    [
      () => abortByProgram(aRequest(), { key: A_KEY, note: 'misuse_reported' }, NOW).entries,
      {
        kind: 'request.aborted',
        atMs: NOW,
        ...program(A_KEY),
        data: { reason: 'aborted_by_program', note: 'misuse_reported' },
      },
    ],
  ],
  'request.expired': [
    [() => settle(aRequest(), at('13:30')).entries, system('request.expired', undefined, at('13:00'))],
  ],
  'intent.claimed': [
    [
      () => accepted(claimIntent(WITH_INTENT, aLease('a', '12:05'))).entries,
      { kind: 'intent.claimed', atMs: NOW, ...program(claimId('a')), data: { lease_expires_at: at('12:15') } },
    ],
  ],
  'intent.reported': [
    [
      () => reported('tr_1', null),
      {
        kind: 'intent.reported',
        atMs: NOW,
        ...program(claimId('a')),
        data: { status: 'succeeded', reference: 'tr_1', error: null },
      },
    ],
    [
      () => reported(null, 'the bank is closed'),
      {
        kind: 'intent.reported',
        atMs: NOW,
        ...program(claimId('a')),
        data: { status: 'failed', reference: null, error: 'the bank is closed' },
      },
    ],
  ],
  'intent.stopped': [
    [
      () => accepted(stopRequest(WITH_INTENT, { by: person(BRAVO), note: null }, NOW)).entries,
      { kind: 'intent.stopped', atMs: NOW, ...person(BRAVO), data: {} },
    ],
    [
      () =>
        accepted(
          stopRequest(claimedWith('a', '12:03')(WITH_INTENT), { by: program(A_KEY), note: 'the wrong one' }, NOW),
        ).entries,
      {
        kind: 'intent.stopped',
        atMs: NOW,
        ...program(A_KEY),
        data: { claimed_at: at('12:03'), note: 'the wrong one' },
      },
    ],
  ],
  'intent.window_closed': [
    [() => settle(WITH_INTENT, at('12:12')).entries, system('intent.window_closed', undefined, at('12:11'))],
  ],
};
