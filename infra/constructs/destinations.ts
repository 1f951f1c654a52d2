/**
 * The role whose sessions send events to consumers' buses and queues (docs/decisions/aws-destinations.md). It is kept even
 * if no account is allowed any more, because consumers' policies name it. A new role with the same name would not match
 * these policies.
 */
import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { QUEUE_NAMES } from '../../src/adapters/sqs/queue-table';
import type { Destination } from '../../src/service/delivery/rules/destination';
import type { Config } from '../config';
import type { Queues } from './queues';

export interface DestinationsProps {
  readonly config: Config;
  /** The service's own queues, which no session may reach. */
  readonly queues: Queues;
  /** The functions that may open a session. */
  readonly senders: readonly lambda.Function[];
}

export const hasDestinations = ({ destinations }: Config): boolean => destinations.length > 0;

/** `account:region,…`, the form in the functions' environment. */
export const destinationsText = ({ destinations }: Config): string =>
  destinations.flatMap(({ account, regions }) => regions.map((region) => `${account}:${region}`)).join(',');

export class Destinations extends Construct {
  readonly role: iam.Role;

  constructor(scope: Construct, id: string, { config, queues, senders }: DestinationsProps) {
    super(scope, id);
    this.role = new iam.Role(this, 'Role', {
      description: 'sends events to consumers, each session as one organization',
      roleName: roleNameOf(config),
      assumedBy: new iam.CompositePrincipal(
        ...senders.map((sender) => onlyTagged(new iam.ArnPrincipal(sender.role!.roleArn))),
      ),
    });
    if (!hasDestinations(config)) return;
    const places = config.destinations.flatMap(({ account, regions }) =>
      regions.map((region) => `${region}:${account}`),
    );
    const { partition } = Stack.of(this);
    const on = (prefix: string, suffix: string) =>
      places.map((place) => `arn:${partition}:${prefix}:${place}:${suffix}`);
    for (const { action, prefix, suffix } of Object.values(SENDS)) allow(this.role, action, on(prefix, suffix));
    // Needed for a queue that is encrypted with the consumer's own key. Works only through SQS.
    this.role.addToPolicy(
      new iam.PolicyStatement({
        actions: ['kms:GenerateDataKey', 'kms:Decrypt'],
        resources: on('kms', 'key/*'),
        conditions: { StringLike: { 'kms:ViaService': 'sqs.*.amazonaws.com' } },
      }),
    );
    this.deny(config, queues);
    for (const sender of senders) openSessions(sender, this.role);
  }

  /**
   * Applies even if the deployment's own account is allowed. It denies the service's queues, and the default bus with
   * the events of AWS services.
   */
  private deny({ account }: Config, queues: Queues): void {
    const { partition } = Stack.of(this);
    this.role.addToPolicy(
      new iam.PolicyStatement({
        effect: iam.Effect.DENY,
        actions: Object.values(SENDS).map(({ action }) => action),
        resources: [
          ...QUEUE_NAMES.flatMap((name) => [queues[name].queueArn, queues.deadLetters[name].queueArn]),
          `arn:${partition}:events:*:${account}:event-bus/default`,
        ],
      }),
    );
  }
}

/** What an event to each kind of destination needs. */
const SENDS: Readonly<Record<Destination['kind'], Readonly<Record<'action' | 'prefix' | 'suffix', string>>>> = {
  event_bus: { action: 'events:PutEvents', prefix: 'events', suffix: 'event-bus/*' },
  queue: { action: 'sqs:SendMessage', prefix: 'sqs', suffix: '*' },
};

const roleNameOf = ({ stage }: Config): string => `request-authorization-${stage}-destinations`;

/** A session needs exactly one tag: the organization. */
function onlyTagged(principal: iam.PrincipalBase): iam.PrincipalBase {
  return new iam.SessionTagsPrincipal(
    principal.withConditions({
      StringLike: { 'aws:RequestTag/org': '?*' },
      'ForAllValues:StringEquals': { 'aws:TagKeys': ['org'] },
    }),
  );
}

function allow(role: iam.Role, action: string, resources: string[]): void {
  role.addToPolicy(new iam.PolicyStatement({ actions: [action], resources }));
}

function openSessions(sender: lambda.Function, role: iam.Role): void {
  sender.addToRolePolicy(
    new iam.PolicyStatement({ actions: ['sts:AssumeRole', 'sts:TagSession'], resources: [role.roleArn] }),
  );
}
