/** Changes of the configuration: proposed with their document, applied in one transaction. */
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { ChangeStore, ConfigEdit, Permit } from '../../../app/ports';
import { assertDecidable } from '../../../core/request/form';
import { type Change, sealChange } from '../../../core/request/journal';
import type { Request } from '../../../core/request/request';
import type { Tables } from '../client';
import { conflictImage, isContention, transactionFailure } from '../conditions';
import { changeKey } from '../keys';
import { fromRequestItem } from '../request/from-request-item';
import { toRequestItem } from '../request/to-request-item';
import { ruleChecks, writesOf } from './config-store';
import type { ConfigWrite } from './config-table';

const isNew = 'attribute_not_exists(pk)';
const atRevision = 'revision = :revision';

export function createChangeStore(tables: Tables): ChangeStore {
  return {
    propose: (change, document, writeId) => propose(tables, change, document, writeId),
    async document(org, id) {
      const key = { TableName: tables.main, Key: changeKey(org, id), ConsistentRead: true };
      const { Item } = await tables.client.send(new GetCommand(key));
      return (Item?.document as string | undefined) ?? null;
    },
    apply: async (ended, edit, permit, writeId) => {
      const put = putOf(tables, ended, writeId);
      return transact(tables, put, editsOf(tables, put.after, edit, permit, writeId), writeId);
    },
    write: async (change, permit, writeId) => {
      const put = putOf(tables, change, writeId);
      return transact(tables, put, ruleChecks(tables, put.after.org, permit), writeId);
    },
  };
}

async function propose(
  tables: Tables,
  change: Parameters<ChangeStore['propose']>[0],
  document: string,
  writeId: string,
) {
  const request = sealChange(change, writeId);
  const Item = { ...changeKey(request.org, request.id), document };
  const puts = [toRequestItem(request), Item].map((each) => ({
    Put: { TableName: tables.main, Item: each, ConditionExpression: isNew },
  }));
  try {
    await tables.client.send(new TransactWriteCommand({ TransactItems: puts }));
    return 'created' as const;
  } catch (error) {
    if (isContention(error)) return 'contention' as const;
    const failure = transactionFailure(error);
    if (failure === undefined) throw error;
    return failure.kind === 'condition' ? ('exists' as const) : ('contention' as const);
  }
}

/**
 *   request executing ──┬──► request succeeded and the edit made
 *                       ├──► request written meanwhile (`conflict`): nothing is written
 *                       └──► item edited meanwhile (`base_moved`): nothing is written
 *
 * The edit is made once, no matter how often this is retried.
 */
async function transact(
  tables: Tables,
  { after, write }: ReturnType<typeof putOf>,
  others: readonly ConfigWrite[],
  writeId: string,
) {
  try {
    await tables.client.send(new TransactWriteCommand({ TransactItems: [write, ...others] }));
    return { kind: 'saved', request: after } as const;
  } catch (error) {
    if (isContention(error) || conflictImage(error) !== undefined) return { kind: 'contention' } as const;
    const failure = transactionFailure(error);
    if (failure === undefined) throw error;
    if (failure.kind === 'contention') return { kind: 'contention' } as const;
    if (failure.index !== 0) return { kind: 'base_moved' } as const;
    if (failure.item === null) return { kind: 'contention' } as const;
    const current = fromRequestItem(failure.item);
    // This write was retried after its first answer was lost.
    return current.writeId === writeId
      ? ({ kind: 'saved', request: current } as const)
      : ({ kind: 'conflict', current } as const);
  }
}

function editsOf(
  tables: Tables,
  { org }: Request,
  edit: ConfigEdit | null,
  permit: Permit,
  writeId: string,
): ConfigWrite[] {
  if (edit === null) return [];
  return edit.kind === 'request' ? [putOf(tables, edit.change, writeId).write] : writesOf(tables, org, edit, permit);
}

function putOf(tables: Tables, change: Change, writeId: string) {
  assertDecidable(change.request);
  const after = sealChange(change, writeId);
  const write: ConfigWrite = {
    Put: {
      TableName: tables.main,
      Item: toRequestItem(after),
      ConditionExpression: atRevision,
      ExpressionAttributeValues: { ':revision': change.request.revision },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
  return { after, write };
}
