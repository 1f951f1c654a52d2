/** What the figures say: where we lose, what was mended, and how to run it all again. */
import { table, writePart } from './report';

export async function losses(): Promise<void> {
  writePart(
    'losses',
    'Where we lose, and why',
    [
      '- **Claim and report**, to SQL and to every queue. A queue hands out whatever is next in one round trip and one script; here a named request is claimed under a',
      '  lease by whoever holds a key, with its intent, and each of the two calls is three calls to DynamoDB. The handlers are a fiftieth of the client’s CPU; nearly all',
      '  the rest is the AWS SDK (*A call to DynamoDB*: in a CPU profile of the client `@smithy/core` has 33 %, sockets 12 %, signing and hashing 12 %, garbage 5 %,',
      '  our own code 8 %). The other half of the price, the store, is not ours to run in production: there it is the units in *Counts*.',
      '- **Create**, to Express and PostgreSQL: the same three calls, by the same client, and three index entries.',
      '- **A repeated create**, to Powertools, by one trip: the record is looked for beside the policy, so that a first create waits no longer.',
      '- **Posting**, to a bare loop: the guard resolves, judges and compares addresses, a limit runs over the whole try, and the answer is read and bounded.',
      '- **Starting**: against a naive bundle of the same code that compiles no schemas the goal of a half is missed. In CPU profiles of starts the largest line is V8 reading',
      '  the bundle itself, most of which is the SDK; then `@smithy/core` (12–20 ms), the default TLS context that the webhook sender makes at once (20 ms in *console*,',
      '  *deliver*, *deliver-try*), and lodash, which openapi-backend loads whole (8–12 ms in *api* and *console*). A profiler slows what it watches: shares, not sums.',
      '- **Turns at once** grow with the square of their number: each loser is judged again on the winner’s image. Fifty people do not turn in one instant.',
      '- **The executable list** carries envelopes, as the contract has it: its read units are those of its items.',
      '- **Money** behind the answers: the audit chain, notices sent once, and checks that nothing was forgotten (*Money*).',
    ].join('\n'),
  );
}

const MENDED: readonly (readonly [string, string, string, string])[] = [
  [
    'Claims lost for each won, sixteen workers on one list of 200',
    '5.5',
    '0.15–0.18',
    '*Workers on one list*: `limit` 16, so all read the sixteen oldest',
  ],
  [
    'Write units of a lifecycle without intent',
    '20',
    '17',
    '*Counts*: an item of 1,237 bytes, 370 of them a journal that repeats what the item says',
  ],
  [
    'Write units behind the answers of a lifecycle',
    '42',
    '25, with one check more',
    '`audit` 24: a head, entries and causes in one transaction for each turn',
  ],
  [
    'Calls of dispatch in a lifecycle, at most',
    '28',
    '7',
    'records of the stream that owe nothing: audit entries, deliveries, notices',
  ],
  ['Messages with notices', '5', '2', '`notice` read the request once for each addressee'],
  ['USD for a million lifecycles, alone', '84.63', '55.68', '*Money*: writes after the answers 26.25, queues 18.00'],
  [
    'Bundle of the api',
    '856 KiB, 71 ms',
    '584 KiB, 62 ms',
    'the compiler of schemas and the reader of documents, loaded and never called',
  ],
];

export async function mended(): Promise<void> {
  writePart(
    'mended',
    'Mended by what was measured',
    table(['what', 'before', 'after', 'the line that led there'], MENDED),
  );
}

export async function again(): Promise<void> {
  writePart(
    'again',
    'How to run it again',
    [
      '`npm ci && npm run bench`, on a machine that does nothing else, takes some seven minutes. Parts: `counts`, `lifecycle`, `cost`, `contention`, `workers`, `turns`, `growth`, `cpu`,',
      '`calls`, `claim`, `create`, `idempotency` (these three together: `peers`), `delivery`, `cold`. PostgreSQL and Redis are Debian’s; the embedded database needs linux x64.',
      'Ratios near 1 whose interval spans 1 say nothing. CPU of other processes is read from `/proc` in hundredths of a second.',
    ].join('\n'),
  );
}
