/** What became of a stopped request, for the list, the export and the page alike (docs/decisions/stop.md). */
import { runOf, stopOf } from '../../src/protocol/shown/run';

type Shown = Parameters<typeof runOf>[0];
const EXECUTION = {
  ...{ claimed_at: null, lease_expires_at: null, reported_at: null },
  ...{ reference: null, error: null, execute_by: null },
};
const BEGUN = { from: 1, until: 2 };

function shown(state: string, execution: string, view: object = {}, stopped = true): Shown {
  const request = { action: 'pay', outcome: 'authorized', state, execution: { ...EXECUTION, state: execution } };
  const mark = stopped ? { stopped: { at: 3, by: 'op_a', claimed_at: null } } : {};
  return {
    request: { ...request, ...mark },
    view: { integration: null, has_intent: true, ...view },
  } as unknown as Shown;
}

it.each<[string, Shown, string, string | null]>([
  ['before a worker had it', shown('succeeded', 'none'), 'stopped', 'not_run'],
  ['while a worker has it', shown('succeeded', 'claimed', { begun: BEGUN }), 'stopped', 'may_have_run'],
  ['after a lease without a report', shown('succeeded', 'none', { begun: BEGUN }), 'stopped', 'may_have_run'],
  ['and reported as run', shown('succeeded', 'succeeded', { begun: BEGUN }), 'done', null],
  ['and reported as failed', shown('succeeded', 'failed', { begun: BEGUN }), 'failed', null],
  ['before its integration was called', shown('failed', 'none', { integration: 'bank' }), 'stopped', 'not_run'],
  [
    'and its integration took the call',
    shown('succeeded', 'none', { integration: 'bank', begun: BEGUN }),
    'done',
    null,
  ],
  ['by nobody', shown('succeeded', 'none', {}, false), 'done', null],
])('a request that was stopped %s', (_, request, run, stop) => {
  expect([runOf(request, 10), stopOf(request)]).toEqual([run, stop]);
});
