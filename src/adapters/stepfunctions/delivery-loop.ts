/** Runs the retry loop as executions of a Step Functions state machine (docs/design.md#the-first-attempt-is-direct). */
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { DeliveryLoop } from '../../service/delivery/ports';

export function createDeliveryLoop(client: SFNClient, stateMachineArn: string): DeliveryLoop {
  return {
    async start(name, input) {
      try {
        await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
        return 'started';
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
        // The name stays taken for 90 days after the execution ended, so only a running execution counts as started.
        const { status } = await client.send(
          new DescribeExecutionCommand({ executionArn: executionArn(stateMachineArn, name) }),
        );
        return status === 'RUNNING' ? 'running' : 'closed';
      }
    },
  };
}

function executionArn(stateMachineArn: string, name: string): string {
  return `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
}
