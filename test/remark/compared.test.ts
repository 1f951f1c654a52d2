/** With what a request is compared, and what is said about it, at both sides of each boundary (docs/design.md#remarks). */

import type { Display, Format } from '../../src/protocol/display/display';
import type { RequestId } from '../../src/protocol/identifiers';
import type { ParamRule, Policy, RuleOp } from '../../src/service/policy/rules/policy';
import { COMPARED, compared, type Earlier, precedentOf } from '../../src/service/remark/rules/compared';
import type { Remark } from '../../src/service/remark/rules/remark';
import type { Params, Request } from '../../src/service/request/rules/request';
import {
  abortedBy,
  aRequest,
  at,
  op,
  type RequestOptions,
  refusedBy,
  type Step,
  seconds,
  settledBy,
  turnedBy,
} from '../support/builders';

const APPROVED = [turnedBy('op_alpha'), turnedBy('op_bravo')];
const DENIED = [refusedBy('op_bravo')];
const ABORTED = [abortedBy('op_bravo')];
const EXPIRED = [settledBy('13:00')];

let made = 0;
/** An earlier request, by default approved and of another operation than every other one. */
function past(options: RequestOptions = {}, steps: readonly Step[] = APPROVED, fields: object = {}): Request {
  made += 1;
  const own = { id: `req_${made}`, operationHash: `sha256:${made}`, createdAtMs: at('12:00') - seconds(1) };
  return { ...aRequest(options, ...steps), ...own, ...fields } as Request;
}
const paid = (...amounts: string[]): Request[] => amounts.map((amount) => past({ params: { amount } }));
const times = (count: number, value = '10'): string[] => Array.from({ length: count }, () => value);

type Facts = Partial<Pick<Policy, 'display' | 'paramRules'>> & { firstUsedIn?: string; limit?: Earlier['limit'] };

function compare(request: Request, before: readonly Request[], facts: Facts = {}) {
  const { firstUsedIn = null, limit = null, ...policy } = facts;
  const version = { display: null, paramRules: [], ...policy };
  return compared(request, { requests: before, limit }, version, firstUsedIn as RequestId | null);
}
/** What is said besides with how many it was compared. */
const said = (request: Request, before: readonly Request[], facts: Facts = {}): Remark[] =>
  compare(request, before, facts).remarks.filter(({ kind }) => kind !== 'compared');
const kinds = (...given: Parameters<typeof said>): string[] => said(...given).map(({ kind }) => kind);
const standing = (...given: Parameters<typeof compare>) =>
  compare(...given).remarks.find(({ kind }) => kind === 'compared');

const asking = (params: Params, options: RequestOptions = {}): Request => aRequest({ ...options, params });
const amountOf = (amount: string): Request => asking({ amount });

describe('only approved requests make anything ordinary', () => {
  const SEVEN = ['90', '95', '100', '100', '105', '110', '106'];

  it.each<[string, readonly Step[], string[]]>([
    ['open', [], ['far_above']],
    ['denied', DENIED, ['far_above']],
    ['aborted', ABORTED, ['far_above']],
    ['expired', EXPIRED, ['far_above']],
    ['approved', APPROVED, []],
  ])(
    'after seven approvals of about 100, an earlier 48,000 that was %s leaves the next one: %j',
    (_, steps, expected) => {
      const before = [past({ params: { amount: '48000' } }, steps), ...paid(...SEVEN)];
      expect(kinds(amountOf('48000'), before)).toEqual(expected);
    },
  );

  it.each<[string, readonly Step[], string[]]>([
    ['open', [], ['new_requester', 'new_value', 'new_param']],
    ['denied', DENIED, ['new_requester', 'new_value', 'new_param']],
    ['aborted', ABORTED, ['new_requester', 'new_value', 'new_param']],
    ['expired', EXPIRED, ['new_requester', 'new_value', 'new_param']],
    ['approved', APPROVED, []],
  ])('a requester, an account and a param of an earlier request that was %s are new: %j', (_, steps, expected) => {
    const options = { requester: 'op_delta', params: { to: 'DE99', gift: 'yes' } };
    const known = Array.from({ length: 7 }, () => past({ params: { to: 'DE89' } }));
    expect(kinds(asking(options.params, options), [past(options, steps), ...known])).toEqual(expected);
  });
});

describe('an amount', () => {
  it.each<[string, number, string, object[]]>([
    ['nine times, after one', 1, '99.99', []],
    ['ten times, after one', 1, '100', [{ kind: 'far_above', times: 10 }]],
    ['twice, after four', 4, '20', []],
    ['twice, after five', 5, '20', [{ kind: 'above', times: 2 }]],
    ['just below twice, after five', 5, '19.999', [{ kind: 'above', times: 1 }]],
    ['just above, after five', 5, '10.01', [{ kind: 'above', times: 1 }]],
    ['the same, after five', 5, '10', []],
    ['the same in another spelling, after five', 5, '10.00', []],
    ['below, after five', 5, '9.99', []],
    ['a negative number, after five', 5, '-11', []],
    ['just below ten times, after five', 5, '99.9', [{ kind: 'above', times: 9 }]],
    ['ten times, after five', 5, '100', [{ kind: 'far_above', times: 10 }]],
  ])('%s approved of 10, is said or not', (_, count, amount, expected) => {
    expect(said(amountOf(amount), paid(...times(count)))).toMatchObject(expected);
    expect(said(amountOf(amount), paid(...times(count)))).toHaveLength(expected.length);
  });

  it('is compared with the highest approved one wherever it is, which is named', () => {
    const before = paid('1', '2', '30', '4', '5');
    const [remark] = said(amountOf('300'), before);
    expect(remark).toMatchObject({ kind: 'far_above', about: { param: 'amount' }, times: 10 });
    expect(remark).toMatchObject({ known: { value: '30', request: before[2] } });
    expect(said(amountOf('30'), before)).toEqual([]);
  });

  it.each([
    ['0', '0.01', ['far_above']],
    ['-5', '300', ['far_above']],
    ['-5', '0', []],
    ['0', '0', []],
    ['0', '-1', []],
  ])(
    'after one approved of %s, an amount of %s says %j: everything above zero is far above',
    (before, amount, expected) => {
      expect(kinds(amountOf(amount), paid(before))).toEqual(expected);
    },
  );

  it('is compared exactly, however many digits it has', () => {
    const highest = `${'9'.repeat(40)}.${'9'.repeat(40)}`;
    const before = paid(...times(5, highest));
    expect(kinds(amountOf(highest), before)).toEqual([]);
    expect(kinds(amountOf(`${highest}1`), before)).toEqual(['above']);
    expect(kinds(amountOf('9'), paid(...times(5, '10')))).toEqual([]);
  });

  it('is compared with the newest fifty approved ones, and with no older one', () => {
    const older = (place: number) => [...paid(...times(place - 1)), ...paid('1000'), ...paid('1')];
    expect(COMPARED).toBe(50);
    expect(kinds(amountOf('900'), older(50))).toEqual([]);
    expect(kinds(amountOf('900'), older(51))).toEqual(['far_above']);
    expect(standing(amountOf('900'), older(50))).toMatchObject({ approved: 50 });
  });

  it('is compared with fifty approved ones, however many others are between them', () => {
    const others = Array.from({ length: 150 }, () => past({ params: { amount: '900' } }, DENIED));
    expect(kinds(amountOf('900'), [...others, ...paid(...times(5))])).toEqual(['far_above']);
  });
});

describe('a value that is compared by size and is no plain decimal', () => {
  const ODD = ['1e6', '1,000,000', '1000000 ', '１００００００', '1000000.00 EUR', '+5', '.5', ''];

  it.each(ODD)('%j is no number, with none approved, with four, and with fifty of the same', (amount) => {
    for (const before of [[], paid(...times(4)), paid(...times(50)), paid(...times(50, amount))])
      expect(said(amountOf(amount), before)).toEqual([{ kind: 'no_number', about: { param: 'amount' }, bySize: true }]);
  });

  it.each(ODD)(
    '%j is no number where a rule or a display compares the param by size, and nothing where none does',
    (value) => {
      const rule = { when: [{ param: 'size', op: 'gt', value: '5' }], quorum: 2 } as ParamRule;
      expect(kinds(asking({ size: value }), [], { paramRules: [rule] })).toEqual(['no_number']);
      expect(kinds(asking({ size: value }), [])).toEqual([]);
    },
  );
});

describe('with no approved request', () => {
  it.each([
    ['999.99', []],
    ['1000', ['large_number']],
    ['1000.00', ['large_number']],
    ['-999.99', []],
    ['-1000', ['large_number']],
    ['1'.repeat(400), ['large_number']],
    ['1e6', ['no_number']],
    ['1000 EUR', ['no_number']],
    ['2026.11.3', ['no_number']],
  ])('an amount of %s says %j', (amount, expected) => {
    expect(kinds(amountOf(amount), [])).toEqual(expected);
    expect(kinds(amountOf(amount), [past({}, DENIED)])).toEqual(expected);
  });

  it('no other value is a warning, so a request about order 8812 is calm', () => {
    expect(kinds(asking({ order: '8812', to: 'Bob', charge: 'ch_2291', amount: '25.00' }), [])).toEqual([]);
  });

  it('an amount that no approved request had is large, too', () => {
    const before = [past(), past(), past()];
    expect(said(amountOf('1000'), before)).toMatchObject([{ kind: 'large_number', known: { value: '1000' } }]);
    expect(kinds(amountOf('999'), before)).toEqual([]);
  });

  it.each([
    [null, 0, []],
    [1, 0, ['more_keys']],
    [0, 0, ['more_keys']],
    [1, 1, []],
  ])('a request under rule %s with %i approved before says %j', (rule, approved, expected) => {
    const { policy, ...request } = asking({});
    const asked = { ...request, policy: { ...policy, rule } } as Request;
    expect(
      kinds(
        asked,
        Array.from({ length: approved }, () => past({ params: {} })),
      ),
    ).toEqual(expected);
  });

  it('a large number under a rule is one warning and not two', () => {
    const { policy, ...request } = amountOf('48000');
    expect(kinds({ ...request, policy: { ...policy, rule: 0 } } as Request, [])).toEqual(['large_number']);
  });

  it.each<[string, Partial<Request>[], Earlier['limit'], boolean]>([
    ['nothing', [], null, true],
    ['one before it', [{ createdAtMs: at('11:59') }], null, false],
    ['one of the same millisecond', [{ createdAtMs: at('12:00') }], null, false],
    ['one after it', [{ createdAtMs: at('12:00') + 1 }], null, true],
    ['nothing within the limit of loaded requests', [], 'loaded', false],
    ['nothing within the limit of entries', [], 'entries', false],
  ])('with %s it is called the first one only if there was none before', (_, before, limit, isFirst) => {
    const others = before.map((fields) => past({}, [], fields));
    expect(standing(asking({}), others, { limit })).toEqual({
      kind: 'compared',
      approved: 0,
      isFirst,
      limit,
      isCalm: false,
    });
  });
});

describe('what is compared by size', () => {
  /** Twice as high as five approved ones: said only of what is compared by size. */
  const isSize = (param: string, facts: Facts) =>
    kinds(
      asking({ [param]: '20' }),
      times(5).map((value) => past({ params: { [param]: value } })),
      facts,
    ).includes('above');
  const displayOf = (format: Format, param = 'size'): Display => ({
    ...{ v: 1, renderer: 1, title: 'x', hosts: [] },
    params: [{ param, label: 'Size', format }],
  });

  it.each<[Format, boolean]>([
    [{ type: 'money', currency: { code: 'EUR' }, unit: 'minor' }, true],
    [{ type: 'number' }, true],
    [{ type: 'bytes' }, true],
    [{ type: 'duration', unit: 'seconds' }, true],
    [{ type: 'date' }, false],
    [{ type: 'time', from: 'epoch_ms', zone: 'UTC' }, false],
    [{ type: 'operator' }, false],
    [{ type: 'link', url: 'https://example.org/{}' }, false],
    [{ type: 'code' }, false],
    [{ type: 'text' }, false],
  ])('a value that the display formats as %j is compared by size: %s', (format, expected) => {
    expect(isSize('size', { display: displayOf(format) })).toBe(expected);
    expect(isSize('other', { display: displayOf(format) })).toBe(false);
  });

  it.each<[RuleOp, boolean]>([
    ['gt', true],
    ['gte', true],
    ['lt', true],
    ['lte', true],
    ['eq', false],
    ['ne', false],
    ['in', false],
    ['prefix', false],
    ['present', false],
  ])('a param that a rule compares with %s is compared by size: %s', (ruleOp, expected) => {
    const rule: ParamRule = {
      when: [
        { param: 'x', op: 'eq', value: '1' },
        { param: 'size', op: ruleOp, value: '5' },
      ],
      quorum: 1,
    };
    const other: ParamRule = { when: [{ param: 'other', op: 'gt', value: '5' }], quorum: 1 };
    expect(isSize('size', { paramRules: [other, rule] })).toBe(expected);
    expect(isSize('size', { paramRules: [rule], display: displayOf({ type: 'text' }) })).toBe(expected);
  });

  it('without a display a param named amount is, and with one only if the display says so', () => {
    expect(isSize('amount', {})).toBe(true);
    expect(isSize('Amount', {})).toBe(false);
    expect(isSize('amount', { display: displayOf({ type: 'number' }, 'size') })).toBe(false);
    expect(isSize('amount', { display: displayOf({ type: 'text' }, 'amount') })).toBe(false);
  });
});

describe('every other value is compared as text', () => {
  const sent = (param: string, ...values: string[]) => values.map((value) => past({ params: { [param]: value } }));

  it('an account number of digits is new, and not too high', () => {
    expect(kinds(asking({ account: '99999999' }), sent('account', ...times(5, '12345678')))).toEqual(['new_value']);
    expect(kinds(asking({ account: '12345678' }), sent('account', ...times(5, '12345678')))).toEqual([]);
  });

  it.each([
    [1, '99.9', []],
    [1, '100', ['far_above']],
    [5, '99', ['new_value']],
    [5, '100', ['far_above', 'new_value']],
  ])(
    'a number gets a remark of its own from ten times the highest approved on: %i approved of 10, %s',
    (count, value, expected) => {
      expect(kinds(asking({ batch: value }), sent('batch', ...times(count)))).toEqual(expected);
    },
  );

  it('a new value is said if half of the approved values repeat, and not if fewer do', () => {
    expect(kinds(asking({ to: 'x' }), sent('to', 'a', 'a', 'b', 'b', 'c', 'c'))).toEqual(['new_value']);
    expect(kinds(asking({ to: 'x' }), sent('to', 'a', 'a', 'b', 'b', 'c', 'd'))).toEqual([]);
    expect(kinds(asking({ order: '8812' }), sent('order', '8801', '8802', '8803', '8804', '8805'))).toEqual([]);
  });

  it.each([
    [4, []],
    [5, ['new_value']],
  ])('a new value is said from five approved values on: %i', (count, expected) => {
    const without = [past({ params: {} }), past({ params: {} })];
    expect(kinds(asking({ to: 'x' }), [...sent('to', ...times(count, 'a')), ...without])).toEqual(expected);
  });

  it.each([
    [4, []],
    [5, ['new_param']],
  ])('a param that no approved request had is said from five on: %i', (count, expected) => {
    const before = Array.from({ length: count }, () => past({ params: { to: 'a' } }));
    expect(said(asking({ to: 'a', gift: 'yes' }), before)).toEqual(
      expected.map((kind) => ({ kind, about: { param: 'gift' }, of: count })),
    );
  });

  it.each(['constructor', 'toString', '__proto__'])('a param named %s is as new as any other', (name) => {
    const params = JSON.parse(`{"${name}":"yes"}`) as Params;
    expect(
      kinds(
        asking(params),
        Array.from({ length: 5 }, () => past({ params: {} })),
      ),
    ).toEqual(['new_param']);
    expect(
      kinds(
        asking(params),
        Array.from({ length: 5 }, () => past({ params })),
      ),
    ).toEqual([]);
  });
});

describe('a value that is no number, where most approved ones are', () => {
  it.each(['48000 EUR', '4.8e4', 'n/a', '1,000', '+5', ' 5', '.5', '５'])('%j is said', (amount) => {
    expect(kinds(amountOf(amount), paid(...times(5)))).toEqual(['no_number']);
  });

  it.each([
    [3, 2, ['no_number']],
    [3, 3, ['new_value']],
    [2, 3, ['new_value']],
  ])('%i numbers and %i texts: %j', (numbers, texts, expected) => {
    const before = [...times(numbers), ...times(texts, 'all')].map((nr) => past({ params: { nr } }));
    expect(kinds(asking({ nr: 'n/a' }), before)).toEqual(expected);
  });

  it('is said from five approved ones on, and not of a text that was approved before', () => {
    const of = (...all: string[]) => all.map((nr) => past({ params: { nr } }));
    expect(kinds(asking({ nr: 'n/a' }), of(...times(4)))).toEqual([]);
    expect(kinds(asking({ nr: 'n/a' }), of(...times(5), 'n/a'))).toEqual([]);
  });

  it('is said of params that are compared as text, too', () => {
    const before = times(5).map((batch) => past({ params: { batch } }));
    expect(kinds(asking({ batch: 'all' }), before)).toEqual(['no_number']);
  });

  it('does not hide the numbers among it: they are compared with', () => {
    expect(kinds(amountOf('100'), paid('n/a', 'n/a', 'n/a', '10', 'n/a'))).toEqual(['far_above']);
  });
});

describe('a requester', () => {
  it.each([
    [4, []],
    [5, ['new_requester']],
  ])('who requested none of %i approved ones says %j', (count, expected) => {
    const before = Array.from({ length: count }, () => past());
    expect(said(aRequest({ requester: 'op_delta' }), before)).toEqual(
      expected.map((kind) => ({ kind, about: { operator: op('op_delta') }, of: count })),
    );
    expect(kinds(aRequest(), before)).toEqual([]);
    expect(kinds(aRequest({ requester: 'op_delta' }), [...before, past({ requester: 'op_delta' })])).toEqual([]);
  });
});

describe('the same operation before', () => {
  const { operationHash } = aRequest();

  it.each<[string, readonly Step[], object[]]>([
    ['denied', DENIED, [{ kind: 'rejected_before', how: 'denied' }]],
    ['aborted', ABORTED, [{ kind: 'rejected_before', how: 'aborted' }]],
    ['approved', APPROVED, []],
    ['expired', EXPIRED, []],
    ['open', [], []],
  ])('is said if it was %s, with or without approved ones', (_, steps, expected) => {
    for (const approved of [0, 3, 6]) {
      const others = Array.from({ length: approved }, () => past());
      expect(said(aRequest(), [...others, past({}, steps, { operationHash })])).toEqual(expected);
    }
    expect(kinds(aRequest(), [past({}, steps)])).toEqual([]);
  });

  const stoppedAt = (time: number, more: object = {}) =>
    past({}, APPROVED, { operationHash, stopped: { atMs: time, by: op('op_alpha'), calling: false }, ...more });

  it('is said if it was approved and then stopped, which makes nothing ordinary', () => {
    const [stopped, high] = [stoppedAt(at('12:05')), aRequest({ params: { amount: '48000' } })];
    expect(said(aRequest(), [stopped])).toEqual([{ kind: 'rejected_before', how: 'stopped' }]);
    expect(standing(aRequest(), [stopped])).toMatchObject({ approved: 0 });
    const before = { params: high.params, operationHash: high.operationHash };
    expect(kinds(high, [...paid(...times(5)), stoppedAt(at('12:05'), before)])).toEqual(
      expect.arrayContaining(['far_above', 'rejected_before']),
    );
  });

  it('counts as approved for what was decided before the stop', () => {
    const asked = aRequest({}, turnedBy('op_alpha'), turnedBy('op_bravo', '12:05'));
    expect(kinds(asked, [stoppedAt(at('12:05'))])).toEqual(['rejected_before']);
    expect(standing(asked, [stoppedAt(at('12:05') + 1)])).toMatchObject({ approved: 1 });
  });

  it('is not said if its program or the system aborted it', () => {
    expect(kinds(aRequest(), [past({}, ABORTED, { operationHash, decidedBy: [] })])).toEqual([]);
  });

  it('is looked for among all that were loaded, and the newest counts', () => {
    const loaded = Array.from({ length: 199 }, () => past());
    const [denied, aborted] = [DENIED, ABORTED].map((steps) => past({}, steps, { operationHash }));
    expect(said(aRequest(), [...loaded, aborted!, denied!])).toEqual([{ kind: 'rejected_before', how: 'aborted' }]);
  });
});

describe('the request itself and what came after its verdict', () => {
  it('a request is not compared with itself', () => {
    const own = aRequest({ params: { amount: '48000' } }, ...APPROVED);
    expect(
      kinds(own, [own, ...paid(...times(5)).map((each) => ({ ...each, verdictAtMs: at('12:00') }) as Request)]),
    ).toEqual(['far_above']);
  });

  it('a decided request is compared with what was decided until its verdict', () => {
    const asked = aRequest({ params: { amount: '20' } }, turnedBy('op_alpha'), turnedBy('op_bravo', '12:05'));
    const decidedAt = (verdictAtMs: number) => paid(...times(5)).map((each) => ({ ...each, verdictAtMs }) as Request);
    expect(standing(asked, decidedAt(at('12:05')))).toMatchObject({ approved: 5 });
    expect(standing(asked, decidedAt(at('12:05') + 1))).toMatchObject({ approved: 0 });
    const { operationHash } = asked;
    const refused = (time: number) => [past({}, DENIED, { operationHash, verdictAtMs: time })];
    expect(kinds(asked, refused(at('12:05')))).toEqual(['rejected_before']);
    expect(kinds(asked, refused(at('12:05') + 1))).toEqual([]);
  });

  it('an open request is compared with everything until now, later requests included', () => {
    const later = { createdAtMs: at('12:30'), verdictAtMs: at('12:45') };
    expect(standing(amountOf('10'), [past({ params: { amount: '10' } }, APPROVED, later)])).toMatchObject({
      approved: 1,
    });
  });

  it.each<[readonly Step[], string | null]>([
    [[], null],
    [APPROVED, 'approved'],
    [DENIED, 'denied'],
    [ABORTED, 'aborted'],
    [EXPIRED, null],
  ])('what people had said of an earlier request %#: %s', (steps, expected) => {
    expect(precedentOf(past({}, steps), Number.MAX_SAFE_INTEGER)).toBe(expected);
    expect(precedentOf(past({}, steps), at('11:00'))).toBeNull();
  });
});

describe('with how many it was compared', () => {
  it('nothing stands out only after five approved ones and without a remark', () => {
    const calm = (count: number, amount: string) => standing(amountOf(amount), paid(...times(count)));
    expect(calm(4, '10')).toMatchObject({ approved: 4, isCalm: false });
    expect(calm(5, '10')).toMatchObject({ approved: 5, isCalm: true, limit: null });
    expect(calm(5, '11')).toMatchObject({ approved: 5, isCalm: false });
  });

  it('a sealed call that was used before is said', () => {
    expect(said(aRequest(), [], { firstUsedIn: 'req_first' })).toEqual([
      { kind: 'call_used_before', first: 'req_first' },
    ]);
  });

  it('the approved ones are answered newest first', () => {
    const before = [past({}, DENIED), past({ params: { n: '1' } }), past({ params: { n: '2' } })];
    expect(compare(aRequest(), before).approved.map(({ params }) => params.n)).toEqual(['1', '2']);
  });
});
