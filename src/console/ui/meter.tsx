/** How much of something is left or done: as a bar, as bars, as dots. The number is always text beside it. */

import type { ReactNode } from 'react';
import { counted } from '../lib/format';
import { VisibleText } from './visible-text';

interface MeterProps {
  /** 0 to 1. */
  readonly part: number;
  readonly tone?: string;
}

/** One bar. The number is beside it, so that nobody has to see the bar. */
export function Meter({ part, tone = '' }: MeterProps) {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10;
  return (
    <span className={`meter ${tone}`} aria-hidden="true">
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}

export interface Bar {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: number;
  readonly text: ReactNode;
}

/** Horizontal bars. The numbers are text beside them, so that nobody has to see the plot. */
export function Bars({ bars }: { readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <dl className="bars">
      {bars.map(({ key, label, value, text }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className="bar-number">{text}</dd>
          <dd className="meter-row">
            <Meter part={value / most} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One for each key. The number is text beside it; many dots would say less than it. */
export function Dots({ full, of }: { readonly full: number; readonly of: number }) {
  if (of > 10) return null;
  return (
    <span aria-hidden="true" className="dots">
      {Array.from({ length: of }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike
        <span key={index} className={index < full ? 'dot full' : 'dot'} />
      ))}
    </span>
  );
}

interface KeysLeftProps {
  readonly turned: number;
  readonly quorum: number;
  /** "Finance 1 of 2". Empty if no group is required. */
  readonly groups: string;
}

/** How many keys are turned, as dots and in words. */
export function KeysLeft({ turned, quorum, groups }: KeysLeftProps) {
  return (
    <span className="keys-left">
      <Dots full={turned} of={quorum} />
      <span className="caption">
        {turned} of {counted(quorum, 'key')}
        <span className="unseen"> turned</span>
        {groups !== '' && (
          <>
            {': '}
            <VisibleText text={groups} />
          </>
        )}
      </span>
    </span>
  );
}
