/**
 * A consumer that follows the feed and may be killed at any moment: `follower.ts URL KEY FILE [COUNT]`. It writes one line for
 * each event, which also contains the place, so both are written together or not at all. After COUNT events it does not finish
 * the next one: it can be killed there, in the middle of a page, however fast the machine is.
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

async function main([baseUrl, apiKey, file, count]: string[]): Promise<void> {
  const client = createClient({ baseUrl: baseUrl!, apiKey: apiKey! });
  const events = client.events({
    after: linesOf(file!).at(-1)?.place ?? null,
    checkpoint: (place, event) => appendFileSync(file!, `${JSON.stringify({ id: event?.id ?? null, place })}\n`),
  });
  let left = count === undefined ? Number.POSITIVE_INFINITY : Number(count);
  for await (const _ of events) if (left-- <= 0) await sleep(60_000);
}

if (require.main === module) void main(process.argv.slice(2));
