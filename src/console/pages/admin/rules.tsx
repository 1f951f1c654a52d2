/** Which params need more keys, as sentences, and which groups must turn how many. */

import { useId } from 'react';
import { CirclePlus, CircleX, Plus, Trash } from '../../../../generated/icons';
import { LIMITS } from '../../../../generated/limits';
import { CONDITIONS } from '../../../protocol/shown/conditions';
import type { Group } from '../../lib/groups';
import {
  type ConditionDraft,
  newCondition,
  newRule,
  type RequirementDraft,
  type RuleDraft,
} from '../../lib/policy-draft';
import { Button } from '../../ui/button';
import { Choice, Field } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { ChoiceSlot, LinesSlot, Marked, TextSlot } from '../../ui/policy-controls';
import { RowMenu } from '../../ui/row-menu';

interface RulesProps {
  readonly rules: readonly RuleDraft[];
  readonly groups: readonly Group[];
  readonly onChange: (rules: RuleDraft[]) => void;
  readonly isChanged: (rule: RuleDraft) => boolean;
  /** Params that are known: they are offered, and any other can be typed. */
  readonly params: readonly string[];
}

/** Reading a rule and editing it are the same thing. */
export function Rules({ rules, groups, onChange, isChanged, params }: RulesProps) {
  const replace = (rule: RuleDraft) => onChange(rules.map((each) => (each.key === rule.key ? rule : each)));
  const list = useId();
  return (
    <section className="card" aria-labelledby="rules">
      <div className="card-head">
        <h2 id="rules">Rules</h2>
        <span className="muted">Of several rules that fit, the highest number counts.</span>
      </div>
      <div className="rules">
        {rules.map((rule, index) => (
          <Marked key={rule.key} on={isChanged(rule)}>
            <Sentence
              rule={rule}
              groups={groups}
              number={index + 1}
              list={list}
              onChange={replace}
              onRemove={() => onChange(rules.filter((each) => each.key !== rule.key))}
            />
          </Marked>
        ))}
        {rules.length === 0 && <p className="muted">No rule: every request needs the same number of keys.</p>}
        <datalist id={list}>
          {params.map((param) => (
            <option key={param} value={param} />
          ))}
        </datalist>
        <div>
          <Button className="button small" onPress={() => onChange([...rules, newRule()])}>
            <Icon of={Plus} tiny /> Add a rule
          </Button>
        </div>
      </div>
    </section>
  );
}

interface SentenceProps {
  readonly rule: RuleDraft;
  readonly groups: readonly Group[];
  readonly number: number;
  readonly list: string;
  readonly onChange: (rule: RuleDraft) => void;
  readonly onRemove: () => void;
}

function Sentence({ rule, groups, number, list, onChange, onRemove }: SentenceProps) {
  const replace = (condition: ConditionDraft) =>
    onChange({ ...rule, when: rule.when.map((each) => (each.key === condition.key ? condition : each)) });
  const add = {
    label: 'Add a condition',
    icon: CirclePlus,
    run: () => onChange({ ...rule, when: [...rule.when, newCondition()] }),
  };
  const drop = {
    label: 'Remove the last condition',
    icon: CircleX,
    run: () => onChange({ ...rule, when: rule.when.slice(0, -1) }),
  };
  const remove = { label: 'Remove rule', icon: Trash, run: onRemove, danger: true };
  return (
    <fieldset className="rule">
      <legend className="unseen">Rule {number}</legend>
      <div className="rule-words">
        {rule.when.map((condition, index) => (
          <span key={condition.key} className="rule-part">
            <span>{index === 0 ? 'When' : 'and'}</span>
            <ConditionSlots condition={condition} list={list} onChange={replace} />
          </span>
        ))}
        <span className="rule-part">
          <span>ask for</span>
          <TextSlot
            label="Keys needed then"
            type="number"
            required
            min={LIMITS.quorum.min}
            max={LIMITS.quorum.max}
            value={rule.quorum}
            onChange={(quorum) => onChange({ ...rule, quorum })}
          />
          <span>{rule.quorum === '1' ? 'key' : 'keys'}</span>
        </span>
        <Requirements
          of={`rule ${number}`}
          groups={groups}
          requires={rule.requires}
          onChange={(requires) => onChange({ ...rule, requires })}
        />
      </div>
      <RowMenu label={`Rule ${number}`} deeds={rule.when.length > 1 ? [add, drop, remove] : [add, remove]} />
    </fieldset>
  );
}

const OPS = (Object.keys(CONDITIONS) as ConditionDraft['op'][]).map((op) => [op, CONDITIONS[op].words] as const);

interface ConditionProps {
  readonly condition: ConditionDraft;
  readonly list: string;
  readonly onChange: (condition: ConditionDraft) => void;
}

function ConditionSlots({ condition, list, onChange }: ConditionProps) {
  const { param, op, value } = condition;
  const set = (change: Partial<ConditionDraft>) => onChange({ ...condition, ...change });
  return (
    <>
      <TextSlot
        label="Param"
        value={param}
        onChange={(next) => set({ param: next })}
        required
        maxLength={LIMITS.paramKey.max}
        list={list}
      />
      <ChoiceSlot label="Condition" value={op} onChange={(next) => set({ op: next })} options={OPS} />
      {op === 'in' && (
        <LinesSlot label="Values, one for each line" value={value} onChange={(next) => set({ value: next })} />
      )}
      {op !== 'in' && op !== 'present' && (
        <TextSlot
          label="Value"
          value={value}
          onChange={(next) => set({ value: next })}
          maxLength={LIMITS.ruleValue.max}
        />
      )}
    </>
  );
}

interface RequirementsProps {
  /** What requires them, for the names of the buttons. */
  readonly of: string;
  readonly groups: readonly Group[];
  readonly requires: readonly RequirementDraft[];
  readonly onChange: (requires: RequirementDraft[]) => void;
}

/** Which groups must turn how many keys: of a policy, or added by a rule. */
export function Requirements({ of, groups, requires, onChange }: RequirementsProps) {
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
