/** What the answer to a post means for its delivery. */
import { assertNever } from '../../protocol/result';
import type { Receiver, Try } from './delivery';

/** As the sender tells it (app/ports.ts, PostOutcome). */
export type Answer =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'refused_address'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly error: string }
  | { readonly kind: 'timed_out'; readonly error: string };

export interface TryVerdict {
  /** `again`: retried while its window lasts. `failed`: for good. */
  readonly kind: 'delivered' | 'again' | 'failed';
  readonly record: Pick<Try, 'status' | 'outcome' | 'error'>;
  /** Why it failed for good; null otherwise. */
  readonly reason: string | null;
}

/** Answers of an integration that may change by themselves; any other refuses the call for good. */
const WORTH_RETRYING = new Set([408, 425, 429]);

export function judgeTry(receiver: Receiver, answer: Answer): TryVerdict {
  switch (answer.kind) {
    case 'refused_address':
      return {
        kind: 'failed',
        record: { status: null, outcome: 'refused_address', error: answer.reason },
        reason: 'refused_address',
      };
    case 'unreachable':
    case 'timed_out':
      return again({ status: null, outcome: answer.kind, error: answer.error });
    case 'answered':
      return judgeStatus(receiver, answer.status);
    default:
      return assertNever(answer);
  }
}

function judgeStatus(receiver: Receiver, status: number): TryVerdict {
  if (status >= 200 && status < 300) {
    return { kind: 'delivered', record: { status, outcome: 'delivered', error: null }, reason: null };
  }
  const record = { status, outcome: 'refused', error: `the receiver answered ${status}` } as const;
  if (receiver === 'integration' && status < 500 && !WORTH_RETRYING.has(status)) {
    return { kind: 'failed', record, reason: `integration_answered_${status}` };
  }
  return again(record);
}

function again(record: TryVerdict['record']): TryVerdict {
  return { kind: 'again', record, reason: null };
}
