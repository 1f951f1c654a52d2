/** What the dialogs of a request say, and what happens to them when something changes while one is open. */
import { operationHash } from '../../../src/console/lib/bytes';
import { listOf, openConsole, pageOf, queryClient } from './console';
import { draw, type Shown, textOf } from './drawn';
import { NOW, operatorOf, optionsOf, requestOf, seatOf } from './given';
import { openRequest } from './open-request';
import { advance, closePage, type Reply, settle } from './page';

const PATH = '/api/requests/req_1';
const CODE = 'Your code for this request';
type Opened = Awaited<ReturnType<typeof openRequest>>;

const dialogOf = ({ body }: Opened): string | null => {
  const dialog = body.querySelector('[role="alertdialog"]');
  return dialog === null ? null : textOf(dialog);
};
const askToTurn = async (shown: Opened, label = 'Turn my key…') => {
  await shown.fill(CODE, '12345678');
  await shown.press(label);
};
/** The next poll of the request answers this. */
const becomes = (shown: Opened, fields: Parameters<typeof requestOf>[0]) => {
  const { request, view } = shown.shown;
  const next = { ...shown.shown, request: { ...request, ...fields?.request }, view: { ...view, ...fields?.view } };
  shown.page.service.answers[`GET ${PATH}`] = () => [200, { server_now: NOW, ...next }];
  return settle(() => queryClient.invalidateQueries({ queryKey: ['request', 'req_1'] }));
};
const DENIED = {
  request: { state: 'denied', outcome: 'denied', live: false },
  view: {
    decided: { by: ['op_b'], at: NOW, ended_by: null, note: null, reason: null },
    needed: 0,
    you: { seat: true, needed_after: null, options: optionsOf() },
  },
};

describe('the dialog in which a key of a change is turned', () => {
  const params = { change: 'Pay out: keys needed 2 → 1', quorum: '2 → 1' };
  const openChange = async (around: Parameters<typeof openRequest>[1]) => {
    const operation_hash = await operationHash('service.admin', params);
    const request = { action: 'service.admin', params, operation_hash };
    const view = { needed: 1, change: { kind: 'put_action', effect: null, ...around?.change } };
    return openRequest({ request, view }, { role: 'admin', ...around });
  };
  const ALONE = [{ action: 'pay.out', title: 'Pay out', cases: [{ newly_alone: ['op_b'], alone: [], pairs: [] }] }];
  const ask = async (change: object, actions: object[] = [], powers: Reply = [200, { actions }]) => {
    const answers = { 'GET /api/powers': () => powers };
    const shown = await openChange({ change, answers });
    await askToTurn(shown, 'Turn the last key…');
    return dialogOf(shown)!;
  };

  test.each([
    ['lowers', 'Lowers protection'],
    ['changes_who', 'Changes who decides'],
    ['gives_access', 'Gives a program access'],
    ['raises', 'Raises protection'],
  ])('the last key of a change that %s is turned below what it means for approvals', async (effect, words) => {
    const dialog = await ask({ effect });
    expect(dialog).toContain(words);
    // Also where its document cannot be read.
    await closePage(queryClient);
    const shown = await openChange({ change: { effect }, answers: { 'GET /api/changes/req_1': () => [404, {}] } });
    expect(shown.text()).toContain(words);
    expect(dialog.indexOf(words)).toBeLessThan(dialog.indexOf('2 → 1'));
  });

  test('the last key of a change is turned below who alone is enough afterwards', async () => {
    const dialog = await ask({ effect: 'lowers' }, ALONE);
    expect(dialog).toContain('After this change, one person is enough: Pay out');
    expect(dialog).toContain('Bob alone can make it happen, and cannot now.');
    await closePage(queryClient);
    expect(await ask({ effect: 'lowers' })).not.toContain('one person is enough');
  });

  test('a change that does not concern approvals has nothing to say about them', async () => {
    expect(await ask({ effect: null })).not.toMatch(/protection|decides|access|one person/);
  });

  test('the last key of a change can be turned while it is not known whether one person is enough, below a warning', async () => {
    const never = new Promise<Reply>(() => undefined);
    const shown = await openChange({ change: { effect: 'lowers' }, answers: { 'GET /api/powers': () => never } });
    await askToTurn(shown, 'Turn the last key…');
    expect(textOf(shown.body.querySelector('[role="alertdialog"] .notice.warn')!)).toBe(
      'Not known yet: whether one person is enough after this change.',
    );
    await shown.press('Turn the last key');
    expect(shown.page.service.asked).toContainEqual(expect.stringContaining(`POST ${PATH}/turn`));
  });

  test('the dialog of a change says what could not be found out', async () => {
    expect(await ask({ effect: 'lowers' }, [], [500, {}])).toContain('Not known: whether one person is enough');
    const answers = { 'GET /api/changes/req_1': (): Reply => [404, { error: 'gone' }] };
    await closePage(queryClient);
    const shown = await openChange({ answers });
    await askToTurn(shown, 'Turn the last key…');
    expect(dialogOf(shown)).toContain('Not known: whether this was edited since the change was requested');
  });

  const LINES = {
    change: 'Pay out: keys needed 2 → 1, and 2 more',
    title: '"Pay" → "Pay out"',
    quorum: '2 → 1',
    roster: 'added: "op_d"',
  };
  const FIELDS = [
    { field: 'title', before: ['"Pay"'], after: ['"Pay out"'] },
    { field: 'quorum', before: ['2'], after: ['1'] },
    { field: 'roster', before: null, after: ['added: "', { kind: 'operator', id: 'op_d' }, '"'] },
  ];
  const HEAVIEST = { heaviest: { field: 'quorum', called: 'keys needed' } };
  const askAbout = async (change: object, approved: Record<string, string> = LINES, answers: object = {}) => {
    const operation_hash = await operationHash('service.admin', approved);
    const request = { action: 'service.admin', params: approved, operation_hash };
    const view = { needed: 1, change: { kind: 'put_action', effect: null } };
    const around = { 'GET /api/powers': (): Reply => [200, { actions: [] }], ...answers };
    const shown = await openRequest({ request, view }, { role: 'admin', change, answers: around });
    await askToTurn(shown, 'Turn the last key…');
    const dialog = shown.body.querySelector('[role="alertdialog"]')!;
    const texts = (selector: string) => [...dialog.querySelectorAll(selector)].map(textOf);
    return { shown, texts, text: textOf(dialog) };
  };

  test('the heaviest field has two boxes, now and after this, and the others are lines below', async () => {
    const { texts } = await askAbout({ fields: FIELDS, ...HEAVIEST });
    expect(texts('.now-after > div')).toEqual(['Keys needed now2', 'after this1']);
    expect(texts('.confirm-facts .compared > div')).toEqual(['title"Pay" → "Pay out"', 'rosteradded: "op_d Dora"']);
  });

  test('boxes show nothing but what is approved to the letter', async () => {
    const fields = FIELDS.map((line) => (line.field === 'quorum' ? { ...line, before: ['9'] } : line));
    const { texts } = await askAbout({ fields, ...HEAVIEST });
    expect(texts('.now-after')).toEqual([]);
    expect(texts('.confirm-facts .compared > div')).toContain('quorum2 → 1');
  });

  test.each([
    [
      'was edited since',
      { base_moved: true, heaviest: null, fields: FIELDS.map((line) => ({ ...line, before: null })) },
    ],
    ['has a heaviest field without a present value', { fields: FIELDS, heaviest: null }],
    [
      'names a field that has no present value',
      { fields: FIELDS, heaviest: { field: 'roster', called: 'operators asked' } },
    ],
  ])('a change that %s has only lines', async (_, change) => {
    const { texts } = await askAbout(change);
    expect(texts('.now-after')).toEqual([]);
    expect(texts('.confirm-facts .compared > div')).toHaveLength(3);
  });

  test('a change whose document cannot be read has the lines that are approved', async () => {
    const { texts } = await askAbout({}, LINES, { 'GET /api/changes/req_1': (): Reply => [404, { error: 'gone' }] });
    expect(texts('.confirm-facts .compared > div')).toEqual([
      'title"Pay" → "Pay out"',
      'quorum2 → 1',
      'rosteradded: "op_d"',
    ]);
  });

  const SIDE = { quorum: 2, mode: 'independent', turn: 'code', seats: ['op_a'], requires: [] };
  const past = (n: number, more: object = {}) => ({
    ...{ request_id: `req_${n}`, title: 'Pay out', params: {}, shown: null, created_at: NOW, outcome: 'authorized' },
    ...{ was: SIDE, would_be: { ...SIDE, quorum: 1 }, refusal: null, ...more },
  });
  const DENIED_THEN = past(2, { outcome: 'denied' });
  test.each<[string, object, string]>([
    [
      'fewer keys for one that was refused',
      {
        looked_at: 31,
        truncated: false,
        different: [past(1), DENIED_THEN, past(3, { would_be: { ...SIDE, quorum: 3 }, outcome: 'denied' })],
      },
      'In the last 30 days3 of 31 would have been asked differently, 2 with fewer keys; 1 of them was refused',
    ],
    [
      'a request that the policy would not have taken',
      { looked_at: 31, truncated: false, different: [past(1, { refusal: { error: 'no' }, outcome: 'denied' })] },
      'In the last 30 days1 of 31 would have been asked differently',
    ],
    [
      'only the newest',
      { looked_at: 500, truncated: true, different: [] },
      'In the last 30 days0 of the newest 500 would have been asked differently',
    ],
    ['nothing', { looked_at: 0, truncated: false, different: [] }, 'In the last 30 daysNo request was made.'],
  ])('the back-test is one line: %s', async (_, backtest, words) => {
    const policy = { title: 'Pay out', roster: ['op_a'], quorum: { default: 1, min: 1, max: 3, selectable: false } };
    const change = { fields: FIELDS, ...HEAVIEST, action: 'pay.out', before: policy, after: policy };
    const answers = {
      'POST /api/actions/pay.out/backtest': (): Reply => [200, { server_now: NOW, lines: [], ...backtest }],
    };
    const { shown, texts } = await askAbout(change, LINES, answers);
    expect(texts('.confirm-facts .facts > div')).toContain(words);
    // The page judged them already.
    expect(shown.page.service.asked.filter((call) => call.includes('backtest'))).toHaveLength(1);
  });

  test('a back-test that failed is said, and a change of no policy has none', async () => {
    const policy = { title: 'Pay out', roster: ['op_a'], quorum: { default: 1, min: 1, max: 3, selectable: false } };
    const change = { fields: FIELDS, ...HEAVIEST, action: 'pay.out', before: policy, after: policy };
    const failing = { 'POST /api/actions/pay.out/backtest': (): Reply => [500, {}] };
    expect((await askAbout(change, LINES, failing)).text).toContain(
      'In the last 30 daysNot known: the back-test failed',
    );
    await closePage(queryClient);
    expect((await askAbout({ fields: FIELDS, ...HEAVIEST })).text).not.toContain('In the last 30 days');
  });

  test('a change is refused without a look at what it means', async () => {
    const shown = await openChange({ change: { effect: 'lowers' } });
    await shown.press('Refuse…');
    expect(dialogOf(shown)).not.toContain('Lowers protection');
  });
});

describe('the dialog in which a key is turned', () => {
  const remark = (level: string, text: string) => ({ level, text, always: false, about: null, link: null });
  const UNUSUAL = remark('warn', 'is 400 times the highest approved before (12).');
  const NOT_COMPARED = remark('note', 'Not compared: no approved request.');
  const boxes = async (remarks: object[]) => {
    const shown = await openRequest({}, { compared: { remarks } });
    await askToTurn(shown);
    return [...shown.body.querySelectorAll('[role="alertdialog"] .notice')].map((box) => [
      box.getAttribute('class')!.split(' ').includes('warn') ? 'warning' : 'note',
      textOf(box),
    ]);
  };

  test('the dialog says in a box of its own, which is no warning, that a request was not compared', async () => {
    expect(await boxes([UNUSUAL, NOT_COMPARED])).toEqual([
      ['warning', UNUSUAL.text],
      ['note', NOT_COMPARED.text],
    ]);
    await closePage(queryClient);
    expect(await boxes([NOT_COMPARED])).toEqual([['note', NOT_COMPARED.text]]);
  });
});

describe('a dialog is open while something changes', () => {
  test.each([
    ['Turn my key…', '12345678'],
    ['Refuse…', ''],
    ['Abort…', ''],
  ])('the dialog of %s closes into the result if somebody else decided meanwhile', async (label, code) => {
    const shown = await openRequest();
    await shown.fill(CODE, code);
    await shown.press(label);
    expect(dialogOf(shown)).not.toBeNull();
    await becomes(shown, DENIED);
    expect(dialogOf(shown)).toBeNull();
    expect(shown.part('Result')).toContain('Refused by Bob, just now. Nothing runs.');
    expect(shown.text()).not.toMatch(/-\d|more keys?|op_b/);
    await advance(1);
    expect(shown.page.document.activeElement?.textContent).toBe('Result');
  });

  test('a key that came too late is told by the result, with names and without ids', async () => {
    const shown = await openRequest();
    await askToTurn(shown);
    const { request, view } = shown.shown;
    const { answers } = shown.page.service;
    answers[`POST ${PATH}/turn`] = () => [
      409,
      { error: 'The request was already denied by op_b at 2026-11-20T12:00:00.000Z.', kind: 'decided' },
    ];
    answers[`GET ${PATH}`] = () => [
      200,
      {
        ...shown.shown,
        server_now: NOW,
        request: { ...request, ...DENIED.request },
        view: { ...view, ...DENIED.view },
      },
    ];
    await shown.press('Turn my key');
    expect(dialogOf(shown)).toBeNull();
    expect(shown.part('Result')).toContain('Refused by Bob, just now.');
    expect(shown.part('Result')).toContain('It was decided before your command arrived, so that changed nothing.');
    expect(shown.text()).not.toContain('op_b');
  });

  test('the dialog of a key that was turned elsewhere says so, and counts no keys after it', async () => {
    const shown = await openRequest({ view: { needed: 2 } });
    await askToTurn(shown);
    const seats = [seatOf('op_a', { state: 'turned', turned_at: NOW }), seatOf('op_b')];
    const you = { seat: true, needed_after: null, options: optionsOf('withdraw') };
    await becomes(shown, { view: { seats, turned: 1, needed: 1, you } });
    expect(dialogOf(shown)).toContain('You cannot turn.');
    expect(dialogOf(shown)).not.toMatch(/can still stop it|cannot (stop|be stopped)|more keys?/);
    expect(shown.button('Turn my key').disabled).toBe(true);
  });

  test('the dialog counts again when another key is turned, and then says that the last one is next', async () => {
    const shown = await openRequest({ view: { needed: 2 } });
    await askToTurn(shown);
    expect(dialogOf(shown)).toContain('After yours, it needs 1 more key.');
    await becomes(shown, {
      view: { turned: 1, needed: 1, you: { ...shown.shown.view.you, needed_after: 0 } },
    });
    expect(dialogOf(shown)).toMatch(/^Turn the last key\?/);
    expect(dialogOf(shown)).toContain('Yours is the last key.');
    expect(shown.commands()).toEqual([]);
  });
});

describe('a reason that was typed', () => {
  const REASON = 'Reason, for the history (optional)';

  test.each([
    ['Refuse…', 'Refuse it', 'refuse'],
    ['Abort…', 'Abort it', 'abort'],
  ])(
    'the reason in the dialog of %s survives a lost network, and is sent again as it was',
    async (opens, yes, name) => {
      const shown = await openRequest();
      const { answers } = shown.page.service;
      for (const reply of ['no answer', [502, '']] satisfies Reply[]) {
        await shown.press(opens);
        if (shown.control(REASON).value === '') await shown.fill(REASON, 'too much');
        answers[`POST ${PATH}/${name}`] = () => reply;
        await shown.press(yes);
        expect(dialogOf(shown)).toBeNull();
      }
      await shown.press(opens);
      expect(shown.control(REASON).value).toBe('too much');
      answers[`POST ${PATH}/${name}`] = () => [403, { error: 'You cannot.', kind: 'forbidden' }];
      await shown.press(yes);
      const sent = [`/${name}`, { note: 'too much' }];
      expect(shown.commands()).toEqual([sent, sent, sent]);
      // The service has read it and refused.
      await shown.press(opens);
      expect(shown.control(REASON).value).toBe('');
    },
  );

  test('a reason that was cancelled is not offered again', async () => {
    const shown = await openRequest();
    await shown.press('Refuse…');
    await shown.fill(REASON, 'too much');
    await shown.press('Cancel');
    await shown.press('Refuse…');
    expect(shown.control(REASON).value).toBe('');
  });
});

describe('a code that was typed', () => {
  const turnWith = async (reply: Reply) => {
    const shown = await openRequest();
    await askToTurn(shown);
    shown.page.service.answers[`POST ${PATH}/turn`] = () => reply;
    await shown.press('Turn my key');
    expect(shown.commands()).toHaveLength(1);
    return shown.control(CODE).value;
  };

  test.each<[string, Reply]>([
    ['no answer came', 'no answer'],
    ['the gateway answered 502', [502, '']],
    ['the service answered 500', [500, { error: 'internal error' }]],
    ['the service answered 504', [504, '']],
  ])('a code that was typed stays in its field if %s', async (_, reply) => {
    expect(await turnWith(reply)).toBe('12345678');
  });

  test.each<[string, Reply]>([
    ['it is wrong', [403, { error: 'Wrong code: 4 tries left in this round.', kind: 'forbidden' }]],
    ['its round is over', [409, { error: 'Your code is for round 1.', kind: 'stale_round' }]],
    ['there were too many', [429, { error: 'Too many wrong codes.', kind: 'too_many' }]],
  ])('a code that was typed is removed if %s', async (_, reply) => {
    expect(await turnWith(reply)).toBe('');
  });

  test('a code that was typed survives a lost network, and is sent again as it was', async () => {
    const shown = await openRequest();
    await askToTurn(shown);
    const { answers } = shown.page.service;
    answers[`POST ${PATH}/turn`] = () => 'no answer';
    await shown.press('Turn my key');
    answers[`POST ${PATH}/turn`] = () => [200, { server_now: NOW, ...requestOf({ view: { turned: 1, needed: 1 } }) }];
    await shown.press('Turn my key…');
    await shown.press('Turn my key');
    expect(shown.commands()).toEqual([
      ['/turn', { code: '12345678', round: 1 }],
      ['/turn', { code: '12345678', round: 1 }],
    ]);
  });
});

/** Dialogs in which something is edited: what was typed stays until it is stored, and each press sends at most one call. */
let opened: ReturnType<typeof openConsole>;
beforeEach(() => {
  opened = openConsole();
  opened.answers['GET /api/groups'] = () => listOf('groups', []);
  const all = [operatorOf('op_a'), operatorOf('op_b')];
  opened.answers['GET /api/operators'] = () => listOf('operators', all, { four_eyes: false, platform_actions: [] });
});

interface Dialog {
  readonly page: string;
  readonly opens: string;
  readonly field: string;
  readonly submit: string;
  readonly call: string;
  readonly made: Reply;
  readonly fill?: (shown: Shown) => Promise<void>;
}

const TOKEN = { token: 'rak_secret', key: { id: 'key_1', name: 'Finance', scopes: ['read'], tokens: [] } };
const DIALOGS: readonly Dialog[] = [
  {
    ...{ page: 'groups', opens: 'New group…', field: 'Name', submit: 'Create group' },
    call: 'PUT /api/groups/grp_finance',
    made: [200, { server_now: NOW, group: { id: 'grp_finance' } }],
  },
  {
    ...{ page: 'keys', opens: 'New key…', field: 'What it is for', submit: 'Make key' },
    call: 'POST /api/keys',
    made: [201, { server_now: NOW, ...TOKEN }],
    fill: (shown) => shown.check('read: read requests'),
  },
];
const REFUSALS: readonly (readonly [string, Reply, string])[] = [
  ['the network is lost', 'no answer', 'The service cannot be reached.'],
  ['the service fails', [500, { error: 'internal error' }], 'Internal error.'],
  ['the gateway fails', [502, ''], 'The service answered 502.'],
  [
    'somebody else changed it',
    [409, { error: 'It was changed meanwhile.', kind: 'conflict' }],
    'It was changed meanwhile.',
  ],
  ['it is not allowed', [403, { error: 'Only admins can do this.', kind: 'forbidden' }], 'Only admins can do this.'],
  ['it is refused for two reasons', [422, { error: 'Refused.', problems: ['one', 'two'] }], 'Refused.onetwo'],
];

const isOpen = (shown: Shown) => shown.all('[role="dialog"]').length > 0;
async function openDialog({ page, opens, field, fill }: Dialog): Promise<Shown> {
  const shown = await draw(queryClient, pageOf(page));
  await shown.press(opens);
  await shown.fill(field, 'Finance');
  await fill?.(shown);
  return shown;
}

describe.each(DIALOGS)('the dialog “$opens”', (dialog) => {
  const { field, submit, call, made, opens } = dialog;
  const calls = () => opened.page.service.asked.filter((each) => each === call).length;

  test.each(REFUSALS)(
    `“${opens}” stays with what was typed if %s, says why, and can be sent again`,
    async (_, reply, words) => {
      const shown = await openDialog(dialog);
      opened.answers[call] = () => reply;
      await shown.press(submit);
      expect([shown.control(field).value, isOpen(shown)]).toEqual(['Finance', true]);
      expect(shown.text()).toContain(words);
      expect(shown.button(submit).disabled).toBe(false);
      opened.answers[call] = () => made;
      await shown.press(submit);
      expect(calls()).toBe(2);
      expect(shown.text()).not.toContain(words);
      expect(shown.has(submit)).toBe(false);
    },
  );

  test(`“${opens}” sends one call however often it is pressed, and cannot be closed meanwhile`, async () => {
    const shown = await openDialog(dialog);
    let answer = (_: Reply) => {};
    opened.answers[call] = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await shown.press(submit);
    for (const name of [submit, 'Cancel']) {
      expect(shown.button(name).disabled).toBe(true);
      await shown.press(name);
    }
    const [box] = shown.all('[role="dialog"]');
    await settle(() => opened.page.press('Escape', {}, box!));
    expect([calls(), isOpen(shown)]).toEqual([1, true]);
    await settle(() => answer(made));
    expect([calls(), shown.has(submit)]).toEqual([1, false]);
  });

  test(`“${opens}” forgets what was typed when it is cancelled`, async () => {
    const shown = await openDialog(dialog);
    await shown.press('Cancel');
    expect(isOpen(shown)).toBe(false);
    await shown.press(opens);
    expect([shown.control(field).value, calls()]).toEqual(['', 0]);
  });
});
