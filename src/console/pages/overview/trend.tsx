/** Requests for each day as a plot, with the numbers as a table for screen readers. */
import type { Schemas } from '../../lib/api';
import { formatDay } from '../../lib/format';
import { CardHead } from '../../ui/card';

type Day = Schemas['Overview']['by_day'][number];

const WIDTH = 600;
const HEIGHT = 160;

export function Trend({ by_day, counted }: { readonly by_day: readonly Day[]; readonly counted: string }) {
  const most = Math.max(0, ...by_day.map(({ requested }) => requested));
  const line = (of: (day: Day) => number) =>
    by_day.map((day, index) => pointAt(index, of(day) / Math.max(1, most), by_day.length));
  const requested = line((day) => day.requested);
  const first = by_day[0];
  return (
    <section className="card stack trend" aria-labelledby="trend">
      <CardHead id="trend" title="Requests a day" beside={counted} />
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="plot" aria-hidden="true">
        {[0, 1 / 3, 2 / 3, 1].map((part) => (
          <line key={part} className="plot-grid" x1="0" x2={WIDTH} y1={HEIGHT * part} y2={HEIGHT * part} />
        ))}
        <polygon className="plot-area" points={`0,${HEIGHT} ${requested.join(' ')} ${WIDTH},${HEIGHT}`} />
        <polyline className="plot-line" points={requested.join(' ')} />
        <polyline className="plot-line denied" points={line((day) => day.denied).join(' ')} />
      </svg>
      <p className="legend">
        <span>
          <span className="key">requested</span> &nbsp; <span className="key denied">denied</span>
          {most > 0 && <> &nbsp; highest: {most} a day</>}
        </span>
        {first !== undefined && <span>{formatDay(first.start)} to today</span>}
      </p>
      <Numbers days={by_day} />
    </section>
  );
}

/** Some space above and below, so that no line is cut off. */
function pointAt(index: number, height: number, count: number): string {
  const x = (index / Math.max(1, count - 1)) * WIDTH;
  return `${x.toFixed(1)},${(HEIGHT - 2 - height * (HEIGHT - 6)).toFixed(1)}`;
}

function Numbers({ days }: { readonly days: readonly Day[] }) {
  return (
    <div className="unseen">
      <table>
        <caption>Requests a day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Requested</th>
            <th scope="col">Approved</th>
            <th scope="col">Refused</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ start, requested, authorized, denied }) => (
            <tr key={start}>
              <th scope="row">{formatDay(start)}</th>
              <td>{requested}</td>
              <td>{authorized}</td>
              <td>{denied}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
