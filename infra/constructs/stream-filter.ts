/**
 * The stream records that are worth a call, because something follows from them
 * (src/service/transport/store/stream-image.ts).
 */
import { CONFIG_PREFIX, DELIVERY_SK, REQUEST_SK } from '../../src/adapters/dynamodb/keys';
import { AUDIT } from '../../src/adapters/dynamodb/partitions';

/**
 * Requests, configuration, and failed deliveries. Most writes are the audit chain, taken messages, attempts and
 * intents, from which nothing follows. If the filter is too wide, it costs a call. If it is too narrow, an event waits
 * for the check two minutes later.
 */
export const DISPATCH_FILTERS = [
  {
    dynamodb: {
      Keys: { sk: { S: [REQUEST_SK, ...Object.values(CONFIG_PREFIX).map((prefix) => ({ prefix }))] } },
    },
  },
  { dynamodb: { Keys: { sk: { S: [DELIVERY_SK] } }, NewImage: { state: { S: ['failed'] } } } },
];

/** Blocks of the audit chains, for the function `heads`. */
export const HEAD_FILTERS = [{ dynamodb: { Keys: { pk: { S: [{ suffix: AUDIT }] } } } }];
