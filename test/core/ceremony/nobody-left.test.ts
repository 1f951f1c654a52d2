/** A request ends when the operators who turned a key or still can cannot meet its policy, whatever they do. */
import { disableSeats } from '../../../src/core/ceremony/disable-seat';
import { turnKey } from '../../../src/core/ceremony/turn';
import { onlySetOf } from '../../../src/core/policy/one-set';
import { MAX_REISSUES } from '../../../src/core/request/limits';
import type { Notified, Request } from '../../../src/core/request/request';
import type { GroupId } from '../../../src/protocol/identifiers';
import { accepted, aPolicy, aRequest, aSeat, op, operators } from '../../support/builders';

const FINANCE = 'grp_finance' as GroupId;

/** Bravo alone is in the group of which a key is required. */
function grouped(more: Partial<Notified> = {}): Notified {
  const request = aRequest();
  return {
    ...request,
    policy: {
      ...request.policy,
      quorum: 1,
      requires: [{ group: FINANCE, keys: 1 }],
      groups: [{ id: FINANCE, name: 'Finance', revision: 1 }],
    },
    seats: [aSeat('op_bravo', { groups: [FINANCE], issue: MAX_REISSUES }), aSeat('op_charlie'), aSeat('op_delta')],
    ...more,
  };
}

function wrong(request: Request, operator: string, times: number): Request {
  let after = request;
  for (let n = 0; n < times; n++) {
    const command = { operator: op(operator), round: null, isRightCode: () => false };
    after = accepted(turnKey(after, command, request.createdAtMs + n)).change.request;
  }
  return after;
}

it('a request is aborted when the only member of a group is out of tries and has had every re-issue', () => {
  expect(wrong(grouped(), 'op_bravo', 4).state).toBe('notified');
  expect(wrong(grouped(), 'op_bravo', 5)).toMatchObject({ state: 'aborted', reason: 'nobody_left', decidedBy: [] });
});

it('a request without requirements ends in the same way once the seats that are left are fewer than its quorum', () => {
  const request = aRequest();
  const outOfReissues = request.seats.map((seat) => ({ ...seat, issue: MAX_REISSUES }));
  const [first, second, ...others] = request.seats.map(({ operator }) => operator);
  expect(request.policy).toMatchObject({ quorum: others.length + 1 });
  const one = wrong({ ...request, seats: outOfReissues }, first!, 5);
  expect(one.state).toBe('notified');
  expect(wrong(one, second!, 5)).toMatchObject({ state: 'aborted', reason: 'nobody_left' });
});

it('a request stays open while a re-issue or a new round can still unlock the seat that is needed', () => {
  const reissuable = grouped();
  const [bravo, ...others] = reissuable.seats;
  const request = { ...reissuable, seats: [{ ...bravo!, issue: MAX_REISSUES - 1 }, ...others] };
  expect(wrong(request, 'op_bravo', 5).state).toBe('notified');
  const coincident = grouped();
  const inRounds = { ...coincident, policy: { ...coincident.policy, mode: 'coincident' as const } };
  expect(wrong(inRounds, 'op_bravo', 5).state).toBe('notified');
});

it('a request is aborted when the only member of a group is disabled, although the quorum could be met', () => {
  const change = disableSeats(grouped(), new Set([op('op_bravo')]), grouped().createdAtMs);
  expect(change.request).toMatchObject({ state: 'aborted', reason: 'nobody_left' });
});

describe('the only set of operators who can meet a policy', () => {
  const all = operators('op_bravo', 'op_charlie', 'op_delta');
  const groupOf = (...members: readonly string[]) => [
    { id: FINANCE, name: 'Finance', revision: 1, members: members.map(op) },
  ];
  const policy = aPolicy({
    roster: [op('op_bravo'), op('op_charlie'), op('op_delta')],
    quorum: { default: 1, min: 1, max: 3, selectable: false },
    requires: [{ group: FINANCE, keys: 2 }],
  });

  it('the only set that can meet a policy is found where each of its operators is needed, and nowhere else', () => {
    expect(onlySetOf(policy, all, groupOf('op_charlie', 'op_bravo'))).toEqual(['op_bravo', 'op_charlie']);
    expect(onlySetOf(policy, all, groupOf('op_bravo', 'op_charlie', 'op_delta'))).toBeNull();
    expect(onlySetOf(policy, all, groupOf('op_bravo'))).toBeNull();
    const { requires: _requires, ...plain } = policy;
    expect(onlySetOf({ ...plain, quorum: { ...plain.quorum, default: 3 } }, all, groupOf())).toBeNull();
  });
});
