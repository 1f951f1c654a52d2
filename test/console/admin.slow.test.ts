/** Configuring the organization in a browser, with the keyboard and with a pointer, against the whole service. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import type { DestinationSends } from '../../src/adapters/destinations';
import type { House } from '../support/house';
import { openIdentityProvider } from '../support/identity-provider';
import { newOrganization } from '../support/new-organization';
import { openReceiver, type Receiver } from '../support/receiver';
import { violationsOf } from './axe';
import { describeInBrowser } from './browser';
import { type Keyboard, keyboardOf } from './keyboard';
import {
  atHouse,
  follow,
  openLink,
  openPage,
  openWorld,
  signedIn,
  turnInBrowser,
  type Visitor,
  visitor,
  type World,
} from './visitor';

jest.setTimeout(60_000);

describeInBrowser('an admin in the console', () => {
  let world: World;
  let house: House;
  let browser: Browser;
  let admin: Visitor;
  let page: Page;
  let receiver: Receiver;
  /** What was sent to destinations on AWS. */
  const sent: string[] = [];

  beforeAll(async () => {
    const rules = { allowed: [{ account: '111122223333', region: 'eu-central-1' }] };
    const send: DestinationSends['send'] = async (_, { body }) => {
      sent.push(body);
      return { kind: 'answered', status: 200, retryAfterSeconds: null };
    };
    [world, receiver] = await Promise.all([openWorld({ destinations: { rules, sends: { send } } }), openReceiver()]);
    ({ house, browser } = world);
    admin = await signedIn(browser, house, 'op_alpha', { hurried: true, viewport: { width: 1280, height: 900 } });
    page = admin.page;
  });
  afterEach(() => expect(admin.faults).toEqual([]));
  afterAll(async () => {
    await world?.close();
    await receiver?.close();
  });

  const secretOf = async (label: string): Promise<string> => {
    const secret = (await page.getByRole('status', { name: label }).textContent()) ?? '';
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    return secret;
  };
  const lastSignature = () => String(receiver.posts.at(-1)?.headers['service-signature']);
  const sayYes = (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

  it('an admin sets up company sign-in, and an operator connects an account and signs in with it', async () => {
    const provider = await openIdentityProvider([`${house.url}/sign-in/company`]);
    try {
      await openPage(page, '/settings');
      const company = page.getByRole('region', { name: 'Company sign-in' });
      await company.getByRole('button', { name: 'Set it up…' }).click();
      await page.getByLabel('Issuer').fill(provider.issuer);
      await page.getByLabel('Client id').fill('console');
      await page.getByLabel('A public client, without a secret').check();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await company.getByText(provider.issuer).waitFor();
      const bea = await signedIn(browser, house, 'op_bravo', { hurried: true });
      await follow(bea.page, '/account');
      await bea.page.getByRole('button', { name: 'Connect your company account' }).click();
      await bea.page.getByLabel('Account', { exact: true }).fill('bea');
      await bea.page.getByRole('button', { name: 'Sign in' }).click();
      await bea.page.getByText('Your company account is connected since').waitFor();
      expect(await violationsOf(bea.page)).toEqual([]);
      await bea.page.getByRole('button', { name: 'Sign out' }).click();
      // The browser remembers the organization of the last sign-in, and how it signs in.
      await bea.page.getByRole('heading', { name: 'Sign in to Acme Payments' }).waitFor();
      await bea.page.getByRole('button', { name: 'Sign in with your company account' }).click();
      // The provider still knows the browser, and the page takes the code out of its address.
      await bea.page.getByRole('heading', { name: 'Inbox' }).waitFor();
      expect(bea.page.url()).toBe(`${house.url}/`);
      const { began } = (await bea.page.evaluate(() => fetch('/api/session').then((said) => said.json()))) as {
        began: string;
      };
      expect(began).toBe('identity');
      const { sessions } = (await house.api('op_alpha', 'GET', '/api/sessions?operator=op_bravo')).body;
      expect(sessions.map(({ device }: { device: string }) => device)).toContain('linux');
      expect(bea.faults).toEqual([]);
      await bea.page.context().close();
      await openPage(page, '/operators');
      await deed('Bravo', 'Edit…');
      const account = page.getByRole('region', { name: 'Company account of Bravo' });
      await account.getByText('Connected since').waitFor();
      expect(await account.getByRole('button', { name: 'Connect an account' }).count()).toBe(0);
      await page.keyboard.press('Escape');
    } finally {
      await provider.stop();
    }
  });

  it('an admin adds an endpoint, sees what an attempt posted, rotates its secret with an overlap, disables and deletes it', async () => {
    const keys = keyboardOf(page);
    await openPage(page, '/webhooks');
    await keys.enter('New endpoint…');
    await keys.fill('URL', receiver.url);
    await keys.enter('Add endpoint');
    await page.getByText('For a library of Standard Webhooks').click();
    const forLibraries = await page.getByRole('status', { name: 'Secret for Standard Webhooks' }).textContent();
    const first = await secretOf('Signing secret');
    expect(Buffer.from(forLibraries!.slice('whsec_'.length), 'base64').toString()).toBe(first);
    expect(first).toMatch(/^whsec_[\w-]{43}$/);
    await page.getByRole('heading', { name: new URL(receiver.url).host }).waitFor();
    // A wide window shows all parts of the page, so it offers no choice of one.
    expect(await page.getByRole('button', { name: 'Send by hand', exact: true }).count()).toBe(0);

    receiver.answer(500);
    await keys.enter('Send a test event');
    await page.getByText('Failed', { exact: true }).waitFor();
    await keys.enter('1 attempt');
    await page.getByText('Answered with an error (500)').waitFor();
    await keys.enter('Payload and headers of attempt 1');
    await page.getByText(`Service-Signature: ${lastSignature()}`).waitFor();

    await page.getByLabel('Overlap with the old secret').selectOption('3600');
    await page.getByRole('button', { name: 'Rotate the secret…' }).click();
    await sayYes('Rotate it');
    expect(await secretOf('Signing secret')).not.toBe(first);
    await page.getByText('Posts are also signed with the old secret.').waitFor();
    receiver.answer(204);
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText('Delivered', { exact: true }).first().waitFor();
    expect(lastSignature().match(/v1=/g)).toHaveLength(2);
    await page.getByRole('button', { name: 'End the overlap…' }).click();
    await sayYes('End it');
    await page.getByText('Posts are also signed with the old secret.').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Disable…', exact: true }).click();
    await sayYes('Disable it');
    await page.getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Enable…', exact: true }).click();
    await sayYes('Enable it');
    await keys.enter('Delete…');
    await page.getByRole('alertdialog').waitFor();
    await keys.enter('Delete it');
    await page.getByText('No endpoint yet').waitFor();
  });

  it('an admin enables a queue on AWS with the token of its test event', async () => {
    await openPage(page, '/webhooks');
    await page.getByRole('button', { name: 'New endpoint…' }).click();
    await page.getByLabel('URL').fill('arn:aws:sqs:eu-central-1:111122223333:approvals');
    await page.getByLabel('What it is for').fill('Approvals queue');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByText('A test event is on its way there. Enter its token on the next page.').waitFor();
    await secretOf('Signing secret');
    await page.getByText('Waits for its token', { exact: true }).waitFor();
    const form = page.getByRole('region', { name: 'Enter the token of the test event' });
    expect(await form.getByRole('button', { name: 'Verify and enable' }).isDisabled()).toBe(true);
    await form.getByRole('button', { name: 'Send the test event again' }).click();
    await form.getByText('Sent.', { exact: true }).waitFor();
    await form.getByLabel('Token').fill('verify_another');
    await form.getByRole('button', { name: 'Verify and enable' }).click();
    await form.getByRole('alert').getByText('This is not the token of the test event.').waitFor();
    expect(await page.getByRole('button', { name: 'Enable…', exact: true }).count()).toBe(0);

    await house.messages('op_bravo');
    expect(sent).toHaveLength(2);
    await form.getByLabel('Token').fill(` ${JSON.parse(sent[1]!).verification_token}`);
    await form.getByRole('button', { name: 'Verify and enable' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Disable…', exact: true }).waitFor();
    await page.getByText('Waits for its token', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete…', exact: true }).click();
    await sayYes('Delete it');
    await page.getByRole('link', { name: 'Approvals queue' }).waitFor({ state: 'detached' });
  });

  it('an admin sets a chat, tests it, and removes its URL', async () => {
    await openPage(page, '/settings');
    const chat = page.getByRole('region', { name: 'Chat' });
    await chat.getByRole('button', { name: 'Post messages to a chat…' }).click();
    const form = page.getByRole('dialog', { name: 'Post messages to a chat' });
    const post = form.getByRole('button', { name: 'Post messages there' });
    await form.getByLabel('Chat', { exact: true }).selectOption('discord');
    await form.getByLabel('Incoming-webhook URL').fill('https://10.0.0.1/hook');
    await post.click();
    await form
      .getByRole('alert')
      .getByText(/10\.0\.0\.1/)
      .waitFor();
    await form.getByLabel('Incoming-webhook URL').fill(` ${receiver.url}?token=s3cret `);
    await post.click();
    await form.waitFor({ state: 'detached' });
    await chat.getByText(`Discord at ${new URL(receiver.url).host}`).waitFor();
    expect(await page.content()).not.toContain('s3cret');

    await chat.getByRole('button', { name: 'Change it…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Chat', exact: true });
    await dialog.getByRole('button', { name: 'Send a test message' }).click();
    await dialog.getByText('The chat took the message.').waitFor();
    expect(receiver.posts.at(-1)!.json).toHaveProperty('flags');
    receiver.answer(410);
    await dialog.getByRole('button', { name: 'Send a test message' }).click();
    await dialog.getByText('The chat answered 410. Check the URL, or make a new one in the chat.').first().waitFor();
    await dialog.getByRole('button', { name: 'Remove the chat…' }).click();
    await sayYes('Remove the chat');
    await chat.getByRole('button', { name: 'Post messages to a chat…' }).waitFor();
    expect((await house.api('op_alpha', 'GET', '/api/chat')).body.chat).toBeNull();
  });

  it('an admin recovers what an endpoint missed while it was disabled, and sends a delivery again by hand', async () => {
    receiver.answer(204);
    const made = await house.api('op_alpha', 'POST', '/api/webhooks', { url: receiver.url });
    const { id } = made.body.endpoint as { id: string };
    await house.api('op_alpha', 'PATCH', `/api/webhooks/${id}`, { enabled: false });
    const { body } = await house.propose({});
    await house.turn('op_bravo', body.request.id);
    await house.advance(0);
    await house.api('op_alpha', 'PATCH', `/api/webhooks/${id}`, { enabled: true });

    await openPage(page, `/webhooks/${id}`);
    await page.getByText('Nothing was posted yet.').waitFor();
    await page.getByText('Recover missed events').click();
    await page.getByRole('button', { name: 'Recover', exact: true }).click();
    await page.getByText(/0 sent again, [1-9]\d* sent for the first time/).waitFor();
    await page.getByText('Delivered', { exact: true }).first().waitFor();
    const before = receiver.posts.length;
    await page
      .getByRole('button', { name: /^Send again: dlv_\w+$/ })
      .first()
      .click();
    await page.getByText('Sending.').waitFor();
    await page.getByText('2 attempts', { exact: true }).waitFor();
    expect(receiver.posts.length).toBe(before + 1);
    await openPage(page, `/requests/${body.request.id}`);
    const deliveries = page.getByRole('group', { name: 'Deliveries' });
    await deliveries.getByText('Deliveries').click();
    await deliveries.getByText('Delivered', { exact: true }).waitFor();
  });

  it('a new organization is guided from its name to its first approved request, a passkey and a second admin', async () => {
    const { link, code } = await newOrganization(house, 'org_new', 'op_ada');
    const ada = await visitor(browser, { viewport: { width: 1280, height: 900 } });
    const guide = ada.page;
    const step = (title: string) =>
      guide.getByRole('listitem').filter({ has: guide.getByRole('heading', { name: title }) });
    const accessible = async (name: string) => {
      expect({ name, violations: await violationsOf(guide) }).toEqual({ name, violations: [] });
    };
    await openLink(guide, house.url + (await link()));
    await guide.getByRole('heading', { name: 'Send your first request' }).waitFor();
    expect(new URL(guide.url()).pathname).toBe('/welcome');
    await guide.getByLabel('Name of the organization').fill('New Company');
    await guide.getByRole('button', { name: 'Save the name' }).click();
    await guide.getByRole('link', { name: 'New Company', exact: true }).waitFor();
    await accessible('templates');
    await guide.getByRole('button', { name: /^Refund/ }).click();
    await guide.getByRole('button', { name: 'Make the API key' }).click();
    await guide.getByText('Waiting for your first request…').waitFor();
    await accessible('waiting');

    const command = (await step('Send it, from any terminal').locator('pre').textContent()) ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    expect(JSON.parse(stdout).request).toMatchObject({ action: 'payments.refund', requester: 'op_ada' });
    await guide.getByText('Your first request is here.').waitFor();
    await accessible('arrived');
    await step('Turn your key').getByRole('link', { name: 'Open the request' }).click();
    await guide.getByRole('heading', { name: /^What you approve/ }).waitFor();
    await turnInBrowser(ada, code());
    await guide.getByRole('link', { name: 'Go on with the guide' }).click();
    await step('Turn your key').getByText('Your program reads the answer: authorized.').waitFor();

    await guide.getByRole('listitem').getByRole('link', { name: 'Add a passkey' }).click();
    await guide.getByRole('button', { name: 'Add a passkey' }).click();
    await guide.getByText('Added. You can sign in with it now.').waitFor();
    await guide.goBack();
    await guide.getByRole('link', { name: 'Add an admin' }).click();
    await guide.getByRole('button', { name: 'Invite people…' }).click();
    const form = guide.getByRole('dialog', { name: 'Invite people' });
    await form.getByLabel('Addresses or CSV').fill('Ben <ben@acme.example>, admin');
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await guide.goBack();
    await step('Make it last').getByRole('link', { name: 'Add a webhook' }).waitFor();
    await accessible('end');
    expect(await step('Make it last').getByRole('link').allTextContents()).toEqual(['Add a webhook']);
    await guide.getByRole('button', { name: 'Finish the guide' }).click();
    await guide.getByRole('heading', { name: /^Inbox/ }).waitFor();
    await guide.waitForLoadState('networkidle');
    expect(new URL(guide.url()).pathname).toBe('/');
    expect(ada.faults).toEqual([]);
    await ada.close();
  });

  const deed = async (name: string, label: string) => {
    await page.getByRole('button', { name: `What to do with ${name}` }).click();
    await page.getByRole('menuitem', { name: label }).click();
  };

  describe('without a pointer', () => {
    let keys: Keyboard;
    const closed = () => page.getByRole('alertdialog').waitFor({ state: 'detached' });
    const stored = async (label: string): Promise<string> => {
      const secret = (await page.getByRole('status', { name: label }).textContent()) ?? '';
      await keys.enter('I have stored it');
      await closed();
      return secret;
    };

    beforeAll(async () => {
      keys = keyboardOf(page);
      await page.goto(`${house.url}/`);
      await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    });

    it('an admin makes a key, whose token is shown once and works until it is revoked, with the keyboard alone', async () => {
      await keys.go('API keys');
      await keys.enter('New key…');
      await keys.fill('What it is for', 'ledger reader');
      await keys.to('read: read requests');
      await page.keyboard.press('Space');
      await keys.enter('Make key');
      const token = await stored('API key token');
      expect(token).toMatch(/^rak_[\w-]{43}_\w{6}$/);
      expect(await page.content()).not.toContain(token);
      const headers = { authorization: `Bearer ${token}` };
      const read = () => house.send('GET', '/v1/requests/req_000000000000000000000000', { headers });
      expect((await read()).status).toBe(404);
      await keys.enter('Revoke ledger reader');
      await page.getByRole('alertdialog').waitFor();
      await keys.enter('Revoke it');
      await closed();
      expect((await read()).status).toBe(401);
    });

    it('an admin adds an operator with the keyboard alone, whose link opens a session that ends when the operator is disabled', async () => {
      await keys.go('Operators');
      await keys.enter('Invite people…');
      await keys.fill('Addresses or CSV', 'Kay <kay@acme.dev>');
      await keys.fill('Id of Kay', 'op_kay');
      await keys.enter('Invite');
      const row = page.getByRole('row').filter({ hasText: 'kay@acme.dev' });
      await row.getByText('Never').waitFor();
      const deed = async (key: 'ArrowDown' | 'ArrowUp') => {
        await keys.enter('What to do with Kay');
        await page.getByRole('menuitem', { name: 'Edit…' }).waitFor();
        await page.keyboard.press(key);
        await page.keyboard.press('Enter');
      };
      await deed('ArrowDown');
      const link = await stored('Sign-in link');
      const kay = await visitor(browser, { hurried: true });
      await openLink(kay.page, atHouse(house, link));
      await kay.page.getByRole('heading', { name: /^Inbox/ }).waitFor();
      await kay.page.getByRole('button', { name: 'Menu', exact: true }).click();
      await kay.page.getByRole('link', { name: /^Your account: .*Kay/ }).waitFor();
      expect(await kay.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);

      await deed('ArrowUp');
      await page.getByRole('alertdialog').waitFor();
      await keys.enter('Disable');
      await row.getByText('Disabled').waitFor();
      // Above the page: what was typed would stay.
      await kay.page.getByRole('heading', { name: 'Sign in again' }).waitFor();
      await kay.page.getByRole('button', { name: 'Discard and go to the sign-in page' }).click();
      await kay.page.getByRole('heading', { name: /^Sign in to / }).waitFor();
      await kay.close();
    });

    it('an admin makes an action and changes its policy with the keyboard alone', async () => {
      await keys.go('Actions');
      await keys.enter('New action');
      await keys.fill('Action id', 'by.keys');
      await keys.fill('Title that operators read', 'Made by keys alone');
      await keys.fill('Operators who are asked', 'alph');
      await page.keyboard.press('Enter');
      await keys.enter('Create action');
      await page.getByText('version 1', { exact: true }).waitFor();
      await keys.fill('Title that operators read', 'Changed by keys alone');
      await keys.enter('Review and save…');
      await page.getByRole('alertdialog').getByRole('region', { name: 'Changes' }).waitFor();
      await keys.enter('Save');
      await page.getByText('version 2', { exact: true }).waitFor();
    });
  });

  it('an admin edits a policy after seeing whom it would ask and what it would have changed', async () => {
    const past = await house.propose({ action: 'demo.refund', requester: 'op_bravo', params: { amount: '500' } });
    await openPage(page, '/actions/demo.refund');
    await page.getByLabel('Value', { exact: true }).fill('400');
    const beside = page.getByRole('complementary', { name: 'What the policy means' });
    await beside.getByText(/3 keys when “amount” is at least “400”/).waitFor();
    await beside
      .getByRole('listitem')
      .filter({ hasText: /Refund a customer.*«EUR 500.00»/ })
      .getByText('1 → 3 keys')
      .waitFor();
    await page.getByRole('button', { name: 'Review and save…' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('region', { name: 'Changes' })
      .getByText('if "amount" ≥ "400": 3 keys')
      .waitFor();
    await page.getByText(/1 of \d+ past requests would have been handled differently/).waitFor();
    await page
      .getByRole('row')
      .filter({ has: page.locator(`a[href$="${past.body.request.id}"]`) })
      .getByText(/^3 keys of 4/)
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('version 2', { exact: true }).waitFor();

    const preview = page.getByRole('region', { name: 'How a request would look' });
    await preview.getByText('Try others').click();
    await preview.getByLabel('Params').fill('amount=450');
    await preview.getByText('3 keys (by a rule) of Alpha, Bravo, Charlie, Delta.').waitFor();
    await preview.getByLabel('Params').fill('');
    await preview.getByText(/It would be refused: .*amount/).waitFor();
  });

  it('an admin is told what is wrong with a policy, and does not overwrite another admin’s edit', async () => {
    await openPage(page, '/new-action');
    // Only a platform action can have an integration: the one that the deployment declares for it.
    await page.getByLabel('Action id').fill('demo.transfer');
    await page.getByLabel('Integration').selectOption('demo.sink');
    await page.getByLabel('Action id').fill('wire.large');
    await page.getByLabel('Integration').waitFor({ state: 'detached' });
    await page.getByLabel('Title that operators read').fill('Wire a large sum');
    const roster = page.getByLabel('Operators who are asked');
    await roster.fill('alph');
    await page.getByRole('option', { name: 'Alpha op_alpha' }).click();
    await page.getByRole('button', { name: 'Keys needed: one more' }).click();
    const beside = page.getByRole('complementary', { name: 'What the policy means' });
    await beside.getByText(/can be at most 1, because the roster has 1 operator/).waitFor();
    await page.getByRole('button', { name: 'Create action' }).click();
    await page
      .getByRole('alert')
      .getByText(/roster/)
      .first()
      .waitFor();
    await roster.fill('bravo');
    await page.keyboard.press('Enter');
    await beside.getByText('Nobody could approve a request of Alpha and Bravo').waitFor();
    await page.getByLabel('The requester cannot turn a key').uncheck();
    await beside.getByText('Nobody could approve').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create action' }).click();
    await page.getByText('version 1', { exact: true }).waitFor();

    const { body } = await house.api('op_alpha', 'GET', '/api/actions/wire.large');
    const { id: _id, version, created_at: _created, updated_at: _updated, ...policy } = body.action;
    const edited = { ...policy, title: 'Edited elsewhere', if_version: version };
    expect((await house.api('op_alpha', 'PUT', '/api/actions/wire.large', edited)).status).toBe(200);
    await page.getByLabel('Title that operators read').fill('Edited here');
    await page.getByRole('button', { name: 'Review and save…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('this edit was made from another version').waitFor();
    await page.getByText('Somebody saved version 2 while you were editing.').waitFor();
    expect(await page.getByLabel('Title that operators read').inputValue()).toBe('Edited here');
    expect((await house.api('op_alpha', 'GET', '/api/actions/wire.large')).body.action.title).toBe('Edited elsewhere');
  });

  it('an admin verifies the audit chain in the browser, sees that an entry was changed, and saves the chain', async () => {
    await openPage(page, '/audit');
    await keyboardOf(page).enter('Verify in this browser');
    await page.getByText(/entries: complete, in order, and signed/).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the log' }).click(),
    ]);
    const lines = readFileSync(await saved.path(), 'utf8')
      .trim()
      .split('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({ seq: 1 });

    await page.route('**/api/audit/export*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace('"op_bravo"', '"op_other"') });
    });
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page
      .getByRole('alert')
      .getByText(/The audit log is not intact\. Entry \d+ was changed/)
      .waitFor();
    await page.unroute('**/api/audit/export*');
  });
});
