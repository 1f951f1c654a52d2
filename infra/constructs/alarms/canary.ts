/** The canary: a request through the complete deployment, from outside. */
import { Duration } from 'aws-cdk-lib';
import { type AlarmSet, FIVE_MINUTES } from './alarm-set';
import type { Watched } from './dashboard';

export function alarmsOfCanary(set: AlarmSet, { functions }: Pick<Watched, 'functions'>): void {
  const { canary } = functions.all;
  // Two in a row, because the first run of a deployment may come before its organization exists.
  set.alarm('CanaryFails', canary.metricErrors({ period: FIVE_MINUTES }), {
    anchor: 'canary-fails',
    meaning: 'a request through the complete service failed',
    threshold: 1,
    periods: 2,
  });
  set.silence('CanaryMissing', canary.metricInvocations({ period: Duration.minutes(15) }), {
    anchor: 'canary-missing',
    meaning: 'the canary does not run',
  });
}
