/** The column beside a policy: the policy as one sentence, requesters whose requests nobody could approve, and an example. */

import { useState } from 'react';
import { TriangleAlert } from '../../../../generated/icons';
import { problemIn, type Schemas } from '../../lib/api';
import type { Around } from '../../lib/around';
import { counted } from '../../lib/count';
import { useOperatorNames, usePolicyNamesOf } from '../../lib/names';
import { sentence } from '../../lib/plain-time';
import { peopleOf, policySentence } from '../../lib/policy-sentence';
import { isFilledIn, type Sample, usePreview, useSample } from '../../lib/preview';
import { Icon } from '../../ui/icon';
import { WhoCan } from '../../ui/powers';
import { LastDays } from './last-days';
import { Preview } from './preview';

interface Props {
  readonly id: string;
  readonly policy: Schemas['PolicyBody'];
  /** The saved one; null for a new action. */
  readonly action: Schemas['Action'] | null;
  /** Whether the policy is an edit; a reader looks at the saved one. */
  readonly isEdited: boolean;
  readonly isChanged: boolean;
  readonly around: Around;
}

export function PolicyBeside(props: Props) {
  const first = props.around.operators[0]?.id ?? '';
  const newest = useSample(props.action?.id ?? null, props.policy, first);
  // Until the newest request is known, there is no example to ask the service about.
  if (newest.isLoading) return <aside className="beside stack" aria-label="What the policy means" />;
  return <Beside {...props} example={newest.data ?? { requester: first, params: '', quorum: '' }} />;
}

function Beside({ id, policy, action, isEdited, isChanged, around, example }: Props & { readonly example: Sample }) {
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
    const whose = peopleOf(
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
