/** Which endpoints belong to a push service. It is checked when a device is added, and again before each push. */

import { addressVerdict } from '../../request/rules/address';
import { judgeReceiverUrl } from '../../request/rules/url';

/**
 * The push services of the browsers. An endpoint comes from a browser, so without this list a person could have the service
 * post to any host. `*.` stands for one or more labels.
 */
export const PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com', // Chrome, Edge, Opera, Samsung Internet
  'updates.push.services.mozilla.com', // Firefox
  '*.push.apple.com', // Safari
  '*.notify.windows.com', // Edge on Windows
];

export interface PushHosts {
  readonly hosts: readonly string[];
  /** True only in the local runner, whose push service is on this machine. */
  readonly allowLoopback: boolean;
}

/** https to the usual port of a listed host. */
export function isPushEndpoint(text: string, { hosts, allowLoopback }: PushHosts): boolean {
  const judged = judgeReceiverUrl(text, { allowLoopback });
  if (!judged.ok) return false;
  const { url, host } = judged;
  switch (host.kind) {
    case 'name':
      return url.port === '' && hosts.some((listed) => isHost(host.name, listed));
    case 'localhost':
      return true;
    // Of the addresses that are not public, only loopback is accepted at all.
    case 'address':
      return !addressVerdict(host.address).public;
  }
}

function isHost(name: string, listed: string): boolean {
  return listed.startsWith('*.') ? name.endsWith(listed.slice(1)) : name === listed;
}
