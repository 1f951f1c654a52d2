/**
 * A push service and the browsers behind it, on one machine (docs/local.md#limits). A page subscribes here in place of
 * `pushManager.subscribe`, because a demo must reach no real push service. What arrives is opened with the subscription's key
 * and kept, as mails are.
 */
import { createECDH, randomBytes } from 'node:crypto';
import type { Clock } from '../../service/system/ports';
import { appendLine, linesIn, replaceFile } from '../platform/files';
import { openPush, senderProblem } from './open';

/** What `PushSubscription.toJSON()` answers in a browser. */
export interface MadeSubscription {
  readonly endpoint: string;
  readonly expirationTime: null;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** One push as the worker in the browser gets it, and how it was sent. */
export interface ReceivedPush {
  readonly subscription: string;
  /** The text that the browser hands to the worker. */
  readonly payload: string;
  readonly topic: string | null;
  readonly ttl_seconds: number;
  readonly urgency: string;
  readonly sent_at: number;
}

export interface PushPost {
  readonly id: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface PostAnswer {
  readonly status: number;
  readonly reason?: string;
  readonly location?: string;
}

export interface LocalPushService {
  /** `publicKey`: the key of those who may post. Null if it is none. */
  subscribe(publicKey: unknown): MadeSubscription | null;
  /** Later posts to it are answered with 410. */
  end(id: string): boolean;
  post(post: PushPost): PostAnswer;
  /** The newest pushes to these endpoints, newest first. */
  received(endpoints: readonly string[]): readonly ReceivedPush[];
}

interface Subscription {
  readonly id: string;
  readonly privateKey: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly publicKey: string;
  ended: boolean;
}

type Line = { readonly subscription: Subscription } | { readonly ended: string } | { readonly push: ReceivedPush };

/** Of each subscription. */
const KEPT_PUSHES = 100;
const MOST_BYTES = 4096;
const PREFIX = '/local/push/';

export function openPushService(path: string, clock: Clock, origin: string): LocalPushService {
  const subscriptions = new Map<string, Subscription>();
  const pushes = new Map<string, ReceivedPush[]>();
  const note = (line: Line): void => {
    if ('ended' in line) {
      const subscription = subscriptions.get(line.ended);
      if (subscription !== undefined) subscription.ended = true;
    } else if ('subscription' in line) subscriptions.set(line.subscription.id, { ...line.subscription });
    else {
      const own = pushes.get(line.push.subscription) ?? [];
      pushes.set(line.push.subscription, [...own, line.push].slice(-KEPT_PUSHES));
    }
  };
  const keep = (line: Line): void => {
    appendLine(path, JSON.stringify(line));
    note(line);
  };
  const lines = linesIn(path);
  for (const line of lines) note(JSON.parse(line));
  const kept: Line[] = [
    ...[...subscriptions.values()].map((subscription) => ({ subscription })),
    ...[...pushes.values()].flat().map((push) => ({ push })),
  ];
  if (kept.length < lines.length) replaceFile(path, kept.map((line) => `${JSON.stringify(line)}\n`).join(''));

  return {
    subscribe(publicKey) {
      if (typeof publicKey !== 'string' || Buffer.from(publicKey, 'base64url').length !== 65) return null;
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const subscription = {
        id: randomBytes(24).toString('base64url'),
        privateKey: keys.getPrivateKey('base64url'),
        p256dh: keys.getPublicKey('base64url'),
        auth: randomBytes(16).toString('base64url'),
        publicKey,
        ended: false,
      };
      keep({ subscription });
      const { id, p256dh, auth } = subscription;
      return { endpoint: `${origin}${PREFIX}${id}`, expirationTime: null, keys: { p256dh, auth } };
    },
    end(id) {
      if (!subscriptions.has(id)) return false;
      keep({ ended: id });
      return true;
    },
    post({ id, body, headers }) {
      const subscription = subscriptions.get(id);
      if (subscription === undefined) return { status: 404, reason: 'no such subscription' };
      if (subscription.ended) return { status: 410, reason: 'the subscription has ended' };
      const { publicKey } = subscription;
      const stranger = senderProblem(headers.authorization, { publicKey, origin, nowMs: clock.nowMs() });
      if (stranger !== null) return stranger;
      if (body.length > MOST_BYTES) return { status: 413, reason: `at most ${MOST_BYTES} bytes` };
      const reason = headerProblem(headers);
      if (reason !== null) return { status: 400, reason };
      let payload: string;
      try {
        payload = openPush(body, subscription).toString('utf8');
      } catch {
        // A real service cannot open it. This one has the browser too, where nothing would be shown.
        return { status: 400, reason: 'the browser cannot open it' };
      }
      const { topic = null, ttl, urgency = 'normal' } = headers;
      keep({
        push: {
          subscription: id,
          payload,
          topic,
          ttl_seconds: Number(ttl),
          urgency,
          sent_at: clock.nowMs(),
        },
      });
      return { status: 201, location: `${origin}${PREFIX}${id}/${randomBytes(12).toString('base64url')}` };
    },
    received: (endpoints) =>
      endpoints
        .flatMap((endpoint) => pushes.get(endpoint.split(PREFIX)[1] ?? '') ?? [])
        .reverse()
        .sort((left, right) => right.sent_at - left.sent_at),
  };
}

/** RFC 8030 sections 5.2 to 5.4, and RFC 8291 section 4. */
function headerProblem(headers: PushPost['headers']): string | null {
  if (headers['content-encoding'] !== 'aes128gcm') return 'content-encoding: aes128gcm';
  if (!/^\d{1,10}$/.test(headers.ttl ?? '')) return 'ttl: whole seconds';
  if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(headers.topic))
    return 'topic: at most 32 characters of base64url';
  return /^(very-low|low|normal|high)$/.test(headers.urgency ?? 'normal')
    ? null
    : 'urgency: very-low, low, normal or high';
}
