/** The blocks of the audit chains in the table's stream: each organization with a new block gets a published head. */
import type { DynamoDBRecord } from 'aws-lambda';
import { auditOrgOf } from '../../adapters/dynamodb/keys';
import { type PublishHeadDeps, publishHead } from '../../app/audit/publish-head';
import type { OrgId } from '../../protocol/identifiers';
import { describe } from '../describe';
import type { StreamHandler } from './dispatch';

/**
 * A batch holds what was written in a minute, so an organization gets at most one head a minute from each shard. A head
 * that is refused is no failure of the batch: reading the records again would refuse it again, and an alarm tells people.
 */
export function createHeadHandler(deps: PublishHeadDeps): StreamHandler {
  return async ({ Records }) => {
    const firstOf = new Map<OrgId, DynamoDBRecord>();
    for (const record of Records) {
      const org = auditOrgOf(record.dynamodb?.Keys?.pk?.S ?? '') as OrgId | null;
      if (org !== null && !firstOf.has(org)) firstOf.set(org, record);
    }
    const failures = await Promise.all(
      [...firstOf].map(async ([org, record]) => {
        try {
          await publishHead(deps, org);
          return [];
        } catch (error) {
          deps.log.error('a head was not published; its records are read again', { org, ...describe(error) });
          return [{ itemIdentifier: record.dynamodb!.SequenceNumber! }];
        }
      }),
    );
    return { batchItemFailures: failures.flat() };
  };
}
