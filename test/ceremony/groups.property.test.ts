/**
 * For random groups and requirements, and every order in which operators turn keys, take them back and are disabled, the
 * decision equals that of a brute-force matching (test/support/matching.ts).
 */
import * as fc from 'fast-check';
import type { GroupId, OperatorId } from '../../src/protocol/identifiers';
import { disableSeats } from '../../src/service/ceremony/rules/disable-seat';
import { propose } from '../../src/service/ceremony/rules/propose';
import { settle } from '../../src/service/ceremony/rules/settle';
import { turnKey } from '../../src/service/ceremony/rules/turn';
import { withdrawTurn } from '../../src/service/ceremony/rules/withdraw';
import { resolve } from '../../src/service/policy/rules/resolve';
import { isOpen, outcomeOf, type Request } from '../../src/service/request/rules/request';
import { A_PROPOSAL, aPolicy, at, op, operators } from '../support/builders';
import { canTakeAll } from '../support/matching';
import { runs } from '../support/runs';

const RUNS = runs('FUZZ_RUNS', 125);
const IDS = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta', 'op_echo', 'op_foxtrot'];
const GROUPS = ['grp_a', 'grp_b', 'grp_c', 'grp_d'];
const CREATED = at('12:00');
const WINDOW_MS = 60_000;

const act = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('turn' as const), by: fc.integer({ min: 0, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), by: fc.integer({ min: 0, max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disable' as const), by: fc.integer({ min: 0, max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), by: fc.constant(0) }) },
);
const drawn = fc.record({
  mode: fc.constantFrom('independent' as const, 'coincident' as const),
  quorum: fc.integer({ min: 1, max: 4 }),
  requires: fc
    .uniqueArray(fc.constantFrom(...GROUPS), { minLength: 1, maxLength: 4 })
    .chain((groups) =>
      fc.tuple(...groups.map((group) => fc.record({ group: fc.constant(group), keys: fc.constantFrom(1, 1, 2) }))),
    ),
  members: fc.tuple(...IDS.map(() => fc.subarray(GROUPS))),
  acts: fc.array(act, { minLength: 3, maxLength: 25 }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

const seen = { refused: 0, authorized: 0, aborted: 0, open: 0, moreThanQuorum: 0 };

test(
  'a decision over groups is the one of a brute-force matching, in every order of turns, withdrawals and disabling',
  () => {
    fc.assert(fc.property(drawn, play), { numRuns: RUNS });
    expect(Object.entries(seen).filter(([, times]) => times === 0)).toEqual([]);
  },
  Math.max(30_000, RUNS * 10),
);

function play(given: Drawn): void {
  const { mode, requires, members } = given;
  const people = IDS.map((operator, index) => ({ operator, groups: members[index]! }));
  const sum = requires.reduce((total, { keys }) => total + keys, 0);
  const quorum = Math.max(given.quorum, sum);
  const isEnough = (some: ReadonlySet<string>) => {
    const those = people.filter(({ operator }) => some.has(operator));
    return those.length >= quorum && canTakeAll(requires, those);
  };
  const policy = aPolicy({
    roster: IDS.map(op),
    quorum: { default: given.quorum, min: 1, max: 6, selectable: false },
    requires: requires.map(({ group, keys }) => ({ group: group as GroupId, keys })),
    mode,
    coincidenceSeconds: WINDOW_MS / 1000,
    denySelfApproval: false,
  });
  const groups = GROUPS.map((id) => ({
    id: id as GroupId,
    name: id,
    revision: 1,
    members: people.filter((person) => person.groups.includes(id)).map(({ operator }) => op(operator)),
  }));
  const resolution = resolve(policy, operators(...IDS), { ...A_PROPOSAL, quorum: null }, groups);
  expect(resolution.quorum).toBe(quorum);
  expect(resolution.refusal === null).toBe(isEnough(new Set(IDS)));
  if (resolution.refusal !== null) return void seen.refused++;
  run(propose(A_PROPOSAL, policy, resolution, CREATED).request, given, isEnough, quorum);
}

function run(opened: Request, { mode, acts }: Drawn, isEnough: (some: ReadonlySet<string>) => boolean, quorum: number) {
  let request = opened;
  let nowMs = CREATED;
  let startedAtMs: number | null = null;
  const turned = new Set<string>();
  const disabled = new Set<OperatorId>();
  for (const { do: what, by } of acts) {
    nowMs += what === 'wait' ? WINDOW_MS : 1;
    if (startedAtMs !== null && nowMs >= startedAtMs + WINDOW_MS) {
      turned.clear();
      startedAtMs = null;
    }
    request = settle(request, nowMs).request;
    const operator = op(IDS[by]!);
    if (what === 'turn') {
      const result = turnKey(request, { operator, round: null, isRightCode: () => true }, nowMs);
      if (result.ok) {
        request = result.value.change.request;
        turned.add(operator);
        if (mode === 'coincident') startedAtMs ??= nowMs;
      }
    } else if (what === 'withdraw') {
      const result = withdrawTurn(request, operator, nowMs);
      if (result.ok) {
        request = result.value.request;
        turned.delete(operator);
      }
    } else if (what === 'disable') {
      disabled.add(operator);
      request = disableSeats(request, disabled, nowMs).request;
      turned.delete(operator);
    }
    if (turned.size === 0) startedAtMs = null;
    const present = new Set(IDS.filter((id) => !disabled.has(op(id))));
    const expected = isEnough(turned) ? 'authorized' : isEnough(present) ? null : 'aborted';
    expect(outcomeOf(request)).toBe(expected);
    if (!isOpen(request)) break;
  }
  if (turned.size > quorum) seen.moreThanQuorum++;
  seen[(outcomeOf(request) ?? 'open') as 'authorized' | 'aborted' | 'open']++;
}
