/**
 * The audit chain: entries that may be missing, a chain that no longer holds what was published of it, and entries that
 * people should see at once.
 */
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { type AlarmSet, MINUTE, said } from './alarm-set';
import type { Watched } from './dashboard';

export function alarmsOfAudit(set: AlarmSet, { functions }: Pick<Watched, 'functions'>): void {
  const { audit, heads } = functions.all;
  // Nobody waits for a direct call of it, and Lambda keeps one for six hours.
  const called = (metricName: string, statistic: string) =>
    new cloudwatch.Metric({
      namespace: 'AWS/Lambda',
      metricName,
      statistic,
      period: MINUTE,
      dimensionsMap: { FunctionName: audit.functionName },
    });
  set.alarm('AuditCallsLate', called('AsyncEventAge', 'Maximum'), {
    anchor: 'audit-lag',
    meaning: 'the audit chain is ten minutes behind',
    threshold: 600_000,
    periods: 2,
  });
  set.alarm('AuditCallsDropped', called('AsyncEventsDropped', 'Sum'), {
    anchor: 'audit-calls-dropped',
    meaning: 'entries reach the audit chain only with the check of their request',
    threshold: 1,
  });
  const refused = said('the audit chain does not extend its last published head; no head was signed');
  set.alarm('HeadRefused', set.logged('HeadRefused', heads, refused), {
    anchor: 'head-refused',
    meaning: 'an audit chain was rewritten, or lost entries, after a head of it was published',
    threshold: 1,
  });
  const rescued = said('a rescue changed the configuration without a second admin');
  set.alarm('RescueUsed', set.logged('RescueUsed', audit, rescued), {
    anchor: 'rescue-used',
    meaning: 'the administration command changed an organization without its second admin',
    threshold: 1,
  });
  const loosened = said('a policy was loosened');
  set.alarm('PolicyLoosened', set.logged('PolicyLoosened', audit, loosened), {
    anchor: 'policy-loosened',
    meaning: 'a policy was changed in a way that does not only make it stricter',
    threshold: 1,
  });
  const gap = said('audit gap: a revision is recorded before the one it follows');
  set.alarm('AuditGap', set.logged('AuditGap', audit, gap), {
    anchor: 'audit-gap',
    meaning: 'the audit chain may lack an entry',
    threshold: 1,
  });
}
