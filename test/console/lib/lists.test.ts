/** Lists in pages, what people and things are called, entries of a history, and the clock of the service. */
import { observeServerNow, serverNow } from '../../../src/console/lib/clock';
import { factsOf, tell } from '../../../src/console/lib/history-text';
import { advance, type Call, type Client, closePage, openPage, type Page, type Reply, settle, use } from './page';

// Modules that need the types of a browser, which the types of the service do not have.
interface Query {
  readonly data?: object;
  readonly hasNextPage: boolean;
  fetchNextPage(): void;
}
interface Paged {
  readonly n: number;
  readonly cursor: string | null;
}
const {
  readAll,
  usePages,
}: {
  readAll(read: (page: object) => Promise<Paged>): Promise<Paged[]>;
  usePages(
    key: readonly unknown[],
    read: (page: object) => Promise<object>,
    options?: { limit?: number; refetchInterval?: number },
  ): Query;
} = require('../../../src/console/lib/lists');
const { useAround }: { useAround(): Query } = require('../../../src/console/lib/around');
type NameOf = (id: string) => string;
const names: {
  useOperatorNames(): NameOf;
  useNames(): NameOf;
  useNamesAndTitles(): NameOf;
  endpointName(endpoint: { description: string; url: string }): string;
} = require('../../../src/console/lib/names');
const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/session');
const { focusManager }: { focusManager: { setFocused(focused?: boolean): void } } = require('@tanstack/react-query');

let page: Page;
let answers: Page['service']['answers'];
let asked: string[];

beforeEach(() => {
  page = openPage();
  ({ answers, asked } = page.service);
});
afterEach(() => closePage(queryClient));

const SESSION = ['session'];
const ANNA = { server_now: 1, operator: { id: 'op_a', name: 'Anna', role: 'operator' }, org: 'org_demo' };

describe('every page of a list', () => {
  test('all pages of a list are read once, each from the cursor of the one before', async () => {
    const asked: object[] = [];
    const pages = await readAll(async (page) => {
      asked.push(page);
      return { n: asked.length, cursor: asked.length < 3 ? `c${asked.length}` : null };
    });
    expect(asked).toEqual([{ limit: 100 }, { limit: 100, cursor: 'c1' }, { limit: 100, cursor: 'c2' }]);
    expect(pages.map(({ n }) => n)).toEqual([1, 2, 3]);
  });
});

describe('a long list', () => {
  const read = (given: object[]) => async (of: object) => {
    given.push(of);
    return { n: given.length, cursor: given.length < 2 ? 'c1' : null };
  };

  test('a long list is read page by page, each from the cursor of the one before', async () => {
    const given: object[] = [];
    const list = await use(queryClient, () => {
      const { hasNextPage, fetchNextPage } = usePages(['x'], read(given));
      return { hasNextPage, fetchNextPage };
    });
    expect(given).toEqual([{ limit: 50 }]);
    expect(list.now().hasNextPage).toBe(true);
    await settle(() => list.now().fetchNextPage());
    expect(given).toEqual([{ limit: 50 }, { limit: 50, cursor: 'c1' }]);
    expect(list.now().hasNextPage).toBe(false);
    await advance(60_000);
    expect(given).toHaveLength(2);
  });

  test('a list has as many rows and is as fresh as its page asks', async () => {
    const given: object[] = [];
    await use(queryClient, () => usePages(['x'], read(given), { limit: 20, refetchInterval: 5000 }));
    await advance(5000);
    expect(given).toEqual([{ limit: 20 }, { limit: 20 }]);
  });
});

test('the operators, groups and platform actions that a policy can name are read once', async () => {
  answers['GET /api/operators'] = ({ path }) =>
    path.includes('cursor')
      ? [200, { operators: [{ id: 'op_b' }], cursor: null }]
      : [200, { operators: [{ id: 'op_a' }], cursor: 'c' }];
  answers['GET /api/groups'] = () => [200, { groups: [{ id: 'grp_a' }], cursor: null }];
  answers['GET /api/actions'] = () => [200, { actions: [], platform_actions: [{ id: 'ledger' }], cursor: null }];
  const around = await use(queryClient, useAround);
  expect(around.now().data).toEqual({
    operators: [{ id: 'op_a' }, { id: 'op_b' }],
    groups: [{ id: 'grp_a' }],
    platformActions: [{ id: 'ledger' }],
  });
  focusManager.setFocused(false);
  await settle(() => focusManager.setFocused(true));
  expect(asked.sort()).toEqual([
    'GET /api/actions?limit=1',
    'GET /api/groups?limit=100',
    'GET /api/operators?limit=100',
    'GET /api/operators?limit=100&cursor=c',
  ]);
});

describe('a name', () => {
  const ADMIN = { ...ANNA, operator: { ...ANNA.operator, role: 'admin' } };
  const paged =
    (list: string, ...pages: object[][]) =>
    (call: Call): Reply => {
      const at = Number(new URL(call.path, 'https://x').searchParams.get('cursor') ?? 0);
      return [200, { [list]: pages[at], cursor: at + 1 < pages.length ? String(at + 1) : null }];
    };
  beforeEach(() => {
    answers['GET /api/session'] = () => [200, ANNA];
    answers['GET /api/operators'] = paged('operators', [{ id: 'op_a', name: 'Anna' }], [{ id: 'op_b', name: 'Bob' }]);
    answers['GET /api/keys'] = paged('keys', [{ id: 'key_1', name: 'Worker' }], [{ id: 'key_2', name: 'CI' }]);
    const [billing, unnamed] = ['Billing', ' '].map((description) => ({ description, url: 'https://b.example/x' }));
    answers['GET /api/webhooks'] = paged('endpoints', [{ id: 'whe_1', ...billing }], [{ id: 'whe_2', ...unnamed }]);
    answers['GET /api/actions'] = paged('actions', [{ id: 'pay', title: 'Pay out' }], [{ id: 'go', title: 'Deploy' }]);
  });

  test('the names of operators are read from all pages once, and an unknown id stays an id', async () => {
    const first = await use(queryClient, names.useOperatorNames);
    const second = await use(queryClient, names.useOperatorNames);
    expect(['op_a', 'op_b', 'op_x'].map(first.now())).toEqual(['Anna', 'Bob', 'op_x']);
    expect(second.now()('op_b')).toBe('Bob');
    expect(asked).toEqual(['GET /api/operators?limit=100', 'GET /api/operators?limit=100&cursor=1']);
    await advance(60_000);
    await use(queryClient, names.useOperatorNames);
    expect(asked).toHaveLength(4);
  });

  test('an operator is shown by id until names are known', async () => {
    answers['GET /api/operators'] = () => new Promise(() => undefined);
    const nameOf = await use(queryClient, names.useOperatorNames);
    expect(nameOf.now()('op_a')).toBe('op_a');
  });

  test('the names of keys and endpoints are shown to admins', async () => {
    queryClient.setQueryData(SESSION, ADMIN);
    answers['GET /api/session'] = () => [200, ADMIN];
    const nameOf = await use(queryClient, names.useNames);
    await use(queryClient, names.useNames);
    const ids = ['op_b', 'key_1', 'key_2', 'whe_1', 'whe_2', 'pay'];
    expect(ids.map(nameOf.now())).toEqual(['Bob', 'Worker', 'CI', 'Billing', 'b.example', 'pay']);
    expect(asked.filter((call) => !call.endsWith('session'))).toHaveLength(6);
  });

  test('the names of keys and endpoints are not requested for operators', async () => {
    queryClient.setQueryData(SESSION, ANNA);
    const nameOf = await use(queryClient, names.useNames);
    expect(['op_b', 'key_1', 'whe_1'].map(nameOf.now())).toEqual(['Bob', 'key_1', 'whe_1']);
    expect(asked.join()).not.toMatch(/keys|webhooks/);
  });

  test('an action is shown by its title', async () => {
    queryClient.setQueryData(SESSION, ANNA);
    const nameOf = await use(queryClient, names.useNamesAndTitles);
    await use(queryClient, names.useNamesAndTitles);
    expect(['pay', 'go', 'op_a', 'other'].map(nameOf.now())).toEqual(['Pay out', 'Deploy', 'Anna', 'other']);
    expect(asked.filter((call) => call.includes('actions'))).toHaveLength(2);
  });

  test.each(['operators', 'keys', 'webhooks', 'actions'])(
    'names are read again when something of %s was changed',
    async (list) => {
      queryClient.setQueryData(SESSION, ADMIN);
      answers['GET /api/session'] = () => [200, ADMIN];
      await use(queryClient, names.useNamesAndTitles);
      asked.length = 0;
      await settle(() => queryClient.invalidateQueries({ queryKey: [list] }));
      expect(asked).toEqual([`GET /api/${list}?limit=100`, `GET /api/${list}?limit=100&cursor=1`]);
    },
  );

  test('an endpoint is shown by its description, or by its host', () => {
    const url = 'https://hooks.example.com:8443/x';
    expect(names.endpointName({ description: 'Billing', url })).toBe('Billing');
    expect(names.endpointName({ description: ' ', url })).toBe('hooks.example.com:8443');
    expect(names.endpointName({ description: '', url: 'no address' })).toBe('no address');
  });
});

describe('the clock of the service', () => {
  test('the clock continues from the newest answer of the service, whatever this device’s clock says', () => {
    const answered = Date.UTC(2030, 0, 1);
    observeServerNow({ server_now: answered });
    expect(serverNow() - answered).toBeGreaterThanOrEqual(0);
    expect(serverNow() - answered).toBeLessThan(60_000);
    for (const other of [null, undefined, {}, { server_now: '7' }]) observeServerNow(other);
    expect(serverNow() - answered).toBeLessThan(60_000);
  });
});

describe('an entry of a history', () => {
  const nameOf = (id: string) => ({ op_a: 'Alpha', op_b: 'Bravo' })[id] ?? id;
  const told = (kind: string, actor: string, data = {}) => tell({ kind, actor, data }, nameOf);

  test('an entry is shown in words with the names of people, and an unknown kind as it is', () => {
    expect(told('key.turned', 'op_a')).toMatchObject({ who: 'Alpha', what: 'turned a key' });
    expect(told('request.aborted', 'system')).toMatchObject({ who: null, what: 'The request was aborted' });
    expect(told('request.authorized', 'system', { approvers: ['op_a', 'op_b'] }).detail).toBe('Keys of Alpha, Bravo');
    expect(told('something.new', 'op_b')).toMatchObject({ who: 'Bravo', what: 'something.new' });
  });

  test('an entry shows its data as short texts: instants as such, and nothing empty', () => {
    const at = Date.UTC(2026, 10, 20, 12);
    const facts = factsOf({
      lease_expires_at: at,
      round: 2,
      approvers: ['op_a', 'op_b'],
      note: '',
      reason: null,
      flat: 7,
      wrong: { left: 4 },
    });
    expect(facts.map(([name]) => name)).toEqual(['lease expires at', 'round', 'approvers', 'flat', 'wrong']);
    expect(facts.slice(1).map(([, text]) => text)).toEqual(['2', 'op_a, op_b', '7', '{"left":4}']);
    expect(facts[0]![1]).not.toContain(String(at));
  });
});
