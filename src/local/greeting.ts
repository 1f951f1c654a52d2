/** The text that `npm start` prints: what is running, and what to try. */
import { relative } from 'node:path';
import type { RunnerOptions } from './options';
import type { Running } from './start';

export function greeting(
  { baseUrl, demoFile, memory }: Running,
  { testClock, dataDir }: RunnerOptions,
  node: string = process.versions.node,
): string {
  const file = relative(process.cwd(), demoFile) || demoFile;
  const people = baseUrl.replace('127.0.0.1', 'localhost');
  return [
    '',
    `  Open ${people} and sign in with one click.`,
    '  This is a demo: anybody who can reach this port can act as any of these operators.',
    '',
    `  Programs use the service on ${baseUrl}`,
    `  Keys, operators and sign-in links of the demo organization: ${file}`,
    ...(testClock
      ? [`  Clock: curl ${baseUrl}/local/clock -H 'content-type: application/json' -d '{"advance_ms":60000}'`]
      : []),
    ...kept(memory, dataDir),
    ...maintained(node),
    '',
    '  The README walks from a proposal to a reported execution. Ctrl-C stops.',
    '',
  ].join('\n');
}

function kept(memory: Running['memory'], dataDir: string | null): string[] {
  if (memory === 'no binary') {
    return [
      `  There is no embedded database for ${process.platform}-${process.arch}: requests are kept in memory, and are gone when this ends.`,
      '  To keep them, set DYNAMODB_ENDPOINT to a DynamoDB endpoint (DynamoDB Local, for example).',
    ];
  }
  if (memory === 'chosen') return ['  Requests are kept in memory, and are gone when this ends.'];
  return dataDir === null ? ['  The data is deleted when this ends.'] : [];
}

/** Odd versions of Node are maintained for half a year, and 20 until April 2026. */
function maintained(node: string): string[] {
  const major = Number.parseInt(node, 10);
  if (major >= 22 && major % 2 === 0) return [];
  return [`  Node ${node} gets no security fixes any more. Use Node 22, 24 or 26; 24 is what runs in Lambda.`];
}
