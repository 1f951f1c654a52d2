/** What the parts that pages share say, word by word, drawn without a browser. */
import { formatDay, formatInstant } from '../../../src/console/lib/format';
import { render } from '../../../src/protocol/display/render';
import { lineText, titleText } from '../../../src/protocol/display/text';
import { aDisplay } from '../../support/displays';
import { listOf, openConsole, queryClient } from './console';
import { change, draw, textOf as textIn } from './drawn';
import {
  actionOf,
  endpointOf,
  inboxOf,
  NOW,
  operatorOf,
  optionsOf,
  overviewOf,
  requestOf,
  seatOf,
  session,
} from './given';
import { advance, type Page, type Reply, settle } from './page';

const of = (path: string): Record<string, unknown> => require(`../../../src/console/${path}`);

const MINUTE = 60_000;
let page: Page;
let answers: Page['service']['answers'];
let asked: string[];

beforeEach(() => begin());

function begin(role: 'operator' | 'admin' = 'admin', address = '/'): void {
  ({ page, answers, asked } = openConsole(session(role), address));
}
const textOf = async (component: unknown, props: object) => (await draw(queryClient, component, props)).text();
const sent = () =>
  page.service.calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

test('a change that waits says what changes, who can approve it, and until when', async () => {
  const differences = [{ field: 'Keys needed', text: '2 → 1' }];
  const change = { id: 'req_9', title: 'Edit an action', differences, waiting_for: ['op_a', 'op_b'], expires_at: NOW };
  const shown = await draw(queryClient, of('ui/edit-dialog').Waits, { change, onClose: () => undefined });
  expect(shown.text()).toContain('Edit an actionKeys needed2 → 1Nothing has changed yet.');
  expect(shown.text()).toContain(`before ${formatInstant(NOW)}: Anna, Bob.`);
  expect(shown.links()).toEqual(['/requests/req_9']);
});

test.each([
  [{}, ''],
  [{ a: '1', b: '2', c: '3' }, 'a 1 · b 2 · c 3'],
  [{ a: '1', b: '2', c: '3', d: '4', e: '5' }, 'a 1 · b 2 · c 3 · 2 more'],
  [{ a: 'x'.repeat(60) }, `a ${'x'.repeat(60)}`],
  [{ a: '🔑'.repeat(61) }, `a ${'🔑'.repeat(60)}…`],
])('the params %j in a line', async (params, line) => {
  expect(await textOf(of('ui/operation').ParamLine, { params, shown: null })).toBe(line);
});

test('the digest of a document is in no line of a list', async () => {
  const params = { amount: '12', to: 'DE1', 'evidence.plan': `sha256:${'ab'.repeat(32)}`, order: '7' };
  const shown = render(aDisplay({ title: 'Pay {amount}' }), params);
  expect(await textOf(of('ui/operation').ParamLine, { params, shown })).toBe('Account «to»: «DE1» · «order»: «7»');
});

test.each([
  [0, 1, '0 of 1 key turned', 1],
  [1, 3, '1 of 3 keys turned', 3],
  [1, 10, '1 of 10 keys turned', 10],
  [1, 11, '1 of 11 keys turned', 0],
])('%d keys of %d are shown as: %s', async (turned, quorum, words, dots) => {
  const shown = await draw(queryClient, of('ui/meter').KeysLeft, { turned, quorum, groups: '' });
  expect(shown.text()).toBe(words);
  const classes = shown.all('.dot').map(({ className }) => className);
  expect(classes).toHaveLength(dots);
  expect(classes.filter((each) => each === 'dot full')).toHaveLength(Math.min(turned, dots));
});

test.each([
  [0, 'over'],
  [1, 'urgent'],
  [5 * MINUTE, 'urgent'],
  [5 * MINUTE + 1, 'soon'],
  [15 * MINUTE, 'soon'],
  [15 * MINUTE + 1, 'calm'],
])('%d ms before its end a request is %s', (left, urgency) => {
  const { urgencyOf } = of('ui/instant') as { urgencyOf: (ms: number) => string };
  expect(urgencyOf(left)).toBe(urgency);
});

test.each([
  [NOW, 'Next attempt now'],
  [NOW - MINUTE, 'Next attempt now'],
  [NOW + 90_000, 'Next attempt in 1:30'],
])('an attempt at %d is shown as: %s', async (at, words) => {
  expect(await textOf(of('ui/instant').NextAttempt, { at })).toBe(words);
});

describe('the plots of the overview', () => {
  const plot = (name: string, more: object) =>
    draw(queryClient, of('pages/overview/plots')[name], { overview: overviewOf(more), of: 'All requests.' });

  test('the requests of a day are stacked by what became of them, and each number is text too', async () => {
    const by_day = [
      { start: NOW - 86_400_000, requested: 8, authorized: 4, denied: 1 },
      { start: NOW, requested: 2, authorized: 2, denied: 0 },
    ];
    const shown = await plot('RequestsADay', { by_day });
    expect(shown.rows()).toEqual([
      'DayRequestedApprovedRefusedNeither',
      `${formatDay(NOW - 86_400_000)}8413`,
      `${formatDay(NOW)}2200`,
    ]);
    expect(shown.text()).toContain('At most 8 a day.');
    const heights = shown.all('.day-bar').map((bar) => bar.getAttribute('style'));
    expect(heights.map((style) => Number(/height: ([\d.]+)%/.exec(style!)![1]))).toEqual([80, 20]);
    const parts = shown.all('.day-bar')[0]!.querySelectorAll('span');
    const grow = (style: string) => Number(/flex-grow: ([\d.]+)/.exec(style)![1]);
    expect([...parts].map((part) => [part.className, grow(part.getAttribute('style')!)])).toEqual([
      ['authorized', 4],
      ['denied', 1],
      ['neither', 3],
    ]);
  });

  test('each decision is a point that opens its request, at its time and as high as it took long, with the median', async () => {
    const [since, server_now] = [NOW - 100 * MINUTE, NOW];
    const decisions = [
      { id: 'req_1', outcome: 'authorized', at: NOW, took_ms: MINUTE },
      { id: 'req_2', outcome: 'denied', at: NOW - 50 * MINUTE, took_ms: 10 * MINUTE },
    ];
    const time_to_verdict = { p50_ms: MINUTE, p95_ms: 10 * MINUTE };
    const shown = await plot('Decisions', { since, server_now, decisions, time_to_verdict });
    expect(shown.all('.point').map((point) => [point.getAttribute('class'), point.getAttribute('d')])).toEqual([
      ['point authorized', 'M100 100h0'],
      ['point denied', 'M50 0h0'],
    ]);
    expect(shown.all('.plot-median').map((line) => line.getAttribute('d'))).toEqual(['M0 100h100']);
    expect(shown.all('.tick-label').map(({ textContent }) => textContent)).toEqual(['1 min', '10 min']);
    expect(shown.text()).toContain('Each of the 2 points is a decision');
    expect(shown.text()).toContain('Half took at most 1 min (the dashed line), 95 % at most 10 min.');
    await settle(() => shown.all('.point')[1]!.dispatchEvent(new Event('click', { bubbles: true })));
    expect(page.location.pathname).toBe('/requests/req_2');
  });

  test('decisions that took less than a second stand on the lowest of two ticks', async () => {
    const decisions = [{ id: 'req_1', outcome: 'denied', at: NOW, took_ms: 5 }];
    const shown = await plot('Decisions', { since: NOW, decisions, time_to_verdict: { p50_ms: 5, p95_ms: 5 } });
    expect(shown.all('.tick-label').map(({ textContent }) => textContent)).toEqual(['1 s', '10 s']);
    expect(shown.all('.point')[0]!.getAttribute('d')).toBe('M0 100h0');
  });

  test('before the first verdict the plot says what will be there', async () => {
    expect((await plot('Decisions', {})).text()).toContain('No verdict yet. Each one will be a point here.');
  });
});

describe('the attempts of a delivery', () => {
  const attempt = (n: number, more: object = {}) => ({
    ...{ n, started_at: NOW - 2 * MINUTE, finished_at: NOW - 2 * MINUTE + 1500, status: 500 },
    ...{ outcome: 'refused', error: 'answered 500', trigger: 'first', ...more },
  });
  const open = (tries: object[], receiver = 'whe_1') =>
    draw(queryClient, of('ui/attempts').Attempts, { of: { id: 'dlv_1', tries, receiver } });

  test('the attempts of a delivery say how each ended, why it was made, when, and how long it took', async () => {
    const none = { status: null, error: 'no answer in 10 s', outcome: 'timed_out', trigger: 'retry' };
    const shown = await open([
      attempt(1),
      attempt(2, none),
      attempt(3, { outcome: 'not_sent', status: null, error: null }),
    ]);
    const lines = shown.items();
    expect(lines).toEqual([
      'Answered with an error (500): answered 500First attempt · 2 min ago · took 1.5 sPayload',
      'Timed out: no answer in 10 sRetry · 2 min ago · took 1.5 sPayload',
      'Not sentFirst attempt · 2 min ago · took 1.5 s',
    ]);
  });

  test('the attempts of a delivery show exactly what was posted, or that no copy was kept', async () => {
    const shown = await open([attempt(2)]);
    const post = (posted: boolean): Reply => [
      200,
      { server_now: NOW, posted, headers: { 'Service-Event-Id': 'evt_1' }, body: '{"a":"x\u202ey"}' },
    ];
    answers['GET /api/deliveries/dlv_1/post'] = () => post(true);
    await shown.press('Payload and headers of attempt 2');
    expect(page.service.asked).toContain('GET /api/deliveries/dlv_1/post?attempt=2');
    expect(shown.text()).toContain('Service-Event-Id: evt_1\n\n{\n  "a": "x[U+202E]y"\n}');
    expect(shown.text()).not.toContain('No copy');
    queryClient.clear();
    answers['GET /api/deliveries/dlv_1/post'] = () => post(false);
    const first = await open([]);
    expect(first.text()).toContain('No attempt yet.The first attempt posts this, with a signature of its own.');
    expect(page.service.asked.at(-1)).toBe('GET /api/deliveries/dlv_1/post');
    expect((await open([], 'integration')).text()).toBe('No attempt yet.');
  });
});

describe('what a policy would have changed', () => {
  const side = { quorum: 1, mode: 'independent', turn: 'code', seats: ['op_a', 'op_b'], requires: [] };
  const one = (n: number, more: object = {}) => ({
    ...{
      request_id: `req_${n}`,
      title: 'Pay out',
      params: { amount: '1200' },
      shown: null,
      created_at: NOW - MINUTE,
      was: side,
    },
    ...{ would_be: { ...side, quorum: 2, mode: 'coincident', turn: 'code_and_passkey' }, refusal: null, ...more },
  });
  const open = (different: object[], truncated = false) =>
    draw(queryClient, of('pages/admin/differences').Differences, { backtest: { looked_at: 30, truncated, different } });

  test('the preview of a policy shows each request that it would have changed', async () => {
    const shown = await open([one(1), one(2, { refusal: { error: 'No such param.' } })], true);
    expect(shown.text()).toContain(
      '2 of 30 past requests would have been handled differently. Older requests were not',
    );
    expect(shown.rows().slice(1)).toEqual([
      'Pay out 1,200amount 1,200 · 1 min ago1 key of 2: Anna, Bob2 keys of 2, together, signed: Anna, Bob',
      'Pay out 1,200amount 1,200 · 1 min ago1 key of 2: Anna, BobRefused: No such param.',
    ]);
  });

  test('the preview of a policy shows twenty requests, and how many more there are', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => one(n));
    expect((await open(many(20))).text()).not.toContain('more.');
    const shown = await open(many(21));
    expect([shown.rows().length, shown.text().includes('And 1 more.')]).toEqual([21, true]);
  });
});

describe('the passkeys of an operator, as an admin sees them', () => {
  const passkey = (id: string, standing: string | null, more: object = {}) => ({
    ...{ id, name: id, created_at: NOW, can_sign: standing !== null, standing, fingerprint: null, ...more },
  });

  test('an admin sees the standing of an operator’s passkeys and can delete them, and only the owner can sign them', async () => {
    const passkeys = [
      passkey('psk_1', 'unproven'),
      passkey('psk_2', 'waiting', { fingerprint: 'SHA256:x' }),
      passkey('psk_3', 'countersigned'),
      passkey('psk_4', null),
    ];
    answers['GET /api/operators/op_b/passkeys'] = () => [200, { passkeys, cursor: null }];
    answers['GET /api/sessions'] = () => [200, { sessions: [], cursor: null }];
    const access = of('pages/admin/operator-access').OperatorAccess;
    const shown = await draw(queryClient, access, { operator: operatorOf('op_b') });
    const lines = shown.items();
    expect(lines.map((line) => line.replace(/Delete…$/, ''))).toEqual([
      'psk_1 added just now, has not signed its enrolment',
      'psk_2 added just now, waits for an admin to countersign itSHA256:x',
      'psk_3 added just now, countersigned',
      'psk_4 added just now. It cannot sign decisions, because this device does not make ES256 keys.',
    ]);
    expect(shown.text()).not.toContain('Sign enrolment');
    answers['DELETE /api/operators/op_b/passkeys/psk_2'] = () => [200, {}];
    await shown.press('Delete passkey psk_2');
    await shown.press('Delete it');
    expect(sent()).toEqual([['DELETE', '/api/operators/op_b/passkeys/psk_2', undefined]]);
  });

  test('operators sign the enrolment of their own passkey only while it is missing', async () => {
    const read = async () => ({
      passkeys: ['unproven', 'waiting', 'countersigned', null].map((each, n) => passkey(`psk_${n}`, each)),
      cursor: null,
    });
    const props = { queryKey: ['own'], read, remove: async () => undefined, none: '', enrol: async () => undefined };
    const shown = await draw(queryClient, of('ui/passkeys-and-sessions').PasskeyList, props);
    const may = [0, 1, 2, 3].map((n) => shown.has(`Sign enrolment of passkey psk_${n}`));
    expect(may).toEqual([true, false, false, false]);
  });
});

test('a countersignature is requested beside the device, its owner and its complete fingerprint', async () => {
  const waiting = {
    id: 'psk_1',
    operator: 'op_b',
    name: 'Laptop',
    fingerprint: 'SHA256:abc',
    transports: ['usb'],
    created_at: NOW,
  };
  answers['GET /api/signing-keys/psk_1/countersignature'] = () => [
    200,
    { server_now: NOW, statement: '{}', passkeys: [] },
  ];
  const props = { waiting, owner: 'Bob', onClose: () => undefined };
  const shown = await draw(queryClient, of('pages/settings/signing-keys').Countersign, props);
  expect(shown.text()).toContain('Ask Bob for the fingerprint in person or by phone, and compare all of it.');
  expect(shown.text()).toContain(
    `OperatorBob (op_b)FingerprintSHA256:abcDeviceLaptop, a security keyAdded${formatInstant(NOW)}`,
  );
  // The service wants a signature for something that the page does not show.
  expect(shown.text()).toContain('What the service wants you to sign is not what this page shows.');
  expect(shown.button('Sign with my passkey').disabled).toBe(true);
});

describe('the endpoints', () => {
  test('the list of endpoints says of each whether it is disabled, waits for its token, or is healthy', async () => {
    const endpoints = [
      endpointOf({ id: 'whe_1', description: 'One', enabled: false }),
      endpointOf({ id: 'whe_2', description: 'Two', enabled: false, unverified: true }),
      endpointOf({ id: 'whe_3', description: '', types: ['request.denied', 'request.expired'] }),
    ];
    const failing = { health: 'failing', last_error: 'answered 500', waiting: 3 };
    const watched = {
      id: 'whe_3',
      url: 'u',
      description: '',
      failing_since: NOW,
      last_attempt_at: NOW,
      last_status: 500,
      next_attempt_at: null,
    };
    answers['GET /api/webhooks'] = () => [200, { endpoints, cursor: null }];
    answers['GET /api/chat'] = () => [200, { chat: null }];
    answers['GET /api/webhooks/health'] = () => [200, { server_now: NOW, endpoints: [{ ...watched, ...failing }] }];
    const shown = await draw(queryClient, of('pages/admin/webhooks').default);
    expect(shown.rows().slice(1)).toEqual([
      'Onehttps://hooks.acme.dev/x · Every eventDisablednone yet–',
      'Twohttps://hooks.acme.dev/x · Every eventWaits for its tokennone yet–',
      'hooks.acme.devhttps://hooks.acme.dev/x · Refused, ExpiredFailingjust nowanswered 5003',
    ]);
  });
});

describe('a new organization', () => {
  const open = async (isNew: boolean, skipped?: string) => {
    begin('admin');
    if (skipped !== undefined) (of('lib/guide').skipGuide as (org: string) => void)(skipped);
    answers['GET /api/inbox'] = () => [200, inboxOf([], { session: session('admin'), new_organization: isNew })];
    return draw(queryClient, of('pages/inbox').Inbox);
  };

  test('the inbox of a new organization leads to the guide, and reads nothing but the inbox', async () => {
    await open(true);
    expect([page.location.pathname, asked]).toEqual(['/welcome', ['GET /api/inbox']]);
  });

  test('an admin who skipped the guide of one organization stays in its inbox, which links to the guide', async () => {
    const shown = await open(true, 'org_demo');
    expect(page.location.pathname).toBe('/');
    expect(shown.links()).toContain('/welcome');
    await shown.leave();
    await open(true, 'org_other');
    expect(page.location.pathname).toBe('/welcome');
  });

  const GUIDE: readonly (readonly [part: string, lists: Record<string, object[]>, done: string[]])[] = [
    ['nothing', {}, []],
    ['an action that is of no template', { actions: [actionOf()] }, ['An action: what can be requested']],
    ['an API key whose token was lost', { keys: [{}] }, ['An API key for the program that requests']],
    [
      'a second admin',
      { operators: ['op_a', 'op_b'].map((id) => operatorOf(id, { role: 'admin' })) },
      ['second admin'],
    ],
    [
      'a second admin who is disabled',
      { operators: [true, false].map((enabled) => operatorOf(`op_${enabled}`, { role: 'admin', enabled })) },
      [],
    ],
  ];
  test.each(GUIDE)(
    'of an organization with %s, the guide agrees with the inbox on what is done',
    async (_, lists, done) => {
      begin('admin');
      const me = session('admin', { org_name: 'org_demo' });
      queryClient.setQueryData(['session'], me);
      answers['GET /api/inbox'] = () => [200, inboxOf([], { session: me })];
      for (const name of ['operators', 'passkeys', 'actions', 'keys', 'webhooks'])
        answers[`GET /api/${name}`] = () =>
          listOf(
            name === 'webhooks' ? 'endpoints' : name,
            lists[name] ?? [operatorOf('op_a', { role: 'admin' })].slice(name === 'operators' ? 0 : 1),
          );
      const shown = await draw(queryClient, of('pages/welcome').default);
      const marked = shown.all('.guide-step.done, .steps .done').map(textIn);
      expect(marked).toEqual(done.map((title) => expect.stringContaining(title)));
    },
  );

  test('an action that is of no template is requested with its own params, and a lost token by another key', async () => {
    begin('admin');
    answers['GET /api/passkeys'] = () => listOf('passkeys', []);
    answers['GET /api/keys'] = () => listOf('keys', [{}]);
    answers['GET /api/actions'] = () => listOf('actions', [actionOf()]);
    const shown = await draw(queryClient, of('pages/welcome').default);
    answers['POST /api/keys'] = () => [201, { server_now: NOW, key: {}, token: 'rak_1' }];
    await shown.press('Make another API key');
    expect(shown.text()).toContain('"action": "pay.out"');
    expect(shown.text()).toContain('"params": {"amount":"…"}');
    expect(asked).toContain('GET /api/requests?action=pay.out&limit=1');
  });

  test('an organization that is not new has its inbox', async () => {
    const shown = await open(false);
    expect([page.location.pathname, shown.text().includes('Nothing waits for you')]).toEqual(['/', true]);
  });

  test('an answer of the inbox from before the first action does not lead back to the guide', async () => {
    begin('admin');
    queryClient.setQueryData(['inbox', {}], inboxOf([], { session: session('admin'), new_organization: true }));
    await advance(3000);
    answers['GET /api/inbox'] = () => [200, inboxOf([], { session: session('admin') })];
    await draw(queryClient, of('pages/inbox').Inbox);
    expect(page.location.pathname).toBe('/');
  });
});

describe('of a request', () => {
  test('the sentence about the last key says who acts then: a worker, a program, the named integration, or the service', async () => {
    const { LastKey } = of('pages/request/last-key');
    const told = (view: object, isMine = false, action = 'pay.out') =>
      textOf(LastKey, { answer: requestOf({ request: { action }, view }), isMine });
    const said = 'What happens at the last key: ';
    expect(await told({ has_intent: true })).toBe(`${said}Your worker runs the sealed call.`);
    expect(await told({})).toBe(`${said}The program that requested it acts on the answer.`);
    expect(await told({ integration: 'bank' })).toBe(`${said}The integration “bank” is called at once.`);
    expect(await told({}, true, 'service.admin')).toBe('Yours is the last key. The service makes exactly this change.');
  });

  test.each([
    ['same', 'matches what you see'],
    ['unable', 'could not be computed in this browser. Compare it with the requester.'],
    ['computing', 'is computed…'],
  ])('the page says if a fingerprint is %s', async (state, words) => {
    const found = { state, here: 'sha256:ab' };
    expect(await textOf(of('pages/request/technical').FingerprintVerdict, { found })).toContain(words);
  });

  test('remarks are warnings or notes, and one closed line once the request is decided', async () => {
    const remark = (level: string) => ({ level, always: false, about: 'amount', text: 'is high.', link: null });
    const { Remarks } = of('pages/request/remarks');
    expect(await textOf(Remarks, { remarks: [], open: true })).toBe('');
    const told = (level: string, open: boolean) => textOf(Remarks, { remarks: [remark(level)], open });
    expect(await told('warn', true)).toBe(' Unusual for this actionamount is high.');
    expect(await told('warn', false)).toBe('Remarks1 remarkamount is high.');
    expect(await textOf(Remarks, { remarks: [remark('warn'), remark('note')], open: false })).toContain('2 remarks');
    expect(await textOf(Remarks, { remarks: [], open: false })).toBe('');
    expect(await told('note', true)).toBe(' Good to knowamount is high.');
    // A note stands outside of the box with the warnings.
    const both = [remark('note'), remark('warn')];
    expect(await textOf(Remarks, { remarks: both, open: true })).toBe(
      ' Unusual for this actionamount is high. Good to knowamount is high.',
    );
  });

  test.each([
    [1, 'It needs 1 more key.'],
    [2, 'It needs 2 more keys.'],
  ])('a turned key says what is still needed: %d', async (needed, words) => {
    const seats = [seatOf('op_a', { state: 'turned', turned_at: NOW })];
    const { YourTurn } = of('pages/request/outcome');
    const text = await textOf(YourTurn, requestOf({ view: { seats, needed, turned: 1, quorum: needed + 1 } }));
    expect(text).toMatch(/^ ?You turned your key at \d\d:\d\d\. /);
    expect(text.endsWith(words)).toBe(true);
  });

  test('the page has a button for the code and one for the refusal, each only if it is possible', async () => {
    const open = async (...allowed: Parameters<typeof optionsOf>) => {
      const answer = requestOf({ view: { you: { seat: true, options: optionsOf(...allowed) } } });
      const shown = await draw(queryClient, of('pages/request/act').Act, {
        ...{ answer, fingerprint: { state: 'same' }, evidence: [], remarks: [] },
      });
      return [shown.has('Turn my key… now'), shown.has('Refuse… now')];
    };
    expect([await open('turn', 'refuse'), await open('refuse'), await open('turn'), await open()]).toEqual([
      [true, true],
      [false, true],
      [true, false],
      [false, false],
    ]);
  });
});

test('the menu of commands finds pages, and requests by the search of the service, each for who may open it', async () => {
  begin('operator');
  answers['GET /api/inbox'] = () => [200, inboxOf([requestOf()])];
  const ended = requestOf({
    request: { id: 'req_2' },
    view: { decided: { by: [], at: NOW, ended_by: null, note: null, reason: null } },
  });
  const searched = { count: 1000, back_to: NOW };
  answers['GET /api/requests'] = () => [200, { requests: [requestOf(), ended], cursor: 'more', searched }];
  const shown = await draw(queryClient, of('ui/command-menu').default, { role: 'operator', onClose: () => undefined });
  const found = async (text: string) => {
    await settle(() => change(shown.all('input')[0]!, text));
    await advance(250);
    return shown.all('[role="option"]').map((option) => option.textContent.trim());
  };
  expect(await found('')).toContain('Pay out 1212');
  expect(asked.filter((call) => call.includes('text='))).toEqual([]);
  expect(await found(' PAY ')).toEqual(['Pay out 1212', 'Pay out 1212', 'Search the history for “PAY”history']);
  expect(asked.filter((call) => call.includes('text='))).toEqual([
    'GET /api/inbox?view=open&text=pay&limit=12',
    'GET /api/requests?text=pay&limit=12',
  ]);
  answers['GET /api/inbox'] = () => [200, inboxOf()];
  answers['GET /api/requests'] = () => [200, { requests: [], cursor: 'more', searched }];
  expect(await found('overv')).toEqual(['Overviewpage', 'Search the history for “overv”history']);
  expect(shown.text()).toContain('No open request matches, and none of the newest 1,000.');
  expect(await found('api keys')).toEqual(['Search the history for “api keys”history']);
  expect(await found(`req_${'a'.repeat(24)}`)).toContain(`req_${'a'.repeat(24)}open the request`);
});

describe('a list that is cut says so', () => {
  test('the lines of a display in a list', async () => {
    const params = { amount: '12', to: 'DE1', a: '1', b: '2', c: '3', d: '4' };
    const line = async (count: number) => {
      const given = Object.fromEntries(Object.entries(params).slice(0, count));
      return textOf(of('ui/operation').ParamLine, {
        params: given,
        shown: render(aDisplay({ title: 'Pay {amount}' }), given),
      });
    };
    expect(await line(4)).not.toContain('more');
    expect(await line(6)).toMatch(/ · 2 more$/);
  });

  test.each([
    [20, 20, false],
    [20, 21, true],
    [20, 502, true],
  ])('the menu with %i requests of %i that wait', async (count, mine, isCut) => {
    const requests = Array.from({ length: count }, (_, n) => ({
      ...requestOf({ request: { id: `req_${n}` } }),
      ...{ remarks: [], same: 0 },
    }));
    const counts = { mine, asked: mine, open: mine, matching: mine, unusual: 0, soon: 0, unread: 0 };
    answers['GET /api/inbox'] = () => [200, inboxOf(requests, { counts })];
    const text = await textOf(of('ui/command-menu').default, { role: 'admin', onClose: () => undefined });
    expect(text.includes(`20 of ${mine} requests that wait for you.`)).toBe(isCut);
  });

  test.each([
    [12, null, false],
    [13, null, true],
    [12, 12, true],
  ])('the menu that found %i open requests, with the next at %j', async (count, next, isCut) => {
    const found = Array.from({ length: count }, (_, n) => ({
      ...requestOf({ request: { id: `req_${n}` } }),
      ...{ remarks: [], same: 0 },
    }));
    answers['GET /api/inbox'] = ({ path }) => [
      200,
      path.includes('text=') ? { ...inboxOf(found.slice(0, 12)), next } : inboxOf(),
    ];
    const searched = { count: 1, back_to: null };
    answers['GET /api/requests'] = () => [200, { requests: found.slice(12), cursor: null, searched }];
    const shown = await draw(queryClient, of('ui/command-menu').default, { role: 'admin', onClose: () => undefined });
    await settle(() => change(shown.all('input')[0]!, 'pay'));
    await advance(250);
    expect(shown.text().includes('The first 12 are listed.')).toBe(isCut);
  });

  test.each([
    [49, false],
    [50, true],
  ])('the filter of the inbox with %i actions', async (count, isCut) => {
    const actions = Array.from({ length: count }, (_, n) => ({ id: `a${n}`, name: `A${n}`, count: 1 }));
    const props = { search: {}, inbox: { ...inboxOf(), actions } };
    const text = await textOf(of('pages/inbox/filters').Filters, props);
    expect(text.includes('Only 50 are listed. Search for others.')).toBe(isCut);
  });

  test.each([
    [8, null],
    [9, 'And 1 more. Type part of a name.'],
  ])('the people to choose from, of %i', async (count, words) => {
    const options = Array.from({ length: count }, (_, n) => ({ id: `op_${n}`, name: `N${n}`, detail: '' }));
    const props = { label: 'People', options, chosen: [], most: 50, onChange: () => undefined };
    const shown = await draw(queryClient, of('ui/operator-picker').OperatorPicker, props);
    await settle(() => shown.control('People').click());
    if (words === null) expect(shown.text()).not.toContain('more');
    else expect(shown.text()).toContain(words);
  });
});

test('a refusal because of an old sign-in offers a new one for the same operator', async () => {
  const { ApiProblem } = require('../../../src/console/lib/api');
  const error = new ApiProblem(409, 'sign_in_again', 'You signed in more than five minutes ago.');
  const shown = await draw(queryClient, of('ui/states').Problem, { error });
  expect(shown.text()).toBe('You signed in more than five minutes ago.Sign in with a passkey');
  const other = new ApiProblem(409, 'conflict', 'Somebody else changed this.');
  expect(await textOf(of('ui/states').Problem, { error: other })).toBe('Somebody else changed this.');
});

describe('what a page shows of a display', () => {
  const NASTY = [
    '«',
    '\u202e',
    '[U+200B]',
    ' a ',
    'پول',
    '{amount}',
    '"',
    '\u200b',
    'EUR 1.00',
    'op_a',
    '4800000',
    '金額',
  ];
  const shown = render(
    {
      v: 1,
      renderer: 1,
      title: 'Pay {0} to {9}',
      params: [
        { param: '10', label: 'Amount', format: { type: 'money', currency: { code: 'EUR' }, unit: 'minor' } },
        { param: '0', label: 'Amount', format: { type: 'number' } },
        { param: '9', label: 'To', format: { type: 'operator' } },
        { param: '11', label: 'Order', format: { type: 'link', url: 'https://pay.acme.dev/{}' } },
        { param: 'none', label: 'None', format: { type: 'text' } },
      ],
      hosts: [{ host: 'pay.acme.dev', words: 'Pay' }],
    },
    Object.fromEntries(NASTY.map((value, index) => [String(index), value])),
  );

  test('a page shows the lines of the renderer, with each value isolated, and names operators beside a line', async () => {
    const props = { lines: shown.lines, nameOf: (id: string) => (id === 'op_a' ? 'Anna' : id) };
    const drawn = await draw(queryClient, of('ui/display').DisplayLines, props);
    const names = drawn.all('dt').map((each) => each.textContent);
    const values = drawn.all('.display-value').map((each) => each.textContent);
    expect(names.map((name, index) => `${name}: ${values[index]}`)).toEqual(shown.lines.map(lineText));
    expect(drawn.all('.display-name').map((each) => each.textContent)).toEqual(['Anna']);
    expect(drawn.links()).toEqual([`https://pay.acme.dev/${encodeURIComponent('金額')}`]);
    const isolated = drawn.all('dd bdi').map((each) => each.textContent);
    expect(isolated).toEqual(expect.arrayContaining(shown.lines.flatMap(({ value }) => value ?? [])));
  });

  test('a page shows the title of the renderer beside the title of the action', async () => {
    const props = requestOf({ view: { shown } });
    expect(await textOf(of('ui/operation').Operation, props)).toBe(`Pay out ${titleText(shown)}`);
  });
});
