/** The base of every function on AWS that uses the tables. */
import { createDocumentClient, type Tables, watchDate } from '../../adapters/dynamodb/client';
import { systemClock } from '../../adapters/system/clock';
import { createClockGuard } from '../../adapters/system/clock-guard';
import { systemPause } from '../../adapters/system/pause';
import { systemRandom } from '../../adapters/system/random';
import type { Log } from '../../service/system/ports';
import { readEnv } from '../env';

/** The SDK uses Lambda's credentials, region and retries, and keeps connections alive. */
export function createBase(log: Log) {
  const env = readEnv(['mainTable', 'transientTable']);
  const clockGuard = createClockGuard(systemClock, log);
  const client = createDocumentClient();
  watchDate(client, (header) => clockGuard.saw(header));
  const tables: Tables = {
    client,
    main: env.mainTable,
    transient: env.transientTable,
  };
  return { clock: systemClock, clockGuard, random: systemRandom, pause: systemPause, log, tables };
}
