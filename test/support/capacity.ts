/**
 * What DynamoDB charges, computed from the items alone with the arithmetic of the developer guide, to check meters.
 *
 * "DynamoDB Item sizes and formats", "DynamoDB read and write operations" (Amazon DynamoDB Developer Guide).
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Marshalled = Readonly<Record<string, AttributeValue>>;

const KIB = 1024;

/** Names and values, in UTF-8 bytes. */
export function itemBytes(item: Marshalled): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
}

/** A unit for each started KiB, twice in a transaction. A refused write costs as much as a successful one. */
export function writeUnits(bytes: number, { transactional = false } = {}): number {
  return Math.max(1, Math.ceil(bytes / KIB)) * (transactional ? 2 : 1);
}

/** A unit for each started 4 KiB: half if a replica may answer, twice in a transaction. */
export function readUnits(bytes: number, consistency: 'eventual' | 'strong' | 'transactional'): number {
  const factor = { eventual: 0.5, strong: 1, transactional: 2 }[consistency];
  return Math.max(1, Math.ceil(bytes / (4 * KIB))) * factor;
}

/** One entry in an index: written when it appears, changes or disappears; deleted and written when its key changes. */
export function indexWriteUnits(before: Marshalled | null, after: Marshalled | null, keys: readonly string[]): number {
  if (before === null && after === null) return 0;
  if (before === null || after === null) return writeUnits(itemBytes((before ?? after)!));
  const moved = keys.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  if (moved) return writeUnits(itemBytes(before)) + writeUnits(itemBytes(after));
  return JSON.stringify(before) === JSON.stringify(after)
    ? 0
    : writeUnits(Math.max(itemBytes(before), itemBytes(after)));
}

function valueBytes(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return numberBytes(value.N);
  if (value.B !== undefined) return value.B.byteLength;
  if (value.BOOL !== undefined || value.NULL !== undefined) return 1;
  if (value.SS !== undefined) return sum(value.SS.map((each) => Buffer.byteLength(each)));
  if (value.NS !== undefined) return sum(value.NS.map(numberBytes));
  if (value.BS !== undefined) return sum(value.BS.map((each) => each.byteLength));
  // Three bytes for the list or map itself, and one for each element.
  if (value.L !== undefined) return 3 + sum(value.L.map((each) => 1 + valueBytes(each)));
  if (value.M !== undefined) return 3 + Object.keys(value.M).length + itemBytes(value.M);
  throw new Error(`no size for ${JSON.stringify(value)}`);
}

/** About one byte for two significant digits, and one more. Zeros at either end are not stored. */
function numberBytes(text: string): number {
  const digits = text
    .replace(/^-/, '')
    .replace('.', '')
    .replace(/^0+|0+$/g, '').length;
  return Math.ceil(digits / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
