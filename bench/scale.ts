/** Where it breaks first, computed from the writes of one lifecycle on each partition of the table and its indexes. */
import type { DynamoDBRecord } from 'aws-lambda';
import { DUE_SHARDS, MAIN_TABLE } from '../src/adapters/dynamodb/table';
import { QUEUES } from '../src/adapters/sqs/queue-table';
import { measureLifecycles } from './lifecycle';
import { table, writePart } from './report';

/** Write units a second that DynamoDB serves from one partition. */
const PARTITION_UNITS = 1000;
/** The writer of a chain reads the end, then marks and writes a block: one batch of ten messages in about this time. */
const BLOCK_MS = 25;
const RATES = [10, 1000, 10_000];

type Image = Readonly<Record<string, { S?: string; N?: string }>>;

export async function scale(): Promise<void> {
  const { sealed, written } = await measureLifecycles();
  const writes = writesByPartition(written);
  // Direct calls while the organization is quiet; a busy one has messages instead.
  const audit = sealed.directCalls!.audit!;
  const chain = (QUEUES.audit.batchSize / audit) * (1000 / BLOCK_MS);
  const rows = [...writes]
    .filter(([partition]) => !partition.startsWith('own'))
    .sort(([, a], [, b]) => b - a)
    .map(([partition, count]) => {
      const isShared = partition.includes('DUE#');
      // Shards divide the writes of all organizations.
      const perSecond = isShared ? count / DUE_SHARDS : count;
      const scope = isShared ? 'all' : 'one';
      return [
        partition,
        scope,
        count,
        ...RATES.map((rate) => mark(perSecond * rate)),
        Math.floor(PARTITION_UNITS / perSecond).toLocaleString('en'),
      ];
    });
  writePart(
    'scale',
    'Scale, on paper',
    [
      'Write units on each partition that many requests share, for one lifecycle with an intent, counted from the stream of the deployed bundles: one unit for each item or',
      `index entry that was written (an entry that moves is two). DynamoDB serves ${PARTITION_UNITS} units a second from one partition; **bold** is more than that. Everything else is in a`,
      'partition of its own request, delivery or message, of which there are as many as there are requests.',
      '',
      table(
        [
          'partition',
          'organizations',
          'a lifecycle',
          ...RATES.map((rate) => `at ${rate.toLocaleString('en')} a second`),
          'breaks at, a second',
        ],
        rows,
      ),
      '',
      `- **One organization first breaks at its audit chain**: ${audit} messages a lifecycle, in one group of a FIFO queue, in blocks of ${QUEUES.audit.batchSize}. At ${BLOCK_MS} ms for each block that is`,
      `  ${Math.floor(chain)} lifecycles a second. Above that, entries reach the chain later and later, and nothing else waits for them. FIFO with high throughput takes 3,000 messages a`,
      '  second of one group, which is not the limit.',
      `- **Many organizations together** share only the ${DUE_SHARDS} shards of what is due, and the queues: ${QUEUES.events.maxConcurrency} calls of *deliver*, ${QUEUES.timers.maxConcurrency} of *timer* and ${QUEUES.notices.maxConcurrency} of *notice*`,
      '  at a time, each with a batch of ten. SES, which accepts 14 mails a second from an account that has not asked for more, is the first limit of all.',
      '- Not sharded yet: `work` and `recent` of one organization, and the end of its chain.',
    ].join('\n'),
  );
}

const mark = (units: number): string => (units > PARTITION_UNITS ? `**${round(units)}**` : round(units));
const round = (units: number): string => units.toLocaleString('en', { maximumFractionDigits: 1 });

/** By the kind of partition, with `<org>` for the organization's id. */
function writesByPartition(records: readonly DynamoDBRecord[]): Map<string, number> {
  const writes = new Map<string, number>();
  const add = (partition: string) => writes.set(partition, (writes.get(partition) ?? 0) + 1);
  for (const { dynamodb } of records) {
    const [before, after] = [dynamodb?.OldImage as Image | undefined, dynamodb?.NewImage as Image | undefined];
    add(`table ${kindOf((after ?? before)!.pk!.S!)}`);
    for (const { name, partitionKey, sortKey, include } of MAIN_TABLE.indexes) {
      const entryOf = (image: Image | undefined) =>
        image?.[partitionKey] === undefined
          ? null
          : JSON.stringify([partitionKey, sortKey, ...include].map((attribute) => image[attribute] ?? null));
      const [left, entered] = [entryOf(before), entryOf(after)];
      if (left === entered) continue;
      const isMoved =
        left !== null &&
        entered !== null &&
        keyOf(before!, partitionKey, sortKey) === keyOf(after!, partitionKey, sortKey);
      if (left !== null && !isMoved) add(`${name} ${kindOf(before![partitionKey]!.S!)}`);
      if (entered !== null) add(`${name} ${kindOf(after![partitionKey]!.S!)}`);
    }
  }
  return new Map([...writes].map(([partition, count]) => [isOwn(partition) ? `own ${partition}` : partition, count]));
}

const keyOf = (image: Image, ...names: readonly string[]): string => JSON.stringify(names.map((name) => image[name]));

function kindOf(pk: string): string {
  if (pk.startsWith('DUE#')) return `DUE#<1–${DUE_SHARDS}>`;
  const [, section, ...rest] = pk.split('#');
  return ['<org>', section, ...rest.map(() => '<id>')].filter((part) => part !== undefined).join('#');
}

/** Of one request, delivery or message. */
const isOwn = (partition: string): boolean => /<id>$|#(req|dlv)_/.test(partition) && !partition.includes('RECEIVER');
