/** A field inside a sentence. Its label is only for screen readers, because the sentence says what it is. */

import { type ReactNode, useId } from 'react';
import { ChoiceControl, LinesControl, type Options, TextControl } from './control';

interface SlotProps {
  readonly label: string;
  readonly className?: string;
  readonly children: (id: string) => ReactNode;
}

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

interface Props<T extends string = string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

interface TextProps extends Props {
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
export function LinesSlot({ label, value, onChange }: Props) {
  return <Slot label={label}>{(id) => <LinesControl id={id} rows={2} value={value} onChange={onChange} />}</Slot>;
}

interface ChoiceProps<T extends string> extends Props<T> {
  readonly options: Options<T>;
}

export function ChoiceSlot<T extends string>({ label, value, onChange, options }: ChoiceProps<T>) {
  return (
    <Slot label={label} className="slot select">
      {(id) => <ChoiceControl id={id} value={value} onChange={onChange} options={options} tiny />}
    </Slot>
  );
}
