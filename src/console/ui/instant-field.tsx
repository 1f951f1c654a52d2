/** An instant, typed in the time zone of the page. */
import { type ReactNode, useState } from 'react';
import { FIELD_RANGE, fromLocalField, toLocalField } from '../lib/time';
import { Field } from './form';

interface Props {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Undefined: the field is empty. */
  readonly at: number | undefined;
  readonly onChange: (at: number | undefined) => void;
}

export function InstantField({ label, hint, at, onChange }: Props) {
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
