/** What is approved: every param as it was sent, compared with the last approved request, and its fingerprint. */
import type { RequestWithView } from '../../lib/api';
import { ADMIN_ACTION, DOCUMENT_PARAM } from '../../lib/changes';
import { ownOf } from '../../lib/own';
import type { RequestAnswer } from '../../lib/requests';
import { Link } from '../../lib/router';
import { CopyId } from '../../ui/copy-id';
import { Ago } from '../../ui/instant';
import { Person } from '../../ui/person';
import { Shown } from '../../ui/shown';
import { type Fingerprint, FingerprintLine } from './fingerprint';

interface Props {
  readonly answer: RequestAnswer;
  readonly fingerprint: Fingerprint;
  readonly past: readonly RequestWithView[];
}

export function Approved({ answer: { request, view }, fingerprint, past }: Props) {
  const isChange = request.action === ADMIN_ACTION;
  const { [DOCUMENT_PARAM]: document, ...differences } = request.params;
  const last = past.find((each) => each.request.outcome === 'authorized')?.request;
  return (
    <section aria-labelledby="approved" className="card">
      <div className="card-head">
        <h2 id="approved">{view.decided === null ? 'What you approve' : 'What was requested'}</h2>
        {last !== undefined && (
          <span className="caption">
            Compared with the <Link to={`/requests/${last.id}`}>last approved request</Link>,{' '}
            <Ago ms={last.created_at} />
          </span>
        )}
      </div>
      <Params params={isChange ? differences : request.params} last={last?.params ?? null} />
      <dl className="facts facts-rest">
        <div>
          <dt>Requested by</dt>
          <dd className="line">
            <Person id={request.requester} name={view.requester_name} />
            <CopyId id={request.requester} what={view.requester_name} hidden />
          </dd>
        </div>
        <div>
          <dt>Requested</dt>
          <dd>
            <Ago ms={request.created_at} />
          </dd>
        </div>
        <div>
          <dt>Runs as</dt>
          <dd>
            {isChange
              ? 'The service makes exactly this change, once.'
              : runsAs(view.has_intent, request.execution.state)}
          </dd>
        </div>
        <div>
          <dt>Fingerprint</dt>
          <dd>
            <FingerprintLine hash={request.operation_hash} found={fingerprint} />
          </dd>
        </div>
        {isChange && document !== undefined && (
          <div>
            <dt>{DOCUMENT_PARAM}</dt>
            <dd className="secondary small">
              <Shown text={document} mono />, the digest of the complete change
            </dd>
          </div>
        )}
        <div>
          <dt>Action</dt>
          <dd>
            <CopyId id={request.action} what="the action" />
          </dd>
        </div>
        <div>
          <dt>Request</dt>
          <dd>
            <CopyId id={request.id} what="the request" />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function runsAs(hasIntent: boolean, execution: RequestAnswer['request']['execution']['state']): string {
  if (hasIntent || execution !== 'none') return 'A sealed call. Your worker runs exactly this, once.';
  return 'No sealed call. The program that requested it acts on the answer.';
}

type ParamMap = Readonly<Record<string, string>>;

export function Params({ params, last = null }: { readonly params: ParamMap; readonly last?: ParamMap | null }) {
  const entries = Object.entries(params);
  const gone = last === null ? [] : Object.entries(last).filter(([key]) => ownOf(params, key) === undefined);
  if (entries.length === 0 && gone.length === 0) return <p className="muted">No params.</p>;
  return (
    <dl className="facts">
      {entries.map(([key, value]) => (
        <div key={key}>
          <dt>
            <Shown text={key} />
          </dt>
          <dd>
            <span className="param">
              <Shown text={value} />
            </span>
            {last !== null && <Difference now={value} before={ownOf(last, key)} />}
          </dd>
        </div>
      ))}
      {gone.map(([key, value]) => (
        <div key={`last ${key}`}>
          <dt>
            <Shown text={key} />
          </dt>
          <dd className="was">
            not in this request; last approved: <Shown text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Difference({ now, before }: { readonly now: string; readonly before: string | undefined }) {
  if (before === now) return null;
  return (
    <span className="was">
      {' '}
      {before === undefined ? (
        'new: not in the last approved'
      ) : (
        <>
          last approved: <Shown text={before} />
        </>
      )}
    </span>
  );
}
