/** Makes the DynamoDB client meet what the embedded database never does: lost answers, conflicts, throttles, outages. */
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
  /** Sends it first: it was committed, and only the answer is lost. */
  readonly committed?: boolean;
  /** What somebody else does before the fault shows. */
  readonly meanwhile?: () => Promise<unknown>;
  readonly error: () => Error;
  /** How many sends meet it; once. */
  readonly times?: number;
  /** How many sends of the command pass before; none. */
  readonly skip?: number;
  /**
   * `attempt`: one of the SDK's attempts, which it may repeat by itself. `call`: the whole call, after the SDK has
   * given up.
   */
  readonly level?: 'attempt' | 'call';
}

export interface Faults {
  inject(fault: Fault): void;
  /** Sends that should still meet a fault: 0 once a test has met all that it injected. */
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
    // Inside the SDK's retry, so that it sees what a broken connection would show it.
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

/** As DynamoDB cancels a transaction that met another one on one of its items. */
export const transactionConflict = () =>
  new TransactionCanceledException({
    message: 'Transaction cancelled, please refer cancellation reasons for specific reasons',
    CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
    $metadata: { httpStatusCode: 400 },
  });

/** As DynamoDB refuses a single write whose item is in a transaction under way. */
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
