// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the source texts are quoted as they stand
/**
 * Mistakes at the edge and in the ledger's adapter: a wrong answer, a second winner, another organization's request.
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

const http = in_('lambda/http');
const v1 = in_('lambda/v1');
const app = in_('app');
const core = in_('core');
const store = in_('adapters/dynamodb');

const CREATE = 'test/api/createRequest.test.ts';
const REPLAY = 'test/api/idempotency.test.ts';
const EXECUTION = 'test/api/execution.test.ts';
const AUTH = 'test/api/authentication.test.ts';
const LIST = 'test/app/request/lists.test.ts';
const BODIES = 'test/lambda/json.test.ts';
const TRIPS = 'test/store/trips.test.ts';
const FUZZ = 'test/api/fuzz/service.test.ts';
const GUESSING = 'test/security/guessing.test.ts';
const ACCESS = 'test/security/access.test.ts';
const FAULTS = 'test/store/faults.test.ts';
const FORMS = 'test/store/forms.test.ts';

export const EDGE_MUTANTS: readonly Mutant[] = [
  http('json.ts', 'a key may be given twice', 'if (frame.keys.has(string))', 'if (frame.keys.has(raw))', BODIES),
  http('json.ts', 'a lone surrogate passes', 'if (!string.isWellFormed())', 'if (string === raw)', BODIES),
  http(
    'body.ts',
    'a byte too many',
    'bytes.byteLength > rule.maxBodyBytes',
    'bytes.byteLength > rule.maxBodyBytes + 1',
    BODIES,
  ),
  http('body.ts', 'the charset is not looked at', "charset !== 'utf-8' && charset !== 'utf8'", 'false', BODIES),
  http('body.ts', 'gzip is read as JSON', "encoding.trim().toLowerCase() !== 'identity'", 'false', BODIES),
  http('body.ts', 'base64 is read as text', "isBase64Encoded ? 'base64' : 'utf8'", "'utf8'", BODIES),
  http(
    'body.ts',
    'a kind that the document does not name',
    "err(problem(415, unsupported, 'unsupported_media_type'))",
    "err(problem(415, unsupported, 'unsupported'))",
    FUZZ,
  ),
  http(
    'json.ts',
    'a deep body is a fault',
    'if (frames.length === MAX_DEPTH) return',
    'if (frames.length === MAX_DEPTH) throw',
    FUZZ,
  ),
  http('routes.ts', 'a path is trimmed', 'if (!isCanonicalPath(path))', 'if (path === undefined)', CREATE),
  http(
    'validators.ts',
    'the header is not validated',
    "accepted('header', compiled.headers, event.headers)",
    "accepted('header', (value): value is In['headers'] => value !== null, event.headers)",
    'test/lambda/inputs.test.ts',
  ),
  http('answer.ts', 'answers may be cached', "'cache-control': 'no-store',", '', CREATE),
  http(
    'peer.ts',
    'a forwarded-for header is believed',
    'event.requestContext.http.sourceIp',
    "event.headers['x-forwarded-for'] ?? event.requestContext.http.sourceIp",
    'test/app/access/peer.test.ts',
  ),
  v1(
    'authenticate.ts',
    'the scope is not checked',
    'needs !== null && !key.scopes.includes(needs.scope)',
    'needs === null && key.scopes.length === 0',
    'test/security/every-operation.test.ts',
  ),
  v1(
    'authenticate.ts',
    'a refused key says why',
    'refused: await refuse(event, UNKNOWN)',
    "refused: await refuse(event, hash === null ? denied(401, 'malformed') : UNKNOWN)",
    AUTH,
  ),
  http(
    'refused-attempts.ts',
    'a locked peer is remembered for ever',
    'remembered !== undefined && nowMs < remembered',
    'remembered !== undefined',
    'test/lambda/router.test.ts',
  ),
  http(
    'refused-attempts.ts',
    'a limiter that fails is an outage',
    "deps.log.warn('the limiter",
    "throw error;\n      deps.log.warn('the limiter",
    'test/lambda/router.test.ts',
  ),
  v1(
    'handlers.ts',
    'a replay is not marked',
    "replayed ? { ...answered, headers: { 'idempotent-replayed': 'true' } } : answered",
    'answered',
    REPLAY,
  ),
  v1(
    'handlers.ts',
    'the lease is not the one asked for',
    'body?.lease_seconds ?? DEFAULT_LEASE_SECONDS',
    'DEFAULT_LEASE_SECONDS',
    EXECUTION,
  ),
  v1(
    'problems.ts',
    'a missing param is "refused"',
    "        'invalid',\n      );",
    "        'refused',\n      );",
    CREATE,
  ),
  app(
    'request/create-request.ts',
    'the policy is asked before the record',
    'if (stored !== null) return replay',
    'if (stored !== null && action !== null) return replay',
    REPLAY,
  ),
  app(
    'request/create-request.ts',
    'a replay is compared with nothing',
    'request.operationHash === operationHash(action, params)',
    'request.operationHash !== operationHash(action, {})',
    REPLAY,
  ),
  app(
    'request/create-request.ts',
    'callbacks go anywhere',
    'if (!verdict.ok) return err',
    'if (verdict === null) return err',
    CREATE,
  ),
  app(
    'execution/abort-own-request.ts',
    'any key of the organization takes a request back',
    '|| loaded.request.sent?.keyId !== key',
    '',
    EXECUTION,
  ),
  app(
    'execution/claim-request.ts',
    'a retried claim loses to itself',
    'execution.claimId === claimId ? request.execution : null',
    'execution.claimId === claimId ? null : null',
    FAULTS,
  ),
  app(
    'execution/list-executable-requests.ts',
    'the page is not bounded',
    'bytes > MAX_ANSWER_BYTES',
    'bytes < 0',
    LIST,
  ),
  app(
    'execution/list-executable-requests.ts',
    'the rest of a page is dropped',
    'if (batch.length > 0) await take();',
    'if (batch.length > limit) await take();',
    LIST,
  ),
  store(
    'execution/claim-and-report.ts',
    'two live claims',
    "'(attribute_not_exists(claim_id) OR lease_expires_at <= :now)'",
    "'(attribute_not_exists(claim_id) OR lease_expires_at >= :now)'",
    EXECUTION,
  ),
  store(
    'execution/claim-and-report.ts',
    'a lease ends a millisecond late',
    'lease_expires_at <= :now)',
    'lease_expires_at < :now)',
    'test/store/conformance.test.ts',
  ),
  store(
    'execution/claim-and-report.ts',
    'a reported run is claimed again',
    "const notReported = 'attribute_not_exists(reported_at)'",
    "const notReported = 'attribute_exists(pk)'",
    EXECUTION,
  ),
  store(
    'execution/claim-and-report.ts',
    'the window does not close',
    "const insideWindow = ':now <= execute_by'",
    "const insideWindow = ':now <= :until'",
    EXECUTION,
  ),
  store(
    'execution/claim-and-report.ts',
    'anybody reports',
    "const holdsTheClaim = 'claim_id = :claim'",
    "const holdsTheClaim = ':claim <> :status'",
    EXECUTION,
  ),
  store(
    'request/request-store.ts',
    'a create overwrites',
    'ConditionExpression: isNew };\n  if',
    "ConditionExpression: 'pk <> :none', ExpressionAttributeValues: { ':none': '' } };\n  if",
    'test/api/races.test.ts',
  ),
  store(
    'request/request-store.ts',
    'a request is read from a replica',
    "ExpressionAttributeValues: { ':pk': pk },\n      ConsistentRead: true",
    "ExpressionAttributeValues: { ':pk': pk }",
    TRIPS,
  ),
  store(
    'request/request-writes.ts',
    'an own write is a loss',
    'if (current.writeId === writeId)',
    'if (current.writeId === image)',
    FAULTS,
  ),
  store(
    'client.ts',
    'a conflict is not tried again',
    'if (error instanceof TransactionConflictException)',
    'if (error === null)',
    FAULTS,
  ),
  store('conditions.ts', 'a throttle is a fault', "  'ProvisionedThroughputExceededException',\n", '', FAULTS),
  store(
    'request/request-store.ts',
    'older code decides by rules it does not know',
    'assertDecidable(change.request);',
    '',
    FORMS,
  ),
  store(
    'execution/claim-and-report.ts',
    'older code claims by rules it does not know',
    '  formIsKnown,\n]',
    ']',
    FORMS,
  ),
  store(
    'keys.ts',
    'organizations share requests',
    '({ pk: `${org}#REQ#${id}`, sk: REQUEST_SK })',
    '({ pk: `org#REQ#${id}`, sk: REQUEST_SK })',
    'test/security/every-operation.test.ts',
  ),
  store(
    'administration/turn-guard.ts',
    'a right code opens a locked operator',
    '`(${noWindowRuns} OR ${belowLimit})`',
    '`(${noWindowRuns} OR ${belowLimit} OR :now <> :limit)`',
    GUESSING,
  ),
  store(
    'administration/turn-guard.ts',
    'wrong codes are counted without a limit',
    'ConditionExpression: [...clauses, windowRuns, belowLimit]',
    'ConditionExpression: [...clauses, windowRuns]',
    GUESSING,
  ),
  store(
    'administration/turn-guard.ts',
    'a window of wrong codes never ends',
    'OR wrong_codes_until <= :now)',
    'OR wrong_codes_until <= :epoch)',
    'test/store/conformance.test.ts',
  ),
  store(
    'access/passkey-store.ts',
    'a challenge is used twice',
    'const put = { TableName: tables.transient, Item, ...ifNew };',
    'const put = { TableName: tables.transient, Item };',
    ACCESS,
  ),
  store(
    'administration/config-store.ts',
    'the other admin may have changed',
    "ConditionExpression = 'revision = :revision';",
    "ConditionExpression = 'revision <> :revision OR attribute_exists(pk)';",
    'test/store/administration.test.ts',
  ),
  store(
    'access/window-counter.ts',
    'a window never ends',
    "const isInWindow = ':now < window_ends_at';",
    "const isInWindow = ':now < window_ends_at OR attribute_exists(pk)';",
    'test/store/transient.test.ts',
  ),
  app(
    'access/company-sign-in.ts',
    'a pending sign-in never ends',
    '!isFor || deps.clock.nowMs() >= pending.endsAtMs || ',
    '!isFor || ',
    'test/security/company-answers.test.ts',
  ),
  app(
    'access/company-sign-in.ts',
    'a state is used twice',
    'if (!(await isFirstUse(deps, pending))) return',
    'if (!(await isFirstUse(deps, pending)) && purpose !== SIGN_IN) return',
    'test/security/company-attempts.test.ts',
  ),
  http(
    'counted-attempts.ts',
    'a refused company sign-in is given back',
    'if (succeeded) {',
    'if (answer.status > 0) {',
    'test/security/company-attempts.test.ts',
  ),
  app(
    'administration/change-configuration.ts',
    'an old session of the only admin changes an address',
    'if (waits && !isFresh) return',
    "if (waits && !isFresh && edit.kind !== 'update_operator') return",
    'test/security/fresh-sign-in.test.ts',
  ),
  app(
    'administration/make-edit.ts',
    'an own write is not recognized',
    'return stored !== null && imageOf(stored)',
    'return stored !== null && `${imageOf(stored)} `',
    'test/app/administration/edits.test.ts',
  ),
  app(
    'administration/writers.ts',
    'an action is saved alone although changes wait since then',
    'config.saveAction(org, item, permit)',
    "config.saveAction(org, item, { ...permit, rule: 'found' })",
    'test/app/administration/edits.test.ts',
  ),
  app(
    'administration/outside.ts',
    'a sign-in link leaves the seats of its operator',
    '      await takeSome(deps, org);\n      return ok(await createSignInLink(',
    '      return ok(await createSignInLink(',
    'test/app/administration/edits.test.ts',
  ),
  core(
    'access/edits/identity.ts',
    'an account is connected to another version of the operator',
    'seen: ({ operator }) => operator,',
    'seen: () => null,',
    'test/app/administration/changes.test.ts',
  ),
];
