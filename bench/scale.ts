/** Which partition reaches its limit first, from the writes of one lifecycle to each partition and index. */
import type { DynamoDBRecord } from 'aws-lambda';
import { SHAPES } from '../infra/constructs/function-shapes';
import { DUE_SHARDS, MAIN_TABLE } from '../src/adapters/dynamodb/table';
import { QUEUES } from '../src/adapters/sqs/queue-table';
import { type BlockCost, measureBlocks } from './audit-chain';
import { measureLifecycles, type Tally } from './lifecycle';
import { table, writePart } from './report';

/** Write units a second that DynamoDB serves from one partition. */
const PARTITION_UNITS = 1000;
const PARTITION_READS = 3000;
/** What one call of DynamoDB takes, as in *Money*, and what Lambda and SQS take between two batches of a group. */
const [TRIP_MS, BETWEEN_MS] = [5, 15];
/** Lambda gives one vCPU to 1,769 MB. */
const VCPU_MB = 1769;
/** Messages of a batch, each with one change: what one writer adds to a chain at once. */
const BLOCKS = [1, 10];
const RATES = [10, 1000, 10_000];

type Image = Readonly<Record<string, { S?: string; N?: string }>>;

export async function scale(): Promise<void> {
  const { sealed, written } = await measureLifecycles();
  const writes = writesByPartition(written);
  const audit = Object.entries(sealed.messages!).find(([name]) => name.startsWith('QueuesAudit'))![1];
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
      ...configurationText(sealed),
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

/** What the stream does not show: reads, and the checks of transactions. */
function configurationText({ configuration }: Tally): string[] {
  const { reads, writes } = configuration as { readonly reads: number; readonly writes: number };
  const most = (served: number, used: number) => Math.floor(served / used).toLocaleString('en');
  return [
    `- **The configuration of one organization** is one partition, \`<org>\`. A lifecycle reads ${reads} units of it (of ${PARTITION_READS.toLocaleString('en')} a second: ${most(PARTITION_READS, reads)} lifecycles), and its two turns check their`,
    `  operators in their transactions, which is ${writes} write units (of ${PARTITION_UNITS.toLocaleString('en')}: ${most(PARTITION_UNITS, writes)}). So one organization has at most ${most(1, Math.max(reads / PARTITION_READS, writes / PARTITION_UNITS))} lifecycles a second, unless DynamoDB splits the partition.`,
  ];
}

/** `causes`: changes of a lifecycle, each with one entry. */
function chainText(blocks: readonly BlockCost[], causes: number): string[] {
  const large = blocks.at(-1)!;
  const rate = (entriesPerSecond: number) => Math.floor(entriesPerSecond / causes).toLocaleString('en');
  const ms = large.trips * TRIP_MS + BETWEEN_MS + large.cpuMs / (SHAPES.audit.memoryMb / VCPU_MB);
  return [
    '- **The audit chain of one organization** has one writer, in one group of a FIFO queue, which hands out ten messages at most. A batch with ten changes is one block:',
    `  ${large.trips} calls one after the other at ${TRIP_MS} ms, ${BETWEEN_MS} ms between two batches, and ${large.cpuMs.toFixed(0)} ms of CPU here (an assumption for Lambda) with ${SHAPES.audit.memoryMb} MB. That is`,
    `  ${rate((large.entries * 1000) / ms)} lifecycles a second. Above that, entries reach the chain later and later, until the load is lower. The feed, \`waitForVerdict\`, open inboxes and heads wait with`,
    `  them; verdicts, posts and mails do not. SQS accepts 300 sends a second for one group, which is ${rate(300 * large.entries)} lifecycles a second in full batches of ten. The units of the partition (1,000 a second) last for ${rate(PARTITION_UNITS / (Math.ceil(large.bytes / 1024) / large.entries))}.`,
    '  The row above counts one block for each change.',
  ];
}

function chainTable(blocks: readonly BlockCost[]): string {
  return [
    'A block of the chain, by the handler of `audit` over the embedded database, with entries of the lifecycle above under ids of their own. The last columns are for one entry; marks',
    'are one unit each, in the partitions of their requests.',
    '',
    table(
      ['entries', 'calls', 'one after the other', 'read units', 'ms of CPU', 'bytes', 'chain units'],
      blocks.map(({ entries, calls, trips, readUnits, cpuMs, bytes }) => [
        entries,
        calls,
        trips,
        readUnits,
        cpuMs.toFixed(1),
        Math.round(bytes / entries),
        (Math.ceil(bytes / 1024) / entries).toFixed(2),
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
