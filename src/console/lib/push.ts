/**
 * Whether this browser is notified, and of whose requests: its one subscription, and what this device remembers of it. The
 * service never tells where a subscription is, so only this browser knows which of the operator's devices it is.
 */
import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../generated/limits';
import { ApiProblem, answer, api, type Schemas } from './api';
import { bytesOfBase64, sha256Hex } from './bytes';
import { forgetNotified, rememberNotified } from './notified';
import { thisDevice } from './passkeys-possible';
import type { Session } from './session';

export const DEVICES = ['devices'] as const;
const HERE = ['push', 'here'] as const;

/** How soon the page looks again for the service's key. */
const LOOK_MS = 3000;

export function useDevices() {
  return useQuery({
    queryKey: DEVICES,
    queryFn: () => answer(api.GET('/api/devices')),
    refetchInterval: ({ state: { data } }) => (data?.public_key === null ? LOOK_MS : false),
  });
}

/** Read again when somebody comes back to the page, because the permission is given and taken elsewhere. */
export const useHere = () => useQuery({ queryKey: HERE, queryFn: readHere });

/** What depends on a change of this browser's subscription. */
export const STALE = [DEVICES, HERE];

export interface Here {
  readonly able: 'yes' | 'no' | 'installed_only' | 'too_old';
  readonly permission: NotificationPermission;
  /** SHA-256 of the endpoint of its subscription, as the service lists it. Null if there is none. */
  readonly endpoint: string | null;
}

async function readHere(): Promise<Here> {
  const able = ableTo();
  const permission = able === 'yes' ? Notification.permission : 'default';
  const subscription = able === 'yes' ? await subscriptionHere() : null;
  const endpoint = subscription === null ? null : await sha256Hex(subscription.endpoint);
  return { able, permission, endpoint };
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** On iOS and iPadOS, only an application on the Home Screen can be notified. */
function ableTo(): Here['able'] {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes';
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent) && thisDevice() !== 'Computer';
  if (!isApple) return 'no';
  return 'standalone' in navigator && navigator.standalone === true ? 'too_old' : 'installed_only';
}

/** `on`: it is this operator's. */
export type Offer = 'on' | 'off' | 'unable' | 'installed_only' | 'too_old' | 'blocked' | 'no_key' | 'full';

export function offerOf(here: Here, list: Schemas['DeviceList']): Offer {
  if (here.able === 'no') return 'unable';
  if (here.able !== 'yes') return here.able;
  if (here.permission === 'denied') return 'blocked';
  if (list.public_key === null) return 'no_key';
  if (ownIdIn(here, list) !== null) return 'on';
  return list.devices.length >= LIMITS.devices.max ? 'full' : 'off';
}

/** Which of the operator's devices this browser is, if it is one. The subscription of another operator is none of them. */
export function ownIdIn({ endpoint, permission }: Here, { devices }: Schemas['DeviceList']): string | null {
  if (endpoint === null || permission !== 'granted') return null;
  return devices.find(({ endpoint_sha256 }) => endpoint_sha256 === endpoint)?.id ?? null;
}

/** Explains to a person why this device is not notified. */
class PushProblem extends Error {}

/**
 * By a press and never otherwise: browsers ask for the permission only then. An earlier subscription of this browser ends,
 * also if another operator made it, so that no codes of somebody else come to a browser that has changed hands.
 */
export async function notifyHere(session: Session, publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new PushProblem('The browser was not allowed to show notifications, so this device is not notified.');
  }
  await navigator.serviceWorker.register('/sw.js');
  const registration = await navigator.serviceWorker.ready;
  await endHere();
  const applicationServerKey = bytesOfBase64(publicKey.replaceAll('-', '+').replaceAll('_', '/'));
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey })
    .catch(() => {
      throw new PushProblem('The browser could not subscribe to its push service. Try again, or use another browser.');
    });
  try {
    const { endpoint = '', keys = {} } = subscription.toJSON();
    const { p256dh = '', auth = '' } = keys;
    const body = { endpoint, keys: { p256dh, auth }, public_key: publicKey };
    await answer(api.POST('/api/devices', { body }));
    rememberNotified(session);
  } catch (error) {
    // What the service did not take must not stay as if it had.
    await endHere();
    if (!(error instanceof ApiProblem && error.kind === 'conflict')) throw error;
    // Its key, or the list of the operator's devices. The page reads both again.
    throw new PushProblem('Something changed in the meantime, so this device is not notified yet. Press once more.');
  }
}

/** Also what was shown goes, with the codes that it has. */
export async function endHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = (await registration?.getNotifications()) ?? [];
  for (const notification of shown) notification.close();
  await (await subscriptionHere())?.unsubscribe();
  forgetNotified();
}

/** `isHere`: it is this browser. */
export async function removeDevice(id: string, isHere: boolean): Promise<void> {
  await answer(api.DELETE('/api/devices/{id}', { params: { path: { id } } }));
  if (isHere) await endHere();
}
