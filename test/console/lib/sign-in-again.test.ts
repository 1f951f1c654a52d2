/** A write that needs a fresh sign-in: what is offered, and that it is sent again after it, drawn without a browser. */
import { type Opened, openConsole, pageOf, queryClient } from './console';
import { draw } from './drawn';
import { inboxOf, NOW, session } from './given';
import { advance, install } from './page';

const { OrganizationName }: { OrganizationName: unknown } = require('../../../src/console/pages/settings/name');
const { CollectKey }: { CollectKey: unknown } = require('../../../src/console/pages/request/change');
const { Inbox }: { Inbox: unknown } = require('../../../src/console/pages/inbox');

const AGAIN = [409, { kind: 'sign_in_again', error: 'This needs a sign-in of the last five minutes.' }] as const;
let page: Opened['page'];
let answers: Opened['answers'];
let sent: Opened['sent'];
/** Whose passkey the device uses. */
let signsIn: object;

beforeEach(() => {
  ({ page, answers, sent } = openConsole());
  page.document.cookie = 'signed_in=ses_1';
  signsIn = session('admin');
  answers['GET /api/passkeys'] = () => [200, { server_now: NOW, passkeys: [{}], cursor: null }];
  const challenge = Buffer.alloc(32, 7).toString('base64url');
  answers['POST /api/session/options'] = () => [200, { options: { challenge, rpId: 'console.example' } }];
  answers['POST /api/session/passkey'] = () => [200, signsIn];
  const response = {
    clientDataJSON: Uint8Array.of(1),
    authenticatorData: Uint8Array.of(2),
    signature: Uint8Array.of(3),
  };
  const key = { id: 'cred_1', rawId: Buffer.from('cred_1'), type: 'public-key', response };
  const get = async () => ({ ...key, getClientExtensionResults: () => ({}) });
  install({ navigator: { credentials: { get } }, PublicKeyCredential: class {} });
});

const renames = () => sent('PUT').map(({ body }) => (body as { name: string }).name);

/** Renames the organization in a session that is too old. */
async function refused() {
  answers['PUT /api/organization'] = () => [...AGAIN];
  const shown = await draw(queryClient, OrganizationName);
  await shown.press('Rename…');
  await shown.fill('Name', 'Acme Treasury');
  await shown.press('Rename it');
  return shown;
}

const accept = () => {
  answers['PUT /api/organization'] = () => [200, { server_now: NOW, name: 'Acme Treasury' }];
};

test('an edit that was refused for its old sign-in is sent again, as it was, after one press and the passkey', async () => {
  const shown = await refused();
  expect(shown.control('Name').value).toBe('Acme Treasury');
  accept();
  await shown.press('Sign in with a passkey');
  expect(renames()).toEqual(['Acme Treasury', 'Acme Treasury']);
  expect(shown.all('[role="dialog"]')).toEqual([]);
  expect(shown.text()).toContain('Acme Treasury');
});

test('an edit that was refused for its old sign-in is sent again by nobody else', async () => {
  const shown = await refused();
  accept();
  const other = { id: 'op_b', name: 'Bob', role: 'admin' };
  signsIn = session('admin', { operator: other });
  await shown.press('Sign in with a passkey');
  expect(renames()).toEqual(['Acme Treasury']);
  expect(queryClient.getQueryData(['session'])).toMatchObject({ operator: other });
});

test('an edit that was refused for its old sign-in is not sent in the same operator’s name of another organization', async () => {
  const shown = await refused();
  accept();
  signsIn = session('admin', { org: 'org_other' });
  await shown.press('Sign in with a passkey');
  expect(renames()).toEqual(['Acme Treasury']);
});

test('if the passkey is refused, nothing is sent, the text stays, and the passkey can be used again', async () => {
  const shown = await refused();
  answers['POST /api/session/passkey'] = () => [401, { error: 'This passkey is not known here.' }];
  await shown.press('Sign in with a passkey');
  expect(shown.text()).toContain('This passkey is not known here.');
  expect([renames(), shown.control('Name').value]).toEqual([['Acme Treasury'], 'Acme Treasury']);
  answers['POST /api/session/passkey'] = () => [200, signsIn];
  accept();
  await shown.press('Sign in with a passkey');
  expect(renames()).toEqual(['Acme Treasury', 'Acme Treasury']);
});

test('who has no passkey reads how to get a link, and the edit is sent again once the link was opened in another tab', async () => {
  answers['GET /api/passkeys'] = () => [200, { server_now: NOW, passkeys: [], cursor: null }];
  const shown = await refused();
  expect(shown.has('Sign in with a passkey')).toBe(false);
  expect(shown.text()).toContain('npm run admin -- sign-in-link --org org_demo --id op_a');
  accept();
  await advance(2000);
  expect(renames()).toHaveLength(1);
  page.document.cookie = 'signed_in=ses_2';
  await advance(1000);
  expect(renames()).toEqual(['Acme Treasury', 'Acme Treasury']);
});

test('the token of an approved API key is collected by the same press, after the passkey', async () => {
  const request = {
    ...{ id: 'req_1', action: 'service.admin', requester: 'op_a', state: 'succeeded' },
    params: { change: 'Create an API key' },
  };
  answers['POST /api/changes/req_1/key'] = () => [...AGAIN];
  const shown = await draw(queryClient, CollectKey, {
    request,
    view: { change: { kind: 'create_key', effect: null } },
  });
  await shown.press('Collect the token');
  const key = { name: 'ci', scopes: ['read'] };
  answers['POST /api/changes/req_1/key'] = () => [201, { server_now: NOW, key, token: 'rak_secret' }];
  await shown.press('Sign in with a passkey');
  expect(sent('POST').filter(({ path }) => path === '/api/changes/req_1/key')).toHaveLength(2);
  expect(shown.text()).toContain('rak_secret');
});

test('an endpoint is added by the same press, after the passkey, and its secret is shown', async () => {
  answers['POST /api/webhooks'] = () => [...AGAIN];
  const shown = await draw(queryClient, pageOf('webhooks'));
  await shown.press('New endpoint…');
  await shown.fill('URL', 'https://hooks.acme.dev/events');
  await shown.press('Add endpoint');
  const endpoint = { id: 'whe_1', url: 'https://hooks.acme.dev/events', types: null, description: '', enabled: true };
  answers['POST /api/webhooks'] = () => [201, { server_now: NOW, endpoint, secret: 'whsec_shown' }];
  await shown.press('Sign in with a passkey');
  expect(sent('POST').filter(({ path }) => path === '/api/webhooks')).toHaveLength(2);
  expect(shown.text()).toContain('whsec_shown');
});

describe('the card for a first passkey', () => {
  const open = async (facts: object, passkeys: object[] = []) => {
    const me = session('admin', { began: 'link', ...facts });
    queryClient.setQueryData(['session'], me);
    answers['GET /api/inbox'] = () => [200, inboxOf([], { session: me })];
    answers['GET /api/passkeys'] = () => [200, { passkeys, cursor: null }];
    return draw(queryClient, Inbox);
  };
  const ASKS = 'Add a passkey now';

  test('an admin without a passkey is asked in the inbox to add one, while the link is fresh', async () => {
    const shown = await open({ fresh_until: NOW + 2000 });
    expect(shown.text()).toContain(ASKS);
    expect(shown.text()).toContain('Without a passkey, you need a new link the next time');
    await advance(1000);
    expect(shown.text()).toContain(ASKS);
    await advance(1000);
    expect(shown.text()).not.toContain(ASKS);
  });

  test.each<[string, Parameters<typeof open>]>([
    ['with an older link', [{ fresh_until: NOW }]],
    ['whose sign-in is never fresh', [{ fresh_until: null }]],
    ['with a passkey', [{}, [{}]]],
    ['who signed in with a company account', [{ began: 'identity' }]],
    ['who requested the link by mail', [{ began: 'mailed_link' }]],
    ['who signed in with a passkey', [{ began: 'passkey' }]],
  ])('an admin %s is not asked to add a passkey', async (_, given) => {
    const shown = await open(...given);
    expect(shown.text()).toContain('Nothing waits for you');
    expect(shown.text()).not.toContain(ASKS);
  });

  test('*Not now* is kept for this operator of this organization', async () => {
    const shown = await open({});
    await shown.press('Not now');
    expect(shown.text()).not.toContain(ASKS);
    expect((await open({})).text()).not.toContain(ASKS);
    expect((await open({ org: 'org_other' })).text()).toContain(ASKS);
    const other = { id: 'op_b', name: 'Bob', role: 'admin' };
    expect((await open({ operator: other })).text()).toContain(ASKS);
  });

  test('if no passkey was added, the card says so and stays', async () => {
    answers['POST /api/passkeys/options'] = () => [409, { error: 'You have ten passkeys.' }];
    const shown = await open({ fresh_until: NOW + 2000 });
    await shown.press('Add a passkey');
    expect(shown.text()).toContain('You have ten passkeys.');
    await advance(3000);
    expect(shown.text()).toContain('You have ten passkeys.');
  });
});
