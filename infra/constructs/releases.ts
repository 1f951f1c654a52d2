/**
 * Releases of the functions that callers wait for. A new version gets a tenth of the calls for five minutes, then all
 * of them. If an alarm goes off in between, the alias is moved back and CloudFormation rolls back the deployment.
 */
import type * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as codedeploy from 'aws-cdk-lib/aws-codedeploy';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

export interface ReleasesProps {
  readonly live: Readonly<Record<string, lambda.Alias>>;
  readonly alarms: readonly cloudwatch.Alarm[];
}

export class Releases extends Construct {
  constructor(scope: Construct, id: string, { live, alarms }: ReleasesProps) {
    super(scope, id);
    const application = new codedeploy.LambdaApplication(this, 'Application');
    const role = releasingRole(this, Object.values(live));
    for (const [name, alias] of Object.entries(live)) {
      new codedeploy.LambdaDeploymentGroup(this, name, {
        application,
        alias,
        alarms: [...alarms],
        deploymentConfig: codedeploy.LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
        // The library would attach a managed policy, which may move the aliases of all functions.
        role: role.withoutPolicyUpdates(),
      });
    }
  }
}

function releasingRole(scope: Construct, aliases: readonly lambda.Alias[]): iam.Role {
  const resources = aliases.flatMap(({ lambda: { functionArn }, aliasName }) => [
    functionArn,
    `${functionArn}:${aliasName}`,
  ]);
  return new iam.Role(scope, 'Role', {
    assumedBy: new iam.ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      Release: new iam.PolicyDocument({
        statements: [
          new iam.PolicyStatement({
            actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
            resources,
          }),
          new iam.PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
        ],
      }),
    },
  });
}
