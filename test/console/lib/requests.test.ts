/** The requests that pages show, how often they ask for them, and the commands that people give. */
import { deadlineOf } from '../../../src/protocol/shown/request';
import { queryClient } from './console';
import { advance, openPage, type Page, type Reply, settle, use } from './page';

// Modules that need the types of a browser, which the types of the service do not have.
interface Query {
  readonly data?: never;
  readonly error: Error | null;
  readonly fetchStatus: string;
}
interface Command {
  readonly data?: object;
  readonly error: Error | null;
  mutate(given: unknown): void;
}
const requests: {
  useRequest(id: string): Query;
  useAction(id: string): Query;
  useCommand(id: string): Command;
  sendNewCode(id: string, operator: string): Promise<object>;
  staleAfter(id: string): readonly (readonly unknown[])[];
  requestQueryKey(id: string): readonly unknown[];
} = require('../../../src/console/lib/requests');
const { useInbox }: { useInbox(query?: object): Query } = require('../../../src/console/lib/inbox');
const {
  usePages,
}: {
  usePages(key: readonly unknown[], read: () => Promise<object>): Query;
} = require('../../../src/console/lib/lists');
const { useEdit }: { useEdit(edit: object): { send(): void } } = require('../../../src/console/lib/edit');
const { focusManager }: { focusManager: { setFocused(focused?: boolean): void } } = require('@tanstack/react-query');

/** As the list of keys has it. */
const useReissue = (id: string): Command => {
  const { send, ...edit } = useEdit({ run: () => requests.sendNewCode(id, 'op_b'), stale: requests.staleAfter(id) });
  return { ...edit, mutate: send } as unknown as Command;
};

let page: Page;
let answers: Page['service']['answers'];
let asked: string[];

beforeEach(() => {
  page = openPage();
  ({ answers, asked } = page.service);
});

/** Leaves the page and comes back. */
async function comeBack(): Promise<void> {
  focusManager.setFocused(false);
  await settle(() => focusManager.setFocused(true));
}

/** The service's clock goes with that of the test. */
const now = () => Date.now();

test('a request ends with its round if one is running, and with its own deadline otherwise', () => {
  const view = (expires_at: number, window_ends_at: number | null) =>
    deadlineOf({ view: { expires_at, window_ends_at } });
  expect(view(100, null)).toBe(100);
  expect(view(100, 50)).toBe(50);
  expect(view(100, 150)).toBe(100);
});

describe('a request', () => {
  const MINUTE = 60_000;
  const answered = (more: { view?: object; execution?: object } = {}) => ({
    server_now: now(),
    request: {
      id: 'req_1',
      live: true,
      execution: { state: 'none', lease_expires_at: null, execute_by: null, ...more.execution },
    },
    view: { decided: null, window_ends_at: null, expires_at: now() + 10 * MINUTE, ...more.view },
  });
  const readAfter = async (ms: number) => {
    const shown = await use(queryClient, () => requests.useRequest('req_1'));
    expect(shown.now().data).toBeDefined();
    await advance(ms - 1);
    expect(asked).toHaveLength(1);
    await advance(1);
    expect(asked).toHaveLength(2);
  };

  test('a request is read again after half a minute, because the console hears of its changes', async () => {
    answers['GET /api/requests/req_1'] = () => [200, answered()];
    await readAfter(30_000);
  });

  test.each<[string, (at: number) => Parameters<typeof answered>[0]]>([
    ['the end of its round', (at) => ({ view: { window_ends_at: at } })],
    ['its expiry', (at) => ({ view: { expires_at: at } })],
    ['the end of a lease', (at) => ({ execution: { state: 'claimed', lease_expires_at: at } })],
    ['the end of the time to run it', (at) => ({ execution: { state: 'pending', execute_by: at } })],
  ])('a request is read again right after %s, of which no entry tells', async (_, ending) => {
    const given = answered(ending(now() + 9000));
    answers['GET /api/requests/req_1'] = () => [200, { ...given, server_now: now() }];
    await readAfter(9300);
  });

  test('a request that could not be read is soon read again', async () => {
    answers['GET /api/requests/req_1'] = () => [404, { error: 'gone' }];
    await use(queryClient, () => requests.useRequest('req_1'));
    await advance(5000);
    expect(asked).toHaveLength(2);
  });
});

describe('the action of a request', () => {
  test('the action of a request is read once, also when the operator returns to the page', async () => {
    answers['GET /api/actions/pay.out'] = () => [200, { server_now: 1, action: { title: 'Pay out' } }];
    const action = await use(queryClient, () => requests.useAction('pay.out'));
    expect(action.now().data).toEqual({ title: 'Pay out' });
    await comeBack();
    expect(asked).toHaveLength(1);
  });

  test('the action of a request is read again after its policy was saved', async () => {
    answers['GET /api/actions/pay.out'] = () => [200, { server_now: 1, action: { title: `Title ${asked.length}` } }];
    const action = await use(queryClient, () => requests.useAction('pay.out'));
    await settle(() => queryClient.invalidateQueries({ queryKey: ['action', 'pay.out'] }));
    expect(action.now().data).toEqual({ title: 'Title 2' });
  });

  test('the action is not read if the request is a change of the configuration', async () => {
    await use(queryClient, () => requests.useAction('service.admin'));
    expect(asked).toEqual([]);
  });
});

describe('a command', () => {
  const KEY = requests.requestQueryKey('req_1');
  const request = { id: 'req_1', live: true, execution: { state: 'none' } };
  const view = (round: number, more: object = {}) => ({ request, view: { round, decided: null, ...more } });
  const give = async (given: unknown, hook = requests.useCommand) => {
    const command = await use(queryClient, () => hook('req_1'));
    await settle(() => command.now().mutate(given));
    return command.now();
  };

  test.each<[object, string, object]>([
    [{ name: 'turn', code: '12345678', round: 2 }, 'turn', { code: '12345678', round: 2 }],
    [{ name: 'turn', code: '1', round: 1, signature: { a: 1 } }, 'turn', { code: '1', round: 1, signature: { a: 1 } }],
    [{ name: 'refuse', note: 'too risky', outcomeReason: null }, 'refuse', { note: 'too risky' }],
    [
      { name: 'refuse', note: ' \n', outcomeReason: 'never', signature: { a: 1 } },
      'refuse',
      { outcome_reason: 'never', signature: { a: 1 } },
    ],
    [{ name: 'abort', note: 'wrong one', signature: { a: 1 } }, 'abort', { note: 'wrong one', signature: { a: 1 } }],
    [{ name: 'abort', note: '' }, 'abort', {}],
    [{ name: 'withdraw' }, 'withdraw', {}],
  ])('the command %j is sent once, as it was given', async (given, route, body) => {
    answers[`POST /api/requests/req_1/${route}`] = () => [200, view(1)];
    await give(given);
    expect(page.service.calls).toMatchObject([{ method: 'POST', path: `/api/requests/req_1/${route}`, body }]);
    expect(page.service.calls[0]!.body).toEqual(body);
  });

  test('a command that the service did not answer is not sent again automatically', async () => {
    answers['POST /api/requests/req_1/withdraw'] = () => 'no answer';
    const command = await give({ name: 'withdraw' });
    await advance(60_000);
    expect(command.error).toMatchObject({ status: 0 });
    expect(asked).toEqual(['POST /api/requests/req_1/withdraw']);
  });

  test('the answer to a command is shown at once', async () => {
    answers['POST /api/requests/req_1/withdraw'] = () => [200, view(2)];
    await give({ name: 'withdraw' });
    expect(queryClient.getQueryData(KEY)).toEqual(view(2));
  });

  test.each([
    ['a command', 'withdraw', requests.useCommand, 2],
    ['a new code', 'reissue', useReissue, 3],
  ])(
    '%s: an answer that the page requested before a command does not replace the answer to the command',
    async (_, route, hook, shownRound) => {
      const replies: ((reply: Reply) => void)[] = [];
      const late = () => new Promise<Reply>((resolve) => replies.push(resolve));
      answers['GET /api/requests/req_1'] = () => (asked.length < 3 ? late() : [200, view(3)]);
      answers['GET /api/requests/req_2'] = late;
      answers[`POST /api/requests/req_1/${route}`] = () => [200, view(2)];
      const shown = await use(queryClient, () => requests.useRequest('req_1'));
      const other = await use(queryClient, () => requests.useRequest('req_2'));
      await give({ name: route }, hook);
      for (const reply of replies) await settle(() => reply([200, view(1)]));
      expect(shown.now().data).toMatchObject(view(shownRound));
      // What was asked for about another request is shown.
      expect(other.now().data).toMatchObject(view(1));
    },
  );

  test('an answer of a poll that began during a command does not replace the answer to the command', async () => {
    const replies: ((reply: Reply) => void)[] = [];
    const late = () => new Promise<Reply>((resolve) => replies.push(resolve));
    answers['GET /api/requests/req_1'] = () => [200, view(1)];
    answers['POST /api/requests/req_1/withdraw'] = late;
    const shown = await use(queryClient, () => requests.useRequest('req_1'));
    await give({ name: 'withdraw' });
    answers['GET /api/requests/req_1'] = late;
    await advance(3000);
    const [command, poll] = replies;
    await settle(() => command?.([200, view(2)]));
    await settle(() => poll?.([200, view(1)]));
    expect(shown.now().data).toMatchObject(view(2));
  });

  test('a command that failed shows the current state', async () => {
    let round = 1;
    answers['GET /api/requests/req_1'] = () => [200, view(round)];
    answers['POST /api/requests/req_1/turn'] = () => [409, { kind: 'round_over', error: 'the round is over' }];
    const shown = await use(queryClient, () => requests.useRequest('req_1'));
    round = 2;
    expect((await give({ name: 'turn', code: '1', round: 1 })).error).toMatchObject({ kind: 'round_over' });
    expect(shown.now().data).toEqual(view(2));
  });

  test('a command that failed reads again only what it could have changed', async () => {
    answers['POST /api/requests/req_1/withdraw'] = () => [409, { error: 'no' }];
    answers['GET /api/requests/req_2'] = () => [200, view(1)];
    await use(queryClient, () => requests.useRequest('req_2'));
    await give({ name: 'withdraw' });
    expect(asked).toEqual(['GET /api/requests/req_2?page=true', 'POST /api/requests/req_1/withdraw']);
  });

  test('a command that was answered needs no second answer', async () => {
    answers['GET /api/requests/req_1'] = () => [200, view(1)];
    answers['POST /api/requests/req_1/withdraw'] = () => [200, view(2)];
    await use(queryClient, () => requests.useRequest('req_1'));
    await give({ name: 'withdraw' });
    expect(asked).toHaveLength(2);
  });

  test.each<[string, typeof requests.useCommand, unknown, string[]]>([
    ['a command', requests.useCommand, { name: 'withdraw' }, ['inbox', 'history']],
    ['a new code', useReissue, 'op_b', ['inbox', 'history', 'request']],
  ])('%s makes every list that shows the request out of date, and no other one', async (_, hook, given, lists) => {
    answers['GET /api/inbox'] = () => [200, { server_now: now(), requests: [], seq: 1 }];
    answers['GET /api/requests/req_1'] = () => [200, view(1)];
    answers['POST /api/requests/req_1/withdraw'] = () => [200, view(2)];
    answers['POST /api/requests/req_1/reissue'] = () => [200, {}];
    const reads: string[] = [];
    const read = (name: string) => async () => {
      reads.push(name);
      return { cursor: null };
    };
    await use(queryClient, useInbox);
    await use(queryClient, () => requests.useRequest('req_1'));
    for (const id of ['req_1', 'req_2']) await use(queryClient, () => usePages(['history', id], read(id)));
    asked.length = 0;
    reads.length = 0;
    await give(given, hook);
    const known: [string, RegExp][] = [
      ['inbox', /inbox/],
      ['request', /GET .*req_1/],
    ];
    const again = known.filter(([, call]) => asked.some((one) => call.test(one))).map(([name]) => name);
    expect([...again, ...reads.map((id) => id.replace('req_1', 'history'))].sort()).toEqual([...lists].sort());
  });

  test('the command for a new code names its operator', async () => {
    answers['POST /api/requests/req_1/reissue'] = () => [200, {}];
    await give('op_b', useReissue);
    expect(page.service.calls).toMatchObject([{ path: '/api/requests/req_1/reissue', body: { operator: 'op_b' } }]);
  });
});

/** The inbox that pages share, and when it is read. */
const session = { operator: { id: 'op_me', name: 'Me', role: 'operator' }, org: 'org_demo' };
const entry = (id: string, expires_at: number, window_ends_at: number | null = null) => ({
  request: { id },
  view: { expires_at, window_ends_at },
});
const inboxOf = (entries: object[], seq = 7): Reply => [
  200,
  { server_now: now(), session, seq, requests: entries, counts: { mine: entries.length } },
];

describe('the inbox', () => {
  test('the inbox is read once for all pages that show it, and again after a minute', async () => {
    answers['GET /api/inbox'] = () => inboxOf([entry('req_1', now() + 3_600_000)]);
    await use(queryClient, () => useInbox());
    await use(queryClient, () => useInbox());
    await advance(59_999);
    expect(asked).toEqual(['GET /api/inbox']);
    await advance(1);
    expect(asked).toHaveLength(2);
  });

  test.each<[string, number, number | null]>([
    ['a request', 1000, null],
    ['a round', 3_600_000, 1000],
  ])(
    'the inbox is read again right after %s ends, so that it lists nothing without time left',
    async (_, expires, round) => {
      const from = now();
      answers['GET /api/inbox'] = () =>
        inboxOf(now() > from ? [] : [entry('req_1', from + expires, round === null ? null : from + round)]);
      const shown = await use(queryClient, () => useInbox());
      await advance(1299);
      expect(asked).toHaveLength(1);
      await advance(1);
      expect(shown.now().data).toMatchObject({ requests: [] });
      await advance(3999);
      expect(asked).toHaveLength(2);
    },
  );

  test('the inbox requests the search that its address names', async () => {
    answers['GET /api/inbox'] = () => inboxOf([]);
    await use(queryClient, () => useInbox({ view: 'open', text: 'order 8812', offset: 50 }));
    expect(asked).toEqual(['GET /api/inbox?view=open&text=order%208812&offset=50']);
  });
});
