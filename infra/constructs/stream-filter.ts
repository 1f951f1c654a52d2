/** Which records of the stream are worth a call: those that owe something (src/adapters/dynamodb/stream-image.ts). */
import { CONFIG_PREFIX } from '../../src/adapters/dynamodb/table';

/**
 * Requests, configuration, and deliveries that were given up. The audit chain, messages taken, tries and intents are most
 * of what is written, and owe nothing to anybody. A filter that is too wide costs a call; one that is too narrow would
 * leave an event to the check of two minutes later.
 */
export const STREAM_FILTERS = [
  {
    dynamodb: {
      Keys: { sk: { S: ['REQUEST', ...Object.values(CONFIG_PREFIX).map((prefix) => ({ prefix }))] } },
    },
  },
  { dynamodb: { Keys: { sk: { S: ['DELIVERY'] } }, NewImage: { state: { S: ['failed'] } } } },
];
