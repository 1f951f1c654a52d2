/**
 * Whether a URL may be a receiver, judged by its text alone (operation createRequest;
 * docs/contract.md#delivery-and-retries; docs/design.md#addresses). There is no DNS lookup, so create never waits for
 * one. The addresses of a name are checked at every connection.
 *
 * The WHATWG parser parses the URL, and the sender connects to what that parser saw. Texts that other parsers read
 * differently (white space, backslashes, `@`, percent-encoded hosts, unusual IPv4 spellings) are refused, so that the
 * address that a person reads is the address that gets the post.
 */

import { LIMITS } from '../../../../generated/limits';
import { addressVerdict } from './address';

export type ReceiverHost =
  | { readonly kind: 'name'; readonly name: string }
  /** This machine, independent of DNS (RFC 6761): 127.0.0.1 and ::1. */
  | { readonly kind: 'localhost' }
  /** Without brackets. */
  | { readonly kind: 'address'; readonly address: string };

export type UrlVerdict =
  | { readonly ok: true; readonly url: URL; readonly host: ReceiverHost }
  /** A sentence that says what is wrong and what to change. */
  | { readonly ok: false; readonly reason: string };

export interface UrlRules {
  /** Only for the local runner: also allow http and https to any loopback address, and to `localhost`. */
  readonly allowLoopback: boolean;
}

const MAX_URL_LENGTH = LIMITS.callbackUrl.max;

export function judgeReceiverUrl(text: string, rules: UrlRules): UrlVerdict {
  const fault = textFault(text);
  if (fault) return refuse(fault);
  const url = parse(text);
  if (!url || url.href.length > MAX_URL_LENGTH) return refuse('The URL cannot be parsed: check its host and port.');
  const authority = /^[^:]*:\/\/([^/?]*)/.exec(text)?.[1] ?? '';
  const writtenHost = authority.replace(/:\d*$/, '');
  const hostFault = authorityFault(authority, url);
  if (hostFault) return refuse(hostFault);
  if (rules.allowLoopback && isLoopback(url.hostname, writtenHost)) return accept(url);
  if (url.protocol !== 'https:') return refuse(httpRefusal(rules));
  const reason = isAddress(url.hostname) ? addressFault(url.hostname, writtenHost) : nameFault(url.hostname);
  return reason ? refuse(reason) : accept(url);
}

/**
 * Only the usual spelling is a loopback address: `127.1`, `2130706433`, `localhost.` or full-width digits reach the
 * same socket but are refused like every unusual spelling. Every spelling of an IPv6 address is allowed, as for public
 * addresses.
 */
function isLoopback(hostname: string, writtenHost: string): boolean {
  if (hostname === '[::1]') return true;
  return hostname === writtenHost.toLowerCase() && (hostname === 'localhost' || /^127\.\d+\.\d+\.\d+$/.test(hostname));
}

/**
 * Names that are internal or not in DNS at all, with all names below them. Refusing them early only gives a better
 * message: the real guard checks every address at connection. `.test` and `.example` are not in the list, because they
 * resolve nowhere and serve as placeholders.
 */
const INTERNAL_ZONES: readonly string[] = [
  'localhost', // RFC 6761
  'localdomain', // the resolver's own default on many systems
  'local', // RFC 6762, multicast DNS
  'internal', // ICANN, 2024; metadata.google.internal, *.compute.internal, *.ec2.internal
  'arpa', // home.arpa (RFC 8375), in-addr.arpa, ip6.arpa: names of the network itself
  'intranet', // these six: RFC 6762, appendix G
  'private',
  'corp',
  'home',
  'lan',
  'onion', // RFC 7686
  'alt', // RFC 9476
  'metadata.goog', // Google's second name for its metadata service
  'internal.cloudapp.net', // Azure's names inside a virtual network
];

/** Faults that must be found before parsing, because a parser silently corrects most of them. */
function textFault(text: string): string | null {
  if (text.length > MAX_URL_LENGTH) return `The URL is longer than ${MAX_URL_LENGTH} characters: shorten it.`;
  // WHATWG removes tabs and newlines anywhere: "https://10.0.0\n.1" would not be the URL that people saw.
  if (hasSpaceOrControl(text)) return 'The URL contains white space or control characters: remove them.';
  // WHATWG reads "\" as "/", RFC 3986 does not: "https://public.example\@10.0.0.1/" has two hosts.
  if (text.includes('\\')) return 'The URL contains a backslash: write "/", or "%5C" in its path.';
  if (!/^https?:\/\/[^/?#]/i.test(text)) return 'The URL must be absolute: begin it with "https://" and a host.';
  // A fragment is never sent to the receiver and is not part of an absolute URL (RFC 3986 §4.3).
  if (text.includes('#')) return 'The URL has a fragment, which is never sent: remove "#" and what follows.';
  return null;
}

function hasSpaceOrControl(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code === 0x7f) return true;
  }
  return false;
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function authorityFault(authority: string, url: URL): string | null {
  // This includes an empty user name: in "https://public.example@10.0.0.1/" a person reads the wrong host.
  if (authority.includes('@')) return 'The URL holds a user name or password: remove it, posts are signed instead.';
  if (authority.includes('%')) return 'The host is percent-encoded: write it out.';
  if (url.hostname === '') return 'The URL has no host: begin it with "https://" and a host.';
  if (url.port === '0') return 'Port 0 cannot be connected to: name the port of the receiver, or none for 443.';
  return null;
}

function httpRefusal({ allowLoopback }: UrlRules): string {
  return allowLoopback
    ? 'Plain http is only accepted to a loopback address (127.0.0.1, [::1]) or localhost: use "https://".'
    : 'Plain http is not taken: use "https://".';
}

function isAddress(hostname: string): boolean {
  // WHATWG parses every host that ends in a number as IPv4 or fails, so a dotted quad here is an address.
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

function addressFault(hostname: string, writtenHost: string): string | null {
  const address = unbracket(hostname);
  const verdict = addressVerdict(address);
  if (!verdict.public) return `The address ${address} is not public: ${verdict.reason}. Use a host on the internet.`;
  if (hostname.startsWith('[') || hostname === writtenHost) return null;
  return `The host is an unusual spelling of an address: write it as ${address}.`;
}

function nameFault(name: string): string | null {
  if (name.endsWith('.')) return 'The host name ends in a dot: remove it.';
  const labels = name.split('.');
  // Host names have no underscores (RFC 952), but such names resolve, and such receivers exist.
  if (name.length > 253 || !labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))) {
    return 'The host is not a valid name: use letters, digits and hyphens, with single dots between labels.';
  }
  const internal = INTERNAL_ZONES.some((zone) => name === zone || name.endsWith(`.${zone}`));
  if (internal || labels.length === 1) return 'The host name can only be an internal one: use a name in public DNS.';
  return null;
}

function unbracket(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function accept(url: URL): UrlVerdict {
  return { ok: true, url, host: hostOf(url.hostname) };
}

/** Only an accepted URL has a host. `localhost` is accepted only as loopback. */
function hostOf(hostname: string): ReceiverHost {
  if (hostname === 'localhost') return { kind: 'localhost' };
  return isAddress(hostname) ? { kind: 'address', address: unbracket(hostname) } : { kind: 'name', name: hostname };
}

function refuse(reason: string): UrlVerdict {
  return { ok: false, reason };
}
