/**
 * Devices on DynamoDB: a list in the operator's item, and an entry by the hash of each endpoint, which says across all
 * organizations who has it. Both are written together, so the entry names an operator exactly while their list has the
 * endpoint.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { isNew, type TransactItem } from '../../../adapters/dynamodb/conditions';
import { getItem } from '../../../adapters/dynamodb/items';
import { configKey, pushEndpointKey } from '../../../adapters/dynamodb/keys';
import { sha256Hex } from '../../../protocol/hash';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import { incident } from '../../configuration/rules/items';
import { editOf, write } from '../../configuration/store';
import type { DeviceStore } from '../ports';
import type { DeviceChange, DeviceList } from '../rules/changes';
import { devicesIn, showsIn, storedDevices } from './stored-devices';

export function createDeviceStore(tables: Tables): DeviceStore {
  return {
    read: (org, operator) => read(tables, org, operator),
    async holder(endpoint) {
      const item = await getItem(tables, pushEndpointKey(sha256Hex(endpoint)));
      return item === null ? null : { org: item.org as OrgId, operator: item.operator as OperatorId };
    },
    save: (changes, entryIds) => write(tables, writesOf(tables, changes, entryIds)),
    async setShows(org, operator, shows) {
      await tables.client.send(
        new UpdateCommand({
          TableName: tables.main,
          Key: configKey(org, 'operator', operator),
          UpdateExpression: 'SET push_shows = :shows',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':shows': shows },
        }),
      );
    },
  };
}

async function read(tables: Tables, org: OrgId, operator: OperatorId): Promise<DeviceList | null> {
  const item = await getItem(tables, configKey(org, 'operator', operator));
  if (item === null) return null;
  const { enabled, access_epoch: accessEpoch } = item as { enabled: boolean; access_epoch: number };
  return { org, operator, enabled, accessEpoch, devices: devicesIn(item), shows: showsIn(item) };
}

function writesOf(tables: Tables, changes: readonly DeviceChange[], entryIds: readonly string[]): TransactItem[] {
  const kept = new Set(changes.flatMap(({ devices }) => devices.map(({ endpoint }) => endpoint)));
  return changes.flatMap((change, index) => {
    const { before, entry } = change;
    return [
      listWrite(tables, change),
      // If it moves, the list of the operator who had it is a condition of the same write.
      ...holderWrites(tables, change, kept, changes.length > 1 ? {} : { ConditionExpression: isNew }),
      ...(entry === null
        ? []
        : [editOf(tables, 'incident', entryIds[index]!, incident(before.org, entryIds[index]!, entry))]),
    ];
  });
}

/** The complete list in place of the one that was read. */
function listWrite({ main: TableName }: Tables, { before, devices }: DeviceChange): TransactItem {
  const read = storedDevices(before.devices);
  const after = storedDevices(devices);
  const values = {
    ...(read === undefined ? {} : { ':read': read }),
    ...(after === undefined ? {} : { ':after': after }),
  };
  return {
    Update: {
      TableName,
      Key: configKey(before.org, 'operator', before.operator),
      UpdateExpression: after === undefined ? 'REMOVE devices' : 'SET devices = :after',
      ConditionExpression:
        read === undefined ? 'attribute_exists(pk) AND attribute_not_exists(devices)' : 'devices = :read',
      ...(Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values }),
    },
  };
}

/** `kept`: the endpoints that somebody has after the write. One that moves to another operator is written there. */
function holderWrites(
  { main: TableName }: Tables,
  { before: { org, operator, devices: read }, devices }: DeviceChange,
  kept: ReadonlySet<string>,
  condition: { readonly ConditionExpression?: string },
): TransactItem[] {
  const had = new Set(read.map(({ endpoint }) => endpoint));
  const added = devices.filter(({ endpoint }) => !had.has(endpoint));
  const dropped = read.filter(({ endpoint }) => !kept.has(endpoint));
  return [
    ...added.map(({ endpoint }) => ({ Put: { TableName, Item: { ...keyOf(endpoint), org, operator }, ...condition } })),
    ...dropped.map(({ endpoint }) => ({ Delete: { TableName, Key: keyOf(endpoint) } })),
  ];
}

const keyOf = (endpoint: string) => pushEndpointKey(sha256Hex(endpoint));
