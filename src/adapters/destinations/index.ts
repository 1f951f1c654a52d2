/**
 * Sends events to consumers' event buses and queues, besides posts to URLs (docs/decisions/aws-destinations.md). An ARN
 * goes to AWS and everything else to the webhook sender. The rest of the service does not know the difference.
 */
import type { OutgoingPost, PostOutcome, WebhookSender } from '../../app/ports';
import { type Destination, type DestinationRules, isArn, judgeDestination } from '../../core/delivery/destination';

export interface DestinationSends {
  /** Sends one event with the organization's session. An error from AWS is returned, not thrown. */
  send(destination: Destination, post: OutgoingPost): Promise<PostOutcome>;
}

export interface SenderWithDestinationsOptions {
  readonly rules: DestinationRules;
  readonly webhooks: WebhookSender;
  /** Called when the first event goes to an ARN. */
  readonly open: () => DestinationSends;
}

export function withDestinations({ rules, webhooks, open }: SenderWithDestinationsOptions): WebhookSender {
  let opened: DestinationSends | null = null;
  return {
    async post(post) {
      if (!isArn(post.url)) return webhooks.post(post);
      // Checked again at each attempt, because the deployment may no longer allow an account that it allowed when the
      // endpoint was saved.
      const judged = judgeDestination(post.url, rules);
      if (!judged.ok) return { kind: 'refused_address', reason: judged.reason };
      opened ??= open();
      return opened.send(judged.destination, post);
    },
    async validateEndpoint(url) {
      if (!isArn(url)) return webhooks.validateEndpoint(url);
      const judged = judgeDestination(url, rules);
      return judged.ok ? { ok: true } : { ok: false, reason: judged.reason };
    },
  };
}
