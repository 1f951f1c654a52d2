/** The canary: a request through the complete deployment, from outside. */
import { Duration } from 'aws-cdk-lib';
import type { Config } from '../../config';
import type { AlarmSet } from './alarm-set';
import type { Watched } from './dashboard';

export function alarmsOfCanary(
  set: AlarmSet,
  { config, functions: { ofCanary } }: Watched & { readonly config: Config },
): void {
  if (ofCanary === null) return;
  const { canary } = ofCanary;
  const minutes = config.canaryMinutes!;
  // Two in a row, because the first run of a deployment may come before its organization exists.
  set.alarm('CanaryFails', canary.metricErrors({ period: Duration.minutes(minutes) }), {
    anchor: 'canary-fails',
    meaning: 'a request through the complete service failed',
    threshold: 1,
    periods: 2,
    alone: 'state',
  });
  set.silence('CanaryMissing', canary.metricInvocations({ period: Duration.minutes(3 * minutes) }), {
    anchor: 'canary-missing',
    meaning: 'the canary does not run',
  });
}
