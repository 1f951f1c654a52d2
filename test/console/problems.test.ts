/** The words and statuses in which the service refuses, where no running service answers them easily. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandProblem, tooMany } from '../../src/lambda/console/problems';
import { SECURITY_HEADERS, START_SCRIPT } from '../../src/lambda/console/security-headers';
import { claimProblem, createProblem, proofProblem, reportProblem } from '../../src/lambda/v1/problems';

const problem = (status: number, kind: string, error: string) => ({ status, body: { kind, error } });
const NO_SUCH_REQUEST = problem(404, 'not_found', 'There is no such request in this organization.');

describe('a refusal of /v1', () => {
  it.each<[Parameters<typeof createProblem>[0], object]>([
    [
      { reason: 'idempotency_conflict', isOtherKeys: false },
      problem(
        409,
        'idempotency_conflict',
        'This Idempotency-Key has already created a different request. Use a new key.',
      ),
    ],
    [
      { reason: 'idempotency_conflict', isOtherKeys: true },
      problem(
        409,
        'idempotency_conflict',
        'Another API key of this organization has used this Idempotency-Key. Its request is returned only if requester, ' +
          'quorum, execute_within and intent are equal. Use a new Idempotency-Key.',
      ),
    ],
    [
      { reason: 'intent_too_large', bytes: 70_000 },
      problem(413, 'too_large', 'The intent has 70000 bytes. At most 65536 are allowed.'),
    ],
    [
      { reason: 'intent_digest_missing' },
      problem(
        400,
        'invalid',
        '`params.intent` is missing. It must be "sha256:" followed by the hex SHA-256 of the intent\'s plaintext.',
      ),
    ],
    [
      { reason: 'intent_digest_malformed' },
      problem(400, 'invalid', '`params.intent` must be "sha256:" followed by 64 lower-case hex digits.'),
    ],
    [
      { reason: 'execute_within_without_intent' },
      problem(400, 'invalid', '`execute_within` is allowed only with an `intent`.'),
    ],
    [{ reason: 'action_unknown', action: 'a"b' }, problem(422, 'refused', 'This organization has no action "a\\"b".')],
    [
      { reason: 'requester_unknown', requester: 'x'.repeat(70) },
      problem(422, 'refused', `"${'x'.repeat(64)}" is not an enabled operator of this organization.`),
    ],
    [
      { reason: 'required_param', param: 'amount' },
      problem(422, 'invalid', 'This action requires the param "amount". It must not be blank.'),
    ],
    [
      { reason: 'reserved_param', param: 'service.x' },
      problem(422, 'refused', 'The param "service.x" is reserved. A key must not start with "service.".'),
    ],
    [
      { reason: 'quorum_not_selectable' },
      problem(422, 'refused', 'This action does not allow you to select the quorum. Leave out `quorum`.'),
    ],
    [
      { reason: 'quorum_out_of_bounds', asked: 5, min: 1, max: 3 },
      problem(422, 'refused', 'The quorum 5 is not allowed. This action allows 1 to 3.'),
    ],
    [
      { reason: 'quorum_below_rules', asked: 1, floor: 2, rule: 0 },
      problem(422, 'refused', 'With these params the quorum must be at least 2.'),
    ],
    [
      { reason: 'roster_too_short', seats: 1, quorum: 2 },
      problem(422, 'refused', 'The quorum is 2, but only 1 operator can approve.'),
    ],
    [
      { reason: 'too_many_open', limits: 'action', max: 3 },
      {
        status: 429,
        body: { error: 'This action already has 3 open requests, which is its limit. Retry in 30 seconds.' },
        headers: { 'retry-after': '30' },
      },
    ],
    [{ reason: 'callback_refused', why: 'not https' }, problem(422, 'refused', 'callback_url: not https')],
  ])('a refused proposal says what is wrong and what is allowed: $reason', (refusal, said) => {
    expect(createProblem(refusal)).toEqual(said);
  });

  it('a refused claim says until when, and whether another attempt makes sense', () => {
    const atMs = Date.UTC(2026, 10, 20, 12);
    expect(claimProblem({ reason: 'not_found' })).toEqual(NO_SUCH_REQUEST);
    expect(claimProblem({ reason: 'no_intent' })).toEqual(problem(409, 'no_intent', 'The request has no intent.'));
    expect(claimProblem({ reason: 'not_authorized', state: 'staging' })).toEqual(
      problem(409, 'not_authorized', 'The request is not authorized. Its state is staging.'),
    );
    expect(claimProblem({ reason: 'already_reported' })).toEqual(
      problem(409, 'already_reported', 'The run was already reported. The intent cannot be claimed again.'),
    );
    expect(claimProblem({ reason: 'already_claimed', leaseExpiresAtMs: atMs })).toEqual(
      problem(409, 'already_claimed', 'Another worker has claimed the intent until 2026-11-20T12:00:00.000Z.'),
    );
    expect(claimProblem({ reason: 'window_closed', executeByMs: atMs })).toEqual(
      problem(
        410,
        'execution_window_closed',
        'The window to run the intent closed at 2026-11-20T12:00:00.000Z. Propose a new request.',
      ),
    );
  });

  it('a refused report or proof says why', () => {
    expect(reportProblem({ reason: 'not_found' })).toEqual(NO_SUCH_REQUEST);
    expect(reportProblem({ reason: 'no_intent' })).toEqual(problem(409, 'no_intent', 'The request has no intent.'));
    expect(reportProblem({ reason: 'other_operation' })).toEqual(
      problem(400, 'invalid', '`body.receipt` is of another operation or intent than this request.'),
    );
    expect(reportProblem({ reason: 'already_reported' })).toEqual(
      problem(409, 'already_reported', 'A different report is already recorded.'),
    );
    expect(reportProblem({ reason: 'claim_lost' })).toEqual(
      problem(
        409,
        'claim_lost',
        'This is not the current claim. Another worker claimed the intent later, or the claim does not exist.',
      ),
    );
    const faults = {
      no_signing_key: 'This API key has no signing key, so its reports cannot have a `receipt`.',
      malformed: '`body.receipt.signature` is not an SSH signature as `ssh-keygen -Y sign` writes it.',
      other_key: '`body.receipt.signature` is not by the signing key of this API key.',
      other_report: '`body.receipt.signature` is not a signature of this report in the namespace "worker@ras".',
    } as const;
    for (const [fault, error] of Object.entries(faults))
      expect(reportProblem({ reason: 'bad_receipt', fault: fault as keyof typeof faults })).toEqual(
        problem(400, 'invalid', error),
      );
    expect(proofProblem({ reason: 'not_found' })).toEqual(NO_SUCH_REQUEST);
    expect(proofProblem({ reason: 'no_verdict', state: 'notified' })).toEqual(
      problem(409, 'not_authorized', 'The request has no verdict yet. Its state is notified.'),
    );
  });
});

describe('a refusal of a command', () => {
  const TURN = { name: 'turn' } as const;

  it('a refused command has the status and the kind of the document', () => {
    expect(commandProblem(TURN, { reason: 'not_found' }, [])).toEqual(NO_SUCH_REQUEST);
    expect(commandProblem(TURN, { reason: 'access_ended' }, [])).toMatchObject({ status: 401 });
    expect(commandProblem(TURN, { reason: 'not_asked', why: 'no_seat' }, [])).toEqual({
      status: 403,
      body: { error: 'You cannot turn a key. You are not among the operators who were asked.' },
    });
    expect(commandProblem(TURN, { reason: 'seat_locked' } as never, ['seat_locked'])).toMatchObject({
      status: 409,
      body: { kind: 'seat_locked' },
    });
  });

  it.each([
    [3, 'Wrong code: 3 tries left in this round.'],
    [1, 'Wrong code: 1 try left in this round.'],
    [0, 'Wrong code. Your seat is now locked until the next round or until an admin re-issues the code.'],
  ])('a wrong code says how many attempts are left: %i', (triesLeft, error) => {
    expect(commandProblem(TURN, { reason: 'wrong_code', triesLeft }, [])).toEqual({ status: 403, body: { error } });
  });

  it.each([
    [0, '1'],
    [1, '1'],
    [1000, '1'],
    [1001, '2'],
    [59_999, '60'],
  ])('too many wrong codes say how many seconds to wait: %i ms', (retryAfterMs, seconds) => {
    expect(tooMany('You typed too many wrong codes.', retryAfterMs)).toEqual({
      status: 429,
      headers: { 'retry-after': seconds },
      body: {
        error: 'You typed too many wrong codes.',
      },
    });
  });

  it('a refusal that is not in the document is an error of the service, and never an answer', () => {
    expect(() => commandProblem({ name: 'refuse' }, { reason: 'too_many_wrong_codes', retryAfterMs: 1 }, [])).toThrow(
      'only a turn is refused for wrong codes, not refuse',
    );
    expect(() => commandProblem({ name: 'abort' }, { reason: 'seat_locked' } as never, ['decided'])).toThrow(
      'the document does not say that abort answers seat_locked',
    );
  });
});

describe('the headers of every page', () => {
  it('the headers allow the script that stands in the page, and no other one', () => {
    const page = readFileSync(join(__dirname, '../../src/console/index.html'), 'utf8');
    const scripts = [...page.matchAll(/<script>([^<]*)<\/script>/g)].map(([, script = '']) => script);
    const hashes = scripts.map((script) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
    expect(hashes).toEqual([START_SCRIPT]);
  });

  it('every page’s headers prevent loading from elsewhere, framing, and referrers', () => {
    const { 'content-security-policy': policy = '', ...others } = SECURITY_HEADERS;
    expect(
      Object.fromEntries(policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')])),
    ).toEqual({
      'default-src': "'none'",
      'script-src': `'self' '${START_SCRIPT}'`,
      'style-src': "'self'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(others).toEqual({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    });
  });
});
