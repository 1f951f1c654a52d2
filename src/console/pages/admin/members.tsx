/** The members of a group while it is edited: the picker of the policy editor, and when each membership counts. */
import { LIMITS } from '../../../../generated/limits';
import { useAround } from '../../lib/around';
import type { MemberDraft } from '../../lib/groups';
import { useOperatorNames } from '../../lib/names';
import { Field } from '../../ui/form';
import { choosableOperators, OperatorPicker } from '../../ui/operator-picker';

interface Props {
  readonly members: readonly MemberDraft[];
  readonly onChange: (members: readonly MemberDraft[]) => void;
}

export function Members({ members, onChange }: Props) {
  const nameOf = useOperatorNames();
  const { data: around } = useAround();
  const draftOf = (operator: string): MemberDraft =>
    members.find((each) => each.operator === operator) ?? { operator, starts: '', ends: '' };
  const replace = (operator: string, change: Partial<MemberDraft>) =>
    onChange(members.map((each) => (each.operator === operator ? { ...each, ...change } : each)));
  if (around === undefined) return null;
  return (
    <>
      <OperatorPicker
        label="Members"
        options={choosableOperators(around.operators)}
        chosen={members.map(({ operator }) => operator)}
        onChange={(chosen) => onChange(chosen.map(draftOf))}
        most={LIMITS.groupMembers.max}
      />
      {members.map(({ operator, starts, ends }) => (
        <div className="form-row" key={operator}>
          <Field
            label={`${nameOf(operator)} counts from`}
            type="datetime-local"
            value={starts}
            onChange={(next) => replace(operator, { starts: next })}
          />
          <Field
            label={`${nameOf(operator)} counts until`}
            type="datetime-local"
            value={ends}
            onChange={(next) => replace(operator, { ends: next })}
          />
        </div>
      ))}
    </>
  );
}
