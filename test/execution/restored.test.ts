/** What a restore takes from requests that ran after its instant (docs/deploy.md#backup-and-restore). */

import { SERVICE } from '../../src/protocol/actor';
import type { ApiKeyId } from '../../src/protocol/identifiers';
import { abortByProgram } from '../../src/service/ceremony/rules/refuse';
import { eventsOf } from '../../src/service/delivery/rules/events';
import { owedDeliveries } from '../../src/service/delivery/rules/owed-deliveries';
import { claimIntent, isExecutable, judgeReport } from '../../src/service/execution/rules/claim';
import {
  abandoned,
  type BegunWork,
  begunWorkOf,
  neverAgain,
  ranSince,
} from '../../src/service/execution/rules/restored';
import { nextDeadlineMs } from '../../src/service/request/rules/deadlines';
import { endedBy, type Request } from '../../src/service/request/rules/request';
import { fromRequestItem, toRequestItem } from '../../src/service/request/store/request-conversion';
import {
  abortedBy,
  accepted,
  aLease,
  aRequest,
  at,
  claimedWith,
  claimId,
  handedOver,
  kindsOf,
  refused,
  refusedBy,
  reportedWith,
  stoppedBy,
  turnedBy,
} from '../support/builders';

const INTENT = { quorum: 1, executeWithinSeconds: 3600 };
const authorized = aRequest(INTENT, turnedBy('op_alpha', '12:10'));
const claimed = claimedWith('a', '12:20', 600)(authorized);
const stopped = stoppedBy('op_alpha', '12:20')(authorized);
const inTheSameWords = abortedBy('op_alpha', '12:20', 'aborted_by_program');
const BY_PROGRAM = { key: 'key_1' as ApiKeyId, note: null };
const executing = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha', '12:10'), handedOver('12:11'));
const ended = (request: Request, time = '12:25') => neverAgain(request, at(time));

describe('a request that ran after the instant of a restore', () => {
  it.each([
    ['authorized', authorized],
    ['claimed, with a lease that would last', claimed],
  ])(
    'a request that ran after the instant of a restore and was %s at it is not claimed again: its window is closed',
    (_, request) => {
      const change = ended(request);
      expect(kindsOf(change)).toEqual(['intent.window_closed']);
      expect(change.request).toMatchObject({ reason: 'restored' });
      expect(change.entries[0]).toMatchObject({ ...SERVICE, data: { reason: 'restored' } });
      expect(refused(claimIntent(change.request, aLease('b', '12:25')))).toMatchObject({ reason: 'window_closed' });
      expect(isExecutable(change.request, at('12:25'))).toBe(false);
      expect(nextDeadlineMs(change.request)).toBeNull();
    },
  );

  it('a request that ran after a restore’s instant accepts the report of the worker that had claimed it before', () => {
    const report = { claimId: claimId('a'), status: 'succeeded', reference: null, error: null } as const;
    const change = accepted(judgeReport(ended(claimed).request, report, at('12:30')));
    expect(kindsOf(change)).toEqual(['intent.reported']);
  });

  it('a request that ran after a restore’s instant makes no call of its integration, not even a waiting one', () => {
    const change = ended(executing);
    expect(kindsOf(change)).toEqual(['request.failed']);
    expect(change.request).toMatchObject({ state: 'failed', reason: 'restored', endedAtMs: at('12:25') });
    const owed = owedDeliveries(change.request, eventsOf(change.request), []);
    expect(owed.map(({ receiver }) => receiver)).not.toContain('integration');
    expect(owedDeliveries(executing, [], []).map(({ receiver }) => receiver)).toEqual(['integration']);
  });

  it.each([
    ['nobody had turned a key', aRequest(INTENT)],
    ['a key was turned', aRequest({ ...INTENT, quorum: 2 }, turnedBy('op_alpha'))],
  ])('a request that ran after a restore’s instant is aborted by the system if at the instant %s', (_, request) => {
    const change = ended(request);
    expect(kindsOf(change)).toEqual(['request.aborted']);
    expect(change.request).toMatchObject({ state: 'aborted', decidedBy: [], reason: 'restored' });
    expect(change.entries[0]!.actor).toBe('system');
  });

  it.each([
    ['reported', reportedWith('a', '12:25')(claimed)],
    ['stopped', stopped],
    ['stopped while it was claimed', stoppedBy('op_alpha', '12:21')(claimed)],
    ['denied', aRequest(INTENT, refusedBy('op_alpha'))],
    ['succeeded without an intent', aRequest({ quorum: 1 }, turnedBy('op_alpha'))],
  ])('a request that ran after a restore’s instant does not change if it was already %s', (_, request) => {
    expect(ended(request)).toEqual({ request, entries: [] });
  });

  it.each([
    ['authorized', authorized],
    ['claimed', claimed],
    ['called', executing],
    ['open', aRequest(INTENT)],
  ])('a request that was %s is marked as ended by a restore, also where it is stored', (_, request) => {
    expect(endedBy(request)).toBeNull();
    const marked = ended(request).request;
    expect(endedBy(marked)).toBe('restore');
    expect(endedBy(fromRequestItem(toRequestItem(marked)))).toBe('restore');
    expect(endedBy(abandoned(request, at('12:25')).request)).toBe('restore');
    expect(abandoned(marked, at('12:30')).request).not.toHaveProperty('restored');
  });

  it('a request that a restore has ended does not change when the command runs again', () => {
    for (const request of [authorized, claimed, executing, aRequest(INTENT)]) {
      const { request: once } = ended(request);
      expect(ended(once, '12:40')).toEqual({ request: once, entries: [] });
    }
  });

  it('a request that was proposed after a restore’s instant comes back with the same id, aborted', () => {
    const { request, entries } = abandoned(claimed, at('12:25'));
    expect(request).toMatchObject({ id: claimed.id, operationHash: claimed.operationHash, state: 'aborted' });
    expect(request).not.toHaveProperty('execution');
    expect(entries).toMatchObject([{ kind: 'request.aborted', ...SERVICE, data: { reason: 'restored' } }]);
    expect(refused(claimIntent(request, aLease('b', '12:26')))).toEqual({ reason: 'not_authorized', state: 'aborted' });
  });
});

describe('what the lost table shows', () => {
  const none: BegunWork = { claimId: null, isReported: false, isStopped: false, call: null };
  const takenBack = abortByProgram(aRequest(INTENT), BY_PROGRAM, at('12:20')).request;
  it.each<[string, BegunWork, BegunWork, boolean]>([
    ['nothing', none, none, false],
    ['a claim', none, begunWorkOf(claimed, null), true],
    ['the same claim', begunWorkOf(claimed, null), begunWorkOf(claimed, null), false],
    ['another claim', begunWorkOf(claimed, null), begunWorkOf(claimedWith('b', '12:30')(claimed), null), true],
    [
      'a report of the same claim',
      begunWorkOf(claimed, null),
      begunWorkOf(reportedWith('a', '12:25')(claimed), null),
      true,
    ],
    ['a stop', begunWorkOf(authorized, null), begunWorkOf(stoppedBy('op_alpha', '12:20')(authorized), null), true],
    ['the same stop', begunWorkOf(stopped, null), begunWorkOf(stopped, null), false],
    ['that its program took it back', none, begunWorkOf(takenBack, null), true],
    ['that a person aborted it', none, begunWorkOf(aRequest(INTENT, abortedBy('op_alpha')), null), false],
    ['that a person aborted it in the same words', none, begunWorkOf(aRequest(INTENT, inTheSameWords), null), false],
    ['a call', none, { ...none, call: '[1,"pending"]' }, true],
    ['another attempt of a call', { ...none, call: '[1]' }, { ...none, call: '[2]' }, true],
    ['the same call', { ...none, call: '[1]' }, { ...none, call: '[1]' }, false],
    ['less than the restored table, where the lost one is damaged', begunWorkOf(claimed, '[1]'), none, false],
  ])('the lost table shows whether a request ran after the instant: %s', (_, restored, lost, ran) => {
    expect(ranSince(restored, lost)).toBe(ran);
  });
});
