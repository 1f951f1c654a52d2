/**
 * The messages of the audit queue (docs/design.md#audit-chain). A batch of a FIFO queue has at most ten messages, so the
 * journals of a batch of the stream are one message for each organization.
 */

import { sha256Hex } from '../../../protocol/hash';
import type { OrgId } from '../../../protocol/identifiers';
import { byteLength } from '../../support/byte-length';
import { grouped } from '../../support/grouped';
import type { QueueMessage } from '../../system/ports';
import type { AuditMessage, Journal } from '../ports';

/** SQS takes more, and Lambda takes ten of these in one call. A journal that is larger has a message of its own. */
const LARGEST_BYTES = 100 * 1024;

export function journalMessage(org: OrgId, journal: Journal): QueueMessage<AuditMessage> {
  return message({ org, journals: [journal] }, org);
}

/** One message for each organization, or more if they are large. The journals stay in their order. */
export function joinedMessages(messages: readonly QueueMessage<AuditMessage>[]): QueueMessage<AuditMessage>[] {
  const bodies = messages.map(({ body }) => body);
  return [...grouped(bodies, ({ org }) => org)].flatMap(([org, own]) =>
    parcels(
      org,
      own.flatMap(({ journals }) => journals),
    ).map((journals) => message({ org, journals }, org)),
  );
}

/**
 * The journals of a message that failed twice. One that fails again becomes a dead letter alone, and nothing waits for it,
 * because each item has a group of its own. While they are written, the chain has more than one writer.
 */
export function singleMessages({ org, journals }: AuditMessage): QueueMessage<AuditMessage>[] {
  return journals.map((journal) =>
    message({ org, journals: [journal], alone: true }, sha256Hex(`${org} ${journal.subject}`)),
  );
}

function message(body: AuditMessage, groupId: string): QueueMessage<AuditMessage> {
  const names = body.journals.map(
    ({ subject, revisions }) => `${subject}#${revisions.map(({ revision }) => revision).join()}`,
  );
  return { body, groupId, deduplicationId: sha256Hex(names.join()) };
}

function parcels(org: OrgId, journals: readonly Journal[]): Journal[][] {
  const empty = byteLength(JSON.stringify({ org, journals: [] }));
  const found: Journal[][] = [];
  let bytes = LARGEST_BYTES;
  for (const journal of journals) {
    const size = byteLength(JSON.stringify(journal));
    bytes += 1 + size;
    if (bytes > LARGEST_BYTES) {
      found.push([]);
      bytes = empty + size;
    }
    found.at(-1)!.push(journal);
  }
  return found;
}
