/** Beside the policy: which of the last requests it would have handled differently, each by what it was about. */
import { differenceText, useBacktest } from '../../lib/backtest';
import { formatCount } from '../../lib/count';
import { useLater } from '../../lib/later';
import { isFilledIn } from '../../lib/preview';
import { Link } from '../../lib/router';
import type { Schemas } from '../../lib/schemas';
import { OperationText } from '../../ui/operation';
import { ParamLine } from '../../ui/param-line';

interface Props {
  readonly id: string;
  readonly policy: Schemas['PolicyBody'];
  readonly isChanged: boolean;
}

/** The review before it is saved lists the others. */
const SHOWN = 5;

export function LastDays({ id, policy, isChanged }: Props) {
  const now = JSON.stringify(policy);
  const isTyping = useLater(now) !== now;
  const { data, isFetching } = useBacktest(id, now, isChanged && !isTyping && isFilledIn(policy));
  const different = isChanged ? (data?.different ?? []) : [];
  return (
    <section className="card" aria-labelledby="last-days">
      <div className="card-head">
        <h2 id="last-days">The last 30 days</h2>
        {isChanged && data !== undefined && (
          <span className="muted" role="status">
            <strong>
              {different.length} of {formatCount(data.looked_at)}
            </strong>{' '}
            would differ
          </span>
        )}
      </div>
      {!isChanged && <p className="muted">Your edit is tried on past requests as you make it.</p>}
      {isChanged && data === undefined && (isFetching || isTyping) && (
        <p className="muted">Judging past requests again…</p>
      )}
      {different.length > 0 && (
        <ul className="plain-list last-days">
          {different.slice(0, SHOWN).map((each) => (
            <li key={each.request_id}>
              <span>
                <Link to={`/requests/${each.request_id}`}>
                  <OperationText {...each} />
                </Link>
                <span className="caption one-line">
                  <ParamLine {...each} />
                </span>
              </span>
              <strong className="nowrap">{differenceText(each)}</strong>
            </li>
          ))}
        </ul>
      )}
      {different.length > SHOWN && <p className="muted">And {different.length - SHOWN} more.</p>}
    </section>
  );
}
