/** The text of the page: where we are slower, what the measurements improved, and how to run everything again. */
import { table, writePart } from './report';

export async function losses(): Promise<void> {
  writePart(
    'losses',
    'Where we are slower, and why',
    [
      '- **Claim and report**, compared with SQL and with every queue. A queue hands out the next job in one round trip and one script. Here a worker claims a named request under a',
      '  lease, with its intent, and each of the two calls is two calls to DynamoDB. The handlers use a fiftieth of the client’s CPU; nearly all',
      '  the rest is the AWS SDK (in a CPU profile of the client `@smithy/core` has 33 %, sockets 12 %, signing and hashing 12 %, garbage 5 %,',
      '  our own code 8 %). The other half is the store, which we do not run in production: there it costs the units in *Counts*.',
      '- **Create**, compared with Express and PostgreSQL: the same three calls, by the same client, and three index entries.',
      '- **A repeated create**, compared with Powertools, needs one more trip: the record is read in parallel with the policy, so that a first create does not wait longer.',
      '- **Posting**, compared with a bare loop: the guard resolves, judges and compares addresses, one limit covers the complete attempt, and the answer is read up to a limit.',
      '- **Starting**: compared with a naive bundle of the same code that compiles no schemas, the goal of a half is missed. In CPU profiles of starts the largest line is V8 reading',
      '  the bundle itself, most of which is the SDK; then `@smithy/core` (12–20 ms), the default TLS context that the webhook sender creates at start (20 ms in *console*,',
      '  *deliver*, *deliver-try*), and lodash, which openapi-backend loads completely (8–12 ms in *api* and *console*). A profiler slows the code down, so read these as shares.',
      '- **Concurrent turns** wait for each other: a loser tries again in the order of the seats. Fifty people do not turn their keys in one instant.',
      '- **The executable list** has envelopes, as docs/contract.md requires, so its read units are those of its items.',
      '- **Money** after the answers: the audit chain, messages that are sent once, and checks that nothing was forgotten (*Money*).',
    ].join('\n'),
  );
}

const IMPROVEMENTS: readonly (readonly [string, string, string, string])[] = [
  [
    'Lost claims for each won claim, sixteen workers on one list of 200',
    '5.5',
    '0.15–0.18',
    '*Workers on one list*: `limit` 16, so all read the sixteen oldest',
  ],
  [
    'Write units of a lifecycle without intent',
    '20',
    '17',
    '*Counts*: an item of 1,237 bytes, 370 of them a journal that repeats the rest of the item',
  ],
  [
    'Write units after the answers of a lifecycle',
    '42',
    '25, with one check more',
    '`audit` 24: a head, entries and causes in one transaction for each turn',
  ],
  [
    'Calls of dispatch in a lifecycle, at most',
    '28',
    '7',
    'stream records with nothing to hand over: audit entries, deliveries, notices',
  ],
  ['Messages with notices', '5', '2', '`notice` read the request once for each operator'],
  ['USD for a million lifecycles, alone', '84.63', '55.68', '*Money*: writes after the answers 26.25, queues 18.00'],
  [
    'Calls of claim and report together',
    '6',
    '4',
    '*Counts*: the key, the intent and the update were three calls each',
  ],
  [
    'Transactions for each key, 50 operators on two pages each at once',
    '50.6',
    '8.3',
    '*Turns at once*: every loser was judged at once on the image that had won',
  ],
  [
    'Lost claims for each won claim, sixteen workers woken by one event',
    '0.92; 15 in simulated time',
    '0.27 in simulated time',
    '*Workers on one list*; `test/client/worker-wakes.test.ts`: all looked in the same moment',
  ],
  [
    'Bundle of the api',
    '856 KiB, 71 ms',
    '584 KiB, 62 ms',
    'the schema compiler and the document reader, loaded and never called',
  ],
];

export async function improvements(): Promise<void> {
  writePart(
    'improved',
    'What the measurements improved',
    table(['what', 'before', 'after', 'what the measurement showed'], IMPROVEMENTS),
  );
}

export async function again(): Promise<void> {
  writePart(
    'again',
    'How to run it again',
    [
      '`npm ci && npm run bench` takes about seven minutes on a machine that does nothing else. Parts: `counts`, `lifecycle`, `cost`, `contention`, `workers`, `turns`, `growth`, `cpu`,',
      '`calls`, `claim`, `create`, `idempotency` (these three together: `peers`), `delivery`, `cold`, `readiness` (which needs Chromium). PostgreSQL and Redis are Debian’s; the embedded database needs linux x64.',
      'A ratio whose interval contains 1 shows no difference. CPU of other processes is read from `/proc` in hundredths of a second.',
    ].join('\n'),
  );
}
