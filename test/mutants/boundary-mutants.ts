// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the source texts are quoted as they stand
/**
 * Mistakes at boundaries: units, n and n + 1, first and last, order, defaults, done twice, the failure path of a call.
 * The first thirteen once passed every test.
 */
import type { Mutant } from './mutant';

const in_ =
  (folder: string) =>
  (file: string, name: string, find: string, replace: string, ...tests: string[]): Mutant => ({
    name,
    file: `src/${folder}/${file}`,
    find,
    replace,
    tests,
  });

const adapters = in_('adapters');
const app = in_('app');
const client = in_('client');
const core = in_('core');
const lambda = in_('lambda');
const lib = in_('console/lib');
const _local = in_('local');

const SQS = 'test/adapters/sqs.test.ts';
const SECRETS = 'test/adapters/secrets.test.ts';
const KEPT = 'test/store/transient.test.ts';
const STORES = 'test/store/conformance.test.ts';
const LEASES = 'test/client/worker-leases.test.ts';
const TRANSPORT = 'test/client/limits.test.ts';
const WAIT = 'test/client/limits.test.ts';
const SHARED_FEED = 'test/client/shared-feed.test.ts';
const LIB = 'test/console/lib';

export const BOUNDARY_MUTANTS: readonly Mutant[] = [
  adapters(
    'sqs/queue.ts',
    'messages that SQS refuses for good are lost',
    'if (left.length > 0) throw',
    'if (left.length < 0) throw',
    SQS,
  ),
  adapters(
    'mail/ses.ts',
    'a 5xx is taken for not sent',
    'httpStatusCode < 500',
    'httpStatusCode <= 503',
    'test/adapters/ses.test.ts',
  ),
  adapters(
    'dynamodb/transport/due-store.ts',
    'a late back-off overwrites a newer one',
    "ConditionExpression: 'due_at = :was'",
    "ConditionExpression: 'due_at = :was OR attribute_exists(pk)'",
    STORES,
  ),
  in_('protocol')(
    'ssh/wire.ts',
    'a short r or s is filled up at the wrong end',
    'Buffer.concat([Buffer.alloc(size - significant.length), significant])',
    'Buffer.concat([significant, Buffer.alloc(size - significant.length)])',
    'test/protocol/ssh/formats.test.ts',
  ),
  adapters(
    'dynamodb/access/window-counter.ts',
    'a TTL in milliseconds',
    'Math.ceil(expiresAtMs / 1000) + 3600',
    'expiresAtMs + 3600',
    KEPT,
  ),
  client(
    'worker/run.ts',
    'a lease is counted from its answer',
    'const leaseEndsMs = sentAtMs +',
    'const leaseEndsMs = deps.nowMs() +',
    LEASES,
  ),
  lib(
    'audit-chain.ts',
    'a head of another organization is accepted',
    'signed.org === org && signed.n',
    'signed.n',
    LIB,
  ),
  lib('export.ts', 'a formula that begins with @', '[=+\\-@\\t\\r]', '[=+\\-\\t\\r]', LIB),

  adapters('sqs/queue.ts', 'eleven messages in a call', 'last.length === BATCH', 'last.length > BATCH', SQS),
  adapters(
    'sqs/queue.ts',
    'a batch is counted in characters',
    'Buffer.byteLength(entry.MessageBody!)',
    'entry.MessageBody!.length',
    SQS,
  ),
  adapters(
    'sqs/queue.ts',
    'everything is sent again, not only what was refused',
    'left = left.filter(({ Id }) => failed.has(Id));',
    'left = failed.size === 0 ? [] : left;',
    SQS,
  ),
  core(
    'support/all-of.ts',
    'only the first failed batch rejects, if it is the first',
    'outcomes.find(',
    'outcomes.slice(0, 1).find(',
    SQS,
  ),
  adapters('sqs/queue.ts', 'the size of the next batch does not start at zero', 'bytes = size;', 'bytes += size;', SQS),
  adapters(
    'stepfunctions/delivery-loop.ts',
    'a loop that ended is taken for one that runs',
    "status === 'RUNNING' ? 'running' : 'closed'",
    "status === 'FAILED' ? 'closed' : 'running'",
    'test/adapters/step-functions.test.ts',
  ),
  adapters(
    'stepfunctions/delivery-loop.ts',
    'a start that failed is looked up',
    'if (!(error instanceof ExecutionAlreadyExists)) throw error;',
    '',
    'test/adapters/step-functions.test.ts',
  ),
  adapters('mail/ses.ts', 'SES is asked twice', 'maxAttempts: 1', 'maxAttempts: 2', 'test/adapters/ses.test.ts'),
  adapters(
    'secrets/refreshed.ts',
    'a secret is kept for an hour',
    'REFRESH_MS = 5 * 60_000;',
    'REFRESH_MS = 60 * 60_000;',
    SECRETS,
  ),
  adapters(
    'secrets/refreshed.ts',
    'every unknown id reads the secret',
    'soonerFromMs = clock.nowMs() + SOONER_MS;',
    '',
    SECRETS,
  ),
  adapters(
    'secrets/secret-box.ts',
    'a key that came second is used',
    'first === wrapped ? plain',
    'first.length > 0 ? plain',
    SECRETS,
  ),
  adapters('secrets/secret-box.ts', 'the place is not bound', '`${org}\\0${place}`', '`${org}`', SECRETS),
  adapters(
    'secrets/kms.ts',
    'the organization is not bound into a data key',
    "KeySpec: 'AES_256', EncryptionContext: { org }",
    "KeySpec: 'AES_256'",
    SECRETS,
  ),
  adapters(
    'secrets/kms.ts',
    'a failed read of the public key is remembered',
    'known = null;\n      throw error;',
    'throw error;',
    SECRETS,
  ),
  adapters(
    'dynamodb/access/session-store.ts',
    'a link lives at its end',
    ':now < expires_at',
    ':now <= expires_at',
    STORES,
  ),
  adapters('dynamodb/access/session-store.ts', 'a lock is told in milliseconds', '- nowMs) / 1000)', '- nowMs))', KEPT),
  adapters(
    'dynamodb/access/window-counter.ts',
    'the window of refused attempts ends late',
    'window_ends_at <= :now',
    'window_ends_at < :now',
    KEPT,
  ),
  adapters(
    'dynamodb/transport/due-store.ts',
    'what is due this millisecond waits',
    'due_at <= :until',
    'due_at < :until',
    STORES,
  ),
  adapters(
    'dynamodb/transport/due-store.ts',
    'a check is completed at any revision',
    "ConditionExpression: 'revision = :revision AND due_at = :was'",
    "ConditionExpression: '(revision >= :revision OR attribute_exists(pk)) AND due_at = :was'",
    STORES,
  ),
  adapters(
    'dynamodb/batch-get.ts',
    'what is left unprocessed is left out',
    'left = (UnprocessedKeys?.[tables.main]?.Keys ?? []) as Key[];',
    'left = [];',
    'test/adapters/dynamodb.test.ts',
  ),
  adapters(
    'dynamodb/batch-get.ts',
    '101 keys in a call',
    'const KEYS_PER_CALL = 100;',
    'const KEYS_PER_CALL = 101;',
    'test/adapters/dynamodb.test.ts',
  ),
  adapters(
    'dynamodb/batch-get.ts',
    'a key is asked for twice',
    '[...new Map(keys.map((key) => [`${key.pk}|${key.sk}`, key])).values()]',
    '[...keys]',
    'test/adapters/dynamodb.test.ts',
  ),
  adapters(
    'dynamodb/conditions.ts',
    'a throttled transaction is an outage',
    "'TransactionConflict', 'ProvisionedThroughputExceeded', 'ThrottlingError'",
    "'TransactionConflict', 'ProvisionedThroughputExceeded'",
    'test/adapters/dynamodb.test.ts',
  ),
  adapters(
    'dynamodb/conditions.ts',
    'an expired request counts as contention',
    "'RequestLimitExceeded',",
    "'RequestLimitExceeded',\n  'ExpiredTokenException',",
    'test/adapters/dynamodb.test.ts',
  ),
  adapters(
    'dynamodb/pages.ts',
    'only the first page is read',
    '} while (start !== undefined);',
    '} while (start === null);',
    'test/adapters/dynamodb.test.ts',
  ),
  adapters(
    'system/clock-guard.ts',
    'a clock that is two seconds behind is trusted',
    'nowMs < thenMs ? nowMs - thenMs',
    'nowMs < thenMs ? 0',
    'test/adapters/clock-guard.test.ts',
  ),
  adapters(
    'system/clock-guard.ts',
    'a header without a date clears the suspicion',
    'if (Number.isNaN(thenMs)) return;',
    'if (Number.isNaN(thenMs)) { offsetMs = 0; return; }',
    'test/adapters/clock-guard.test.ts',
  ),
  adapters(
    'system/clock-guard.ts',
    'the fraction that a header cannot say counts',
    'nowMs - thenMs - HEADER_RESOLUTION_MS',
    'nowMs - thenMs',
    'test/adapters/clock-guard.test.ts',
  ),
  adapters(
    'webhook-sender/retry-after.ts',
    'a date is compared with this clock',
    "httpDateMs(headers.date ?? '') ?? nowMs",
    'nowMs',
    'test/delivery/sender/retry-after.test.ts',
  ),
  adapters(
    'webhook-sender/retry-after.ts',
    'half a second is none',
    'Math.ceil((atMs',
    'Math.floor((atMs',
    'test/delivery/sender/retry-after.test.ts',
  ),

  core(
    'delivery/failing.ts',
    'an attempt counts that began before the last success and timed out after it',
    "filter(({ outcome, startedAtMs }) => outcome !== 'delivered' && startedAtMs > lastMs)",
    "filter(({ outcome, finishedAtMs }) => outcome !== 'delivered' && finishedAtMs > lastMs)",
    'test/core/delivery/failing.test.ts',
  ),
  app(
    'delivery/endpoint-health.ts',
    'an attempt counts twice that is among the newest and the oldest',
    '.filter((one) => !known.has(one))',
    '',
    'test/app/delivery/health.test.ts',
  ),
  app(
    'delivery/callback-keys.ts',
    'a callback fails for good whose token is newer than what an instance remembers',
    'if (token === undefined || key === null ||',
    'if (token !== undefined || key === null ||',
    'test/app/delivery/callback-keys.test.ts',
  ),
  adapters(
    'dynamodb/administration/config-store.ts',
    'a limit that an admin ended stays on the tokens',
    "${maxOpen === undefined ? ' REMOVE max_open' : ''}",
    '',
    STORES,
  ),
  in_('../scripts/restore')(
    'copy.ts',
    'a claim after the point is missed whose writer had a clock that is behind',
    'const SKEW_MS = 5000;',
    'const SKEW_MS = 0;',
    'test/scripts/restore.test.ts',
  ),

  client(
    'worker/allowed.ts',
    'an entry of the allow list lets a method of another client be called',
    ' && clientOf(entry, clients) === client',
    '',
    'test/client/verify.test.ts',
  ),
  client('transport.ts', 'one retry too few', 'attempt >= retries', 'attempt + 1 >= retries', TRANSPORT),
  client(
    'transport.ts',
    'a pause of 61 s is waited for',
    '> LONGEST_RETRY_AFTER_MS)',
    '> 2 * LONGEST_RETRY_AFTER_MS)',
    TRANSPORT,
  ),
  client(
    'polling.ts',
    'the service’s pause is shortened',
    'Math.max(ms, retryAfterMs(error) ?? 0)',
    'Math.min(ms, retryAfterMs(error) ?? ms)',
    TRANSPORT,
  ),
  client('polling.ts', 'pauses do not double', 'firstMs * 2 ** failuresBefore', 'firstMs * 2', TRANSPORT),
  client(
    'transport.ts',
    'a 429 of a gateway is not tried again',
    'answer.status < 500 && answer.status !== 429',
    'answer.status < 500',
    TRANSPORT,
  ),
  client('wait.ts', 'the limit of a wait is missed by a pause', 'Math.min(pauseMs, leftMs)', 'pauseMs', WAIT),
  client(
    'shared-feed.ts',
    'the polls stay half a minute apart where nothing is held',
    'this.isHeld = false;\n      this.ring();',
    'this.ring();',
    SHARED_FEED,
  ),
  client(
    'shared-feed.ts',
    'an event wakes every wait',
    'if (named === undefined || named.has(id)) ring();',
    'ring();',
    SHARED_FEED,
  ),
  client(
    'worker/run.ts',
    'a check that returns nothing is a refusal',
    "if (answer === false || answer === '')",
    'if (!answer)',
    'test/client/worker-check.test.ts',
  ),
  client(
    'polling.ts',
    'good reads do not count',
    'failuresLeft = failedReadsInARow;',
    'failuresLeft ||= failedReadsInARow;',
    WAIT,
  ),
  client(
    'polling.ts',
    'pauses grow without end',
    'Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pausesBefore)',
    'FIRST_PAUSE_MS * 2 ** pausesBefore',
    'test/client/follow.test.ts',
  ),
  client('polling.ts', 'a Retry-After is not kept', 'notBeforeMs: retryAfterMs(error) ?? 0', 'notBeforeMs: 0', WAIT),
  client(
    'worker/message.ts',
    'a report is cut in the middle of a character',
    "[...text.toWellFormed()].slice(0, LIMITS.reportText.max).join('')",
    'text.slice(0, LIMITS.reportText.max)',
    'test/client/worker-run.test.ts',
  ),

  lambda(
    'events/batch.ts',
    'the second failure of a batch is forgotten',
    'failed.map(({ messageId })',
    'failed.slice(0, 1).map(({ messageId })',
    'test/app/transport/batch.test.ts',
  ),
  lambda(
    'events/batch.ts',
    'one failure hands all out again',
    "if (outcome.status === 'fulfilled') return false;",
    "if (outcomes.every(({ status }) => status === 'fulfilled')) return false;",
    'test/app/transport/batch.test.ts',
  ),
  lambda(
    'http/peer.ts',
    'an IPv6 site is counted by its host',
    '.slice(0, 4)',
    '.slice(0, 8)',
    'test/app/access/peer.test.ts',
  ),
  lambda(
    'http/peer.ts',
    'leading zeros make another peer',
    "group.replace(/^0+(?=.)/, '')",
    'group',
    'test/app/access/peer.test.ts',
  ),
  app(
    'audit/read-audit.ts',
    'an export goes on one entry too far',
    'continueAfter: last };',
    'continueAfter: last + 1 };',
    'test/app/audit/audit-pages.test.ts',
  ),
  app(
    'audit/read-audit.ts',
    'what has just happened is missing from a history',
    '...underway.map(',
    '...underway.slice(1).map(',
    'test/app/audit/audit-pages.test.ts',
  ),

  lib('time.ts', 'the zone of the device is left out', 'asUtc - offsetAt(asUtc - offsetAt(asUtc))', 'asUtc', LIB),
  lib('audit-chain.ts', 'a chain may end before its head', 'last.seq < signed.seq', 'last.seq < signed.seq - 1', LIB),
  lib(
    'lists.ts',
    'the last page is left out',
    'pages.push(page);\n    cursor = page.cursor;',
    'cursor = page.cursor;\n    if (cursor !== null) pages.push(page);',
    LIB,
  ),
];
