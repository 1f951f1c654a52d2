/** The service inside an application of your own: its stacks, and an alarm receiver that you already have. */
import { App, Stack } from 'aws-cdk-lib';
import { UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import {
  checkedConfig,
  RequestAuthorizationData,
  RequestAuthorizationEdge,
  RequestAuthorizationService,
} from 'request-authorization-service/cdk';

const config = checkedConfig({
  stage: 'staging',
  account: '123456789012',
  region: 'eu-central-1',
  mailFrom: 'authorization@acme.io',
});
const env = { account: config.account, region: config.region };

const app = new App();
const dataStack = new Stack(app, 'authorization-data', { env });
const serviceStack = new Stack(app, 'authorization', { env });
const data = new RequestAuthorizationData(dataStack, 'Default', { config });
const service = new RequestAuthorizationService(serviceStack, 'Default', { config, data });
// CloudFront's access log can only be configured there.
const edgeStack = new Stack(app, 'authorization-edge', { env: { ...env, region: 'us-east-1' } });
new RequestAuthorizationEdge(edgeStack, 'Default', { config, data, service });

service.alarmTopics?.page.addSubscription(new UrlSubscription('https://alerts.acme.io/sns'));
app.synth();
