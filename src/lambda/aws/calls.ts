import { LambdaClient } from '@aws-sdk/client-lambda';
import { createLambdaCall } from '../../adapters/lambda/call';
import type { AuditEvent, TimerEvent } from '../../app/ports';
import { readEnv } from '../env';

/** The functions that a function calls directly. Each exists only if the function has its name. */
export const auditCall = () => createLambdaCall<AuditEvent>(client(), readEnv(['auditFunction']).auditFunction);
export const timerCall = () => createLambdaCall<TimerEvent>(client(), readEnv(['timerFunction']).timerFunction);

let shared: LambdaClient | null = null;
const client = (): LambdaClient => {
  shared ??= new LambdaClient({ maxAttempts: 2 });
  return shared;
};
