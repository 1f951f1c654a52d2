/** Turning keys and stopping requests, in browsers, against the whole service. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { timeText } from '../../src/protocol/ssh/allowed-signers';
import { aFolder } from '../support/folder';
import type { House } from '../support/house';
import { HAS_SSH_KEYGEN } from '../support/ssh-keygen';
import { describeInBrowser } from './browser';
import { keyboardOf } from './keyboard';
import {
  openLink,
  openPage,
  openRequest,
  openWorld,
  regulars,
  signInLink,
  signingVisitor,
  TURN,
  turnInBrowser,
  unfold,
  type Visitor,
  visitor,
  type World,
} from './visitor';

jest.setTimeout(60_000);

describeInBrowser('an operator in the console', () => {
  let world: World;
  let house: House;
  let browser: Browser;
  const open: Visitor[] = [];
  let known: Visitor | undefined;
  /** In a browser that knows nobody: one profile for all tests, because a new one costs two seconds of processor time. */
  const stranger = async (): Promise<Visitor> => {
    known ??= await visitor(browser);
    await known.context.clearCookies();
    await known.page.goto('about:blank');
    return known;
  };
  const { as, atInbox, rest } = regulars(
    () => browser,
    () => house,
    { hurried: true },
  );
  const propose = async (body: object): Promise<string> => {
    const { body: answer } = await house.propose(body);
    return answer.request.id as string;
  };
  const stateOf = (id: string) => house.read(id);

  beforeAll(async () => {
    world = await openWorld();
    ({ house, browser } = world);
  });
  afterEach(async () => {
    const faults = [...open.flatMap((visit) => visit.faults), ...(known?.faults.splice(0) ?? [])];
    await Promise.all([...open.splice(0).map((visit) => visit.close()), known?.page.goto('about:blank')]);
    expect([...faults, ...(await rest())]).toEqual([]);
  });
  afterAll(async () => {
    await world?.close();
  });

  /** What remains in a browser after its session has ended. */
  const endedSession = () => ({ name: 'signed_in', value: 'ses_ended', url: house.url });

  it('an operator signs in by a link that works once and leaves no token in the address', async () => {
    const link = await signInLink(house, 'op_bravo');
    const first = await stranger();
    await openLink(first.page, link);
    await first.page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    expect(first.page.url()).toBe(`${house.url}/`);
    await first.page.goBack();
    expect(first.page.url()).not.toContain('token');
    const cookies = await first.context.cookies();
    // The session, and the mark by which a page knows that there may be one. The mark opens nothing.
    const value = expect.stringMatching(/^ses_[0-9a-f]{24}$/);
    const mark = expect.objectContaining({ name: 'signed_in', value, httpOnly: false, sameSite: 'Strict' });
    expect(cookies).toEqual([expect.objectContaining({ httpOnly: true, sameSite: 'Strict' }), mark]);

    const second = await stranger();
    await openLink(second.page, link);
    await second.page.getByRole('alert').getByText('This link is invalid, expired or already used.').waitFor();
    await second.page
      .getByRole('alert')
      .getByText(/^Ask an admin for a new one\./)
      .waitFor();
    expect(second.page.url()).toBe(`${house.url}/sign-in`);
  });

  it.each([
    ['spends a link by one call in a browser that nobody signed in with', false, ['POST 200']],
    ['spends no link before it knows whether an earlier session goes on', true, ['GET 401', 'POST 200']],
  ] as const)('%s', async (_, wasSignedIn, expected) => {
    const { page, context } = await stranger();
    if (wasSignedIn) await context.addCookies([endedSession()]);
    const calls: string[] = [];
    page.on('response', (response) => {
      // The first question of the console is for its inbox, which has the session.
      if (/\/api\/(session|inbox)$/.test(response.url()))
        calls.push(`${response.request().method()} ${response.status()}`);
    });
    await openLink(page, await signInLink(house, 'op_charlie'));
    await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    expect(calls.slice(0, expected.length)).toEqual(expected);
  });

  it('an operator who is signed in is asked before a link signs someone else in', async () => {
    const { page } = await stranger();
    await openLink(page, await signInLink(house, 'op_bravo'));
    await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    const link = await signInLink(house, 'op_charlie');
    const me = async () => (await page.request.get(`${house.url}/api/session`)).json();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Switch operator?' }).waitFor();
    await page.getByText('You are signed in as Bravo').waitFor();
    expect((await me()).operator.id).toBe('op_bravo');
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    expect((await me()).operator.id).toBe('op_bravo');
    await page.goto(link);
    await page.getByRole('button', { name: 'Use the link' }).click();
    await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    expect((await me()).operator.id).toBe('op_charlie');
  });

  it('an operator is also asked if someone else signs in after the page was opened, and the link stays valid', async () => {
    const { page, context } = await stranger();
    const [link, other] = [await signInLink(house, 'op_charlie'), await signInLink(house, 'op_bravo')];
    const me = async () => (await page.request.get(`${house.url}/api/session`)).json();
    await page.goto(link);
    const press = page.getByRole('button', { name: 'Continue', exact: true });
    await press.waitFor();
    const tab = await context.newPage();
    await openLink(tab, other);
    await tab.getByRole('heading', { name: /^Inbox/ }).waitFor();
    // Back to the tab with the link.
    await tab.close();
    await press.click();
    await page.getByRole('heading', { name: 'Switch operator?' }).waitFor();
    await page.getByText('You are signed in as Bravo').waitFor();
    expect((await me()).operator.id).toBe('op_bravo');
    await page.getByRole('button', { name: 'Use the link' }).click();
    await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    expect((await me()).operator.id).toBe('op_charlie');
  });

  it('a new request appears in the inbox by itself, and cannot be decided there', async () => {
    const { page } = await atInbox('op_delta');
    await propose({ action: 'demo.launch', requester: 'op_bravo', summary: 'The probe of Tuesday' });
    await page.getByText('The probe of Tuesday').waitFor({ state: 'attached' });
    await page.getByText('A new request waits for you.').waitFor({ state: 'attached' });
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /turn|refuse|abort/i })
        .count(),
    ).toBe(0);
    await page.getByRole('link', { name: 'Launch, two keys within a minute' }).click();
    await page.getByRole('heading', { name: 'What you approve' }).waitFor();
  });

  test('two operators authorize a request, and each sees the other’s key', async () => {
    const id = await propose({ action: 'demo.deploy', requester: 'op_alpha', params: { service: 'billing' } });
    const [bravo, charlie] = await Promise.all([as('op_bravo'), as('op_charlie')]);
    await Promise.all([openRequest(bravo, id), openRequest(charlie, id)]);

    await turnInBrowser(bravo, await house.code('op_bravo', id));
    await bravo.page.getByText(/^You turned your key at \d\d:\d\d\. It needs 1 more key\.$/).waitFor();
    await charlie.page.getByText('1 of 2 keys turned').waitFor();
    expect((await stateOf(id)).outcome).toBeNull();

    await charlie.page.getByLabel('Your code for this request').fill(await house.code('op_charlie', id));
    await charlie.page.getByRole('button', { name: TURN }).click();
    const question = charlie.page.getByRole('alertdialog');
    await question.getByText('Yours is the last key. The program that requested it acts on the answer.').waitFor();
    expect(await question.textContent()).toMatch(
      /Deploy to production[\s\S]*service[\s\S]*billing[\s\S]*Requested by[\s\S]*Alpha/,
    );
    await question.getByRole('button', { name: 'Turn the last key' }).click();

    await charlie.page.getByText('Approved by Bravo and you').waitFor();
    await bravo.page.getByText('Approved by Charlie and you').waitFor();
    expect(await stateOf(id)).toMatchObject({ outcome: 'authorized', approvers: ['op_bravo', 'op_charlie'] });
    expect(await bravo.page.getByLabel('Your code for this request').count()).toBe(0);
  });

  it('an operator completes the ceremony with the keyboard alone: link, turned key, key taken back, a question closed by Escape, refusal', async () => {
    const id = await propose({ action: 'demo.deploy', requester: 'op_alpha', summary: 'By keys alone' });
    const { page } = await atInbox('op_bravo');
    const keys = keyboardOf(page);
    await page.getByText('By keys alone').waitFor({ state: 'attached' });
    do await page.keyboard.press('j');
    while (!(await page.evaluate<string>('document.activeElement.getAttribute("href") ?? ""')).endsWith(id));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What you approve' }).waitFor();
    await keys.fill('Your code for this request', await house.code('op_bravo', id));
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await keys.enter('Turn my key');
    await page.getByText(/^You turned your key at/).waitFor();
    expect(await keys.focused()).toBe('Your decision');
    await keys.enter('Take back my key…');
    await page.getByRole('alertdialog').waitFor();
    await keys.enter('Take it back');
    await page.getByText('0 of 2 keys turned').waitFor();
    await keys.enter('Refuse…');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await keys.enter('Refuse…');
    await page.getByRole('alertdialog').waitFor();
    await keys.fill('Reason, for the history (optional)', 'Not today.');
    await keys.enter('Refuse it');
    await page.getByText('Refused by you').waitFor();
    await page.getByText('Not today.').first().waitFor();
    expect((await stateOf(id)).outcome).toBe('denied');
  });

  it('an operator is told how many attempts are left after a wrong code, and that the seat is locked after the fifth', async () => {
    const id = await propose({ action: 'demo.deploy', requester: 'op_alpha' });
    const bravo = await as('op_bravo');
    await openRequest(bravo, id);
    const right = await house.code('op_bravo', id);
    const wrong = right === '00000000' ? '11111111' : '00000000';
    for (const left of ['4 tries left', '3 tries left', '2 tries left', '1 try left']) {
      await turnInBrowser(bravo, wrong);
      await bravo.page.getByRole('alert').getByText(left).waitFor();
      expect(await bravo.page.getByLabel('Your code for this request').inputValue()).toBe('');
    }
    await turnInBrowser(bravo, wrong);
    await unfold(bravo.page, 'Keys');
    await bravo.page.getByText('locked after 5 wrong codes', { exact: true }).waitFor();
    await bravo.page.getByText('This seat is locked after 5 wrong codes. Ask an admin').waitFor();
    expect(await bravo.page.getByLabel('Your code for this request').count()).toBe(0);

    const alpha = await as('op_alpha');
    await openRequest(alpha, id);
    await alpha.page.getByText('locked after 5 wrong codes', { exact: true }).waitFor();
    await alpha.page.getByRole('button', { name: 'Send Bravo a new code' }).click();
    await alpha.page.getByRole('alertdialog').getByRole('button', { name: 'Send a new code' }).click();
    await bravo.page.getByLabel('Your code for this request').waitFor();
    await turnInBrowser(bravo, await house.code('op_bravo', id));
    await bravo.page.getByText('You turned your key at').waitFor();
  });

  it('an operator sees a round collapse, and that only the new code counts', async () => {
    const id = await propose({ action: 'demo.launch', requester: 'op_alpha' });
    const [bravo, charlie] = await Promise.all([as('op_bravo'), as('op_charlie')]);
    await Promise.all([openRequest(bravo, id), openRequest(charlie, id)]);
    const old = await house.code('op_charlie', id);
    await turnInBrowser(bravo, await house.code('op_bravo', id));
    await charlie.page.getByText('round ends in').first().waitFor();
    await charlie.page.getByLabel('Your code for this request').fill(old);

    await house.advance(61_000);
    await charlie.page.getByText('Round 2 has started.').waitFor();
    await bravo.page.getByText('0 of 2 keys turned').waitFor();
    await bravo.page.getByText(/^\d more remarks?$/).click();
    await bravo.page.getByText('This is round 2').waitFor();

    await charlie.page.getByRole('button', { name: TURN }).click();
    await charlie.page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Turn (my|the last) key$/ })
      .click();
    await charlie.page
      .getByRole('alert')
      .getByText('Your code is for round 1. The request is now in round 2.')
      .waitFor();

    await turnInBrowser(charlie, await house.code('op_charlie', id));
    await turnInBrowser(bravo, await house.code('op_bravo', id));
    await bravo.page.getByText('Approved by Charlie and you').waitFor();
  });

  describe('where the action wants decisions signed with a passkey', () => {
    const signers: Visitor[] = [];
    let id: string;

    beforeAll(async () => {
      // Operators sign one after the other, because a browser uses one passkey at a time.
      for (const operator of ['op_bravo', 'op_charlie']) signers.push(await signingVisitor(browser, house, operator));
      id = await propose({ action: 'demo.payout', requester: 'op_alpha', params: { to: 'acct_7', amount: '900' } });
    });
    afterEach(() => expect(signers.flatMap((signer) => signer.faults)).toEqual([]));
    afterAll(() => Promise.all(signers.map((signer) => signer.close())));

    it('a key is not turned without a passkey if the action requires signed decisions', async () => {
      const delta = await as('op_delta');
      await openRequest(delta, id);
      await delta.page.getByText('you have no passkey that can sign').first().waitFor();
      expect(await delta.page.getByLabel('Your code for this request').count()).toBe(0);
    });

    const turnSigned = async ({ page }: Visitor, operator: string) => {
      await openPage(page, `/requests/${id}`);
      await page.getByLabel('Your code for this request').fill(await house.code(operator, id));
      await page.getByRole('button', { name: TURN }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByText('The exact text').click();
      await dialog.getByText(`"request":"${id}"`).waitFor();
      await dialog.getByRole('button', { name: /^Sign and turn (my|the last) key$/ }).click();
      await dialog.waitFor({ state: 'detached' });
    };

    test('an operator signs what the page shows, and a key that was taken back does not count', async () => {
      const delta = await signingVisitor(browser, house, 'op_delta');
      const [bravo, charlie] = [signers[0]!, signers[1]!];
      signers.push(delta);
      await turnSigned(delta, 'op_delta');
      await delta.page.getByRole('button', { name: 'Take back my key…' }).click();
      await delta.page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click();
      await delta.page.getByText('0 of 2 keys turned').waitFor();
      await turnSigned(bravo, 'op_bravo');
      await turnSigned(charlie, 'op_charlie');
      expect(await stateOf(id)).toMatchObject({ outcome: 'authorized', approvers: ['op_bravo', 'op_charlie'] });
    });

    it('an operator signs a refusal', async () => {
      const refused = await propose({
        action: 'demo.payout',
        requester: 'op_alpha',
        params: { to: 'acct_7', amount: '900' },
      });
      const { page } = signers[1]!;
      await openPage(page, `/requests/${refused}`);
      await page.getByRole('button', { name: 'Refuse…', exact: true }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByText('"decision":"refuse"').waitFor({ state: 'attached' });
      await dialog.getByRole('button', { name: 'Refuse it' }).click();
      await page.getByText('Refused by you').waitFor();
    });

    it('an operator saves a proof that ssh-keygen verifies', async () => {
      const { page } = signers[0]!;
      await openPage(page, `/requests/${id}`);
      await unfold(page, 'Proof');
      const save = page.getByRole('button', { name: 'Save the proof' });
      const [saved] = await Promise.all([page.waitForEvent('download'), save.click()]);
      await page.getByRole('region', { name: 'Proof' }).getByText('Saved.').waitFor();
      await save.scrollIntoViewIfNeeded();
      const folder = aFolder();
      // Without their times: the service's clock is ahead of tar's, and tar would say so of every file.
      execFileSync('tar', ['-xmf', await saved.path(), '-C', folder]);
      const cwd = join(folder, `proof-${id}`);
      // At the verdict: the service's clock is ahead of ssh-keygen's here.
      const { decided_at } = JSON.parse(readFileSync(join(cwd, 'verdict.json'), 'utf8'));
      if (HAS_SSH_KEYGEN) {
        const args = ['verify.sh', 'allowed_signers', timeText(decided_at + 1000)];
        const verified = spawnSync('sh', args, { cwd, encoding: 'utf8' });
        expect([verified.stderr, verified.status]).toEqual(['', 0]);
        expect(verified.stdout).toContain('signed by: op_bravo op_charlie');
      }
    });
  });

  it('two admins countersign each other’s passkeys, and then only countersigned ones can sign', async () => {
    const [echo, foxtrot] = [
      await signingVisitor(browser, house, 'op_echo'),
      await signingVisitor(browser, house, 'op_foxtrot'),
    ];
    open.push(echo, foxtrot);
    for (const [admin, owner] of [
      [echo, 'Foxtrot'],
      [foxtrot, 'Echo'],
    ] as const) {
      const { page } = admin;
      await openPage(page, '/settings');
      await page.getByText('Every passkey can sign decisions until').waitFor();
      await page.getByRole('button', { name: 'Countersign…' }).click();
      await page.getByRole('list', { name: 'Passkeys that wait for a countersignature' }).waitFor();
      await page.getByRole('button', { name: `Countersign the passkey Computer of ${owner}` }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByText('The exact text').click();
      await dialog.getByText('"decision":"countersign"').waitFor();
      await dialog.getByRole('button', { name: 'Sign with my passkey' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await foxtrot.page.getByRole('button', { name: 'Close' }).click();
    await foxtrot.page.getByText('Only countersigned passkeys can sign decisions.').waitFor();
    await foxtrot.page.getByText('No passkey waits for a countersignature.').waitFor();
    await foxtrot.page.getByRole('button', { name: 'Save the list…' }).click();

    const save = foxtrot.page.getByRole('button', { name: 'Save allowed_signers' });
    const [saved] = await Promise.all([foxtrot.page.waitForEvent('download'), save.click()]);
    await foxtrot.page.getByText('Saved.').waitFor();
    const list = readFileSync(await saved.path(), 'utf8');
    expect(list.match(/^op_(echo|foxtrot) namespaces="turn@ras,enrolment@ras"/gm)).toHaveLength(2);
    expect(list).not.toContain('bootstrap');

    // From here on, a change takes a passkey too, and so does the change that would end it.
    await foxtrot.page.getByRole('button', { name: 'Close' }).click();
    await foxtrot.page.getByText('Another admin turns a key with a code and a passkey.').waitFor();
    await foxtrot.page.getByRole('button', { name: 'Approve with a code alone…' }).click();
    await foxtrot.page.getByRole('button', { name: 'Request it' }).click();
    await foxtrot.page.getByText('a turn needs').waitFor();
  });
});
