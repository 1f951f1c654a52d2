/**
 * Sends pushes beside mails (docs/decisions/push.md). Nothing here fails or holds up a mail: what is not pushed is in the mail.
 * What the push service did not take for now is sent again by a message on the notices' queue, which composes it again.
 */

import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import { assertNever } from '../../../protocol/result';
import { errorName } from '../../support/failures';
import type { Clock, Log, Queue } from '../../system/ports';
import type { DeviceStore, FoundDevice, PushAbout, PushKeyStore, PushSender, PushTask } from '../ports';
import type { DeviceList } from '../rules/changes';
import { isAcceptanceNews, liveDevices, type PushDevice } from '../rules/device';
import { type Push, packedFor } from '../rules/payload';
import { delayBefore } from '../rules/retry';

export interface PushDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly pushSender: PushSender;
  readonly pushKeys: PushKeyStore;
  readonly deviceStore: Pick<DeviceStore, 'read'>;
  readonly queues: { readonly notices: Queue<PushTask>; readonly timers: Queue<FoundDevice> };
}

export interface Addressee {
  readonly org: OrgId;
  readonly operator: OperatorId;
}

/** Sends to all devices of the operator. `about`: from what it is composed again. */
export async function pushToAll(deps: PushDeps, to: Addressee, push: Push, about: PushAbout): Promise<void> {
  await neverFailing(deps, to, async () => {
    // Read here, and not before the mail was composed: a removed device must not get what is sent after it was removed.
    const list = await deps.deviceStore.read(to.org, to.operator);
    const devices = list === null ? [] : liveDevices(list);
    await Promise.all(devices.map((device) => pushTo(deps, list!, device, push, { about, attempt: 0 })));
  });
}

/** Sends again to one device, if the operator still has it. */
export async function pushAgain(deps: PushDeps, { org, push: task }: PushTask, push: Push): Promise<void> {
  await neverFailing(deps, { org, operator: task.operator }, async () => {
    const list = await deps.deviceStore.read(org, task.operator);
    const device = list === null ? undefined : liveDevices(list).find(({ id }) => id === task.device);
    if (device !== undefined) await pushTo(deps, list!, device, push, task);
  });
}

type Attempt = Pick<PushTask['push'], 'about' | 'attempt'>;

async function pushTo(
  deps: PushDeps,
  list: DeviceList,
  device: PushDevice,
  push: Push,
  attempt: Attempt,
): Promise<void> {
  const { org, operator } = list;
  await neverFailing(deps, { org, operator }, async () => {
    const nowMs = deps.clock.nowMs();
    const packed = packedFor({ org, shows: list.shows, nowMs }, device, push);
    if (packed === null) return;
    const outcome = await deps.pushSender.send(device, packed);
    switch (outcome.kind) {
      case 'accepted':
        return isAcceptanceNews(device, nowMs) ? report(deps, list, device, 'accepted') : undefined;
      case 'gone':
        return ended(deps, list, device);
      case 'later':
        return sendLater(deps, list, device, push, { ...attempt, afterSeconds: outcome.afterSeconds });
      case 'refused':
        return deps.log.warn('a push service refused a push', { org, operator, device: device.id, ...outcome });
      default:
        return assertNever(outcome);
    }
  });
}

async function ended(deps: PushDeps, list: DeviceList, device: PushDevice): Promise<void> {
  // It may have ended because the key of the service is another one now, with which it can be added again.
  if ((await deps.pushSender.publicKey()) !== device.publicKey) await publishPushKey(deps);
  return report(deps, list, device, 'gone');
}

/** This function may not write operators, so another one does (`found-device.ts`). */
function report(
  { queues, clock }: PushDeps,
  { org, operator }: DeviceList,
  { id: device }: PushDevice,
  found: FoundDevice['found'],
): Promise<void> {
  const body: FoundDevice = { kind: 'push_device', org, operator, device, found, at: clock.nowMs() };
  return queues.timers.send([{ body, groupId: org }]);
}

async function sendLater(
  { queues, clock, log }: PushDeps,
  { org, operator }: DeviceList,
  { id: device }: PushDevice,
  { endsAtMs }: Push,
  { about, attempt, afterSeconds }: Attempt & { readonly afterSeconds: number | null },
): Promise<void> {
  const delaySeconds = delayBefore(attempt, afterSeconds);
  if (delaySeconds === null || (endsAtMs !== null && clock.nowMs() + delaySeconds * 1000 >= endsAtMs)) {
    return log.warn('a push service did not take a push, which is not sent again', { org, operator, device, attempt });
  }
  const body: PushTask = { org, push: { operator, device, attempt: attempt + 1, about } };
  await queues.notices.send([{ body, groupId: org, delaySeconds }]);
}

/** Browsers subscribe with the key that was published last. It costs no write unless it has changed. */
export async function publishPushKey({
  pushSender,
  pushKeys,
}: Pick<PushDeps, 'pushSender' | 'pushKeys'>): Promise<void> {
  const publicKey = await pushSender.publicKey();
  if ((await pushKeys.publicKey()) !== publicKey) await pushKeys.publish(publicKey);
}

/** The log names no endpoint, because anybody who knows one can send to it. */
async function neverFailing({ log }: PushDeps, to: Addressee, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    log.warn('a push failed; the mail has what it says', { ...to, error: errorName(error) });
  }
}
