/** Which params need more keys. */

import { LIMITS } from '../../../../generated/limits';
import { type ConditionDraft, newCondition, newRule, type RuleDraft } from '../../lib/policy-draft';
import { Button } from '../../ui/button';
import { Choice, Field, Lines } from '../../ui/form';

interface Props {
  readonly rules: readonly RuleDraft[];
  readonly onChange: (rules: RuleDraft[]) => void;
}

export function Rules({ rules, onChange }: Props) {
  const replace = (rule: RuleDraft) => onChange(rules.map((each) => (each.key === rule.key ? rule : each)));
  return (
    <fieldset className="form">
      <legend>Rules</legend>
      <p className="muted">
        A rule applies when all of its conditions are met. It then sets how many keys are needed. If several rules
        apply, the highest number counts.
      </p>
      {rules.map((rule, index) => (
        <RuleFields
          key={rule.key}
          rule={rule}
          number={index + 1}
          onChange={replace}
          onRemove={() => onChange(rules.filter((each) => each.key !== rule.key))}
        />
      ))}
      {rules.length === 0 && <p className="muted">No rule.</p>}
      <div className="form-actions">
        <Button className="button small" onPress={() => onChange([...rules, newRule()])}>
          Add a rule
        </Button>
      </div>
    </fieldset>
  );
}

interface RuleProps {
  readonly rule: RuleDraft;
  readonly number: number;
  readonly onChange: (rule: RuleDraft) => void;
  readonly onRemove: () => void;
}

function RuleFields({ rule, number, onChange, onRemove }: RuleProps) {
  const replace = (condition: ConditionDraft) =>
    onChange({ ...rule, when: rule.when.map((each) => (each.key === condition.key ? condition : each)) });
  return (
    <fieldset className="form rule">
      <legend>Rule {number}</legend>
      {rule.when.map((condition) => (
        <ConditionFields key={condition.key} condition={condition} onChange={replace} />
      ))}
      <div className="form-row">
        <Field
          label="Keys needed then"
          type="number"
          min={LIMITS.quorum.min}
          max={LIMITS.quorum.max}
          value={rule.quorum}
          onChange={(quorum) => onChange({ ...rule, quorum })}
        />
      </div>
      <div className="form-actions">
        <Button
          className="button small"
          aria-label={`Add a condition to rule ${number}`}
          onPress={() => onChange({ ...rule, when: [...rule.when, newCondition()] })}
        >
          Add a condition
        </Button>
        {rule.when.length > 1 && (
          <Button
            className="button small"
            aria-label={`Remove the last condition of rule ${number}`}
            onPress={() => onChange({ ...rule, when: rule.when.slice(0, -1) })}
          >
            Remove the last condition
          </Button>
        )}
        <Button className="button small danger-quiet" aria-label={`Remove rule ${number}`} onPress={onRemove}>
          Remove rule
        </Button>
      </div>
    </fieldset>
  );
}

const OPS = [
  ['eq', 'is'],
  ['ne', 'is not'],
  ['in', 'is one of'],
  ['prefix', 'begins with'],
  ['gt', 'is more than'],
  ['gte', 'is at least'],
  ['lt', 'is less than'],
  ['lte', 'is at most'],
  ['present', 'is present'],
] as const satisfies readonly (readonly [ConditionDraft['op'], string])[];

interface ConditionProps {
  readonly condition: ConditionDraft;
  readonly onChange: (condition: ConditionDraft) => void;
}

function ConditionFields({ condition, onChange }: ConditionProps) {
  const { param, op, value } = condition;
  const set = (change: Partial<ConditionDraft>) => onChange({ ...condition, ...change });
  return (
    <div className="form-row">
      <Field
        label="Param"
        value={param}
        onChange={(next) => set({ param: next })}
        required
        maxLength={LIMITS.paramKey.max}
      />
      <Choice label="Condition" value={op} onChange={(next) => set({ op: next })} options={OPS} />
      {op === 'in' && (
        <Lines label="Values, one for each line" value={value} onChange={(next) => set({ value: next })} />
      )}
      {op !== 'in' && op !== 'present' && (
        <Field label="Value" value={value} onChange={(next) => set({ value: next })} maxLength={LIMITS.ruleValue.max} />
      )}
    </div>
  );
}
