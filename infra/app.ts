/** `npx cdk synth -c stage=prod` */
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { configOf } from './config';
import { acknowledge } from './nag';
import { ServiceStack } from './service-stack';

const app = new App();
const config = configOf(app.node.tryGetContext('stage'));
const stack = new ServiceStack(app, `request-authorization-${config.stage}`, {
  config,
  description: 'request authorization service',
});
acknowledge(stack);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
