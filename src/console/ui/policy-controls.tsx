/** The controls of the policy editor: a field in a sentence, a small number, and the mark of a change. */

import { type ReactNode, useId } from 'react';
import { Minus, Plus } from '../../../generated/icons';
import { Button } from './button';
import { ChoiceControl, LinesControl, type Options, TextControl } from './form';
import { Icon } from './icon';

interface SlotProps {
  readonly label: string;
  readonly className?: string;
  readonly children: (id: string) => ReactNode;
}

/** A field inside a sentence. Its label is only for screen readers, because the sentence says what it is. */
function Slot({ label, className = 'slot', children }: SlotProps) {
  const id = useId();
  return (
    <span className={className}>
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </span>
  );
}

interface SlotFieldProps<T extends string = string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

interface TextProps extends SlotFieldProps {
  readonly type?: 'text' | 'number';
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly list?: string;
}

export function TextSlot({ label, value, onChange, type = 'text', ...rest }: TextProps) {
  // As wide as what is in it, so that the sentence reads without gaps.
  const size = type === 'number' ? undefined : Math.min(28, Math.max(6, value.length + 1));
  return (
    <Slot label={label}>
      {(id) => <TextControl id={id} type={type} size={size} value={value} onChange={onChange} {...rest} />}
    </Slot>
  );
}

/** Several values, one for each line. */
export function LinesSlot({ label, value, onChange }: SlotFieldProps) {
  return <Slot label={label}>{(id) => <LinesControl id={id} rows={2} value={value} onChange={onChange} />}</Slot>;
}

interface ChoiceProps<T extends string> extends SlotFieldProps<T> {
  readonly options: Options<T>;
}

export function ChoiceSlot<T extends string>({ label, value, onChange, options }: ChoiceProps<T>) {
  return (
    <Slot label={label} className="slot select">
      {(id) => <ChoiceControl id={id} value={value} onChange={onChange} options={options} tiny />}
    </Slot>
  );
}

interface StepperProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly min: number;
  readonly max: number;
  /** What the number is out of. */
  readonly note?: ReactNode;
}

/** A small whole number, typed or changed by one. */
export function Stepper({ label, value, onChange, min, max, note }: StepperProps) {
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

/** Marks a part that differs from the saved version with a coloured bar. */
export function Marked({ on, children }: { readonly on: boolean; readonly children: ReactNode }) {
  return (
    <div className={on ? 'markable marked' : 'markable'}>
      {on && <span className="unseen">Changed: </span>}
      {children}
    </div>
  );
}
