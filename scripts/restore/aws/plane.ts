/** The plane of a deployment on AWS. */
import { spawn } from 'node:child_process';
import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { DeleteFunctionConcurrencyCommand, LambdaClient, PutFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { paginateListExecutions, SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { CALLED } from '../../../infra/constructs/function-names';
import { placeHere, readinessOf } from '../../support/account';
import { readDeployment } from '../attach';
import type { Plane } from '../plane';
import { takeBack } from './documents';
import { dropMessages, messageCounts, messageTaker, purgeQueues } from './queues';
import { missingReplicas, promoteReplicas } from './secrets';
import { smokeStack } from './smoke';
import { functionOf, outputsOf, resourcesOf } from './stack';
import { type Pause, switchTriggers } from './triggers';
import { usersOf } from './users';

export interface AwsPlane {
  /** The service stack. */
  readonly stack: string;
  /** Deploys the stacks with the file of the configuration. Run by a shell. */
  readonly deployCommand: string;
  readonly pause: Pause;
  readonly log: (line: string) => void;
}

/** The longest time-out of a function that is behind a queue, the stream or a schedule. */
const LONGEST_RUN_MS = 60_000;
/** SQS continues to delete for this long after a purge. */
const PURGE_MS = 60_000;
/** A reader of the stream that is later than this may not have read the last writes of callers. */
const LATE_MS = 30_000;

export function createAwsPlane({ stack, deployCommand, pause, log }: AwsPlane): Plane {
  const lambda = new LambdaClient({});
  const reserve = async (name: string, most: number | null) => {
    const FunctionName = await functionOf(stack, name);
    if (most === null) await lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
    else await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: most }));
  };
  return {
    place: placeHere,
    async names() {
      const outputs = await outputsOf(stack, ['MainTable', 'TransientTable', 'Heads', 'DataKey']);
      const { MainTable: main, TransientTable: transient, Heads: heads, DataKey: dataKey } = outputs;
      return { main, transient, heads, dataKey };
    },
    async readiness(config) {
      const deployment = readDeployment(config);
      // A deployment with keys of its own has served callers in its region.
      if (deployment.primaryKeys === null) return { facts: [], problems: [] };
      const { facts, problems } = await readinessOf(deployment);
      return {
        facts: [...facts, 'Compare them with those of the first region.'],
        problems: [...problems, ...(await missingReplicas(deployment))],
      };
    },
    usersOf,
    promoteSecrets: async (config) => promoteReplicas(readDeployment(config)),
    async close() {
      for (const name of CALLED) await reserve(name, 0);
    },
    backlog: async () => ({ stream: await isStreamLate(stack), ...(await messageCounts(stack)) }),
    async disable() {
      await switchTriggers(stack, false, pause);
      await pause(LONGEST_RUN_MS);
    },
    stopExecutions: () => stopExecutions(stack),
    take: messageTaker(stack),
    drop: dropMessages,
    async purge() {
      await purgeQueues(stack);
      await pause(PURGE_MS);
    },
    async takeBack(org, digest) {
      const { Evidence } = await outputsOf(stack, ['Evidence']);
      return takeBack(Evidence, org, digest);
    },
    deploy: () => run(deployCommand),
    enable: () => switchTriggers(stack, true, pause),
    async open(reserved) {
      for (const name of CALLED) await reserve(name, reserved[name] ?? null);
    },
    smoke: () => smokeStack(stack, pause, log),
  };
}

/** Judged by the age of the last record of each of the two readers, in the newest minutes of CloudWatch. */
async function isStreamLate(stack: string): Promise<boolean> {
  const names = [await functionOf(stack, 'dispatch'), await functionOf(stack, 'heads')];
  const { MetricDataResults = [] } = await new CloudWatchClient({}).send(
    new GetMetricDataCommand({
      StartTime: new Date(Date.now() - 180_000),
      EndTime: new Date(),
      MetricDataQueries: names.map((name, index) => ({
        Id: `age${index}`,
        MetricStat: {
          Metric: {
            Namespace: 'AWS/Lambda',
            MetricName: 'IteratorAge',
            Dimensions: [{ Name: 'FunctionName', Value: name }],
          },
          Period: 60,
          Stat: 'Maximum',
        },
      })),
    }),
  );
  // The newest minute is first. Heads are read once in five minutes, so they are late if they are later than that.
  const [dispatch = 0, heads = 0] = ['age0', 'age1'].map(
    (id) => MetricDataResults.find(({ Id }) => Id === id)?.Values?.[0],
  );
  return dispatch > LATE_MS || heads > LATE_MS + 300_000;
}

async function stopExecutions(stack: string): Promise<number> {
  const client = new SFNClient({});
  let count = 0;
  for (const { id: stateMachineArn } of await resourcesOf(stack, 'AWS::StepFunctions::StateMachine')) {
    const running = paginateListExecutions({ client }, { stateMachineArn, statusFilter: 'RUNNING' });
    for await (const { executions = [] } of running)
      for (const { executionArn } of executions) {
        await client.send(new StopExecutionCommand({ executionArn, cause: 'the tables are restored' }));
        count += 1;
      }
  }
  return count;
}

function run(command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`"${command}" ended with ${code}. Correct the cause and run the command again.`)),
    );
  });
}
