/** Groups that an admin saves and deletes, over tables in memory. */
import { makeEdit } from '../../../src/app/administration/make-edit';
import { backtestAction, previewAction } from '../../../src/app/policy/evaluate-policy';
import { groupsFor, liveGroups } from '../../../src/app/policy/read-groups';
import type { Policy } from '../../../src/core/policy/policy';
import { DEMO_ORG } from '../../../src/local/demo';
import type { ActionId, GroupId, OperatorId } from '../../../src/protocol/identifiers';
import { ALPHA, accepted, aNewPolicy, aPolicy } from '../../support/builders';
import { type Ledger, openLedger } from '../../support/ledger';
import { PERMIT } from '../../support/permit';

const BY = { org: DEMO_ORG, by: 'op_alpha' };
const FINANCE = 'grp_finance' as GroupId;

describe('a group', () => {
  let ledger: Ledger;
  beforeEach(async () => {
    ledger = await openLedger({ memory: true });
  });
  afterEach(() => ledger?.stop());

  const ONE = { default: 1, min: 1, max: 2, selectable: false };
  const act = async (id: string, policy: Partial<Policy>) => {
    const edit = { kind: 'put_action', policy: aNewPolicy({ id: id as ActionId, ...policy }) } as const;
    return accepted(await makeEdit(ledger.ports, BY, edit, PERMIT));
  };
  const save = (operator: string, ifRevision: number | null = null, name = 'Finance') => {
    const members = [{ operator: operator as OperatorId, startsAtMs: null, endsAtMs: null }];
    const group = { id: FINANCE, name, members };
    return makeEdit(ledger.ports, BY, { kind: 'put_group', group, ifRevision }, PERMIT);
  };
  const remove = () => makeEdit(ledger.ports, BY, { kind: 'delete_group', id: FINANCE }, PERMIT);

  it('a group with a member who is no operator is not saved, and the answer names the member', async () => {
    const refused = await save('op_zulu');
    expect(refused).toMatchObject({ ok: false, error: { reason: 'invalid_group' } });
    expect(JSON.stringify(refused)).toContain('op_zulu');
    expect(await ledger.ports.config.group(DEMO_ORG, FINANCE)).toBeNull();
  });

  it('a group is saved only from the revision that the admin saw', async () => {
    expect(await save('op_bravo', 0)).toMatchObject({ ok: true, value: { revision: 1 } });
    expect(await save('op_charlie', 0)).toEqual({ ok: false, error: { reason: 'version_moved', current: 1 } });
    expect(await save('op_charlie', 1)).toMatchObject({ ok: true, value: { revision: 2 } });
  });

  it('a group is recorded with its revision, its members and the actions that name it, and a deleted one is created again', async () => {
    const facts = async () => {
      const { name, members, deletedAtMs, journal } = (await ledger.ports.config.group(DEMO_ORG, FINANCE))!;
      const { kind, data } = journal.at(-1)!.entries.at(-1)!;
      return [name, members.length, deletedAtMs === null, kind, data];
    };
    await save('op_bravo');
    expect(await facts()).toEqual([
      ...['Finance', 1, true, 'group.created'],
      { revision: 1, members: ['op_bravo'], affects: [] },
    ]);
    await act('pay', { roster: [FINANCE, ALPHA], quorum: ONE });
    await act('gone', { roster: [FINANCE, ALPHA], quorum: ONE });
    const id = 'gone' as ActionId;
    await makeEdit(ledger.ports, BY, { kind: 'delete_action', id }, PERMIT);
    await save('op_charlie', null, 'Money');
    expect(await facts()).toEqual([
      ...['Money', 1, true, 'group.updated'],
      { revision: 2, members: ['op_charlie'], affects: ['pay'] },
    ]);
    expect(await remove()).toEqual({ ok: false, error: { reason: 'group_in_use', actions: ['pay'] } });
    await act('pay', { roster: [ALPHA], quorum: { ...ONE, max: 1 } });
    expect(await remove()).toMatchObject({ ok: true, value: { revision: 3 } });
    await save('op_bravo', 0);
    expect(await facts()).toEqual([
      ...['Finance', 1, true, 'group.created'],
      { revision: 4, members: ['op_bravo'], affects: [] },
    ]);
  });

  it('a preview asks the members of now, and a back-test those of the time of each request', async () => {
    const quorum = { ...ONE, default: 1, max: 1 };
    await save('op_charlie');
    await act('demo.solo', { roster: [FINANCE], quorum });
    const { body } = await ledger.v1('proposer', 'POST', '/v1/requests', {
      body: { action: 'demo.solo', requester: 'op_alpha' },
    });
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

  it('a deleted group counts in no policy, and cannot be deleted again', async () => {
    await save('op_bravo');
    const policy = aPolicy({ roster: [FINANCE] });
    expect((await groupsFor(ledger.ports.config, DEMO_ORG, policy)).map(({ id }) => id)).toEqual([FINANCE]);
    expect(await remove()).toMatchObject({ ok: true });
    expect(await liveGroups(ledger.ports.config, DEMO_ORG)).toEqual([]);
    expect(await groupsFor(ledger.ports.config, DEMO_ORG, policy)).toEqual([]);
    expect(await remove()).toEqual({ ok: false, error: { reason: 'not_found' } });
  });
});
