/**
 * The canary sends one request of its own organization through the deployment every five minutes, from outside
 * (src/lambda/canary/smoke.ts).
 */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/** These secrets need no protection, because they are created again. */
export class CanarySecrets extends Construct {
  /** The canary's credentials. The function that sets it up writes them, and `npm run smoke` uses them. */
  readonly credentials: secretsmanager.Secret;
  /** The key from which names of the receiver's mailboxes are made. */
  readonly mailbox: secretsmanager.Secret;

  constructor(scope: Construct, id: string, encryptionKey: kms.IKey) {
    super(scope, id);
    const common = { encryptionKey, removalPolicy: RemovalPolicy.DESTROY };
    this.credentials = new secretsmanager.Secret(this, 'Credentials', {
      ...common,
      description: 'what the canary acts with; the key of npm run smoke',
      secretObjectValue: {},
    });
    this.mailbox = new secretsmanager.Secret(this, 'Mailbox', {
      ...common,
      description: 'what the names of the canary’s mailboxes are made with',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
  }
}

/** Both functions run each time. The first does nothing once the organization exists; until then, the second fails. */
export function runCanary(
  scope: Construct,
  { canary, canarySetUp }: Readonly<Record<'canary' | 'canarySetUp', lambda.Function>>,
): void {
  new events.Rule(scope, 'EveryFiveMinutes', {
    schedule: events.Schedule.rate(Duration.minutes(5)),
    targets: [canarySetUp, canary].map((fn) => new targets.LambdaFunction(fn, { retryAttempts: 0 })),
  });
}
