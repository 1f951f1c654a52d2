/** The open requests by the time that they have left. */

import type { Schemas } from '../../lib/api';
import { formatCount } from '../../lib/format';
import { Link } from '../../lib/router';
import { Ago } from '../../ui/instant';

type Overview = Schemas['Overview'];

const SOON = '/?view=open&soon=true';

/** Each piece of the bar leads to its requests: the first two are what the inbox calls "ends soon". */
const PIECES = [
  ['minutes_5', 'within 5 min', SOON],
  ['minutes_15', 'within 15 min', SOON],
  ['minutes_60', 'within an hour', '/?view=open'],
  ['later', 'later', '/?view=open'],
] as const;

export function OpenNow({ open, time_left, oldest_pending }: Overview) {
  const pieces = PIECES.filter(([key]) => time_left[key] > 0);
  return (
    <section className="card stack" aria-labelledby="open-now">
      <div className="card-head">
        <h2 id="open-now">
          Open now <span className="figure-value">{formatCount(open.count)}</span>
        </h2>
        <span className="caption">Every open request, whatever its age.</span>
      </div>
      {pieces.length > 0 && (
        <div className="time-bar">
          {pieces.map(([key, when, to]) => (
            <Link
              key={key}
              to={to}
              className={`piece ${key}`}
              style={{ flexGrow: time_left[key] }}
              aria-label={`${formatCount(time_left[key])} end ${when}`}
              title={`${formatCount(time_left[key])} end ${when}`}
            >
              {formatCount(time_left[key])}
            </Link>
          ))}
        </div>
      )}
      <p className="legend">
        <span>
          {pieces.length === 0
            ? 'Nothing waits.'
            : `End ${pieces.map(([key, when]) => `${when}: ${formatCount(time_left[key])}`).join(' · ')}`}
        </span>
        {oldest_pending !== null && (
          <Link to={`/requests/${oldest_pending.id}`}>
            Oldest: <Ago ms={oldest_pending.created_at} />
          </Link>
        )}
      </p>
    </section>
  );
}
