/** Whose devices were live when, from the writes of the table, and what was pushed to them. */
import type { Written } from '../../src/local/memory/store';
import type { OutgoingPush, PushOutcome } from '../../src/service/push/ports';
import { liveDevices, type PushDevice } from '../../src/service/push/rules/device';
import type { PushPayload } from '../../src/service/push/rules/payload';
import { recipientIn } from '../../src/service/push/store/stored-devices';

export interface Owner {
  readonly org: string;
  readonly operator: string;
}

export interface SentPush {
  readonly device: string;
  /** Who had the device as a live one when this call of the function read it. Null: nobody, or an earlier call read it. */
  readonly owner: Owner | null;
  readonly payload: PushPayload;
  readonly topic: string;
  readonly ttlSeconds: number;
  readonly outcome: PushOutcome['kind'];
  readonly atMs: number;
}

interface Change {
  readonly step: number;
  readonly owner: Owner | null;
}

export class DeviceLists {
  /** By the id of the device, in order. */
  private readonly changes = new Map<string, Change[]>();
  private readonly readAt = new WeakMap<PushDevice, number>();
  private first: readonly PushDevice[] | null = null;

  constructor(
    private readonly step: () => number,
    private readonly remembers: boolean,
  ) {}

  note({ before, after }: Written): void {
    if (!String((after ?? before)?.sk).startsWith('OPERATOR#')) return;
    const [was, is] = [before, after].map((item) => {
      if (item === undefined) return null;
      const recipient = recipientIn(item);
      const owner: Owner = { org: recipient.org, operator: recipient.id };
      return { owner, ids: liveDevices(recipient).map(({ id }) => id) };
    });
    for (const id of was?.ids ?? []) if (!is?.ids.includes(id)) this.add(id, null);
    for (const id of is?.ids ?? []) if (!was?.ids.includes(id)) this.add(id, is!.owner);
  }

  saw(devices: readonly PushDevice[]): readonly PushDevice[] {
    if (devices.length > 0) this.first ??= devices;
    const seen = this.remembers && this.first !== null ? this.first : devices;
    // The answer of a call goes on in the next step.
    for (const device of seen) this.readAt.set(device, this.step() - 1);
    return seen;
  }

  sentTo(device: PushDevice, { plaintext, topic, ttlSeconds }: OutgoingPush, begunAt: number) {
    const read = this.readAt.get(device) ?? Number.NEGATIVE_INFINITY;
    const known = read < begunAt ? undefined : this.changes.get(device.id)?.findLast(({ step }) => step <= read);
    const owner = known?.owner ?? null;
    const payload = JSON.parse(new TextDecoder().decode(plaintext)) as PushPayload;
    return { device: device.id, owner, payload, topic, ttlSeconds };
  }

  private add(device: string, owner: Owner | null): void {
    this.changes.set(device, [...(this.changes.get(device) ?? []), { step: this.step(), owner }]);
  }
}
