// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the source texts are quoted unchanged
/** Mistakes in the core that would hand out a wrong verdict, a second lease, a lost or a doubled event. */
import type { Mutant } from './mutant';

const CEREMONY = 'test/core/ceremony';
const INTERLEAVINGS = 'test/core/ceremony/interleavings.property.test.ts';

const in_ =
  (folder: string, tests: readonly string[]) => (file: string, name: string, find: string, replace: string) => ({
    name,
    file: `src/core/${folder}/${file}`,
    find,
    replace,
    tests,
  });

const ceremony = in_('ceremony', [CEREMONY]);
const interleaved = in_('ceremony', [INTERLEAVINGS]);
const policy = in_('policy', ['test/core/policy']);
const execution = in_('execution', ['test/core/execution']);
const delivery = in_('delivery', ['test/core/delivery']);
const notice = in_('notice', ['test/core/notice']);
const audit = in_('audit', ['test/core/audit']);
const request = in_('request', ['test/core/request']);
const powers = in_('powers', ['test/core/powers']);

/** The random interleavings alone must notice these mistakes, even if other tests notice them too. */
const VERDICT: readonly Mutant[] = [
  interleaved(
    'requirements.ts',
    'quorum off by one',
    'if (operators.length < policy.quorum) return false;',
    'if (operators.length < policy.quorum - 1) return false;',
  ),
  interleaved(
    'turn.ts',
    'an operator counted twice',
    'if (earlier !== undefined) return',
    'if (earlier === null) return',
  ),
  interleaved(
    'turn.ts',
    "an old round's turn counted",
    'command.isRightCode(undecided.round, seat)',
    'command.isRightCode(1, seat)',
  ),
  interleaved('settle.ts', "a collapsed round's turns kept", '...toNotified(request),', '...request,'),
  interleaved(
    'settle.ts',
    'TTL compared the wrong way',
    'if (nowMs >= request.expiresAtMs) {',
    'if (nowMs < request.expiresAtMs) {',
  ),
  interleaved(
    'settle.ts',
    'TTL a millisecond late',
    'if (nowMs >= request.expiresAtMs) {',
    'if (nowMs > request.expiresAtMs) {',
  ),
  {
    ...policy('resolve.ts', 'self approval ignored', 'policy.denySelfApproval && operator === requester', 'false'),
    tests: [INTERLEAVINGS],
  },
  interleaved(
    'turn.ts',
    'a locked seat may turn',
    'seat.wrongCodes >= MAX_WRONG_CODES',
    'seat.wrongCodes > MAX_WRONG_CODES',
  ),
  interleaved('refusals.ts', 'a disabled seat may turn', 'if (seat.disabled) return', 'if (!seat) return'),
  interleaved(
    'disable-seat.ts',
    "a disabled operator's turn stays",
    "request.state === 'staging' ? withoutTurnOf(request, seat.operator) : request",
    'request',
  ),
  interleaved(
    'refusals.ts',
    'a command moves a decided request',
    'if (!isOpen(request)) return err(decidedRefusal(request));',
    'if (!isOpen(request)) return ok({ request: request as unknown as Open, seat: request.seats[0]! });',
  ),
  interleaved(
    'withdraw.ts',
    'a withdrawal takes the wrong turn',
    'turn.operator !== operator',
    'turn.operator === operator',
  ),
];

export const CORE_MUTANTS: readonly Mutant[] = [
  ...VERDICT,
  // Powers
  powers('closure.ts', 'an admin approves their own change', 'id !== easiest?.approver', 'id !== undefined'),
  powers(
    'after.ts',
    'an unknown holder hides a key',
    'ids.has(holder) ? holder : null',
    'ids.has(holder) ? holder : holder',
  ),
  // Ceremony
  ceremony(
    'turn.ts',
    'every turn moves the window',
    "return request.state === 'staging' ? request.windowEndsAtMs : nowMs + coincidenceMs;",
    'return nowMs + coincidenceMs;',
  ),
  ceremony('settle.ts', 'an expiry dated to its noticing', 'verdictAtMs: request.expiresAtMs,', 'verdictAtMs: nowMs,'),
  ceremony(
    'settle.ts',
    'wrong codes kept over rounds',
    'seats: request.seats.map((seat) => ({ ...seat, wrongCodes: 0 })),',
    '',
  ),
  ceremony(
    'reissue.ts',
    'a re-issue with the old code',
    'issue: seat.issue + 1, wrongCodes: 0 }',
    'issue: seat.issue, wrongCodes: 0 }',
  ),
  ceremony(
    'disable-seat.ts',
    'a quorum nobody can meet stays open',
    'if (canStillBeMet(remaining)) return',
    'if (remaining.seats.length > 0) return',
  ),
  ceremony(
    'settle.ts',
    "an integration's window without end",
    'if (nowMs < request.integrationUntilMs) return',
    'if (nowMs >= 0) return',
  ),
  // Policy
  policy(
    'rules.ts',
    'a decimal nobody can read fails open',
    "order === null ? 'unknown' : test(order)",
    'order === null ? false : test(order)',
  ),
  policy('resolve.ts', 'an unreadable amount lowers the default', '!(unread && deciding.quorum < byDefault)', 'true'),
  policy(
    'rules.ts',
    'one condition of a rule is enough',
    'judged.find(({ truth }) => truth === false)',
    '(judged.every(({ truth }) => truth === false) ? judged[0] : undefined)',
  ),
  policy('rules.ts', 'the lowest rule decides', 'rule.quorum > best.quorum', 'rule.quorum < best.quorum'),
  policy('resolve.ts', "the rules' floor may be undercut", 'asked < answer.floor', 'asked < 0'),
  policy('resolve.ts', 'a quorum where none is selectable', 'if (!selectable) return', 'if (policy === null) return'),
  policy('resolve.ts', 'a disabled operator is asked', '!member.enabled', '!member'),
  policy('resolve.ts', 'a roster one too short', 'roster.seats.length < quorum', 'roster.seats.length + 1 < quorum'),
  policy('validate.ts', 'a quorum of 0 may be saved', 'min < 1', 'min < 0'),
  // Execution
  execution(
    'claim.ts',
    'a live lease does not hold',
    "if (execution.state === 'claimed' && nowMs < execution.leaseExpiresAtMs) {",
    "if (execution.state === 'claimed' && nowMs > execution.leaseExpiresAtMs) {",
  ),
  execution(
    'claim.ts',
    'any claim may report',
    'if (execution.claimId !== report.claimId) return',
    'if (execution.claimId === null) return',
  ),
  execution(
    'claim.ts',
    'a reported request is claimed again',
    "if (execution.state === 'reported') return err({ reason: 'already_reported' });",
    '',
  ),
  execution('claim.ts', 'a second, different report is taken', 'recorded.status === sent.status &&', ''),
  execution(
    'claim.ts',
    'a claim after execute_by',
    'if (isAfterExecuteBy(execution, nowMs)) return err',
    'if (isAfterExecuteBy(execution, nowMs - 1)) return err',
  ),
  execution(
    'claim.ts',
    'an authorization that fell is claimed',
    "settled.execution.state === 'none' || hasFailed(settled)",
    "settled.execution.state === 'none'",
  ),
  execution(
    'integration.ts',
    "an integration's end written twice",
    "if (request.state !== 'executing') return",
    "if (request.state === 'authorized') return",
  ),
  execution(
    'stop.ts',
    'a lease that ends now still holds',
    'nowMs >= execution.leaseExpiresAtMs && isOver',
    'nowMs > execution.leaseExpiresAtMs && isOver',
  ),
  execution(
    'stop.ts',
    'the window ends a millisecond early for a stop',
    'execution.closed || isAfterExecuteBy(execution, nowMs)',
    'execution.closed || nowMs >= execution.executeByMs',
  ),
  execution('stop.ts', 'what a restore has closed can be stopped', '|| execution.closed || isAfter', '|| isAfter'),
  execution('stop.ts', 'a stopped request leaves work and deadlines', '{ ...execution, closed: true }', 'execution'),
  execution(
    'stop.ts',
    'the entry of a stop forgets the claim',
    'claimedAtMs === null ? {} : { claimed_at: claimedAtMs }',
    'claimedAtMs !== 0 ? {} : { claimed_at: claimedAtMs }',
  ),
  execution('claim.ts', 'a stopped request is executable', ' || settled.stopped !== null) return', ') return'),
  execution(
    'claim.ts',
    'a stopped call is an ordinary failure',
    "state === 'failed' && stopped === null",
    "state === 'failed'",
  ),
  execution('intent-rules.ts', 'a digest of any length', '[0-9a-f]{64}$', '[0-9a-f]+$'),
  // Delivery
  delivery(
    'schedule.ts',
    'the delays grow without bound',
    'Math.min(FIRST_DELAY_MS * 2 ** (failed.failures - 1), LONGEST_DELAY_MS)',
    'FIRST_DELAY_MS * 2 ** (failed.failures - 1)',
  ),
  delivery('schedule.ts', 'tries without end', 'if (failed.nowMs >= failed.untilMs) return null;', ''),
  delivery(
    'schedule.ts',
    'Retry-After shortens a delay',
    'Math.max(jittered, asked)',
    '(failed.retryAfterSeconds === null ? jittered : asked)',
  ),
  delivery('schedule.ts', 'no jitter', 'Math.floor(failed.fraction * (latest - earliest + 1))', '0'),
  delivery('judge-attempt.ts', "an integration's 429 is final", '[408, 425, 429]', '[408, 425]'),
  delivery(
    'judge-attempt.ts',
    'a refused address is retried',
    "kind: 'failed',\n        result: { status: null, outcome: 'refused_address'",
    "kind: 'retry',\n        result: { status: null, outcome: 'refused_address'",
  ),
  delivery('events.ts', 'a report fires the wrong event', 'execution.status === status', 'execution.status !== status'),
  delivery('events.ts', 'an entry of a report is the wrong event', 'data.status === status', 'data.status !== status'),
  delivery(
    'events.ts',
    'no request.failed',
    "request.state === 'failed' ? request.endedAtMs : null",
    'request.state === null ? request.endedAtMs : null',
  ),
  {
    ...delivery('events.ts', 'one event id for every type', '', ''),
    file: 'src/protocol/identifiers.ts',
    find: "taggedHashHex('service.event.v1', request, type)",
    replace: "taggedHashHex('service.event.v1', request)",
  },
  // Notices, audit, the request object
  notice('notices.ts', 'a re-issue is no new cause', '#${notice.round}.${notice.issue}`', '#${notice.round}`'),
  notice('notices.ts', 'the next round is no new cause', '#${notice.round}.${notice.issue}`', '#${notice.issue}`'),
  in_('request', ['test/core/notice'])(
    'operation.ts',
    'a param may forge a line',
    'value: visibleText(value)',
    'value: value',
  ),
  audit('chain.ts', 'prev not checked', 'if (entry.prev !== last.hash) return', 'if (entry.prev === null) return'),
  audit(
    'chain.ts',
    'the hash not checked',
    'if (hashOf(entry) !== entry.hash) return',
    'if (entry.hash === null) return',
  ),
  audit(
    'chain.ts',
    'a cut tail not noticed',
    'head !== null && last.seq < head.seq ?',
    'head === null && last.seq < 0 ?',
  ),
  audit('chain.ts', 'another chain under the head', 'at.seq === head.seq && at.hash !== head.hash', 'false'),
  audit(
    'chain.ts',
    'every chain begins alike',
    "taggedHashHex('service.audit.v1', org)",
    "taggedHashHex('service.audit.v1')",
  ),
  audit('heads.ts', 'a head is dated before the one before it', 'Math.max(nowMs, last.at)', 'nowMs'),
  audit('heads.ts', 'a head begins anywhere', 'from: last.seq,', 'from: 0,'),
  {
    ...{ name: 'programs read what people wrote', file: 'src/core/request/render.ts', tests: [CEREMONY] },
    find: '{ outcome_reason: request.outcomeReason }',
    replace: '{ outcome_reason: request.reason }',
  },
  request('render.ts', 'decided_at while live', 'live || isOpen(request) ? null', 'isOpen(request) ? null'),
  request(
    'deadlines.ts',
    'the window of a round has no timer',
    "request.state === 'staging' ? request.windowEndsAtMs : null",
    'null',
  ),
  request(
    'journal.ts',
    'a journal without a check',
    'request.journal.length < MAX_UNCHECKED_RECORDS ? null : afterThisMs',
    'null',
  ),
  request('journal.ts', 'a verdict without a check of its own', "'request.denied': true", "'request.denied': false"),
];
