/** Which partition reaches its limit first, from the writes of one lifecycle to each partition and index. */
import type { DynamoDBRecord } from 'aws-lambda';
import { DUE_SHARDS, MAIN_TABLE } from '../src/adapters/dynamodb/table';
import { type BlockCost, measureBlocks } from './audit-chain';
import { measureLifecycles, type Tally } from './lifecycle';
import { fact, log, table } from './report';
import { vcpuOf } from './support/deployment';

/** Write units a second that DynamoDB serves from one partition. */
const PARTITION_UNITS = 1000;
const PARTITION_READS = 3000;
/** What one call of DynamoDB takes, as in *Money*, and what Lambda and SQS take between two batches of a group. */
const [TRIP_MS, BETWEEN_MS] = [5, 15];
/**
 * Changes that one writer adds to a chain at once. While there is much to do, a batch of the stream has ten, as in *Money*, and
 * the queue hands over ten messages. A batch of the stream may have a hundred.
 */
const BUSY = 100;
const BLOCKS = [1, 10, BUSY, 400];

type Image = Readonly<Record<string, { S?: string; N?: string }>>;

export async function scale(): Promise<void> {
  const { tally: sealed, written } = (await measureLifecycles()).cheapestWithIntent;
  const writes = writesByPartition(written);
  const changes = written.filter(({ dynamodb }) => dynamodb?.NewImage?.pk?.S?.includes('#CAUSE#') === true).length;
  const blocks = await measureBlocks(written, BLOCKS);
  const shared = rowsOf(writes);
  const configuration = configurationRate(sealed);
  fact(
    'lifecycles a second of one organization: its audit chain, its configuration',
    '–',
    `${chainRate(blocks.find(({ entries }) => entries === BUSY)!, changes)}, ${configuration}`,
  );
  const ofAll = shared.filter(([, scope]) => scope === 'all').map((row) => Number(row.at(-1)));
  fact('lifecycles a second of one deployment', '–', Math.min(...ofAll).toLocaleString('en'));
  log(
    `Units on partitions that many requests share, of ${PARTITION_UNITS} a second`,
    table(['partition', 'organizations', 'a lifecycle', 'breaks at, a second'], shared),
  );
  log('Blocks of the chain, bytes and units for one entry', chainTable(blocks, changes));
}

/** Most writes first. What is due for all organizations together is in shards, which divide the writes. */
function rowsOf(
  writes: ReadonlyMap<string, number>,
): [partition: string, scope: string, units: number, lifecycles: number][] {
  return [...writes]
    .filter(([partition]) => !partition.startsWith('own'))
    .sort(([, a], [, b]) => b - a)
    .map(([partition, count]) => {
      const [scope, shards] = partition.includes('DUE#') ? ['all', DUE_SHARDS] : ['one', 1];
      return [partition, scope, count, Math.floor((PARTITION_UNITS * shards) / count)];
    });
}

/** What the stream does not show: reads, and the checks of transactions. */
function configurationRate({ configuration }: Tally): number {
  const { reads, writes } = configuration as { readonly reads: number; readonly writes: number };
  return Math.floor(Math.min(PARTITION_READS / reads, PARTITION_UNITS / writes));
}

/** `changes`: of a lifecycle, each with one entry. The blocks are in one partition. */
function chainRate(block: BlockCost, changes: number): number {
  const ms = block.trips * TRIP_MS + BETWEEN_MS + block.cpuMs / vcpuOf('audit');
  const written = PARTITION_UNITS / chainUnits(block);
  return Math.floor(Math.min((block.entries * 1000) / ms, written) / changes);
}

const chainUnits = ({ bytes, entries }: BlockCost): number => Math.ceil(bytes / 1024) / entries;

function chainTable(blocks: readonly BlockCost[], changes: number): string {
  return table(
    [
      'entries',
      'calls',
      'one after the other',
      'read units',
      'ms of CPU',
      'bytes',
      'chain units',
      'lifecycles a second',
    ],
    blocks.map((block) => [
      block.entries,
      block.calls,
      block.trips,
      block.readUnits,
      block.cpuMs.toFixed(1),
      Math.round(block.bytes / block.entries),
      chainUnits(block).toFixed(2),
      chainRate(block, changes),
    ]),
  );
}

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
