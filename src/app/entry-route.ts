/**
 * Which way entries go to the audit chain (docs/design.md#audit-chain): a direct call of the chain's writer while an
 * organization is quiet, because a message to a queue is three requests; the queue while it is busy, because the queue
 * collects batches and has one writer at a time for each organization.
 */
import type { AuditEvent, AuditMessage, Call, Clock, Log, Queue, QueueMessage } from './ports';

export interface EntryRouteDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly call: Call<AuditEvent>;
  readonly queue: Queue<AuditMessage>;
}

/**
 * An organization is quiet while one instance has made fewer than so many direct calls for it, of which one is forgotten
 * each second. So people who turn their keys at once are no crowd, and a crowd soon waits in line.
 */
export const QUIET_CALLS = 5;
const FORGOTTEN_MS = 1000;
/** Lambda takes 256 KiB for one call. */
const MAX_CALL_BYTES = 128 * 1024;
/** When there are more, the organizations that were last called longest ago are forgotten. */
const MAX_REMEMBERED = 1000;

/** If the call fails, the queue takes the entries. Either way may repeat them: the chain has each of them once. */
export function entryRoute({ clock, log, call, queue }: EntryRouteDeps): Queue<AuditMessage> {
  /** When the last of an organization's calls is forgotten. */
  const forgottenAtMs = new Map<string, number>();
  const mayCall = (org: string): boolean => {
    const nowMs = clock.nowMs();
    const untilMs = Math.max(nowMs, forgottenAtMs.get(org) ?? 0) + FORGOTTEN_MS;
    if (untilMs - nowMs > QUIET_CALLS * FORGOTTEN_MS) return false;
    forgottenAtMs.delete(org);
    forgottenAtMs.set(org, untilMs);
    if (forgottenAtMs.size > MAX_REMEMBERED) forgottenAtMs.delete(forgottenAtMs.keys().next().value!);
    return true;
  };
  const route = async (org: string, messages: readonly QueueMessage<AuditMessage>[]): Promise<void> => {
    const entries = messages.map(({ body }) => body);
    if (mayCall(org) && JSON.stringify(entries).length <= MAX_CALL_BYTES) {
      try {
        return await call.start({ entries });
      } catch (error) {
        log.warn('audit entries go through the queue, because the direct call failed', {
          org,
          reason: error instanceof Error ? error.message : String(error),
        });
      }
    }
    await queue.send(messages);
  };
  return {
    async send(messages) {
      await Promise.all([...byOrganization(messages)].map(([org, own]) => route(org, own)));
    },
  };
}

function byOrganization(messages: readonly QueueMessage<AuditMessage>[]) {
  const found = new Map<string, QueueMessage<AuditMessage>[]>();
  for (const message of messages) found.set(message.body.org, [...(found.get(message.body.org) ?? []), message]);
  return found;
}
