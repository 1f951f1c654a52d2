import { createCallMeter } from '../../adapters/dynamodb/counters';
import { readEnv } from '../env';
import { createThrottle, type Throttle } from '../v1/throttle';
import type { createBase } from './base';

/** The deployment's limit of calls for each organization. All functions of /v1 count together. */
export function organizationThrottleOf(base: ReturnType<typeof createBase>): Throttle | null {
  const { organizationThrottle } = readEnv(['organizationThrottle']);
  if (organizationThrottle === 'off') return null;
  return createThrottle({
    ...base,
    meter: createCallMeter(base.tables),
    callsPerSecond: Number(organizationThrottle),
  });
}
