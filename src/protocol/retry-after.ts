/**
 * The longest delay between two attempts (docs/contract.md#delivery-and-retries). No receiver can delay a delivery by
 * more, and no proxy a call of the client.
 */
const MAX_RETRY_AFTER_SECONDS = 3_600;

/**
 * `Retry-After` in seconds (RFC 9110 §10.2.3), 0 to 3600. Null if there is none that can be read. A date is compared
 * with the answer's own `Date` if there is one: both come from the same clock, so this works even if that clock is wrong.
 */
export function retryAfterSeconds(
  headers: { readonly 'retry-after'?: string; readonly date?: string },
  nowMs: number,
): number | null {
  const value = headers['retry-after']?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return capped(Number(value));
  const atMs = httpDateMs(value);
  if (atMs === null) return null;
  return capped(Math.ceil((atMs - (httpDateMs(headers.date ?? '') ?? nowMs)) / 1000));
}

function capped(seconds: number): number {
  return Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
}

/** Only the form that senders must generate (IMF-fixdate). `Date.parse` alone would read "1" as a year. */
function httpDateMs(text: string): number | null {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text.trim())) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
