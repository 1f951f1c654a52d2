/** The text that `npm start` prints: what is running, and what to try. */
import { relative } from 'node:path';
import type { RunnerOptions } from './options';
import type { Running } from './start';

export function greeting({ baseUrl, demo, demoFile }: Running, { testClock, dataDir }: RunnerOptions): string {
  const file = relative(process.cwd(), demoFile) || demoFile;
  return [
    '',
    `  Request authorization service on ${baseUrl}`,
    `  Console:    ${demo.console_url}`,
    `  Keys, operators and sign-in links of the demo organization: ${file}`,
    `  Operators' mail: ${baseUrl}/local/messages?operator=op_bravo`,
    ...(testClock
      ? [`  Clock: curl ${baseUrl}/local/clock -H 'content-type: application/json' -d '{"advance_ms":60000}'`]
      : []),
    '  This is a demo: anybody who can reach this port can act as any of these operators.',
    ...(dataDir === null ? ['  Nothing is kept: the data goes when this ends.'] : []),
    '',
    '  Try it:',
    `    KEY=$(node -p "require('./${file}').keys.proposer")`,
    `    curl -s ${baseUrl}/v1/requests -H "Authorization: Bearer $KEY" -H 'content-type: application/json' \\`,
    `      -d '{"action":"demo.solo","requester":"op_alpha","params":{"why":"trying it out"}}'`,
    '',
    '  The README walks from a proposal to a reported execution. Ctrl-C stops.',
    '',
  ].join('\n');
}
