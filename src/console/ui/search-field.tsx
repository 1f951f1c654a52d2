/** Words to search for. The search begins once nobody has typed for a moment, because each one reads many requests. */

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Search } from '../../../generated/icons';
import { Icon } from './icon';

const TYPING_MS = 250;

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  readonly onChange: (text: string | undefined) => void;
}

export function SearchField({ label, hint, text, onChange }: Props) {
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
