/** What the program is told of a refusal: one of six words, or nothing. Pressing a chosen one again takes it back. */
import { useId } from 'react';
import { OUTCOME_REASONS, type OutcomeReason } from '../../protocol/outcome-reasons';
import { OUTCOME_REASON_TEXTS } from '../../protocol/shown/reasons';
import { Chip } from './filters';

interface Props {
  readonly value: OutcomeReason | null;
  readonly onChange: (value: OutcomeReason | null) => void;
}

export function OutcomeReasons({ value, onChange }: Props) {
  const hint = useId();
  return (
    <fieldset className="outcome-reasons" aria-describedby={hint}>
      <legend className="label">What the program is told (optional)</legend>
      <div className="chips">
        {OUTCOME_REASONS.map((reason) => (
          <Chip key={reason} isOn={reason === value} onPress={() => onChange(reason === value ? null : reason)}>
            {OUTCOME_REASON_TEXTS[reason].label}
          </Chip>
        ))}
      </div>
      <p id={hint} className="caption" aria-live="polite">
        {value === null
          ? 'Nothing but the refusal. The reason for the history is for people.'
          : OUTCOME_REASON_TEXTS[value].hint}
      </p>
    </fieldset>
  );
}
