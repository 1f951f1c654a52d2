/** Which past requests a policy would have asked differently. */

import type { Schemas } from '../../lib/api';
import type { useBacktest } from '../../lib/backtest';
import { counted, formatCount } from '../../lib/format';
import type { NameOfId } from '../../lib/name-of';
import { usePolicyNames } from '../../lib/names';
import { MODES, requirementsText } from '../../lib/policy-words';
import { Link } from '../../lib/router';
import { Ago } from '../../ui/instant';
import { OperationText, ParamLine } from '../../ui/operation';
import { Problem } from '../../ui/states';

const SHOWN = 20;

export function Backtested({ backtest }: { readonly backtest: ReturnType<typeof useBacktest> }) {
  const { data, error, isPending } = backtest;
  return (
    <>
      {isPending && <p role="status">Judging past requests again…</p>}
      <Problem error={error} />
      {data !== undefined && <Differences backtest={data} />}
    </>
  );
}

export function Differences({ backtest }: { readonly backtest: Schemas['Backtest'] }) {
  const { looked_at, truncated, different } = backtest;
  const nameOf = usePolicyNames();
  return (
    <div role="status">
      <p>
        {looked_at === 0
          ? 'No request was made in this time.'
          : different.length === 0
            ? `None of ${formatCount(looked_at)} past requests would have been handled differently.`
            : `${formatCount(different.length)} of ${formatCount(looked_at)} past requests would have been handled differently.`}
        {truncated && ' Older requests were not judged.'}
      </p>
      {different.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
        <section className="table-scroll" aria-label="Past requests" tabIndex={0}>
          <table className="table-stack past-requests">
            <thead>
              <tr>
                <th scope="col">Request</th>
                <th scope="col">Was</th>
                <th scope="col">Would be</th>
              </tr>
            </thead>
            <tbody>
              {different.slice(0, SHOWN).map(({ request_id, created_at, was, would_be, refusal, ...named }) => (
                <tr key={request_id}>
                  <td className="cell-main">
                    <Link to={`/requests/${request_id}`}>
                      <OperationText {...named} />
                    </Link>
                    <div className="caption">
                      <ParamLine {...named} /> · <Ago ms={created_at} />
                    </div>
                  </td>
                  <td data-label="Was:">{sideText(was, nameOf)}</td>
                  <td data-label="Would be:">
                    {refusal === null ? sideText(would_be, nameOf) : `Refused: ${refusal.error}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {different.length > SHOWN && <p className="muted">And {different.length - SHOWN} more.</p>}
    </div>
  );
}

function sideText({ quorum, mode, turn, seats, requires }: Schemas['BacktestSide'], nameOf: NameOfId): string {
  const keys = counted(quorum, 'key');
  const groups = requires.length === 0 ? '' : `, with ${requirementsText(requires, nameOf)}`;
  return `${keys} of ${seats.length}${groups}${MODES[mode].inList}${turn === 'code' ? '' : ', signed'}: ${seats.map(nameOf).join(', ')}`;
}
