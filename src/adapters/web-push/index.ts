/** Web Push (RFC 8030) through the guarded sender (docs/decisions/web-push.md). */

import { assertNever } from '../../protocol/result';
import type { OutgoingPush, PushOutcome, PushSender } from '../../service/push/ports';
import type { PushDevice } from '../../service/push/rules/device';
import { isPushEndpoint, type PushHosts } from '../../service/push/rules/hosts';
import type { PostOutcome } from '../../service/receiver/ports';
import type { Clock } from '../../service/system/ports';
import type { Refreshable } from '../secrets/refreshed';
import type { ClosableWebhookSender } from '../webhook-sender';
import { sealPush } from './seal';
import { type VapidKey, vapidHeader, vapidKeyOf } from './vapid';

export interface WebPushOptions {
  readonly clock: Clock;
  readonly sender: Pick<ClosableWebhookSender, 'post'>;
  readonly pushHosts: PushHosts;
  /** The text from which the VAPID key is derived. */
  readonly keyText: Refreshable<string>;
  /** The https address of the console. */
  readonly subject: string;
}

export function createWebPush(options: WebPushOptions): PushSender {
  const keyOf = lastKey();
  const current = async () => keyOf(await options.keyText.value());
  const readAgain = async () => keyOf(await options.keyText.sooner());
  return {
    publicKey: async () => (await readAgain()).publicKey,
    async send(device, push) {
      if (!isPushEndpoint(device.endpoint, options.pushHosts)) return { kind: 'refused', status: 0 };
      const known = await current();
      // Another instance may already have published a new key, with which this device subscribed.
      const key = known.publicKey === device.publicKey ? known : await readAgain();
      if (key.publicKey !== device.publicKey) return { kind: 'gone' };
      return outcomeOf(await post(options, key, device, push));
    },
  };
}

async function post(
  { clock, sender, subject }: WebPushOptions,
  key: VapidKey,
  { endpoint, p256dh, auth }: PushDevice,
  { plaintext, topic, ttlSeconds, urgency }: OutgoingPush,
): Promise<PostOutcome> {
  return sender.post({
    url: endpoint,
    headers: {
      Authorization: await vapidHeader(key, { endpoint, subject, nowMs: clock.nowMs() }),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(ttlSeconds),
      Topic: topic,
      Urgency: urgency,
    },
    body: sealPush(plaintext, { p256dh, auth }),
  });
}

function outcomeOf(outcome: PostOutcome): PushOutcome {
  switch (outcome.kind) {
    case 'answered':
      return answered(outcome.status, outcome.retryAfterSeconds);
    case 'refused_address':
      return { kind: 'refused', status: 0 };
    case 'unreachable':
    case 'timed_out':
      return { kind: 'later', afterSeconds: null };
    default:
      return assertNever(outcome);
  }
}

/** RFC 8030 §5 and §7.3. A redirect would take the code to a host that is on no list, so it is a refusal. */
function answered(status: number, retryAfterSeconds: number | null): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) return { kind: 'later', afterSeconds: retryAfterSeconds };
  return { kind: 'refused', status };
}

/** The key of the last text, because deriving one takes longer than a signature. */
function lastKey(): (text: string) => VapidKey {
  let last: { readonly text: string; readonly key: VapidKey } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, key: vapidKeyOf(text) };
    return last.key;
  };
}
