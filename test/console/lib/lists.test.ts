/** Lists in pages, what people and things are called, entries of a history, and the clock of the service. */
import { factsOf, TOPICS } from '../../../src/console/lib/audit-log';
import { observeServerNow, serverNow } from '../../../src/console/lib/clock';
import { formatInstant } from '../../../src/console/lib/format';
import { queryClient } from './console';
import { advance, type Call, openPage, type Page, type Reply, settle, use } from './page';

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
const { useAround }: { useAround(): Query } = require('../../../src/console/lib/actions');
type NameOf = (id: string) => string;
const names: {
  useOperatorNames(): NameOf;
  useNames(): NameOf;
  useNamesOfThings(): (thing: { readonly kind: 'action' | 'operator'; readonly id: string }) => string;
  endpointName(endpoint: { description: string; url: string }): string;
} = require('../../../src/console/lib/names');
const { focusManager }: { focusManager: { setFocused(focused?: boolean): void } } = require('@tanstack/react-query');

let page: Page;
let answers: Page['service']['answers'];
let asked: string[];

beforeEach(() => {
  page = openPage();
  ({ answers, asked } = page.service);
});

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
  answers['GET /api/operators'] = () => [200, { operators: [{ id: 'op_a' }, { id: 'op_b' }], cursor: null }];
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
    'GET /api/operators?limit=1000',
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
    answers['GET /api/operators'] = paged('operators', [
      { id: 'op_a', name: 'Anna' },
      { id: 'op_b', name: 'Bob' },
    ]);
    answers['GET /api/keys'] = paged('keys', [{ id: 'key_1', name: 'Worker' }], [{ id: 'key_2', name: 'CI' }]);
    const [billing, unnamed] = ['Billing', ' '].map((description) => ({ description, url: 'https://b.example/x' }));
    answers['GET /api/webhooks'] = paged('endpoints', [{ id: 'whe_1', ...billing }], [{ id: 'whe_2', ...unnamed }]);
    answers['GET /api/actions'] = paged('actions', [{ id: 'pay', title: 'Pay out' }], [{ id: 'go', title: 'Deploy' }]);
  });

  test('the names of operators are read in one call, kept for ten minutes, and an unknown id stays an id', async () => {
    const first = await use(queryClient, names.useOperatorNames);
    const second = await use(queryClient, names.useOperatorNames);
    expect(['op_a', 'op_b', 'op_x'].map(first.now())).toEqual(['Anna', 'Bob', 'op_x']);
    expect(second.now()('op_b')).toBe('Bob');
    await advance(599_000);
    await use(queryClient, names.useOperatorNames);
    expect(asked).toEqual(['GET /api/operators?limit=1000']);
    await advance(1000);
    await use(queryClient, names.useOperatorNames);
    expect(asked).toHaveLength(2);
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
    expect(asked.filter((call) => !call.endsWith('session'))).toHaveLength(5);
  });

  test('the names of keys and endpoints are not requested for operators', async () => {
    queryClient.setQueryData(SESSION, ANNA);
    const nameOf = await use(queryClient, names.useNames);
    expect(['op_b', 'key_1', 'whe_1'].map(nameOf.now())).toEqual(['Bob', 'key_1', 'whe_1']);
    expect(asked.join()).not.toMatch(/keys|webhooks/);
  });

  test('an action is shown by its title', async () => {
    queryClient.setQueryData(SESSION, ANNA);
    const nameOf = await use(queryClient, names.useNamesOfThings);
    await use(queryClient, names.useNamesOfThings);
    const action = (id: string) => nameOf.now()({ kind: 'action', id });
    expect(['pay', 'go', 'op_a', 'other'].map(action)).toEqual(['Pay out', 'Deploy', 'op_a', 'other']);
    // An action with the id of an operator lends nobody its title.
    const operator = (id: string) => nameOf.now()({ kind: 'operator', id });
    expect(['op_a', 'pay'].map(operator)).toEqual(['Anna', 'pay']);
    expect(asked.filter((call) => call.includes('actions'))).toHaveLength(2);
  });

  test.each<[string, string[]]>([
    ['operators', ['?limit=1000']],
    ...['keys', 'webhooks', 'actions'].map((list): [string, string[]] => [list, ['?limit=100', '?limit=100&cursor=1']]),
  ])('names are read again when something of %s was changed', async (list, calls) => {
    queryClient.setQueryData(SESSION, ADMIN);
    answers['GET /api/session'] = () => [200, ADMIN];
    await use(queryClient, names.useNamesOfThings);
    asked.length = 0;
    await settle(() => queryClient.invalidateQueries({ queryKey: [list] }));
    expect(asked).toEqual(calls.map((query) => `GET /api/${list}${query}`));
  });

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

describe('the audit log', () => {
  const AT = Date.parse('2026-11-20T12:00:00Z');

  it('each topic of the filter has a name and the kinds that it begins with', () => {
    expect(Object.fromEntries(TOPICS)).toEqual({
      'request.': 'Requests',
      'key.turned': 'Keys turned',
      'code.': 'Codes',
      'intent.': 'Execution',
      'action.': 'Actions',
      'operator.': 'Operators',
      'passkey.': 'Passkeys',
      'signing_key.': 'Signing keys',
      'key.': 'API keys',
      'endpoint.': 'Webhooks',
      'delivery.': 'Deliveries',
      'chat.': 'Chat',
    });
  });

  it('the facts of an entry are short texts: instants as on this device, and nothing empty', () => {
    expect(
      factsOf({
        decided_at: AT,
        by: AT,
        since: AT,
        until: AT,
        signed_by: 'op_a',
        sat: 5,
        at_once: 6,
        tries_left: 4,
        note: 'x',
        ok: true,
        seats: ['a', 'b'],
        more: { a: 1 },
        none: null,
        empty: '',
      }),
    ).toEqual([
      ['decided at', formatInstant(AT)],
      ['by', formatInstant(AT)],
      ['since', formatInstant(AT)],
      ['until', formatInstant(AT)],
      ['signed by', 'op_a'],
      ['sat', '5'],
      ['at once', '6'],
      ['tries left', '4'],
      ['note', 'x'],
      ['ok', 'true'],
      ['seats', 'a, b'],
      ['more', '{"a":1}'],
    ]);
  });
});
