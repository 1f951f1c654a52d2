/** What the pages of admins send when a form is filled in, and what they say, drawn without a browser. */
import { formatDay, showTimesIn } from '../../../src/console/lib/time';
import { draw, fireEvent, type Shown, textOf } from './drawn';
import { endpointOf, NOW, operatorOf, overviewOf, session } from './given';
import {
  advance,
  type Client,
  closePage,
  install,
  openPage,
  type Page,
  type Reply,
  settle,
  takeDownloads,
} from './page';

const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/session');
const { observeServerNow }: { observeServerNow(answer: object): void } = require('../../../src/console/lib/clock');
const pageOf = (name: string): unknown => require(`../../../src/console/pages/admin/${name}`).default;

let page: Page;
let answers: Page['service']['answers'];
let asked: string[];
const saved: string[] = [];

beforeEach(() => {
  page = openPage('https://console.example/');
  ({ answers, asked } = page.service);
  saved.length = 0;
  observeServerNow({ server_now: NOW });
  const me = session('admin');
  queryClient.setQueryData(['session'], me);
  install({ isSecureContext: true });
  Object.assign((globalThis as unknown as { window: object }).window, { PublicKeyCredential: class {} });
  const lists = { operators: [operatorOf('op_a', { role: 'admin' }), operatorOf('op_b')], actions: [], keys: [] };
  for (const [name, items] of Object.entries(lists)) answers[`GET /api/${name}`] = () => listOf(name, items);
  answers['GET /api/session'] = () => [200, me];
  answers['GET /api/webhooks'] = () => listOf('endpoints', []);
  answers['GET /api/overview'] = () => [200, overviewOf()];
  answers['GET /api/chat'] = () => [200, { server_now: NOW, chat: null }];
});
afterEach(() => closePage(queryClient));

const listOf = (name: string, items: readonly object[], more: object = {}): Reply => [
  200,
  { server_now: NOW, [name]: items, cursor: null, ...more },
];
const sent = (method: string) =>
  page.service.calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }));
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
  const open = async () => {
    const all = ['op_a', 'op_b', 'op_d'].map((id) => operatorOf(id));
    answers['GET /api/operators'] = () => [200, { server_now: NOW, operators: all, four_eyes: true, cursor: null }];
    answers['GET /api/actions'] = () => listOf('actions', [], { platform_actions: [] });
    answers['GET /api/groups'] = () => listOf('groups', [FINANCE]);
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

  test('a new group gets an id from its name', async () => {
    const shown = await open();
    await shown.press('New group');
    await shown.fill('Name', 'Finance, EU');
    expect(shown.text()).toContain('Its id: grp_finance_eu');
    answers['PUT /api/groups/grp_finance_eu'] = () => [200, { server_now: NOW, group: FINANCE }];
    await shown.press('Create group');
    expect(sent('PUT')[0]!.body).toEqual({ name: 'Finance, EU', members: [], if_revision: 0 });
  });
});

describe('the operators', () => {
  const open = async (fields: object = {}, fourEyes = true, signing: object[] = []) => {
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
    answers['GET /api/signing-keys'] = () => listOf('keys', signing, { bootstrap: false, changes_turn: 'code' });
    answers['GET /api/sessions'] = () => listOf('sessions', []);
    answers['GET /api/operators/op_b/passkeys'] = () => listOf('passkeys', []);
    answers['GET /api/operators/op_b/chat'] = () => [200, { server_now: NOW, chat: null }];
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
    answers['GET /api/signing-keys'] = () => listOf('keys', [], { bootstrap: false, changes_turn: 'code' });
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
    await shown.press('Invite people');
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

  test('an operator is added with what was typed, as an operator by default', async () => {
    const shown = await open();
    await shown.press('New operator');
    await shown.fill('Name', 'Echo');
    await shown.fill('E-mail', 'e@acme.dev');
    await shown.fill('Id', 'op_e');
    answers['POST /api/operators'] = () => [201, { server_now: NOW, operator: operatorOf('op_e') }];
    await shown.press('Add operator');
    expect(sent('POST')).toEqual([
      { path: '/api/operators', body: { id: 'op_e', name: 'Echo', email: 'e@acme.dev', role: 'operator' } },
    ]);
    expect(shown.has('Add operator')).toBe(false);
  });

  test('a sign-in link shows until when it works and what to do with it, and Escape does not close it', async () => {
    const shown = await open();
    const link = { sign_in_url: 'https://console.example/sign-in#token=x', expires_at: NOW };
    answers['POST /api/operators/op_b/sign-in-link'] = () => [201, { server_now: NOW, ...link }];
    await deed(shown, 'Bob', 'Make a sign-in link');
    expect(shown.text()).toContain('This link signs in as Bob once');
    expect(await closesOnEscape(shown)).toBe(false);
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
  ])('no key waits for a countersignature once %s', async (_, name, yes) => {
    const path = '/api/operators/op_b/passkeys';
    const passkey = { id: 'psk_1', name: 'laptop', created_at: NOW, can_sign: true, standing: 'waiting' };
    const enrolled = { enrolled_at: NOW, countersigned_at: null, countersigned_by: null, transports: [] };
    const key = { ...passkey, ...enrolled, operator: 'op_b', fingerprint: 'SHA256:x', key: 'k' };
    const shown = await open({}, true, [key]);
    await deed(shown, 'Bob', 'Edit…');
    answers[`GET ${path}`] = () => listOf('passkeys', [passkey]);
    await settle(() => queryClient.invalidateQueries({ queryKey: ['passkeys', 'op_b'] }));
    expect(shown.text()).toContain('SHA256:x');
    for (const each of [`${path}/psk_1`, '/api/sessions']) answers[`DELETE ${each}`] = () => [200, { server_now: NOW }];
    answers['GET /api/signing-keys'] = () => listOf('keys', [], { bootstrap: false, changes_turn: 'code' });
    await shown.press(name);
    await shown.press(yes);
    expect(shown.text()).not.toContain('SHA256:x');
  });

  test.each([
    [true, 'need the key of a second admin'],
    [false, 'There is one admin, whose changes take effect at once'],
  ])('the page of operators says whether a second admin is needed: %s', async (fourEyes, words) => {
    expect((await open({}, fourEyes)).text()).toContain(words);
  });

  test('an admin countersigns the keys of others, and not their own', async () => {
    const key = { name: 'Laptop', fingerprint: 'SHA256:x', key: 'k', standing: 'waiting', created_at: NOW };
    const rest = { enrolled_at: NOW, countersigned_at: null, countersigned_by: null, transports: ['usb'] };
    const keys = ['op_a', 'op_b'].map((operator) => ({ id: `psk_${operator}`, operator, ...key, ...rest }));
    const shown = await open({}, true, keys);
    expect(asked).toContain('GET /api/signing-keys?limit=50&standing=waiting');
    expect(shown.text()).toContain('Anna Laptop, a security key');
    expect(shown.text()).toContain('Another admin must countersign it.');
    expect(shown.has('Countersign the passkey Laptop of Anna')).toBe(false);
    expect(shown.has('Countersign the passkey Laptop of Bob')).toBe(true);
    answers['PUT /api/changes-turn'] = () => [200, { server_now: NOW, turn: 'code_and_passkey' }];
    await shown.press('Approve with passkeys…');
    await shown.press('Use passkeys');
    expect(sent('PUT')).toEqual([{ path: '/api/changes-turn', body: { turn: 'code_and_passkey' } }]);
  });

  test('an admin allows operators to request links by mail, after a question that says what somebody with access to a mailbox can then do', async () => {
    answers['GET /api/mailed-links'] = () => [200, { server_now: NOW, allowed: false }];
    const shown = await open({}, true);
    answers['PUT /api/mailed-links'] = () => [200, { server_now: NOW, allowed: true }];
    await shown.press('Allow links by mail…');
    expect(shown.text()).toContain('They cannot turn a key. Another admin must approve this.');
    answers['GET /api/mailed-links'] = () => [200, { server_now: NOW, allowed: true }];
    await shown.press('Request it');
    expect(sent('PUT')).toEqual([{ path: '/api/mailed-links', body: { allowed: true } }]);
    expect(shown.text()).toContain('Operators without a passkey can request a sign-in link by mail.');
  });

  test('the list of signing keys is saved as of an instant in this device’s time, or as it is now', async () => {
    const shown = await open();
    answers['GET /api/allowed-signers'] = () => [200, { server_now: NOW, allowed_signers: 'op_b …' }];
    const saved = takeDownloads();
    await shown.press('Save allowed_signers');
    await shown.fill('Keys as of', '2026-11-19T08:00');
    await shown.press('Save allowed_signers');
    const at = new Date('2026-11-19T08:00').getTime();
    expect(asked.filter((call) => call.includes('allowed-signers'))).toEqual([
      'GET /api/allowed-signers',
      `GET /api/allowed-signers?at=${at}`,
    ]);
    expect(saved.map(({ name }) => name)).toEqual(['allowed_signers', 'allowed_signers']);
  });
});

/** Whether Escape closes the dialog that is open. */
async function closesOnEscape(shown: Shown): Promise<boolean> {
  const [dialog] = shown.all('[role="dialog"], [role="alertdialog"]');
  await settle(() => page.press('Escape', {}, dialog!));
  return shown.all('[role="dialog"], [role="alertdialog"]').length === 0;
}

describe('the API keys', () => {
  const token = (number: number, more: object = {}) => ({
    ...{ number, created_at: NOW, ended_at: null, last_used_at: null },
    ...more,
  });
  const key = (more: object = {}) => ({
    ...{
      id: 'key_1',
      name: 'ci',
      scopes: ['read'],
      signing_key: null,
      max_open: null,
      holder: null,
      created_at: NOW,
      created_by: 'op_b',
    },
    ...{ revoked_at: null, last_used_at: null, tokens: [token(1)], ...more },
  });
  const open = async (keys = [key()]) => {
    answers['GET /api/keys'] = () => listOf('keys', keys);
    return draw(queryClient, pageOf('keys'));
  };

  test('the list of API keys shows what each may do, when it was used, and who made it', async () => {
    const revoked = key({
      id: 'key_2',
      name: 'old',
      revoked_at: NOW,
      created_by: 'system',
      signing_key: 'ssh-ed25519 A',
    });
    const shown = await open([key({ tokens: [token(1, { last_used_at: NOW })] }), revoked]);
    expect(shown.rows()[1]).toBe(`cikey_1read${formatDay(NOW)}just now by BobRotateRevoke`);
    expect(shown.rows()[2]).toMatch(/^oldRevokedkey_2read · signs its reportsneverjust now$/);
  });

  test('an API key gets the public key of a worker only if it may execute', async () => {
    const shown = await open();
    await shown.press('New key');
    expect(shown.control('What it is for')).toMatchObject({ required: true, maxLength: 100 });
    await shown.fill('What it is for', ' worker ');
    expect(shown.button('Make key').disabled).toBe(true);
    await shown.check('execute: list, claim and report sealed calls');
    await shown.check('propose: create requests');
    await shown.fill('Public key of the worker (optional)', ' ssh-ed25519 AAAA ');
    answers['POST /api/keys'] = () => [409, { error: 'no' }];
    await shown.press('Make key');
    await shown.check('execute: list, claim and report sealed calls', false);
    answers['POST /api/keys'] = () => [201, { server_now: NOW, key: key({ name: 'worker' }), token: 'rak_secret' }];
    await shown.press('Make key');
    expect(sent('POST').map(({ body }) => body)).toEqual([
      { name: 'worker', scopes: ['propose', 'execute'], signing_key: 'ssh-ed25519 AAAA' },
      { name: 'worker', scopes: ['propose'] },
    ]);
    expect(shown.text()).toContain('rak_secret');
    await shown.press('I have stored it');
    expect(shown.text()).not.toContain('rak_secret');
  });

  test('an API key is revoked only after the admin confirms it', async () => {
    const shown = await open();
    await shown.press('Revoke ci');
    await shown.press('Cancel');
    expect(sent('DELETE')).toEqual([]);
    await shown.press('Revoke ci');
    answers['DELETE /api/keys/key_1'] = () => [409, { error: 'somebody else changed it' }];
    await shown.press('Revoke it');
    expect(shown.text()).toContain('Somebody else changed it.');
    expect(shown.has('Revoke it')).toBe(true);
  });

  test('an API key that may propose has a limit of open requests, which is changed and ended', async () => {
    const shown = await open([key({ scopes: ['propose'], max_open: 5 }), key({ id: 'key_2', name: 'reader' })]);
    expect([shown.has('Limit of ci'), shown.has('Limit of reader')]).toEqual([true, false]);
    answers['PATCH /api/keys/key_1'] = () => [200, { server_now: NOW, key: key() }];
    for (const limit of ['50', '']) {
      await shown.press('Limit of ci');
      expect(shown.control('Limit of open requests (optional)')).toMatchObject({ value: '5', min: '1', max: '10000' });
      await shown.fill('Limit of open requests (optional)', limit);
      await shown.press('Save limit');
    }
    expect(sent('PATCH').map(({ body }) => body)).toEqual([{ max_open: 50 }, { max_open: null }]);
  });

  test('an API key is rotated: its second token is shown once, and one of the two is ended after a question', async () => {
    const shown = await open();
    const two = key({ tokens: [token(1, { last_used_at: NOW }), token(2)] });
    answers['POST /api/keys/key_1/rotate'] = () => {
      answers['GET /api/keys'] = () => listOf('keys', [two]);
      return [201, { server_now: NOW, key: two, token: 'rak_second' }];
    };
    await shown.press('Rotate ci');
    await shown.press('Make the token');
    expect(shown.text()).toContain('rak_second');
    await shown.press('I have stored it');
    expect(shown.rows()[1]).toContain(`Token 1: ${formatDay(NOW)}Token 2: never`);
    expect(shown.has('Rotate ci')).toBe(false);
    answers['DELETE /api/keys/key_1/tokens/1'] = () => [200, { server_now: NOW, key: two }];
    await shown.press('End token 1 of ci');
    await shown.press('End it');
    expect(sent('DELETE').map(({ path }) => path)).toEqual(['/api/keys/key_1/tokens/1']);
  });

  test('the token of a new API key stays until it is stored, while the list is read again, changes or fails', async () => {
    const shown = await open();
    await shown.press('New key');
    await shown.fill('What it is for', 'ci');
    await shown.check('read: read requests');
    answers['POST /api/keys'] = () => [201, { server_now: NOW, key: key(), token: 'rak_secret' }];
    await shown.press('Make key');
    for (const list of [listOf('keys', []), [403, { error: 'no' }]] satisfies Reply[]) {
      answers['GET /api/keys'] = () => list;
      await settle(() => queryClient.invalidateQueries({ queryKey: ['keys'] }));
      expect(shown.text()).toContain('rak_secret');
    }
    await shown.press('I have stored it');
    expect(shown.text()).not.toContain('rak_secret');
  });

  test('an API key is created once, however often the button is pressed', async () => {
    const shown = await open();
    await shown.press('New key');
    await shown.fill('What it is for', 'ci');
    await shown.check('read: read requests');
    answers['POST /api/keys'] = () => new Promise(() => undefined);
    const form = shown.button('Make key').closest('form')!;
    await shown.press('Make key');
    fireEvent.submit(form);
    await shown.press('Make key');
    expect(sent('POST')).toHaveLength(1);
  });
});

describe('a webhook endpoint', () => {
  const open = async (more: object = {}) => {
    answers['GET /api/webhooks/whe_1'] = () => [200, { server_now: NOW, endpoint: endpointOf(more) }];
    answers['GET /api/webhooks/whe_1/deliveries'] = () => listOf('deliveries', []);
    answers['PATCH /api/webhooks/whe_1'] = ({ body }) => [
      200,
      { server_now: NOW, endpoint: endpointOf({ ...more, ...(body as object) }) },
    ];
    return draw(queryClient, pageOf('webhook'), { params: { id: 'whe_1' } });
  };

  test('an endpoint that receives every event also receives event types that are added later', async () => {
    const shown = await open();
    await shown.check('Denied (request.denied)', false);
    await shown.press('Save events');
    await shown.check('Denied (request.denied)');
    await shown.press('Save events');
    const [some, every] = sent('PATCH').map(({ body }) => (body as { types: string[] | null }).types);
    expect(some).toHaveLength(6);
    expect(some).not.toContain('request.denied');
    expect(every).toBeNull();
  });

  test('an endpoint says that its events were saved, until they are edited again', async () => {
    const shown = await open();
    await shown.check('Denied (request.denied)', false);
    expect(shown.text()).not.toContain('Saved.');
    await shown.press('Save events');
    expect(shown.text()).toContain('Saved.');
    await shown.check('Aborted (request.aborted)', false);
    expect(shown.text()).not.toContain('Saved.');
  });

  test('an endpoint gets what it missed page by page, and the page shows how much was sent', async () => {
    const shown = await open();
    const parts = [
      { resent: 2, created: 1, cursor: 'c1' },
      { resent: 3, created: 4, cursor: null },
    ];
    answers['POST /api/webhooks/whe_1/recover'] = () => [202, { server_now: NOW, ...parts.shift() }];
    await shown.fill('Events from', '2026-11-18T08:00');
    await shown.fill('Events until', '2026-11-19T08:00');
    await shown.press('Recover');
    const range = { since: new Date('2026-11-18T08:00').getTime(), until: new Date('2026-11-19T08:00').getTime() };
    expect(sent('POST').map(({ body }) => body)).toEqual([range, { ...range, cursor: 'c1' }]);
    expect(shown.text()).toContain('5 sent again, 5 sent for the first time.');
  });

  test('a recovery covers the last day by default', async () => {
    const shown = await open();
    answers['POST /api/webhooks/whe_1/recover'] = () => [202, { resent: 0, created: 0, cursor: null }];
    await shown.press('Recover');
    const { since, until } = sent('POST')[0]!.body as { since: number; until: number };
    expect(NOW - since).toBe(24 * 3_600_000);
    expect(until).toBeGreaterThan(NOW);
    expect(until - NOW).toBeLessThanOrEqual(60_000);
  });

  test('the secret of an endpoint is rotated with an overlap of one hour by default', async () => {
    const shown = await open({ previous_secret_expires_at: NOW + 90_000 });
    expect(shown.text()).toContain('Posts are also signed with the old secret. Ends in 1:30');
    const rotated = () => [200, { server_now: NOW, endpoint: endpointOf(), secret: 'whsec_new' }] as const;
    answers['POST /api/webhooks/whe_1/rotate'] = rotated;
    await shown.press('Rotate the secret');
    expect(shown.text()).toContain('Until the overlap ends, posts carry both signatures.');
    await shown.press('Rotate it');
    expect(shown.text()).toContain('whsec_new');
    await shown.press('I have stored it');
    await shown.fill('Overlap with the old secret', '0');
    await shown.press('Rotate the secret');
    expect(shown.text()).toContain('Every post from now on is signed only with the new secret.');
    await shown.press('Rotate it');
    expect(sent('POST').map(({ body }) => body)).toEqual([{ overlap_seconds: 3600 }, { overlap_seconds: 0 }]);
  });

  test('the old secret of an endpoint works for the chosen overlap', async () => {
    const shown = await open();
    const options = [...shown.control('Overlap with the old secret').querySelectorAll('option')];
    const hours = options.map(({ value, textContent }) => [textContent, Number(value) / 3600]);
    expect(hours).toEqual([
      ['None: the old secret stops working at once', 0],
      ['1 hour', 1],
      ['6 hours', 6],
      ['24 hours', 24],
    ]);
  });

  test('an endpoint gets one new secret, however often the button is pressed, and the question stays open until then', async () => {
    const shown = await open();
    answers['POST /api/webhooks/whe_1/rotate'] = () => new Promise(() => undefined);
    await shown.press('Rotate the secret');
    expect(await closesOnEscape(shown)).toBe(true);
    await shown.press('Rotate the secret');
    await shown.press('Rotate it');
    await shown.press('Rotate it');
    expect(sent('POST')).toHaveLength(1);
    expect(await closesOnEscape(shown)).toBe(false);
  });

  test('an endpoint gets the chosen test event, and is disabled after a question', async () => {
    const shown = await open();
    answers['POST /api/webhooks/whe_1/test'] = () => [202, { server_now: NOW, delivery: {} }];
    await shown.fill('Test event', 'request.expired');
    await shown.press('Send a test event');
    await shown.press('Disable');
    expect(sent('PATCH')).toEqual([]);
    await shown.press('Disable it');
    expect([sent('POST')[0]!.body, sent('PATCH')[0]!.body]).toEqual([{ type: 'request.expired' }, { enabled: false }]);
    expect(shown.has('Enable')).toBe(true);
  });

  test('a deleted endpoint is read-only', async () => {
    const shown = await open({ deleted_at: NOW, enabled: false });
    expect(shown.text()).toContain('Deleted');
    for (const name of ['Disable', 'Enable', 'Delete', 'Save events', 'Rotate the secret', 'Recover']) {
      expect([name, shown.has(name)]).toEqual([name, false]);
    }
  });

  test('an endpoint is added as it was typed, without blanks around it, and with types only if some were chosen', async () => {
    const shown = await draw(queryClient, pageOf('webhooks'));
    await shown.press('New endpoint');
    await shown.fill('URL', ' https://x.example/ ');
    answers['POST /api/webhooks'] = () => [422, { error: 'url: no', kind: 'refused' }];
    await shown.press('Add endpoint');
    await shown.fill('What it is for', ' Ledger ');
    await shown.fill('Events', 'some');
    await shown.check('Denied (request.denied)', false);
    await shown.press('Add endpoint');
    const [every, some] = sent('POST').map(({ body }) => body) as [object, { types: string[] }];
    expect(every).toEqual({ url: 'https://x.example/' });
    expect(some).toEqual({ url: 'https://x.example/', description: 'Ledger', types: expect.any(Array) });
    expect(some.types).toHaveLength(6);
  });
});
