/** The offer to notify a phone: once, after its first decision. Only this browser remembers it. */
import { keepOnDevice, readFromDevice } from './device';
import { thisDevice } from './passkeys-possible';
import type { Session } from './session';

const offered = ({ org, operator }: Session): string => `notify-offered:${org}:${operator.id}`;

/** Where storage is blocked, never: it would come after each decision. */
export const mayOfferToNotify = (session: Session): boolean =>
  thisDevice() === 'Phone' && readFromDevice(offered(session)) === null;

export const offerNoMore = (session: Session): void => keepOnDevice(offered(session), '1');
