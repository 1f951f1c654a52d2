/** What the devices of an operator were told, as the mailbox has their mails. */

import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { PushDevice } from '../../service/push/rules/device';
import type { PushPayload } from '../../service/push/rules/payload';
import type { LocalPushService, ReceivedPush } from '.';

export interface Phone {
  /** Of the devices that the operator has now, newest first. */
  of(org: OrgId, operator: OperatorId): Promise<readonly PhoneNotification[]>;
}

export type PhoneNotification = ReturnType<typeof notificationOf> & {
  /** A later push with the same tag replaces the notification on the device. */
  readonly replaced: boolean;
};

export function openPhone(
  service: Pick<LocalPushService, 'received'>,
  devicesOf: (org: OrgId, operator: OperatorId) => Promise<readonly PushDevice[]>,
): Phone {
  return {
    async of(org, operator) {
      const devices = await devicesOf(org, operator);
      const seen = new Set<string>();
      return service.received(devices.map(({ endpoint }) => endpoint)).map((push) => {
        const own = devices.find(({ endpoint }) => endpoint.endsWith(`/${push.subscription}`))!;
        const told = notificationOf(push, own);
        const name = `${own.id} ${told.tag}`;
        const replaced = seen.has(name);
        seen.add(name);
        return { ...told, replaced };
      });
    },
  };
}

/** `payload`: the text that the worker in the browser gets. */
function notificationOf({ payload, ttl_seconds, urgency, sent_at }: ReceivedPush, { id, device }: PushDevice) {
  const { title, lines, path, tag, code = null, seat = null, decided = false } = JSON.parse(payload) as PushPayload;
  return {
    device,
    device_id: id,
    title,
    lines,
    path,
    tag,
    code,
    seat,
    decided,
    sent_at,
    ttl_seconds,
    urgency,
    payload,
  };
}
