/**
 * The column beside a policy: the policy as one sentence, requesters whose requests nobody could approve, the last
 * requests, and an example.
 */

import { useState } from 'react';
import { TriangleAlert } from '../../../../generated/icons';
import type { Around } from '../../lib/actions';
import { problemIn, type Schemas } from '../../lib/api';
import { differenceText, useBacktest } from '../../lib/backtest';
import { counted, formatCount, sentence } from '../../lib/format';
import { useLater } from '../../lib/later';
import { useOperatorNames, usePolicyNamesOf } from '../../lib/names';
import { peopleText, policySentence } from '../../lib/policy-words';
import { isFilledIn, type Sample, usePreview, useSample } from '../../lib/preview';
import { Link } from '../../lib/router';
import { Icon } from '../../ui/icon';
import { OperationText, ParamLine } from '../../ui/operation';
import { WhoCan } from '../../ui/powers';
import { Preview } from './preview';

interface PolicyBesideProps {
  readonly id: string;
  readonly policy: Schemas['PolicyBody'];
  /** The saved one; null for a new action. */
  readonly action: Schemas['Action'] | null;
  /** Whether the policy is an edit; a reader looks at the saved one. */
  readonly isEdited: boolean;
  readonly isChanged: boolean;
  readonly around: Around;
}

export function PolicyBeside(props: PolicyBesideProps) {
  const first = props.around.operators[0]?.id ?? '';
  const newest = useSample(props.action?.id ?? null, props.policy, first);
  // Until the newest request is known, there is no example to ask the service about.
  if (newest.isLoading) return <aside className="beside stack" aria-label="What the policy means" />;
  return <Beside {...props} example={newest.data ?? { requester: first, params: '', quorum: '' }} />;
}

function Beside({
  id,
  policy,
  action,
  isEdited,
  isChanged,
  around,
  example,
}: PolicyBesideProps & { readonly example: Sample }) {
  const [tried, setTried] = useState<Sample | null>(null);
  const sample = tried ?? example;
  const preview = usePreview(id, isEdited ? policy : null, sample);
  return (
    <aside className="beside stack" aria-label="What the policy means">
      <section className="card" aria-labelledby="in-one-sentence">
        <h2 id="in-one-sentence">In one sentence</h2>
        <Sentence policy={policy} around={around} />
        {preview.data !== undefined && <Unapprovable unapprovable={preview.data.unapprovable} />}
        <NotReady error={preview.error} />
      </section>
      <Preview policy={policy} sample={sample} onTry={setTried} preview={preview} around={around} />
      {action !== null && <WhoCan action={id} />}
      {action !== null && isEdited && <LastDays id={action.id} policy={policy} isChanged={isChanged} />}
    </aside>
  );
}

function Sentence({ policy, around }: { readonly policy: Schemas['PolicyBody']; readonly around: Around }) {
  const nameOf = usePolicyNamesOf(around.groups);
  if (!isFilledIn(policy)) return <p className="muted">Give it a title, and choose who is asked.</p>;
  return (
    <p className="policy-sentence">
      {policySentence(policy, nameOf).map(({ text, strong }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of one sentence never move
        strong ? <strong key={index}>{text}</strong> : <span key={index}>{text}</span>,
      )}
    </p>
  );
}

/** One sentence for all who share a reason. */
function Unapprovable({ unapprovable }: Pick<Schemas['Preview'], 'unapprovable'>) {
  const nameOf = useOperatorNames();
  const groups = Map.groupBy(unapprovable, ({ rule, quorum, seats }) => JSON.stringify({ rule, quorum, seats }));
  return [...groups.values()].map((group) => {
    const { rule, quorum, seats } = group[0]!;
    const whose = peopleText(
      group.map(({ requester }) => requester),
      nameOf,
    );
    const others = seats === 0 ? 'nobody is' : seats === 1 ? 'only 1 person is' : `only ${seats} people are`;
    return (
      <p key={`${rule}`} className="notice warn with-icon">
        <Icon of={TriangleAlert} />
        <span>
          <strong>Nobody could approve a request of {whose}</strong>
          {rule === null ? ': it needs ' : `, where rule ${rule + 1} applies: it needs `}
          {counted(quorum, 'key')}, and {others} asked.
        </span>
      </p>
    );
  });
}

function NotReady({ error }: { readonly error: unknown }) {
  if (error == null) return null;
  const { message, problems } = problemIn(error);
  return (
    <div className="notice" role="status">
      <p>It cannot be saved like this:</p>
      <ul className="plain">
        {(problems.length > 0 ? problems : [message]).map((text) => (
          <li key={text}>{sentence(text)}</li>
        ))}
      </ul>
    </div>
  );
}

interface LastDaysProps {
  readonly id: string;
  readonly policy: Schemas['PolicyBody'];
  readonly isChanged: boolean;
}

/** The review before it is saved lists the others. */
const SHOWN = 5;

/** Beside the policy: which of the last requests it would have handled differently, each by what it was about. */
function LastDays({ id, policy, isChanged }: LastDaysProps) {
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
