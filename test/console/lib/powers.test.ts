/** Who can make an action happen, on the pages that show it, drawn without a browser. */
import { listOf, openConsole, queryClient } from './console';
import { draw, textOf } from './drawn';
import { actionOf, NOW, operatorOf, overviewOf } from './given';
import { advance, type Page, type Reply, settle } from './page';

const { NewlyAlone, WhoCan } = require('../../../src/console/ui/powers');
const actions: unknown = require('../../../src/console/pages/admin/actions').default;
const overview: unknown = require('../../../src/console/pages/overview').default;

const ways = (...people: readonly (readonly string[])[]) =>
  people.map((each) => ({ people: each, steps: `${each.join(' and ')} turn keys.` }));
const caseOf = (more: object = {}) => {
  return { rule: null, alone: [], newly_alone: [], pair_count: 0, pairs: [], missing: [], ...more };
};
const PAIRS = ways(['op_a', 'op_b'], ['op_a', 'op_d']);
const powersOf = (cases: readonly object[]) => ({
  ...{
    server_now: NOW,
    keys_of_anybody: [{ name: 'shop', actions: null }],
    not_counted: ['Administrators of the AWS account'],
  },
  actions: [{ action: 'pay.out', title: 'Pay out', cases }],
});

describe('who can make an action happen', () => {
  let page: Page;
  const begin = (cases: readonly object[]) => {
    const opened = openConsole();
    const { answers } = opened;
    ({ page } = opened);
    const operators = ['op_a', 'op_b', 'op_d'].map((id) => operatorOf(id));
    answers['GET /api/operators'] = () => listOf('operators', operators);
    answers['GET /api/actions'] = () => listOf('actions', [actionOf({ id: 'pay.out' })], { platform_actions: [] });
    answers['GET /api/powers'] = () => [200, powersOf(cases)];
  };

  test('the page of an action says that nobody can do it alone, which pairs can, how, and who must not be away', async () => {
    begin([caseOf({ pair_count: 2, pairs: PAIRS, missing: [['op_a'], ['op_b', 'op_d']] })]);
    const text = (await draw(queryClient, WhoCan, { action: 'pay.out' })).text();
    expect(text).toContain('Nobody alone. 2 pairs: Anna and Bob, Anna and');
    expect(text).toContain('If Anna is away, nobody can approve it.');
    expect(text).toContain('op_a and op_b turn keys.');
    expect(text).toContain('API keys without a named holder: shop');
    expect(text).toContain('Not counted: Administrators of the AWS account');
  });

  test('the page of an action says in one sentence that any two of several people must not be away', async () => {
    const pairs = [
      ['op_a', 'op_b'],
      ['op_a', 'op_d'],
      ['op_b', 'op_d'],
    ];
    begin([caseOf({ missing: pairs })]);
    const text = (await draw(queryClient, WhoCan, { action: 'pay.out' })).text();
    expect(text).toContain('If any 2 of Anna, Bob, Dora are away, nobody can approve it.');
    queryClient.clear();
    begin([caseOf({ missing: pairs.slice(1) })]);
    const some = (await draw(queryClient, WhoCan, { action: 'pay.out' })).text();
    expect(some).toContain('If Anna and Dora are away, nobody can approve it.If Bob and Dora are away');
  });

  test('the page of an action says if it names the first twenty of more', async () => {
    const missing = (count: number) => Array.from({ length: count }, (_, n) => [`op_${n}`]);
    begin([caseOf({ missing: missing(19), pair_count: 2, pairs: PAIRS })]);
    const all = (await draw(queryClient, WhoCan, { action: 'pay.out' })).text();
    expect(all).not.toMatch(/first 20|more pairs/);
    queryClient.clear();
    begin([caseOf({ missing: missing(20), pair_count: 5, pairs: PAIRS })]);
    const cut = (await draw(queryClient, WhoCan, { action: 'pay.out' })).text();
    expect(cut).toContain('Only the first 20 of these are named.');
    expect(cut).toContain('And 3 more pairs.');
  });

  test('the list of actions shows the case in which the fewest people are enough', async () => {
    begin([caseOf({ pair_count: 2, pairs: PAIRS })]);
    expect((await draw(queryClient, actions)).text()).toContain('2 pairs');
    queryClient.clear();
    begin([caseOf({ alone: ways(['op_a']), pair_count: 1, pairs: ways(['op_b', 'op_d']) })]);
    expect((await draw(queryClient, actions)).text()).toContain('Anna alone, or 1 pair');
    queryClient.clear();
    begin([caseOf({ pair_count: 2, pairs: PAIRS }), caseOf({ rule: 0, alone: ways(['op_a'], ['op_b']) })]);
    expect((await draw(queryClient, actions)).text()).toContain('Each of 2 people alone');
  });

  describe('the matrix of the overview', () => {
    const action = (id: string, alone: readonly string[], pair_count = 0) => ({
      action: id,
      title: `Title ${id}`,
      cases: [caseOf({ rule: 0 }), caseOf({ alone: ways(...alone.map((person) => [person])), pair_count })],
    });
    const matrix = async (...actions: readonly object[]) => {
      begin([]);
      page.service.answers['GET /api/overview'] = () => [200, overviewOf()];
      page.service.answers['GET /api/powers'] = () => [200, { ...powersOf([]), actions }];
      return draw(queryClient, overview);
    };
    const cells = (shown: Awaited<ReturnType<typeof matrix>>) =>
      shown.all('.matrix tbody tr').map((row) => [...row.querySelectorAll('th, td')].map(textOf));
    const heads = (shown: Awaited<ReturnType<typeof matrix>>) => shown.all('.matrix thead th').map(textOf);

    test('the matrix has the weakest actions first, a dot for each person who alone can, and the number of pairs', async () => {
      const shown = await matrix(
        action('none', [], 2),
        action('all', ['op_a', 'op_b', 'op_d']),
        action('more', [], 3),
        action('one', ['op_b'], 1),
      );
      expect(heads(shown)).toEqual(['Action', 'Bob', 'Anna', 'Dora', 'Pairs']);
      expect(cells(shown)).toEqual([
        ['Title all', 'alone', 'alone', 'alone', '–'],
        ['Title one', 'alone', '', '', '1'],
        ['Title more', '', '', '', '3'],
        ['Title none', '', '', '', '2'],
      ]);
      expect(shown.text()).toContain('Who alone can make it happen4 actions · 2 with one person');
      expect(shown.links()).toContain('/actions/all');
    });

    test('the matrix has ten actions and six people at most, and says of how many', async () => {
      const people = Array.from({ length: 8 }, (_, n) => `op_${n}`);
      const actions = Array.from({ length: 12 }, (_, n) => action(`a${n}`, people.slice(0, n % 9)));
      const shown = await matrix(...actions);
      expect(cells(shown).map(([title]) => title)).toEqual([8, 7, 6, 5, 4, 3, 2, 11, 1, 10].map((n) => `Title a${n}`));
      expect(shown.text()).toContain('The 10 weakest of 12 actions · 10 with one person · 6 of 8 people');
      expect(heads(shown)).toEqual(['Action', ...people.slice(0, 6), 'More', 'Pairs']);
      expect(cells(shown)[0]).toEqual(['Title a8', ...Array(6).fill('alone'), '+ 2', '–']);
      expect(cells(shown)[2]!.at(-2)).toBe('');
    });

    test('with ten actions and six people nothing is cut, and nothing says so', async () => {
      const people = Array.from({ length: 6 }, (_, n) => `op_${n}`);
      const text = (await matrix(...Array.from({ length: 10 }, (_, n) => action(`a${n}`, people)))).text();
      expect(text).toContain('happen10 actions · 10 with one personAction');
      expect(text).not.toContain('More');
    });

    test('the matrix is requested after the overview, and the page does not wait for it', async () => {
      begin([]);
      const { answers, asked } = page.service;
      let answerOverview: (reply: Reply) => void = () => undefined;
      answers['GET /api/overview'] = () => new Promise((resolve) => (answerOverview = resolve));
      answers['GET /api/powers'] = () => new Promise(() => undefined);
      const shown = await draw(queryClient, overview);
      expect(asked.join()).not.toContain('/api/powers');
      await settle(() => answerOverview([200, overviewOf({ open: { count: 3, read: 3 } })]));
      await advance(0);
      expect(asked.filter((call) => call.includes('/api/powers'))).toHaveLength(1);
      expect([shown.all('.arriving').length, shown.text().includes('Open now 3')]).toEqual([0, true]);
    });
  });

  test('the review of a change warns if one person alone would be enough after it, but not if that person is enough already', async () => {
    begin([caseOf({ alone: ways(['op_a'], ['op_b']), newly_alone: ['op_b'] })]);
    const text = (await draw(queryClient, NewlyAlone, { change: 'req_1' })).text();
    expect(text).toContain(
      'After this change, one person is enough: Pay outBob alone can make it happen, and cannot now.',
    );
    expect(text).not.toContain('Anna');
    expect(page.service.asked).toContainEqual(expect.stringContaining('/api/powers?change=req_1'));
  });

  test.each<[string, () => unknown, string]>([
    ['before there is an answer', () => new Promise(() => undefined), 'Not known yet: whether one person is enough'],
    ['without an answer', () => [503, { error: 'Later.', kind: 'unavailable' }], 'Not known: whether one person'],
    ['after too many', () => [429, { error: 'Wait.', kind: 'too_many' }], 'Not known: whether one person is enough'],
  ])(
    '%s, the review of a change warns that it is not known whether one person is enough',
    async (_, answer, expected) => {
      begin([]);
      page.service.answers['GET /api/powers'] = answer as never;
      const drawn = await draw(queryClient, NewlyAlone, { change: 'req_1' });
      expect(drawn.body.querySelector('.notice.warn')?.textContent).toContain(expected);
    },
  );
});
