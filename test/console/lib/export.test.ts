/** The history as a file: every request of a search, page by page, and what the file says of itself. */
import {
  beginIn,
  type Format,
  fileOf,
  isEverything,
  MOST_CALLS,
  mayReadOn,
  type Walk,
} from '../../../src/console/lib/export';
import { openConsole, queryClient } from './console';
import { draw } from './drawn';
import { NOW, requestOf, session } from './given';
import { advance, type Call, type Page, type Reply, settle, takeDownloads } from './page';

const History: unknown = require('../../../src/console/pages/history').default;

// A module that needs the types of a browser, which the types of the service do not have.
const {
  readOn,
}: {
  readOn(
    from: Walk,
    read: (page: object) => Promise<object>,
    tell: (walk: Walk) => void,
    signal: AbortSignal,
  ): Promise<void>;
} = require('../../../src/console/lib/walk');

const pageWith = (requests: object[], cursor: string | null = null, more: object = {}) => ({
  ...{ server_now: NOW, requests, cursor, searched: { count: requests.length, back_to: null }, ...more },
});

/** A walk to the end of these requests. */
async function walked(format: Format, ...requests: object[]): Promise<Walk> {
  let last = beginIn(format);
  const tell = (walk: Walk) => {
    last = walk;
  };
  await readOn(last, async () => pageWith(requests), tell, new AbortController().signal);
  return last;
}

const entry = (fields: { summary?: string | null; params?: Record<string, string>; decided?: object | null } = {}) => {
  const { summary = null, params = {}, decided = null } = fields;
  const request = {
    id: 'req_1',
    action: 'refund',
    requester: 'op_alpha',
    params,
    outcome: decided === null ? null : 'denied',
    operation_hash: 'sha256:ab',
    state: decided === null ? 'notified' : 'denied',
    created_at: Date.UTC(2026, 10, 20, 23, 59, 59, 7),
    approvers: ['op_alpha', 'op_bravo'],
  };
  return { request, view: { summary, shown: null, quorum: 2, decided } };
};

const textIn = async (format: Format, ...requests: object[]) =>
  fileOf(await walked(format, ...requests), false).content.join('');
const csvOf = (...requests: object[]) => textIn('csv', ...requests);
const rowsOf = (csv: string) => csv.split('\r\n');

describe('a file of the history as CSV', () => {
  test('a CSV file begins with the names of its columns, in the words of the API, and has instants in UTC', async () => {
    const decided = { at: Date.UTC(2026, 10, 21), by: ['op_bravo', 'op_charlie'] };
    expect(rowsOf(await csvOf(entry({ decided, params: { a: '1' } })))).toEqual([
      'row,id,action,requester,state,outcome,run,created_at,decided_at,decided_by,approvers,quorum,summary,operation_hash,params,shown',
      '1 of 1,req_1,refund,op_alpha,denied,denied,none,2026-11-20T23:59:59.007Z,2026-11-21T00:00:00.000Z,op_bravo op_charlie,op_alpha op_bravo,2,,sha256:ab,"{""a"":""1""}",',
      '',
    ]);
  });

  test('a CSV file leaves fields empty that have no value yet', async () => {
    expect(rowsOf(await csvOf(entry()))[1]).toBe(
      '1 of 1,req_1,refund,op_alpha,notified,,none,2026-11-20T23:59:59.007Z,,,op_alpha op_bravo,2,,sha256:ab,{},',
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '\n=1', ' @x', '\r=1'])(
    'a CSV file has %j as text, so that a spreadsheet does not run it',
    async (summary) => {
      const cell = /[\r\n]/.test(summary) ? `"'${summary}"` : `'${summary}`;
      expect(await csvOf(entry({ summary }))).toContain(`,2,${cell},sha256:ab`);
    },
  );

  test.each(['a=b', '1-2', 'x@y.example', '', "it's"])('a CSV file has %j unchanged', async (summary) => {
    expect(await csvOf(entry({ summary }))).toContain(`,2,${summary},`);
  });

  test.each([
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
  ])('a CSV file keeps %j in one cell', async (summary, cell) => {
    expect(await csvOf(entry({ summary }))).toContain(`,2,${cell},sha256:ab`);
  });
});

test('a file of the history as NDJSON has each request, as the API has it, with its place and its summary on a line', async () => {
  const text = await textIn('ndjson', entry({ summary: 'first\nline' }), entry());
  expect(text.endsWith('\n')).toBe(true);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    { row: '1 of 2', ...entry().request, summary: 'first\nline' },
    { row: '2 of 2', ...entry().request, summary: null },
  ]);
  expect(await textIn('ndjson')).toBe('');
});

describe('the walk through the history', () => {
  /** Endless pages of one request. Says which were requested. */
  async function endless(most = Number.POSITIVE_INFINITY) {
    const calls: object[] = [];
    let underWay = 0;
    const told: Walk[] = [];
    const read = async (page: object) => {
      underWay += 1;
      expect(underWay).toBe(1);
      calls.push(page);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return pageWith([entry()], calls.length < most ? `c${calls.length}` : null);
    };
    await readOn(beginIn('csv'), read, (walk) => told.push(walk), new AbortController().signal);
    return { calls, last: told.at(-1)!, told };
  }

  test('a walk makes at most 500 calls, one after the other, of a hundred requests each', async () => {
    const { calls, last, told } = await endless();
    expect([MOST_CALLS, calls.length, told.length]).toEqual([500, 500, 500]);
    expect(calls.slice(0, 3)).toEqual([{ limit: 100 }, { limit: 100, cursor: 'c1' }, { limit: 100, cursor: 'c2' }]);
    expect([isEverything(last), mayReadOn(last)]).toEqual([false, false]);
    expect(fileOf(last, false).name).toBe('requests-newest-500.csv');
  });

  test.each([499, 500])('a walk whose page %i is the last one has everything', async (pages) => {
    const { calls, last } = await endless(pages);
    expect([calls.length, isEverything(last)]).toEqual([pages, true]);
    expect(fileOf(last, false).name).toBe('requests-everything.csv');
    expect(fileOf(last, false).content.at(-1)).toMatch(new RegExp(`^${pages} of ${pages},`));
  });

  test('a short or an empty page does not end a walk, because a search has such pages', async () => {
    const pages = [pageWith([], 'c1'), pageWith([entry()], 'c2'), pageWith([], 'c3'), pageWith([entry()])];
    let last = beginIn('csv');
    const tell = (walk: Walk) => {
      last = walk;
    };
    await readOn(last, async () => pages.shift()!, tell, new AbortController().signal);
    expect([last.rows.length, last.calls, isEverything(last)]).toEqual([2, 4, true]);
  });

  test('a file that lacks older requests says so in its name and in each row', async () => {
    let last = beginIn('csv');
    const controller = new AbortController();
    const tell = (walk: Walk) => {
      last = walk;
      controller.abort();
    };
    await readOn(last, async () => pageWith([entry(), entry()], 'c1'), tell, controller.signal);
    const { name, content } = fileOf(last, false);
    expect([name, mayReadOn(last)]).toEqual(['requests-newest-2.csv', true]);
    expect(content.map((row) => row.split(',')[0])).toEqual(['row', '1 of the newest 2', '2 of the newest 2']);
    expect(fileOf(last, true).name).toBe('matching-requests-newest-2.csv');
    expect(JSON.parse(fileOf({ ...last, format: 'ndjson', rows: ['"id":"x"}\n'] }, false).content[1]!)).toEqual({
      row: '1 of the newest 1',
      id: 'x',
    });
  });
});

describe('the dialog of the export', () => {
  let page: Page;
  let answers: Page['service']['answers'];
  let asked: string[];
  const exported = () => asked.filter((call) => /api.requests\?.*limit=100/.test(call));
  const ids = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => requestOf({ request: { id: `req_${from + n}` } }));

  /** `pages` are answered to the export alone. */
  async function open(address: string, pages: (call: Call, n: number) => Reply | Promise<Reply>) {
    const opened = openConsole(session(), address);
    ({ page, answers, asked } = { page: opened.page, answers: opened.answers, asked: opened.asked });
    answers['GET /api/requests'] = (call) =>
      call.path.includes('limit=100') ? pages(call, exported().length) : [200, pageWith(ids(1, 1))];
    const shown = await draw(queryClient, History);
    await shown.press('Export…');
    return shown;
  }

  test('the export has every request of the filter, and its file and button say that it is everything', async () => {
    const shown = await open('/requests?state=denied&text=northwind', (_, n) => [
      200,
      n === 1 ? pageWith(ids(1, 100), 'c1') : pageWith(ids(101, 3)),
    ]);
    const saved = takeDownloads();
    await shown.press('Read the requests');
    expect(exported()).toEqual([
      'GET /api/requests?state=denied&text=northwind&limit=100',
      'GET /api/requests?state=denied&text=northwind&limit=100&cursor=c1',
    ]);
    expect(shown.text()).toContain('103 requests: everything was read.');
    await shown.press('Save everything (103 requests)');
    expect([saved[0]!.name, saved[0]!.blob!.type]).toEqual(['matching-requests-everything.csv', 'text/csv']);
    const rows = rowsOf(await saved[0]!.blob!.text());
    expect([rows.length, rows[0]!.slice(0, 7), rows[103]!.slice(0, 18)]).toEqual([
      105,
      'row,id,',
      '103 of 103,req_103',
    ]);
    expect(shown.has('Read the requests')).toBe(false);
  });

  test('the export of the history without a filter can be lines of JSON', async () => {
    const shown = await open('/requests', () => [200, pageWith(ids(1, 2))]);
    const saved = takeDownloads();
    await shown.fill('Format', 'ndjson');
    await shown.press('Read the requests');
    await shown.press('Save everything (2 requests)');
    expect([saved[0]!.name, saved[0]!.blob!.type]).toEqual(['requests-everything.ndjson', 'application/x-ndjson']);
    expect(JSON.parse((await saved[0]!.blob!.text()).split('\n')[1]!)).toMatchObject({ row: '2 of 2', id: 'req_2' });
  });

  test('an export says how far it is, can be stopped, saved so far, and read on from where it stopped', async () => {
    const waiting: ((reply: Reply) => void)[] = [];
    const shown = await open('/requests', () => new Promise((resolve) => waiting.push(resolve)));
    const saved = takeDownloads();
    await shown.press('Read the requests');
    const back_to = Date.UTC(2026, 10, 3, 12);
    await settle(() => waiting[0]!([200, pageWith(ids(1, 100), 'c1', { searched: { count: 100, back_to } })]));
    expect(shown.text()).toContain('100 requests, read back to 3 Nov 2026.Page 1 of at most 500.');
    expect([shown.has('Stop'), shown.has('Save the newest 100')]).toEqual([true, false]);
    await shown.press('Stop');
    expect(shown.text()).toContain('Older requests are not read yet.');
    // An answer that arrives too late is not counted twice.
    await settle(() => waiting[1]!([200, pageWith(ids(101, 100), 'c2')]));
    await shown.press('Read on');
    expect(exported().slice(1)).toEqual(Array(2).fill('GET /api/requests?limit=100&cursor=c1'));
    await settle(() => waiting[2]!([200, pageWith(ids(101, 1), 'c2', { searched: { count: 1, back_to } })]));
    await shown.press('Stop');
    await shown.press('Save the newest 101');
    expect(saved.map(({ name }) => name)).toEqual(['requests-newest-101.csv']);
    const rows = rowsOf(await saved[0]!.blob!.text()).slice(1, -1);
    expect(rows.map((row) => row.split(',')[1])).toEqual(ids(1, 101).map(({ request }) => request.id));
    expect(rows[100]).toMatch(/^101 of the newest 101,/);
  });

  test('what was read before a call fails can be saved, or read on', async () => {
    const shown = await open('/requests', (_, n) =>
      n === 2 ? [500, { error: 'It broke.' }] : [200, pageWith(ids(n, 1), n === 1 ? 'c1' : null)],
    );
    await shown.press('Read the requests');
    expect(shown.text()).toContain('It broke.');
    expect(shown.has('Save the newest 1')).toBe(true);
    await shown.press('Read on');
    expect(shown.text()).not.toContain('It broke.');
    expect([shown.has('Save everything (2 requests)'), exported().at(-1)]).toEqual([
      true,
      'GET /api/requests?limit=100&cursor=c1',
    ]);
  });

  test('an export that searched too many pages within a minute waits for as long as the service says', async () => {
    const shown = await open('/requests?text=x', (_, n) =>
      n === 2
        ? [429, { error: 'You searched 120,000 requests within a minute.' }, { 'retry-after': '30' }]
        : [200, pageWith(ids(n, 1), n === 1 ? 'c1' : null)],
    );
    await shown.press('Read the requests');
    expect(shown.text()).toContain('The service wants a pause. Goes on at ');
    await advance(29_999);
    expect(exported()).toHaveLength(2);
    await advance(1);
    expect(exported()).toHaveLength(3);
    expect([shown.has('Save everything (2 requests)'), shown.text().includes('wants a pause')]).toEqual([true, false]);
  });

  test('nothing is read after the dialog was left, and a list without requests saves no file', async () => {
    const shown = await open('/requests', () => new Promise(() => undefined));
    await shown.press('Read the requests');
    const call = page.service.calls.at(-1)!;
    await shown.leave();
    expect(call.signal.aborted).toBe(true);
    const empty = await open('/requests?text=x', () => [200, pageWith([])]);
    await empty.press('Read the requests');
    expect(empty.button('Save everything (0 requests)').disabled).toBe(true);
  });
});
