import { withDestinations } from '../../adapters/destinations';
import type { Clock, WebhookSender } from '../../app/ports';
import { readDestinationRules } from '../../core/delivery/destination';
import { readEnv } from '../env';

/** Used by the two functions that post. The clients are loaded with the first event for an ARN. */
export function sendingToDestinations(webhooks: WebhookSender, clock: Clock): WebhookSender {
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
