/** The one page of what an admin sets for the organization, drawn without a browser. */
import { listOf, type Opened, openConsole, queryClient } from './console';
import { draw, textOf } from './drawn';
import { NOW, operatorOf, session } from './given';
import { install, settle, takeDownloads } from './page';

const { default: Settings }: { default: unknown } = require('../../../src/console/pages/settings');

interface Given {
  readonly fourEyes?: boolean;
  readonly keys?: object[];
  readonly signing?: object;
  readonly chat?: object | null;
  readonly provider?: object | null;
  readonly mailed?: boolean;
}

let page: Opened['page'];
let answers: Opened['answers'];
let asked: Opened['asked'];
let sent: Opened['sent'];

async function open(given: Given = {}) {
  const { fourEyes = true, keys = [], signing = {}, chat = null, provider = null, mailed = false } = given;
  ({ page, answers, asked, sent } = openConsole(session('admin'), '/settings'));
  const operators = [operatorOf('op_a', { role: 'admin' }), operatorOf('op_b')];
  answers['GET /api/operators'] = () => listOf('operators', operators, { four_eyes: fourEyes });
  answers['GET /api/signing-keys'] = () => listOf('keys', keys, { bootstrap: false, changes_turn: 'code', ...signing });
  answers['GET /api/chat'] = () => [200, { server_now: NOW, chat }];
  answers['GET /api/mailed-links'] = () => [200, { server_now: NOW, allowed: mailed }];
  const redirect_uri = 'https://console.example/sign-in/company';
  answers['GET /api/company-sign-in'] = () => [200, { server_now: NOW, provider, redirect_uri, connected_at: null }];
  const shown = await draw(queryClient, Settings);
  const rowOf = (title: string) => {
    const row = shown.all('section').find((each) => textOf(each).startsWith(title));
    return row === undefined ? '' : textOf(row).slice(title.length);
  };
  return { ...shown, rowOf };
}

const PROVIDER = {
  ...{ issuer: 'https://sso.acme.dev', client_id: 'ras', has_secret: true, acr_values: [] },
  ...{ max_age_seconds: 28_800, forbids_mail_links: true },
};
const waitingOf = (...operators: string[]) =>
  operators.map((operator) => ({
    ...{ id: `psk_${operator}`, operator, name: 'Laptop', fingerprint: 'SHA256:x', key: 'k', standing: 'waiting' },
    ...{ created_at: NOW, enrolled_at: NOW, countersigned_at: null, countersigned_by: null, transports: ['usb'] },
  }));

test('the settings are one line each, and every line says how it is set', async () => {
  const shown = await open({
    provider: PROVIDER,
    chat: { format: 'slack', host: 'x.dev', set_at: NOW, failing: null },
  });
  expect(shown.all('h2').map(textOf)).toEqual([
    ...['Name', 'Sign-in address', 'Company sign-in', 'Sign-in links by mail', 'Chat', 'Signing keys'],
    ...['How changes are approved', 'First steps'],
  ]);
  expect(shown.rowOf('Name')).toContain('Acme Payments org_demo');
  expect(shown.rowOf('Sign-in address')).toContain('https://console.example/sign-in#org_demo');
  expect(shown.rowOf('Company sign-in')).toContain('https://sso.acme.dev A sign-in lasts 480 minutes.');
  expect(shown.rowOf('Sign-in links by mail')).toContain('Not allowed. Only admins make sign-in links.');
  expect(shown.rowOf('Chat')).toContain('Slack at x.dev set just now');
  expect(shown.rowOf('Signing keys')).toContain('No passkey waits for a countersignature.');
  expect(shown.rowOf('How changes are approved')).toContain('Another admin turns a key with a code.');
  expect(shown.links()).toEqual(['/welcome']);
});

test('every line of the settings has one button, also where nothing is set', async () => {
  for (const given of [{}, { provider: PROVIDER, mailed: true, keys: waitingOf('op_b') }, { fourEyes: false }]) {
    const shown = await open(given);
    const lines = shown.all('section');
    expect(lines.map((line) => [...line.querySelectorAll('button, a')].length)).toEqual(Array(8).fill(1));
    await shown.leave();
  }
});

test('before there is a second admin, the settings say that one admin changes everything, and where to invite another', async () => {
  const shown = await open({ fourEyes: false });
  expect(shown.rowOf('How changes are approved')).toContain('By one admin alone.');
  expect(shown.links()).toEqual(['/operators', '/welcome']);
});

test('an admin countersigns the keys of others, and not their own', async () => {
  const shown = await open({ keys: waitingOf('op_a', 'op_b') });
  expect(asked).toContain('GET /api/signing-keys?limit=50&standing=waiting');
  expect(shown.rowOf('Signing keys')).toContain('2 passkeys wait for a countersignature.');
  await shown.press('Countersign…');
  expect(shown.text()).toContain('Anna Laptop, a security key');
  expect(shown.text()).toContain('Another admin must countersign it.');
  expect(shown.has('Countersign the passkey Laptop of Anna')).toBe(false);
  expect(shown.has('Countersign the passkey Laptop of Bob')).toBe(true);
});

test.each([
  ['code', 'Approve with passkeys…', 'Use passkeys', 'code_and_passkey'],
  ['code_and_passkey', 'Approve with a code alone…', 'Request it', 'code'],
])('where changes take %s, an admin changes that after a question', async (changes_turn, label, confirm, turn) => {
  const shown = await open({ signing: { changes_turn } });
  answers['PUT /api/changes-turn'] = () => [200, { server_now: NOW, turn }];
  await shown.press(label);
  expect(sent('PUT')).toEqual([]);
  await shown.press(confirm);
  expect(sent('PUT')).toEqual([{ path: '/api/changes-turn', body: { turn } }]);
});

test('before two admins have countersigned each other, nobody can require passkeys', async () => {
  const shown = await open({ signing: { bootstrap: true } });
  expect(shown.has('Approve with passkeys…')).toBe(false);
  expect(shown.rowOf('Signing keys')).toContain('Every passkey can sign decisions until two admins');
});

test('an admin allows operators to request links by mail, after a question that says what somebody with access to a mailbox can then do', async () => {
  const shown = await open();
  answers['PUT /api/mailed-links'] = () => [200, { server_now: NOW, allowed: true }];
  await shown.press('Allow links by mail…');
  expect(shown.text()).toContain('They cannot turn a key. Another admin must approve this.');
  answers['GET /api/mailed-links'] = () => [200, { server_now: NOW, allowed: true }];
  await shown.press('Request it');
  expect(sent('PUT')).toEqual([{ path: '/api/mailed-links', body: { allowed: true } }]);
  expect(shown.text()).toContain('Allowed for operators without a passkey.');
});

test('ending links by mail needs no second admin', async () => {
  const shown = await open({ mailed: true });
  answers['PUT /api/mailed-links'] = () => [200, { server_now: NOW, allowed: false }];
  await shown.press('End links by mail…');
  await shown.press('End them');
  expect(sent('PUT')).toEqual([{ path: '/api/mailed-links', body: { allowed: false } }]);
});

test('company sign-in is ended in its dialog, after a question', async () => {
  const shown = await open({ provider: PROVIDER });
  answers['PUT /api/company-sign-in'] = () => [200, { server_now: NOW, provider: null, connected_at: null }];
  await shown.press('Change it…');
  await shown.press('End company sign-in…');
  expect(sent('PUT')).toEqual([]);
  await shown.press('End it');
  expect(sent('PUT')).toEqual([{ path: '/api/company-sign-in', body: { provider: null } }]);
  expect(shown.all('[role="dialog"]')).toEqual([]);
});

test('the list of signing keys is saved as of an instant in this device’s time, or as it is now', async () => {
  const shown = await open();
  answers['GET /api/allowed-signers'] = () => [200, { server_now: NOW, allowed_signers: 'op_b …' }];
  const saved = takeDownloads();
  await shown.press('Save the list…');
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

test('opened by an IP address, the settings say why there are no signing keys, and ask for none', async () => {
  ({ answers, asked } = openConsole(session('admin'), 'http://127.0.0.1/settings'));
  await (await draw(queryClient, Settings)).leave();
  expect(asked.filter((call) => call.includes('signing-keys'))).toEqual([]);
});

test('the sign-in address is copied with the id alone', async () => {
  const copied: string[] = [];
  const shown = await open();
  install({ navigator: { clipboard: { writeText: async (text: string) => void copied.push(text) } } });
  await shown.press('Copy');
  expect(copied).toEqual(['https://console.example/sign-in#org_demo']);
});

describe('the chat', () => {
  test('an admin sets a chat without the blanks around it, and tests it', async () => {
    const shown = await open();
    await shown.press('Post messages to a chat…');
    await shown.fill('Chat', 'teams');
    await shown.fill('Incoming-webhook URL', ' https://chat.example/x ');
    answers['PUT /api/chat'] = () => [200, { server_now: NOW, chat: null }];
    await shown.press('Post messages there');
    expect(sent('PUT')).toEqual([{ path: '/api/chat', body: { format: 'teams', url: 'https://chat.example/x' } }]);
    await shown.leave();
    queryClient.clear();
    const set = await open({ chat: { format: 'teams', host: 'chat.example', set_at: NOW, failing: null } });
    expect(set.rowOf('Chat')).toContain('Microsoft Teams at chat.example');
    answers['POST /api/chat/test'] = () => [200, { server_now: NOW, taken: false, problem: 'It answered 410.' }];
    await set.press('Change it…');
    await set.press('Send a test message');
    expect(set.text()).toContain('It answered 410.');
  });

  test('the settings say since when a chat takes no message and why, and nothing where it takes them', async () => {
    const chat = { format: 'slack', host: 'chat.example', set_at: NOW };
    const problem = 'The chat answered 400. Check the URL, or make a new one in the chat.';
    const shown = await open({ chat: { ...chat, failing: { since: NOW, problem } } });
    expect(shown.rowOf('Chat')).toMatch(
      /No message has arrived since .*\d\d:\d\d.*\. The chat answered 400\. Check the URL/,
    );
    await shown.leave();
    queryClient.clear();
    expect((await open({ chat: { ...chat, failing: null } })).text()).not.toContain('No message has arrived');
  });

  test('a form that is sent right after a letter was typed is sent with that letter', async () => {
    const shown = await open();
    await shown.press('Post messages to a chat…');
    await shown.fill('Incoming-webhook URL', 'https://chat.example/');
    answers['PUT /api/chat'] = () => [200, { server_now: NOW, chat: null }];
    await settle(async () => {
      // As a browser reports a letter and then Enter. What the page does after it is drawn has not happened in between.
      const field = Object.assign(shown.control('Incoming-webhook URL'), { value: 'https://chat.example/x' });
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await Promise.resolve().then(() => undefined);
      shown.button('Post messages there').click();
    });
    expect(sent('PUT')).toEqual([{ path: '/api/chat', body: { format: 'slack', url: 'https://chat.example/x' } }]);
  });
});

test('the page of settings is for admins', async () => {
  const { App }: { App: unknown } = require('../../../src/console/app');
  openConsole(session('operator'), '/settings');
  const shown = await draw(queryClient, App);
  while (shown.text().includes('Loading the page')) await settle();
  expect(shown.all('h1').map(textOf)).toEqual(['For admins']);
  expect(page).toBeDefined();
});
