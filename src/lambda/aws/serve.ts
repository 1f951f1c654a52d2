/**
 * The entry of every function. A function gets its log here and nowhere else, so each of its lines names the call that it is
 * about: by Lambda's id, which traces and reports have too, and by the gateway's, which is in the access log.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';
import { createLog } from '../../adapters/system/log';
import type { Log } from '../../service/system/ports';

interface Call {
  readonly lambda_request_id: string;
  /** Undefined if no gateway has called the function. */
  readonly api_request_id: string | undefined;
}

export function serve<Event, Answer>(functionName: string, build: (log: Log) => (event: Event) => Promise<Answer>) {
  const call = new AsyncLocalStorage<Call>();
  const handle = build(createLog(() => ({ function: functionName, ...call.getStore() })));
  return (event: Event, { awsRequestId }: Pick<Context, 'awsRequestId'>): Promise<Answer> =>
    call.run({ lambda_request_id: awsRequestId, api_request_id: apiRequestIdOf(event) }, () => handle(event));
}

function apiRequestIdOf(event: unknown): string | undefined {
  return (event as { requestContext?: { requestId?: string } } | undefined)?.requestContext?.requestId;
}
