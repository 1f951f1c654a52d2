/**
 * The audit entries of one send as few messages: all causes of an organization in one, as many as fit
 * (docs/decisions/large-audit-blocks.md). The journal of a subject is in one message, so whichever message arrives first,
 * the entries of each subject reach the chain in their order.
 */
import { sha256Hex } from '../../protocol/hash';
import type { OrgId } from '../../protocol/identifiers';
import type { AuditMessage, AuditMessages, AuditQueue, Queue, QueueMessage } from '../ports';
import { byteLength } from '../support/byte-length';
import { grouped } from '../support/grouped';
import { auditMessage } from './hand-over';

/** SQS takes 256 KiB in a message everywhere. The writer handles ten messages together. */
const MAX_BYTES = 100 * 1024;
const MAX_CAUSES = 400;
/** Message groups of one organization for a crowd. SQS takes 300 sends a second for each of them. */
const CROWD_GROUPS = 8;

export function combinedAudit(queue: Queue<AuditMessage | AuditMessages>): AuditQueue {
  return {
    send: (messages) => queue.send(combined(messages, plainMessage)),
    crowd: { send: (messages) => queue.send(combined(messages, crowdMessage)) },
  };
}

type Combined = QueueMessage<AuditMessage | AuditMessages>;

function combined(
  messages: readonly QueueMessage<AuditMessage>[],
  messageOf: (org: OrgId, causes: AuditMessages['causes']) => Combined,
): Combined[] {
  return [...grouped(messages, ({ body }) => body.org)].flatMap(([org, own]) =>
    packed(journals(own)).map((causes) => messageOf(org, causes)),
  );
}

/** The causes of each subject, each of them once, by their revisions. */
function journals(messages: readonly QueueMessage<AuditMessage>[]): AuditMessages['causes'][] {
  return [...grouped(messages, ({ body }) => body.subject).values()].map((own) => {
    const causes = new Map(
      own.map(({ body: { subject, revision, facts } }) => [revision, { subject, revision, facts }]),
    );
    return [...causes.values()].sort((a, b) => a.revision - b.revision);
  });
}

function packed(all: readonly AuditMessages['causes'][]): AuditMessages['causes'][] {
  const messages: AuditMessages['causes'][number][][] = [];
  let bytes = 0;
  for (const causes of all) {
    const size = byteLength(JSON.stringify(causes));
    const last = messages.at(-1);
    if (last === undefined || bytes + size > MAX_BYTES || last.length + causes.length > MAX_CAUSES) {
      messages.push([...causes]);
      bytes = size;
    } else {
      last.push(...causes);
      bytes += size;
    }
  }
  return messages;
}

/** One cause as every release reads it. */
function plainMessage(org: OrgId, causes: AuditMessages['causes']): Combined {
  const [{ subject, revision, facts }] = causes as readonly [AuditMessages['causes'][number]];
  if (causes.length === 1) return auditMessage(org, subject, revision, facts);
  return { body: { org, causes }, groupId: org, deduplicationId: nameOf(causes) };
}

function crowdMessage(org: OrgId, causes: AuditMessages['causes']): Combined {
  const deduplicationId = nameOf(causes);
  const group = Number.parseInt(deduplicationId.slice(0, 4), 16) % CROWD_GROUPS;
  return { body: { org, causes, crowd: true }, groupId: `${org}#${group}`, deduplicationId };
}

function nameOf(causes: AuditMessages['causes']): string {
  return sha256Hex(causes.map(({ subject, revision }) => `${subject}#${revision}`).join('\n'));
}
