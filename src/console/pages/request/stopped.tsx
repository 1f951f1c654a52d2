/** A stop of what was approved: what it will change, and afterwards who did it, when and why. */
import { runnerOf } from '../../../protocol/shown/request';
import { useNow } from '../../lib/clock';
import { formatClock, formatInstant } from '../../lib/format';
import { useNamesBeside } from '../../lib/names';
import { type RequestAnswer, useHistory } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { Ago } from '../../ui/instant';
import { VisibleText } from '../../ui/visible-text';

/** What will be true once it is stopped. */
export function WhatStopChanges(answer: RequestAnswer) {
  return <p className="consequence">{consequenceOf(answer, useNow(1000))}</p>;
}

function consequenceOf(answer: RequestAnswer, nowMs: number): string {
  const { begun } = answer.view;
  const isCall = runnerOf(answer) === 'integration';
  if (begun === undefined) return isCall ? 'The integration is not called.' : 'No worker gets it.';
  if (isCall) return 'A call of the integration has begun and may still succeed. No other call is made.';
  const then = isOver(begun, nowMs) ? 'It may have run.' : 'Nobody gets it again.';
  return `${whatBegan(begun, nowMs)} ${then}`;
}

type Begun = NonNullable<RequestAnswer['view']['begun']>;

const isOver = ({ until }: Begun, nowMs: number): boolean => until !== null && until <= nowMs;

/** What may have run. */
export function whatBegan(begun: Begun, nowMs: number): string {
  const { from, until } = begun;
  if (from === null || until === null) return 'A call of the integration had begun.';
  if (!isOver(begun, nowMs)) return `A worker has had it since ${clock(from, nowMs)} and may run it.`;
  return `A worker had it from ${clock(from, nowMs)} to ${clock(until, nowMs)} and did not report.`;
}

const HOURS_12 = 12 * 3_600_000;

/** Without the day only if it cannot be taken for the time of another day. */
const clock = (ms: number, nowMs: number): string => (nowMs - ms < HOURS_12 ? formatClock(ms) : formatInstant(ms));

/** Nothing if nobody stopped it. The reason is in the history alone. */
export function StoppedBy(answer: RequestAnswer) {
  const { stopped } = answer.request;
  return stopped === undefined ? null : <By {...answer} stopped={stopped} />;
}

function By({
  stopped,
  ...answer
}: RequestAnswer & { readonly stopped: NonNullable<RequestAnswer['request']['stopped']> }) {
  const nameOf = useNamesBeside(answer);
  const me = useMe();
  const entry = useHistory(answer).data?.entries.find(({ kind }) => kind === 'intent.stopped');
  const note = typeof entry?.data.note === 'string' ? entry.data.note : null;
  return (
    <p>
      <strong>
        Stopped by{' '}
        {answer.view.stopped_by === 'person' && stopped.by === me.id ? (
          'you'
        ) : (
          <VisibleText text={whoOf(stopped.by, answer.view.stopped_by, nameOf)} />
        )}
      </strong>
      , <Ago ms={stopped.at} />.
      {note !== null && (
        <>
          {' Reason: “'}
          <VisibleText text={note} />”
        </>
      )}
    </p>
  );
}

const whoOf = (by: string, kind: RequestAnswer['view']['stopped_by'], nameOf: (id: string) => string): string =>
  kind === 'program' ? `the program that requested it (${nameOf(by)})` : nameOf(by);
