/** Calls another function of the service without waiting for what it does. */
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { Call } from '../../app/ports';

/** Lambda keeps the call, and repeats it if the function fails. Resolves as soon as Lambda has it. */
export function createLambdaCall<Event>(client: LambdaClient, FunctionName: string): Call<Event> {
  return {
    async start(event) {
      await client.send(
        new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: Buffer.from(JSON.stringify(event)) }),
      );
    },
  };
}
