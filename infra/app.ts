/** `npx cdk deploy --all -c stage=prod` */
import { App } from 'aws-cdk-lib';
import { check } from './nag';
import { readConfig } from './read-config';
import { deploymentStacks } from './stacks';

const app = new App();
try {
  const config = readConfig(app.node);
  check(app, deploymentStacks(app, config), config);
} catch (error) {
  // Print one line: a stack trace would hide what to correct.
  console.error((error as Error).message);
  process.exit(1);
}
