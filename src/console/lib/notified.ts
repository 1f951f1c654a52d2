/** Who subscribed in this browser, as this device remembers it. A browser has one subscription for all who sign in. */
import { keepOnDevice, readFromDevice } from './device';
import type { Session } from './session';

const OWNER = 'notified-operator';

const ownerOf = ({ org, operator }: Session): string => `${org}:${operator.id}`;

export const rememberNotified = (session: Session): void => keepOnDevice(OWNER, ownerOf(session));
export const forgetNotified = (): void => keepOnDevice(OWNER, null);

/** Whether somebody else subscribed. */
export function isOthers(session: Session): boolean {
  const owner = readFromDevice(OWNER) ?? null;
  return owner !== null && owner !== ownerOf(session);
}
