/** The fields above a list that choose a part of it: words, one of many values, one of several in a line. */

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Search } from '../../../generated/icons';
import { formatCount } from '../lib/format';
import { Button } from './button';
import { Icon } from './icon';

const TYPING_MS = 250;

interface SearchFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  readonly onChange: (text: string | undefined) => void;
}

/** The search begins once nobody has typed for a moment, because each one reads many requests. */
export function SearchField({ label, hint, text, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  // A filter that is chosen before the search begins must stay chosen.
  const change = useRef(onChange);
  useLayoutEffect(() => {
    change.current = onChange;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed begins a search
  useEffect(() => {
    if (typed.trim() === text) return;
    const timer = setTimeout(() => change.current(typed.trim() || undefined), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => setTyped((now) => (now.trim() === text ? now : text)), [text]);
  return (
    <label className="search">
      <Icon of={Search} />
      <span className="unseen">{label}</span>
      <input
        type="search"
        className="input"
        maxLength={128}
        placeholder={hint}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  );
}

interface PickerProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly { readonly id: string; readonly name: string; readonly count?: number | null }[];
  readonly set: (value: string | undefined) => void;
  /** If no more choices than this are ever given. */
  readonly most?: number;
}

/** One of several filters in a line: a chip with the name of the filter and its value. */
export function Picker({ label, value, choices, set, most }: PickerProps) {
  const chosen = choices.find(({ id }) => id === value);
  const isKnown = value === undefined || chosen !== undefined;
  return (
    <span className={value === undefined ? 'chip picker' : 'chip picker on'}>
      {/* A long name is wider than its chip. */}
      <select
        aria-label={label}
        title={chosen?.name}
        value={value ?? ''}
        onChange={(event) => set(event.target.value || undefined)}
      >
        <option value="">{label}</option>
        {choices.map(({ id, name, count }) => (
          <option key={id} value={id}>
            {count === undefined || count === null ? name : `${name} (${formatCount(count)})`}
          </option>
        ))}
        {!isKnown && <option value={value}>{value}</option>}
        {choices.length === most && <option disabled>Only {most} are listed. Search for others.</option>}
      </select>
    </span>
  );
}

interface ChipProps {
  readonly isOn: boolean;
  readonly onPress: () => void;
  /** How many match it. Null if they were not counted. */
  readonly count?: number | null;
  readonly children: ReactNode;
}

/** One of several choices in a line: a filter, a part of a page, a time span. */
export function Chip({ isOn, onPress, count = null, children }: ChipProps) {
  return (
    <Button className="chip" aria-pressed={isOn} onPress={onPress}>
      {children} {count !== null && <span className="chip-count">{formatCount(count)}</span>}
    </Button>
  );
}
