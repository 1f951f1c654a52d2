/** Whether there can be a passkey here, whether this page may ask for one, and the name of its device. */

import { keepOnDevice, readFromDevice } from './device';
import type { Session } from './session';

/** A passkey is bound to a host name, so an address without one cannot have passkeys. */
export function passkeysPossible(): boolean {
  const isAddress = /^[\d.]+$/.test(location.hostname) || location.hostname.startsWith('[');
  return !isAddress && isSecureContext && 'PublicKeyCredential' in window;
}

/** The names of devices: a closed list, so that nobody has to think of one before they have a way to sign in. */
export const DEVICES = ['Computer', 'Phone', 'Tablet', 'Security key', 'Password manager'] as const;
export type Device = (typeof DEVICES)[number];

/** Only what is chosen first. */
export function thisDevice(): Device {
  const { userAgent, maxTouchPoints } = navigator;
  if (/iPhone|Android.*Mobile/.test(userAgent)) return 'Phone';
  // An iPad says that it is a Macintosh, which has no touch screen.
  if (/iPad|Android/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'Tablet';
  return 'Computer';
}

const later = ({ org, operator }: Session): string => `passkey-later:${org}:${operator.id}`;

/**
 * Whether the operator came by a link that an admin made, can have a passkey here, and has not said *Not now* in this
 * browser.
 */
export const mayAskForPasskey = (session: Session): boolean =>
  session.began === 'link' && passkeysPossible() && readFromDevice(later(session)) == null;

export const askLater = (session: Session): void => keepOnDevice(later(session), '1');
