/** The retry loop, from the same document that the local runner interprets. */
import { ArnFormat, Names, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import * as xray from 'aws-cdk-lib/aws-xray';
import { Construct } from 'constructs';
import type { Config } from '../config';
import document from '../delivery-loop.asl.json';
import { vendedLogs } from './vended-logs';

export class DeliveryLoop extends Construct {
  readonly machine: sfn.StateMachine;

  constructor(scope: Construct, id: string, { config, task }: { config: Config; task: lambda.IFunction }) {
    super(scope, id);
    this.machine = new sfn.StateMachine(this, 'Machine', {
      definitionBody: sfn.DefinitionBody.fromString(JSON.stringify(document)),
      definitionSubstitutions: { DeliverTryFunctionArn: task.functionArn },
      // Standard: an execution waits for days, and its few transitions are billed.
      stateMachineType: sfn.StateMachineType.STANDARD,
      tracingEnabled: config.tracing,
      logs: {
        destination: vendedLogs(this, 'Logs', 'states', config),
        level: sfn.LogLevel.ALL,
        includeExecutionData: false,
      },
    });
    if (config.tracing) sampled(this, this.machine);
    this.machine.addToRolePolicy(
      new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [task.functionArn] }),
    );
  }

  /** All executions of this machine. They are named after deliveries. */
  get executionsArn(): string {
    return Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${this.machine.stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }
}

/**
 * The sampling rate of executions and of their calls. It equals the rate at which Lambda samples its own calls, which
 * cannot be changed. Without a rule, the account's default rule would apply, and that may be set to sample everything.
 */
function sampled(scope: Construct, machine: sfn.StateMachine): void {
  new xray.CfnSamplingRule(scope, 'Sampling', {
    samplingRule: {
      ruleName: Names.uniqueResourceName(machine, { maxLength: 32 }),
      priority: 1000,
      reservoirSize: 1,
      fixedRate: 0.05,
      resourceArn: machine.stateMachineArn,
      serviceName: '*',
      serviceType: '*',
      host: '*',
      httpMethod: '*',
      urlPath: '*',
      version: 1,
    },
  });
}
