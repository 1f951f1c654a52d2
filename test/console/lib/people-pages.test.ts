/** What the pages of groups and operators send when a form is filled in, and what they say, drawn without a browser. */
import { showTimesIn } from '../../../src/console/lib/format';
import { closesOnEscape, listOf, type Opened, openConsole, pageOf, queryClient } from './console';
import { draw, type Shown, textOf } from './drawn';
import { NOW, operatorOf } from './given';
import { advance, settle } from './page';

let page: Opened['page'];
let answers: Opened['answers'];
let sent: Opened['sent'];

beforeEach(() => {
  ({ page, answers, sent } = openConsole());
});

const CHANGE = {
  change: {
    id: 'req_9',
    title: 'Edit an operator',
    differences: [{ field: 'role', text: 'operator → admin' }],
    waiting_for: ['op_b'],
    expires_at: NOW,
  },
};

describe('the groups', () => {
  const FINANCE = {
    ...{ id: 'grp_finance', name: 'Finance', revision: 4, actions: ['demo.refund'], updated_at: NOW },
    members: [
      { operator: 'op_a', starts_at: null, ends_at: null, counts: true },
      { operator: 'op_b', starts_at: null, ends_at: NOW - 1000, counts: false },
    ],
  };
  const open = async (group: object = FINANCE) => {
    const all = ['op_a', 'op_b', 'op_d'].map((id) => operatorOf(id));
    answers['GET /api/operators'] = () => [200, { server_now: NOW, operators: all, four_eyes: true, cursor: null }];
    answers['GET /api/actions'] = () => listOf('actions', [], { platform_actions: [] });
    answers['GET /api/groups'] = () => listOf('groups', [group]);
    return draw(queryClient, pageOf('groups'));
  };

  test('the groups are shown with who counts now, and the actions that name them', async () => {
    const [, finance] = (await open()).rows();
    expect(finance).toMatch(/^FinanceAnna ?Bob ?Not now until .*demo\.refundgrp_finance/);
  });

  test('a group is edited with a search and a chip for each member, from the revision that was read', async () => {
    const shown = await open();
    await shown.press('Edit Finance');
    expect(shown.text()).toContain('This affects new requests of demo.refund.');
    await shown.fill('Members', 'dor');
    const offered = shown.all('[role="option"]');
    expect(offered.map((each) => textOf(each).trim())).toEqual(['Doraop_d@acme.dev']);
    await settle(() => offered[0]!.click());
    await shown.press('Remove Bob');
    await shown.fill('Dora counts until', '2026-12-24T18:00');
    answers['PUT /api/groups/grp_finance'] = () => [202, { server_now: NOW, ...CHANGE }];
    await shown.press('Save');
    expect(sent('PUT')).toEqual([
      {
        path: '/api/groups/grp_finance',
        body: {
          name: 'Finance',
          members: [
            { operator: 'op_a', starts_at: null, ends_at: null },
            { operator: 'op_d', starts_at: null, ends_at: new Date('2026-12-24T18:00').getTime() },
          ],
          if_revision: 4,
        },
      },
    ]);
    expect(shown.text()).toContain('Waits for another admin’s key');
  });

  test('the times of a membership are typed in the time zone that the console shows', async () => {
    showTimesIn('UTC');
    try {
      const shown = await open();
      await shown.press('Edit Finance');
      await shown.fill('Anna counts from', '2026-12-24T18:00');
      answers['PUT /api/groups/grp_finance'] = () => [200, { server_now: NOW, group: FINANCE }];
      await shown.press('Save');
      expect(sent('PUT')[0]!.body).toMatchObject({ members: [{ starts_at: Date.UTC(2026, 11, 24, 18) }, {}] });
    } finally {
      showTimesIn(undefined);
    }
  });

  test('a time that nobody edits is sent as it is stored, with its seconds', async () => {
    const shown = await open();
    await shown.press('Edit Finance');
    await shown.fill('Name', 'Money');
    answers['PUT /api/groups/grp_finance'] = () => [200, { server_now: NOW, group: FINANCE }];
    await shown.press('Save');
    expect(sent('PUT')[0]!.body).toMatchObject({ name: 'Money', members: [{}, { ends_at: NOW - 1000 }] });
  });

  test.each<[string, (shown: Shown) => Promise<void>, object[]]>([
    [
      'a new member',
      async (shown) => {
        await shown.fill('Members', 'dor');
        await settle(() => shown.all('[role="option"]')[0]!.click());
      },
      [{}, {}, { operator: 'op_d', starts_at: null, ends_at: null }],
    ],
    ['a member who leaves', (shown) => shown.press('Remove Anna'), [{ operator: 'op_b' }]],
    [
      'an end of one member',
      (shown) => shown.fill('Anna counts until', '2026-12-24T18:00'),
      [{ ends_at: new Date('2026-12-24T18:00').getTime() }, {}],
    ],
    ['an end that is taken away', (shown) => shown.fill('Anna counts until', ''), [{ ends_at: null }, {}]],
    [
      'a start of one member',
      (shown) => shown.fill('Bob counts from', '2026-12-24T18:00'),
      [{}, { starts_at: new Date('2026-12-24T18:00').getTime() }],
    ],
  ])('%s changes no time of the other members, and no other time', async (_, edit, expected) => {
    const members = [
      { operator: 'op_a', starts_at: NOW + 1001, ends_at: NOW + 9001, counts: false },
      { operator: 'op_b', starts_at: NOW - 7001, ends_at: NOW + 8001, counts: true },
    ];
    const shown = await open({ ...FINANCE, members });
    await shown.press('Edit Finance');
    await edit(shown);
    answers['PUT /api/groups/grp_finance'] = () => [200, { server_now: NOW, group: FINANCE }];
    await shown.press('Save');
    const stored = new Map(members.map(({ counts: _counts, ...member }) => [member.operator, member]));
    const names = expected.map(
      (change, index) => (change as { operator?: string }).operator ?? members[index]!.operator,
    );
    const sentMembers = expected.map((change, index) => ({ ...stored.get(names[index]!), ...change }));
    expect((sent('PUT')[0]!.body as { members: object[] }).members).toEqual(sentMembers);
  });

  test('a new group gets an id from its name', async () => {
    const shown = await open();
    await shown.press('New group…');
    await shown.fill('Name', 'Finance, EU');
    expect(shown.text()).toContain('Its id: grp_finance_eu');
    answers['PUT /api/groups/grp_finance_eu'] = () => [200, { server_now: NOW, group: FINANCE }];
    await shown.press('Create group');
    expect(sent('PUT')[0]!.body).toEqual({ name: 'Finance, EU', members: [], if_revision: 0 });
  });
});

describe('the operators', () => {
  const open = async (fields: object = {}, fourEyes = true) => {
    const all = [operatorOf('op_a', { role: 'admin' }), operatorOf('op_b', fields)];
    answers['GET /api/operators'] = () => [
      200,
      { server_now: NOW, operators: all, four_eyes: fourEyes, platform_actions: [], cursor: null },
    ];
    const access = [
      { id: 'op_b', last_sign_in_at: null, passkeys: 0 },
      { id: 'op_a', last_sign_in_at: NOW - 3_600_000, passkeys: 2 },
    ];
    answers['GET /api/operator-access'] = () => [200, { server_now: NOW, operators: access }];
    answers['GET /api/sessions'] = () => listOf('sessions', []);
    answers['GET /api/operators/op_b/passkeys'] = () => listOf('passkeys', []);
    return draw(queryClient, pageOf('operators'));
  };

  const deedsOf = async (shown: Shown, name: string) => {
    await shown.press(`What to do with ${name}`);
    return shown.all('[role="menuitem"]').map((each) => textOf(each).trim());
  };
  const deed = async (shown: Shown, name: string, label: string) => {
    await shown.press(`What to do with ${name}`);
    const item = shown.all('[role="menuitem"]').find((each) => textOf(each).trim() === label);
    await settle(() => item!.click());
  };

  test('the list of operators is searched, filtered and shown fifty a page', async () => {
    const all = Array.from({ length: 120 }, (_, n) =>
      operatorOf(`op_${n}`, { name: `Person ${n}`, role: n < 3 ? 'admin' : 'operator', enabled: n !== 119 }),
    );
    answers['GET /api/operators'] = () => listOf('operators', all, { four_eyes: true });
    const access = all.map(({ id }, n) => ({
      id,
      last_sign_in_at: n % 10 === 0 ? null : NOW,
      passkeys: n < 100 ? 1 : 0,
    }));
    answers['GET /api/operator-access'] = () => [200, { server_now: NOW, operators: access }];
    const members = [5, 6, 7].map((n) => ({ operator: `op_${n}`, starts_at: null, ends_at: null, counts: n !== 7 }));
    answers['GET /api/groups'] = () => listOf('groups', [{ id: 'grp_finance', name: 'Finance', members }]);
    const shown = await draw(queryClient, pageOf('operators'));
    const names = () =>
      shown
        .rows()
        .slice(1)
        .map((row) => /^Person \d+?(?=op_)/.exec(row)?.[0]);
    expect([names().length, names()[0]]).toEqual([50, 'Person 0']);
    expect(shown.text()).toContain('1–50 of 120');
    await shown.press('Next page');
    await shown.press('Next page');
    expect([names().length, names()[0]]).toEqual([20, 'Person 100']);
    expect(shown.text()).toContain('101–120 of 120');
    // Somebody who is disabled is not counted.
    await shown.press('No passkey 19');
    expect(shown.text()).toContain('1–19 of 19');
    await shown.press('No passkey 19');
    await shown.press('Never signed in 12');
    expect(names()).toHaveLength(12);
    await shown.press('Never signed in 12');
    // Who is a member at another time does not count now.
    expect(shown.rows()[6]).toContain('OperatorFinance');
    expect(shown.rows()[8]).toContain('Operatornone');
    await shown.fill('Group', 'grp_finance');
    expect(names()).toEqual(['Person 5', 'Person 6']);
    await shown.fill('Group', '');
    await shown.press('Never signed in 12');
    await shown.press('Admins');
    expect(names()).toEqual(['Person 0']);
    await shown.fill('Search operators', 'OP_77@');
    await advance(250);
    expect(shown.text()).toContain('Nobody matches');
    await shown.press('Show everybody');
    await shown.fill('Search operators', 'OP_77@');
    await advance(250);
    expect(names()).toEqual(['Person 77']);
  });

  test('people are invited from pasted addresses and CSV, in one edit', async () => {
    const shown = await open();
    await shown.press('Invite people…');
    await shown.fill(
      'Addresses or CSV',
      'ada.lovelace@acme.dev\n"Hopper, Grace" <grace@acme.dev>\nop_b@acme.dev\nnobody',
    );
    await shown.fill('Role, where a line has none', 'admin');
    expect(shown.text()).toContain('“nobody” has no address.');
    expect(shown.text()).toContain('op_b@acme.dev is an operator already, or is here twice.');
    answers['POST /api/operator-invitations'] = () => [202, { server_now: NOW, ...CHANGE }];
    await shown.press('Invite 2 people');
    const body = {
      operators: [
        { id: 'op_ada.lovelace', name: 'Ada Lovelace', email: 'ada.lovelace@acme.dev', role: 'admin' },
        { id: 'op_grace', name: 'Hopper, Grace', email: 'grace@acme.dev', role: 'admin' },
      ],
    };
    expect(sent('POST')).toEqual([{ path: '/api/operator-invitations', body }]);
    expect(shown.text()).toContain('Waits for another admin’s key');
  });

  test('the list of operators shows their role, their last sign-in and their passkeys', async () => {
    const [, anna, bob] = (await open({ enabled: false })).rows();
    expect(anna).toMatch(/^Anna\(you\)op_a@acme\.devAdmin1 h ago2/);
    expect(bob).toMatch(/^Bobop_b@acme\.devOperatorDisabled/);
    const [, , enabled] = (await open()).rows();
    expect(enabled).toMatch(/^Bobop_b@acme\.devOperatorNever signed inNone/);
  });

  test('an admin edits all fields of an operator, and is told that a change waits', async () => {
    const shown = await open();
    await deed(shown, 'Bob', 'Edit…');
    answers['PATCH /api/operators/op_b'] = () => [202, { server_now: NOW, ...CHANGE }];
    await shown.fill('Name', 'Bobby');
    await shown.fill('E-mail', 'b@acme.dev');
    await shown.fill('Role', 'admin');
    await shown.press('Save');
    expect(sent('PATCH')).toEqual([
      { path: '/api/operators/op_b', body: { name: 'Bobby', email: 'b@acme.dev', role: 'admin' } },
    ]);
    expect(shown.text()).toContain('Waits for another admin’s keyEdit an operatorroleoperator → admin');
    expect(shown.links()).toContain('/requests/req_9');
  });

  test('an operator is disabled and enabled after a question', async () => {
    for (const enabled of [true, false]) {
      const shown = await open({ enabled });
      answers['PATCH /api/operators/op_b'] = () => [200, { server_now: NOW, operator: operatorOf('op_b') }];
      const does = enabled ? 'Disable' : 'Enable';
      await deed(shown, 'Bob', `${does}…`);
      expect(sent('PATCH')).toHaveLength(enabled ? 0 : 1);
      await shown.press(does);
      expect(sent('PATCH').at(-1)).toEqual({ path: '/api/operators/op_b', body: { enabled: !enabled } });
      expect((await deedsOf(shown, 'Bob')).includes('Make a sign-in link')).toBe(enabled);
      await shown.leave();
    }
  });

  test('one operator is invited with an id of the admin’s choice, which stays with its address', async () => {
    const shown = await open();
    await shown.press('Invite people…');
    await shown.fill('Addresses or CSV', 'Echo <e@acme.dev>');
    expect(shown.control('Id of Echo').value).toBe('op_e');
    await shown.fill('Addresses or CSV', 'f@acme.dev\nEcho <e@acme.dev>');
    await shown.fill('Id of Echo', 'op_echo');
    await shown.fill('Addresses or CSV', 'Echo <e@acme.dev>');
    expect(shown.control('Id of Echo').value).toBe('op_echo');
    await shown.fill('Addresses or CSV', 'f@acme.dev\nEcho <e@acme.dev>');
    expect([shown.control('Id of Echo').value, shown.control('Id of F').value]).toEqual(['op_echo', 'op_f']);
    answers['POST /api/operator-invitations'] = () => [201, { server_now: NOW, operators: [operatorOf('op_echo')] }];
    await shown.press('Invite 2 people');
    expect(sent('POST').map(({ body }) => body)).toEqual([
      {
        operators: [
          { id: 'op_f', name: 'F', email: 'f@acme.dev', role: 'operator' },
          { id: 'op_echo', name: 'Echo', email: 'e@acme.dev', role: 'operator' },
        ],
      },
    ]);
    expect(shown.has('Invite')).toBe(false);
  });

  test('a sign-in link shows until when it works and what to do with it, and Escape does not close it', async () => {
    const shown = await open();
    const link = { sign_in_url: 'https://console.example/sign-in#token=x', expires_at: NOW };
    answers['POST /api/operators/op_b/sign-in-link'] = () => [201, { server_now: NOW, ...link }];
    await deed(shown, 'Bob', 'Make a sign-in link');
    expect(shown.text()).toContain('This link signs in as Bob once');
    expect(await closesOnEscape(page, shown)).toBe(false);
    await shown.press('I have stored it');
    expect(shown.text()).not.toContain('#token=x');
  });

  test('an operator loses all access after a question', async () => {
    const shown = await open();
    await deed(shown, 'Bob', 'Edit…');
    answers['DELETE /api/sessions'] = () => [200, { server_now: NOW }];
    await shown.press('Revoke all access of Bob');
    expect(sent('DELETE')).toEqual([]);
    await shown.press('Revoke all');
    expect(sent('DELETE')).toEqual([{ path: '/api/sessions?operator=op_b', body: undefined }]);
  });

  test.each([
    ['a passkey is deleted', 'Delete passkey laptop', 'Delete it'],
    ['all access is revoked', 'Revoke all access of Bob', 'Revoke all'],
  ])('the keys that wait for a countersignature are read again once %s', async (_, name, yes) => {
    const path = '/api/operators/op_b/passkeys';
    const passkey = { id: 'psk_1', name: 'laptop', created_at: NOW, can_sign: true, standing: 'waiting' };
    queryClient.setQueryData(['signing-keys'], { pages: [], pageParams: [] });
    const shown = await open();
    await deed(shown, 'Bob', 'Edit…');
    answers[`GET ${path}`] = () => listOf('passkeys', [passkey]);
    await settle(() => queryClient.invalidateQueries({ queryKey: ['passkeys', 'op_b'] }));
    for (const each of [`${path}/psk_1`, '/api/sessions']) answers[`DELETE ${each}`] = () => [200, { server_now: NOW }];
    await shown.press(name);
    await shown.press(yes);
    expect(queryClient.getQueryState(['signing-keys'])).toMatchObject({ isInvalidated: true });
  });
});
