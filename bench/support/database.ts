/** The embedded DynamoDB as a process of its own, whose CPU is measured and which several processes can use. */
import { readFileSync } from 'node:fs';
import { openDataDirectory } from '../../src/local/platform/data-directory';
import { startDynamoDb } from '../../src/local/platform/dynamodb-process';

export async function startDatabase() {
  const directory = openDataDirectory(null);
  const database = await startDynamoDb(directory);
  const { pid } = JSON.parse(readFileSync(directory.file('database.pid'), 'utf8')) as { pid: number };
  return {
    endpoint: database.endpoint,
    pid,
    async stop() {
      await database.stop();
      directory.release();
    },
  };
}
