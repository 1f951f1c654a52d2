/** Changes of the configuration: proposed with their document, applied in one transaction. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { isNew, type TransactItem } from '../../../adapters/dynamodb/conditions';
import { getItem } from '../../../adapters/dynamodb/items';
import { changeKey } from '../../../adapters/dynamodb/keys';
import type { Permit } from '../../configuration/ports';
import { assertDecidable } from '../../request/rules/fields';
import { type Change, sealChange } from '../../request/rules/journal';
import type { Request } from '../../request/rules/request';
import { toRequestItem } from '../../request/store/request-conversion';
import { created, putOver, saveTogether } from '../../request/store/request-writes';
import type { ChangeStore } from '../ports';
import type { AnyWrite } from '../rules/edits';
import { ruleChecks, writesOf } from './config-store';

export function createChangeStore(tables: Tables): ChangeStore {
  return {
    propose: (change, document, writeId) => propose(tables, change, document, writeId),
    async document(org, id) {
      return ((await getItem(tables, changeKey(org, id)))?.document as string | undefined) ?? null;
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
  return created(tables.client.send(new TransactWriteCommand({ TransactItems: puts })));
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
  others: readonly TransactItem[],
  writeId: string,
) {
  const saved = await saveTogether(tables, after, [write, ...others], writeId);
  return 'index' in saved ? ({ kind: 'base_moved' } as const) : saved;
}

function editsOf(
  tables: Tables,
  { org }: Request,
  edit: AnyWrite | null,
  permit: Permit,
  writeId: string,
): TransactItem[] {
  if (edit === null) return [];
  return edit.kind === 'request' ? [putOf(tables, edit.item, writeId).write] : writesOf(tables, org, edit, permit);
}

function putOf(tables: Tables, change: Change, writeId: string) {
  assertDecidable(change.request);
  const after = sealChange(change, writeId);
  return { after, write: { Put: putOver(tables, change.request.revision, after) } };
}
