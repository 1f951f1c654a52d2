/**
 * Sends events to consumers' event buses and queues, besides posts to URLs (docs/decisions/aws-destinations.md). The
 * channel of an address has one sender. The rest of the service does not know the difference.
 */

import {
  type ChannelKind,
  channelOf,
  type Destination,
  type DestinationRules,
  judgeDestination,
} from '../../service/delivery/rules/destination';
import type { OutgoingPost, PostOutcome, WebhookSender } from '../../service/receiver/ports';

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
  const aws: WebhookSender = {
    async post(post) {
      // Checked again at each attempt, because the deployment may no longer allow an account that it allowed when the
      // endpoint was saved.
      const judged = judgeDestination(post.url, rules);
      if (!judged.ok) return { kind: 'refused_address', reason: judged.reason };
      opened ??= open();
      return opened.send(judged.destination, post);
    },
    async validateEndpoint(url) {
      const judged = judgeDestination(url, rules);
      return judged.ok ? { ok: true } : { ok: false, reason: judged.reason };
    },
  };
  const senders: Readonly<Record<ChannelKind, WebhookSender>> = { aws, https: webhooks };
  return {
    post: (post) => senders[channelOf(post.url).kind].post(post),
    validateEndpoint: (url) => senders[channelOf(url).kind].validateEndpoint(url),
  };
}
