/** Subscriptions as browsers make them, with key pairs of the test's own. */
import { createECDH, randomBytes } from 'node:crypto';
import type { PushKeyStore, PushSender } from '../../src/service/push/ports';

/** Publishes the key of a runner, as its function `notice` does, and returns it. */
export async function publishedKey(ports: {
  readonly pushSender: Pick<PushSender, 'publicKey'>;
  readonly pushKeys: PushKeyStore;
}): Promise<string> {
  const key = await ports.pushSender.publicKey();
  await ports.pushKeys.publish(key);
  return key;
}

/** A public key of P-256, base64url. */
export const aPoint = (): string => createECDH('prime256v1').generateKeys().toString('base64url');

let count = 0;

/** The body of `addDevice`. `key`: the published one, with which the browser subscribed. */
export function aSubscription(key: string, endpoint = `https://fcm.googleapis.com/fcm/send/browser-${++count}`) {
  const auth = randomBytes(16).toString('base64url');
  return { endpoint, keys: { p256dh: aPoint(), auth }, public_key: key };
}
