/** Groups that an admin saves and deletes, over tables in memory. */

import { DEMO_ORG, FOUR_EYES_ORG } from '../../src/local/demo';
import { person } from '../../src/protocol/actor';
import type { ActionId, GroupId, OperatorId } from '../../src/protocol/identifiers';
import { makeEdit } from '../../src/service/administration/use-cases/make-edit';
import type { Membership } from '../../src/service/policy/rules/groups';
import type { Policy } from '../../src/service/policy/rules/policy';
import { backtestAction, previewAction } from '../../src/service/policy/use-cases/evaluate-policy';
import { groupsFor, liveGroups } from '../../src/service/policy/use-cases/read-groups';
import { warnOfOneSet } from '../../src/service/policy/use-cases/warn-one-set';
import { ALPHA, accepted, aNewPolicy, aPolicy, at, BRAVO, CHARLIE, DELTA } from '../support/builders';
import { aDisplay } from '../support/displays';
import { openLedger } from '../support/ledger';
import { openedForEach } from '../support/opened';
import { PERMIT } from '../support/permit';

const BY = { org: DEMO_ORG, by: person('op_alpha') };
const [FINANCE, OTHERS] = ['grp_finance', 'grp_others'] as GroupId[] as [GroupId, GroupId];
const ledger = openedForEach(() => openLedger({ memory: true }));

describe('a group', () => {
  const ONE = { default: 1, min: 1, max: 2, selectable: false };
  const act = async (id: string, policy: Partial<Policy>) => {
    const edit = { kind: 'put_action', policy: aNewPolicy({ id: id as ActionId, ...policy }) } as const;
    return accepted(await makeEdit(ledger.ports, BY, edit, PERMIT));
  };
  const save = (operator: string) => {
    const members = [{ operator: operator as OperatorId, startsAtMs: null, endsAtMs: null }];
    return makeEdit(ledger.ports, BY, { kind: 'put_group', group: { id: FINANCE, name: 'Finance', members } }, PERMIT);
  };
  const remove = () => makeEdit(ledger.ports, BY, { kind: 'delete_group', id: FINANCE }, PERMIT);

  it('a preview asks the members of now, and a back-test those of the time of each request', async () => {
    const quorum = { ...ONE, default: 1, max: 1 };
    await save('op_charlie');
    await act('demo.solo', { roster: [FINANCE], quorum });
    const { body } = await ledger.propose();
    const createdAtMs = body.request.created_at as number;
    const tried = aNewPolicy({ id: 'demo.solo' as ActionId, roster: [FINANCE], quorum });
    const members = (operator: string, times: object) => ({
      ...{ operator: operator as OperatorId, startsAtMs: null, endsAtMs: null },
      ...times,
    });
    const both = [
      members('op_charlie', { endsAtMs: createdAtMs + 1 }),
      members('op_bravo', { startsAtMs: createdAtMs + 1 }),
    ];
    const group = { id: FINANCE, name: 'Finance', members: both };
    await makeEdit(ledger.ports, BY, { kind: 'put_group', group }, PERMIT);
    const deps = { ...ledger.ports, clock: { nowMs: () => createdAtMs + 1 } };
    const proposal = { requester: ALPHA, params: {}, quorum: null };
    const previewed = await previewAction(deps, DEMO_ORG, tried.id, proposal, tried);
    expect(previewed).toMatchObject({ ok: true, value: { resolution: { seats: ['op_bravo'], refusal: null } } });
    expect(await backtestAction(deps, DEMO_ORG, tried, 0)).toMatchObject({
      ok: true,
      value: { lookedAt: 1, different: [] },
    });
    // The stored policy's group is read, although the policy that is tried names none.
    const alone = aNewPolicy({ id: tried.id, roster: [ALPHA], quorum });
    const tested = await backtestAction(deps, DEMO_ORG, alone, 0);
    expect(tested).toMatchObject({
      ok: true,
      value: { different: [{ was: { quorum: 1, seats: ['op_charlie'] }, wouldBe: { quorum: 1, seats: [ALPHA] } }] },
    });
  });

  it('a deleted group counts in no policy', async () => {
    await save('op_bravo');
    const policy = aPolicy({ roster: [FINANCE] });
    expect((await groupsFor(ledger.ports.config, DEMO_ORG, policy)).map(({ id }) => id)).toEqual([FINANCE]);
    expect(await remove()).toMatchObject({ ok: true });
    expect(await liveGroups(ledger.ports.config, DEMO_ORG)).toEqual([]);
    expect(await groupsFor(ledger.ports.config, DEMO_ORG, policy)).toEqual([]);
  });
});

/** When admins are told that only one set of operators can meet a policy, and when they are told again, over tables in memory. */
describe('only one set of operators', () => {
  const NOON = at('12:00');
  const quorum = { default: 1, min: 1, max: 2, selectable: false };
  /** Alpha and Bravo are the members of Finance. Both keys are required. */
  const BOTH: Partial<Policy> = { roster: [ALPHA, BRAVO, CHARLIE], quorum, requires: [{ group: FINANCE, keys: 2 }] };
  const rules = [{ when: [{ param: 'amount', op: 'present' as const }], quorum: 1 }];

  let nowMs: number;
  beforeEach(async () => {
    nowMs = NOON;
    await group(ALPHA, BRAVO);
  });

  const put = async (policy: Partial<Policy> = BOTH, id = 'pay') => {
    const edit = { kind: 'put_action', policy: aNewPolicy({ id: id as ActionId, ...policy }) } as const;
    return accepted(await makeEdit(ledger.ports, BY, edit, PERMIT));
  };
  const group = (...members: readonly (string | Partial<Membership>)[]) => save(FINANCE, members);
  const save = async (id: GroupId, members: readonly (string | Partial<Membership>)[]) => {
    const all = members.map((one) => ({
      ...{ operator: ALPHA, startsAtMs: null, endsAtMs: null },
      ...((typeof one === 'string' ? { operator: one } : one) as Partial<Membership>),
    }));
    const edit = { kind: 'put_group', group: { id, name: 'Finance', members: all } } as const;
    return accepted(await makeEdit(ledger.ports, BY, edit, PERMIT));
  };
  /** Judges as after each edit. Answers what was told now. */
  async function judged() {
    const told = () => ledger.entries(DEMO_ORG, 'action.one_set');
    const before = new Set((await told()).map(({ subject }) => subject));
    await warnOfOneSet({ ...ledger.ports, clock: { nowMs: () => nowMs } }, DEMO_ORG);
    return (await told()).filter(({ subject }) => !before.has(subject)).map(({ data }) => data);
  }

  it('admins are told of a set with its action, the version and the operators', async () => {
    await put();
    await put();
    expect(await judged()).toEqual([{ action: 'pay', version: 2, operators: [ALPHA, BRAVO] }]);
  });

  it.each<[string, () => Promise<unknown>, boolean]>([
    ['nothing has changed', async () => undefined, false],
    ['its title changed', () => put({ ...BOTH, title: 'Pay out' }), false],
    ['its display changed', () => put({ ...BOTH, display: aDisplay() }), false],
    ['its time to live changed', () => put({ ...BOTH, ttlSeconds: 7200 }), false],
    ['its quorum changed', () => put({ ...BOTH, quorum: { ...quorum, selectable: true } }), true],
    ['its roster changed', () => put({ ...BOTH, roster: [ALPHA, BRAVO, DELTA] }), true],
    ['its rules changed', () => put({ ...BOTH, paramRules: rules }), true],
    [
      'its requirements changed',
      async () => {
        await save(OTHERS, [ALPHA, BRAVO]);
        const requires = [FINANCE, OTHERS].map((name) => ({ group: name, keys: 1 }));
        await put({ ...BOTH, requires });
      },
      true,
    ],
    ['the set changed with the members of a group', () => group(ALPHA, CHARLIE), true],
    [
      'the set came back',
      () =>
        group(CHARLIE, ALPHA)
          .then(judged)
          .then(() => group(BRAVO, ALPHA)),
      false,
    ],
    ['a third member was added', () => group(ALPHA, BRAVO, CHARLIE), false],
    ['a third member is disabled', () => group(ALPHA, BRAVO, CHARLIE).then(() => disable(CHARLIE)), false],
    ['one of the two is disabled', () => disable(BRAVO), false],
    ['another action has the same policy', () => put(BOTH, 'ship'), true],
  ])('admins who were told of a set are told again, or not, when %s', async (_, edit, isTold) => {
    await put();
    expect(await judged()).toHaveLength(1);
    await edit();
    expect((await judged()).length > 0).toBe(isTold);
  });

  const disable = async (id: string) => {
    const operator = (await ledger.ports.config.operator(DEMO_ORG, id as never))!;
    await ledger.ports.config.saveOperator({ ...operator, enabled: false, revision: operator.revision + 1 }, PERMIT);
  };

  it('admins are told of every action that has a set, also behind one that has none', async () => {
    await group(ALPHA, BRAVO, CHARLIE);
    await put({ ...BOTH, roster: [ALPHA, BRAVO, CHARLIE] }, 'a');
    await put({ ...BOTH, roster: [ALPHA, BRAVO] }, 'b');
    await put({ ...BOTH, roster: [ALPHA, BRAVO] }, 'c');
    expect((await judged()).map(({ action }) => action).sort()).toEqual(['b', 'c']);
  });

  it('admins are told of the set of a rule, where the policy itself requires nothing', async () => {
    const { requires, ...plain } = BOTH;
    await put({ ...plain, paramRules: [{ ...rules[0]!, requires }] });
    expect(await judged()).toMatchObject([{ operators: [ALPHA, BRAVO] }]);
  });

  it('admins are told of a set when a membership has ended, without an edit', async () => {
    await group(ALPHA, BRAVO, { operator: CHARLIE, endsAtMs: NOON + 1 });
    await put();
    expect(await judged()).toEqual([]);
    nowMs = NOON + 1;
    expect(await judged()).toMatchObject([{ operators: [ALPHA, BRAVO] }]);
  });

  it('admins are told nothing of an action that was deleted, or of one of another organization', async () => {
    await put();
    await makeEdit(ledger.ports, BY, { kind: 'delete_action', id: 'pay' as ActionId }, PERMIT);
    expect(await judged()).toEqual([]);
    await warnOfOneSet(ledger.ports, FOUR_EYES_ORG);
    expect(await ledger.entries(FOUR_EYES_ORG, 'action.one_set')).toEqual([]);
  });
});
