/** Fields with a label, a hint and a message. They are native where the native control works best on a phone. */

import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import { ChevronDown } from '../../../generated/icons';
import { FIELD_RANGE, fromLocalField, toLocalField } from '../lib/format';
import { Icon } from './icon';

interface FormProps {
  readonly onSubmit: () => void;
  readonly className?: string;
  /** For a button outside of it that sends it. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** Fields that are sent by this page and not by the browser. */
export function Form({ onSubmit, className = 'form', id, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form id={id} className={className} onSubmit={submit}>
      {children}
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'url' | 'email' | 'number' | 'datetime-local' | 'search';
  readonly hint?: ReactNode;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly placeholder?: string;
}

export function Field({ label, value, onChange, type = 'text', hint, ...rest }: FieldProps) {
  return (
    <Labelled label={label} hint={hint}>
      {(ids) => <TextControl {...ids} className="input" type={type} value={value} onChange={onChange} {...rest} />}
    </Labelled>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly hint: ReactNode;
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby': string | undefined }) => ReactNode;
}

function Labelled({ label, hint, children }: LabelledProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': hintId })}
      {hint !== undefined && (
        <span id={hintId} className="muted">
          {hint}
        </span>
      )}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: Options<T>;
}

export function Choice<T extends string>({ label, value, onChange, options }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="select">
        <ChoiceControl id={id} className="input" value={value} onChange={onChange} options={options} />
      </div>
    </div>
  );
}

export function Check({
  label,
  checked,
  onChange,
}: {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}

export function Checks({
  legend,
  options,
  chosen,
  onChange,
}: {
  readonly legend: string;
  readonly options: readonly (readonly [value: string, label: ReactNode])[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}) {
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...chosen, value] : chosen.filter((each) => each !== value));
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="checks">
        {options.map(([value, label]) => (
          <Check key={value} label={label} checked={chosen.includes(value)} onChange={(on) => toggle(value, on)} />
        ))}
      </div>
    </fieldset>
  );
}

interface LinesProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly rows?: number;
  readonly maxLength?: number;
}

/** Several texts, one on each line. */
export function LinesField({ label, value, onChange, hint, rows = 3, ...rest }: LinesProps) {
  return (
    <Labelled label={label} hint={hint}>
      {(ids) => <LinesControl {...ids} className="input" rows={rows} value={value} onChange={onChange} {...rest} />}
    </Labelled>
  );
}

interface InstantFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Undefined: the field is empty. */
  readonly at: number | undefined;
  readonly onChange: (at: number | undefined) => void;
}

/** An instant, typed in the time zone of the page. */
export function InstantField({ label, hint, at, onChange }: InstantFieldProps) {
  /** A year begins with one digit, as the year 2. Until it is an instant of the service, it stays as it is typed. */
  const [begun, setBegun] = useState<string | null>(null);
  const type = (text: string) => {
    const typed = fromLocalField(text);
    const isBegun = text !== '' && typed === undefined;
    setBegun(isBegun ? text : null);
    if (!isBegun) onChange(typed);
  };
  const value = begun ?? (at === undefined ? '' : toLocalField(at));
  return <Field label={label} hint={hint} type="datetime-local" value={value} onChange={type} {...FIELD_RANGE} />;
}

/**
 * What a native control takes, with a value that its change hands over. Fields and slots in sentences give these
 * controls a label and a look.
 */
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
