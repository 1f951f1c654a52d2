/** The members of a group while it is edited: the picker of the policy editor, and when each membership counts. */
import { LIMITS } from '../../../../generated/limits';
import { useAround } from '../../lib/around';
import type { Member } from '../../lib/groups';
import { useOperatorNames } from '../../lib/names';
import { InstantField } from '../../ui/instant-field';
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
          <InstantField
            label={`${nameOf(operator)} counts from`}
            at={starts_at ?? undefined}
            onChange={(at) => replace(operator, { starts_at: at ?? null })}
          />
          <InstantField
            label={`${nameOf(operator)} counts until`}
            at={ends_at ?? undefined}
            onChange={(at) => replace(operator, { ends_at: at ?? null })}
          />
        </div>
      ))}
    </>
  );
}
