/** The expressions of DynamoDB, as the tables in memory judge them. */
import { holds, updated } from '../../src/local/memory/expressions';

const VALUES = { ':one': 1, ':two': 2, ':text': 'b', ':ab': 'ab', ':list': ['x'], ':none': [], ':zero': 0 };
const NAMES = { '#a': 'a', '#state': 'state' };
const given = { names: NAMES, values: VALUES };

describe('a condition', () => {
  const ITEM = { pk: 'p', a: 1, b: 2, t: 'abc', z: 0, n: null };
  test.each<[string, boolean]>([
    ['a = :one', true],
    ['a = :two', false],
    ['a <> :one', false],
    ['a <> :two', true],
    ['a < :one', false],
    ['a < :two', true],
    ['a <= :one', true],
    ['b <= :one', false],
    ['a > :one', false],
    ['b > :one', true],
    ['b >= :two', true],
    ['a >= :two', false],
    [':one < b', true],
    ['a = b', false],
    ['t > :ab', true],
    // A missing attribute compares with nothing, and differs from everything.
    ['missing = :one', false],
    ['missing < :one', false],
    ['missing >= :one', false],
    [':one > missing', false],
    ['missing <> :one', true],
    ['missing = missing', false],
    // Neither does one of another type.
    ['t > :one', false],
    ['a < :text', false],
    ['a <> :text', true],
    ['attribute_exists(a)', true],
    ['attribute_exists(z)', true],
    ['attribute_exists(n)', true],
    ['attribute_exists(missing)', false],
    ['attribute_not_exists(a)', false],
    ['attribute_not_exists(missing)', true],
    ['attribute_exists(#a)', true],
    ['#a = :one', true],
    ['begins_with(t, :ab)', true],
    ['begins_with(t, :text)', false],
    ['contains(t, :text)', true],
    ['contains(t, :one)', false],
    ['a BETWEEN :one AND :two', true],
    ['b BETWEEN :one AND :two', true],
    ['z BETWEEN :one AND :two', false],
    ['b BETWEEN :zero AND :one', false],
    ['missing BETWEEN :zero AND :two', false],
    ['a = :one AND b = :two', true],
    ['a = :one AND b = :one', false],
    ['a = :two OR b = :two', true],
    ['a = :two OR b = :one', false],
    ['a = :two OR a = :two OR a = :one', true],
    ['a = :one AND a = :one AND a = :two', false],
    // AND before OR.
    ['a = :one OR a = :one AND b = :one', true],
    ['(a = :one OR a = :one) AND b = :one', false],
    ['b = :one AND (a = :two OR a = :one)', false],
    ['a BETWEEN :one AND :two AND b = :two', true],
    ['a=:one AND(b=:two)', true],
    ['if_not_exists(missing, :one) = :one', true],
    ['if_not_exists(b, :one) = :one', false],
  ])('a condition is evaluated as DynamoDB does, %s: %s', (expression, expected) => {
    expect(holds(expression, ITEM, given)).toBe(expected);
    // Once more, because each text is read only once.
    expect(holds(expression, ITEM, given)).toBe(expected);
  });

  test('a condition is evaluated again with each value', () => {
    expect(holds('a = :v', { a: 1 }, { values: { ':v': 1 } })).toBe(true);
    expect(holds('a = :v', { a: 1 }, { values: { ':v': 2 } })).toBe(false);
    expect(holds('attribute_not_exists(pk)', {}, {})).toBe(true);
  });

  test.each([
    'a =',
    'a',
    '= :one',
    'a = :one b',
    'a = :one)',
    '(a = :one',
    'size(a) > :one',
    'NOT a = :one',
    'a ! :one',
    'a.b = :one',
    'a IN (:one)',
    'attribute_exists a',
    'attribute_exists(:one)',
    'begins_with(t)',
    'begins_with(t, :ab',
    'a BETWEEN :one :two',
    'a BETWEEN :one OR :two',
    'a , :one',
    '',
  ])('a condition that the service does not use is refused: %j', (expression) => {
    expect(() => holds(expression, ITEM, given)).toThrow(`an expression not known here: ${expression}`);
  });

  test('a condition needs each name and each value', () => {
    for (const names of [{}, undefined])
      expect(() => holds('#a = :one', ITEM, { names, values: VALUES })).toThrow(
        'an expression not known here: #a = :one',
      );
    for (const values of [{}, undefined])
      expect(() => holds('a = :one', ITEM, { values })).toThrow('an expression not known here: a = :one');
  });
});

describe('an update', () => {
  test.each<[string, object]>([
    ['SET a = :two', { pk: 'p', a: 2, l: ['y'] }],
    ['SET b = :two, c = :text', { pk: 'p', a: 1, l: ['y'], b: 2, c: 'b' }],
    ['SET a = a + :two', { pk: 'p', a: 3, l: ['y'] }],
    ['SET #a = :one + a', { pk: 'p', a: 2, l: ['y'] }],
    ['SET a = if_not_exists(a, :two)', { pk: 'p', a: 1, l: ['y'] }],
    ['SET b = if_not_exists(b, :zero) + :two', { pk: 'p', a: 1, l: ['y'], b: 2 }],
    ['SET l = list_append(l, :list)', { pk: 'p', a: 1, l: ['y', 'x'] }],
    ['SET l = list_append(:list, l)', { pk: 'p', a: 1, l: ['x', 'y'] }],
    ['SET m = list_append(if_not_exists(m, :none), :list)', { pk: 'p', a: 1, l: ['y'], m: ['x'] }],
    ['REMOVE a', { pk: 'p', l: ['y'] }],
    ['REMOVE a, l', { pk: 'p' }],
    ['REMOVE missing', { pk: 'p', a: 1, l: ['y'] }],
    ['SET b = a REMOVE a', { pk: 'p', l: ['y'], b: 1 }],
    ['REMOVE a SET b = a', { pk: 'p', l: ['y'], b: 1 }],
    // Everything is read from the item as it was.
    ['SET a = :two, b = a', { pk: 'p', a: 2, l: ['y'], b: 1 }],
  ])('%s', (expression, expected) => {
    const item = { pk: 'p', a: 1, l: ['y'] };
    expect(updated(expression, item, given)).toEqual(expected);
    expect(updated(expression, item, given)).toEqual(expected);
    expect(item).toEqual({ pk: 'p', a: 1, l: ['y'] });
  });

  test.each(['ADD a :one', 'SET a', 'SET a :one', 'SET :one = a', 'REMOVE', 'SET a = :one,', 'SET a = a - :one', 'a'])(
    'an update that the service does not use is refused: %j',
    (expression) => {
      expect(() => updated(expression, {}, given)).toThrow(`an expression not known here: ${expression}`);
    },
  );
});
