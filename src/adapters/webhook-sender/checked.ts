/** How every connection to an address that an organization chose is opened (docs/design.md#addresses). */
import tls from 'node:tls';
import { assertNever } from '../../protocol/result';
import { judgeReceiverUrl, type ReceiverHost } from '../../service/request/rules/url';
import type { Clock } from '../../service/system/ports';
import { connectTcp, type Dial, dialByTcp, startTls } from './connect';
import { CheckedConnections } from './connections';
import type { TryLimit } from './failure';
import { checkedAddresses, type Resolve, resolveByDns } from './resolve';

export interface GuardOptions {
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

export type Settings = ReturnType<typeof withDefaults>;

export function withDefaults(options: GuardOptions) {
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

/** The text of the URL is judged here, its addresses when the connection is opened. */
export function judgeTarget(text: string, settings: Settings) {
  const judged = judgeReceiverUrl(text, settings);
  if (!judged.ok) return judged;
  const { url, host } = judged;
  const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
  const port = Number(url.port || DEFAULT_PORTS[protocol]);
  return { ok: true as const, url, protocol, host, port, secure: protocol === 'https:' } as const;
}

const DEFAULT_PORTS = { 'http:': 80, 'https:': 443 } as const;

export interface Target {
  readonly host: ReceiverHost;
  readonly port: number;
  readonly secure: boolean;
}

/** Opens the connection that a post, and later posts to the same host, may use. */
export async function openChecked(settings: Settings, { host, port, secure }: Target, limit: TryLimit) {
  limit.stage = 'looking up the host';
  const addresses = await addressesOf(settings, host, limit);
  limit.stage = 'connecting';
  const socket = await connectTcp(addresses, port, settings.dial, limit);
  limit.stage = 'agreeing on TLS';
  return secure ? startTls(socket, hostText(host), settings.secureContext, limit) : socket;
}

/** A literal address was already checked with its URL and is not looked up. */
export async function addressesOf(settings: Settings, host: ReceiverHost, limit: TryLimit): Promise<readonly string[]> {
  if (host.kind === 'address') return [host.address];
  if (host.kind === 'localhost') return LOCALHOST;
  return limit.race(checkedAddresses(host.name, settings.resolve, limit));
}

/** Some receivers on one machine listen on only one of these. */
const LOCALHOST = ['127.0.0.1', '::1'];

export function hostText(host: ReceiverHost): string {
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
