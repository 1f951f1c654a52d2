/** What the page of a request says and sends, drawn without a browser. */

import { operationHash } from '../../../src/console/lib/bytes';
import { formatInstant } from '../../../src/console/lib/format';
import { type Actor, person, SERVICE } from '../../../src/protocol/actor';
import { render } from '../../../src/protocol/display/render';
import { afterLastKey } from '../../../src/protocol/last-key';
import type { PendingEntry } from '../../../src/service/audit/rules/chain';
import { aDisplay } from '../../support/displays';
import { digestOf } from '../../support/documents';
import { listOf, queryClient } from './console';
import { draw, type Shown, textOf } from './drawn';
import { actionOf, changeOf, NOW, operatorOf, optionsOf, requestOf, seatOf, session } from './given';
import { openRequest } from './open-request';
import { advance, closePage, type Element, type Page, type Reply, settle } from './page';
import { withWords } from './told';

const { default: RequestPage }: { default: unknown } = require('../../../src/console/pages/request/request-page');

const MINUTE = 60_000;
const PATH = '/api/requests/req_1';
let answers: Page['service']['answers'];
let asked: string[];

const open = async (...given: Parameters<typeof openRequest>) => {
  const shown = await openRequest(...given);
  ({ answers, asked } = shown.page.service);
  return shown;
};
const endedBy = (outcome: string, by: string[], reason: string | null) => {
  if (reason === 'restored') return 'restore';
  if (outcome === 'authorized') return null;
  return by.length > 0 ? 'person' : 'service';
};
/** `why`: the note of the person who ended it, or else the reason of the service. */
const decided = (outcome: string, by: string[], why: string | null = null, more: object = {}) => ({
  request: { state: outcome === 'authorized' ? 'succeeded' : outcome, outcome, live: false },
  view: { decided: decisionOf(outcome, by, why), needed: 0, you: { seat: false, options: optionsOf() }, ...more },
});
/** The API key that made the request. Only admins can list keys. */
const PROGRAM = { id: `key_${'0'.repeat(24)}`, name: 'Billing gate' };
const decisionOf = (outcome: string, by: string[], why: string | null) => {
  const ended_by = endedBy(outcome, by, by.length > 0 && outcome !== 'authorized' ? null : why);
  const isNote = ended_by === 'person';
  return { by, at: NOW - MINUTE, ended_by, note: isNote ? why : null, reason: isNote ? null : why };
};
const remarkOf = (level: string, about: string | null, text: string) => ({
  level,
  always: false,
  about,
  text,
  link: null,
});
const reply = (fields: Parameters<typeof requestOf>[0] = {}): Reply => [200, { server_now: NOW, ...requestOf(fields) }];

describe('a code', () => {
  const LABEL = 'Your code for this request';

  test('a code is sent after a question, with the round that was shown when it was typed', async () => {
    const shown = await open({ view: { round: 2 } });
    await shown.fill(LABEL, '1234-5678 9');
    expect(shown.control(LABEL).value).toBe('12345678');
    await shown.press('Turn my key…');
    expect(shown.commands()).toEqual([]);
    answers[`POST ${PATH}/turn`] = () => reply({ view: { round: 2, turned: 1, needed: 1 } });
    await shown.press('Turn my key');
    expect(shown.commands()).toEqual([['/turn', { code: '12345678', round: 2 }]]);
  });

  test('a code that was typed for an earlier round is sent with that round', async () => {
    const shown = await open();
    await shown.fill(LABEL, '1234');
    answers[`GET ${PATH}`] = () => [200, { server_now: NOW, ...shown.shown, view: { ...shown.shown.view, round: 2 } }];
    await settle(() => queryClient.invalidateQueries({ queryKey: ['request', 'req_1'] }));
    expect(shown.text()).toContain('Round 2 has started. Clear this and use your new code.');
    await shown.fill(LABEL, '12345678');
    await shown.press('Turn my key…');
    answers[`POST ${PATH}/turn`] = () => [409, { kind: 'stale_round', error: 'your code is for round 1' }];
    await shown.press('Turn my key');
    expect(shown.commands()).toEqual([['/turn', { code: '12345678', round: 1 }]]);
    expect(shown.text()).toContain('Your code is for round 1.');
    expect(shown.control(LABEL).value).toBe('');
  });

  test.each([
    [409, 'no_evidence'],
    [503, 'unavailable'],
  ])('a code that the service did not check stays in its field: %d %s', async (status, kind) => {
    const shown = await open();
    await shown.fill(LABEL, '12345678');
    await shown.press('Turn my key…');
    answers[`POST ${PATH}/turn`] = () => [status, { kind, error: 'The document "plan" is not stored yet.' }];
    await shown.press('Turn my key');
    expect(shown.commands()).toHaveLength(1);
    expect(shown.control(LABEL).value).toBe('12345678');
  });

  test.each([
    ['', 'Enter the 8 digits of your code.'],
    ['1234567', 'The code has 8 digits. You entered 7.'],
  ])('on a wide screen, no confirmation is requested for the code %j', async (code, words) => {
    const shown = await open();
    await shown.fill(LABEL, code);
    await shown.press('Turn my key…');
    expect(shown.text()).toContain(words);
    expect(shown.has('Turn my key')).toBe(false);
  });

  test.each([
    [1, `Yours is the last key. The program that requested it acts on the answer.${afterLastKey('program')}`],
    [2, 'The program that requested it acts on the answer.After yours, it needs 1 more key.'],
    [3, 'The program that requested it acts on the answer.After yours, it needs 2 more keys.'],
  ])('if %d keys are needed, the question says what follows', async (needed, words) => {
    const shown = await open({ view: { needed, quorum: 3 } });
    await shown.fill(LABEL, '12345678');
    await shown.press(needed === 1 ? 'Turn the last key…' : 'Turn my key…');
    expect(shown.text()).toContain(words);
  });

  test('an integration that is called at once is named above the button and in the question', async () => {
    const shown = await open({ view: { needed: 1, integration: 'bank' } });
    const words = 'Yours is the last key. The integration “bank” is called at once.';
    expect(shown.part('Your decision')).toContain(words);
    await shown.fill(LABEL, '12345678');
    await shown.press('Turn the last key…');
    expect(textOf(shown.body.querySelector('[role="alertdialog"]')!)).toContain(
      `${words}${afterLastKey('integration')}`,
    );
  });

  test.each([
    [
      'a sealed call',
      { has_intent: true },
      'Your worker runs the sealed call.The requester, the operators who were asked and every admin can still stop it, but a worker that has claimed it may run it.',
    ],
    [
      'a call of an integration',
      { integration: 'bank' },
      'is called at once.The requester, the operators who were asked and every admin can still stop it, but a call that has begun may succeed.',
    ],
    ['an answer to a program', {}, 'acts on the answer.The service cannot stop it afterwards. Only that program can.'],
    [
      'a change of the configuration',
      { action: 'service.admin' },
      'This change cannot be stopped. To undo it, an admin makes another change.',
    ],
  ])('before the last key of %s, the question says what can still be done, and by whom', async (_, what, words) => {
    const { action = 'pay.out', ...view }: { action?: string; has_intent?: boolean; integration?: string } = what;
    const operation_hash = await operationHash(action, { amount: '12' });
    const shown = await open({ request: { action, operation_hash }, view: { needed: 1, ...view } });
    await shown.fill(LABEL, '12345678');
    await shown.press('Turn the last key…');
    expect(textOf(shown.body.querySelector('[role="alertdialog"]')!)).toContain(words);
  });

  test('the question repeats what is always said, also beside a graver warning', async () => {
    const text = 'A document was attached that this action does not show: reason.';
    const remarks = [
      remarkOf('warn', 'amount', 'is 12 times the highest approved before (1).'),
      remarkOf('warn', 'order', 'was in none of the last 5 approved requests.'),
      remarkOf('note', null, 'Compared with 5 approved.'),
    ];
    remarks.splice(2, 0, { ...remarkOf('warn', null, text), always: true });
    const shown = await open({}, { compared: { remarks } });
    expect(shown.text()).toContain(text);
    await shown.fill(LABEL, '12345678');
    await shown.press('Turn my key…');
    const question = textOf(shown.body.querySelector('[role="alertdialog"]')!);
    expect(question).toContain('is 12 times the highest');
    expect(question).toContain(text);
    expect(question).not.toContain('was in none of the last 5');
  });

  test('the question repeats the gravest warning, with how many it was compared, and the reason', async () => {
    const remarks = [
      remarkOf('warn', 'amount', 'is 12 times the highest approved before (1).'),
      remarkOf('warn', 'order', 'was in none of the last 5 approved requests.'),
      remarkOf('note', null, 'Compared with 5 approved.'),
    ];
    const summary = 'The customer is waiting';
    const shown = await open({ view: { summary, eligible: ['op_a', 'op_c'] } }, { compared: { remarks } });
    await shown.fill(LABEL, '12345678');
    await shown.press('Turn my key…');
    const question = textOf(shown.body.querySelector('[role="alertdialog"]')!);
    for (const words of [
      'amount is 12 times the highest approved before (1).',
      'Compared with 5 approved.',
      `Why“${summary}”`,
    ])
      expect(question).toContain(words);
  });

  test('no code can be entered if the fingerprint does not match the request, but the request can be refused', async () => {
    const shown = await open({ request: { operation_hash: `sha256:${'0'.repeat(64)}` } });
    expect(shown.text()).toContain('This is not the fingerprint of what you see. Do not turn your key.');
    expect([shown.control(LABEL).disabled, shown.button('Turn my key…').disabled]).toEqual([true, true]);
    expect(shown.button('Refuse…').disabled).toBe(false);
  });

  test('a code can be entered if the browser cannot compute a fingerprint', async () => {
    const shown = await open({ request: { params: { amount: '\ud800' } } });
    expect(shown.text()).toContain('could not be computed in this browser. Compare it with the requester.');
    expect(shown.text()).not.toContain('matches what you see');
  });

  test('a code is not sent if the key can no longer be turned, and the question says why', async () => {
    const shown = await open();
    await shown.fill(LABEL, '12345678');
    await shown.press('Turn my key…');
    const view = { ...shown.shown.view, you: { ...shown.shown.view.you, options: optionsOf('refuse') } };
    answers[`GET ${PATH}`] = () => [200, { server_now: NOW, ...shown.shown, view }];
    await settle(() => queryClient.invalidateQueries({ queryKey: ['request', 'req_1'] }));
    expect(shown.text()).toContain('You cannot turn.');
    await shown.press('Turn my key');
    expect(shown.commands()).toEqual([]);
  });
});

describe('the comparison with earlier requests', () => {
  const LABEL = 'Your code for this request';
  const ask = async (compare: (again: number) => Reply | Promise<Reply>) => {
    let calls = 0;
    const shown = await open({}, { compared: { remarks: [remarkOf('note', null, 'Compared with 5 approved.')] } });
    const plain = answers[`GET ${PATH}`]!;
    answers[`GET ${PATH}`] = (call) => (call.path.includes('compare=true') ? compare(++calls) : plain(call));
    await shown.fill(LABEL, '12345678');
    await shown.press('Turn my key…');
    return { shown, question: () => textOf(shown.body.querySelector('[role="alertdialog"]')!) };
  };
  const answered = (...remarks: object[]): Reply => [
    200,
    { server_now: NOW, ...requestOf(), comparison: { approved: 5, remarks, last: null } },
  ];

  test('a key can be turned only after the question has compared again, and it says what is new', async () => {
    let give = (_: Reply): void => undefined;
    const { shown, question } = await ask(() => new Promise((done) => (give = done)));
    expect(question()).toContain('Comparing with earlier requests…');
    expect(shown.button('Turn my key').disabled).toBe(true);
    await settle(() =>
      give(
        answered(
          remarkOf('warn', 'amount', 'is 400 times the highest approved before (1).'),
          remarkOf('note', null, 'Compared with 6 approved.'),
        ),
      ),
    );
    expect(question()).toContain('amount is 400 times the highest approved before (1).Compared with 6 approved.');
    expect(shown.button('Turn my key').disabled).toBe(false);
  });

  test('if nothing was compared, page and question say so, and a key can be turned after five seconds', async () => {
    const { shown, question } = await ask(() => [500, { error: 'down' }]);
    await advance(4999);
    expect([shown.button('Turn my key').disabled, question().includes('Comparing')]).toEqual([true, true]);
    await advance(1);
    expect(shown.button('Turn my key').disabled).toBe(false);
    expect(question()).toContain('Not compared: the comparison with earlier requests failed.');
    await shown.press('Cancel');
    expect(shown.text()).toContain('Not compared: the comparison with earlier requests failed.');
  });

  test('a request is refused without a comparison, and the policy says that the requester holds a key', async () => {
    const shown = await open({ view: { eligible: ['op_a', 'op_c'] } });
    answers[`GET ${PATH}`] = () => new Promise(() => undefined);
    await shown.press('Refuse…');
    expect(shown.button('Refuse it').disabled).toBe(false);
    expect(shown.part('Policy')).toContain('the requester holds one of the keys');
  });

  test('a change of the configuration is not compared', async () => {
    await open({ request: { action: 'service.admin', params: { change: 'Edit an operator' } } }, { role: 'admin' });
    expect(asked.filter((call) => call.includes('compare=true'))).toEqual([]);
  });
});

describe('a request is stopped', () => {
  test.each([
    ['Refuse…', 'Refuse it', '/refuse'],
    ['Abort…', 'Abort it', '/abort'],
  ])('a request is stopped by %s with a reason, only after the operator confirms it', async (name, yes, path) => {
    const shown = await open();
    await shown.press(name);
    await shown.press('Cancel');
    await shown.press(name);
    expect(shown.control('Reason, for the history (optional)').maxLength).toBe(512);
    await shown.fill('Reason, for the history (optional)', 'too much');
    answers[`POST ${PATH}${path}`] = () => 'no answer';
    await shown.press(yes);
    expect(shown.commands()).toEqual([[path, { note: 'too much' }]]);
    expect(shown.text()).toContain('The service answers again, and this page shows what it knows.');
  });

  test('who refuses can have the program told one of six reasons, which the page then says beside the note', async () => {
    const shown = await open();
    await shown.press('Abort…');
    expect(shown.has('Never')).toBe(false);
    await shown.press('Cancel');
    await shown.press('Refuse…');
    const chips = () =>
      shown.all('.outcome-reasons button').map((each) => [textOf(each).trim(), each.getAttribute('aria-pressed')]);
    const LABELS = ['Wrong target', 'Wrong amount', 'Too much at once', 'Ask first', 'Not now', 'Never'];
    expect(chips()).toEqual(LABELS.map((label) => [label, 'false']));
    expect(shown.text()).toContain('Nothing but the refusal.');
    await shown.press('Wrong amount');
    await shown.press('Wrong amount');
    expect(chips()).toEqual(LABELS.map((label) => [label, 'false']));
    await shown.press('Wrong target');
    await shown.press('Never');
    expect(chips().filter(([, pressed]) => pressed === 'true')).toEqual([['Never', 'true']]);
    expect(shown.text()).toContain('refuses the same call without asking you, for 7 days by default.');
    await shown.fill('Reason, for the history (optional)', 'a scam');
    const denied = { state: 'denied', outcome: 'denied', live: false, outcome_reason: 'never' };
    const decided = { by: ['op_a'], at: NOW, ended_by: 'person', note: 'a scam', reason: null };
    answers[`POST ${PATH}/refuse`] = () => reply({ request: denied, view: { decided } });
    await shown.press('Refuse it');
    expect(shown.commands()).toEqual([['/refuse', { note: 'a scam', outcome_reason: 'never' }]]);
    expect(shown.part('Result')).toContain('Reason: a scam');
    expect(shown.part('Result')).toContain('The program is told: Never');
  });

  test('a request is stopped once, however often the button is pressed', async () => {
    const shown = await open();
    await shown.press('Refuse…');
    answers[`POST ${PATH}/refuse`] = () => new Promise(() => undefined);
    await shown.press('Refuse it');
    await shown.press('Sending…');
    expect(shown.commands()).toHaveLength(1);
  });

  test('a request is refused without a signature if the passkey cannot sign, and no key is turned without one', async () => {
    const shown = await open({ view: { turn: 'code_and_passkey' } });
    answers[`GET ${PATH}/statement`] = () => [422, { error: 'no passkey', kind: 'refused' }];
    answers[`POST ${PATH}/refuse`] = () => [500, {}];
    await shown.fill('Your code for this request', '12345678');
    await shown.press('Turn my key…');
    expect(shown.button('Sign and turn my key').disabled).toBe(true);
    await shown.press('Cancel');
    await shown.press('Refuse…');
    expect(shown.text()).toContain('You can go on without a signature.');
    await shown.press('Refuse it');
    expect(shown.commands()).toEqual([['/refuse', {}]]);
  });

  test('a question is asked before a key is taken back, too', async () => {
    const shown = await open({ view: { you: { seat: true, options: optionsOf('withdraw') } } });
    answers[`POST ${PATH}/withdraw`] = () => [500, {}];
    await shown.press('Take back my key…');
    await shown.press('Take it back');
    expect(shown.commands()).toEqual([['/withdraw', {}]]);
  });
});

describe('the keys of the page', () => {
  const LABEL = 'Your code for this request';
  const questions = (shown: Awaited<ReturnType<typeof open>>) => shown.all('[role="alertdialog"]').map(textOf);
  const press = (shown: Awaited<ReturnType<typeof open>>, key: string) => settle(() => void shown.page.press(key));

  test('t leads to the code, and with a code to the question before a key is turned, and decides nothing', async () => {
    const shown = await open();
    await press(shown, 't');
    expect(questions(shown)).toEqual([]);
    expect(shown.page.document.activeElement).toBe(shown.control(LABEL));
    await shown.fill(LABEL, '12345678');
    await press(shown, 't');
    expect(questions(shown)).toEqual([expect.stringContaining('Turn your key?')]);
    for (const key of ['t', 'r', 'Enter', 'y', ' ']) await press(shown, key);
    expect(questions(shown)).toHaveLength(1);
    expect(shown.commands()).toEqual([]);
  });

  test('r opens the question before the request is refused, and refuses nothing', async () => {
    const shown = await open();
    await press(shown, 'r');
    expect(questions(shown)).toEqual([expect.stringContaining('Refuse this request?')]);
    for (const key of ['r', 't', 'Enter']) await press(shown, key);
    expect([questions(shown).length, shown.commands()]).toEqual([1, []]);
  });

  test.each<[string, Parameters<typeof requestOf>[0]]>([
    ['cannot decide', { view: { you: { seat: false, options: optionsOf() } } }],
    ['reads a decided request', decided('denied', ['op_b'])],
    [
      'reads a request that is not the one of its fingerprint',
      { request: { operation_hash: `sha256:${'0'.repeat(64)}` } },
    ],
  ])('t opens no question for an operator who %s', async (_, fields) => {
    const shown = await open(fields);
    await press(shown, 't');
    expect(questions(shown)).toEqual([]);
    expect(shown.page.document.activeElement?.tagName).not.toBe('INPUT');
  });

  test('the requester’s own request has no question to refuse it', async () => {
    const shown = await open({
      request: { requester: 'op_a' },
      view: { you: { seat: false, options: optionsOf('abort') } },
    });
    await press(shown, 'r');
    expect(questions(shown)).toEqual([]);
  });
});

describe('an operator who cannot decide', () => {
  const NOT_ASKED = 'You are not among the operators who were asked.';
  const OWN = 'You made this request, and its policy does not let the requester decide.';
  const refusing = (why: string) =>
    optionsOf().map((option) => ({ ...option, why: `You cannot ${option.action} here. ${why}` }));
  const timesIn = (text: string, words: string) => text.split(words).length - 1;

  test('reads what is asked, and one reason once, and is offered no decision', async () => {
    const shown = await open({ view: { you: { seat: false, needed_after: null, options: refusing(NOT_ASKED) } } });
    expect(shown.part('What is asked')).toContain('amount12');
    expect(shown.part('Decision')).toContain(NOT_ASKED);
    expect(timesIn(shown.text(), NOT_ASKED)).toBe(1);
    for (const words of ['What you approve', 'Your decision', 'You cannot', 'After yours'])
      expect([words, shown.text().includes(words)]).toEqual([words, false]);
    for (const name of ['Turn my key…', 'Refuse…', 'Abort…', 'Take back my key…'])
      expect([name, shown.has(name)]).toEqual([name, false]);
    expect(shown.part('Decision')).toContain('What happens at the last key');
  });

  test('reads of a change what is asked', async () => {
    const shown = await open(
      { request: { action: 'service.admin' }, view: { you: { seat: false, options: refusing(NOT_ASKED) } } },
      { role: 'admin' },
    );
    expect([shown.part('What is asked') !== '', shown.part('What you approve')]).toEqual([true, '']);
  });

  test('made the request: reads what they requested, one reason, and two ways out', async () => {
    const options = refusing(OWN).map((each) =>
      each.action === 'abort' ? { ...each, allowed: true, why: null } : each,
    );
    const shown = await open({ request: { requester: 'op_a' }, view: { you: { seat: false, options } } });
    expect(shown.part('What you requested')).not.toBe('');
    expect(timesIn(shown.part('Your request'), OWN)).toBe(1);
    expect(timesIn(shown.text(), 'You cannot')).toBe(0);
    expect([shown.has('Cancel my request…'), shown.has('Refuse…')]).toEqual([true, false]);
  });

  test('has a locked seat: reads the reason in place of the code, can still refuse, and it is their decision', async () => {
    const locked =
      'This seat is locked after 5 wrong codes. Ask an admin to re-issue the code, or wait for the next round.';
    const options = optionsOf('refuse').map((each) => (each.action === 'turn' ? { ...each, why: locked } : each));
    const shown = await open({ view: { you: { seat: true, options } } });
    expect(shown.part('Your decision')).toContain(locked);
    expect(timesIn(shown.text(), locked)).toBe(1);
    expect([shown.has('Refuse…'), shown.part('What you approve') !== '']).toEqual([true, true]);
  });

  test('turned their key: reads that, and not why they cannot turn it again', async () => {
    const options = optionsOf('withdraw').map((each) => ({
      ...each,
      why: each.allowed ? null : 'You approved at 12.',
    }));
    const turned = seatOf('op_a', { state: 'turned', turned_at: NOW });
    const shown = await open({ view: { seats: [turned, seatOf('op_b')], you: { seat: true, options } } });
    expect(shown.part('Your decision')).toContain('You turned your key');
    expect(shown.text()).not.toContain('You approved at 12.');
  });
});

describe('a coincident request', () => {
  const coincident = (seconds: number, more: object = {}) =>
    open({ view: { mode: 'coincident', coincidence_seconds: seconds, ...more } });
  const AGAIN = 'Otherwise the round starts again and everyone gets a new code.';

  test.each([
    [10, 2, 1, `All 2 keys within 10 s of the first. ${AGAIN}`],
    [60, 2, 1, `All 2 keys within 60 s of the first. ${AGAIN}`],
    [90, 3, 19, `All 3 keys within 90 s of the first. ${AGAIN}`],
    [120, 2, 1, `All 2 keys within 2 min of the first. ${AGAIN}`],
    [900, 2, 1, `All 2 keys within 15 min of the first. ${AGAIN}`],
    [60, 2, 20, 'All 2 keys within 60 s of the first. This is the last round: otherwise the service ends the request.'],
  ])('within %d s, %d keys, in round %d: one sentence explains the round', async (seconds, quorum, round, sentence) => {
    const shown = await coincident(seconds, { quorum, round });
    expect(shown.part('Your decision')).toContain(sentence);
    expect(shown.text().split('of the first').length).toBe(2);
  });

  test('who cannot decide reads the sentence, too', async () => {
    const shown = await coincident(60, { you: { seat: false, options: optionsOf() } });
    expect(shown.part('Decision')).toContain('All 2 keys within 60 s of the first.');
  });

  test('the round cannot be restarted on the page', async () => {
    const shown = await coincident(60, { you: { seat: true, options: optionsOf('turn', 'restart') } });
    expect([shown.has('Restart the round…'), /restart/i.test(shown.text())]).toEqual([false, false]);
  });

  test('a decided request, one that needs one key, and one without rounds have no such sentence', async () => {
    const of = (shown: Awaited<ReturnType<typeof coincident>>) =>
      /All \d+ keys? within|round starts/.test(shown.text());
    expect(of(await coincident(60, { quorum: 1, needed: 1 }))).toBe(false);
    closePage(queryClient);
    expect(of(await open())).toBe(false);
    closePage(queryClient);
    const over = decided('denied', ['op_b']);
    const shown = await open({ ...over, view: { ...over.view, mode: 'coincident', coincidence_seconds: 60 } });
    expect(of(shown)).toBe(false);
    // Afterwards the policy says it.
    expect(shown.part('Policy')).toContain('turned within 60 s of the first');
  });
});

describe('the verdict', () => {
  test.each<[string, string[], string | null, string]>([
    [
      'authorized',
      ['op_a', 'op_b'],
      null,
      'Approved by Bob and you, 1 min ago. The program that requested it can act on the answer.',
    ],
    ['authorized', ['op_b', 'op_d'], null, 'Approved by Bob and Dora, 1 min ago.'],
    ['denied', ['op_b'], 'too much', 'Refused by Bob, 1 min ago. Nothing runs.Reason: too much'],
    ['aborted', [], 'roster_too_short', 'Aborted, 1 min ago. Nothing runs.Reason: too few operators were left'],
    ['denied', ['op_b'], 'constructor', 'Refused by Bob, 1 min ago. Nothing runs.Reason: constructor'],
    ['denied', ['op_b'], '__proto__', 'Refused by Bob, 1 min ago. Nothing runs.Reason: __proto__'],
    ['denied', ['op_b'], 'restored', 'Refused by Bob, 1 min ago. Nothing runs.Reason: restored'],
    ['aborted', ['op_b'], 'aborted_by_program', 'Aborted by Bob, 1 min ago. Nothing runs.Reason: aborted_by_program'],
    ['denied', ['op_b'], 'stopped', 'Refused by Bob, 1 min ago. Nothing runs.Reason: stopped'],
    ['expired', [], null, 'Expired with too few keys, 1 min ago. Nothing runs.'],
    [
      'aborted',
      [],
      'restored',
      'It never runs again.Reason: the service was taken back to an earlier time, after which',
    ],
  ])('the verdict %s by %j for %j is shown in a sentence', async (outcome, by, reason, words) => {
    const shown = await open(decided(outcome, by, reason));
    expect(shown.part('Result')).toContain(words);
    expect(shown.part('Result').includes('Nothing runs.')).toBe(words.includes('Nothing runs.'));
    expect(shown.part('Result').includes('It never runs again.')).toBe(words.includes('It never runs again.'));
    expect(shown.has('Refuse…')).toBe(false);
  });

  test.each<[string, string[], string[]]>([
    ['denied', ['op_b'], ['Anna (you)not needed', 'Bobrefused', 'Doranot needed']],
    ['aborted', ['op_b'], ['Anna (you)not needed', 'Bobaborted', 'Doranot needed']],
    ['expired', [], ['Anna (you)did not turn', 'Bobdid not turn', 'Doradid not turn']],
  ])('a request that was %s says of each seat what it did', async (outcome, by, seats) => {
    const shown = await open(decided(outcome, by), { role: 'admin' });
    for (const words of seats) expect(shown.part('Keys')).toContain(words);
    expect(shown.part('Keys')).not.toContain('New code');
  });

  test.each([
    ['before anybody claimed it', { state: 'pending', execute_by: NOW - 1 }],
    [
      'while a worker had it',
      { state: 'claimed', execute_by: NOW - 1, claimed_at: NOW - MINUTE, lease_expires_at: NOW - 1 },
    ],
  ])('a request whose run a restore took back, %s, says that it may have run and what to do', async (_, given) => {
    const execution = { ...requestOf().request.execution, ...given };
    const taken = decided('authorized', ['op_b'], 'restored', { has_intent: true });
    const shown = await open({ ...taken, request: { ...taken.request, execution } });
    expect(shown.part('Result')).toContain('It never runs again.Reason: the service was taken back to an earlier time');
    expect(shown.text()).toContain('It was approved, and may have run');
    expect(shown.text()).toContain(
      'Find out in the system that it changes whether it ran, before you request it again.',
    );
    expect(shown.text()).toContain('Approved, may have run');
    expect(shown.text()).not.toMatch(/never claimed|no worker claimed|not carried out/i);
    const reported = { ...execution, state: 'succeeded', claimed_at: NOW - MINUTE, reported_at: NOW };
    const ran = await open({ ...taken, request: { ...taken.request, execution: reported } });
    expect(ran.part('Result')).toContain('The worker ran the sealed call.');
    expect(ran.text()).not.toContain('taken back');
  });

  test('the verdict is followed by its proof, under the name of the request', async () => {
    const shown = await open(decided('denied', ['op_b']));
    expect(shown.part('Proof')).toContain('Turns of this action are not signed.');
    answers[`GET ${PATH}/proof`] = () => [404, { error: 'gone' }];
    await shown.press('Save the proof');
    expect(shown.part('Proof')).toContain('Gone.');
    const waiting = await open({}, { role: 'admin' });
    expect([waiting.has('Save the proof'), waiting.part('Deliveries')]).toEqual([false, '']);
    expect(waiting.text()).toContain('Needs 2 keys');
  });

  test('a change shows the params of its request to the letter, with names and times small beside them', async () => {
    const fields = [
      { field: 'name', before: ['Anna'], after: ['Ann'] },
      { field: 'members', before: null, after: ['"', { kind: 'operator', id: 'op_b' }, '" from ', { at: NOW }] },
      // A space at the end is one that was approved.
      { field: 'note', before: null, after: ['x '] },
      // Not the text that was approved, and not a param of the request.
      { field: 'role', before: ['operator'], after: ['admin'] },
      { field: 'email', before: null, after: ['x@acme.example'] },
    ];
    const members = `"op_b" from ${new Date(NOW).toISOString()}`;
    const params = {
      change: 'Edit',
      name: 'Anna → Ann',
      members,
      note: 'x ',
      role: 'admin → operator',
      document: 'sha256:0',
    };
    const request = { action: 'service.admin', params };
    const shown = await open({ request }, { role: 'admin', change: { before: null, after: null, fields } });
    expect(shown.rows().slice(0, 5)).toEqual([
      'FieldChange',
      'nameAnna → Ann',
      `members"op_b Bob" from ${new Date(NOW).toISOString()} ${formatInstant(NOW)}`,
      'notexU+0020 space ',
      'roleadmin → operator',
    ]);
    expect(shown.text()).not.toContain('x@acme.example');
  });

  test('a change of a policy also shows the whole policy after it', async () => {
    const policy = [{ field: 'keys needed', before: null, after: ['1'] }];
    const fields = [{ field: 'quorum', before: ['2'], after: ['1'] }];
    const request = { action: 'service.admin', params: { change: 'Edit', quorum: '2 → 1' } };
    const shown = await open({ request }, { role: 'admin', change: { fields, policy } });
    expect(shown.text()).toContain('The whole policy after itkeys needed1');
  });

  describe('a stop of what was approved', () => {
    const clock = (ms: number) => new Date(ms).toTimeString().slice(0, 5);
    const approved = (view: object = {}, request: object = {}) => {
      const { view: given, request: made } = decided('authorized', ['op_b']);
      const you = { seat: true, options: optionsOf('stop') };
      return { view: { ...given, has_intent: true, you, ...view }, request: { ...made, ...request } };
    };
    const since = NOW - 15 * MINUTE;

    test.each([
      ['no worker has it', {}, 'No worker gets it.'],
      [
        'a worker has it',
        { begun: { from: since, until: NOW + MINUTE } },
        `A worker has had it since ${clock(since)} and may run it. Nobody gets it again.`,
      ],
      [
        'the lease of a worker has just ended',
        { begun: { from: since, until: NOW } },
        `A worker had it from ${clock(since)} to ${clock(NOW)} and did not report. It may have run.`,
      ],
      [
        'an integration is not called yet',
        { has_intent: false, integration: 'bank' },
        'The integration is not called.',
      ],
      [
        'an integration is being called',
        { has_intent: false, integration: 'bank', begun: { from: null, until: null } },
        'A call of the integration has begun and may still succeed. No other call is made.',
      ],
    ])('the question says what will be true: %s', async (_, view, words) => {
      const shown = await open(approved(view));
      await shown.press('Stop it…');
      expect(textOf(shown.body.querySelector('[role="alertdialog"] .consequence')!)).toBe(words);
    });

    test('is sent with its reason, which is shown with who did it', async () => {
      const shown = await open(approved());
      await shown.press('Stop it…');
      await shown.fill('Reason, for the history (optional)', 'wrong customer');
      const stopped = { at: NOW, by: 'op_a', claimed_at: null };
      const data = { note: 'wrong customer' };
      answers[`POST ${PATH}/stop`] = () =>
        reply(approved({ stopped_by: 'person', you: { seat: true, options: optionsOf() } }, { stopped }));
      answers[`GET ${PATH}/history`] = () => [
        200,
        { entries: [withWords({ kind: 'intent.stopped', at: NOW, ...person('op_a'), data })], cursor: null },
      ];
      await shown.press('Stop it');
      expect(shown.commands()).toEqual([['/stop', data]]);
      expect(shown.part('Result')).toMatch(
        /^ResultApproved by .*Nothing runs\.Stopped by you, just now\. Reason: “wrong customer”Nothing else waits/,
      );
      expect(shown.has('Stop it…')).toBe(false);
    });

    test.each([
      ['an operator', 'person', 'op_d', 'Stopped by Dora'],
      ['an operator whose id looks like that of a key', 'person', 'key_d', 'Stopped by key_d'],
      ['the program that made it', 'program', PROGRAM.id, 'Stopped by the program that requested it (Billing gate)'],
      ['a program whose id is the reader’s', 'program', 'op_a', 'Stopped by the program that requested it'],
    ])('names %s to an operator who cannot list API keys', async (_, stopped_by, by, words) => {
      const view = { stopped_by, program: PROGRAM, you: { seat: true, options: optionsOf() } };
      const shown = await open(approved(view, { stopped: { at: NOW, by, claimed_at: null } }));
      expect(shown.part('Result')).toContain(words);
      expect(asked.join()).not.toContain('/api/keys');
    });

    test.each([
      ['before a worker had it', {}, {}, 'Approved, stopped', 'Nothing runs.'],
      [
        'while a worker had it',
        { begun: { from: since, until: NOW + MINUTE } },
        { execution: { ...requestOf().request.execution, state: 'claimed', claimed_at: since } },
        'Approved, may have run',
        'It may have run. It does not run again.',
      ],
      [
        'before its worker reported',
        { begun: { from: since, until: NOW + MINUTE } },
        { execution: { ...requestOf().request.execution, state: 'succeeded', claimed_at: since, reported_at: NOW } },
        'Approved and run',
        'The worker ran the sealed call.',
      ],
    ])('%s is on the page', async (_, view, request, standing, followed) => {
      const stopped = { at: NOW - MINUTE, by: 'op_d', claimed_at: null };
      const shown = await open(
        approved({ ...view, you: { seat: true, options: optionsOf() } }, { ...request, stopped }),
      );
      expect(shown.text()).toContain(standing);
      expect(shown.part('Result')).toContain(followed);
    });

    test.each([
      [
        'a worker that has it',
        { begun: { from: since, until: NOW + MINUTE } },
        `It was stopped. A worker has had it since ${clock(since)} and may run it.`,
      ],
      [
        'a worker that had it',
        { begun: { from: since, until: NOW } },
        `It was stopped. A worker had it from ${clock(since)} to ${clock(NOW)} and did not report.`,
      ],
      [
        'a call of the integration',
        { has_intent: false, integration: 'bank', begun: { from: null, until: null } },
        'It was stopped. A call of the integration had begun.',
      ],
    ])('%s is named first, with what to do', async (_, view, words) => {
      const stopped = { at: NOW - MINUTE, by: 'op_d', claimed_at: null };
      const state = 'integration' in view ? 'failed' : 'succeeded';
      const request = { state, stopped, execution: requestOf().request.execution };
      const shown = await open(approved({ ...view, you: { seat: true, options: optionsOf() } }, request));
      expect(shown.text()).toContain(`${words}It never runs again here. Find out`);
    });

    test('is not offered for what its program acts on, and the page says what can be stopped', async () => {
      const shown = await open(approved({ has_intent: false, you: { seat: true, options: optionsOf() } }));
      expect(shown.has('Stop it…')).toBe(false);
      expect(shown.part('Result')).toContain('Only a sealed call can be stopped.');
    });
  });

  test('the admin who requested an API key can collect it, and nobody else', async () => {
    const request = {
      ...decided('authorized', ['op_b']).request,
      action: 'service.admin',
    };
    const created = { kind: 'create_key', effect: 'gives_access' };
    const { view } = decided('authorized', ['op_b'], null, { change: created });
    expect(
      (await open({ request: { ...request, requester: 'op_b' }, view }, { role: 'admin' })).has('Collect the token'),
    ).toBe(false);
    const mine = { ...request, requester: 'op_a', params: { change: 'Create an API key' } };
    const edited = { ...view, change: { kind: 'update_key', effect: null } };
    expect((await open({ request: mine, view: edited }, { role: 'admin' })).has('Collect the token')).toBe(false);
    const failed = { ...request, requester: 'op_a', state: 'failed' };
    expect((await open({ request: failed, view }, { role: 'admin' })).has('Collect the token')).toBe(false);
    const shown = await open({ request: { ...request, requester: 'op_a' }, view }, { role: 'admin' });
    answers['POST /api/changes/req_1/key'] = () => [
      201,
      { server_now: NOW, key: { name: 'ci', scopes: ['read'] }, token: 'rak_secret' },
    ];
    await shown.press('Collect the token');
    expect(shown.text()).toContain('rak_secret');
  });
});

describe('the keys', () => {
  const seats = [
    seatOf('op_a', { state: 'turned', turned_at: NOW - 2 * MINUTE }),
    seatOf('op_b', { state: 'locked' }),
    seatOf('op_d', { state: 'out' }),
  ];
  const view = { seats, turned: 1, you: { seat: true, options: optionsOf('reissue') }, mode: 'coincident', round: 3 };

  test('the keys of a request say how many each required group has turned, and who is in which group', async () => {
    const requirements = [
      { group: 'grp_finance', name: 'Finance', keys: 2, turned: 1 },
      { group: 'grp_security', name: 'Security', keys: 1, turned: 0 },
    ];
    const groups = requirements.map(({ group, name }) => ({ id: group, name, revision: 1 }));
    const [first, ...others] = seats;
    const both = { ...first, groups: ['grp_finance', 'grp_security'] };
    const shown = await open({ view: { ...view, seats: [both, ...others], requirements, groups } });
    const keys = shown.part('Keys');
    expect(keys).toContain('Finance 1 of 2Anna (you)also in Securityturned');
    expect(keys).toContain('Security 0 of 1OthersBob');
    expect(keys.split('Anna')).toHaveLength(2);
    const dots = shown
      .all('.seats-part h3')
      .map((each) => [...each.querySelectorAll('.dot')].map((dot) => dot.className));
    expect(dots).toEqual([['dot full', 'dot'], ['dot'], []]);
    // Their key is turned, so what is missing is what is missing after theirs.
    expect(shown.part('Your decision')).toContain('Finance 1 of 2, Security 0 of 1');
  });

  const finance = (turned: number) => ({ group: 'grp_finance', name: 'Finance', keys: 2, turned });
  const security = (turned: number) => ({ group: 'grp_security', name: 'Security', keys: 1, turned });
  const sentences: [string, object, string][] = [
    ['groups', { needed_after: 1, requirements_after: [finance(2), security(0)] }, 'Finance 2 of 2, Security 0 of 1.'],
    [
      'groups and one more key',
      { needed_after: 2, requirements_after: [finance(2), security(0)] },
      'Finance 2 of 2, Security 0 of 1, and 1 more key.',
    ],
    [
      'only more keys of anybody',
      { needed_after: 2, requirements_after: [finance(2), security(1)] },
      'Finance 2 of 2, Security 1 of 1, and 2 more keys.',
    ],
  ];
  test.each(sentences)('the card and the question say who is still missing after mine: %s', async (_, after, words) => {
    const requirements = [finance(1), security(0)];
    const shown = await open({
      view: {
        quorum: 5,
        turned: 1,
        needed: 4,
        requirements,
        you: { seat: true, options: optionsOf('turn'), ...after },
      },
    });
    expect(shown.part('Your decision')).toContain(`After yours: ${words}`);
    await shown.fill('Your code for this request', '12345678');
    await shown.press('Turn my key…');
    expect(textOf(shown.body.querySelector('[role="alertdialog"]')!)).toContain(`After yours: ${words}`);
  });

  test('the name of a group is shown as text of somebody else', async () => {
    const hostile = { ...security(0), name: 'a\u202eb' };
    const requirements_after = [finance(2), hostile];
    const shown = await open({
      view: {
        requirements: requirements_after,
        you: { seat: true, options: optionsOf('turn'), needed_after: 1, requirements_after },
      },
    });
    const said = shown.all('.last-key-then bdi').map(textOf);
    expect(said).toHaveLength(2);
    expect(said[1]).toContain('U+202E');
  });

  test('the page shows which keys are turned, with the round if they are turned together', async () => {
    const keys = (await open({ view })).part('Keys');
    expect(keys).toContain('1 of 2 keys turned · round 3');
    expect(keys).toContain('Anna (you)turned 2 min ago');
    expect(keys).toContain('Boblocked after 5 wrong codes');
    expect(keys).toContain('Doradisabled');
  });

  test('a new code can be sent to a seat that can use it, after a question', async () => {
    const shown = await open({ view }, { role: 'admin' });
    expect(['Anna', 'Bob', 'Dora'].map((name) => shown.has(`Send ${name} a new code`))).toEqual([false, true, false]);
    await shown.press('Send Bob a new code');
    expect(shown.commands()).toEqual([]);
    answers[`POST ${PATH}/reissue`] = () => [409, { error: 'the seat needs no new code' }];
    await shown.press('Send a new code');
    expect(shown.commands()).toEqual([['/reissue', { operator: 'op_b' }]]);
    expect(shown.text()).toContain('The seat needs no new code.');
  });

  test('the missing keys count down to the end of the round and of the request', async () => {
    const shown = await open({
      view: { needed: 1, turned: 1, window_ends_at: NOW + 42_000, expires_at: NOW + 90 * MINUTE },
    });
    expect(shown.text()).toContain('Needs 1 more key');
    expect(shown.text()).toContain('round ends in 0:42');
    expect(shown.text()).toContain('ends in 1 h 30 min');
  });
});

describe('what is approved', () => {
  test('a request is compared only with the last approved one', async () => {
    const last = requestOf({ request: { id: 'req_7', outcome: 'authorized', params: { amount: '10', note: 'x' } } });
    const shown = await open({}, { compared: { last } });
    expect(shown.part('What you approve')).toContain('amount12 last approved: 10');
    expect(shown.part('What you approve')).toContain('notenot in this request; last approved: x');
    expect(shown.links()).toContain('/requests/req_7');
  });

  test('a request is compared line by line with the last approved one, each by its own display', async () => {
    const given = (params: Record<string, string>) => ({ params, shown: render(aDisplay(), params) });
    const past = given({ amount: '100', to: 'acct_7', note: 'x' });
    const last = requestOf({ request: { id: 'req_7', outcome: 'authorized', params: past.params }, view: past });
    const now = given({ amount: '4800000', to: 'acct_7' });
    const operation_hash = await operationHash('pay.out', now.params);
    const shown = await open({ request: { params: now.params, operation_hash }, view: now }, { compared: { last } });
    const approved = shown.part('What you approve');
    expect(approved).toContain('«EUR 48,000.00», sent as «4800000»last approved: «EUR 1.00», sent as «100»');
    expect(approved).toContain('«acct_7»Not in this request; last approved: note: «x»');
  });

  test.each(['constructor', '__proto__'])('a param named %s is compared like any other', async (name) => {
    const params = JSON.parse(`{"amount":"12","${name}":"now"}`) as Record<string, string>;
    const operation_hash = await operationHash('pay.out', params);
    const plain = requestOf({ request: { id: 'req_7', outcome: 'authorized', params: { amount: '12' } } });
    const added = await open({ request: { params, operation_hash } }, { compared: { last: plain } });
    expect(added.part('What you approve')).toContain(`${name}now new: not in the last approved`);
    closePage(queryClient);
    const had = requestOf({ request: { id: 'req_7', outcome: 'authorized', params } });
    const left = await open({}, { compared: { last: had } });
    expect(left.part('What you approve')).toContain(`${name}not in this request; last approved: now`);
  });

  test('a request names its policy, the rule that decided, and a version that has changed since', async () => {
    const param_rules = [
      { when: [{ param: 'to', op: 'present' }], quorum: 1 },
      {
        when: [
          { param: 'amount', op: 'gte', value: '10' },
          { param: 'to', op: 'in', value: ['x, y', 'z'] },
        ],
        quorum: 2,
      },
    ];
    const view = { rule: 1, mode: 'coincident', coincidence_seconds: 60 };
    const same = (await open({ view }, { action: { param_rules } })).part('Policy');
    expect(same).toContain('version 1 · 2 keys of different operators');
    expect(same).toContain('amount ≥ 10 and to is one of "x, y", z: 2 keys');
    closePage(queryClient);
    const other = (await open({ view }, { action: { param_rules, version: 4 } })).part('Policy');
    expect(other).toContain('(now version 4)');
    expect(other).toContain('rule 2 decides');
  });

  test('a request that a worker runs shows the result of the run', async () => {
    const none = {
      claimed_at: null,
      lease_expires_at: null,
      reported_at: null,
      reference: null,
      error: null,
      execute_by: null,
    };
    const run = async (execution: object) =>
      (
        await open({
          view: { ...decided('authorized', ['op_b']).view, has_intent: true },
          request: { ...decided('authorized', []).request, state: 'succeeded', execution: { ...none, ...execution } },
        })
      ).body.querySelector('[aria-label="What became of it"]')?.textContent ?? '';
    expect(await run({ state: 'pending', execute_by: NOW + 90_000 })).toContain(
      'Waits for a workerto be claimed within 1:30',
    );
    expect(await run({ state: 'pending', execute_by: NOW - 1 })).toContain('Never claimedthe time to run it is over');
    const claimed = { claimed_at: NOW - MINUTE, lease_expires_at: NOW + 90_000 };
    expect(await run({ state: 'claimed', ...claimed })).toContain('Claimedunder 1 s laterRunsreserved for 1:30');
    const failed = { ...claimed, reported_at: NOW - 30_000, error: 'no funds' };
    expect(await run({ state: 'failed', ...failed })).toMatch(/Claimedunder 1 s laterFailed30 s later · no funds$/);
    expect(await run({ state: 'none' })).toBe('');
  });
});

describe('a document beside the decision', () => {
  const BYTES = 'drop table payouts;\n';
  const DOCUMENT = `${PATH}/evidence/plan`;
  const withPlan = async (state: string, sent: string | Reply = BYTES) => {
    const evidence = [{ name: 'plan', kind: 'text', digest: digestOf(BYTES), state }];
    const params = { amount: '12', 'evidence.plan': digestOf(BYTES) };
    const operation_hash = await operationHash('pay.out', params);
    const fields = { request: { params, operation_hash }, view: { evidence, shown: render(aDisplay(), params) } };
    const reply: Reply = typeof sent === 'string' ? [200, sent] : sent;
    return open(fields, { answers: { [`GET ${DOCUMENT}`]: () => reply } });
  };

  test('a document is shown if it matches its digest, and the digest is shown with it and not among the params', async () => {
    const shown = await withPlan('stored');
    expect(shown.part('Evidence: plan')).toContain('1 linedrop table payouts;Part of the fingerprint');
    expect(shown.part('Evidence: plan')).toContain(digestOf(BYTES));
    expect(shown.part('What you approve')).not.toContain('evidence.plan');
    await shown.fill('Your code for this request', '12345678');
    await shown.press('Turn my key…');
    expect(shown.text()).toContain('Evidenceplan ');
    expect(shown.text()).not.toContain('You have not read it.');
  });

  test('a document is not shown if one of its bytes changed, and no key can be turned', async () => {
    const shown = await withPlan('stored', BYTES.replace('p', 'P'));
    expect(shown.part('Evidence: plan')).toContain(
      'This document is not the one that was requested, so it is not shown.',
    );
    expect(shown.text()).not.toContain('payouts;');
    expect(shown.control('Your code for this request').disabled).toBe(true);
    expect(shown.has('Refuse…')).toBe(true);
  });

  test.each([
    ['missing', 'This document is not stored yet. Nobody can read it'],
    ['expired', 'This document is not kept any more; its digest still says which one it was.'],
    ['changed', 'This document is not the one that was requested, so it is not shown.'],
  ])('a document that is %s is not requested, and the page says what that means', async (state, words) => {
    const shown = await withPlan(state);
    expect(shown.part('Evidence: plan')).toContain(words);
    expect(asked.filter((call) => call.includes('/evidence/'))).toEqual([]);
  });

  test('a document that is not required and was not attached has no card', async () => {
    const shown = await withPlan('absent');
    expect(shown.text()).not.toContain('Evidence: plan');
    expect(asked.filter((call) => call.includes('/evidence/'))).toEqual([]);
  });

  test('a document that cannot be read is named in the dialog', async () => {
    const shown = await withPlan('unknown', [404, { error: 'It is not kept any more.', kind: 'evidence_expired' }]);
    await shown.fill('Your code for this request', '12345678');
    await shown.press('Turn my key…');
    expect(shown.text()).toContain(
      'plan is not kept any more; its digest still says which one it was. You have not read it.',
    );
  });
});

describe('the timeline', () => {
  const entry = (kind: string, at: number, by: Actor = SERVICE, data: PendingEntry['data'] = {}) =>
    withWords({ kind, at, ...by, data, seq: 1 });
  const attempt = {
    n: 1,
    started_at: NOW - 2000,
    finished_at: NOW - 1000,
    status: 500,
    outcome: 'refused',
    error: 'answered 500',
    trigger: 'first',
  };
  const delivery = (more: object = {}) => ({
    ...{ id: 'dlv_1', event_id: 'evt_1', event_type: 'request.denied', request_id: 'req_1', receiver: 'whe_1' },
    ...{
      state: 'failed',
      reason: 'gave_up',
      test: false,
      created_at: NOW - 5000,
      next_attempt_at: null,
      tries: [attempt],
    },
    ...more,
  });
  const history = [
    entry('request.proposed', 5, person('op_c'), { requester: 'op_c', action: 'pay.out' }),
    entry('request.notified', 5, SERVICE, { seats: ['op_a'] }),
    entry('key.turned', 9, person('op_b'), { round: 1 }),
  ];
  const moments = (shown: Shown) =>
    shown.all('ol[class^="timeline"] li').map((each) => textOf(each).replace(/ \d+ d ago.*/, ''));

  test('the timeline has the newest first, and events of one millisecond in their order', async () => {
    expect(moments(await open({}, { history }))).toEqual([
      'Bob turned a key',
      'Anna was asked for a key',
      'Carla requested “Pay out”',
    ]);
  });

  test.each(['operator', 'admin'] as const)(
    'the timeline has the name of the API key that made the request, for an %s',
    async (role) => {
      const by: Actor = { actor: PROGRAM.id, actor_kind: 'program' };
      const made = entry('request.proposed', 5, by, { requester: 'op_c', action: 'pay.out' });
      const shown = await open({ view: { program: PROGRAM } }, { role, history: [made] });
      expect(shown.part('Timeline')).toContain('through the API key Billing gate');
      expect(shown.text()).not.toContain(PROGRAM.id);
    },
  );

  test('the timeline has the deliveries of a decided request for admins only', async () => {
    const fields = decided('denied', ['op_b']);
    const deliveries = [delivery(), delivery({ id: 'dlv_2', state: 'pending', tries: [], created_at: NOW })];
    const shown = await open(fields, { role: 'admin', history, deliveries });
    expect(moments(shown).slice(0, 2)).toEqual([
      expect.stringContaining('An event is on its way to Billing'),
      expect.stringContaining('The event could not be delivered to Billing'),
    ]);
    const asOperator = await open(fields, { history, deliveries });
    expect(moments(asOperator)).toHaveLength(3);
    expect(asked.join()).not.toContain('/deliveries');
  });

  test('the timeline shows a retried delivery by its last attempt, and when that was', async () => {
    const tries = [
      attempt,
      { ...attempt, n: 2, finished_at: NOW - 10, status: 204, outcome: 'delivered', error: null },
    ];
    const deliveries = [delivery({ state: 'delivered', reason: null, tries })];
    const between = [...history, entry('key.withdrawn', NOW - 500, person('op_b'), { round: 1 })];
    const shown = await open(decided('denied', ['op_b']), { role: 'admin', history: between, deliveries });
    expect(moments(shown).slice(0, 2)).toEqual([
      'The event was delivered to Billing just nowrequest.denied: status 204, 2 attempts',
      'Bob took back their key just now',
    ]);
  });

  test('the timeline has every delivery, however many pages there are', async () => {
    const shown = await open({}, { role: 'admin' });
    answers[`GET ${PATH}/deliveries`] = ({ path }) =>
      path.includes('cursor=c1')
        ? [200, { deliveries: [delivery({ id: 'dlv_2', event_type: 'request.aborted' })], cursor: null }]
        : [200, { deliveries: [delivery()], cursor: 'c1' }];
    answers[`GET ${PATH}`] = () => reply(decided('denied', ['op_b']));
    await settle(() => queryClient.invalidateQueries({ queryKey: ['request', 'req_1'] }));
    expect(moments(shown)).toEqual([
      expect.stringContaining('request.aborted: status 500'),
      expect.stringContaining('request.denied: status 500'),
    ]);
  });

  const openDeliveries = ({ body }: Shown, open = true) =>
    settle(() => {
      const list = body.querySelector('[aria-label="Deliveries"]')! as Element & { open: boolean };
      list.open = open;
      list.dispatchEvent(new Event('toggle'));
    });

  test('the timeline offers admins to send an event again, and never the call of an integration', async () => {
    const deliveries = [
      delivery(),
      delivery({ id: 'dlv_2', receiver: 'integration' }),
      delivery({ id: 'dlv_3', test: true }),
    ];
    const shown = await open(decided('denied', ['op_b']), { role: 'admin', deliveries });
    expect(asked).toContain(`GET ${PATH}/deliveries?limit=100`);
    await openDeliveries(shown);
    expect(['dlv_1', 'dlv_2', 'dlv_3'].map((id) => shown.has(`Send again: ${id}`))).toEqual([true, false, false]);
    answers['POST /api/deliveries/dlv_1/redeliver'] = () => [202, { server_now: NOW, delivery: delivery() }];
    await shown.press('Send again: dlv_1');
    expect(shown.commands()).toEqual([['/api/deliveries/dlv_1/redeliver', {}]]);
    expect(shown.text()).toContain('Sending.');
    await shown.leave();
  });

  test('deliveries are read every 15 seconds while one is pending or their list is open, and not otherwise', async () => {
    const shown = await open(decided('denied', ['op_b']), { role: 'admin', deliveries: [delivery()] });
    const read = () => asked.splice(0).filter((call) => call.includes('/deliveries')).length;
    read();
    await advance(10_000);
    expect(read()).toBe(0);
    await openDeliveries(shown);
    for (let n = 0; n < 3; n++) await advance(15_000);
    expect(read()).toBe(4);
    await openDeliveries(shown, false);
    answers[`GET ${PATH}/deliveries`] = () => [200, { deliveries: [delivery({ state: 'pending' })], cursor: null }];
    await settle(() => queryClient.invalidateQueries({ queryKey: ['history'] }));
    for (let n = 0; n < 3; n++) await advance(15_000);
    expect(read()).toBe(4);
  });

  test('the timeline shows a delivery that is retried as failing, and since when', async () => {
    const failing = delivery({ state: 'pending', reason: null, next_attempt_at: NOW + 90_000 });
    const shown = await open(decided('denied', ['op_b']), { role: 'admin', deliveries: [failing] });
    expect(shown.text()).toContain('Deliveries1, 1 fails');
    await openDeliveries(shown);
    expect(shown.rows().join()).toContain('Refusedto BillingFailingNext attempt in 1:301 attempt');
  });
});

test('the page of a request that does not exist, or is another organization’s, says so', async () => {
  const shown = await open();
  await shown.leave();
  queryClient.clear();
  queryClient.setQueryData(['session'], session());
  answers[`GET ${PATH}`] = () => [404, { error: 'none', kind: 'not_found' }];
  const gone = await draw(queryClient, RequestPage, { params: { id: 'req_1' } });
  expect(gone.text()).toContain('There is no request req_1 in your organization.');
});

describe('what the page is given with the request', () => {
  const QUESTIONS = { server_now: NOW, questions: [], unanswered: false, may_write: true };
  const made = (by: string) => withWords({ kind: 'key.turned', at: NOW, ...person(by), data: {} });
  const operators = ['op_a', 'op_b', 'op_c', 'op_d'].map((id) => ({ id, name: `${seatOf(id).name} of the answer` }));
  const brought = (more: object = {}) => ({
    ...{ questions: QUESTIONS, history: { server_now: NOW, entries: [made('op_b')], cursor: null } },
    ...{ deliveries: null, action: { server_now: NOW, action: actionOf({ version: 1 }), lines: [] }, change: null },
    ...{ names: operators, ...more },
  });
  const calls = (shown: Awaited<ReturnType<typeof open>>) =>
    shown.page.service.asked.filter((call) => !/api\/(inbox|watch)/.test(call));

  test.each(['operator', 'admin'] as const)(
    'an %s reads the request and its comparison, and nothing twice',
    async (role) => {
      const shown = await open({}, { role, brought: brought() });
      expect(calls(shown)).toEqual([`GET ${PATH}?page=true`, `GET ${PATH}?compare=true`]);
      expect(shown.text()).toContain('Bob of the answer');
      expect(shown.part('Questions')).toContain('Ask Carla something');
      expect(shown.part('Policy')).toContain('version 1');
    },
  );

  test('a decided request has its deliveries, too, with the names of endpoints', async () => {
    const delivery = {
      id: 'dlv_1',
      receiver: 'whe_7',
      event_type: 'request.denied',
      state: 'pending',
      tries: [],
      created_at: NOW,
    };
    const shown = await open(decided('denied', ['op_b']), {
      role: 'admin',
      brought: brought({
        deliveries: { server_now: NOW, deliveries: [delivery], cursor: null },
        names: [...operators, { id: 'whe_7', name: 'The ledger' }],
      }),
    });
    expect(calls(shown)).toEqual([`GET ${PATH}?page=true`, `GET ${PATH}?compare=true`]);
    expect(shown.text()).toContain('is on its way to The ledger');
  });

  test('a later answer brings nothing, so the parts are read by themselves when something happens', async () => {
    const shown = await open({}, { brought: brought() });
    answers[`GET ${PATH}/questions`] = () => [200, { ...QUESTIONS, may_write: false }];
    shown.page.service.asked.length = 0;
    await settle(() => queryClient.invalidateQueries({ queryKey: ['request'] }));
    await settle(() => queryClient.invalidateQueries({ queryKey: ['questions'] }));
    expect(calls(shown)).toEqual([`GET ${PATH}`, `GET ${PATH}/questions`]);
    expect(shown.part('Questions')).toContain('Nobody has asked anything.');
  });

  test('the question before a key reads the questions again', async () => {
    const shown = await open({}, { brought: brought() });
    const asked = { number: 1, author: 'op_b', author_name: 'Bob', is_requester: false, at: NOW, text: 'Why?' };
    answers[`GET ${PATH}/questions`] = () => [200, { ...QUESTIONS, questions: [asked], unanswered: true }];
    await shown.fill('Your code for this request', '12345678');
    await shown.press('Turn my key…');
    expect(shown.text()).toContain('A question is not answered.');
  });

  test('a name that the page was not given is read from the lists', async () => {
    const shown = await open({}, { brought: brought() });
    answers[`GET ${PATH}/history`] = () => [200, { server_now: NOW, entries: [made('op_new')], cursor: null }];
    answers['GET /api/operators'] = () => listOf('operators', [operatorOf('op_new', { name: 'Nina' })]);
    await settle(() => queryClient.invalidateQueries({ queryKey: ['history'] }));
    expect(shown.text()).toContain('Nina');
  });

  test('an operator who cannot list keys reads no list for the key of a program', async () => {
    const by: Actor = { actor: 'key_9', actor_kind: 'program' };
    const entry = withWords({ kind: 'intent.claimed', at: NOW, ...by, data: {} });
    const shown = await open(
      {},
      { brought: brought({ history: { server_now: NOW, entries: [entry], cursor: null } }) },
    );
    expect(calls(shown).filter((call) => /operators|keys|webhooks/.test(call))).toEqual([]);
  });

  test('a history of several pages is read by itself, to its end', async () => {
    const cut = { server_now: NOW, entries: [made('op_b')], cursor: 'more' };
    const shown = await open({}, { history: [made('op_d')], brought: brought({ history: cut }) });
    expect(calls(shown).filter((call) => call.includes('/history'))).toHaveLength(1);
    expect(shown.text()).toContain('Dora of the answer');
  });

  test('an action that was deleted is looked for once', async () => {
    const shown = await open(
      {},
      { brought: brought({ action: null }), answers: { 'GET /api/actions/pay.out': () => [404, {}] } },
    );
    expect(calls(shown).filter((call) => call.includes('/actions/'))).toHaveLength(1);
    expect(shown.part('Policy')).toContain('version 1');
  });

  test('a change reads what one person could do and the back-test besides, and no list', async () => {
    const policy = { title: 'Pay out', roster: ['op_a'], quorum: { default: 1, min: 1, max: 3, selectable: false } };
    const params = { change: 'Pay out: keys needed 2 → 1', quorum: '2 → 1' };
    const detail = changeOf({
      ...{ action: 'pay.out', before: policy, after: policy },
      fields: [{ field: 'quorum', before: ['2'], after: ['1'] }],
    });
    const request = { action: 'service.admin', params, operation_hash: await operationHash('service.admin', params) };
    const shown = await open(
      { request, view: { change: { kind: 'put_action', effect: 'lowers' } } },
      {
        role: 'admin',
        brought: brought({ action: null, change: detail, names: [...operators, { id: 'grp_1', name: 'Finance' }] }),
        answers: {
          'GET /api/powers': () => [200, { actions: [] }],
          'POST /api/actions/pay.out/backtest': () => [
            200,
            { lines: [], looked_at: 0, truncated: false, different: [] },
          ],
        },
      },
    );
    expect(calls(shown).sort()).toEqual([
      'GET /api/powers?change=req_1',
      `GET ${PATH}?page=true`,
      'POST /api/actions/pay.out/backtest',
    ]);
  });
});
