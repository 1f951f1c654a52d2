/** One of several filters in a line: a chip with the name of the filter and its value. */
import { formatCount } from '../lib/count';

interface PickerProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly { readonly id: string; readonly name: string; readonly count?: number | null }[];
  readonly set: (value: string | undefined) => void;
}

export function Picker({ label, value, choices, set }: PickerProps) {
  const isKnown = value === undefined || choices.some(({ id }) => id === value);
  return (
    <span className={value === undefined ? 'chip picker' : 'chip picker on'}>
      <select aria-label={label} value={value ?? ''} onChange={(event) => set(event.target.value || undefined)}>
        <option value="">{label}</option>
        {choices.map(({ id, name, count }) => (
          <option key={id} value={id}>
            {count === undefined || count === null ? name : `${name} (${formatCount(count)})`}
          </option>
        ))}
        {!isKnown && <option value={value}>{value}</option>}
      </select>
    </span>
  );
}
