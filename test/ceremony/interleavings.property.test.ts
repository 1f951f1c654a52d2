/**
 * The promises of the ceremony hold in every order of operators’ commands and for every movement of the clock.
 *
 * Each run plays one random interleaving like the use case (settle, remove seats of disabled operators, judge) and compares
 * the result with a much simpler model of what should count. FUZZ_RUNS sets the number of runs, FUZZ_SEED repeats them.
 */
import * as fc from 'fast-check';
import type { OperatorId } from '../../src/protocol/identifiers';
import { disableSeats } from '../../src/service/ceremony/rules/disable-seat';
import { propose } from '../../src/service/ceremony/rules/propose';
import { abortRequest, refuseRequest, restartRound } from '../../src/service/ceremony/rules/refuse';
import { withNewCode } from '../../src/service/ceremony/rules/reissue';
import { settle } from '../../src/service/ceremony/rules/settle';
import { turnKey } from '../../src/service/ceremony/rules/turn';
import { withdrawTurn } from '../../src/service/ceremony/rules/withdraw';
import { eventsOf } from '../../src/service/delivery/rules/events';
import { newNotices, noticeName } from '../../src/service/notice/rules/notices';
import { resolve } from '../../src/service/policy/rules/resolve';
import { renderRequest } from '../../src/service/request/rules/render';
import { isOpen, outcomeOf, type Request, turnsOf } from '../../src/service/request/rules/request';
import { A_PROPOSAL, aPolicy, at, op, operators } from '../support/builders';
import { runs } from '../support/runs';

const RUNS = runs('FUZZ_RUNS', 125);
const SEED = process.env.FUZZ_SEED === undefined ? {} : { seed: Number(process.env.FUZZ_SEED) };
const IDS = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta', 'op_echo'];
const CREATED = at('12:00');

type Act =
  /** `age`: how many rounds and issues ago this was the right code; 0 for the current code. */
  | { do: 'turn'; by: number; age: number; named: boolean }
  | { do: 'wrong'; by: number; times: number }
  | { do: 'withdraw' | 'refuse' | 'abort' | 'restart' | 'reissue' | 'disable'; by: number }
  | { do: 'wait'; ms: number };

const person = fc.integer({ min: 0, max: 4 });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('turn' as const),
      by: person,
      age: fc.constantFrom(0, 0, 0, 1),
      named: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wrong' as const), by: person, times: fc.constantFrom(1, 1, 4, 5) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('withdraw' as const), by: person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reissue' as const), by: person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('disable' as const), by: person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('refuse', 'abort', 'restart'), by: person }) },
  {
    weight: 6,
    // Often exactly to the end of a window or of the TTL, or one millisecond before or after it.
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(0, 1, 59_999, 60_000, 60_001) },
        { weight: 4, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
        { weight: 1, arbitrary: fc.constantFrom(1_800_000, 3_240_000, 3_599_999, 3_600_000) },
      ),
    }),
  },
);

const ceremony = fc.record({
  people: fc.integer({ min: 2, max: 5 }),
  quorum: fc.integer({ min: 1, max: 4 }),
  mode: fc.constantFrom('independent' as const, 'coincident' as const),
  denySelfApproval: fc.boolean(),
  integration: fc.constantFrom(null, 'bank'),
  acts: fc.array(act, { minLength: 1, maxLength: 40 }),
});

type Ceremony = typeof ceremony extends fc.Arbitrary<infer T> ? T : never;

const tally: Record<string, number> = {};

test(
  'no interleaving of operators, codes and time breaks a promise of the ceremony',
  () => {
    fc.assert(fc.property(ceremony, play), { numRuns: RUNS, ...SEED });
  },
  Math.max(30_000, RUNS * 10),
);

test('the random interleavings reach every outcome', () => {
  for (const what of Object.keys(tally)) delete tally[what];
  // One in forty is denied or expires, so a few newly drawn ones might contain none.
  fc.assert(fc.property(ceremony, play), { numRuns: 300, seed: 1 });
  const ends = ['authorized', 'denied', 'expired', 'aborted', 'open', 'collapsed', 'old code', 'disabled'];
  expect(ends.filter((what) => tally[what] === undefined)).toEqual([]);
});

function play(given: Ceremony): void {
  const opened = open(given);
  if (opened === null) return;
  const account = new Account(opened, given);
  let request: Request = opened;
  let nowMs = CREATED;
  for (const step of given.acts) {
    if (step.do === 'wait') {
      nowMs += step.ms;
      continue;
    }
    const before = request;
    const present = disableSeats(settle(before, nowMs).request, account.disabled, nowMs).request;
    account.timePassed(before, nowMs);
    request = apply(present, step, account, nowMs);
    account.check(before, request, nowMs);
  }
  count(outcomeOf(request) ?? 'open');
}

function open({ people, quorum, mode, denySelfApproval, integration }: Ceremony): Request | null {
  const ids = IDS.slice(0, people);
  const policy = aPolicy({
    roster: ids.map(op),
    quorum: { default: quorum, min: 1, max: people, selectable: false },
    mode,
    denySelfApproval,
    integration,
  });
  const resolution = resolve(policy, operators(...ids), { ...A_PROPOSAL, quorum: null });
  return resolution.refusal === null ? propose(A_PROPOSAL, policy, resolution, CREATED).request : null;
}

function apply(request: Request, step: Exclude<Act, { do: 'wait' }>, account: Account, nowMs: number): Request {
  const operator = op(IDS[step.by]!);
  switch (step.do) {
    case 'turn': {
      const typed = account.codeOf(operator, step.age);
      const round = step.named ? account.round - step.age : null;
      // The code is right for one round and one issue of the seat, as the real one is.
      const isRightCode = (now: number, seat: { issue: number }) => typed === `${now}.${seat.issue}`;
      const turned = turnKey(request, { operator, round, isRightCode }, nowMs);
      if (step.age > 0) count('old code');
      if (turned.ok && turned.value.right) account.turned(operator, typed, nowMs);
      if (turned.ok && !turned.value.right) account.wrong(operator);
      return turned.ok ? turned.value.change.request : request;
    }
    case 'wrong': {
      let after = request;
      for (let time = 0; time < step.times; time++) {
        const turned = turnKey(after, { operator, round: null, isRightCode: () => false }, nowMs);
        if (!turned.ok) break;
        account.wrong(operator);
        after = turned.value.change.request;
      }
      return after;
    }
    case 'disable':
      account.disabled.add(operator);
      if (isOpen(request)) account.turns.delete(operator);
      count('disabled');
      return disableSeats(request, account.disabled, nowMs).request;
    case 'withdraw': {
      const withdrawn = withdrawTurn(request, operator, nowMs);
      if (withdrawn.ok) account.turns.delete(operator);
      return withdrawn.ok ? withdrawn.value.request : request;
    }
    case 'reissue': {
      const reissued = withNewCode(request, { seat: operator, admin: op('op_admin') }, nowMs);
      if (reissued.ok) account.reissued(operator);
      return reissued.ok ? reissued.value.request : request;
    }
    default: {
      const note = { operator, note: null, outcomeReason: null };
      const stopped =
        step.do === 'refuse'
          ? refuseRequest(request, note, nowMs)
          : step.do === 'abort'
            ? abortRequest(request, note, nowMs)
            : restartRound(request, operator, nowMs);
      return stopped.ok ? stopped.value.request : request;
    }
  }
}

/** The simple model of what should count: turns, the round and the codes. It shares nothing with the code under test. */
class Account {
  round = 1;
  readonly turns = new Map<OperatorId, number>();
  readonly disabled = new Set<OperatorId>();
  private readonly issues = new Map<OperatorId, number>();
  private readonly wrongs = new Map<OperatorId, number>();
  private readonly told = new Set<string>();
  private windowEndsAtMs: number | null = null;

  constructor(
    opened: Request,
    private readonly given: Ceremony,
  ) {
    this.tell(null, opened);
  }

  codeOf(operator: OperatorId, age: number): string {
    const issue = this.issues.get(operator) ?? 0;
    if (age === 0) return `${this.round}.${issue}`;
    return issue > 0 ? `${this.round}.${issue - 1}` : `${this.round - 1}.${issue}`;
  }

  timePassed(before: Request, nowMs: number): void {
    if (!isOpen(before) || nowMs >= before.expiresAtMs) return;
    if (this.windowEndsAtMs === null || nowMs < this.windowEndsAtMs) return;
    this.round += 1;
    this.turns.clear();
    this.wrongs.clear();
    this.windowEndsAtMs = null;
    count('collapsed');
  }

  turned(operator: OperatorId, typed: string, nowMs: number): void {
    // An old round's or an old issue's code never counts.
    expect(typed).toBe(this.codeOf(operator, 0));
    // Nobody counts twice. Disabled, locked and struck operators do not count, and no turn counts at or after the TTL.
    expect(this.turns.has(operator)).toBe(false);
    expect(this.disabled.has(operator)).toBe(false);
    expect(this.wrongs.get(operator) ?? 0).toBeLessThan(5);
    expect(this.given.denySelfApproval && operator === A_PROPOSAL.requester).toBe(false);
    expect(nowMs).toBeLessThan(CREATED + 3_600_000);
    if (this.turns.size === 0 && this.given.mode === 'coincident') this.windowEndsAtMs = nowMs + 60_000;
    this.turns.set(operator, nowMs);
  }

  wrong(operator: OperatorId): void {
    this.wrongs.set(operator, (this.wrongs.get(operator) ?? 0) + 1);
    expect(this.wrongs.get(operator)).toBeLessThanOrEqual(5);
  }

  reissued(operator: OperatorId): void {
    this.issues.set(operator, (this.issues.get(operator) ?? 0) + 1);
    this.wrongs.set(operator, 0);
  }

  check(before: Request, after: Request, nowMs: number): void {
    if (this.turns.size === 0) this.windowEndsAtMs = null;
    this.tell(before, after);
    if (!isOpen(before)) this.nothingMovesAfterAVerdict(before, after);
    const rendered = renderRequest(after, null, nowMs);
    const counted = [...this.turns];
    if (isOpen(after)) {
      expect(nowMs).toBeLessThan(after.expiresAtMs);
      expect(turnsOf(after).map(({ operator, atMs }) => [operator, atMs])).toEqual(counted);
      expect(counted.length).toBeLessThan(after.policy.quorum);
      expect(after.round).toBe(this.round);
      expect(after.state).toBe(counted.length > 0 ? 'staging' : 'notified');
    }
    if (outcomeOf(after) !== 'authorized') {
      expect(rendered.approvers).toEqual([]);
      return;
    }
    expect(rendered.approvers).toEqual(counted.map(([operator]) => operator));
    // Exactly the quorum of its policy version, because the last key decides.
    expect(new Set(rendered.approvers).size).toBe(this.given.quorum);
  }

  private nothingMovesAfterAVerdict(before: Request, after: Request): void {
    expect(outcomeOf(after)).toBe(outcomeOf(before));
    const [verdict, ...later] = eventsOf(after);
    expect(verdict).toEqual(eventsOf(before)[0]);
    // Only an integration's window may still close.
    expect(later.map((event) => event.type).filter((type) => type !== 'request.failed')).toEqual([]);
    if (after.state !== 'failed') expect(after).toEqual(before);
  }

  /** Nobody is told twice of one cause. Somebody who took a key back may be owed the same reminder or warning again. */
  private tell(before: Request | null, after: Request): void {
    for (const cause of newNotices(before, after).map(noticeName)) {
      expect(this.told.has(cause) && !/#(reminder|warning)#/.test(cause)).toBe(false);
      this.told.add(cause);
    }
  }
}

function count(what: string): void {
  tally[what] = (tally[what] ?? 0) + 1;
}
