/** A field inside a sentence. Its label is only for screen readers, because the sentence says what it is. */
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { Icon } from './icon';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
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
  const id = useId();
  // As wide as what is in it, so that the sentence reads without gaps.
  const size = type === 'number' ? undefined : Math.min(28, Math.max(6, value.length + 1));
  return (
    <span className="slot">
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type={type}
        size={size}
        value={value}
        spellCheck="false"
        autoCapitalize="none"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
    </span>
  );
}

/** Several values, one for each line. */
export function LinesSlot({ label, value, onChange }: Props) {
  const id = useId();
  return (
    <span className="slot">
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <textarea id={id} rows={2} spellCheck="false" value={value} onChange={(event) => onChange(event.target.value)} />
    </span>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly (readonly [value: T, label: string])[];
}

export function ChoiceSlot<T extends string>({ label, value, onChange, options }: ChoiceProps<T>) {
  const id = useId();
  return (
    <span className="slot select">
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as T)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} tiny />
    </span>
  );
}
