/** One item for each question, in a partition of its own, so that no read of the request costs more. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../adapters/dynamodb/client';
import { failureOf, isNew } from '../../adapters/dynamodb/conditions';
import { toConfigItem } from '../../adapters/dynamodb/config-item';
import type { Item } from '../../adapters/dynamodb/items';
import { questionKey, questionsPk } from '../../adapters/dynamodb/keys';
import { allItems } from '../../adapters/dynamodb/pages';
import type { OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import type { QuestionStore } from './ports';
import type { Question } from './rules';

export function createQuestionStore(tables: Tables): QuestionStore {
  return {
    async of(org, request) {
      const items = await allItems(tables, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': questionsPk(org, request) },
        ConsistentRead: true,
      });
      return items.map(fromItem);
    },
    save: (question, entry) => save(tables, toItem(question), toConfigItem('incident', entry.id, entry)),
  };
}

/** One write stores the question and its audit entry, so neither exists without the other. */
async function save({ client, main: TableName }: Tables, question: Item, entry: Item): Promise<'saved' | 'taken'> {
  const TransactItems = [question, entry].map((Item) => ({
    Put: { TableName, Item, ConditionExpression: isNew, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const },
  }));
  const failure = await failureOf(client.send(new TransactWriteCommand({ TransactItems })));
  if (failure === null) return 'saved';
  // Somebody else writes a question at this moment, so its number may be this one.
  if (failure.kind === 'contention') return 'taken';
  // The answer to the first attempt was lost, and this is our own question.
  const isOwn = ['author', 'at', 'text'].every((field) => failure.item?.[field] === question[field]);
  return isOwn ? 'saved' : 'taken';
}

interface StoredQuestion {
  readonly org: OrgId;
  readonly request: RequestId;
  readonly number: number;
  readonly author: OperatorId;
  readonly at: number;
  readonly text: string;
}

function toItem(question: Question): Item {
  const { org, requestId, number, author, atMs, text } = question;
  return { ...questionKey(org, requestId, number), org, request: requestId, number, author, at: atMs, text };
}

function fromItem(item: Item): Question {
  const { org, request, number, author, at, text } = item as unknown as StoredQuestion;
  return { org, requestId: request, number, author, atMs: at, text };
}
