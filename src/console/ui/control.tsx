/** The native controls of fields and of slots in sentences, which give them a label and a look. */
import type { ComponentProps } from 'react';
import { ChevronDown } from '../../../generated/icons';
import { Icon } from './icon';

/** What a native control takes, with a value that its change hands over. */
type Bound<Tag extends 'input' | 'textarea' | 'select', T extends string = string> = {
  readonly value: T;
  readonly onChange: (value: T) => void;
} & Omit<ComponentProps<Tag>, 'value' | 'onChange'>;

/** The typed text is data, so the browser must not correct it. */
const PLAIN = { spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } as const;

export const TextControl = ({ onChange, ...rest }: Bound<'input'>) => (
  <input {...PLAIN} {...rest} onChange={(event) => onChange(event.target.value)} />
);

/** Several texts, one on each line. */
export const LinesControl = ({ onChange, ...rest }: Bound<'textarea'>) => (
  <textarea {...PLAIN} {...rest} onChange={(event) => onChange(event.target.value)} />
);

export type Options<T extends string> = readonly (readonly [value: T, label: string])[];

interface Chosen<T extends string> {
  readonly options: Options<T>;
  /** For the arrow in a sentence. */
  readonly tiny?: boolean;
}

export const ChoiceControl = <T extends string>({
  options,
  tiny,
  onChange,
  ...rest
}: Bound<'select', T> & Chosen<T>) => (
  <>
    <select {...rest} onChange={(event) => onChange(event.target.value as T)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
    <Icon of={ChevronDown} tiny={tiny} />
  </>
);
