/** Groups that an admin saves and deletes, over tables in memory. */
import { deleteGroup, putGroup } from '../../../src/app/policy/edit-group';
import { groupsFor, liveGroups } from '../../../src/app/policy/read-groups';
import { DEMO_ORG } from '../../../src/local/demo';
import type { GroupId, OperatorId } from '../../../src/protocol/identifiers';
import { aPolicy } from '../../support/builders';
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

  const save = (operator: string, ifRevision: number | null = null) => {
    const members = [{ operator: operator as OperatorId, startsAtMs: null, endsAtMs: null }];
    const group = { id: FINANCE, name: 'Finance', members };
    return putGroup(ledger.ports, BY, { kind: 'put_group', group, ifRevision }, PERMIT);
  };
  const remove = () => deleteGroup(ledger.ports, BY, { kind: 'delete_group', id: FINANCE }, PERMIT);

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
