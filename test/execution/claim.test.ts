import { SERVICE } from '../../src/protocol/actor';
import { claimIntent, isExecutable, judgeReport } from '../../src/service/execution/rules/claim';
import { endIntegration, handOver } from '../../src/service/execution/rules/integration';
import { intentRefusal, MAX_INTENT_BYTES } from '../../src/service/request/rules/intent-rules';
import type { RunReport } from '../../src/service/request/rules/journal';
import type { Request } from '../../src/service/request/rules/request';
import {
  accepted,
  aLease,
  aRequest,
  at,
  checkOf,
  claimedWith,
  claimId,
  handedOver,
  kindsOf,
  refused,
  refusedBy,
  reportedWith,
  settledBy,
  turnedBy,
} from '../support/builders';

/** Authorized at 12:10, claimable until 13:10 (exclusive). */
const INTENT = { quorum: 1, executeWithinSeconds: 3600 };
const authorized = aRequest(INTENT, turnedBy('op_alpha', '12:10'));
const claimed = claimedWith('a', '12:20', 600)(authorized);
const reported = reportedWith('a', '12:25')(claimed);
/** Its integration’s window closed at 13:10 while the intent could be claimed for two hours. */
const failedAt1310 = aRequest(
  { quorum: 1, executeWithinSeconds: 7200, integration: 'bank' },
  turnedBy('op_alpha', '12:10'),
  handedOver('12:11'),
);

const claim = (request: Request, time: string) => claimIntent(request, aLease('b', time));
const executable = (request: Request, time: string) => isExecutable(request, at(time));

describe('a claim', () => {
  it('a claim starts a lease on an authorized request', () => {
    const change = accepted(claim(authorized, '12:20'));
    expect(change.request).toMatchObject({
      execution: {
        state: 'claimed',
        claimId: claimId('b'),
        claimedAtMs: at('12:20'),
        previousClaimAtMs: null,
        leaseExpiresAtMs: at('12:30'),
        executeByMs: at('13:10'),
      },
      updatedAtMs: at('12:20'),
    });
    expect(kindsOf(change)).toEqual(['intent.claimed']);
  });

  it('a claim remembers when the one before it was made, and the report keeps it', () => {
    const again = accepted(claim(claimed, '12:30')).request;
    expect(again.execution).toMatchObject({ claimedAtMs: at('12:30'), previousClaimAtMs: at('12:20') });
    expect(reportedWith('b', '12:31')(again)).toMatchObject({ execution: { previousClaimAtMs: at('12:20') } });
  });

  it('a claim never changes the state of the request', () => {
    expect(accepted(claim(authorized, '12:20')).request.state).toBe('succeeded');
  });

  it('a claim is possible while the integration is still making its call', () => {
    expect(accepted(claim(failedAt1310, '12:20')).request.state).toBe('executing');
  });

  it('a claim loses against a live lease and replaces one that ended, at its very last millisecond', () => {
    expect(refused(claim(claimed, '12:29:59.999'))).toEqual({
      reason: 'already_claimed',
      leaseExpiresAtMs: at('12:30'),
    });
    expect(accepted(claim(claimed, '12:30')).request).toMatchObject({ execution: { claimId: claimId('b') } });
  });

  it('a claim is possible at execute_by itself, and not a millisecond later', () => {
    expect(claim(authorized, '13:10').ok).toBe(true);
    expect(refused(claim(authorized, '13:10:00.001'))).toEqual({ reason: 'window_closed', executeByMs: at('13:10') });
  });

  describe('the order of the reasons to refuse a claim', () => {
    it('a claim without an intent is refused as no_intent, whatever else is wrong', () => {
      expect(refused(claim(aRequest(), '12:20'))).toEqual({ reason: 'no_intent' });
      expect(refused(claim(aRequest({ quorum: 1 }, turnedBy('op_alpha')), '12:20'))).toEqual({ reason: 'no_intent' });
    });

    it.each<[string, Request, string]>([
      ['no verdict', aRequest(INTENT), 'notified'],
      ['a quorum not met yet', aRequest({ ...INTENT, quorum: 2 }, turnedBy('op_alpha')), 'staging'],
      ['another verdict', aRequest(INTENT, refusedBy('op_bravo')), 'denied'],
      ['a TTL that has run out unnoticed', aRequest({ ...INTENT, createdAt: '11:00' }), 'expired'],
    ])('a claim is refused as not authorized: %s', (_why, request, state) => {
      expect(refused(claim(request, '12:20'))).toEqual({ reason: 'not_authorized', state });
    });

    it('a claim on an authorization that no longer holds is refused as not authorized, before reported and claimed', () => {
      expect(refused(claim(failedAt1310, '13:10'))).toEqual({ reason: 'not_authorized', state: 'failed' });
      expect(claim(failedAt1310, '13:09:59.999').ok).toBe(true);
      const underLease = claimedWith('a', '13:09')(failedAt1310);
      expect(refused(claim(underLease, '13:11'))).toMatchObject({ reason: 'not_authorized' });
      const done = reportedWith('a', '13:09:30')(underLease);
      expect(refused(claim(done, '13:11'))).toMatchObject({ reason: 'not_authorized' });
    });

    it('a claim is refused as already reported, also long after the lease and the window', () => {
      for (const time of ['12:26', '12:40', '13:11']) {
        expect(refused(claim(reported, time))).toEqual({ reason: 'already_reported' });
      }
    });

    it('a claim is refused as already claimed before the window is checked, because a lease may end after it', () => {
      const late = claimedWith('a', '13:05', 600)(authorized);
      expect(refused(claim(late, '13:12'))).toMatchObject({ reason: 'already_claimed' });
      expect(refused(claim(late, '13:15'))).toMatchObject({ reason: 'window_closed' });
    });
  });
});

describe('a report', () => {
  const report = (request: Request, time: string, sent: Partial<RunReport> = {}) =>
    judgeReport(
      request,
      { claimId: claimId('a'), status: 'succeeded', reference: 're_1', error: null, ...sent },
      at(time),
    );

  it('a report ends the execution with the worker’s result, and does not change the state of the request', () => {
    const change = accepted(report(claimed, '12:25', { status: 'failed', reference: null, error: 'card declined' }));
    expect(change.request).toMatchObject({
      state: 'succeeded',
      updatedAtMs: at('12:25'),
      execution: {
        state: 'reported',
        status: 'failed',
        reference: null,
        error: 'card declined',
        reportedAtMs: at('12:25'),
        claimId: claimId('a'),
        claimedAtMs: at('12:20'),
        executeByMs: at('13:10'),
      },
    });
    expect(kindsOf(change)).toEqual(['intent.reported']);
  });

  it('a report sets a check, because an event follows', () => {
    expect(checkOf(accepted(report(claimed, '12:25')))).toBe(at('12:27'));
  });

  it('a report counts after the lease and execute_by have passed if nobody claimed since', () => {
    expect(report(claimed, '12:45').ok).toBe(true);
    expect(report(settledBy('13:30')(claimed), '13:30').ok).toBe(true);
    expect(accepted(report(settledBy('13:30')(claimed), '13:30')).request).not.toHaveProperty('execution.closed');
  });

  it('a report counts after the integration failed, because the call was made', () => {
    expect(report(settledBy('13:11')(claimedWith('a', '13:09')(failedAt1310)), '13:11').ok).toBe(true);
  });

  it('a report is refused when another worker claimed later', () => {
    const reclaimed = claimedWith('b', '12:30')(claimed);
    expect(refused(report(reclaimed, '12:31'))).toEqual({ reason: 'claim_lost' });
    expect(report(reclaimed, '12:31', { claimId: claimId('b') }).ok).toBe(true);
  });

  it('a report without a claim is refused', () => {
    expect(refused(report(authorized, '12:25'))).toEqual({ reason: 'claim_lost' });
    expect(refused(report(aRequest(INTENT), '12:25'))).toEqual({ reason: 'claim_lost' });
    expect(refused(report(aRequest(INTENT, refusedBy('op_bravo')), '12:25'))).toEqual({ reason: 'claim_lost' });
  });

  it('a report on a request without an intent is refused', () => {
    expect(refused(report(aRequest({ quorum: 1 }, turnedBy('op_alpha')), '12:25'))).toEqual({ reason: 'no_intent' });
  });

  it('repeating a report changes nothing, however late it comes', () => {
    const once = accepted(report(claimed, '12:25')).request;
    for (const time of ['12:25', '12:40', '13:30']) {
      expect(accepted(report(once, time))).toEqual({ request: once, entries: [] });
    }
  });

  it.each<[string, Partial<RunReport>]>([
    ['another status', { status: 'failed' }],
    ['another reference', { reference: 're_2' }],
    ['no reference', { reference: null }],
    ['an error besides', { error: 'x' }],
    ['another claim', { claimId: claimId('b') }],
  ])('a report cannot replace the recorded one: %s', (_what, other) => {
    const once = accepted(report(claimed, '12:25')).request;
    expect(refused(report(once, '12:26', other))).toEqual({ reason: 'already_reported' });
  });
});

describe('an executable request', () => {
  it('an authorized request with an intent is executable until it is claimed', () => {
    expect(executable(authorized, '12:20')).toBe(true);
    expect(executable(claimed, '12:29:59.999')).toBe(false);
  });

  it('a claimed request is executable again at the end of its lease, until it is reported', () => {
    expect(executable(claimed, '12:30')).toBe(true);
    expect(executable(reported, '12:45')).toBe(false);
  });

  it('a request is executable only inside its window', () => {
    expect(executable(authorized, '13:10')).toBe(true);
    expect(executable(authorized, '13:10:00.001')).toBe(false);
    expect(executable(claimed, '13:10')).toBe(true);
    expect(executable(claimed, '13:10:00.001')).toBe(false);
  });

  it('a request is not executable before or without authorization, without an intent, or after the integration failed', () => {
    expect(executable(aRequest(INTENT), '12:20')).toBe(false);
    expect(executable(aRequest(INTENT, refusedBy('op_bravo')), '12:20')).toBe(false);
    expect(executable(aRequest({ quorum: 1 }, turnedBy('op_alpha')), '12:20')).toBe(false);
    expect(executable(failedAt1310, '12:20')).toBe(true);
    expect(executable(failedAt1310, '13:10')).toBe(false);
  });

  it('a request is executable exactly when a claim would win', () => {
    const requests = [authorized, claimed, reported, failedAt1310, aRequest(INTENT), aRequest()];
    for (const request of requests) {
      for (const time of ['12:20', '12:29:59.999', '12:30', '13:09:59.999', '13:10', '13:10:00.001', '14:30']) {
        expect(executable(request, time)).toBe(claim(request, time).ok);
      }
    }
  });
});

const NOW = at('12:20');
const integrated = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha', '12:10'));
const executing = handedOver('12:11')(integrated);

describe('handing over to the integration', () => {
  it('handing over moves authorized to executing once, inside the same window', () => {
    const change = handOver(integrated, NOW);
    expect(change.request).toMatchObject({
      state: 'executing',
      integrationUntilMs: at('13:10'),
    });
    expect(checkOf(change)).toBe(at('12:22'));
    expect(change.entries).toEqual([
      { kind: 'request.executing', atMs: NOW, ...SERVICE, data: { integration: 'bank' } },
    ]);
    expect(handOver(change.request, NOW)).toEqual({ request: change.request, entries: [] });
  });

  it('handing over does nothing to a request without a call to make', () => {
    for (const request of [
      aRequest(),
      aRequest({}, refusedBy('op_bravo')),
      aRequest({ quorum: 1 }, turnedBy('op_alpha')),
    ]) {
      expect(handOver(request, NOW)).toEqual({ request, entries: [] });
    }
  });
});

describe('the end of the integration’s call', () => {
  it.each([
    [{ succeeded: true, reason: null }, 'succeeded'],
    [{ succeeded: false, reason: 'integration_answered_422' }, 'failed'],
  ] as const)('the integration’s result %j ends the request as %s and does not change its verdict', (result, state) => {
    const change = endIntegration(executing, result, NOW);
    expect(change.request).toMatchObject({
      state,
      endedAtMs: NOW,
      verdictAtMs: at('12:10'),
      approvers: ['op_alpha'],
      reason: result.reason,
    });
    expect(checkOf(change)).toBe(at('12:22'));
    expect(change.request).not.toHaveProperty('integrationUntilMs');
    const told = result.reason === null ? {} : { data: { reason: result.reason } };
    expect(change.entries).toEqual([{ kind: `request.${state}`, atMs: NOW, ...SERVICE, ...told }]);
  });

  it('the end of the integration’s call is written once: no later result changes it', () => {
    const failed = endIntegration(executing, { succeeded: false, reason: 'x' }, NOW).request;
    expect(endIntegration(failed, { succeeded: true, reason: null }, NOW)).toEqual({ request: failed, entries: [] });
    expect(endIntegration(integrated, { succeeded: true, reason: null }, NOW).entries).toEqual([]);
  });
});

const DIGEST = `sha256:${'0f'.repeat(32)}`;
const judge = (proposal: Partial<Parameters<typeof intentRefusal>[0]>) =>
  intentRefusal({ params: { intent: DIGEST }, intentBytes: 200, executeWithin: null, ...proposal });

it('an intent is accepted with its digest in params.intent', () => {
  expect(judge({})).toBeNull();
  expect(judge({ executeWithin: 60 })).toBeNull();
});

it('an intent may have 64 KiB and not a byte more', () => {
  expect(judge({ intentBytes: 65_536 })).toBeNull();
  expect(judge({ intentBytes: MAX_INTENT_BYTES + 1 })).toEqual({ reason: 'intent_too_large', bytes: 65_537 });
});

it('an intent without its digest is refused', () => {
  expect(judge({ params: {} })).toEqual({ reason: 'intent_digest_missing' });
  expect(judge({ params: Object.create({ intent: DIGEST }) })).toEqual({ reason: 'intent_digest_missing' });
});

it.each([
  '',
  'sha256:',
  'f'.repeat(64),
  `sha256:${'F'.repeat(64)}`,
  `sha256:${'f'.repeat(63)}`,
  `${DIGEST}0`,
  `${DIGEST}\n`,
  ` ${DIGEST}`,
])('an intent is refused with a digest that is not in its published spelling: %j', (intent) => {
  expect(judge({ params: { intent } })).toEqual({ reason: 'intent_digest_malformed' });
});

it('execute_within is accepted only with an intent', () => {
  expect(judge({ intentBytes: null, executeWithin: 60 })).toEqual({ reason: 'execute_within_without_intent' });
  expect(judge({ intentBytes: null })).toBeNull();
});

it('a param named intent is ignored if there is no intent', () => {
  expect(judge({ intentBytes: null, params: { intent: 'anything' } })).toBeNull();
});
