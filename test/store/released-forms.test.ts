/** Items of every released form are read by this release (docs/deploy.md#upgrade). */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { REQUEST_FORM } from '../../src/core/request/form';
import type { LocalTables } from '../../src/local/tables';
import { ITEM_KINDS } from '../support/item-kinds';
import { READ_KINDS, readItem, releasedItems } from '../support/released-items';
import { openTestTables } from '../support/tables';

const releases = [...releasedItems()];

describe.each(releases)('the items of form %s', (_, items) => {
  let database: LocalTables;
  beforeAll(async () => {
    database = await openTestTables();
    const { client, main, transient } = database.tables;
    for (const { item } of items) {
      const TableName = item.sk === undefined ? transient : main;
      await client.send(new PutCommand({ TableName, Item: item }));
    }
  });
  afterAll(() => database?.stop());

  const kinds = [...new Set(items.map(({ kind }) => kind))].filter((kind) => READ_KINDS.includes(kind));
  it.each(kinds)('that are of the kind %s are read as the release read them', async (kind) => {
    for (const { item, read } of items.filter((each) => each.kind === kind)) {
      expect(read).not.toBeNull();
      // This release may know more of an item, and never less.
      expect({ read: await readItem(database.tables, item) }).toMatchObject({ read });
    }
  });
});

/** Not recorded: what the deployment of the tests does not write. */
const OPTIONAL = [
  'calls',
  'end of the bootstrap',
  'endpoint health',
  'incident',
  'key statement',
  'rescue',
  'setting',
  'signed decision',
];

it('every kind of item is recorded that the deployment of the tests writes', () => {
  const recorded = new Set(releases.at(-1)![1].map(({ kind }) => kind));
  expect(ITEM_KINDS.filter((kind) => !recorded.has(kind) && !OPTIONAL.includes(kind))).toEqual([]);
});

it('the newest recorded form is the one that this release writes', () => {
  const forms = releases.flatMap(([, items]) => items.filter(({ kind }) => kind === 'request'));
  expect(Math.max(...forms.map(({ item }) => Number(item.form)))).toBe(REQUEST_FORM);
});
