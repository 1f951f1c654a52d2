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
  // Two, because the first run of a deployment may come before its organization exists. Of three, because a run moves by
  // seconds, so one period can have none, and the next one two.
  set.alarm('CanaryFails', canary.metricErrors({ period: Duration.minutes(minutes) }), {
    anchor: 'canary-fails',
    meaning: 'a request through the complete service failed',
    threshold: 1,
    periods: 3,
    of: 2,
    urgency: 'page',
  });
  set.silence('CanaryMissing', canary.metricInvocations({ period: Duration.minutes(3 * minutes) }), {
    anchor: 'canary-missing',
    meaning: 'the canary does not run',
    urgency: 'page',
  });
}

/** Three batches of heads, which wait for up to five minutes. */
const LEAST_FEED_MINUTES = 15;

/** A time in which the canary has fed the stream; null where no canary runs. */
export function feedOfCanary({ canaryMinutes }: Pick<Config, 'canaryMinutes'>): Duration | null {
  return canaryMinutes === null ? null : Duration.minutes(Math.max(LEAST_FEED_MINUTES, 3 * canaryMinutes));
}
