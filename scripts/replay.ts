/**
 * `npm run replay -- FILE…`: handles stream records again that were given up (docs/runbook.md#stream-given-up).
 *
 * A file is an object from the bucket of given-up records: Lambda's invocation record, whose `payload` is the complete
 * event. The code of this checkout handles it, so fix the cause first. Every hand-over is idempotent.
 */
import { readFileSync } from 'node:fs';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { createLog } from '../src/adapters/system/log';
import { createBase } from '../src/lambda/aws/base';
import { dispatchDeps } from '../src/lambda/aws/dispatch-deps';
import { ENV } from '../src/lambda/env';
import { createDispatchHandler } from '../src/lambda/events/dispatch';
import { exitCodeOf, Misuse, parsedArgs } from './support/command';

const NAMES = ['mainTable', 'transientTable', 'eventsQueueUrl', 'timersQueueUrl', 'noticesQueueUrl', 'auditQueueUrl'];
const USAGE = `npm run replay -- FILE…
The environment is that of the dispatch function (aws lambda get-function-configuration):
${NAMES.map((name) => `  ${ENV[name as keyof typeof ENV]}`).join('\n')}
with credentials that may do what it may do.`;

async function main(): Promise<void> {
  const { positionals: files } = parsedArgs({ args: process.argv.slice(2), allowPositionals: true }, USAGE);
  if (files.length === 0) throw new Misuse(USAGE);
  const events = files.map((file) => ({ file, event: eventIn(file) }));
  const base = createBase(createLog(() => ({ function: 'replay' })));
  const handler = createDispatchHandler(dispatchDeps(base));
  try {
    for (const { file, event } of events) {
      const { batchItemFailures } = await handler(event);
      if (batchItemFailures.length > 0) throw new Error(`${file}: failed again; the log lines above say why`);
      console.log(`${file}: ${event.Records.length} records handed over`);
    }
  } finally {
    base.tables.client.destroy();
  }
}

/** The invocation record, or the event itself. */
function eventIn(file: string): DynamoDBStreamEvent {
  const read = JSON.parse(readFileSync(file, 'utf8')) as { payload?: string | DynamoDBStreamEvent };
  const payload = typeof read.payload === 'string' ? (JSON.parse(read.payload) as unknown) : (read.payload ?? read);
  const { Records } = payload as Partial<DynamoDBStreamEvent>;
  if (!Array.isArray(Records)) throw new Error(`${file}: neither an invocation record nor an event of a stream`);
  return { Records };
}

main().catch((error) => {
  process.exitCode = exitCodeOf(error, 1);
});
