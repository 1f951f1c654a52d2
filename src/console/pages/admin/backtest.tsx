/** What the policy in the editor would have changed, before it is saved. */
import { useMutation } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { answer, api, type Schemas } from '../../lib/api';
import { type PolicyDraft, policyOf } from '../../lib/policy-draft';
import { Link } from '../../lib/router';
import { Instant } from '../../ui/instant';
import { Problem } from '../../ui/states';

export function Backtest({ id, draft }: { readonly id: string; readonly draft: PolicyDraft }) {
  const run = useMutation({
    mutationFn: (policy: Schemas['PolicyBody']) =>
      answer(api.POST('/api/actions/{id}/backtest', { params: { path: { id } }, body: { policy } })),
  });
  return (
    <div className="form backtest">
      <h3>What would it have changed?</h3>
      <p className="muted">Judges the requests of the last 30 days again, under what stands in the editor now.</p>
      <div className="form-actions">
        <Button className="button" isDisabled={run.isPending} onPress={() => run.mutate(policyOf(draft))}>
          Try it on past requests
        </Button>
      </div>
      <Problem error={run.error} />
      {run.data !== undefined && <Differences backtest={run.data} />}
    </div>
  );
}

function Differences({ backtest }: { readonly backtest: Schemas['Backtest'] }) {
  const { looked_at, truncated, different } = backtest;
  return (
    <div role="status">
      <p>
        {different.length === 0
          ? `None of ${looked_at} past requests would have been asked differently.`
          : `${different.length} of ${looked_at} past requests would have been asked differently.`}
        {truncated && ' There are more than were looked at.'}
      </p>
      {different.length > 0 && (
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Request</th>
                <th scope="col">Asked</th>
                <th scope="col">Was</th>
                <th scope="col">Would be</th>
              </tr>
            </thead>
            <tbody>
              {different.map(({ request_id, created_at, was, would_be, refusal }) => (
                <tr key={request_id}>
                  <td>
                    <Link to={`/requests/${request_id}`} className="mono">
                      {request_id}
                    </Link>
                  </td>
                  <td>
                    <Instant ms={created_at} />
                  </td>
                  <td>{sideText(was)}</td>
                  <td>{refusal === null ? sideText(would_be) : `Refused: ${refusal.error}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function sideText({ quorum, mode, seats }: Schemas['BacktestSide']): string {
  const keys = quorum === 1 ? '1 key' : `${quorum} keys`;
  return `${keys} of ${seats.length}${mode === 'coincident' ? ', together' : ''}: ${seats.join(', ')}`;
}
