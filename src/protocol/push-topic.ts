import { createHmac } from 'node:crypto';

/**
 * Under which a push service and a browser replace an earlier push (RFC 8030 section 5.4): 32 characters that say nothing of
 * the request to the push service, and that no two subscriptions share. `auth` is the secret of the subscription, in base64url.
 */
export function pushTopic(auth: string, org: string, about: string): string {
  const message = ['service.push-topic.v1', org, about].join('\0');
  return createHmac('sha256', Buffer.from(auth, 'base64url')).update(message).digest('base64url').slice(0, 32);
}
