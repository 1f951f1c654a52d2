/**
 * Publishes heads of audit chains, for new blocks in the table's stream and for messages of its own queue about
 * organizations that had to wait (docs/decisions/published-heads.md).
 */
import type { DynamoDBRecord, SQSRecord } from 'aws-lambda';
import { auditOrgOf } from '../../adapters/dynamodb/keys';
import type { OrgId } from '../../protocol/identifiers';
import type { HeadMessage } from '../../service/audit/ports';
import { createHeadPublisher, type PublishHeadDeps } from '../../service/audit/use-cases/publish-head';
import { grouped } from '../../service/support/grouped';
import type { Queue } from '../../service/system/ports';
import { failureFields } from '../describe';

export interface HeadHandlerDeps extends PublishHeadDeps {
  readonly queues: PublishHeadDeps['queues'] & { readonly heads: Queue<HeadMessage> };
}

export interface HeadEvent {
  readonly Records: readonly (DynamoDBRecord | SQSRecord)[];
}

/** An organization to publish for, with the record to read again if both the head and the message to the queue fail. */
interface Visit {
  readonly org: OrgId;
  /** Absent means the end of the chain. */
  readonly upTo?: number;
  readonly record: string;
  readonly isMessage: boolean;
}

/** How long to wait before a retry, if a block of the stream got no head. */
const RETRY_SECONDS = 60;
/** More at once would wait for each other's connections. A batch of 10,000 organizations takes 160 rounds of 100 ms. */
const ORGANIZATIONS_AT_ONCE = 64;

/**
 * A refused head does not fail the batch: reading the records again would refuse it again, and an alarm tells people. A
 * head that could not be published goes to the queue, because no other block may follow in the stream.
 */
export function createHeadHandler(deps: HeadHandlerDeps) {
  const publish = createHeadPublisher(deps);
  const visit = async ({ org, upTo, record, isMessage }: Visit) => {
    try {
      const outcome = await publish(org, upTo);
      if (outcome.ok && outcome.value.uncovered !== null) {
        const { upTo: up_to, dueAtMs } = outcome.value.uncovered;
        await send(deps, { org, up_to }, Math.ceil((dueAtMs - deps.clock.nowMs()) / 1000));
      }
      return [];
    } catch (error) {
      deps.log.error('a head was not published, and is tried again', { org, ...failureFields(error) });
      if (isMessage) return [{ itemIdentifier: record }];
      return send(deps, { org }, RETRY_SECONDS).then(
        () => [],
        () => [{ itemIdentifier: record }],
      );
    }
  };
  return async ({ Records }: HeadEvent) => {
    const failures: { itemIdentifier: string }[] = [];
    // One at a time for each organization, because two at once would sign for the same number.
    const visits = grouped(visitsOf(Records), ({ org }) => org);
    const next = visits.values();
    const lane = async () => {
      for (const ofOrg of next) for (const each of ofOrg) failures.push(...(await visit(each)));
    };
    await Promise.all(Array.from({ length: ORGANIZATIONS_AT_ONCE }, lane));
    return { batchItemFailures: failures };
  };
}

function send({ queues }: HeadHandlerDeps, body: HeadMessage, delaySeconds: number): Promise<void> {
  return queues.heads.send([{ body, groupId: body.org, delaySeconds }]);
}

/** Returns each message, and the first block of each organization. */
function visitsOf(records: HeadEvent['Records']): Visit[] {
  const seen = new Set<OrgId>();
  return records.flatMap((record): Visit[] => {
    if ('messageId' in record) {
      const { org, up_to } = JSON.parse(record.body) as HeadMessage;
      return [{ org, ...(up_to === undefined ? {} : { upTo: up_to }), record: record.messageId, isMessage: true }];
    }
    const org = auditOrgOf(record.dynamodb?.Keys?.pk?.S ?? '') as OrgId | null;
    if (org === null || seen.has(org)) return [];
    seen.add(org);
    return [{ org, record: record.dynamodb!.SequenceNumber!, isMessage: false }];
  });
}
