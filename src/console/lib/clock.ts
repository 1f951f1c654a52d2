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
