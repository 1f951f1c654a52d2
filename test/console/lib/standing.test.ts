/** The words for the status of a request, and whether they count as a failure. */

import { formatClock, formatInstant } from '../../../src/console/lib/format';
import type { RequestWithView } from '../../../src/console/lib/schemas';
import { hasFailed, isAbortedByProgram, requestStanding, verdictOf } from '../../../src/console/lib/standing';
import { NOW, requestOf } from './given';

const {
  whatBegan,
}: { whatBegan(begun: object, nowMs: number): string } = require('../../../src/console/pages/request/stopped');

interface Given {
  readonly state?: string;
  readonly outcome?: string | null;
  readonly run?: object;
  readonly stopped?: boolean;
  readonly action?: string;
  readonly view?: object;
}
function shown({ state = 'succeeded', outcome = 'authorized', run = {}, stopped, action, view = {} }: Given) {
  const { execution } = requestOf().request;
  const request = { state, outcome, execution: { ...execution, ...run }, ...(action === undefined ? {} : { action }) };
  const mark = stopped === true ? { stopped: { at: NOW, by: 'op_a', claimed_at: null } } : {};
  const made = requestOf({ request: { ...request, ...mark }, view: { integration: null, has_intent: true, ...view } });
  return made as unknown as RequestWithView;
}
const restored = { decided: { ended_by: 'restore', by: [], note: null, reason: 'restored' } };
const begun = { begun: { from: NOW - 1, until: NOW } };

it.each<[string, boolean, Given]>([
  ['Proposed', false, { state: 'proposed', outcome: null }],
  ['Waiting for keys', false, { state: 'notified', outcome: null }],
  ['Turning keys', false, { state: 'staging', outcome: null }],
  ['Refused', false, { state: 'denied', outcome: 'denied' }],
  ['Expired', false, { state: 'expired', outcome: 'expired' }],
  ['Aborted', false, { state: 'aborted', outcome: 'aborted' }],
  ['Approved', false, { state: 'authorized' }],
  ['Approved, running', false, { state: 'executing' }],
  ['Approved', false, {}],
  ['Approved, waits for a worker', false, { run: { state: 'pending', execute_by: NOW } }],
  ['Approved, never run', true, { run: { state: 'pending', execute_by: NOW - 1 } }],
  ['Approved, running', false, { run: { state: 'claimed' } }],
  ['Approved and run', false, { run: { state: 'succeeded' } }],
  ['Approved, run failed', true, { run: { state: 'failed' } }],
  ['Approved, run failed', true, { state: 'failed' }],
  ['Approved, not made', true, { state: 'failed', action: 'service.admin', view: { has_intent: false } }],
  ['Approved, call failed', true, { state: 'failed', view: { integration: 'bank' } }],
  ['Approved, failed', true, { state: 'failed', view: { has_intent: false } }],
  ['Approved, stopped', false, { stopped: true }],
  ['Approved, may have run', true, { stopped: true, view: begun }],
  ['Approved and run', false, { stopped: true, view: begun, run: { state: 'succeeded' } }],
  ['Approved, stopped', false, { state: 'failed', stopped: true, view: { integration: 'bank' } }],
  ['Approved, may have run', true, { view: restored }],
  ['Approved and run', false, { view: restored, run: { state: 'succeeded', reported_at: NOW } }],
  ['Approved', false, { view: { decided: { ended_by: null, by: ['op_a'], note: 'restored', reason: 'restored' } } }],
  // A restore ends an open request too, and nothing of it has run.
  ['Aborted', false, { state: 'aborted', outcome: 'aborted', view: restored }],
])('“%s” (a failure: %s) stands for %j', (words, isFailure, given) => {
  expect([requestStanding(shown(given), NOW)[0], hasFailed(shown(given), NOW)]).toEqual([words, isFailure]);
});

it.each([
  ['its program', { ended_by: 'program', by: [] }, true],
  ['a person', { ended_by: 'person', by: ['op_a'] }, false],
  ['the service', { ended_by: 'service', by: [] }, false],
  ['nobody', null, false],
])('a request that was aborted by %s was taken back: %j %s', (_, decided, isTakenBack) => {
  expect(isAbortedByProgram(shown({ state: 'aborted', outcome: 'aborted', view: { decided } }))).toBe(isTakenBack);
});

it('the verdict says nothing of the run', () => {
  const words = (given: Given) => verdictOf(shown(given))[0];
  expect(words({ state: 'failed' })).toBe('Approved');
  expect(words({ state: 'staging', outcome: null })).toBe('Turning keys');
  expect(words({ state: 'proposed', outcome: null })).toBe('Waiting for keys');
  expect(words({ state: 'denied', outcome: 'denied' })).toBe('Refused');
});

it.each([
  ['its time alone', 12 * 3_600_000 - 1, formatClock],
  ['its day too, so that it is not taken for a later time', 12 * 3_600_000, formatInstant],
])('what a worker has is dated with %s after %d ms', (_, ageMs, format) => {
  const from = NOW - ageMs;
  const words = `A worker has had it since ${format(from)} and may run it.`;
  expect(whatBegan({ from, until: NOW + 1 }, NOW)).toBe(words);
});
