/** The retry loop on Step Functions: starts that are repeated, refused or not answered. */
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  type ExecutionStatus,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { createDeliveryLoop } from '../../src/adapters/stepfunctions/delivery-loop';
import type { DeliveryTask } from '../../src/service/delivery/ports';
import { expired, lost, throttled } from './answers';

const MACHINE = 'arn:aws:states:eu-central-1:123456789012:stateMachine:delivery';
const TASK = { org: 'org_a', delivery: 'dlv_1' } as unknown as DeliveryTask;
const sfn = mockClient(SFNClient);
const loop = createDeliveryLoop(new SFNClient({ region: 'eu-central-1' }), MACHINE);
const exists = () => new ExecutionAlreadyExists({ message: 'Execution Already Exists', $metadata: {} });

beforeEach(() => sfn.reset());

describe('the retry loop on Step Functions', () => {
  test('the retry loop starts an execution under its name, with its input', async () => {
    sfn.on(StartExecutionCommand).resolves({});
    expect(await loop.start('dlv_1-7', TASK)).toBe('started');
    const [call] = sfn.commandCalls(StartExecutionCommand);
    expect(call!.args[0].input).toEqual({ stateMachineArn: MACHINE, name: 'dlv_1-7', input: JSON.stringify(TASK) });
    expect(sfn.commandCalls(DescribeExecutionCommand)).toHaveLength(0);
  });

  test.each<[ExecutionStatus, string]>([
    ['RUNNING', 'running'],
    ['SUCCEEDED', 'closed'],
    ['FAILED', 'closed'],
    ['TIMED_OUT', 'closed'],
    ['ABORTED', 'closed'],
  ])('the start of a retry loop whose execution is %s answers %s', async (status, answer) => {
    sfn.on(StartExecutionCommand).rejects(exists()).on(DescribeExecutionCommand).resolves({ status });
    expect(await loop.start('dlv_1-7', TASK)).toBe(answer);
    const [call] = sfn.commandCalls(DescribeExecutionCommand);
    expect(call!.args[0].input).toEqual({
      executionArn: 'arn:aws:states:eu-central-1:123456789012:execution:delivery:dlv_1-7',
    });
  });

  test.each([
    ['is throttled', throttled],
    ['is not answered', lost],
    ['has expired credentials', expired],
  ])('the start of a retry loop fails if it %s', async (_, error) => {
    sfn.on(StartExecutionCommand).rejects(error());
    await expect(loop.start('dlv_1-7', TASK)).rejects.toMatchObject({ name: error().name });
  });

  test('the start of a retry loop fails if the name is taken and its execution cannot be read', async () => {
    sfn.on(StartExecutionCommand).rejects(exists()).on(DescribeExecutionCommand).rejects(throttled());
    await expect(loop.start('dlv_1-7', TASK)).rejects.toMatchObject({ name: 'ThrottlingException' });
  });
});
