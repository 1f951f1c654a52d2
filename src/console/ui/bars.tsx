/** Horizontal bars. The numbers are text beside them, so that nothing depends on seeing the plot. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly tone: 'good' | 'bad' | 'warn' | 'idle' | 'wait';
}

interface Props {
  readonly bars: readonly Bar[];
  readonly format?: (value: number) => string;
}

export function Bars({ bars, format = String }: Props) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <dl className="bars">
      {bars.map(({ label, value, tone }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" className={`bar ${tone}`}>
              <rect className="bar-ground" width="100" height="10" />
              <rect className="bar-value" width={value === 0 ? 0 : Math.max(1, (value / most) * 100)} height="10" />
            </svg>
            <span className="bar-number">{format(value)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
