/**
 * A consumer that follows the feed and may be killed at any moment: `follower.ts URL KEY FILE`. It writes one line for each
 * event, which also contains the place, so both are written together or not at all.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../src/client';

export interface Line {
  readonly id: string | null;
  readonly place: string;
}

export function linesOf(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

async function main([baseUrl, apiKey, file]: string[]): Promise<void> {
  const client = createClient({ baseUrl: baseUrl!, apiKey: apiKey! });
  const events = client.events({
    after: linesOf(file!).at(-1)?.place ?? null,
    checkpoint: (place, event) => appendFileSync(file!, `${JSON.stringify({ id: event?.id ?? null, place })}\n`),
  });
  // Some work for each event, so that the end can come in the middle of a page.
  for await (const _ of events) await sleep(2);
}

if (require.main === module) void main(process.argv.slice(2));
