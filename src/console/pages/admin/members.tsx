/** The members of a group while it is edited: the picker of the policy editor, and when each membership counts. */
import { LIMITS } from '../../../../generated/limits';
import { useAround } from '../../lib/around';
import type { Member } from '../../lib/groups';
import { useOperatorNames } from '../../lib/names';
import { fromLocalField, toLocalField } from '../../lib/time';
import { Field } from '../../ui/form';
import { choosableOperators, OperatorPicker } from '../../ui/operator-picker';

interface Props {
  readonly members: readonly Member[];
  readonly onChange: (members: readonly Member[]) => void;
}

export function Members({ members, onChange }: Props) {
  const nameOf = useOperatorNames();
  const { data: around } = useAround();
  const memberOf = (operator: string): Member =>
    members.find((each) => each.operator === operator) ?? { operator, starts_at: null, ends_at: null };
  const replace = (operator: string, change: Partial<Member>) =>
    onChange(members.map((each) => (each.operator === operator ? { ...each, ...change } : each)));
  if (around === undefined) return null;
  return (
    <>
      <OperatorPicker
        label="Members"
        options={choosableOperators(around.operators)}
        chosen={members.map(({ operator }) => operator)}
        onChange={(chosen) => onChange(chosen.map(memberOf))}
        most={LIMITS.groupMembers.max}
      />
      {members.map(({ operator, starts_at, ends_at }) => (
        <div className="form-row" key={operator}>
          <Field
            label={`${nameOf(operator)} counts from`}
            type="datetime-local"
            value={fieldOf(starts_at)}
            onChange={(typed) => replace(operator, { starts_at: fromLocalField(typed) ?? null })}
          />
          <Field
            label={`${nameOf(operator)} counts until`}
            type="datetime-local"
            value={fieldOf(ends_at)}
            onChange={(typed) => replace(operator, { ends_at: fromLocalField(typed) ?? null })}
          />
        </div>
      ))}
    </>
  );
}

const fieldOf = (ms: number | null = null): string => (ms === null ? '' : toLocalField(ms));
