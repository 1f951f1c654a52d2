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
/** Messages of a batch, each with one change: what one writer adds to a chain at once. */
const BLOCKS = [1, 10];

type Image = Readonly<Record<string, { S?: string; N?: string }>>;

export async function scale(): Promise<void> {
  const { tally: sealed, written } = (await measureLifecycles()).cheapestWithIntent;
  const writes = writesByPartition(written);
  const audit = Object.entries(sealed.messages!).find(([name]) => name.startsWith('QueuesAudit'))![1];
  const blocks = await measureBlocks(written, BLOCKS);
  const shared = rowsOf(writes);
  const configuration = configurationRate(sealed);
  fact(
    'lifecycles a second of one organization: its audit chain, its configuration',
    '–',
    `${chainRate(blocks.at(-1)!, audit)}, ${configuration}`,
  );
  const ofAll = shared.filter(([, scope]) => scope === 'all').map((row) => Number(row.at(-1)));
  fact('lifecycles a second of one deployment', '–', Math.min(...ofAll).toLocaleString('en'));
  log(
    `Units on partitions that many requests share, of ${PARTITION_UNITS} a second`,
    table(['partition', 'organizations', 'a lifecycle', 'breaks at, a second'], shared),
  );
  log('Blocks of the chain, the last columns for one entry', chainTable(blocks));
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

/** `causes`: changes of a lifecycle, each with one entry. One writer adds ten at a time. */
function chainRate(block: BlockCost, causes: number): number {
  const ms = block.trips * TRIP_MS + BETWEEN_MS + block.cpuMs / vcpuOf('audit');
  return Math.floor((block.entries * 1000) / ms / causes);
}

function chainTable(blocks: readonly BlockCost[]): string {
  return table(
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
