/** What the service answers or does not answer, and who is signed in. */
import { advance, type Call, type Client, closePage, openPage, type Page, type Reply, settle, use } from './page';

// Modules that need the types of a browser, which the types of the service do not have.
interface Problem extends Error {
  readonly status: number;
  readonly kind: string | null;
  readonly problems: readonly string[];
  readonly unreachable: boolean;
}
type Get = (path: string, init?: object) => Promise<unknown>;
const {
  api,
  answer,
  ApiProblem,
  problemIn,
}: {
  api: { GET: Get; POST: Get; DELETE: Get };
  answer<T = object>(call: Promise<unknown>): Promise<T>;
  ApiProblem: new (status: number, kind: string | null, message: string) => Problem;
  problemIn(error: unknown): Problem;
} = require('../../../src/console/lib/api');
const gate: {
  beginWork(): () => void;
  endWait(isAgain: boolean): void;
  useIsWaiting(): boolean;
} = require('../../../src/console/lib/ended-session');
const { serverNow }: { serverNow(): number } = require('../../../src/console/lib/clock');
const {
  heard,
  useConnection,
}: {
  heard(): void;
  useConnection(): { down: boolean; lastHeardMs: number | null };
} = require('../../../src/console/lib/api');
const session: {
  useSession(): { data?: object | null; error: Error | null };
  useMe(): object;
  changeSession(session: object | null): Promise<void>;
  signOut(): Promise<void>;
} = require('../../../src/console/lib/session');
const { useInbox }: { useInbox(): unknown } = require('../../../src/console/lib/inbox');
interface Asking {
  readonly data?: unknown;
  readonly error: Error | null;
  mutate(): void;
}
const {
  focusManager,
  onlineManager,
  useMutation,
  useQuery,
}: {
  focusManager: { setFocused(focused?: boolean): void };
  onlineManager: { setOnline(online: boolean): void };
  useMutation(options: object): Asking;
  useQuery(options: object): Asking;
} = require('@tanstack/react-query');

const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/query-client');
const { useSession } = session;
let page: Page;
let answers: Page['service']['answers'];
let asked: string[];

beforeEach(() => {
  page = openPage();
  ({ answers, asked } = page.service);
});
afterEach(() => closePage(queryClient));

const ANNA = { operator: { id: 'op_a', name: 'Anna', role: 'operator' }, org: 'org_demo' };
const inboxOf = (session: object) => ({ server_now: 1, session, seq: 1, requests: [] });
const SESSION = ['session'];
const getKeys = () => answer(api.GET('/api/keys', { params: { query: { limit: 1 } } }));
const problem = (call: Promise<unknown>): Promise<Problem> =>
  call.then(
    () => Promise.reject(new Error('it was answered')),
    (error: Problem) => error,
  );
const useKeys = (more: object = {}) => useQuery({ queryKey: ['keys'], queryFn: getKeys, ...more });

describe('an answer', () => {
  test('an answer is requested with the cookies of this address and never from a cache, and sets the clock', async () => {
    answers['GET /api/keys'] = () => [200, { server_now: 1_900_000_000_000, keys: [] }];
    expect(await getKeys()).toEqual({ server_now: 1_900_000_000_000, keys: [] });
    expect(page.service.calls).toMatchObject([
      { path: '/api/keys?limit=1', cache: 'no-store', credentials: 'same-origin' },
    ]);
    expect(serverNow()).toBe(1_900_000_000_000);
  });

  test('an answer that refuses shows the reason of the service', async () => {
    answers['GET /api/keys'] = () => [409, { kind: 'policy_invalid', error: 'not so', problems: ['a', 'b'] }];
    const told = await problem(getKeys());
    expect(told).toBeInstanceOf(ApiProblem);
    expect(told).toMatchObject({ status: 409, kind: 'policy_invalid', message: 'not so', problems: ['a', 'b'] });
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a page of a gateway', '<html>Bad Gateway</html>'],
    ['other fields', { error: 7, problems: 'many' }],
  ])('an answer that refuses with %s is described by its status', async (_, body) => {
    answers['GET /api/keys'] = () => [403, body];
    const { message, kind, problems } = await problem(getKeys());
    expect([message, kind, problems]).toEqual(['The service answered 403.', null, []]);
  });

  test.each([
    [0, true],
    [400, false],
    [499, false],
    [500, true],
    [503, true],
  ])('an answer with status %d is worth another attempt: %s', (status, unreachable) => {
    expect(new ApiProblem(status, null, 'x').unreachable).toBe(unreachable);
  });

  test('a call without an answer says that the service cannot be reached', async () => {
    answers['GET /api/keys'] = () => 'no answer';
    const told = await problem(getKeys());
    expect(told).toMatchObject({ status: 0, kind: null, message: 'The service cannot be reached.', problems: [] });
  });

  test('a call ends after its time limit, and when its page is left', async () => {
    const patience = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    try {
      answers['GET /api/keys'] = untilGivenUp;
      const late = problem(getKeys());
      await settle();
      await settle(() => patience.abort(new DOMException('late', 'TimeoutError')));
      expect(await late).toMatchObject({ status: 0, message: 'The service cannot be reached.' });
      timeout.mockReturnValue(new AbortController().signal);
      const leaving = new AbortController();
      const left = problem(answer(api.GET('/api/keys', { signal: leaving.signal })));
      await settle();
      await settle(() => leaving.abort());
      expect(await left).toMatchObject({ name: 'AbortError' });
    } finally {
      timeout.mockRestore();
    }
  });

  test('a call that fails in another way is reported', () => {
    const known = new ApiProblem(404, 'not_found', 'gone');
    expect(problemIn(known)).toBe(known);
    expect(problemIn(new Error('The person refused.'))).toMatchObject({ status: 0, message: 'The person refused.' });
    expect(problemIn('odd')).toMatchObject({ status: 0, kind: null, message: 'odd' });
  });
});

const untilGivenUp = ({ signal }: Call): Promise<Reply> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('the connection', () => {
  const ask = async (reply: Reply) => {
    answers['GET /api/keys'] = () => reply;
    await settle(() => getKeys().catch(() => undefined));
  };
  beforeEach(() => heard());

  test.each<[string, Reply, boolean]>([
    ['no answer', 'no answer', true],
    ['502', [502], true],
    ['503', [503, { error: 'busy' }], true],
    ['501', [501], false],
    ['500', [500], false],
    ['404', [404], false],
    ['200', [200, {}], false],
  ])('the page shows whether the service is reachable after %s', async (_, reply, down) => {
    const connection = await use(queryClient, useConnection);
    await ask(reply);
    expect(connection.now().down).toBe(down);
  });

  test('the connection counts as back with the next answer, and the page says when the service answered last', async () => {
    const connection = await use(queryClient, useConnection);
    const from = Date.now();
    await advance(5000);
    await ask([200, {}]);
    await advance(5000);
    await ask('no answer');
    expect(connection.now()).toEqual({ down: true, lastHeardMs: from + 5000 });
    await ask('no answer');
    expect(connection.shown).toHaveLength(2);
    await advance(5000);
    await ask([200, {}]);
    expect(connection.now()).toEqual({ down: false, lastHeardMs: from + 15_000 });
    expect(connection.shown).toHaveLength(3);
  });

  test('a call that a page cancels says nothing about the connection', async () => {
    const connection = await use(queryClient, useConnection);
    answers['GET /api/keys'] = untilGivenUp;
    const leaving = new AbortController();
    const left = answer(api.GET('/api/keys', { signal: leaving.signal })).catch(() => undefined);
    await settle();
    await settle(() => leaving.abort());
    await left;
    expect(connection.now().down).toBe(false);
  });
});

describe('who is signed in', () => {
  test('the session comes with the first answer of the inbox, and is requested once for all pages that need it', async () => {
    answers['GET /api/inbox'] = () => [200, inboxOf(ANNA)];
    const shown = await use(queryClient, useSession);
    await use(queryClient, session.useMe);
    await use(queryClient, () => useInbox());
    expect(shown.now().data).toEqual(ANNA);
    expect(asked).toEqual(['GET /api/inbox']);
  });

  test('the newest answer of the inbox says who is signed in, also that nobody is', async () => {
    answers['GET /api/inbox'] = () => [200, inboxOf(ANNA)];
    const shown = await use(queryClient, useSession);
    await use(queryClient, () => useInbox());
    const BERT = { ...ANNA, operator: { ...ANNA.operator, id: 'op_b' } };
    answers['GET /api/inbox'] = () => [200, inboxOf(BERT)];
    await advance(60_000);
    expect(shown.now().data).toEqual(BERT);
    answers['GET /api/inbox'] = () => [401, { error: 'no session' }];
    await advance(60_000);
    expect(shown.now()).toMatchObject({ data: null, error: null });
  });

  test('an ended session continues after a new sign-in, and refused calls are sent again with their bodies', async () => {
    const stop = gate.beginWork();
    let isSignedIn = false;
    const bodies: unknown[] = [];
    answers['POST /api/keys'] = ({ body }) => {
      bodies.push(body);
      return isSignedIn ? [201, { server_now: 1 }] : [401, { error: 'no session' }];
    };
    const made = answer(api.POST('/api/keys', { body: { name: 'ci' } }));
    const waits = await use(queryClient, gate.useIsWaiting);
    await advance(0);
    expect([waits.now(), bodies]).toEqual([true, [{ name: 'ci' }]]);
    isSignedIn = true;
    gate.endWait(true);
    expect(await made).toMatchObject({ server_now: 1 });
    expect([waits.now(), bodies]).toEqual([false, [{ name: 'ci' }, { name: 'ci' }]]);
    stop();
  });

  test('the session ends if nobody signs in again, and a refused sign-in does not wait for another one', async () => {
    const stop = gate.beginWork();
    answers['GET /api/keys'] = () => [401, { error: 'no session' }];
    answers['POST /api/session/options'] = () => [401, { error: 'not you' }];
    const refused = problem(getKeys());
    expect(await problem(answer(api.POST('/api/session/options', { body: {} })))).toMatchObject({ status: 401 });
    await advance(0);
    stop();
    expect(await refused).toMatchObject({ status: 401 });
    expect(await problem(getKeys())).toMatchObject({ status: 401 });
  });

  test('the session is requested again after one, two and then five seconds while the service does not answer', async () => {
    answers['GET /api/inbox'] = () => [500];
    const shown = await use(queryClient, useSession);
    const times = [asked.length];
    for (const ms of [999, 1, 1999, 1]) {
      await advance(ms);
      times.push(asked.length);
    }
    expect(times).toEqual([1, 1, 2, 2, 3]);
    expect(shown.now().error).toMatchObject({ status: 500 });
    expect(shown.now().data).toBeUndefined();
    await advance(4999);
    expect(asked).toHaveLength(3);
    answers['GET /api/inbox'] = () => [200, inboxOf(ANNA)];
    await advance(1);
    expect(asked).toHaveLength(4);
    expect(shown.now().data).toEqual(ANNA);
  });

  test.each<[object | null, unknown]>([
    [ANNA, ANNA.operator],
    [null, new Error('nobody is signed in')],
  ])('a page is not drawn without a signed-in operator (%#)', async (known, outcome) => {
    queryClient.setQueryData(SESSION, known);
    const readMe = session.useMe;
    const me = await use(queryClient, () => {
      try {
        return readMe();
      } catch (error) {
        return error;
      }
    });
    expect(me.now()).toEqual(outcome);
  });
});

describe('a session that ended', () => {
  const isSignedIn = () => queryClient.getQueryData(SESSION) !== null;
  beforeEach(() => queryClient.setQueryData(SESSION, ANNA));

  test.each<[number, boolean]>([
    [401, false],
    [403, true],
    [404, true],
  ])('a session that ended is noticed by any read and by any command: %d', async (status, stays) => {
    answers['GET /api/keys'] = () => [status, { error: 'no' }];
    await use(queryClient, useKeys);
    expect(isSignedIn()).toBe(stays);
    queryClient.setQueryData(SESSION, ANNA);
    const command = await use(queryClient, () => useMutation({ mutationFn: getKeys }));
    await settle(() => command.now().mutate());
    expect(isSignedIn()).toBe(stays);
  });

  test('an error that does not come from the service does not end the session', async () => {
    await use(queryClient, () =>
      useKeys({ queryFn: () => Promise.reject(Object.assign(new Error(), { status: 401 })) }),
    );
    expect(isSignedIn()).toBe(true);
  });

  test('a session that ended leaves nothing that the next operator of this device could see', async () => {
    queryClient.setQueryData(['keys'], [1]);
    await session.changeSession(null);
    expect(queryClient.getQueryData(['keys'])).toBeUndefined();
    expect(queryClient.getQueryData(SESSION)).toBeNull();
  });

  test('a session that ended does not come back with an answer that was requested before', async () => {
    let reply: (reply: Reply) => void = () => undefined;
    answers['GET /api/inbox'] = () =>
      new Promise((resolve) => {
        reply = resolve;
      });
    const shown = await use(queryClient, useSession);
    await use(queryClient, () => useInbox());
    expect(asked).toEqual(['GET /api/inbox']);
    await settle(() => session.changeSession(null));
    await settle(() => reply([200, inboxOf(ANNA)]));
    expect(queryClient.getQueryData(SESSION)).toBeNull();
    expect(shown.now().data).toBeNull();
  });

  test.each<[Reply, boolean]>([
    [[204], false],
    [[401, { error: 'no session' }], false],
    [[403, { error: 'no' }], true],
    ['no answer', true],
  ])('a session ends by signing out, answered %j', async (reply, stays) => {
    answers['DELETE /api/session'] = () => reply;
    const left = session.signOut();
    if (stays) await expect(left).rejects.toBeInstanceOf(ApiProblem);
    else await left;
    expect(isSignedIn()).toBe(stays);
  });
});

describe('a question', () => {
  test.each<[Reply, number]>([
    ['no answer', 3],
    [[503, { error: 'busy' }], 3],
    [[404, { error: 'gone' }], 1],
    [[429, { error: 'slower' }], 1],
  ])('a read that is answered %j is sent %d times', async (reply, times) => {
    answers['GET /api/keys'] = () => reply;
    const keys = await use(queryClient, useKeys);
    for (let n = 0; n < 5; n += 1) await advance(5000);
    expect(asked).toHaveLength(times);
    expect(keys.now().error).toBeInstanceOf(ApiProblem);
  });

  test('a read that fails on this page is reported at once', async () => {
    let attempts = 0;
    const read = () => {
      attempts += 1;
      throw new Error(`attempt ${attempts}`);
    };
    const keys = await use(queryClient, () => useKeys({ queryFn: read }));
    await advance(10_000);
    expect(keys.now().error?.message).toBe('attempt 1');
  });

  test('a page is read again when the operator returns to it, however fresh its answer is', async () => {
    answers['GET /api/keys'] = () => [200, {}];
    await use(queryClient, () => useKeys({ staleTime: 60_000 }));
    focusManager.setFocused(false);
    await settle(() => focusManager.setFocused(true));
    expect(asked).toHaveLength(2);
    await settle(() => focusManager.setFocused());
  });

  test('a read and a command are sent although the browser believes that it is offline', async () => {
    onlineManager.setOnline(false);
    try {
      answers['GET /api/keys'] = () => [200, {}];
      await use(queryClient, useKeys);
      const command = await use(queryClient, () => useMutation({ mutationFn: getKeys }));
      await settle(() => command.now().mutate());
      expect(asked).toHaveLength(2);
    } finally {
      await settle(() => onlineManager.setOnline(true));
    }
  });
});
