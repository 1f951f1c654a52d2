/** Which groups must turn how many keys: of a policy, or added by a rule. */
import { LIMITS } from '../../../../generated/limits';
import type { Group } from '../../lib/groups';
import type { RequirementDraft } from '../../lib/policy-draft';
import { Button } from '../../ui/button';
import { Choice, Field } from '../../ui/form';

interface Props {
  /** What requires them, for the names of the buttons. */
  readonly of: string;
  readonly groups: readonly Group[];
  readonly requires: readonly RequirementDraft[];
  readonly onChange: (requires: RequirementDraft[]) => void;
}

export function Requirements({ of, groups, requires, onChange }: Props) {
  const free = groups.filter(({ id }) => !requires.some(({ group }) => group === id));
  const [next] = free;
  const replace = (at: number, change: Partial<RequirementDraft>) =>
    onChange(requires.map((each, index) => (index === at ? { ...each, ...change } : each)));
  if (groups.length === 0 && requires.length === 0) return null;
  return (
    <div className="form">
      {requires.map(({ group, keys }, index) => (
        <div className="form-row" key={group}>
          <Choice
            label="Group that must turn keys"
            value={group}
            onChange={(chosen) => replace(index, { group: chosen })}
            options={namesOf(group, groups, free)}
          />
          <Field
            label="Keys of this group"
            type="number"
            min={1}
            max={LIMITS.quorum.max}
            value={keys}
            onChange={(count) => replace(index, { keys: count })}
          />
          <Button
            className="button small danger-quiet"
            aria-label={`Remove the requirement of ${group} from ${of}`}
            onPress={() => onChange(requires.filter((_, other) => other !== index))}
          >
            Remove
          </Button>
        </div>
      ))}
      {next !== undefined && requires.length < LIMITS.requires.max && (
        <div className="form-actions">
          <Button
            className="button small"
            aria-label={`Require keys of a group for ${of}`}
            onPress={() => onChange([...requires, { group: next.id, keys: '1' }])}
          >
            Require keys of a group
          </Button>
        </div>
      )}
    </div>
  );
}

function namesOf(group: string, groups: readonly Group[], free: readonly Group[]): (readonly [string, string])[] {
  const name = groups.find(({ id }) => id === group)?.name ?? group;
  return [[group, name] as const, ...free.map((each) => [each.id, each.name] as const)];
}
