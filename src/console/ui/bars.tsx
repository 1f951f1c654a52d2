/** Horizontal bars. The numbers are text beside them, so that nobody has to see the plot. */
import type { ReactNode } from 'react';
import { Meter } from './meter';

export interface Bar {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: number;
  readonly text: ReactNode;
}

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
