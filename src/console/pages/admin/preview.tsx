/** How a request would look: who would be asked for it, with how many keys, and why. */

import type { UseQueryResult } from '@tanstack/react-query';
import { LIMITS } from '../../../../generated/limits';
import { displayText, parseDisplay, unjudgedDisplay } from '../../../protocol/display/display';
import { render } from '../../../protocol/display/render';
import type { Around } from '../../lib/actions';
import type { Schemas } from '../../lib/api';
import { counted } from '../../lib/format';
import { progressText } from '../../lib/groups';
import type { NameOfId } from '../../lib/name-of';
import { useOperatorNames } from '../../lib/names';
import { paramsFromLines, type Sample } from '../../lib/preview';
import { DisplayLines } from '../../ui/display';
import { Choice, Field, LinesField } from '../../ui/form';
import { KeysLeft } from '../../ui/meter';
import { OperationText } from '../../ui/operation';
import { VisibleText } from '../../ui/visible-text';
import { RuleText } from '../request/policy';

interface Props {
  readonly policy: Schemas['PolicyBody'];
  readonly sample: Sample;
  readonly onTry: (sample: Sample) => void;
  readonly preview: UseQueryResult<Schemas['Preview']>;
  readonly around: Around;
}

export function Preview({ policy, sample, onTry, preview, around }: Props) {
  const nameOf = useOperatorNames();
  const params = paramsFromLines(sample.params);
  const shown = shownBy(policy.display ?? null, params);
  const set = (change: Partial<Sample>) => onTry({ ...sample, ...change });
  return (
    <section className="card" aria-labelledby="preview">
      <h2 id="preview">How a request would look</h2>
      <div className="sample">
        <p className="sample-title">
          <OperationText title={policy.title === '' ? 'Your action' : policy.title} params={params} shown={shown} />
        </p>
        {shown !== null && <DisplayLines lines={shown.lines} nameOf={nameOf} />}
        <div className="sample-line">
          <span className="muted">
            <VisibleText text={nameOf(sample.requester)} />
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
      {preview.data !== undefined && <Answer preview={preview.data} rules={policy.param_rules ?? []} nameOf={nameOf} />}
      <details>
        <summary>Try others</summary>
        <div className="form">
          <Choice
            label="Requester"
            value={sample.requester}
            onChange={(requester) => set({ requester })}
            options={around.operators.map(({ id, name }) => [id, name] as const)}
          />
          <LinesField
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

/** By the display as it is being edited. Null while it has a mistake, which the answer of the service names. */
function shownBy(sent: Schemas['Display'] | null, params: Readonly<Record<string, string>>): Schemas['Shown'] | null {
  const display = sent === null ? null : parseDisplay(displayText(unjudgedDisplay(sent)));
  if (display === null) return null;
  const { title, lines } = render(display, params);
  return { title: [...title], lines: [...lines] };
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
  readonly nameOf: NameOfId;
}

function Answer({ preview, rules, nameOf }: AnswerProps) {
  return (
    <div role="status" className="sample-answer">
      {preview.refusal !== null ? (
        <p className="notice bad">It would be refused: {preview.refusal.error}</p>
      ) : (
        <p>
          {counted(preview.quorum, 'key')} ({BECAUSE[preview.decided_by]}) of {preview.seats.map(nameOf).join(', ')}.
        </p>
      )}
      <ul className="plain muted">
        {preview.requires.map(({ group, name, keys, seats }) => (
          <li key={group}>
            <VisibleText text={name} /> must turn {counted(keys, 'key')}; {seats} of its members would be asked.
          </li>
        ))}
        {preview.struck.map(({ operator, reason }) => (
          <li key={operator}>
            <VisibleText text={nameOf(operator)} /> would not be asked: {STRUCK[reason]}.
          </li>
        ))}
        {preview.rules.map((verdict) => (
          <RuleVerdict key={verdict.index} verdict={verdict} rule={rules[verdict.index]} />
        ))}
      </ul>
    </div>
  );
}

interface VerdictProps {
  readonly verdict: Schemas['RuleVerdict'];
  readonly rule: Schemas['ParamRule'] | undefined;
}

function RuleVerdict({ verdict: { index, matched, first_unmet }, rule }: VerdictProps) {
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
          <VisibleText text={first_unmet.param} /> is{' '}
          {first_unmet.actual === null ? 'missing' : <VisibleText text={first_unmet.actual} />}
        </>
      )}
      .
    </li>
  );
}
