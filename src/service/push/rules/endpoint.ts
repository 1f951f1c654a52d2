/** What is wrong with an endpoint, for the person whose browser sent it. What may be posted to is decided in `hosts.ts`. */

import { judgeReceiverUrl } from '../../request/rules/url';
import { isPushEndpoint, type PushHosts } from './hosts';

/** A sentence that says what is wrong and what is allowed. Null if a push may go there. */
export function endpointProblem(text: string, allowed: PushHosts): string | null {
  const verdict = judgeReceiverUrl(text, allowed);
  if (!verdict.ok) return verdict.reason;
  const { url } = verdict;
  // One endpoint has one text, because the operator who had it before is found by its hash.
  if (url.href !== text) return `It must be written as a browser gives it: ${url.href}`;
  if (isPushEndpoint(text, allowed)) return null;
  if (url.port !== '') return 'It must not name a port.';
  return `${url.hostname} is not the host of a push service that this deployment allows: ${allowed.hosts.join(', ')}.`;
}
