/** What an operator is told to look at, at the edge of being told. */

import type { RequestWithView } from '../../../src/console/lib/schemas';
import type { Display } from '../../../src/protocol/display/display';
import { render } from '../../../src/protocol/display/render';
import { remarksOf } from '../../../src/protocol/shown/unusual';

type Entry = RequestWithView;
interface Fields {
  readonly requester?: string;
  readonly params?: Record<string, string>;
  readonly outcome?: string | null;
  readonly hash?: string;
  readonly summary?: string;
  readonly action?: string;
  readonly round?: number;
  readonly seats?: readonly object[];
  readonly eligible?: readonly string[];
  readonly rule?: object | null;
  readonly firstUsedIn?: string;
}

function asked(fields: Fields = {}): Entry {
  const { requester = 'op_usual', params = {}, outcome = null, summary = null, action = 'refund' } = fields;
  const request = {
    id: 'req_1',
    action,
    requester,
    params,
    outcome,
    operation_hash: fields.hash ?? JSON.stringify(params),
  };
  const { round = 1, seats = [], eligible = ['op_me'], rule } = fields;
  return {
    request,
    view: {
      ...{ summary, requester_name: `Name of ${requester}`, round, seats, eligible, rule },
      intent_first_used_in: fields.firstUsedIn,
    },
  } as unknown as Entry;
}
const texts = (waits: Entry, past: readonly Entry[] | null = null, me = 'op_me') =>
  remarksOf(waits, me, past).map(({ about, text }) => [about, text].filter(Boolean).join(' '));
const past = (count: number, fields: (n: number) => Fields = () => ({})) =>
  Array.from({ length: count }, (_, n) => asked({ hash: `before ${n}`, ...fields(n) }));

const FIRST = 'This is the first request for this action, so there is nothing to compare it with.';

describe('with a display in minor units', () => {
  const display: Display = {
    ...{ v: 1, renderer: 1, title: 'Refund {amount}', hosts: [] },
    params: [{ param: 'amount', label: 'Refund', format: { type: 'money', currency: { code: 'EUR' }, unit: 'minor' } }],
  };
  const refund = (amount: string): Entry => {
    const entry = asked({ params: { amount }, hash: amount });
    return { ...entry, view: { ...entry.view, shown: render(display, { amount }) } } as Entry;
  };

  test('a first request names the amount and its label as the line of the display does', () => {
    expect(remarksOf(refund('1840000'), 'op_me', [])).toMatchObject([
      { about: 'Refund «amount»', text: `is EUR 18,400.00. ${FIRST}` },
    ]);
  });

  test('an unusual amount is compared with an earlier one as the display shows that one', () => {
    const before = Array.from({ length: 5 }, () => refund('1500'));
    expect(remarksOf(refund('1840000'), 'op_me', before)).toEqual([
      {
        level: 'warn',
        about: 'Refund «amount»',
        text: 'is 1,226 times the highest of the last 5 requests (EUR 15.00).',
        short: '1,226× the usual Refund',
      },
    ]);
    expect(texts(refund('1600'), before)).toEqual([
      'Refund «amount» is higher than the highest of the last 5 requests (EUR 15.00).',
    ]);
  });
});

describe('compared with the requests before', () => {
  test('a change of the configuration is not compared with earlier ones', () => {
    const change = asked({ params: { quorum: '2 → 1', amount: '5000' } });
    const asChange = { ...change, request: { ...change.request, action: 'service.admin' } } as Entry;
    expect(texts(asChange, [])).toEqual([]);
    expect(texts(change, [])).not.toEqual([]);
  });

  test('a first request is called a first request, and nothing else in it is unusual', () => {
    const remarks = remarksOf(asked({ requester: 'op_new', params: { a: '1', to: 'Bob' } }), 'op_me', []);
    expect(remarks).toMatchObject([{ level: 'note', text: FIRST }]);
  });

  test.each([
    ['999.99', 'note'],
    ['1000', 'warn'],
    ['-48000', 'warn'],
    ['2026.11.3', 'note'],
  ])('a first request over %s is a %s: from 1000 on, a number without a precedent is a warning', (amount, level) => {
    expect(remarksOf(asked({ params: { amount } }), 'op_me', [])[0]?.level).toBe(level);
  });

  test.each<[object | null | undefined, string]>([
    [{ quorum: 3 }, 'warn'],
    [null, 'note'],
    [undefined, 'note'],
  ])('a first request under the rule %j is a %s', (rule, level) => {
    const [remark] = remarksOf(asked({ rule }), 'op_me', []);
    expect(remark).toEqual({
      level,
      text: level === 'warn' ? `${FIRST} The policy asks for more keys because of its params.` : FIRST,
      short: 'first request',
    });
  });

  test('a first request over a large number says which number', () => {
    expect(remarksOf(asked({ params: { to: 'Bob', amount: '-1000', rule: 'x' } }), 'op_me', [])).toEqual([
      { level: 'warn', about: 'amount', text: `is -1,000. ${FIRST}`, short: 'first request, large number' },
    ]);
  });

  test.each(['1000 EUR', '1000.', '1000x', '1'.repeat(16), 'a1000'])('%s is not treated as a number', (amount) => {
    expect(remarksOf(asked({ params: { amount } }), 'op_me', [])).toMatchObject([{ level: 'note' }]);
  });

  test('the highest earlier amount counts wherever it comes, and one earlier request makes a requester known', () => {
    const amounts = past(6, (n) => ({
      params: { amount: n === 2 ? '10' : '1' },
      requester: n === 3 ? 'op_new' : 'op_usual',
    }));
    expect(texts(asked({ requester: 'op_new', params: { amount: '20' } }), amounts)).toEqual([
      'amount is 2 times the highest of the last 6 requests (10).',
    ]);
  });

  test('an amount below twice the highest is called higher, and from twice on it says how many times as high', () => {
    const amounts = past(6, () => ({ params: { amount: '10' } }));
    const of = (amount: string) => remarksOf(asked({ params: { amount } }), 'op_me', amounts);
    expect(of('19.9')).toEqual([
      {
        level: 'warn',
        about: 'amount',
        text: 'is higher than the highest of the last 6 requests (10).',
        short: 'highest amount',
      },
    ]);
    expect(of('20')).toMatchObject([
      { text: 'is 2 times the highest of the last 6 requests (10).', short: '2× the usual amount' },
    ]);
  });

  test('if no earlier amount was above zero, a higher one is called higher', () => {
    for (const before of ['0', '-5']) {
      const amounts = past(6, () => ({ params: { amount: before } }));
      expect(texts(asked({ params: { amount: '3' } }), amounts)).toEqual([
        `amount is higher than the highest of the last 6 requests (${before}).`,
      ]);
    }
    const few = past(2, () => ({ params: { amount: '-5' } }));
    expect(texts(asked({ params: { amount: '300' } }), few)).toEqual([]);
  });

  test('a new param, and a new value among a few that repeat, are unusual after five earlier requests', () => {
    const currency = (n: number) => ({ params: { currency: n % 2 === 0 ? 'EUR' : 'USD' } });
    const unusual = asked({ params: { currency: 'XMR', gift: 'yes' } });
    expect(texts(unusual, past(4, currency))).toEqual([]);
    expect(remarksOf(unusual, 'op_me', past(5, currency))).toEqual([
      {
        level: 'warn',
        about: 'currency',
        text: 'has a value that none of the last 5 requests had.',
        short: 'new currency',
      },
      { level: 'warn', about: 'gift', text: 'was in none of the last 5 requests.', short: 'new param' },
    ]);
  });

  test('a new value is unusual if half of the earlier values repeat, and not if fewer do', () => {
    const of = (...values: string[]) => values.map((to) => asked({ hash: to, params: { to } }));
    expect(texts(asked({ params: { to: 'x' } }), of('a', 'a', 'b', 'b', 'c', 'c'))).toHaveLength(1);
    expect(texts(asked({ params: { to: 'x' } }), of('a', 'a', 'b', 'b', 'c', 'd'))).toEqual([]);
  });

  test('after few requests, a number ten times as high is unusual, and nine times as high is not', () => {
    const amounts = past(2, () => ({ params: { amount: '12' } }));
    expect(texts(asked({ params: { amount: '108' } }), amounts)).toEqual([]);
    expect(texts(asked({ params: { amount: '120' } }), amounts)).toEqual([
      'amount is 10 times the highest of the last 2 requests (12).',
    ]);
  });

  test('a refused amount is not compared with: only approved amounts count', () => {
    const approved = past(5, () => ({ params: { amount: '50' }, outcome: 'authorized' }));
    const refused = past(3, () => ({ params: { amount: '9000' }, outcome: 'denied' }));
    expect(texts(asked({ params: { amount: '8000' } }), [...refused, ...approved])).toEqual([
      'amount is 160 times the highest approved before (50).',
    ]);
  });

  test('four earlier requests prove no habit, and five do', () => {
    const unusual = asked({ requester: 'op_new', params: { amount: '9' } });
    const amounts = () => ({ params: { amount: '1' } });
    expect(texts(unusual, past(4, amounts))).toEqual([]);
    expect(texts(unusual, past(5, amounts))).toEqual([
      'amount is 9 times the highest of the last 5 requests (1).',
      'Name of op_new requested none of the last 5 requests for this action.',
    ]);
  });

  test('an amount as high as the highest, or lower, is usual', () => {
    const amounts = past(6, (n) => ({ params: { amount: `${n}.50` } }));
    expect(texts(asked({ params: { amount: '5.5' } }), amounts)).toEqual([]);
    expect(texts(asked({ params: { amount: '-7' } }), amounts)).toEqual([]);
    expect(texts(asked({ params: { amount: '5.51' } }), amounts)).toHaveLength(1);
  });

  test('a number is not compared with text, nor text with a number', () => {
    const mixed = past(6, (n) => ({ params: { amount: n === 0 ? 'all' : `${n}` } }));
    const none = past(6, (n) => ({ params: { amount: `all but ${n}` } }));
    expect(texts(asked({ params: { amount: '900' } }), mixed)).toEqual([]);
    expect(texts(asked({ params: { amount: '900' } }), none)).toEqual([]);
    expect(
      texts(
        asked({ params: { amount: 'all' } }),
        past(6, (n) => ({ params: { amount: `${n}` } })),
      ),
    ).toEqual([]);
  });

  test('amounts are compared as numbers, not as text', () => {
    const amounts = past(6, (n) => ({ params: { amount: String(n + 5) } }));
    expect(texts(asked({ params: { amount: '9' } }), amounts)).toEqual([]);
    expect(texts(asked({ params: { amount: '100' } }), amounts)).toEqual([
      'amount is 10 times the highest of the last 6 requests (10).',
    ]);
  });

  test('a missing param is unusual, and a new value is not if every value is new', () => {
    const orders = past(6, (n) => ({ params: { order: `o_${n}` } }));
    expect(texts(asked({ params: { order: 'o_9', gift: 'yes' } }), orders)).toEqual([
      'gift was in none of the last 6 requests.',
    ]);
  });

  test.each(['constructor', 'toString', '__proto__'])('a param named %s is as new as any other', (name) => {
    const params = JSON.parse(`{"order":"o_1","${name}":"yes"}`) as Record<string, string>;
    const orders = past(6, () => ({ params: { order: 'o_1' } }));
    expect(texts(asked({ params }), orders)).toEqual([`${name} was in none of the last 6 requests.`]);
  });

  test.each([
    ['denied', 'Exactly this was requested before and denied.'],
    ['aborted', 'Exactly this was requested before and aborted.'],
    ['authorized', null],
    ['expired', null],
    [null, null],
  ])('an identical earlier request is reported if it is %s', (outcome, told) => {
    expect(texts(asked({ hash: 'same' }), [asked({ hash: 'same', outcome })])).toEqual(told === null ? [] : [told]);
  });
});

describe('of its people and its ceremony', () => {
  test('a requester who has a seat is reported, also to themselves in a list', () => {
    expect(remarksOf(asked({ eligible: ['op_usual', 'op_me'] }), 'op_me', null)).toEqual([
      {
        level: 'note',
        about: 'Name of op_usual',
        text: 'requested this and holds one of the keys.',
        short: null,
        isOwnKey: true,
      },
    ]);
    expect(remarksOf(asked({ eligible: ['op_usual'] }), 'op_usual', null)).toEqual([
      {
        level: 'note',
        text: 'This was requested in your name. If you did not request it, choose “This was not me”.',
        short: 'in your name',
      },
    ]);
  });

  test('a second round is reported, and a first one is not', () => {
    expect(texts(asked({ round: 1 }))).toEqual([]);
    expect(texts(asked({ round: 2 }))).toEqual([
      'This is round 2: in the round before, the keys were not turned in time.',
    ]);
  });

  test('seats that are locked, removed or got new codes are reported by name', () => {
    const seats = [
      { name: 'A', state: 'locked', issue: 0 },
      { name: 'B', state: 'out', issue: 1 },
      { name: 'C', state: 'waiting', issue: 1 },
      { name: 'D', state: 'waiting', issue: 2 },
      { name: 'E', state: 'waiting', issue: 0 },
    ];
    expect(texts(asked({ seats }))).toEqual([
      'A is locked out of this request after 5 wrong codes.',
      'B was disabled after this was requested.',
      'C was sent a new code by an admin.',
      'D was sent a new code by an admin 2 times.',
    ]);
  });

  test('hidden characters are reported wherever they are: a key, a value, the summary, the action', () => {
    const hidden = 'x\u202ey';
    expect(texts(asked({ params: { [hidden]: '1', b: hidden }, summary: hidden, action: hidden }))).toEqual(
      [hidden, 'b', 'The summary', 'The action'].map(
        (name) => `${name} contains invisible characters. They are written out on this page.`,
      ),
    );
  });

  test('two alphabets in one word are reported once for each text, and briefly in a list', () => {
    const mixed = 'p\u0430y';
    expect(remarksOf(asked({ params: { [mixed]: mixed } }), 'op_me', null)).toEqual([
      {
        level: 'warn',
        about: mixed,
        text: 'mixes letters of two alphabets in one word, so it may not be the word that it looks like.',
        short: 'mixed alphabets',
      },
    ]);
    expect(remarksOf(asked({ summary: 'x\u202ey' }), 'op_me', null)).toMatchObject([{ short: 'invisible characters' }]);
  });

  test('each remark has its words for a list, or none', () => {
    const shorts = (fields: Fields) =>
      remarksOf(asked(fields), 'op_me', null).map(({ level, short }) => [level, short]);
    expect(shorts({ round: 3 })).toEqual([['note', 'round 3']]);
    const seat = (state: string, issue = 0) => shorts({ seats: [{ name: 'A', state, issue }] });
    expect(seat('locked')).toEqual([['warn', 'wrong codes']]);
    expect(seat('out')).toEqual([['note', null]]);
    expect(seat('waiting', 1)).toEqual([['note', null]]);
    const stopped = [asked({ hash: 'same', outcome: 'denied' })];
    expect(remarksOf(asked({ hash: 'same' }), 'op_me', stopped)).toMatchObject([
      { level: 'warn', short: 'denied before' },
    ]);
    expect(remarksOf(asked({ requester: 'op_new' }), 'op_me', past(5))).toMatchObject([
      { level: 'warn', about: 'Name of op_new', short: 'new requester' },
    ]);
  });

  test('a sealed call that was used before links to its first use', () => {
    const then = 'Check that the params describe what it really does.';
    expect(remarksOf(asked({ firstUsedIn: 'req_0' }), 'op_me', null)).toEqual([
      {
        level: 'warn',
        text: 'This sealed call was used before, in',
        link: { request: 'req_0', then },
        short: null,
      },
    ]);
  });

  test('warnings come before notes', () => {
    const levels = remarksOf(asked({ eligible: ['op_usual'], params: { amount: '2000' } }), 'op_me', []).map(
      ({ level }) => level,
    );
    expect(levels).toEqual(['warn', 'note']);
  });
});
