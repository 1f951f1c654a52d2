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
      '- **Posting**, compared with a bare loop: *Delivery* says what the rest of the time buys.',
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
    'Posts for each CPU-second, to a bare loop',
    '0.51',
    '0.8',
    '*Delivery*: an `AbortSignal` for each attempt, and two turns of the event loop for each post alone',
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
      '`npm ci && npm run bench` takes about a quarter of an hour on a machine that does nothing else. It needs linux x64, for the embedded database, a Chromium for *readiness*, and',
      'PostgreSQL and Redis of Debian (`apt-get install postgresql redis-server`) for *claim* and *create*. `npm run bench -- PART` writes one part again; `peers` is `claim`, `create` and',
      '`idempotency`. An unknown name prints the names of all parts.',
      'A ratio whose interval contains 1 shows no difference. CPU of other processes is read from `/proc` in hundredths of a second.',
    ].join('\n'),
  );
}

/** Counted by test/client/shared-feed.test.ts and test/store/waiting.test.ts, which compares them with this table. */
export async function waiting(): Promise<void> {
  writePart(
    'waiting',
    'An hour of waiting',
    [
      '`waitForVerdict` and `waitForExecution` of the client package, for an hour in which nothing happens. The calls are counted in',
      '`test/client/shared-feed.test.ts`, the units in `test/store/waiting.test.ts`, which compares them with this table.',
      '',
      '|  | calls of the feed | reads of the request | read units | write units |',
      '|---|---|---|---|---|',
      '| one wait, answers are held | 181 | 120 | 2762 | 180 |',
      '| each further wait of the same client | 0 | 120 | 240 | 0 |',
      '| one wait, nothing is held | 18 | 371 | 787 | 0 |',
      '',
      'A held answer of 20 s is 14 read units: a look each second at half a unit, the key, and one empty page. The hour that is held',
      'also takes 900 GB-seconds of the function `feed`. At the prices in *Money* this is about 1.3 US cents, nearly all of it for',
      'the function; an hour in which nothing is held is 0.05 cents. For this, a client learns of a verdict within 3 s instead of 10 s.',
    ].join('\n'),
  );
}

/** Counted by test/infra/lifecycle.test.ts; the prices are those of bench/price.ts. */
export async function documents(): Promise<void> {
  writePart(
    'documents',
    'Documents',
    [
      'A request whose display declares no document asks S3 for nothing, and its item has the same bytes as before. `test/infra/lifecycle.test.ts` counts it.',
      '',
      '| operation | calls beside those of the key or session | USD for a million |',
      '| --- | --- | --- |',
      '| store a document, or renew it | one put of S3 | 5.40 |',
      '| turn a key, with n documents | n HEADs of S3 at once, after the request was read: one round trip more | 0.43 × n |',
      '| read a request in the console, with n documents | n HEADs of S3, beside the other reads | 0.43 × n |',
      '| read a document | one get of S3; in the console also the request | 0.43 |',
      '',
      'Prices are those of eu-central-1. Storage is 0.0245 USD for a GB and month: a million documents of 20 KiB, kept for 400 days, take 20 GB and cost 6.50 USD.',
      'One call of KMS serves many documents, because the bucket has a key of its own. The client of S3 is loaded with the first document that an instance',
      'stores, checks or reads.',
    ].join('\n'),
  );
}
