/** The stacks of one deployment: data, which outlives everything, the service, and CloudFront's log in us-east-1. */
import { type App, CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import type { Config } from './config';
import { URGENCIES } from './constructs/alarms/alarm-set';
import { RequestAuthorizationData } from './constructs/data';
import { EDGE_REGION, RequestAuthorizationEdge } from './constructs/edge-logs';
import { pascal } from './constructs/function-names';
import { RequestAuthorizationService } from './constructs/service';

export interface Stacks {
  readonly data: Stack;
  readonly service: Stack;
  readonly edge: Stack;
}

export function deploymentStacks(app: App, config: Config): Stacks {
  const name = `request-authorization-${config.stage}`;
  const props = {
    env: { account: config.account, region: config.region },
    terminationProtection: config.protectData,
  };
  const dataStack = new Stack(app, `${name}-data`, { ...props, description: 'request authorization: data' });
  const serviceStack = new Stack(app, name, { ...props, description: 'request authorization: service' });
  // `Default` does not appear in logical ids, so they stay the same if you embed the constructs elsewhere.
  const data = new RequestAuthorizationData(dataStack, 'Default', { config });
  const service = new RequestAuthorizationService(serviceStack, 'Default', { config, data });
  const edgeStack = new Stack(app, `${name}-edge`, {
    env: { account: config.account, region: EDGE_REGION },
    description: 'request authorization: the access log of CloudFront',
  });
  new RequestAuthorizationEdge(edgeStack, 'Default', { config, data, service });
  for (const [key, value] of Object.entries(config.tags))
    for (const stack of [dataStack, serviceStack, edgeStack]) Tags.of(stack).add(key, value);
  const output = (id: string, value: string, description: string) =>
    new CfnOutput(serviceStack, id, { value, description });
  output('ApiUrl', service.apiUrl, 'of API Gateway itself');
  output('MainTable', service.data.tables.main.tableName, 'MAIN_TABLE');
  output('TransientTable', service.data.tables.transient.tableName, 'TRANSIENT_TABLE');
  output('DataKey', service.data.secrets.dataKey.keyArn, 'DATA_KEY_ID');
  output('Heads', service.data.heads.bucketName, 'published heads of the audit chains');
  output('Evidence', service.data.evidence.bucketName, 'documents beside requests');
  output('GivenUp', service.data.givenUp.bucketName, 'stream records to be replayed');
  output('IntegrationsSecret', service.data.secrets.integrations.secretArn, 'platform integrations');
  output('EdgeSecret', service.edgeSecret.secretArn, 'what CloudFront shows');
  // Outputs are never removed, so that their readers do not fail after a setting has changed.
  output('CanarySecret', service.canarySecret?.secretArn ?? 'none', 'the key of npm run smoke; none without a canary');
  for (const urgency of URGENCIES)
    output(
      `${pascal(urgency)}Topic`,
      service.alarmTopics?.[urgency].topicArn ?? 'none',
      `of alarms that are a ${urgency}; none without alarms`,
    );
  output('OperatorRole', service.operatorRole?.roleArn ?? 'none', 'of people on call; none if nobody may assume it');
  return { data: dataStack, service: serviceStack, edge: edgeStack };
}
