/** Two plots: a point for each decision with the median, and the requests of each day. Their numbers are text too. */

import type { MouseEvent } from 'react';
import type { Schemas } from '../../lib/api';
import { counted, formatCount, formatDay, formatDuration, formatWeekday } from '../../lib/format';
import { navigate } from '../../lib/router';
import { CardHead } from '../../ui/card';

type Overview = Schemas['Overview'];

interface Props {
  readonly overview: Overview;
  /** What is counted. */
  readonly of: string;
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const TICKS = [SECOND, 10 * SECOND, MINUTE, 10 * MINUTE, HOUR, 10 * HOUR, DAY, 10 * DAY, 100 * DAY];

/** Each tick is about as far from the next as any other, so that minutes and days fit into one plot. */
function ticksFor(times: readonly number[]): number[] {
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const from = Math.max(
    0,
    TICKS.findLastIndex((tick) => tick <= least),
  );
  const to = TICKS.findIndex((tick) => tick >= most);
  return TICKS.slice(from, Math.max(to === -1 ? TICKS.length : to + 1, from + 2));
}

const atLeastASecond = (ms: number): string => formatDuration(Math.max(SECOND, ms));

const LEGEND = { authorized: 'approved', denied: 'refused' } as const;

export function Decisions({ overview, of }: Props) {
  const { decisions, since, server_now, time_to_verdict } = overview;
  const { p50_ms, p95_ms } = time_to_verdict;
  if (p50_ms === null || p95_ms === null) {
    return (
      <section className="card" aria-labelledby="decisions">
        <CardHead id="decisions" title="How long people took" beside={of} />
        <p className="muted">No verdict yet. Each one will be a point here.</p>
      </section>
    );
  }
  const ticks = ticksFor(decisions.map(({ took_ms }) => took_ms));
  const [low, high] = [Math.log(ticks[0]!), Math.log(ticks.at(-1)!)];
  const x = (ms: number) => (100 * (ms - since)) / Math.max(1, server_now - since);
  const y = (ms: number) => Math.min(100, 100 - (100 * (Math.log(Math.max(1, ms)) - low)) / (high - low));
  const open = ({ target }: MouseEvent) => {
    const id = (target as Element).getAttribute('data-id');
    if (id !== null) navigate(`/requests/${id}`);
  };
  return (
    <section className="card stack" aria-labelledby="decisions">
      <CardHead id="decisions" title="How long people took" beside={of} />
      <div className="points">
        {ticks.map((tick) => (
          <span key={tick} className="tick-label" style={{ top: `${y(tick)}%` }} aria-hidden="true">
            {formatDuration(tick)}
          </span>
        ))}
        {/* A line without a length has round ends, which no width of the page makes oval. */}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="plot" aria-hidden="true" onClick={open}>
          {ticks.map((tick) => (
            <path key={tick} className="plot-grid" d={`M0 ${y(tick)}h100`} />
          ))}
          <path className="plot-median" d={`M0 ${y(p50_ms)}h100`} />
          {decisions.map(({ id, outcome, at, took_ms }) => (
            <path key={id} data-id={id} className={`point ${outcome}`} d={`M${x(at)} ${y(took_ms)}h0`} />
          ))}
        </svg>
      </div>
      <p className="legend">
        <span>
          {`Each of the ${counted(decisions.length, 'point')} is a decision, from ${formatDay(since)} to today. Press one to open its request. `}
          {`Half took at most ${atLeastASecond(p50_ms)} (the dashed line), 95 % at most ${atLeastASecond(p95_ms)}.`}
        </span>
        <Keys names={Object.entries(LEGEND)} />
      </p>
    </section>
  );
}

const PARTS = [
  ['authorized', 'approved'],
  ['denied', 'refused'],
  ['neither', 'neither'],
] as const;

export function RequestsADay({ overview: { by_day }, of }: Props) {
  const most = Math.max(1, ...by_day.map(({ requested }) => requested));
  const days = by_day.map((day) => ({ ...day, neither: day.requested - day.authorized - day.denied }));
  const isWeek = days.length <= 7;
  return (
    <section className="card stack" aria-labelledby="days">
      <CardHead id="days" title="Requests a day" beside={of} />
      <div className="days" aria-hidden="true">
        {days.map((day, index) => (
          <span key={day.start} className="day">
            <span className="caption">{isWeek && day.requested > 0 ? formatCount(day.requested) : ''}</span>
            <span className="day-bar" style={{ height: `${(80 * day.requested) / most}%` }}>
              {PARTS.map(([part]) => (
                <span key={part} className={part} style={{ flexGrow: day[part] }} />
              ))}
            </span>
            <span className="caption">
              {isWeek ? formatWeekday(day.start) : index % 7 === 0 ? formatDay(day.start).slice(0, 6) : ''}
            </span>
          </span>
        ))}
      </div>
      <p className="legend">
        <span>{`At most ${formatCount(Math.max(0, ...by_day.map(({ requested }) => requested)))} a day.`}</span>
        <Keys names={PARTS} />
      </p>
      <div className="unseen">
        <table>
          <caption>Requests a day</caption>
          <thead>
            <tr>
              {['Day', 'Requested', 'Approved', 'Refused', 'Neither'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ start, requested, authorized, denied, neither }) => (
              <tr key={start}>
                <th scope="row">{formatDay(start)}</th>
                {[requested, authorized, denied, neither].map((count, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                  <td key={index}>{count}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const Keys = ({ names }: { readonly names: readonly (readonly [string, string])[] }) => (
  <span className="keys-of">
    {names.map(([key, name]) => (
      <span key={key} className={`key ${key}`}>
        {name}
      </span>
    ))}
  </span>
);
