/** The clock of the service, from its answers. The time left is never computed from this device's clock. */
import { useEffect, useState } from 'react';

/** Measured against a clock that cannot be changed while the page is open. */
let offsetMs = Date.now() - performance.now();

export function observeServerNow(answer: unknown): void {
  const now = (answer as { server_now?: unknown } | null | undefined)?.server_now;
  if (typeof now === 'number') offsetMs = now - performance.now();
}

export function serverNow(): number {
  return offsetMs + performance.now();
}

/** The service's clock may still be just before the instant when its answer is computed. */
const JUST_AFTER_MS = 300;

/** Until right after the next of these instants (epoch ms), so that nothing is shown that has ended. */
export function msUntilNext(instants: readonly (number | null)[], atMostMs: number): number {
  const left = instants.map((at) => (at ?? 0) - serverNow()).filter((ms) => ms > 0);
  return Math.min(atMostMs, ...left.map((ms) => ms + JUST_AFTER_MS));
}

/** The current time of the service, updated every second. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
