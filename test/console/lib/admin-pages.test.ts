/** What the pages of API keys and endpoints send when a form is filled in, and what they say, drawn without a browser. */
import { formatDay } from '../../../src/console/lib/format';
import { closesOnEscape, listOf, type Opened, openConsole, pageOf, queryClient } from './console';
import { draw, fireEvent } from './drawn';
import { endpointOf, NOW } from './given';
import { type Reply, settle } from './page';

let page: Opened['page'];
let answers: Opened['answers'];
let sent: Opened['sent'];

beforeEach(() => {
  ({ page, answers, sent } = openConsole());
});

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
      actions: null,
      holder: null,
      created_at: NOW,
      created_by: 'op_b',
      created_by_kind: 'person',
    },
    ...{ revoked_at: null, last_used_at: null, tokens: [token(1)], ...more },
  });
  const open = async (keys = [key()]) => {
    answers['GET /api/keys'] = () => listOf('keys', keys);
    answers['GET /api/actions'] = () =>
      listOf('actions', [
        { id: 'pay.out', title: 'Pay out' },
        { id: 'deploy', title: 'Deploy' },
      ]);
    return draw(queryClient, pageOf('keys'));
  };

  test('the list of API keys shows what each may do, when it was used, and who made it', async () => {
    const revoked = key({
      id: 'key_2',
      name: 'old',
      revoked_at: NOW,
      created_by: 'set-up',
      created_by_kind: 'set_up',
      signing_key: 'ssh-ed25519 A',
    });
    const shown = await open([key({ tokens: [token(1, { last_used_at: NOW })] }), revoked]);
    expect(shown.rows()[1]).toBe(`cikey_1read${formatDay(NOW)}just now by BobLimits…Rotate…Revoke…`);
    expect(shown.rows()[2]).toMatch(/^oldRevokedkey_2read · signs its reportsneverjust now$/);
  });

  test('an API key gets the public key of a worker only if it may execute', async () => {
    const shown = await open();
    await shown.press('New key…');
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
    answers['PATCH /api/keys/key_1'] = () => [200, { server_now: NOW, key: key() }];
    for (const limit of ['50', '']) {
      await shown.press('Limits of ci');
      expect(shown.control('Limit of open requests (optional)')).toMatchObject({ value: '5', min: '1', max: '10000' });
      await shown.fill('Limit of open requests (optional)', limit);
      await shown.press('Save limits');
    }
    await shown.press('Limits of reader');
    expect(shown.controls('Limit of open requests (optional)')).toEqual([]);
    expect(sent('PATCH').map(({ body }) => body)).toEqual([{ max_open: 50 }, { max_open: null }]);
  });

  test('an API key is limited to actions, to others, and to none any more, and only what differs is sent', async () => {
    const limited = key({ id: 'key_2', name: 'team', actions: ['deploy'] });
    const shown = await open([key(), limited]);
    for (const id of ['key_1', 'key_2'])
      answers[`PATCH /api/keys/${id}`] = () => [200, { server_now: NOW, key: key() }];
    const add = async (text: string) => {
      await shown.fill('Actions (optional)', text);
      await settle(() => fireEvent.keyDown(shown.control('Actions (optional)'), { key: 'Enter' }));
    };
    await shown.press('Limits of ci');
    expect(shown.button('Save limits').disabled).toBe(true);
    await add('pay');
    await add('dep');
    await shown.press('Save limits');
    await shown.press('Limits of team');
    await add('pay');
    await shown.press('Remove Pay out');
    expect(shown.button('Save limits').disabled).toBe(true);
    await shown.press('Remove Deploy');
    await shown.press('Save limits');
    expect(sent('PATCH').map(({ path, body }) => [path, body])).toEqual([
      ['/api/keys/key_1', { actions: ['pay.out', 'deploy'] }],
      ['/api/keys/key_2', { actions: null }],
    ]);
  });

  test('the list says to which actions a key is limited: the first three ids, and how many more', async () => {
    const ids = ['a.one', 'b.two', 'c.three', 'd.four', 'e.five'];
    const shown = await open([3, 4, 5].map((count) => key({ id: `key_${count}`, actions: ids.slice(0, count) })));
    expect(
      shown
        .rows()
        .slice(1)
        .map((row) => /only .*(?=never)/.exec(row)?.[0]),
    ).toEqual([
      'only a.one, b.two, c.three',
      'only a.one, b.two, c.three and 1 more',
      'only a.one, b.two, c.three and 2 more',
    ]);
  });

  test('an API key that reads the audit log cannot be limited to actions, neither new nor later', async () => {
    const shown = await open([
      key({ scopes: ['audit'] }),
      key({ id: 'key_2', name: 'both', scopes: ['propose', 'audit'] }),
    ]);
    expect([shown.has('Limits of ci'), shown.has('Limits of both')]).toEqual([false, true]);
    await shown.press('Limits of both');
    expect(shown.controls('Actions (optional)')).toEqual([]);
    await shown.press('Cancel');
    await shown.press('New key…');
    await shown.fill('What it is for', 'siem');
    await shown.check('read: read requests');
    await shown.fill('Actions (optional)', 'pay');
    await settle(() => fireEvent.keyDown(shown.control('Actions (optional)'), { key: 'Enter' }));
    answers['POST /api/keys'] = () => [409, { error: 'no' }];
    await shown.press('Make key');
    await shown.check('audit: read the audit log');
    await shown.press('Make key');
    expect(sent('POST').map(({ body }) => body)).toEqual([
      { name: 'siem', scopes: ['read'], actions: ['pay.out'] },
      { name: 'siem', scopes: ['read', 'audit'] },
    ]);
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
    await shown.press('New key…');
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
    await shown.press('New key…');
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
    await shown.check('Refused (request.denied)', false);
    await shown.press('Save events');
    await shown.check('Refused (request.denied)');
    await shown.press('Save events');
    const [some, every] = sent('PATCH').map(({ body }) => (body as { types: string[] | null }).types);
    expect(some).toHaveLength(6);
    expect(some).not.toContain('request.denied');
    expect(every).toBeNull();
  });

  test('an endpoint says that its events were saved, until they are edited again', async () => {
    const shown = await open();
    await shown.check('Refused (request.denied)', false);
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
    await shown.press('Rotate the secret…');
    expect(shown.text()).toContain('Until the overlap ends, posts carry both signatures.');
    await shown.press('Rotate it');
    expect(shown.text()).toContain('whsec_new');
    await shown.press('I have stored it');
    await shown.fill('Overlap with the old secret', '0');
    await shown.press('Rotate the secret…');
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
    await shown.press('Rotate the secret…');
    expect(await closesOnEscape(page, shown)).toBe(true);
    await shown.press('Rotate the secret…');
    await shown.press('Rotate it');
    await shown.press('Rotate it');
    expect(sent('POST')).toHaveLength(1);
    expect(await closesOnEscape(page, shown)).toBe(false);
  });

  test('an endpoint gets the chosen test event, and is disabled after a question', async () => {
    const shown = await open();
    answers['POST /api/webhooks/whe_1/test'] = () => [202, { server_now: NOW, delivery: {} }];
    await shown.fill('Test event', 'request.expired');
    await shown.press('Send a test event');
    await shown.press('Disable…');
    expect(sent('PATCH')).toEqual([]);
    await shown.press('Disable it');
    expect([sent('POST')[0]!.body, sent('PATCH')[0]!.body]).toEqual([{ type: 'request.expired' }, { enabled: false }]);
    expect(shown.has('Enable…')).toBe(true);
  });

  test('a deleted endpoint is read-only', async () => {
    const shown = await open({ deleted_at: NOW, enabled: false });
    expect(shown.text()).toContain('Deleted');
    for (const name of ['Disable…', 'Enable…', 'Delete…', 'Save events', 'Rotate the secret…', 'Recover']) {
      expect([name, shown.has(name)]).toEqual([name, false]);
    }
  });

  test('an endpoint is added as it was typed, without blanks around it, and with types only if some were chosen', async () => {
    const shown = await draw(queryClient, pageOf('webhooks'));
    await shown.press('New endpoint…');
    await shown.fill('URL', ' https://x.example/ ');
    answers['POST /api/webhooks'] = () => [422, { error: 'url: no', kind: 'refused' }];
    await shown.press('Add endpoint');
    await shown.fill('What it is for', ' Ledger ');
    await shown.fill('Events', 'some');
    await shown.check('Refused (request.denied)', false);
    await shown.press('Add endpoint');
    const [every, some] = sent('POST').map(({ body }) => body) as [object, { types: string[] }];
    expect(every).toEqual({ url: 'https://x.example/' });
    expect(some).toEqual({ url: 'https://x.example/', description: 'Ledger', types: expect.any(Array) });
    expect(some.types).toHaveLength(6);
  });
});
