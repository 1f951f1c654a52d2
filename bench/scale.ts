/** Where it breaks first, computed from the writes of one lifecycle on each partition of the table and its indexes. */
import type { DynamoDBRecord } from 'aws-lambda';
import { DUE_SHARDS, MAIN_TABLE } from '../src/adapters/dynamodb/table';
import { QUEUES } from '../src/adapters/sqs/queue-table';
import { type BlockCost, measureBlocks } from './audit-chain';
import { measureLifecycles } from './lifecycle';
import { table, writePart } from './report';

/** Write units a second that DynamoDB serves from one partition. */
const PARTITION_UNITS = 1000;
/** What one call of DynamoDB takes, as in *Money*, and what Lambda and SQS take between two batches of a group. */
const [TRIP_MS, BETWEEN_MS] = [5, 15];
/** Lambda gives one vCPU to 1,769 MB. */
const VCPU_MB = 1769;
const BLOCKS = [1, 10, 40, 100, 400];
const RATES = [10, 1000, 10_000];

type Image = Readonly<Record<string, { S?: string; N?: string }>>;

export async function scale(): Promise<void> {
  const { sealed, written } = await measureLifecycles();
  const writes = writesByPartition(written);
  // Direct calls while the organization is quiet; a busy one has messages instead.
  const audit = sealed.directCalls!.audit!;
  const blocks = await measureBlocks(written, BLOCKS);
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
        rowsOf(writes),
      ),
      '',
      ...chainText(blocks, audit),
      `- **Many organizations together** share only the ${DUE_SHARDS} shards of what is due, and the queues: ${QUEUES.events.maxConcurrency} calls of *deliver*, ${QUEUES.timers.maxConcurrency} of *timer* and ${QUEUES.notices.maxConcurrency} of *notice*`,
      '  at a time, each with a batch of ten. SES, which accepts 14 mails a second from an account that has not asked for more, is the first limit of all.',
      '',
      chainTable(blocks),
    ].join('\n'),
  );
}

/** Most writes first. What is due for all organizations together is in shards, which divide the writes. */
function rowsOf(writes: ReadonlyMap<string, number>): [partition: string, ...(string | number)[]][] {
  return [...writes]
    .filter(([partition]) => !partition.startsWith('own'))
    .sort(([, a], [, b]) => b - a)
    .map(([partition, count]) => {
      const [scope, shards] = partition.includes('DUE#') ? ['all', DUE_SHARDS] : ['one', 1];
      const perSecond = count / shards;
      const atRates = RATES.map((rate) => mark(perSecond * rate));
      return [partition, scope, count, ...atRates, Math.floor(PARTITION_UNITS / perSecond).toLocaleString('en')];
    });
}

/** `causes`: changes of a lifecycle, each with one entry. */
function chainText(blocks: readonly BlockCost[], causes: number): string[] {
  const large = blocks.at(-1)!;
  const rate = (entriesPerSecond: number) => Math.floor(entriesPerSecond / causes).toLocaleString('en');
  const writer = (memoryMb: number) => {
    const ms = large.trips * TRIP_MS + BETWEEN_MS + large.cpuMs / Math.min(1, memoryMb / VCPU_MB);
    return rate((large.entries * 1000) / ms);
  };
  const unitsOf = (bytes: number) => Math.ceil(bytes / 1024) / large.entries;
  return [
    '- **The audit chain of one organization** has one writer, in one group of a FIFO queue. With `largeAuditBlocks` (docs/decisions/large-audit-blocks.md) a batch of ten messages',
    `  fills blocks of ${large.entries} entries: ${large.trips} calls one after the other at ${TRIP_MS} ms, ${BETWEEN_MS} ms between two batches, and ${large.cpuMs.toFixed(0)} ms of CPU (here; an assumption for Lambda). That is`,
    `  ${writer(VCPU_MB)} lifecycles a second with ${VCPU_MB.toLocaleString('en')} MB (\`auditMemoryMb\`), and ${writer(256)} with the 256 MB that are enough for a quiet one. The units of its partition (1,000 a second) last for`,
    `  ${rate(PARTITION_UNITS / unitsOf(large.deflatedBytes))} with deflated blocks and ${rate(PARTITION_UNITS / unitsOf(large.textBytes))} with text. SQS takes 300 sends a second for each of the eight groups of a crowd: ${(8 * 300) / (4 * 2)} shards of the stream, each`,
    '  looked at four times a second for two instances. Above that, entries reach the chain later and later, and nothing else waits for them. The row above counts one block for each change.',
  ];
}

function chainTable(blocks: readonly BlockCost[]): string {
  return [
    'A block of the chain, by the handler of `audit` over the embedded database, with entries of the lifecycle above under ids of their own. The last columns are for one entry; marks',
    'are one unit each, in the partitions of their requests.',
    '',
    table(
      [
        'entries',
        'calls',
        'one after the other',
        'read units',
        'ms of CPU',
        'bytes as text',
        'bytes deflated',
        'chain units deflated',
      ],
      blocks.map(({ entries, calls, trips, readUnits, cpuMs, textBytes, deflatedBytes }) => [
        entries,
        calls,
        trips,
        readUnits,
        cpuMs.toFixed(1),
        Math.round(textBytes / entries),
        Math.round(deflatedBytes / entries),
        (Math.ceil(deflatedBytes / 1024) / entries).toFixed(2),
      ]),
    ),
  ].join('\n');
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
      const nameOf = (image: Image) => `${name} ${kindOf(image[partitionKey]!.S!)}`;
      if (left !== null && !isMoved) add(nameOf(before!));
      if (entered !== null) add(nameOf(after!));
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
