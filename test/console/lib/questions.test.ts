/** The questions about a request: what is written, what is kept, and what the dialog of a turn says of them. */
import { textOf } from './drawn';
import { NOW } from './given';
import { openRequest } from './open-request';
import { advance, type Client, closePage, type Reply, settle } from './page';

const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/session');

const PATH = '/api/requests/req_1/questions';
afterEach(() => closePage(queryClient));

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
const open = (reply: Reply = listOf([])) => openRequest({}, { answers: { [`GET ${PATH}`]: () => reply } });
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
    shown.page.service.answers[`GET ${PATH}`] = () => listOf(said('op_b', 'op_c', 'op_d'));
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
    shown.page.service.answers[`GET ${PATH}`] = () => [404, { error: 'none' }];
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
    answers[`POST ${PATH}`] = () =>
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
    shown.page.service.answers[`POST ${PATH}`] = () => reply;
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
      { answers: { [`GET ${PATH}`]: () => listOf(said('op_b')) } },
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
});

test('questions that cannot be read say so, and are read again on request', async () => {
  const shown = await open([500, { error: 'The table does not answer.' }]);
  for (let n = 0; n < 3; n++) await advance(2500);
  expect(shown.text()).toContain('The table does not answer.The console retries by itself.');
  shown.page.service.answers[`GET ${PATH}`] = () => listOf(said('op_b'));
  await shown.press('Retry now');
  expect(shown.part('Questions')).toContain('op_b says 0');
});
