/** The members of a group while it is edited: a search, a chip for each member, and when the membership counts. */
import { useState } from 'react';
import { useAround } from '../../lib/around';
import type { MemberDraft } from '../../lib/groups';
import { useOperatorNames } from '../../lib/names';
import { Button } from '../../ui/button';
import { Field } from '../../ui/form';
import { Shown } from '../../ui/shown';

interface Props {
  readonly members: readonly MemberDraft[];
  readonly onChange: (members: readonly MemberDraft[]) => void;
}

/** More would hide the fields below. */
const MOST_FOUND = 6;

export function Members({ members, onChange }: Props) {
  const nameOf = useOperatorNames();
  const [text, setText] = useState('');
  const { data: around } = useAround();
  const found = (around?.operators ?? [])
    .filter(({ id }) => !members.some(({ operator }) => operator === id))
    .filter(({ id, name }) => [id, name].some((each) => each.toLowerCase().includes(text.trim().toLowerCase())))
    .slice(0, MOST_FOUND);
  const add = (operator: string) => {
    onChange([...members, { operator, starts: '', ends: '' }]);
    setText('');
  };
  const replace = (operator: string, change: Partial<MemberDraft>) =>
    onChange(members.map((each) => (each.operator === operator ? { ...each, ...change } : each)));
  return (
    <fieldset className="form">
      <legend>Members</legend>
      <ul className="plain">
        {members.map(({ operator, starts, ends }) => (
          <li key={operator} className="member">
            <span className="chip">
              <Shown text={nameOf(operator)} />
              <Button
                className="button small"
                aria-label={`Remove ${nameOf(operator)}`}
                onPress={() => onChange(members.filter((each) => each.operator !== operator))}
              >
                Remove
              </Button>
            </span>
            <div className="form-row">
              <Field
                label={`Counts from (${nameOf(operator)})`}
                type="datetime-local"
                value={starts}
                onChange={(next) => replace(operator, { starts: next })}
              />
              <Field
                label={`Counts until (${nameOf(operator)})`}
                type="datetime-local"
                value={ends}
                onChange={(next) => replace(operator, { ends: next })}
              />
            </div>
          </li>
        ))}
      </ul>
      {members.length === 0 && <p className="muted">Nobody yet.</p>}
      <Field label="Find an operator to add" value={text} onChange={setText} />
      <div className="form-actions">
        {found.map(({ id, name }) => (
          <Button key={id} className="button small" aria-label={`Add ${name}`} onPress={() => add(id)}>
            <Shown text={name} />
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
