/** The triggers of functions: the mappings of the stream and the queues, and the schedules. */
import { DisableRuleCommand, EnableRuleCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { GetEventSourceMappingCommand, LambdaClient, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda';
import { resourcesOf } from './stack';

const POLL_MS = 5000;

export type Pause = (ms: number) => Promise<unknown>;

/** Resolves when Lambda has switched every mapping. */
export async function switchTriggers(stack: string, on: boolean, pause: Pause): Promise<void> {
  const [lambda, events] = [new LambdaClient({}), new EventBridgeClient({})];
  for (const { id: Name } of await resourcesOf(stack, 'AWS::Events::Rule'))
    await events.send(on ? new EnableRuleCommand({ Name }) : new DisableRuleCommand({ Name }));
  const mappings = await resourcesOf(stack, 'AWS::Lambda::EventSourceMapping');
  for (const { id } of mappings) await switchMapping(lambda, id, on, pause);
  const wanted = on ? 'Enabled' : 'Disabled';
  for (const { id: UUID } of mappings)
    while ((await lambda.send(new GetEventSourceMappingCommand({ UUID }))).State !== wanted) await pause(POLL_MS);
}

/** Lambda refuses a change of a mapping while another change of it is being made. */
async function switchMapping(lambda: LambdaClient, UUID: string, Enabled: boolean, pause: Pause): Promise<void> {
  for (;;) {
    try {
      await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
      return;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ResourceInUseException') throw error;
      await pause(POLL_MS);
    }
  }
}
