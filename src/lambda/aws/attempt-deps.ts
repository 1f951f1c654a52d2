import { withDestinations } from '../../adapters/destinations';
import { createConfigStore } from '../../adapters/dynamodb/administration/config-store';
import { createDeliveryStore } from '../../adapters/dynamodb/delivery/delivery-store';
import { createHealthStore } from '../../adapters/dynamodb/receiver/health-store';
import { createRequestStore } from '../../adapters/dynamodb/request/request-store';
import { createWebhookSender } from '../../adapters/webhook-sender';
import { recentHeads } from '../../app/audit/recent-heads';
import { withCallbackKeys } from '../../app/delivery/callback-keys';
import type { WebhookSender } from '../../app/ports/receiver';
import type { Clock, Log } from '../../app/ports/system';
import { readDestinationRules } from '../../core/delivery/destination';
import { readEnv, readPlatformActions } from '../env';
import { createBase } from './base';
import { headStore } from './heads';
import { integrations, secretBox } from './secrets';

/** Used by the two functions that post: first attempts, and the attempts of the retry loop. */
export function attemptDeps(log: Log) {
  const base = createBase(log);
  return {
    ...base,
    requests: createRequestStore(base.tables),
    config: withCallbackKeys(createConfigStore(base.tables), base.clock),
    deliveries: createDeliveryStore(base.tables),
    health: createHealthStore(base.tables),
    secretBox: secretBox(base.clock, base.tables),
    sender: sendingToDestinations(createWebhookSender({ allowLoopback: false, clock: base.clock }), base.clock),
    platformActions: readPlatformActions(readEnv(['platformActions']).platformActions),
    integration: integrations(base.clock),
    headJws: recentHeads(headStore(), base.clock),
  };
}

/** The clients are loaded with the first event for an ARN. */
function sendingToDestinations(webhooks: WebhookSender, clock: Clock): WebhookSender {
  const { destinations, destinationsRoleArn } = readEnv(['destinations', 'destinationsRoleArn']);
  return withDestinations({
    rules: readDestinationRules(destinations),
    webhooks,
    open: () => {
      const { createAwsSends } =
        require('../../adapters/destinations/aws') as typeof import('../../adapters/destinations/aws');
      const { createSessions, openSts } =
        require('../../adapters/destinations/sessions') as typeof import('../../adapters/destinations/sessions');
      return createAwsSends({
        credentialsOf: createSessions({ client: openSts(), roleArn: destinationsRoleArn, clock }),
      });
    },
  });
}
