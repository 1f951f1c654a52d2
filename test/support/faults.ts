/**
 * Injects faults into the DynamoDB client that the embedded database never has: lost answers, conflicts, throttling, outages.
 */
import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import type { ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/lib-dynamodb';
import type { InitializeMiddleware } from '@smithy/types';
import type { Tables } from '../../src/adapters/dynamodb/client';

export interface Fault {
  /** `PutItem`, `UpdateItem`, `TransactWriteItems`, … */
  readonly command: string;
  /** Sends the command first: it is committed, and only the answer is lost. */
  readonly committed?: boolean;
  /** What another caller does before the fault appears. */
  readonly meanwhile?: () => Promise<unknown>;
  readonly error: () => Error;
  /** How many sends get the fault. Default: one. */
  readonly times?: number;
  /** How many sends of the command succeed before. Default: none. */
  readonly skip?: number;
  /**
   * `attempt`: one of the SDK's attempts, which the SDK may retry. `call`: the complete call, after the SDK has given
   * up.
   */
  readonly level?: 'attempt' | 'call';
}

export interface Faults {
  inject(fault: Fault): void;
  /** Sends that should still get a fault: 0 when a test has met all faults that it injected. */
  left(): number;
  clear(): void;
}

export function createFaults({ client }: Tables): Faults {
  let planned: (Fault & { left: number; toSkip: number })[] = [];
  for (const level of ['attempt', 'call'] as const) {
    const middleware: InitializeMiddleware<ServiceInputTypes, ServiceOutputTypes> = (next, context) => async (args) => {
      const command = (context.commandName ?? '').replace(/Command$/, '');
      const fault = planned.find(
        (one) => one.left > 0 && one.command === command && (one.level ?? 'attempt') === level,
      );
      if (fault === undefined || fault.toSkip-- > 0) return next(args);
      fault.left -= 1;
      if (fault.committed === true) await next(args);
      await fault.meanwhile?.();
      throw fault.error();
    };
    const name = `faults of an ${level}`;
    if (level === 'call') client.middlewareStack.add(middleware, { step: 'initialize', name, priority: 'low' });
    // Inside the SDK's retry, so that the SDK sees what it would see with a broken connection.
    else client.middlewareStack.add(middleware as never, { step: 'finalizeRequest', name, priority: 'low' });
  }
  return {
    inject: (fault) => void planned.push({ ...fault, left: fault.times ?? 1, toSkip: fault.skip ?? 0 }),
    left: () => planned.reduce((sum, { left }) => sum + left, 0),
    clear: () => {
      planned = [];
    },
  };
}

export const timedOut = () => Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });

/** How DynamoDB cancels a transaction that conflicts with another one on one of its items. */
export const transactionConflict = () =>
  new TransactionCanceledException({
    message: 'Transaction cancelled, please refer cancellation reasons for specific reasons',
    CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
    $metadata: { httpStatusCode: 400 },
  });

/** How DynamoDB refuses a single write whose item is in a transaction in progress. */
export const itemInTransaction = () =>
  new TransactionConflictException({
    message: 'Transaction is ongoing for the item',
    $metadata: { httpStatusCode: 400 },
  });

export const throttled = () =>
  new ProvisionedThroughputExceededException({ message: 'too many requests', $metadata: { httpStatusCode: 400 } });

export const transactionThrottled = () =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }],
    $metadata: { httpStatusCode: 400 },
  });

export const outage = () =>
  Object.assign(new Error('the secret of rak_secret is not for the log'), {
    name: 'InternalServerError',
    $fault: 'server' as const,
    $metadata: { httpStatusCode: 500 },
  });
