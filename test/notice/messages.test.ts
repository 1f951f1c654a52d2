/** Mails to operators: who is told, once for each cause, and what is sent again if nothing was sent. */

import { person } from '../../src/protocol/actor';
import type { RequestId } from '../../src/protocol/identifiers';
import { type PendingEntry, pendingEntry } from '../../src/service/audit/rules/chain';
import { type Announcement, MailNotSent } from '../../src/service/notice/ports';
import { type Notice, noticesOf } from '../../src/service/notice/rules/notices';
import { announce, announcementOf, sendAnnouncements, untold } from '../../src/service/notice/use-cases/announce';
import { sendCombinedMail } from '../../src/service/notice/use-cases/send-combined-mail';
import { sendNotices } from '../../src/service/notice/use-cases/send-notice';
import { ORGANIZATION } from '../../src/service/organization/rules';
import type { QueueMessage } from '../../src/service/system/ports';
import { aRequest, BRAVO, ORG, op, REQUEST_ID, refusedBy } from '../support/builders';
import { textOf } from '../support/mail-text';
import { PERMIT } from '../support/permit';
import { CONSOLE, openMailroom, type Stage } from '../support/stage';

let room: Stage;
beforeEach(async () => {
  room = await openMailroom();
});

const asked = (operator: string): Notice => noticesOf(aRequest()).find((notice) => notice.operator === operator)!;

describe('a mail about a request', () => {
  const tell = (operators = ['op_bravo'], request_id: RequestId = REQUEST_ID) =>
    sendNotices(room.deps, { org: ORG, request_id, notices: operators.map(asked) });

  it('each operator is mailed a code of their own and a link to the request, once', async () => {
    for (let n = 0; n < 2; n++) await tell(['op_bravo', 'op_charlie']);
    expect(room.sentTo()).toEqual(['op_bravo', 'op_charlie']);
    const [first, second] = room.mails;
    expect(first).toMatchObject({
      org: ORG,
      to: { operator: BRAVO, name: 'op_bravo', email: 'op_bravo@acme.dev' },
      requestId: REQUEST_ID,
      kind: 'asked',
      round: 1,
      code: expect.stringMatching(/^\d{8}$/),
    });
    expect(first!.code).not.toBe(second!.code);
    expect(textOf(first!)).toContain(`${CONSOLE}/requests/${REQUEST_ID}`);
  });

  it('a mail names the organization, by its id while it has no name', async () => {
    await tell(['op_bravo']);
    await room.deps.config.saveSetting(
      ORGANIZATION,
      { org: ORG, name: 'Acme Payments', revision: 1, journal: [] },
      PERMIT,
    );
    // What a mail says may be ten minutes old.
    room.nowMs += 10 * 60_000;
    await tell(['op_charlie']);
    expect(room.mails.map(({ mail }) => mail.organization)).toEqual([ORG, 'Acme Payments']);
    expect(textOf(room.mails[1]!)).toContain('Acme Payments');
    expect(textOf(room.mails[1]!)).not.toContain(ORG);
  });

  it('no mail is sent about a request that was decided or is gone, or to an operator who does not exist', async () => {
    await tell(['op_bravo'], 'req_gone' as RequestId);
    await sendNotices(room.deps, {
      org: ORG,
      request_id: REQUEST_ID,
      notices: [{ ...asked('op_bravo'), operator: op('op_zulu') }],
    });
    await room.put(aRequest({}, refusedBy('op_alpha')));
    await tell();
    expect(room.mails).toEqual([]);
  });

  it('a disabled operator gets no mail, not even a waiting one, and none later for the same cause', async () => {
    await room.person('op_bravo', { enabled: false });
    room.mustWait = true;
    await tell();
    await room.person('op_bravo', { enabled: true });
    room.mustWait = false;
    await tell();
    expect([room.mails, room.listed]).toEqual([[], []]);
  });

  it('a mail waits for the combined mail if there are too many, and is listed once', async () => {
    room.mustWait = true;
    for (let n = 0; n < 2; n++) await tell();
    room.mustWait = false;
    await tell();
    expect([room.mails, room.listed]).toEqual([[], ['op_bravo']]);
    await sendCombinedMail(room.deps, { org: ORG, combined_for: BRAVO });
    expect(room.combinedMails).toHaveLength(1);
  });

  it('a mail about a coincident request is sent at once, however many there are', async () => {
    await room.put(aRequest({ mode: 'coincident' }));
    room.mustWait = true;
    await tell();
    expect(room.sentTo()).toEqual(['op_bravo']);
  });

  it('a mail that fails does not stop the others, and is sent again only if certainly nothing was sent', async () => {
    for (const [error, again] of [
      [new MailNotSent('refused'), ['op_bravo']],
      [new Error('timed out'), []],
    ] as const) {
      room = await openMailroom();
      room.fails = ({ to }) => (to.operator === BRAVO ? error : null);
      await expect(tell(['op_bravo', 'op_charlie'])).rejects.toThrow(error.message);
      expect(room.sentTo()).toEqual(['op_charlie']);
      room.fails = () => null;
      await tell(['op_bravo', 'op_charlie']);
      expect(room.sentTo()).toEqual(['op_charlie', ...again]);
    }
  });

  it('a crash loses only the mail that was about to be sent, and sends no other mail twice', async () => {
    const died = new Error('the process died');
    let isDead = false;
    room.fails = ({ to }) => {
      isDead = to.operator === BRAVO;
      return isDead ? died : null;
    };
    const { operator } = room.deps.config;
    const found = jest.spyOn(room.deps.config, 'operator');
    found.mockImplementation((org, id) => (isDead ? Promise.reject(died) : operator(org, id)));
    const all = ['op_alpha', 'op_bravo', 'op_charlie'];
    await expect(tell(all)).rejects.toBe(died);
    found.mockRestore();
    room.fails = () => null;
    await tell(all);
    expect(room.sentTo()).toEqual(['op_alpha', 'op_charlie']);
  });

  it('the first of several failures is reported', async () => {
    room.fails = ({ to }) => new Error(`${to.operator} failed`);
    await expect(tell(['op_bravo', 'op_charlie'])).rejects.toThrow('op_bravo failed');
  });
});

describe('a mail about an edit of the configuration', () => {
  const entry = (kind: string, subject: string, data: PendingEntry['data'] = {}): PendingEntry =>
    pendingEntry(1, kind, subject, person('op_alpha'), data);
  const CREATED = entry('key.created', 'key_1');
  const announcement = (...announced: PendingEntry[]): Announcement => ({
    org: ORG,
    subject: announced[0]!.subject,
    revision: 3,
    announced,
  });
  const tell = (...announced: PendingEntry[]) => announce(room.deps, announcement(...announced));
  const isTold = async (one: Announcement) => (await untold(room.deps.notices, [one])).length === 0;

  it('an edit is told to the other admins, once for each entry, and is marked as told', async () => {
    const both = [CREATED, entry('key.revoked', 'key_1')];
    for (let n = 0; n < 2; n++) await tell(...both);
    expect(room.sentTo()).toEqual(['op_bravo', 'op_bravo']);
    expect(room.mails[0]).toMatchObject({ org: ORG, requestId: null, kind: 'changed', round: 0, code: null });
    expect(textOf(room.mails[0]!)).toContain('The API key key_1 was created.');
    expect(await isTold(announcement(...both))).toBe(true);
    expect(await isTold({ ...announcement(...both), revision: 4 })).toBe(false);
  });

  it('an edit is not marked as told while one mail fails, and the other admins are told', async () => {
    await room.person('op_delta', { role: 'admin' });
    room.fails = ({ to }) => (to.operator === BRAVO ? new MailNotSent('refused') : null);
    await expect(tell(CREATED)).rejects.toThrow('refused');
    expect([room.sentTo(), await isTold(announcement(CREATED))]).toEqual([['op_delta'], false]);
    room.fails = () => null;
    await tell(CREATED);
    expect([room.sentTo(), await isTold(announcement(CREATED))]).toEqual([['op_delta', 'op_bravo'], true]);
  });

  it('an edit is told in the combined mail if there are too many mails', async () => {
    room.mustWait = true;
    for (let n = 0; n < 2; n++) await tell(CREATED);
    room.mustWait = false;
    await tell(CREATED);
    expect([room.mails, room.listed]).toEqual([[], ['op_bravo']]);
    await sendCombinedMail(room.deps, { org: ORG, combined_for: BRAVO });
    expect(textOf(room.combinedMails[0]!)).toContain('The API key key_1 was created.');
  });

  it('an operator who was disabled is told at once, because they get no combined mail', async () => {
    await room.person('op_charlie', { enabled: false });
    room.mustWait = true;
    await tell(entry('operator.updated', 'op_charlie', { changed: ['enabled'], enabled: false }));
    expect([room.sentTo(), room.listed]).toEqual([['op_charlie'], ['op_bravo']]);
  });

  it('a sign-in link is mailed at once to its operator alone, and to nobody once their access was revoked', async () => {
    const made = entry('operator.sign_in_link_made', 'op_charlie', { by_mail: true, access_epoch: 2 });
    const journal = [3, 4, 5].map((revision) => ({ revision, entries: [made] }));
    await room.person('op_charlie', { accessEpoch: 2, journal });
    room.mustWait = true;
    await tell(made);
    expect(room.sentTo()).toEqual(['op_charlie']);
    expect(room.mails[0]).toMatchObject({ kind: 'sign_in_link' });
    expect(textOf(room.mails[0]!)).toContain(`${CONSOLE}/sign-in#token=token`);
    room.mustWait = false;
    await announce(room.deps, { ...announcement(made), revision: 4 });
    expect(textOf(room.mails.find(({ to }) => to.operator === BRAVO)!)).not.toContain('#token=');
    await room.person('op_charlie', { accessEpoch: 3, journal });
    await announce(room.deps, { ...announcement(made), revision: 5 });
    expect(room.mails.at(-1)).toMatchObject({ to: { operator: 'op_charlie' }, kind: 'changed' });
  });

  it('a new address is told to the old one too, and another edit is not', async () => {
    await room.person('op_charlie', { formerEmails: [{ email: 'old@acme.dev', revision: 3 }] });
    await tell(entry('operator.updated', 'op_charlie', { changed: ['name'] }));
    const addresses = () => room.mails.map(({ to }) => to.email);
    expect(addresses()).not.toContain('old@acme.dev');
    await announce(room.deps, { ...announcement(entry('operator.updated', 'op_charlie', { changed: ['email'] })) });
    expect(addresses()).toContain('old@acme.dev');
  });

  it('the old address is told at once even if there are too many mails, because a combined mail goes to the new address', async () => {
    await room.person('op_charlie', { formerEmails: [{ email: 'old@acme.dev', revision: 3 }] });
    room.mustWait = true;
    await tell(entry('operator.updated', 'op_charlie', { changed: ['email'] }));
    expect(room.mails.map(({ to }) => to.email)).toEqual(['old@acme.dev']);
    expect(room.listed).toEqual(expect.arrayContaining(['op_bravo', 'op_charlie']));
  });

  it('only entries that concern people are told, and a message is sent only if there is something to tell', async () => {
    const used = entry('passkey.used', 'psk_1');
    const owed = { org: ORG, subject: 'key_1', revision: 3, announced: [CREATED] };
    expect(announcementOf(ORG, 'key_1', 3, [CREATED, used])).toEqual(owed);
    expect(announcementOf(ORG, 'psk_1', 3, [used])).toBeNull();
    const sent: (readonly QueueMessage<Announcement>[])[] = [];
    const queue = { send: async (messages: readonly QueueMessage<Announcement>[]) => void sent.push(messages) };
    await sendAnnouncements(queue, [null]);
    await sendAnnouncements(queue, [null, owed]);
    expect(sent).toEqual([[{ body: owed, groupId: ORG }]]);
  });
});

describe('a combined mail to one operator', () => {
  const send = () => sendCombinedMail(room.deps, { org: ORG, combined_for: BRAVO });
  const waits = (fields: Partial<Notice> = {}) =>
    room.deps.combinedMails.wait(ORG, REQUEST_ID, { ...asked('op_bravo'), ...fields }, 'own', room.nowMs);

  it('a combined mail has every code that still works, and none of a round that is over', async () => {
    await waits();
    await waits({ round: 9 });
    await send();
    expect(room.combinedMails[0]!.to.email).toBe('op_bravo@acme.dev');
    expect(textOf(room.combinedMails[0]!).match(/^Your (new )?code.*$/gm)).toEqual([
      expect.stringMatching(/^Your code: \d{4} \d{4}$/),
    ]);
  });

  it.each([
    [44_999, 1],
    [45_000, 2],
  ])(
    'the next combined mail is sent 45 seconds after the last one at the earliest: %d ms, %d combined mails',
    async (ms, combinedMails) => {
      await waits();
      await send();
      const another = { ...aRequest(), id: 'req_another' as RequestId };
      await room.put(another);
      await room.deps.combinedMails.wait(ORG, another.id, asked('op_bravo'), 'own', room.nowMs);
      room.nowMs += ms;
      await send();
      expect(room.combinedMails).toHaveLength(combinedMails);
    },
  );

  it('no combined mail is sent to a disabled operator, or about nothing that is still true', async () => {
    await waits();
    await room.person('op_bravo', { enabled: false });
    await send();
    await room.person('op_bravo', { enabled: true });
    room.nowMs += 60_000;
    await send();
    await waits({ kind: 'reminder' });
    await room.put(aRequest({}, refusedBy('op_alpha')));
    room.nowMs += 60_000;
    await send();
    expect(room.combinedMails).toEqual([]);
    expect((await room.deps.combinedMails.read(ORG, BRAVO, 10)).waiting).toEqual([]);
  });

  it.each([
    ['is sent again if certainly nothing was sent', new MailNotSent('refused'), 1],
    ['is not sent again if it may have been sent', new Error('timed out'), 0],
  ])('a combined mail that fails %s', async (_, error, combinedMails) => {
    await waits();
    await room.deps.combinedMails.makeDue(ORG, BRAVO, room.nowMs);
    room.fails = () => error;
    await expect(send()).rejects.toThrow(error.message);
    room.fails = () => null;
    room.nowMs += 60_000;
    await send();
    expect(room.combinedMails).toHaveLength(combinedMails);
    room.nowMs += 60_000;
    await send();
    expect((await room.deps.combinedMails.read(ORG, BRAVO, 10)).waiting).toEqual([]);
    expect(await room.isCombinedDue()).toBe(false);
  });
});
