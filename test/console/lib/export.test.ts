/** A list of requests as a file. */
import { toCsv, toNdjson } from '../../../src/console/lib/export';

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
  return { request, view: { summary, shown: null, quorum: 2, decided } } as never;
};
const all = (...requests: never[]) => ({ requests, isAll: true });
const rows = (csv: string) => csv.split('\r\n');

describe('a list as CSV', () => {
  test('a CSV list names its columns and has instants in UTC', () => {
    const decided = { at: Date.UTC(2026, 10, 21), by: ['op_bravo', 'op_charlie'] };
    expect(rows(toCsv(all(entry({ decided, params: { a: '1' } })), 0))).toEqual([
      'row,id,action,requester,state,outcome,run,created_at,decided_at,decided_by,approvers,quorum,summary,operation_hash,params,shown',
      '1 of 1,req_1,refund,op_alpha,denied,denied,none,2026-11-20T23:59:59.007Z,2026-11-21T00:00:00.000Z,op_bravo op_charlie,op_alpha op_bravo,2,,sha256:ab,"{""a"":""1""}",',
      '',
    ]);
  });

  test('a CSV list leaves fields empty that have no value yet', () => {
    expect(rows(toCsv(all(entry()), 0))[1]).toBe(
      '1 of 1,req_1,refund,op_alpha,notified,,none,2026-11-20T23:59:59.007Z,,,op_alpha op_bravo,2,,sha256:ab,{},',
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '\n=1', ' @x', '\r=1'])(
    'a CSV list has %j as text, so that a spreadsheet does not run it',
    (summary) => {
      const cell = /[\r\n]/.test(summary) ? `"'${summary}"` : `'${summary}`;
      expect(toCsv(all(entry({ summary })), 0)).toContain(`,2,${cell},sha256:ab`);
    },
  );

  test.each(['a=b', '1-2', 'x@y.example', '', "it's"])('a CSV list has %j unchanged', (summary) => {
    expect(toCsv(all(entry({ summary })), 0)).toContain(`,2,${summary},`);
  });

  test.each([
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
  ])('a CSV list keeps %j in one cell', (summary, cell) => {
    expect(toCsv(all(entry({ summary })), 0)).toContain(`,2,${cell},sha256:ab`);
  });
});

test('a list as JSON has each request with its summary on a line of its own', () => {
  const text = toNdjson(all(entry({ summary: 'first\nline' }), entry()));
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).summary)).toEqual(['first\nline', null]);
  expect(toNdjson(all())).toBe('');
});
