/** Groups that an admin saves and deletes, over tables in memory. */
import { makeEdit } from '../../../src/app/administration/make-edit';
import { backtestAction, previewAction } from '../../../src/app/policy/evaluate-policy';
import { groupsFor, liveGroups } from '../../../src/app/policy/read-groups';
import type { Policy } from '../../../src/core/policy/policy';
import { DEMO_ORG } from '../../../src/local/demo';
import type { ActionId, GroupId, OperatorId } from '../../../src/protocol/identifiers';
import { ALPHA, accepted, aNewPolicy, aPolicy } from '../../support/builders';
import { openLedger } from '../../support/ledger';
import { openedForEach } from '../../support/opened';
import { PERMIT } from '../../support/permit';

const BY = { org: DEMO_ORG, by: 'op_alpha' };
const FINANCE = 'grp_finance' as GroupId;

describe('a group', () => {
  const ledger = openedForEach(() => openLedger({ memory: true }));

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
