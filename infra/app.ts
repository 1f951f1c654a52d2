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
  // One line: a stack trace would bury what has to be corrected.
  console.error((error as Error).message);
  process.exit(1);
}
