/** How a request is decided on its page, and whose keys it has, drawn without a browser. */
import { operationHash } from '../../../src/console/lib/bytes';
import { afterLastKey } from '../../../src/protocol/last-key';
import { queryClient } from './console';
import { textOf } from './drawn';
import { NOW, optionsOf, type requestOf, seatOf } from './given';
import { openRequest } from './open-request';
import { closePage, type Page, settle } from './page';
import { decided, MINUTE, PATH, remarkOf, reply } from './request-answers';

let answers: Page['service']['answers'];

const open = async (...given: Parameters<typeof openRequest>) => {
  const shown = await openRequest(...given);
  ({ answers } = shown.page.service);
  return shown;
};

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
