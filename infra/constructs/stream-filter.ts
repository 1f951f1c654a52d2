/** Which stream records are worth a call: those that owe something (src/adapters/dynamodb/stream-image.ts). */
import { CONFIG_PREFIX } from '../../src/adapters/dynamodb/table';

/**
 * Requests, configuration, and failed deliveries. Most writes are the audit chain, taken messages, attempts and
 * intents, which owe nothing. If the filter is too wide, it costs a call. If it is too narrow, an event waits for the
 * check two minutes later.
 */
export const STREAM_FILTERS = [
  {
    dynamodb: {
      Keys: { sk: { S: ['REQUEST', ...Object.values(CONFIG_PREFIX).map((prefix) => ({ prefix }))] } },
    },
  },
  { dynamodb: { Keys: { sk: { S: ['DELIVERY'] } }, NewImage: { state: { S: ['failed'] } } } },
];
