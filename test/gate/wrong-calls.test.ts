/** Calls about which a rule cannot decide, and rules that do not fit their upstream: none of them lets a gated tool pass. */
import { explain, type JsonObject, misfitOf, type Refusal } from '../../src/gate/core';
import { judge } from '../../src/gate/core/judge';
import { declared } from '../../src/gate/core/rules';
import { AGENT, aConfig } from './world';

const tool = (name: string, properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  inputSchema: { type: 'object', properties, ...more },
});
const text = { type: 'string' };
const PAY = tool('pay', {
  ...{ to: text, amount: { type: 'number' }, urgent: { type: 'boolean' }, note: {} },
  account: { type: 'object', properties: { country: text } },
});
const LISTED = [PAY, tool('edit_file', { path: text }), tool('balance', {})];
const ALL = { '*': 'a rule for every tool', pay: 'a rule for the tool' } as const;

const pass = (rule: object = {}) => ({ upstream: 'bank', tool: '*', do: 'pass', ...rule });
const refuse = (rule: object = {}) => ({ upstream: 'bank', tool: 'pay', do: 'refuse', ...rule });
const gated = (rule: object = {}) => ({
  ...{ upstream: 'bank', tool: 'pay', action: 'pay', params: { to: '{to}', amount: '{amount}' } },
  ...rule,
});

function judged(rules: readonly object[], args: JsonObject, name = 'pay', listed: readonly JsonObject[] = LISTED) {
  const definition = listed.find((each) => each.name === name)!;
  const call = { caller: AGENT, upstream: 'bank', tool: name, definition, listed, arguments: args };
  const upstreams = { bank: { url: 'https://bank.example' }, shop: { url: 'https://shop.example' } };
  return judge(aConfig({ rules, upstreams }), call);
}
const refusal = (...given: Parameters<typeof judged>): Refusal | string => {
  const answer = judged(...given);
  return answer.kind === 'refused' ? answer.refusal : answer.kind;
};

/** Each condition, what decides it, and the type that the agent is told. */
const CONDITIONS: readonly (readonly [object, holds: readonly unknown[], fails: readonly unknown[], string])[] = [
  [{ above: 100 }, [101, 100.5], [100, -1], 'a number'],
  [{ at_least: 100 }, [100, 1e9], [99], 'a number'],
  [{ below: 100 }, [99, -1], [100, 101], 'a number'],
  [{ at_most: 100 }, [100, 0], [100.5], 'a number'],
  [{ equals: 5 }, [5], [6], 'a number'],
  [{ equals: 'a' }, ['a'], ['b', ''], 'a string'],
  [{ equals: true }, [true], [false], 'true or false'],
  [{ equals: null }, [null], [], 'null'],
  [{ one_of: ['a', 'b'] }, ['b'], ['c'], 'a string'],
  [{ one_of: ['a', 5, null] }, ['a', 5, null], ['b', 6], 'a string or a number or null'],
  [{ one_of: [false] }, [false], [true], 'true or false'],
];
const VALUES: readonly unknown[] = ['1000000', 1_000_000, true, null, [1_000_000], ['a'], {}, { a: 1 }, undefined];
const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const withNote = (value: unknown): JsonObject => (value === undefined ? {} : ({ note: value } as JsonObject));

describe.each(CONDITIONS)('a condition %j', (condition, holds, fails, expected) => {
  const when = { note: condition };
  const types = new Set([...holds, ...fails].map(typeOf));
  const undecided = VALUES.filter((value) => !types.has(typeOf(value)));
  const message = { kind: 'undecided', argument: 'note' };

  it(`${JSON.stringify(condition)} decides about a value of the type that it compares`, () => {
    for (const note of holds)
      expect([note, refusal([refuse({ when }), pass()], withNote(note))]).toEqual([note, { kind: 'no_rule' }]);
    for (const note of fails)
      expect([note, refusal([refuse({ when }), pass()], withNote(note))]).toEqual([note, 'pass']);
    for (const note of holds) expect(refusal([pass({ when }), refuse()], withNote(note))).toBe('pass');
    for (const note of fails) expect(refusal([pass({ when }), refuse()], withNote(note))).toEqual({ kind: 'no_rule' });
  });

  it.each(undecided.map((value) => [JSON.stringify(value) ?? 'nothing', value] as const))(
    `${JSON.stringify(condition)} cannot decide about %s, so no rule with it lets the call pass or selects an action`,
    (_, value) => {
      for (const name of ['*', 'pay'] as const) {
        for (const rule of [refuse({ when, tool: name }), gated({ when, tool: name, params: {} })]) {
          const answer = refusal([rule, pass()], withNote(value));
          expect([ALL[name], answer]).toEqual([ALL[name], expect.objectContaining(message)]);
          expect(explain({ kind: 'refused', refusal: answer as Refusal })).toContain(`\`note\` as ${expected}.`);
        }
        expect(refusal([pass({ when, tool: name }), gated({ params: { note: '{note}' } })], withNote(value))).toBe(
          'gated',
        );
      }
    },
  );
});

describe('a rule with several conditions', () => {
  const when = { amount: { above: 100, below: 1000 }, to: { equals: 'a' } };

  it('does not hold if one of them does not hold, whatever cannot be decided beside it', () => {
    for (const args of [{ amount: 50 }, { amount: 5000, to: [] }, { amount: 'x', to: 'b' }, { to: 'b' }])
      expect([args, refusal([refuse({ when }), pass()], args as JsonObject)]).toEqual([args, 'pass']);
  });

  it('refuses the call if one of them cannot be decided and the others hold', () => {
    expect(refusal([gated({ when }), pass()], { amount: 500 })).toMatchObject({ kind: 'undecided', argument: 'to' });
    expect(refusal([gated({ when }), pass()], { amount: '500', to: 'a' })).toMatchObject({ argument: 'amount' });
    expect(refusal([gated({ when }), pass()], { amount: 500, to: 'a' })).toBe('gated');
  });

  it('never gives a call that it cannot decide about to the next action', () => {
    const cheap = gated({ action: 'cheap' });
    expect(refusal([gated({ when: { amount: { above: 100 } } }), cheap], { to: 'a', amount: '1000000' })).toMatchObject(
      {
        kind: 'undecided',
      },
    );
  });
});

describe('a rule for every tool', () => {
  const rules = [refuse({ tool: '*', when: { amount: { above: 100 } } }), pass()];

  it('says nothing about a tool that does not declare the argument', () => {
    expect(refusal(rules, {}, 'balance')).toBe('pass');
    expect(refusal(rules, { path: '/etc' }, 'edit_file')).toBe('pass');
    expect(refusal(rules, {}, 'pay')).toMatchObject({ kind: 'undecided' });
  });

  it('decides about an argument of a tool that takes any, and about one whose schema cannot be read', () => {
    const open = [PAY, tool('open', {}, { additionalProperties: true }), { name: 'unread' }];
    expect(refusal(rules, {}, 'open', open)).toBe('pass');
    expect(refusal(rules, { amount: 101 }, 'open', open)).toEqual({ kind: 'no_rule' });
    expect(refusal(rules, { amount: '101' }, 'open', open)).toMatchObject({ kind: 'undecided' });
    expect(refusal(rules, {}, 'unread', open)).toMatchObject({ kind: 'undecided' });
  });
});

describe('a rule that does not fit its upstream', () => {
  it.each<readonly [string, object, string, Refusal['kind'] | 'pass' | 'gated']>([
    ['a misspelled tool', gated({ tool: 'edit_fil' }), 'edit_file', 'broken_rule'],
    ['a misspelled tool that is refused', refuse({ tool: 'edit_fil' }), 'balance', 'broken_rule'],
    ['a misspelled argument in a condition', refuse({ when: { amout: { above: 9 } } }), 'pay', 'undecided'],
    [
      'a misspelled argument in a condition of another tool',
      refuse({ when: { amout: { above: 9 } } }),
      'balance',
      'pass',
    ],
    ['a misspelled member of an argument', refuse({ when: { 'account.land': { equals: 'DE' } } }), 'pay', 'undecided'],
    ['an argument that no tool has', refuse({ tool: '*', when: { amout: { above: 9 } } }), 'balance', 'broken_rule'],
    ['an argument that only one tool has', refuse({ tool: '*', when: { amount: { above: 9 } } }), 'balance', 'pass'],
    ['a misspelled param', gated({ when: { amount: { above: 9 } }, params: { to: '{too}' } }), 'pay', 'broken_rule'],
    [
      'a misspelled document',
      gated({ when: { amount: { above: 9 } }, params: {}, evidence: { to: 'too' } }),
      'pay',
      'broken_rule',
    ],
    ['a misspelled tool that only passes', pass({ tool: 'edit_fil' }), 'edit_file', 'pass'],
    ['a misspelled tool of another upstream', gated({ upstream: 'shop', tool: 'edit_fil' }), 'edit_file', 'pass'],
    ['every tool and no argument', gated({ tool: '*', when: { amount: { above: 9 } }, params: {} }), 'balance', 'pass'],
  ])('after one with %s, no later rule lets such a call pass', (_, rule, name, expected) => {
    const answer = refusal([rule, pass()], name === 'pay' ? { amount: 1 } : {}, name);
    expect(typeof answer === 'string' ? answer : answer.kind).toBe(expected);
  });

  it('withholds also a rule that names the tool, and none before it', () => {
    expect(refusal([pass({ tool: 'balance' }), gated({ tool: 'edit_fil' })], {}, 'balance')).toBe('pass');
    expect(refusal([gated({ tool: 'edit_fil' }), pass({ tool: 'balance' })], {}, 'balance')).toEqual({
      kind: 'broken_rule',
    });
    expect(refusal([gated({ tool: 'edit_fil' }), gated()], { amount: 1 })).toBe('gated');
  });

  it('fits again as soon as the upstream lists the tool', () => {
    const rules = [gated({ tool: 'edit_fil', params: {} }), pass()];
    expect(refusal(rules, {}, 'edit_file', [...LISTED, tool('edit_fil', {})])).toBe('pass');
  });

  it('is told to the model in words that name no rule', () => {
    expect(explain({ kind: 'refused', refusal: { kind: 'broken_rule' } })).toBe(
      'The tool did not run. A rule of this gate does not fit the tools that it is about. An admin can see why.',
    );
  });
});

describe('the schema of a tool', () => {
  const DEFS = {
    Person: { properties: { name: text, boss: { $ref: '#/$defs/Person' } } },
    'a/b~c': { properties: { odd: text } },
  };
  const BRANCHES = JSON.parse('{"then":{"properties":{"b":{}}},"else":{"properties":{"c":{}}}}') as JsonObject;
  const SCHEMA: JsonObject = {
    $defs: DEFS,
    properties: {
      ...{ plain: text, person: { $ref: '#/$defs/Person' }, self: { $ref: '#' } },
      ...{
        odd: { $ref: '#/$defs/a~1b~0c' },
        remote: { $ref: 'https://example.com/schema' },
        lost: { $ref: '#/$defs/None' },
      },
      ...{
        open: { additionalProperties: true },
        typed: { additionalProperties: text },
        patterned: { patternProperties: { x: {} } },
      },
      ...{
        closed: { properties: {}, additionalProperties: false },
        list: { type: 'array', items: { properties: { x: text } } },
      },
      either: {
        anyOf: [{ properties: { a: text } }, { oneOf: [{ properties: { b: text } }, { additionalProperties: true }] }],
      },
      all: {
        allOf: [{ properties: { a: text } }, BRANCHES],
      },
    },
  };
  const cases: readonly (readonly [string, ReturnType<typeof declared>])[] = [
    ...(
      ['plain', 'person.name', 'person.boss.boss.name', 'self.self.plain', 'odd.odd', 'either.a', 'either.b'] as const
    ).map((path) => [path, 'listed'] as const),
    ...(['all.a', 'all.b', 'all.c', 'remote', 'closed'] as const).map((path) => [path, 'listed'] as const),
    ...(['open.x', 'open.x.y', 'typed.x', 'patterned.x', 'either.c'] as const).map((path) => [path, 'open'] as const),
    ...(['remote.x', 'lost.x'] as const).map((path) => [path, 'unknown'] as const),
    ...(
      ['plai', 'Plain', 'plain.x', 'person.nam', 'closed.x', 'list.x', 'all.d', '', 'toString', '__proto__'] as const
    ).map((path) => [path, 'no'] as const),
  ];
  it.each(cases)('says of the argument "%s": %s', (path, expected) => {
    expect(declared({ name: 'x', inputSchema: SCHEMA }, path)).toBe(expected);
  });

  it('is compared with the rules at its own cost, however often it contains itself', () => {
    const parts = Array.from({ length: 300 }, (_, index) => ({ $ref: `#/$defs/p${(index * 7) % 300}` }));
    const $defs = Object.fromEntries(parts.map((_, index) => [`p${index}`, { anyOf: parts }]));
    expect(declared({ name: 'x', inputSchema: { anyOf: parts, $defs } }, 'a.b.c')).toBe('no');
  });
});

it('a rule for one tool is compared with that tool, and one for every tool with all of them', () => {
  const { rules } = aConfig({
    rules: [gated({ params: { to: '{path}' } }), refuse({ tool: '*', when: { path: { equals: '/' } } })],
  });
  expect(rules.map((rule) => misfitOf(rule, LISTED))).toEqual([{ argument: 'path' }, null]);
  expect(rules.map((rule) => misfitOf(rule, [tool('balance', {})]))).toEqual([{ tool: 'pay' }, { argument: 'path' }]);
  expect(rules.map((rule) => misfitOf(rule, []))).toEqual([{ tool: 'pay' }, null]);
});
