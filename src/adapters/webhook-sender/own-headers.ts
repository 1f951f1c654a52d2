import { USER_AGENT } from '../../protocol/user-agent';

/**
 * The headers of every request that leaves through the guard. Many firewalls refuse a request without `User-Agent`. What
 * is set here is set last, so that no header of the caller can name another host, length or sender.
 */
export function withOwnHeaders(
  headers: Readonly<Record<string, string>>,
  url: URL,
  body: string,
): Readonly<Record<string, string | number>> {
  return { ...headers, Host: url.host, 'Content-Length': Buffer.byteLength(body), 'User-Agent': USER_AGENT };
}
