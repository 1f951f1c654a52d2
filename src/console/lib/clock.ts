/** The server's clock, as every answer tells it: what is left is never counted by the clock of this device. */
import { useEffect, useState } from 'react';

/** Set against a clock that nobody can move while the page is open. */
let offsetMs = Date.now() - performance.now();

export function observeServerNow(answer: unknown): void {
  const now = (answer as { server_now?: unknown } | null | undefined)?.server_now;
  if (typeof now === 'number') offsetMs = now - performance.now();
}

export function serverNow(): number {
  return offsetMs + performance.now();
}

/** The server's now, again every second. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
