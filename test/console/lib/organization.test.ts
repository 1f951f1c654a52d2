/** What a browser remembers of an organization, and what its sign-in page shows then, drawn without a browser. */
import { type Opened, openConsole, queryClient } from './console';
import { draw, textOf } from './drawn';
import { NOW, session } from './given';

const { default: SignIn }: { default: unknown } = require('../../../src/console/pages/sign-in');
const { nameOrganization }: { nameOrganization(name: string): void } = require('../../../src/console/lib/session');
const { takeToken }: { takeToken(): string | null } = require('../../../src/console/lib/sign-in');

let page: Opened['page'];
let answers: Opened['answers'];
let sent: Opened['sent'];

const KEPT = 'organization';
const ACME = { id: 'org_demo', name: 'Acme Payments', ways: ['company_account', 'mailed_link'] };

async function open(address = '/sign-in', kept: unknown = null, token: string | null = null) {
  ({ page, answers, sent } = openConsole(session('admin'), address));
  queryClient.setQueryData(['session'], null);
  if (kept !== null) page.store(KEPT, typeof kept === 'string' ? kept : JSON.stringify(kept));
  const shown = await draw(queryClient, SignIn, { token, signedIn: null, forgetToken: () => undefined });
  const buttons = () => shown.all('main button').map((button) => textOf(button).trim());
  return { ...shown, buttons, title: () => textOf(shown.all('h1')[0]!) };
}
const stored = () => JSON.parse(page.stored(KEPT) ?? 'null');
const signedIn = (more: object = {}) => ({ ...session('admin'), ways: ['mailed_link'], ...more });

const ALL = ['Sign in with a passkey', 'Sign in with your company account'];

test('a browser that remembers no organization shows every way, and no name', async () => {
  const shown = await open();
  expect(shown.title()).toBe('Sign in');
  expect(shown.buttons()).toEqual(expect.arrayContaining(ALL));
  expect(shown.text()).toContain('Get a link by mail');
});

test('a browser that remembers an organization shows its name and its ways, the company account first', async () => {
  const shown = await open('/sign-in', ACME);
  expect(shown.title()).toBe('Sign in to Acme Payments');
  expect(shown.buttons().slice(0, 2)).toEqual([ALL[1], ALL[0]]);
  expect(shown.control('E-mail address').value).toBe('');
  answers['POST /api/session/company'] = () => [400, { error: 'Not now.' }];
  await shown.press(ALL[1]!);
  answers['POST /api/session/mailed-link'] = () => [202, { server_now: NOW }];
  await shown.fill('E-mail address', 'ada@acme.dev');
  await shown.press('Mail me a link');
  expect(sent('POST').map(({ body }) => body)).toEqual([
    { org: 'org_demo' },
    { org: 'org_demo', address: 'ada@acme.dev' },
  ]);
});

test.each([
  [[], [ALL[0]], false],
  [['company_account'], [ALL[1], ALL[0]], false],
  [['mailed_link'], [ALL[0]], true],
])('of an organization with the ways %j, the sign-in page shows no other', async (ways, buttons, hasMail) => {
  const shown = await open('/sign-in', { ...ACME, ways });
  expect(shown.buttons().filter((name) => ALL.includes(name))).toEqual(buttons);
  expect([shown.text().includes('Mail me a link'), shown.text().includes('Get a link by mail')]).toEqual([
    hasMail,
    false,
  ]);
});

test('every way is one press away, for people of another organization, and then this one is forgotten', async () => {
  const shown = await open('/sign-in', { ...ACME, ways: [] });
  await shown.press('show every way to sign in');
  expect([shown.title(), stored()]).toEqual(['Sign in', null]);
  expect(shown.buttons()).toEqual(expect.arrayContaining(ALL));
});

test('an address with an id fills in the id, and neither names nor changes anything', async () => {
  const shown = await open('/sign-in#org_acme', ACME);
  expect(shown.title()).toBe('Sign in');
  expect(shown.text()).not.toContain('Acme Payments');
  expect(shown.control('Organization of your company account').value).toBe('org_acme');
  expect([sent('POST'), stored()]).toEqual([[], ACME]);
});

test('an address with the id of the organization that is remembered shows its name', async () => {
  expect((await open('/sign-in#org_demo', ACME)).title()).toBe('Sign in to Acme Payments');
});

test.each(['/sign-in#token=abc', '/sign-in#', '/sign-in#a%20b', `/sign-in#${'x'.repeat(65)}`, '/sign-in#<b>'])(
  'nothing is filled in by %s',
  async (address) => {
    const shown = await open(address);
    await shown.press(ALL[1]!);
    expect(shown.control('Organization of your company account').value).toBe('');
  },
);

test.each(['', '{', 'null', '[]', '{"id":1}', '{"id":"org_demo","name":"X"}', '{"id":"org_demo","name":2,"ways":[]}'])(
  'what is not a remembered organization counts as none: %j',
  async (kept) => {
    expect((await open('/sign-in', kept)).title()).toBe('Sign in');
  },
);

test('a sign-in by a link is remembered, and a link that is refused is not', async () => {
  const shown = await open('/sign-in', null, 'token_1');
  answers['POST /api/session'] = () => [401, { error: 'Used.' }];
  await shown.press('Continue');
  expect(stored()).toBeNull();
  await shown.leave();
  const again = await open('/sign-in', null, 'token_2');
  answers['POST /api/session'] = () => [200, signedIn()];
  await again.press('Continue');
  expect(stored()).toEqual({ id: 'org_demo', name: 'Acme Payments', ways: ['mailed_link'] });
});

test('leaving for the identity provider remembers nothing', async () => {
  const shown = await open('/sign-in#org_evil');
  answers['POST /api/session/company'] = () => [200, { server_now: NOW, url: '#away' }];
  await shown.press(ALL[1]!);
  expect([sent('POST').length, stored()]).toEqual([1, null]);
});

test('a new name is remembered for its own organization only', async () => {
  await open('/sign-in', ACME);
  queryClient.setQueryData(['session'], session('admin'));
  nameOrganization('Acme Treasury');
  expect(stored()).toMatchObject({ id: 'org_demo', name: 'Acme Treasury', ways: ACME.ways });
  queryClient.setQueryData(['session'], session('admin', { org: 'org_other' }));
  nameOrganization('Other');
  expect(stored()).toMatchObject({ id: 'org_demo', name: 'Acme Treasury' });
});

test('an address with an id that is opened in a tab with the sign-in page loads it again, and a fragment of another page does not', async () => {
  await open('/sign-in');
  let loads = 0;
  page.location.reload = () => {
    loads += 1;
  };
  expect(takeToken()).toBeNull();
  const changeTo = (address: string) => {
    page.history.replaceState(null, '', address);
    page.tell('hashchange');
  };
  changeTo('/sign-in#org_acme');
  expect(loads).toBe(1);
  changeTo('/requests/req_1#main');
  expect(loads).toBe(1);
});
