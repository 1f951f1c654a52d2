/**
 * Events to event buses and queues of consumers, beside posts to URLs (docs/decisions/aws-destinations.md). An ARN goes to
 * AWS and everything else to the webhook sender; nothing else of the service knows the difference.
 */
import type { OutgoingPost, PostOutcome, WebhookSender } from '../../app/ports';
import { type Destination, type DestinationRules, isArn, judgeDestination } from '../../core/delivery/destination';

export interface DestinationSends {
  /** One send as the organization. Never throws because of what AWS answers. */
  send(destination: Destination, post: OutgoingPost): Promise<PostOutcome>;
}

export interface SenderWithDestinationsOptions {
  readonly rules: DestinationRules;
  readonly webhooks: WebhookSender;
  /** Opened when the first event goes to an ARN. */
  readonly open: () => DestinationSends;
}

export function withDestinations({ rules, webhooks, open }: SenderWithDestinationsOptions): WebhookSender {
  let opened: DestinationSends | null = null;
  return {
    async post(post) {
      if (!isArn(post.url)) return webhooks.post(post);
      // Judged again at each attempt: the deployment may have stopped to allow the account since it was saved.
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
