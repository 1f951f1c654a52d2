/** How much of something is left or done. The number is beside it, so that nobody has to see the bar. */
interface Props {
  /** 0 to 1. */
  readonly part: number;
  readonly tone?: string;
}

export function Meter({ part, tone = '' }: Props) {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10;
  return (
    <span className={`meter ${tone}`} aria-hidden="true">
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
