/** Instants and countdowns. The page shows the relative time, and the tooltip the exact one. */
import { serverNow, useNow } from '../lib/clock';
import { formatAgo, formatInstant, formatLeft, sayDuration, sayRoughly } from '../lib/format';

export function Instant({ ms }: { readonly ms: number }) {
  return <time dateTime={new Date(ms).toISOString()}>{formatInstant(ms)}</time>;
}

export const Ago = ({ ms }: { readonly ms: number }) => <Relative ms={ms} say={formatAgo} />;

/** How long something has lasted, in words. */
export const Since = ({ ms }: { readonly ms: number }) => <Relative ms={ms} say={sayRoughly} />;

function Relative({ ms, say }: { readonly ms: number; readonly say: (passedMs: number) => string }) {
  const now = useNow(10_000);
  return (
    <time dateTime={new Date(ms).toISOString()} title={formatInstant(ms)}>
      {say(Math.max(now, serverNow()) - ms)}
    </time>
  );
}

type Urgency = 'calm' | 'soon' | 'urgent' | 'over';

const SOON_MS = 15 * 60_000;
const URGENT_MS = 5 * 60_000;

export function urgencyOf(leftMs: number): Urgency {
  if (leftMs <= 0) return 'over';
  if (leftMs <= URGENT_MS) return 'urgent';
  return leftMs <= SOON_MS ? 'soon' : 'calm';
}

interface CountdownProps {
  readonly until: number;
  readonly label: string;
  /** Whether someone must act before it ends. */
  readonly pressing?: boolean;
}

/** The time left until an instant of the service's clock. Screen readers read it when asked and not every second. */
export function Countdown({ until, label, pressing = true }: CountdownProps) {
  const left = until - useNow();
  const urgency = pressing || left <= 0 ? urgencyOf(left) : 'calm';
  return (
    <span className={`countdown ${urgency}`} title={formatInstant(until)}>
      <span className="countdown-label">{label}</span>{' '}
      <span className="countdown-time" role="timer" aria-label={`${label}: ${sayDuration(left)}`}>
        {urgency === 'over' ? '0:00' : formatLeft(left)}
      </span>
    </span>
  );
}

export function NextAttempt({ at }: { readonly at: number }) {
  const isDue = at <= useNow();
  return isDue ? (
    <span className="secondary">Next attempt now</span>
  ) : (
    <Countdown until={at} label="Next attempt in" pressing={false} />
  );
}
