/** `npx cdk synth -c stage=prod` */
import { App } from 'aws-cdk-lib';
import { configOf } from './config';
import { check } from './nag';
import { ServiceStack } from './service-stack';

const app = new App();
const config = configOf(app.node.tryGetContext('stage'));
const stack = new ServiceStack(app, `request-authorization-${config.stage}`, {
  config,
  description: 'request authorization service',
});
check(app, stack);
