/** Ids that operators, groups and actions cannot have, in every edit that makes one (docs/design.md#audit-chain). */

import { DEMO_ORG } from '../../src/local/demo';
import { ACTOR_IDS, person, SET_UP } from '../../src/protocol/actor';
import type { ActionId, GroupId, OperatorId } from '../../src/protocol/identifiers';
import type { EditKind, EditOf } from '../../src/service/administration/rules/edits';
import { makeEdit } from '../../src/service/administration/use-cases/make-edit';
import { openSetUp } from '../../src/service/administration/use-cases/set-up';
import { accepted, aNewPolicy, refused } from '../support/builders';
import { openLedger } from '../support/ledger';
import { openedForEach } from '../support/opened';
import { PERMIT } from '../support/permit';

const ledger = openedForEach(() => openLedger({ memory: true }));
const make = (edit: EditOf<EditKind>) =>
  makeEdit<EditKind>(
    { ...ledger.ports, platformActions: new Map() } as never,
    { org: DEMO_ORG, by: person('op_alpha') },
    edit,
    PERMIT,
  );
const operatorOf = (id: string) => ({
  id: id as OperatorId,
  name: 'Nina',
  email: 'nina@acme.dev',
  role: 'operator' as const,
});

const RESERVED = [...ACTOR_IDS, 'grp_finance', `key_${'0'.repeat(24)}`, 'key_', `clm_${'0'.repeat(24)}`];

it.each(RESERVED)('no operator is added, invited or set up with the reserved id %s', async (id) => {
  const operator = operatorOf(id);
  const refusal = { reason: 'id_reserved', ids: [id] };
  expect(refused(await make({ kind: 'create_operator', operator }))).toEqual(refusal);
  expect(refused(await make({ kind: 'invite_operators', operators: [operatorOf('op_free'), operator] }))).toEqual(
    refusal,
  );
  const door = accepted(await openSetUp(ledger.ports, { org: DEMO_ORG, by: SET_UP }));
  expect(refused(await door.createOperator(operator))).toEqual(refusal);
  expect(await ledger.ports.config.operator(DEMO_ORG, operator.id)).toBeNull();
});

it.each(['systems', 'keys', 'op_system', 'grpx', 'clm'])(
  'an id that only resembles a reserved one is free: %s',
  async (id) => {
    accepted(await make({ kind: 'create_operator', operator: operatorOf(id) }));
  },
);

it.each(['finance', 'op_alpha', 'system', 'key_1', 'GRP_x'])(
  'no group is saved without the prefix of groups: %s',
  async (id) => {
    const group = { id: id as GroupId, name: 'Finance', members: [] };
    expect(refused(await make({ kind: 'put_group', group }))).toMatchObject({
      reason: 'invalid_group',
      problems: [expect.stringMatching(/^id: must start with "grp_"/)],
    });
  },
);

it('no action is saved with the prefix of the service', async () => {
  const edit = { kind: 'put_action', policy: aNewPolicy({ id: 'service.pay' as ActionId }) } as const;
  expect(refused(await make(edit))).toMatchObject({ reason: 'invalid_policy' });
});
