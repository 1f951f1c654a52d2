/** The parts of a request's page: its questions, its documents, its seats, and the request that comes next. */

import { operationHash } from '../../../src/console/lib/bytes';
import { digestOf } from '../../support/documents';
import { queryClient } from './console';
import { textOf } from './drawn';
import { inboxOf, NOW, optionsOf, requestOf, seatOf, session } from './given';
import { openRequest } from './open-request';
import { advance, closePage, type Page, type Reply, settle } from './page';

const PATH = '/api/requests/req_1';

const NAMES: Readonly<Record<string, string>> = { op_a: 'Anna', op_b: 'Bob', op_c: 'Carla', op_d: 'Dora' };
const MINUTE = 60_000;
/** Carla is the requester. Each is a minute after the one before, and the last one a minute ago. */
const said = (...authors: string[]) =>
  authors.map((author, index) => ({
    ...{ number: index + 1, author, author_name: NAMES[author], is_requester: author === 'op_c' },
    ...{ at: NOW - (authors.length - index) * MINUTE, text: `${author} says ${index}` },
  }));
const listOf = (questions: ReturnType<typeof said>, more: object = {}): Reply => [
  200,
  { server_now: NOW, questions, unanswered: questions.at(-1)?.is_requester === false, may_write: true, ...more },
];
const open = (reply: Reply = listOf([])) => openRequest({}, { answers: { [`GET ${PATH}/questions`]: () => reply } });
type Opened = Awaited<ReturnType<typeof open>>;
const dialogOf = async (shown: Opened): Promise<string> => {
  await shown.fill('Your code for this request', '12345678');
  await shown.press('Turn my key…');
  return textOf(shown.body.querySelector('[role="alertdialog"]')!);
};

describe('the dialog of a turn', () => {
  test.each<[string[], string | null]>([
    [['op_b'], 'Bob asked 1 min ago.'],
    [['op_b', 'op_d'], 'Dora asked 1 min ago.'],
    [['op_b', 'op_c', 'op_d'], 'Dora asked 1 min ago.'],
    [['op_d', 'op_c', 'op_c', 'op_b', 'op_b'], 'Bob asked 1 min ago.'],
    [['op_b', 'op_c'], null],
    [['op_b', 'op_d', 'op_c'], null],
    [['op_c'], null],
    [[], null],
  ])('of the questions by %j, the dialog names the open one: %s', async (authors, words) => {
    const dialog = await dialogOf(await open(listOf(said(...authors))));
    if (words === null) expect(dialog).not.toContain('asked');
    else expect(dialog).toContain(`A question is not answered. ${words}`);
  });

  test('the dialog names the last question, although the service counts one as open that the requester wrote after', async () => {
    const dialog = await dialogOf(await open(listOf(said('op_b', 'op_d', 'op_c'), { unanswered: true })));
    expect(dialog).toContain('Dora asked 2 min ago.');
  });

  test('a question that is asked while the dialog is open is named in it', async () => {
    const shown = await open(listOf(said('op_b', 'op_c')));
    await dialogOf(shown);
    shown.page.service.answers[`GET ${PATH}/questions`] = () => listOf(said('op_b', 'op_c', 'op_d'));
    await settle(() => queryClient.invalidateQueries({ queryKey: ['questions', 'req_1'] }));
    expect(textOf(shown.body.querySelector('[role="alertdialog"]')!)).toContain('Dora asked 1 min ago.');
  });

  test('the dialog says if nobody knows whether a question is open', async () => {
    const dialog = await dialogOf(await open([404, { error: 'none' }]));
    expect(dialog).toContain('Not known: whether a question is not answered.');
  });

  test('the dialog goes on naming an open question while the questions cannot be read again', async () => {
    const shown = await open(listOf(said('op_b')));
    await dialogOf(shown);
    shown.page.service.answers[`GET ${PATH}/questions`] = () => [404, { error: 'none' }];
    await settle(() => queryClient.invalidateQueries({ queryKey: ['questions', 'req_1'] }));
    expect(textOf(shown.body.querySelector('[role="alertdialog"]')!)).toContain('A question is not answered.');
  });

  test('the dialog of a refusal does not speak of questions', async () => {
    const shown = await open(listOf(said('op_b')));
    await shown.press('Refuse…');
    expect(textOf(shown.body.querySelector('[role="alertdialog"]')!)).not.toContain('asked');
  });
});

describe('a question that is written', () => {
  const FIELD = 'Ask Carla something';

  test('a question is sent once, as it was typed, and is gone from its field when it is stored', async () => {
    const shown = await open();
    await shown.fill(FIELD, 'Why\nnow?');
    const { answers } = shown.page.service;
    let store = (_: Reply) => {};
    answers[`POST ${PATH}/questions`] = () =>
      new Promise((resolve) => {
        store = resolve;
      });
    await shown.press('Ask');
    expect([shown.button('Sending…').disabled, shown.control(FIELD).disabled]).toEqual([true, true]);
    await shown.press('Sending…');
    await settle(() => store(listOf(said('op_a'))));
    expect(shown.commands()).toEqual([['/questions', { text: 'Why\nnow?' }]]);
    expect(shown.control(FIELD).value).toBe('');
    expect(shown.part('Questions')).toContain('Not answered yet');
  });

  test.each<[string, Reply, string]>([
    ['the network is lost', 'no answer', 'The service cannot be reached.'],
    ['the service refuses it', [429, { error: 'You asked too often.' }], 'You asked too often.'],
    ['the request was decided', [409, { error: 'The request was decided.' }], 'The request was decided.'],
  ])('a question stays in its field if %s, with the reason', async (_, reply, words) => {
    const shown = await open();
    await shown.fill(FIELD, 'Why now?');
    shown.page.service.answers[`POST ${PATH}/questions`] = () => reply;
    await shown.press('Ask');
    expect(shown.control(FIELD).value).toBe('Why now?');
    expect(textOf(shown.body.querySelector('#question-problem')!)).toBe(words);
    expect(shown.button('Ask').disabled).toBe(false);
  });

  test.each([
    ['', false, ''],
    [' \n\t', false, ''],
    ['?', true, ''],
    ['x'.repeat(900), true, ''],
    ['x'.repeat(901), true, '99 characters left'],
    ['x'.repeat(1000), true, '0 characters left'],
    ['x'.repeat(1001), false, '1 characters too many'],
    ['\u{1f600}'.repeat(1000), true, '0 characters left'],
    ['\u{1f600}'.repeat(1001), false, '1 characters too many'],
  ])('a question of one to 1,000 characters can be sent: case %#', async (text, isAllowed, words) => {
    const shown = await open();
    await shown.fill(FIELD, text);
    expect(shown.button('Ask').disabled).toBe(!isAllowed);
    expect(textOf(shown.body.querySelector('#question-problem')!)).toBe(words);
  });

  test('the requester answers where others ask', async () => {
    const shown = await openRequest(
      { request: { requester: 'op_a' }, view: { requester_name: 'Anna' } },
      { answers: { [`GET ${PATH}/questions`]: () => listOf(said('op_b')) } },
    );
    expect(shown.controls('Answer')).toHaveLength(1);
    expect(shown.has('Ask')).toBe(false);
  });

  test('nobody can ask after the end, and what was said stays', async () => {
    const shown = await open(listOf(said('op_b', 'op_c'), { may_write: false }));
    expect(shown.part('Questions')).toContain('The requester wrote last');
    expect(shown.part('Questions')).toContain('op_b says 0');
    expect([shown.has('Ask'), shown.controls(FIELD).length]).toEqual([false, 0]);
    await closePage(queryClient);
    expect((await open(listOf([], { may_write: false }))).part('Questions')).toContain('Nobody has asked anything.');
  });

  test.each([
    ['operator', 0],
    ['admin', 1],
  ] as const)('the deliveries of a decided request are for admins: %s', async (role, count) => {
    const decided = { by: ['op_b'], at: NOW, ended_by: null, note: null, reason: null };
    const fields = {
      request: { state: 'denied', outcome: 'denied', live: false },
      view: { decided, you: { seat: true, options: optionsOf() } },
    };
    expect((await openRequest(fields, { role })).all('[aria-label="Deliveries"]')).toHaveLength(count);
  });

  test.each([
    [[], false],
    [['op_b'], true],
  ])('a decided request with the questions of %j says so: %s', async (authors, isShown) => {
    const decided = { by: ['op_b'], at: NOW, ended_by: null, note: null, reason: null };
    const shown = await openRequest(
      {
        request: { state: 'denied', outcome: 'denied', live: false },
        view: { decided, you: { seat: true, options: optionsOf() } },
      },
      { answers: { [`GET ${PATH}/questions`]: () => listOf(said(...authors), { may_write: false }) } },
    );
    expect(shown.all('h2').map(textOf).includes('Questions')).toBe(isShown);
  });
});

test('questions that cannot be read say so, and are read again on request', async () => {
  const shown = await open([500, { error: 'The table does not answer.' }]);
  for (let n = 0; n < 3; n++) await advance(2500);
  expect(shown.text()).toContain('The table does not answer.The console retries by itself.');
  shown.page.service.answers[`GET ${PATH}/questions`] = () => listOf(said('op_b'));
  await shown.press('Retry now');
  expect(shown.part('Questions')).toContain('op_b says 0');
});

/** The documents of a request on its page: what is read again, what is not read, and where a long one is cut. */
const CODE = 'Your code for this request';

type Answers = Page['service']['answers'];
interface Attached {
  readonly bytes: string;
  /** What the service answers, if it is not the document. */
  readonly reply?: Reply | Promise<Reply>;
  readonly state?: string;
}

async function openWith(documents: Readonly<Record<string, Attached>>) {
  const names = Object.entries(documents);
  const params = {
    amount: '12',
    ...Object.fromEntries(names.map(([n, { bytes }]) => [`evidence.${n}`, digestOf(bytes)])),
  };
  const evidence = names.map(([name, { bytes, state = 'stored' }]) => ({
    ...{ name, kind: 'text', state },
    digest: digestOf(bytes),
  }));
  const answers: Answers = {};
  for (const [name, { bytes, reply }] of names) answers[`GET ${PATH}/evidence/${name}`] = () => reply ?? [200, bytes];
  const operation_hash = await operationHash('pay.out', params);
  const shown = await openRequest({ request: { params, operation_hash }, view: { evidence } }, { answers });
  const rowsOf = (name: string) =>
    [...shown.body.querySelector(`[aria-labelledby="evidence-${name}"]`)!.querySelectorAll('.document-row')].map(
      textOf,
    );
  const dialog = async () => {
    await shown.fill(CODE, '12345678');
    await shown.press('Turn my key…');
    return textOf(shown.body.querySelector('[role="alertdialog"]')!);
  };
  return { ...shown, rowsOf, dialog };
}

describe('the documents of a request', () => {
  test('each document is shown, and named in the dialog with what is known of it', async () => {
    const shown = await openWith({
      plan: { bytes: 'drop table' },
      log: { bytes: 'ok', reply: [404, { error: 'gone', kind: 'evidence_expired' }] },
      trace: { bytes: 'x', reply: [500, { error: 'The store does not answer.' }] },
    });
    expect(shown.rowsOf('plan')).toEqual(['drop table']);
    expect(shown.part('Evidence: log')).toContain('This document is not kept any more');
    for (let n = 0; n < 3; n++) await advance(2500);
    expect(shown.part('Evidence: trace')).toContain('The store does not answer.');
    const dialog = await shown.dialog();
    expect(dialog).toMatch(/Evidenceplan \w{4} /);
    expect(dialog).toContain('log is not kept any more; its digest still says which one it was. You have not read it.');
    expect(dialog).toContain('trace could not be loaded. You have not read it.');
    expect(dialog.match(/You have not read it/g)).toHaveLength(2);
  });

  test('a document that is still loading is not taken for one that was read', async () => {
    const shown = await openWith({ plan: { bytes: 'drop table', reply: new Promise(() => undefined) } });
    expect(await shown.dialog()).toContain('plan is not loaded yet. You have not read it.');
  });

  test('a document that was not stored yet is looked for again until it is there, and then no more', async () => {
    const shown = await openWith({
      plan: { bytes: 'drop table', reply: [404, { error: 'none', kind: 'evidence_missing' }] },
    });
    const { answers, asked } = shown.page.service;
    const looks = () => asked.filter((call) => call.includes('/evidence/')).length;
    expect(shown.part('Evidence: plan')).toContain('This document is not stored yet.');
    await advance(10_000);
    expect(looks()).toBe(2);
    answers[`GET ${PATH}/evidence/plan`] = () => [200, 'drop table'];
    await advance(10_000);
    expect(shown.rowsOf('plan')).toEqual(['drop table']);
    await advance(60_000);
    expect(looks()).toBe(3);
  });

  test('one document that changed blocks the code, although the other is as it was', async () => {
    const shown = await openWith({ plan: { bytes: 'drop table' }, log: { bytes: 'ok', reply: [200, 'oK'] } });
    expect(shown.rowsOf('plan')).toEqual(['drop table']);
    expect(shown.part('Evidence: log')).toContain('so it is not shown');
    expect(shown.control(CODE).disabled).toBe(true);
  });
});

describe('a long document', () => {
  const blank = (count: number) => '\n'.repeat(count);

  test.each([
    [59, 59, null],
    [60, 60, null],
    [61, 60, 'Show more: 1 are not shown'],
    [460, 60, 'Show more: 400 are not shown'],
    [461, 60, 'Show more: 401 are not shown'],
  ])('of a document with %i lines, %i are drawn at first', async (lines, drawn, button) => {
    const shown = await openWith({ plan: { bytes: blank(lines) } });
    expect(shown.rowsOf('plan')).toHaveLength(drawn);
    expect(shown.has('Show more')).toBe(false);
    if (button === null) return;
    await shown.press(button);
    expect(shown.rowsOf('plan')).toHaveLength(Math.min(lines, 460));
    expect(shown.all('.document-more')).toHaveLength(lines > 460 ? 1 : 0);
  });

  test.each([
    ['x'.repeat(1000), 1000, null],
    ['x'.repeat(1001), 1000, '… 1 more characters'],
    [`${'x'.repeat(999)}\u{1f600}`, 999, '… 2 more characters'],
    [`${'x'.repeat(998)}\u{1f600}y`, 1000, '… 1 more characters'],
    [`${'x'.repeat(16_999)}\u{1f600}`, 1000, '… 16,001 more characters'],
  ])('a long line is cut between two characters and never within one', async (line, cut, button) => {
    const shown = await openWith({ plan: { bytes: line } });
    const [row] = shown.rowsOf('plan');
    expect(row).toBe(`${line.slice(0, cut)}${button ?? ''}`);
    if (button === null) return;
    await shown.press(button);
    const more = line.length > 17_000 ? '… 2 more characters' : '';
    expect(shown.rowsOf('plan')[0]).toBe(`${line.slice(0, more === '' ? undefined : 16_999)}${more}`);
  });
});

/** For which seats an admin can send a new code, and what the page says if that waits, fails or came too late. */
const NEW_CODE = 'Send Bob a new code';

const openSeat = (state: string, allowed = true, why: string | null = null) => {
  const reissue = { action: 'reissue', allowed, why };
  const options = [...optionsOf('turn').filter(({ action }) => action !== 'reissue'), reissue];
  const seats = [seatOf('op_a'), seatOf('op_b', { state, turned_at: state === 'turned' ? NOW : null })];
  return openRequest({ view: { seats, you: { seat: true, options } } }, { role: 'admin' });
};

describe('a new code', () => {
  test.each([
    ['asked', true],
    ['locked', true],
    ['turned', false],
    ['out', false],
  ])('a seat that is %s can be sent a new code: %s', async (state, can) => {
    expect((await openSeat(state)).has(NEW_CODE)).toBe(can);
    await closePage(queryClient);
    expect((await openSeat(state, false)).has(NEW_CODE)).toBe(false);
  });

  test('the question says what the service says beforehand', async () => {
    const shown = await openSeat('locked', true, 'this is the last of 3 new codes');
    await shown.press(NEW_CODE);
    expect(textOf(shown.body.querySelector('[role="alertdialog"]')!)).toContain('This is the last of 3 new codes.');
  });

  test.each<[string, Reply, string]>([
    ['the network is lost', 'no answer', 'The service cannot be reached.'],
    [
      'somebody decided meanwhile',
      [409, { error: 'The request was decided.', kind: 'decided' }],
      'The request was decided.',
    ],
    ['the seat was turned meanwhile', [409, { error: 'The seat needs no new code.' }], 'The seat needs no new code.'],
  ])('if %s, the question stays with the reason, and the button can be pressed again', async (_, reply, words) => {
    const shown = await openSeat('locked');
    await shown.press(NEW_CODE);
    shown.page.service.answers[`POST ${PATH}/reissue`] = () => reply;
    await shown.press('Send a new code');
    expect(textOf(shown.body.querySelector('[role="alertdialog"]')!)).toContain(words);
    shown.page.service.answers[`POST ${PATH}/reissue`] = () => [200, { server_now: NOW, ...shown.shown }];
    await shown.press('Send a new code');
    expect(shown.body.querySelector('[role="alertdialog"]')).toBeNull();
    expect(shown.commands()).toEqual([
      ['/reissue', { operator: 'op_b' }],
      ['/reissue', { operator: 'op_b' }],
    ]);
  });

  test('a new code that waits for a second admin says so in place of the question', async () => {
    const shown = await openSeat('locked');
    await shown.press(NEW_CODE);
    const change = {
      id: 'req_9',
      title: 'Send Bob a new code',
      differences: [],
      waiting_for: ['op_d'],
      expires_at: NOW,
    };
    shown.page.service.answers[`POST ${PATH}/reissue`] = () => [202, { server_now: NOW, change }];
    await shown.press('Send a new code');
    expect(shown.text()).toContain('Waits for another admin’s key');
    await shown.press('Done');
    expect(shown.text()).not.toContain('Waits for another admin’s key');
  });
});

/** What the page of a request offers after it is decided, or after the reader turned a key: the request that ends next. */
const DECIDED = {
  request: { state: 'denied', outcome: 'denied', live: false },
  view: {
    decided: { by: ['op_b'], at: NOW, ended_by: null, note: null, reason: null },
    needed: 0,
    you: { seat: true, options: optionsOf() },
  },
};
const TURNED = {
  view: {
    seats: [seatOf('op_a', { state: 'turned', turned_at: NOW }), seatOf('op_b')],
    ...{ turned: 1, needed: 1, you: { seat: true, needed_after: null, options: optionsOf('withdraw') } },
  },
};
const waiting = (...ids: string[]) => ids.map((id) => requestOf({ request: { id } }));
const openAfter = (requests: object[], fields: Parameters<typeof openRequest>[0] = DECIDED, counts: object = {}) =>
  openRequest(fields, {
    answers: { 'GET /api/inbox': () => [200, inboxOf(requests, { session: session(), counts })] },
  });

describe('the next request', () => {
  test.each([
    ['decided', DECIDED],
    ['turned by the reader', TURNED],
  ])('after a request is %s, the first other one that waits is one key away', async (_, fields) => {
    const shown = await openAfter(waiting('req_7', 'req_8'), fields);
    expect(shown.has('Next request (2 left) n')).toBe(true);
    expect(shown.links()).toContain('/requests/req_7');
    await settle(() => shown.page.press('n'));
    expect(shown.page.shown()).toBe('/requests/req_7');
  });

  test('a list that does not know yet that this request is decided offers another one, and does not count this one', async () => {
    const shown = await openAfter(waiting('req_1', 'req_7'));
    expect(shown.has('Next request (1 left) n')).toBe(true);
    expect(shown.links()).toContain('/requests/req_7');
  });

  test('if this request alone is listed, nothing else waits', async () => {
    const shown = await openAfter(waiting('req_1'));
    expect(shown.text()).toContain('Nothing else waits for you. Go to your inbox.');
    expect(shown.text()).not.toContain('Next request');
    shown.page.press('n');
    expect(shown.page.shown()).toBe('/requests/req_1');
  });

  test('the service counts more than it lists, and counts none if there are too many', async () => {
    expect((await openAfter(waiting('req_7'), DECIDED, { mine: 1234 })).has('Next request (1,234 left) n')).toBe(true);
    await closePage(queryClient);
    expect((await openAfter(waiting('req_7'), DECIDED, { mine: null })).has('Next request n')).toBe(true);
  });

  test('an open request that waits for the reader offers no other one', async () => {
    const shown = await openAfter(waiting('req_7'), {});
    expect(shown.text()).not.toMatch(/Next request|Nothing else waits/);
  });

  test('nothing is offered before the inbox has answered, or if it does not', async () => {
    const shown = await openRequest(DECIDED, { answers: { 'GET /api/inbox': () => new Promise(() => undefined) } });
    expect(shown.text()).not.toMatch(/Next request|Nothing else waits/);
    expect(shown.part('Result')).toContain('Refused by Bob');
  });
});
