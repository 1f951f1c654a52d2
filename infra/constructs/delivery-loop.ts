/** The retry loop, from the document that the local runner interprets too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Config } from '../config';

const DOCUMENT = join(__dirname, '../delivery-loop.asl.json');

export class DeliveryLoop extends Construct {
  readonly machine: sfn.StateMachine;
  readonly machineName: string;

  constructor(scope: Construct, id: string, { config, task }: { config: Config; task: lambda.IFunction }) {
    super(scope, id);
    this.machineName = `request-authorization-${config.stage}-delivery`;
    this.machine = new sfn.StateMachine(this, 'Machine', {
      stateMachineName: this.machineName,
      definitionBody: sfn.DefinitionBody.fromString(readFileSync(DOCUMENT, 'utf8')),
      definitionSubstitutions: { DeliverTryFunctionArn: task.functionArn },
      // Standard: an execution waits for days, and its few transitions are billed.
      stateMachineType: sfn.StateMachineType.STANDARD,
      tracingEnabled: true,
      logs: {
        destination: new logs.LogGroup(this, 'Logs', { retention: config.logRetentionDays as logs.RetentionDays }),
        level: sfn.LogLevel.ALL,
        includeExecutionData: false,
      },
    });
    this.machine.addToRolePolicy(
      new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [task.functionArn] }),
    );
  }
}
