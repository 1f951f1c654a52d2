import { LambdaClient } from '@aws-sdk/client-lambda';
import { createLambdaCall } from '../../adapters/lambda/call';
import type { TimerEvent } from '../../app/ports';
import type { DispatchCalls } from '../../app/transport/dispatch-queues';
import { readEnv } from '../env';

/** The functions that a function calls directly. Each exists only if the function has its name. */
export function dispatchCalls(): DispatchCalls {
  const names = readEnv(['auditFunction', 'deliverFunction', 'noticeFunction']);
  return {
    audit: createLambdaCall(client(), names.auditFunction),
    deliver: createLambdaCall(client(), names.deliverFunction),
    notice: createLambdaCall(client(), names.noticeFunction),
  };
}

export const timerCall = () => createLambdaCall<TimerEvent>(client(), readEnv(['timerFunction']).timerFunction);

let shared: LambdaClient | null = null;
const client = (): LambdaClient => {
  shared ??= new LambdaClient({ maxAttempts: 2 });
  return shared;
};
