/** Numbers about requests: how they ended and how long people took. */
import { isOpen, type Outcome, outcomeOf, type Request } from './request';

export type OutcomeCounts = Readonly<Record<Outcome | 'pending', number>>;

export function countOutcomes(requests: readonly Request[]): OutcomeCounts {
  const counts = { authorized: 0, denied: 0, expired: 0, aborted: 0, pending: 0 };
  for (const request of requests) counts[outcomeOf(request) ?? 'pending'] += 1;
  return counts;
}

/** Only verdicts that people reached: an expiry measures the TTL and not the people. */
export function timesToVerdictMs(requests: readonly Request[]): number[] {
  return requests.flatMap((request) => {
    const outcome = outcomeOf(request);
    if (isOpen(request) || (outcome !== 'authorized' && outcome !== 'denied')) return [];
    return [request.verdictAtMs - request.createdAtMs];
  });
}

/** Nearest rank: the smallest value that at least `percent` of 100 do not exceed. Null for an empty list. */
export function percentile(values: readonly number[], percent: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null;
}
