import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { openTestTables } from '../support/tables';

it('the client reports every successful write, so that the stream is read at once, and no read', async () => {
  let told = 0;
  const { tables, stop } = await openTestTables(() => {
    told += 1;
  });
  try {
    const { client, main: TableName } = tables;
    const Item = { pk: 'test', sk: 'a' };
    const before = told;
    await client.send(new PutCommand({ TableName, Item }));
    expect(told - before).toBe(1);
    await client.send(
      new UpdateCommand({
        TableName,
        Key: Item,
        UpdateExpression: 'SET n = :n',
        ExpressionAttributeValues: { ':n': 1 },
      }),
    );
    expect(told - before).toBe(2);
    await client.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item } }] }));
    expect(told - before).toBe(3);
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item } }] } }));
    expect(told - before).toBe(4);
    await client.send(new DeleteCommand({ TableName, Key: { pk: 'test', sk: 'b' } }));
    expect(told - before).toBe(5);
    await client.send(new GetCommand({ TableName, Key: Item }));
    const refused = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' });
    await expect(client.send(refused)).rejects.toThrow();
    expect(told - before).toBe(5);
  } finally {
    await stop();
  }
});
