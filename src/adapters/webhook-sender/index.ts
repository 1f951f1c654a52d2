import tls from 'node:tls';
import type { Clock, OutgoingPost, PostOutcome, WebhookSender } from '../../app/ports';
import { judgeReceiverUrl, type ReceiverHost } from '../../core/delivery/url';
import { assertNever } from '../../protocol/result';
import { connectTcp, type Dial, dialByTcp, startTls } from './connect';
import { CheckedConnections } from './connections';
import { exchange } from './exchange';
import { RefusedAddress, Unreachable } from './failure';
import { checkedAddresses, NO_ADDRESS, NOT_PUBLIC, type Resolve, resolveByDns } from './resolve';
import { TryLimit } from './try-limit';

export type { Dial, DialTarget } from './connect';
export type { Resolve } from './resolve';

export interface WebhookSenderOptions {
  /** True only in the local runner (docs/design.md#addresses). */
  readonly allowLoopback: boolean;
  /** The limit of the complete attempt. 10 s (docs/contract.md#delivery-and-retries) unless a test sets less. */
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
  readonly clock?: Clock;
  readonly resolve?: Resolve;
  readonly dial?: Dial;
  /** Certificates to trust instead of Node's root certificates. */
  readonly tls?: { readonly ca?: string };
}

export interface ClosableWebhookSender extends WebhookSender {
  /** Ends idle connections, so that the process can end. */
  close(): void;
}

/**
 * The only code that posts to addresses that organizations choose (docs/contract.md#delivery-and-retries;
 * docs/design.md#addresses). For every connection, the text of the URL is checked. A literal address is checked before
 * the connection. A name is looked up, and all its addresses must be public. The connection goes to one of those
 * addresses, and its peer is compared before a byte is sent.
 *
 * This uses Node's `http` over its own connections and not `fetch`: with `fetch`, the check would be an option of a
 * dispatcher, which a redirect, a proxy setting or an update of the library could silently bypass.
 */
export function createWebhookSender(options: WebhookSenderOptions): ClosableWebhookSender {
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

type Settings = ReturnType<typeof withDefaults>;

function withDefaults(options: WebhookSenderOptions) {
  const nowMs = options.clock ? () => options.clock!.nowMs() : wallClockMs;
  return {
    allowLoopback: options.allowLoopback,
    timeoutMs: options.timeoutMs ?? 10_000,
    maxAnswerBytes: options.maxAnswerBytes ?? 4_096,
    nowMs,
    resolve: options.resolve ?? resolveByDns,
    dial: options.dial ?? dialByTcp,
    // Created once, because a context for each connection would parse the root certificates each time.
    secureContext: tls.createSecureContext({ ca: options.tls?.ca, minVersion: 'TLSv1.2' }),
    // Uses the wall clock, whatever clock the service uses, because sockets age in real time.
    connections: {
      'http:': new CheckedConnections('http:', wallClockMs),
      'https:': new CheckedConnections('https:', wallClockMs),
    },
  };
}

function wallClockMs(): number {
  return Date.now();
}

async function post(settings: Settings, request: OutgoingPost): Promise<PostOutcome> {
  const judged = judgeReceiverUrl(request.url, settings);
  if (!judged.ok) return { kind: 'refused_address', reason: judged.reason };
  const { url, host } = judged;
  const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
  const target: Target = { host, port: Number(url.port || DEFAULT_PORTS[protocol]), secure: protocol === 'https:' };
  const limit = new TryLimit(settings.timeoutMs);
  try {
    return await exchange({
      url,
      host: hostText(host),
      port: target.port,
      headers: request.headers,
      body: request.body,
      connections: settings.connections[protocol],
      openChecked: () => openChecked(settings, target, limit),
      limit,
      maxAnswerBytes: settings.maxAnswerBytes,
      nowMs: settings.nowMs,
    });
  } finally {
    limit.clear();
  }
}

const DEFAULT_PORTS = { 'http:': 80, 'https:': 443 } as const;

interface Target {
  readonly host: ReceiverHost;
  readonly port: number;
  readonly secure: boolean;
}

/** Opens the connection that a post, and later posts to the same host, may use. */
async function openChecked(settings: Settings, { host, port, secure }: Target, limit: TryLimit) {
  limit.stage = 'looking up the host';
  const addresses = await addressesOf(settings, host, limit);
  limit.stage = 'connecting';
  const socket = await connectTcp(addresses, port, settings.dial, limit);
  limit.stage = 'agreeing on TLS';
  return secure ? startTls(socket, hostText(host), settings.secureContext, limit.signal) : socket;
}

/** A literal address was already checked with its URL and is not looked up. */
async function addressesOf(settings: Settings, host: ReceiverHost, limit: TryLimit): Promise<readonly string[]> {
  if (host.kind === 'address') return [host.address];
  if (host.kind === 'localhost') return LOCALHOST;
  return limit.race(checkedAddresses(host.name, settings.resolve, limit.signal));
}

/** Some receivers on one machine listen on only one of these. */
const LOCALHOST = ['127.0.0.1', '::1'];

function hostText(host: ReceiverHost): string {
  switch (host.kind) {
    case 'address':
      return host.address;
    case 'name':
      return host.name;
    case 'localhost':
      return 'localhost';
    default:
      return assertNever(host);
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
