/** What is asked, by whom, under which policy: as text, every character of it. */
import type { Schemas } from '../../lib/api';
import { type RequestAnswer, useAction } from '../../lib/requests';
import { Instant } from '../../ui/instant';
import { Shown } from '../../ui/shown';
import { type Fingerprint, FingerprintLine } from './fingerprint';

type Props = RequestAnswer & { readonly fingerprint: Fingerprint };

export function Asked({ request, view, fingerprint }: Props) {
  return (
    <section aria-labelledby="asked" className="card asked">
      <h2 id="asked">What is asked</h2>
      <Params params={request.params} />
      <h3>Request</h3>
      <dl className="facts">
        <dt>Requester</dt>
        <dd>
          <Shown text={view.requester_name} />{' '}
          {view.requester_name !== request.requester && (
            <span className="muted">
              (<Shown text={request.requester} mono />)
            </span>
          )}
        </dd>
        <dt>Action</dt>
        <dd>
          <Shown text={request.action} mono />
        </dd>
        <dt>Asked</dt>
        <dd>
          <Instant ms={request.created_at} />
        </dd>
      </dl>
      <h3>Policy</h3>
      <Policy request={request} view={view} />
      <h3>Fingerprint</h3>
      <FingerprintLine hash={request.operation_hash} found={fingerprint} />
      <p className="muted id-line">
        <Shown text={request.id} mono />
      </p>
    </section>
  );
}

export function Params({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const entries = Object.entries(params);
  if (entries.length === 0) return <p className="muted">None.</p>;
  return (
    <dl className="params">
      {entries.map(([key, value]) => (
        <div key={key}>
          <dt>
            <Shown text={key} mono />
          </dt>
          <dd>
            <Shown text={value} mono />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Policy({ request, view }: Pick<RequestAnswer, 'request' | 'view'>) {
  const action = useAction(request.action);
  const current = action.data?.version === view.policy_version ? action.data : null;
  const rule = view.rule === null ? undefined : current?.param_rules[view.rule];
  return (
    <ul className="plain">
      <li>
        {view.quorum === 1 ? 'One key' : `${view.quorum} keys of different operators`}
        {view.mode === 'coincident' ? `, turned within ${view.coincidence_seconds} s of the first` : ''}.
      </li>
      {view.rule !== null && (
        <li>
          Rule {view.rule + 1} of the policy decided that
          {rule === undefined ? '.' : ': '}
          {rule !== undefined && <RuleText rule={rule} />}
        </li>
      )}
      <li className="muted">
        Version {view.policy_version} of the policy
        {action.data !== undefined && current === null
          ? `; it has been edited since (now version ${action.data.version})`
          : ''}
        .
      </li>
      {view.has_intent && <li>It carries a sealed call, which a worker of yours runs once it is authorized.</li>}
    </ul>
  );
}

const OPS: Readonly<Record<Schemas['RuleCondition']['op'], string>> = {
  eq: '=',
  ne: '≠',
  in: 'is one of',
  prefix: 'begins with',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  present: 'is there',
};

export function RuleText({ rule }: { readonly rule: Schemas['ParamRule'] }) {
  return (
    <span>
      {rule.when.map(({ param, op, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the conditions of one rule never move
        <span key={index}>
          {index > 0 && ' and '}
          <Shown text={param} mono /> {OPS[op]}
          {value !== undefined && (
            <>
              {' '}
              <Shown text={Array.isArray(value) ? value.join(', ') : value} mono />
            </>
          )}
        </span>
      ))}
      {': '}
      {rule.quorum === 1 ? '1 key' : `${rule.quorum} keys`}
    </span>
  );
}
