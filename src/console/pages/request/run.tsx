/** The run of an approved request: its steps, with any failure first. */

import type { ReactNode } from 'react';
import { CircleCheck, CircleDashed, CircleX } from '../../../../generated/icons';
import { reasonText } from '../../../protocol/shown/reasons';
import { isTooLate, reachedWhenStopped, runnerOf } from '../../../protocol/shown/request';
import { useNow } from '../../lib/clock';
import { formatDuration } from '../../lib/format';
import type { RequestAnswer } from '../../lib/requests';
import { hasFailed, mayHaveRun } from '../../lib/standing';
import { Fact } from '../../ui/card';
import { CopyId } from '../../ui/copy-id';
import { Icon } from '../../ui/icon';
import { Ago, Countdown, Instant } from '../../ui/instant';
import { VisibleText } from '../../ui/visible-text';
import { whatBegan } from './stopped';

type Mark = 'done' | 'failed' | 'open';

interface Step {
  readonly label: string;
  readonly mark: Mark;
  readonly detail: ReactNode;
}

const MARKS: Readonly<Record<Mark, typeof CircleCheck>> = { done: CircleCheck, failed: CircleX, open: CircleDashed };

/** Approved, claimed, run: one line across the page. Nothing if nothing runs. */
export function RunSteps(shown: RequestAnswer) {
  const steps = stepsOf(shown, useNow(10_000));
  if (steps.length === 0) return null;
  const failed = steps.some(({ mark }) => mark === 'failed');
  return (
    <ol className={failed ? 'run-steps failed' : 'run-steps'} aria-label="What became of it">
      {steps.map(({ label, mark, detail }) => (
        <li key={label} className={mark}>
          <Icon of={MARKS[mark]} />
          <span>
            <strong>{label}</strong>
            <span className="caption">{detail}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function stepsOf(shown: RequestAnswer, nowMs: number): Step[] {
  const { request, view } = shown;
  if (request.outcome !== 'authorized' || view.decided === null) return [];
  const runner = runnerOf(shown);
  if (runner === 'program') return [];
  const approved: Step = { label: 'Approved', mark: 'done', detail: <Instant ms={view.decided.at} /> };
  const stop = reachedWhenStopped(shown);
  if (stop === 'not_run') return [approved, { label: 'Stopped', mark: 'failed', detail: 'nothing ran' }];
  if (mayHaveRun(shown)) {
    const detail = stop === null ? 'the data was restored' : 'it was stopped';
    return [approved, { label: 'May have run', mark: 'failed', detail }];
  }
  if (runner !== 'worker') return [approved, callStep(shown, runner)];
  if (request.execution.state === 'none') return [];
  return [approved, ...workerSteps(request.execution, view.decided.at, nowMs)];
}

function callStep({ request: { state }, view }: RequestAnswer, runner: 'integration' | 'service'): Step {
  const [done, open, failed] =
    runner === 'service' ? ['Made', 'Being made', 'Not made'] : ['Called', 'Being called', 'Call failed'];
  const detail = runner === 'service' ? 'by the service' : `the integration “${view.integration}”`;
  if (state === 'succeeded') return { label: done ?? '', mark: 'done', detail };
  if (state === 'failed')
    return { label: failed ?? '', mark: 'failed', detail: reasonText(view.decided?.reason ?? '') };
  return { label: open ?? '', mark: 'open', detail };
}

function workerSteps(execution: RequestAnswer['request']['execution'], approvedMs: number, nowMs: number): Step[] {
  const { state, claimed_at, reported_at, execute_by, error } = execution;
  if (state === 'pending' && isTooLate(execute_by, nowMs)) {
    return [{ label: 'Never claimed', mark: 'failed', detail: 'the time to run it is over' }];
  }
  const after = (later: number | null, earlier: number) =>
    later === null ? '' : `${formatDuration(Math.max(0, later - earlier))} later`;
  const claimed: Step =
    claimed_at === null
      ? { label: 'Waits for a worker', mark: 'open', detail: <Until ms={execute_by} label="to be claimed within" /> }
      : { label: 'Claimed', mark: 'done', detail: after(claimed_at, approvedMs) };
  if (state === 'succeeded' || state === 'failed') {
    const when = after(reported_at, claimed_at ?? approvedMs);
    const failed: Step = {
      label: 'Failed',
      mark: 'failed',
      detail: (
        <>
          {when}
          {error !== null && (
            <>
              {' · '}
              <VisibleText text={error} />
            </>
          )}
        </>
      ),
    };
    return [claimed, state === 'failed' ? failed : { label: 'Succeeded', mark: 'done', detail: when }];
  }
  const lease = execution.lease_expires_at;
  const detail = state === 'claimed' ? <Until ms={lease} label="reserved for" /> : 'nothing yet';
  return [claimed, { label: state === 'claimed' ? 'Runs' : 'Run', mark: 'open', detail }];
}

function Until({ ms, label }: { readonly ms: number | null; readonly label: string }) {
  return ms === null ? null : <Countdown until={ms} label={label} pressing={false} />;
}

/** The first card of a request that was approved but not carried out: what happened, and what to do now. */
export function Failed(shown: RequestAnswer) {
  const now = useNow(10_000);
  if (!hasFailed(shown, now)) return null;
  const { request, view } = shown;
  const { reference, error, reported_at } = request.execution;
  const [title, advice] = mayHaveRun(shown) ? MAY_HAVE_RUN : WORDS[runnerOf(shown)];
  const known =
    request.stopped === undefined || view.begun === undefined
      ? reasonText(view.decided?.reason ?? '')
      : `It was stopped. ${whatBegan(view.begun, now)}`;
  const reason = reported_at === null ? known : (error ?? 'The worker gave no reason.');
  return (
    <section aria-labelledby="failed" className="card failed-run">
      <h2 id="failed">
        <Icon of={CircleX} /> {title}
      </h2>
      <p className="failed-reason">
        <VisibleText text={reason === '' ? 'No worker claimed it in time.' : reason} />
      </p>
      {(reference !== null || reported_at !== null) && (
        <dl className="facts">
          {reference !== null && (
            <Fact name="Reference">
              <CopyId id={reference} what="the run" />
            </Fact>
          )}
          {reported_at !== null && (
            <Fact name="Reported">
              by the worker, <Ago ms={reported_at} />
            </Fact>
          )}
        </dl>
      )}
      <p className="failed-advice">{advice}</p>
    </section>
  );
}

type FailureWords = readonly [title: string, advice: string];

const MAY_HAVE_RUN: FailureWords = [
  'It was approved, and may have run',
  'It never runs again here. Find out in the system that it changes whether it ran, before you request it again.',
];

const WORDS: Readonly<Record<ReturnType<typeof runnerOf>, FailureWords>> = {
  worker: [
    'It was approved, and not carried out',
    'A sealed call runs once, so this request cannot run again. Fix the cause, then request it again: it needs new keys.',
  ],
  integration: [
    'It was approved, and the call failed',
    'The service does not call again. Find out what the integration did, then request it again: it needs new keys.',
  ],
  service: [
    'The change was approved, and not made',
    'Make the change again from the current version. It needs a new key.',
  ],
  program: ['It was approved, and failed', 'Request it again: it needs new keys.'],
};
