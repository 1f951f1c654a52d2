/** Subscriptions as browsers make them, with key pairs of the test's own. */
import { createECDH, randomBytes } from 'node:crypto';

/** The published key of a test that posts nothing. */
export const PUSH_KEY = keyPair().publicKey;

function keyPair() {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys().toString('base64url');
  return { publicKey, privateKey: pair.getPrivateKey() };
}

let count = 0;

/** The body of `addDevice`, with what only the browser has. */
export function aSubscription(endpoint = `https://fcm.googleapis.com/fcm/send/browser-${++count}`) {
  const { publicKey: p256dh, privateKey } = keyPair();
  const auth = randomBytes(16).toString('base64url');
  return { body: { endpoint, keys: { p256dh, auth }, public_key: PUSH_KEY }, privateKey };
}
