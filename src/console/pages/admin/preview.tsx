/** How a request would look: who would be asked for it, with how many keys, and why. */
import type { UseQueryResult } from '@tanstack/react-query';
import { LIMITS } from '../../../../generated/limits';
import { amountOf } from '../../lib/amount';
import type { Schemas } from '../../lib/api';
import type { Around } from '../../lib/around';
import { progressText } from '../../lib/groups';
import { type NameOf, useOperatorNames } from '../../lib/names';
import { paramsOf, type Sample } from '../../lib/preview';
import { Choice, Field, Lines } from '../../ui/form';
import { KeysLeft } from '../../ui/keys-left';
import { Shown } from '../../ui/shown';
import { RuleText } from '../request/policy';

interface Props {
  readonly title: string;
  readonly rules: readonly Schemas['ParamRule'][];
  readonly sample: Sample;
  readonly onTry: (sample: Sample) => void;
  readonly preview: UseQueryResult<Schemas['Preview']>;
  readonly around: Around;
}

export function Preview({ title, rules, sample, onTry, preview, around }: Props) {
  const nameOf = useOperatorNames();
  const set = (change: Partial<Sample>) => onTry({ ...sample, ...change });
  return (
    <section className="card" aria-labelledby="preview">
      <h2 id="preview">How a request would look</h2>
      <div className="sample">
        <p className="sample-title">
          <span className="operation-kind">
            <Shown text={title} />
          </span>{' '}
          <SampleAmount params={sample.params} />
        </p>
        <div className="sample-line">
          <span className="muted">
            <Shown text={nameOf(sample.requester)} />
          </span>
          {preview.data !== undefined && preview.data.refusal === null && (
            <KeysLeft
              turned={0}
              quorum={preview.data.quorum}
              groups={progressText(preview.data.requires.map((each) => ({ ...each, turned: 0 })))}
            />
          )}
        </div>
      </div>
      {preview.data !== undefined && <Answer preview={preview.data} rules={rules} nameOf={nameOf} />}
      <details>
        <summary>Try others</summary>
        <div className="form">
          <Choice
            label="Requester"
            value={sample.requester}
            onChange={(requester) => set({ requester })}
            options={around.operators.map(({ id, name }) => [id, name] as const)}
          />
          <Lines
            label="Params"
            value={sample.params}
            onChange={(params) => set({ params })}
            hint="One for each line, as name=value."
          />
          <Field
            label="Number of keys (optional)"
            type="number"
            min={LIMITS.quorum.min}
            max={LIMITS.quorum.max}
            value={sample.quorum}
            onChange={(quorum) => set({ quorum })}
          />
        </div>
      </details>
    </section>
  );
}

function SampleAmount({ params }: { readonly params: string }) {
  const amount = amountOf(paramsOf(params));
  return amount === null || amount === '' ? null : (
    <strong>
      <Shown text={amount} />
    </strong>
  );
}

const STRUCK: Readonly<Record<Schemas['Preview']['struck'][number]['reason'], string>> = {
  self_approval_denied: 'requests it',
  disabled: 'is disabled',
  unknown: 'is not an operator',
};

const BECAUSE: Readonly<Record<Schemas['Preview']['decided_by'], string>> = {
  default: 'by default',
  rule: 'by a rule',
  requirements: 'by what groups must turn',
  requested: 'as requested',
};

interface AnswerProps {
  readonly preview: Schemas['Preview'];
  readonly rules: readonly Schemas['ParamRule'][];
  readonly nameOf: NameOf;
}

function Answer({ preview, rules, nameOf }: AnswerProps) {
  return (
    <div role="status" className="sample-answer">
      {preview.refusal !== null ? (
        <p className="notice bad">It would be refused: {preview.refusal.error}</p>
      ) : (
        <p>
          {preview.quorum === 1 ? '1 key' : `${preview.quorum} keys`} ({BECAUSE[preview.decided_by]}) of{' '}
          {preview.seats.map(nameOf).join(', ')}.
        </p>
      )}
      <ul className="plain muted">
        {preview.requires.map(({ group, name, keys, seats }) => (
          <li key={group}>
            <Shown text={name} /> must turn {keys === 1 ? '1 key' : `${keys} keys`}; {seats} of its members would be
            asked.
          </li>
        ))}
        {preview.struck.map(({ operator, reason }) => (
          <li key={operator}>
            <Shown text={nameOf(operator)} /> would not be asked: {STRUCK[reason]}.
          </li>
        ))}
        {preview.rules.map((verdict) => (
          <Verdict key={verdict.index} verdict={verdict} rule={rules[verdict.index]} />
        ))}
      </ul>
    </div>
  );
}

interface VerdictProps {
  readonly verdict: Schemas['RuleVerdict'];
  readonly rule: Schemas['ParamRule'] | undefined;
}

function Verdict({ verdict: { index, matched, first_unmet }, rule }: VerdictProps) {
  return (
    <li>
      Rule {index + 1} {matched ? 'applies' : 'does not apply'}
      {rule !== undefined && (
        <>
          {' ('}
          <RuleText rule={rule} />)
        </>
      )}
      {first_unmet !== null && (
        <>
          {': '}
          <Shown text={first_unmet.param} /> is{' '}
          {first_unmet.actual === null ? 'missing' : <Shown text={first_unmet.actual} />}
        </>
      )}
      .
    </li>
  );
}
