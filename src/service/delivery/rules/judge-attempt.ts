/** Decides what the answer to a post means for the delivery. */
import { assertNever } from '../../../protocol/result';
import type { Attempt, Receiver } from './delivery';

/** The outcomes of the sender (`PostOutcome` in service/receiver/ports.ts). */
export type Answer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfterSeconds?: number | null;
      readonly error?: string;
    }
  | { readonly kind: 'refused_address'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly error: string }
  | { readonly kind: 'timed_out'; readonly error: string };

export interface AttemptVerdict {
  /** `retry`: retried until the window ends. `failed`: not retried. */
  readonly kind: 'delivered' | 'retry' | 'failed';
  readonly result: Pick<Attempt, 'status' | 'outcome' | 'error'>;
  /** Why the delivery failed; null otherwise. */
  readonly reason: string | null;
}

/** Statuses of an integration that may be temporary. Any other status refuses the call. */
const RETRYABLE = new Set([408, 425, 429]);

export function judgeAttempt(receiver: Receiver, answer: Answer): AttemptVerdict {
  switch (answer.kind) {
    case 'refused_address':
      return {
        kind: 'failed',
        result: { status: null, outcome: 'refused_address', error: answer.reason },
        reason: 'refused_address',
      };
    case 'unreachable':
    case 'timed_out':
      return retry({ status: null, outcome: answer.kind, error: answer.error });
    case 'answered':
      return judgeStatus(receiver, answer.status, answer.error);
    default:
      return assertNever(answer);
  }
}

/**
 * How long the receiver asks to wait. Events have the same schedule for every receiver
 * (docs/contract.md#delivery-and-retries), so this applies only to the integration's own call.
 */
export function honoredRetryAfter(receiver: Receiver, answer: Answer): number | null {
  return receiver === 'integration' && answer.kind === 'answered' ? (answer.retryAfterSeconds ?? null) : null;
}

function judgeStatus(receiver: Receiver, status: number, error = `the receiver answered ${status}`): AttemptVerdict {
  if (status >= 200 && status < 300) {
    return { kind: 'delivered', result: { status, outcome: 'delivered', error: null }, reason: null };
  }
  const result = { status, outcome: 'refused', error } as const;
  if (receiver === 'integration' && status < 500 && !RETRYABLE.has(status)) {
    return { kind: 'failed', result, reason: `integration_answered_${status}` };
  }
  return retry(result);
}

function retry(result: AttemptVerdict['result']): AttemptVerdict {
  return { kind: 'retry', result, reason: null };
}
