/** The table's stream: hands over what follows from each change (docs/design.md#the-request-item-is-the-outbox). */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { OrgId } from '../../protocol/identifiers';
import type { ConfigStore } from '../../service/configuration/ports';
import { sendJournal } from '../../service/delivery/use-cases/hand-over';
import { announcementOf, sendAnnouncements } from '../../service/notice/use-cases/announce';
import type { Request } from '../../service/request/rules/request';
import type { Log } from '../../service/system/ports';
import { readStreamRecord } from '../../service/transport/store/stream-image';
import { type DispatchDeps, dispatchRequest, followEdits } from '../../service/transport/use-cases/dispatch';
import { gatheredQueues } from '../../service/transport/use-cases/gather';
import { failureFields } from '../describe';

export type StreamHandler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/**
 * Records are handled in parallel: every hand-over is idempotent and carries its own revision, so the order does not
 * matter. The batch is reported as failed from its first failed record, where the stream continues.
 */
interface StreamDeps extends DispatchDeps {
  readonly log: Log;
  /** Called after everything was handed over. */
  readonly onChange?: (before: Request | null, after: Request) => void;
}

export function createDispatchHandler(deps: StreamDeps): StreamHandler {
  return async ({ Records }) => {
    const batch = { ...deps, config: readOnce(deps.config), queues: gatheredQueues(deps.queues) };
    const outcomes = await Promise.allSettled(Records.map((record) => dispatchRecord(batch, record)));
    const first = outcomes.findIndex((outcome) => outcome.status === 'rejected');
    if (first < 0) return { batchItemFailures: [] };
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') deps.log.error('a stream record failed', failureFields(outcome.reason));
    }
    return { batchItemFailures: [{ itemIdentifier: Records[first]!.dynamodb!.SequenceNumber! }] };
  };
}

/** Reads the endpoints of an organization once for a batch. All records of the batch are older than the read. */
function readOnce(config: ConfigStore): ConfigStore {
  const reads = new Map<OrgId, ReturnType<ConfigStore['endpoints']>>();
  return {
    ...config,
    endpoints(org) {
      const read = reads.get(org) ?? config.endpoints(org);
      reads.set(org, read);
      return read;
    },
  };
}

async function dispatchRecord(deps: StreamDeps, record: DynamoDBRecord): Promise<void> {
  const change = readStreamRecord(record);
  if (change === null) return;
  if (change.what === 'request') {
    // Completing or postponing a check makes no revision and has no consequences.
    if (change.before?.revision === change.after.revision) return;
    await dispatchRequest(deps, change.before, change.after);
    deps.onChange?.(change.before, change.after);
    return;
  }
  const { org, subject, pending, revisions: records } = change;
  if (records.length > 0) await sendJournal(deps, org, subject, pending);
  await sendAnnouncements(
    deps.queues.notices,
    records.map(({ revision, entries }) => announcementOf(org, subject, revision, entries)),
  );
  await followEdits(deps, org, records);
}
