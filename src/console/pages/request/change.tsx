/**
 * A change of the configuration, shown with the same care as a payment: what it means, every field before and after,
 * and past requests.
 */
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, Users } from '../../../../generated/icons';
import { answer, api, type Schemas } from '../../lib/api';
import { useBacktest } from '../../lib/backtest';
import { DOCUMENT_PARAM, TITLE_PARAM } from '../../lib/changes';
import { usePolicyNames } from '../../lib/names';
import { comparedLines, policyLines } from '../../lib/policy-text';
import type { RequestAnswer } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { Icon } from '../../ui/icon';
import { NewlyAlone } from '../../ui/powers';
import { Shown } from '../../ui/shown';
import { Answered } from '../../ui/states';
import { Backtested } from '../admin/differences';

type Detail = Schemas['ChangeDetail'];

export function useChange({ request: { id, state } }: RequestAnswer, isChange: boolean) {
  return useQuery({
    // What the change is compared with is different after it was made.
    queryKey: ['change', id, state],
    enabled: isChange,
    queryFn: async () => (await answer(api.GET('/api/changes/{id}', { params: { path: { id } } }))).change,
    refetchInterval: 10_000,
  });
}

const EFFECTS: Readonly<
  Record<NonNullable<Detail['effect']>, readonly [title: string, text: string, icon: typeof Users]>
> = {
  lowers: ['Lowers protection', 'After it, fewer keys are enough, or a key is easier to turn.', ShieldAlert],
  changes_who: ['Changes who decides', 'After it, other people can turn keys, or sign in as those who can.', Users],
  raises: ['Raises protection', 'After it, approvals are only stricter.', ShieldCheck],
};

/** What the change means for approvals, before anything else: on its page, and in the dialog of a key. */
export function Meaning(answer: RequestAnswer) {
  const { data, isError } = useChange(answer, true);
  return (
    <>
      {isError && data === undefined && <p className="notice warn">Not known: what this change means for approvals.</p>}
      {answer.view.decided === null && <NewlyAlone change={answer.request.id} />}
      <Effect change={data} />
    </>
  );
}

function Effect({ change }: { readonly change: Detail | undefined }) {
  if (change?.base_moved === true) {
    return (
      <p className="notice">
        What this changes was edited since, or the change was made. So only the new values are shown.
      </p>
    );
  }
  if (change?.effect == null) return null;
  const [title, text, icon] = EFFECTS[change.effect];
  return (
    <section className={`effect ${change.effect}`} aria-label="What the change means">
      <Icon of={icon} />
      <p>
        <strong>{title}</strong>
        <span className="small">{text}</span>
      </p>
    </section>
  );
}

export function WhatChanges({ request, view }: RequestAnswer) {
  const change = useChange({ request, view } as RequestAnswer, true);
  return (
    <section aria-labelledby="approved" className="card">
      <div className="card-head">
        <h2 id="approved">{view.decided === null ? 'What you approve' : 'What was requested'}</h2>
        <span className="caption">
          <Shown text={request.params[TITLE_PARAM] ?? ''} />
        </span>
      </div>
      <Answered query={change} what="the change">
        {(detail) => <Table detail={detail} params={request.params} />}
      </Answered>
    </section>
  );
}

interface Line {
  readonly label: string;
  readonly before: string | null;
  readonly after: string;
}

function Table({ detail, params }: { readonly detail: Detail; readonly params: RequestAnswer['request']['params'] }) {
  const lines = useLines(detail, params);
  const compares = lines.some(({ before }) => before !== null);
  const changed = lines.filter(isChanged);
  const others = lines.filter((line) => !isChanged(line));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="table-scroll" aria-label="Every field" tabIndex={0}>
      <table className="compared">
        <thead>
          <tr>
            <th scope="col">Field</th>
            {compares && <th scope="col">Before</th>}
            <th scope="col">{compares ? 'After' : 'Value'}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(({ label, before, after }) => (
            <tr key={label} className="changed">
              <th scope="row">
                <Shown text={label} />
                <span className="unseen"> (changes)</span>
              </th>
              <td>
                <Shown text={before ?? ''} />
              </td>
              <td>
                <Shown text={after} />
              </td>
            </tr>
          ))}
          {compares && others.length > 0 && (
            <tr>
              <th colSpan={3} scope="col">
                Everything else stays
              </th>
            </tr>
          )}
          {others.map(({ label, after }) => (
            <tr key={label}>
              <th scope="row">
                <Shown text={label} />
              </th>
              <td colSpan={compares ? 2 : undefined}>
                <Shown text={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const isChanged = ({ before, after }: Line): boolean => before !== null && before !== after;

function useLines({ before, after, fields, base_moved }: Detail, params: Readonly<Record<string, string>>): Line[] {
  const nameOf = usePolicyNames();
  if (after === null) {
    const isNew = fields.every((field) => field.before === null);
    return fields.map(({ field, before: was, ...rest }) => ({
      label: field,
      before: isNew ? null : (was ?? 'none'),
      ...rest,
    }));
  }
  if (before !== null) return comparedLines(before, after, nameOf);
  if (!base_moved) return policyLines(after, nameOf).map(({ label, text }) => ({ label, before: null, after: text }));
  // As people read it when they decided.
  const { [TITLE_PARAM]: _title, [DOCUMENT_PARAM]: _document, ...differences } = params;
  return Object.entries(differences).map(([label, text]) => ({ label, before: null, after: text }));
}

/** What the policy would have changed for past requests. Only admins can try a policy. */
export function BackTest({ change }: { readonly change: Detail | undefined }) {
  const isAdmin = useMe().role === 'admin';
  const policy = change?.after ?? null;
  const id = change?.action ?? '';
  const wanted = isAdmin && policy !== null && change?.before != null;
  const backtest = useBacktest(id, JSON.stringify(policy), wanted);
  if (!wanted) return null;
  return (
    <section aria-labelledby="backtest" className="card">
      <h2 id="backtest">The last 30 days under the new policy</h2>
      <Backtested backtest={backtest} />
    </section>
  );
}
