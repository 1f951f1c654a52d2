import type { OutgoingPost, PostOutcome, WebhookSender } from '../../service/receiver/ports';
import { judgeReceiverUrl } from '../../service/request/rules/url';
import {
  addressesOf,
  type GuardOptions,
  hostText,
  judgeTarget,
  openChecked,
  type Settings,
  withDefaults,
} from './checked';
import { exchange } from './exchange';
import { RefusedAddress, TryLimit, Unreachable } from './failure';
import { NO_ADDRESS, NOT_PUBLIC } from './resolve';

export type { Dial, DialTarget } from './connect';
export type { Resolve } from './resolve';

export interface ClosableWebhookSender extends WebhookSender {
  /** The body of an event is text, and that of a push is bytes. */
  post(request: GuardedPost): Promise<PostOutcome>;
  /** Ends idle connections, so that the process can end. */
  close(): void;
}

type GuardedPost = Omit<OutgoingPost, 'body'> & { readonly body: string | Uint8Array };

/**
 * The only code that posts to addresses that organizations choose (docs/contract.md#delivery-and-retries;
 * docs/design.md#addresses). For every connection, the text of the URL is checked. A literal address is checked before
 * the connection. A name is looked up, and all its addresses must be public. The connection goes to one of those
 * addresses, and its peer is compared before a byte is sent.
 *
 * This uses Node's `http` over its own connections and not `fetch`: with `fetch`, the check would be an option of a
 * dispatcher, which a redirect, a proxy setting or an update of the library could silently bypass.
 */
export function createWebhookSender(options: GuardOptions): ClosableWebhookSender {
  const settings = withDefaults(options);
  return {
    post: (request) => post(settings, request),
    validateEndpoint: (url) => checkEndpoint(settings, url),
    close: () => {
      settings.connections['http:'].destroy();
      settings.connections['https:'].destroy();
    },
  };
}

async function post(settings: Settings, request: GuardedPost): Promise<PostOutcome> {
  const target = judgeTarget(request.url, settings);
  if (!target.ok) return { kind: 'refused_address', reason: target.reason };
  const limit = new TryLimit(settings.timeoutMs);
  try {
    return await exchange({
      url: target.url,
      host: hostText(target.host),
      port: target.port,
      headers: request.headers,
      body: request.body,
      connections: settings.connections[target.protocol],
      openChecked: () => openChecked(settings, target, limit),
      limit,
      maxAnswerBytes: settings.maxAnswerBytes,
      nowMs: settings.nowMs,
    });
  } finally {
    limit.clear();
  }
}

/**
 * An endpoint is checked completely when it is saved; a name that does not resolve is refused
 * (docs/design.md#addresses).
 */
async function checkEndpoint(settings: Settings, url: string): ReturnType<WebhookSender['validateEndpoint']> {
  const judged = judgeReceiverUrl(url, settings);
  if (!judged.ok) return { ok: false, reason: judged.reason };
  const limit = new TryLimit(settings.timeoutMs);
  try {
    await addressesOf(settings, judged.host, limit);
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: describeSaveRefusal(error) };
  } finally {
    limit.clear();
  }
}

function describeSaveRefusal(error: unknown): string {
  if (error instanceof RefusedAddress)
    return `${NOT_PUBLIC}: every address it has must be reachable from the internet.`;
  if (error instanceof Unreachable && error.message === NO_ADDRESS) {
    return `${NO_ADDRESS}: check its spelling, or save the endpoint once its DNS record exists.`;
  }
  return 'The host name could not be looked up just now: check it, then save again.';
}
