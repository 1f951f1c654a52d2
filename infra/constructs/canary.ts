/**
 * The canary sends one request of its own organization through the deployment every few minutes, from outside
 * (src/lambda/canary/smoke.ts).
 */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Config } from '../config';
import { CLOSED } from './data';
import { scheduled } from './triggers';

/** The canary’s own resources. They need no protection, because they are created again if they are missing. */
export class CanaryData extends Construct {
  /** The canary's credentials. The function that sets it up writes them, and `npm run smoke` uses them. */
  readonly credentials: secretsmanager.Secret;
  /** The key from which names of the receiver's mailboxes are made. */
  readonly mailbox: secretsmanager.Secret;
  /**
   * The published heads of the canary’s audit chain. There are about three hundred a day and they prove nothing, so they are kept only for a
   * short time. If the last head is gone, heads are published again from the first one on.
   */
  readonly heads: s3.Bucket;

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
    this.heads = new s3.Bucket(this, 'Heads', {
      ...CLOSED,
      encryption: s3.BucketEncryption.S3_MANAGED,
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
      lifecycleRules: [{ expiration: Duration.days(7) }],
    });
  }
}

/** Both functions run each time. The first does nothing once the organization exists; until then, the second fails. */
export function runCanary(
  scope: Construct,
  { canary, canarySetUp }: Readonly<Record<'canary' | 'canarySetUp', lambda.Function>>,
  { frozen, canaryMinutes }: Config,
): void {
  new events.Rule(scope, 'RunCanary', {
    enabled: !frozen,
    schedule: events.Schedule.rate(Duration.minutes(canaryMinutes!)),
    targets: [canarySetUp, canary].map(scheduled),
  });
}
