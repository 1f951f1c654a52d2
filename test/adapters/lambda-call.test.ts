/** A direct call of another function: what Lambda gets, and what its answers mean. No emulator of it is at hand. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { createLambdaCall } from '../../src/adapters/lambda/call';
import { throttled } from './answers';

const lambda = mockClient(LambdaClient);
const call = createLambdaCall(new LambdaClient({ region: 'eu-central-1' }), 'audit');

beforeEach(() => lambda.reset());

test('does not wait for what the function does', async () => {
  lambda.on(InvokeCommand).resolves({ StatusCode: 202 });
  await call.start({ text: 'Größe "€"' });
  const [sent] = lambda.commandCalls(InvokeCommand).map(({ args }) => args[0].input);
  expect(sent).toMatchObject({ FunctionName: 'audit', InvocationType: 'Event' });
  expect(JSON.parse(Buffer.from(sent!.Payload as Uint8Array).toString())).toEqual({ text: 'Größe "€"' });
});

test('fails where Lambda did not accept the call', async () => {
  lambda.on(InvokeCommand).rejects(throttled());
  await expect(call.start({})).rejects.toThrow();
});
