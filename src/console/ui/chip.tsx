/** One of several choices in a line: a filter, a part of a page, a time span. */
import type { ReactNode } from 'react';
import { formatCount } from '../lib/count';
import { Button } from './button';

interface Props {
  readonly isOn: boolean;
  readonly onPress: () => void;
  /** How many match it. Null if they were not counted. */
  readonly count?: number | null;
  readonly children: ReactNode;
}

export function Chip({ isOn, onPress, count = null, children }: Props) {
  return (
    <Button className="chip" aria-pressed={isOn} onPress={onPress}>
      {children} {count !== null && <span className="chip-count">{formatCount(count)}</span>}
    </Button>
  );
}
