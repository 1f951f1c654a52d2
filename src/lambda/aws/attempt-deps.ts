/** What an attempt of a delivery needs on AWS. */

import { withDestinations } from '../../adapters/destinations';
import { createWebhookSender } from '../../adapters/webhook-sender';
import { createConfigStore } from '../../service/administration/store/config-store';
import { recentHeads } from '../../service/audit/use-cases/read-audit';
import { readDestinationRules } from '../../service/delivery/rules/destination';
import { createDeliveryStore } from '../../service/delivery/store/delivery-store';
import { withCallbackKeys } from '../../service/delivery/use-cases/callback-keys';
import type { WebhookSender } from '../../service/receiver/ports';
import { createHealthStore } from '../../service/receiver/store';
import { createRequestStore } from '../../service/request/store/request-store';
import type { Clock, Log } from '../../service/system/ports';
import { readEnv, readPlatformActions } from '../env';
import { createBase } from './base';
import { headStore } from './first-use';
import { integrations, secretBox } from './secrets';

/** For the two functions that post: first attempts, and the attempts of the retry loop. */
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
        require('../../adapters/destinations/aws') as typeof import('../../adapters/destinations/aws');
      return createAwsSends({
        credentialsOf: createSessions({ client: openSts(), roleArn: destinationsRoleArn, clock }),
      });
    },
  });
}
