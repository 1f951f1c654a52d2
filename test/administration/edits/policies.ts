/** Edits of actions and groups. */

import type { ActionId, GroupId, OperatorId } from '../../../src/protocol/identifiers';
import type { EditOf } from '../../../src/service/administration/rules/edits';
import type { Policy } from '../../../src/service/policy/rules/policy';
import { ALPHA, aNewPolicy, CHARLIE, DELTA } from '../../support/builders';
import { after } from './organization';
import type { Rows } from './row';

const PAY = aNewPolicy({ id: 'pay' as ActionId, title: 'Pay' });
const put = (fields: Partial<Policy> = {}): EditOf<'put_action'> => ({
  kind: 'put_action',
  policy: { ...PAY, ...fields },
});
const ONE_KEY = put({ quorum: { ...PAY.quorum, default: 1 } });
const DELETE: EditOf<'delete_action'> = { kind: 'delete_action', id: PAY.id };

const MONEY = 'grp_money' as GroupId;
const group = (name: string, ...operators: readonly OperatorId[]): EditOf<'put_group'> => ({
  kind: 'put_group',
  group: { id: MONEY, name, members: operators.map((operator) => ({ operator, startsAtMs: null, endsAtMs: null })) },
});
const DELETE_GROUP: EditOf<'delete_group'> = { kind: 'delete_group', id: MONEY };
const USES_GROUP = put({
  roster: [ALPHA, MONEY],
  quorum: { ...PAY.quorum, max: 2 },
  requires: [{ group: MONEY, keys: 1 }],
});

const afterPay = <T>(edit: T) => after(edit, put());
const afterGroup = <T>(edit: T) => after(edit, group('Money', CHARLIE));

const ROSTER = '"roster":["op_alpha","op_bravo","op_charlie","op_delta"]';
const CREATED = 'op_bravo: The action pay was created.';
const UPDATED = 'op_bravo: The policy of the action pay was changed. It is version 2 now.';

export const POLICIES = {
  put_action: {
    attempt: () => 'save the action pay',
    edit: put(),
    waits: ['Create the action pay', 'New action: Pay', null],
    lines: [
      'title: Pay',
      'roster: "op_alpha", "op_bravo", "op_charlie", "op_delta"',
      'quorum: 2',
      'minimum quorum: 1',
      'maximum quorum: 3',
      'proposer selects the quorum: allowed',
      'a turn needs: code',
      'mode: independent',
      'coincidence window: 60 s',
      'self approval: allowed',
      'required params: none',
      'rules: none',
      'time to live: 3600 s',
      'open requests at most: no limit',
      'integration: none',
      'display: none',
    ],
    writes: [`action.created pay {"after":"sha256:…","mode":"independent","quorum":2,${ROSTER},"version":1}`],
    tells: [CREATED],
    again: 'is made again',
    more: [
      {
        edit: afterPay(ONE_KEY),
        waits: ['Edit the action pay, version 1', 'Pay: keys needed 2 → 1', 'lowers'],
        lines: ['quorum: 2 → 1'],
        writes: [
          `action.updated pay {"after":"sha256:…","before":"sha256:…","loosened":["quorum"],"mode":"independent","quorum":1,${ROSTER},"version":2}`,
        ],
        tells: [UPDATED],
        again: 'is made again',
      },
      {
        edit: afterPay(put({ quorum: { ...PAY.quorum, min: 2 } })),
        safer: ['Edit the action pay, version 1', 'Pay: fewest keys 1 → 2', 'raises'],
        lines: ['minimum quorum: 1 → 2'],
        writes: [
          `action.updated pay {"after":"sha256:…","before":"sha256:…","mode":"independent","quorum":2,${ROSTER},"version":2}`,
        ],
        tells: [UPDATED],
        again: 'is made again',
      },
      {
        edit: after({ ...put({ title: 'Pay out' }), ifVersion: 0 }, put(), DELETE),
        waits: ['Create the deleted action pay again, from version 1', 'New action: Pay out', null],
        lines: ['title: Pay → Pay out'],
        writes: [`action.created pay {"after":"sha256:…","mode":"independent","quorum":2,${ROSTER},"version":2}`],
        tells: [CREATED],
        again: { refused: 'version_moved' },
      },
    ],
    refused: {
      invalid_policy: { edit: put({ roster: ['op_zulu' as OperatorId] }), facts: { problems: expect.any(Array) } },
      version_moved: { edit: afterPay({ ...ONE_KEY, ifVersion: 7 }), facts: { current: 1 } },
    },
    overtaken: [
      [afterPay(ONE_KEY), ({ make }) => make(put({ title: 'Other' })), 'base_moved'],
      [afterGroup(USES_GROUP), ({ make }) => make(DELETE_GROUP), 'no_longer_valid'],
    ],
  },

  delete_action: {
    edit: afterPay(DELETE),
    writes: ['action.deleted pay {"version":1}'],
    tells: ['op_bravo: The action pay was deleted.'],
    again: { refused: 'not_found' },
    refused: { not_found: { edit: DELETE } },
  },

  put_group: {
    attempt: () => 'save the group grp_money',
    edit: after(
      { ...group('Money', CHARLIE), ifRevision: 0 },
      ...[group('Money', CHARLIE), USES_GROUP, DELETE, DELETE_GROUP],
    ),
    waits: ['Create the group grp_money', 'New group: Money', 'changes_who'],
    lines: ['name: Money', 'members: "op_charlie"', 'actions affected: none'],
    writes: ['group.created grp_money {"affects":[],"members":["op_charlie"],"revision":3}'],
    tells: ['op_bravo: The group grp_money was created. · Members: op_charlie'],
    again: { refused: 'version_moved' },
    more: [
      {
        edit: after({ ...group('Treasury', DELTA), ifRevision: 1 }, group('Money', CHARLIE), USES_GROUP),
        waits: ['Edit the group grp_money', 'Treasury: name Money → Treasury, and 3 more', 'changes_who'],
        lines: [
          'name: Money → Treasury',
          'members removed: "op_charlie"',
          'members added: "op_delta"',
          'actions affected: pay',
        ],
        writes: ['group.updated grp_money {"affects":["pay"],"members":["op_delta"],"revision":2}'],
        tells: ['op_bravo: The group grp_money was changed. It affects these actions: pay. · Members: op_delta'],
        again: { refused: 'version_moved' },
      },
    ],
    refused: {
      invalid_group: {
        edit: group('Money', 'op_zulu' as OperatorId),
        facts: { problems: ['members: "op_zulu" is not an operator of this organization'] },
      },
      version_moved: { edit: afterGroup({ ...group('Money', DELTA), ifRevision: 0 }), facts: { current: 1 } },
    },
    overtaken: [
      [afterGroup(group('Money', DELTA)), ({ make }) => make(group('Other')), 'base_moved'],
      [afterGroup(group('Money', DELTA)), ({ make }) => make(USES_GROUP), 'base_moved'],
    ],
  },

  delete_group: {
    edit: afterGroup(DELETE_GROUP),
    writes: ['group.deleted grp_money {"revision":1}'],
    tells: ['op_bravo: The group grp_money was deleted.'],
    again: { refused: 'not_found' },
    refused: {
      not_found: { edit: DELETE_GROUP },
      group_in_use: { edit: after(DELETE_GROUP, group('Money', CHARLIE), USES_GROUP), facts: { actions: ['pay'] } },
    },
  },
} satisfies Partial<Rows>;
