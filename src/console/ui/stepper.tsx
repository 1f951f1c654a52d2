/** A small whole number, typed or changed by one. */

import { type ReactNode, useId } from 'react';
import { Minus, Plus } from '../../../generated/icons';
import { Button } from './button';
import { Icon } from './icon';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly min: number;
  readonly max: number;
  /** What the number is out of. */
  readonly note?: ReactNode;
}

export function Stepper({ label, value, onChange, min, max, note }: Props) {
  const id = useId();
  const number = Number(value);
  return (
    <div className="key-row">
      <label htmlFor={id}>{label}</label>
      <span className="stepper">
        <Button
          className="icon-button"
          aria-label={`${label}: one less`}
          isDisabled={!(number > min)}
          onPress={() => onChange(String(number - 1))}
        >
          <Icon of={Minus} tiny />
        </Button>
        <input
          id={id}
          type="number"
          min={min}
          max={max}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button
          className="icon-button"
          aria-label={`${label}: one more`}
          isDisabled={!(number < max)}
          onPress={() => onChange(String(number + 1))}
        >
          <Icon of={Plus} tiny />
        </Button>
      </span>
      {note !== undefined && <span className="muted">{note}</span>}
    </div>
  );
}
