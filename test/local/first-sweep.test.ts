/** What became due while the runner was off is found at its start, and not a minute later. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { requestKey } from '../../src/adapters/dynamodb/keys';
import { DEMO_ORG } from '../../src/local/demo';
import { aFolder } from '../support/folder';
import { openHouse } from '../support/house';
import { MEMORY_ALONE } from '../support/tables';

const rule = MEMORY_ALONE ? it.skip : it;

rule('a runner that starts ends the requests that expired while it was off, before anybody reads them', async () => {
  const dataDir = aFolder();
  const before = await openHouse({ dataDir });
  const { id, created_at } = (await before.propose()).body.request;
  await before.messages('op_alpha');
  const { client, main } = before.running.tables;
  const earlier = created_at - 2 * 3_600_000;
  await client.send(
    new UpdateCommand({
      TableName: main,
      Key: requestKey(DEMO_ORG, id),
      UpdateExpression: 'SET expires_at = :earlier, due_at = :earlier',
      ExpressionAttributeValues: { ':earlier': earlier },
    }),
  );
  const settled = (told: readonly { request_id: string; kind: string }[]) =>
    told.filter(({ request_id, kind }) => request_id === id && kind === 'settled').length;
  expect(settled(await before.messages('op_alpha'))).toBe(0);
  await before.stop();
  const after = await openHouse({ dataDir });
  const told = await after.messages('op_alpha');
  await after.stop();
  expect(settled(told)).toBe(1);
});
