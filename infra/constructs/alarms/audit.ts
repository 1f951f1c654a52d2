/**
 * The audit chain: entries that may be missing, a chain that contradicts its published heads, and entries that people
 * should see at once.
 */
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type { Config } from '../../config';
import { HEADS_RULE } from '../heads-replication';
import { type AlarmSet, FIVE_MINUTES, said } from './alarm-set';
import type { Watched } from './dashboard';

export function alarmsOfAudit(set: AlarmSet, { functions }: Pick<Watched, 'functions'>): void {
  const { audit, heads } = functions.all;
  const refused = said('the audit chain does not extend its last published head; no head was signed');
  set.alarm('HeadRefused', set.logged('HeadRefused', [heads], refused), {
    anchor: 'head-refused',
    meaning: 'an audit chain was rewritten, or lost entries, after a head of it was published',
    threshold: 1,
    urgency: 'page',
    about: 'security',
  });
  const rescued = said('a rescue changed the configuration without a second admin');
  set.alarm('RescueUsed', set.logged('RescueUsed', [audit], rescued), {
    anchor: 'rescue-used',
    meaning: 'the administration command changed an organization without its second admin',
    threshold: 1,
    urgency: 'page',
    about: 'security',
  });
  const loosened = said('a policy was loosened');
  set.alarm('PolicyLoosened', set.logged('PolicyLoosened', [audit], loosened), {
    anchor: 'policy-loosened',
    meaning: 'a policy was changed in a way that does not only make it stricter',
    threshold: 1,
    // The organization decides about its policies, and its own admins are told (docs/runbook.md#policy-loosened).
    urgency: 'ticket',
    about: 'security',
  });
  const gap = said('audit gap: a revision is recorded before the one it follows');
  set.alarm('AuditGap', set.logged('AuditGap', [audit], gap), {
    anchor: 'audit-gap',
    meaning: 'the audit chain may lack an entry',
    threshold: 1,
    urgency: 'page',
    about: 'event',
  });
}

/** The metric has no data while nothing fails, and also if S3 replicates nothing at all (S3 user guide, replication metrics). */
export function alarmsOfHeadsReplica(
  set: AlarmSet,
  { config: { headsReplica }, heads }: { readonly config: Config; readonly heads: s3.IBucket },
): void {
  if (headsReplica === null) return;
  const failed = new cloudwatch.Metric({
    namespace: 'AWS/S3',
    metricName: 'OperationsFailedReplication',
    dimensionsMap: { SourceBucket: heads.bucketName, DestinationBucket: headsReplica, RuleId: HEADS_RULE },
    statistic: 'Sum',
    period: FIVE_MINUTES,
  });
  set.alarm('HeadsNotReplicated', failed, {
    anchor: 'heads-lag',
    meaning: 'published heads do not reach the standby',
    threshold: 1,
    urgency: 'ticket',
  });
}
