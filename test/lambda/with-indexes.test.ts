/** A function whose table lacks an index does not start (docs/deploy.md#backup-and-restore). */
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { createTableInput } from '../../src/adapters/dynamodb/create-tables';
import { MAIN_TABLE } from '../../src/adapters/dynamodb/table';
import { withIndexes } from '../../src/lambda/aws/with-indexes';
import { openedOnce } from '../support/opened';
import { openTestTables } from '../support/tables';

describe('a function that reads an index', () => {
  const warned: string[] = [];
  const log = { info() {}, error() {}, warn: (text: string) => void warned.push(text) };
  const handled: string[] = [];
  const handler = async (event: string) => {
    handled.push(event);
    return 'done';
  };
  const startedOn = (tables: Tables) => withIndexes({ tables, log }, ['work', 'receiver'], handler);
  const database = openedOnce(openTestTables);
  beforeEach(() => {
    warned.length = 0;
    handled.length = 0;
  });

  it('a function that reads an index handles events if its table has the index', async () => {
    expect(await startedOn(database.tables)('one')).toBe('done');
  });

  it('a function whose index is missing handles no event, and says what is missing and what to do', async () => {
    const { client } = database.tables;
    const indexes = MAIN_TABLE.indexes.filter(({ name }) => name !== 'receiver');
    await client.send(new CreateTableCommand(createTableInput('earlier', { ...MAIN_TABLE, indexes })));
    const start = startedOn({ ...database.tables, main: 'earlier' });
    for (const event of ['one', 'two'])
      await expect(start(event)).rejects.toThrow(
        'the table earlier has no index receiver: deploy the data stack, or restore to a later point',
      );
    expect(handled).toEqual([]);
  });

  it('a function starts if its table cannot be described, because its own calls say why', async () => {
    expect(await startedOn({ ...database.tables, main: 'nowhere' })('one')).toBe('done');
    expect(warned).toEqual(['the table could not be described']);
  });
});
