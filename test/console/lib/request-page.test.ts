/** What the page of a request was given, and what it says after the verdict, drawn without a browser. */
import { operationHash } from '../../../src/console/lib/bytes';
import { formatInstant } from '../../../src/console/lib/format';
import { type Actor, person, SERVICE } from '../../../src/protocol/actor';
import type { PendingEntry } from '../../../src/service/audit/rules/chain';
import { listOf, queryClient } from './console';
import { draw, type Shown, textOf } from './drawn';
import { actionOf, changeOf, NOW, operatorOf, optionsOf, requestOf, seatOf, session } from './given';
import { openRequest } from './open-request';
import { advance, type Element, type Page, settle } from './page';
import { decided, MINUTE, PATH, PROGRAM, reply } from './request-answers';
import { withWords } from './told';

const { default: RequestPage }: { default: unknown } = require('../../../src/console/pages/request/request-page');

let answers: Page['service']['answers'];
let asked: string[];

const open = async (...given: Parameters<typeof openRequest>) => {
  const shown = await openRequest(...given);
  ({ answers, asked } = shown.page.service);
  return shown;
};

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
