import type { ActionId } from '../../src/protocol/identifiers';
import type { Condition, Policy } from '../../src/service/policy/rules/policy';
import { policyProblems } from '../../src/service/policy/rules/validate';
import { ALPHA, aPolicy, BRAVO, FOUR_OPERATORS, op, operators } from '../support/builders';

const problems = (policy: Partial<Policy>, roster = FOUR_OPERATORS) =>
  policyProblems(aPolicy(policy), roster, new Map([[aPolicy({}).id, 'bank']]));
const many = (count: number) => Array.from({ length: count }, (_, index) => `op_${index}`);
const quorum = (min: number, fallback: number, max: number) => ({ default: fallback, min, max, selectable: true });
const ruled = (...when: Condition[]) => ({ paramRules: [{ when, quorum: 2 }] });

it('a policy that can be saved has no problem', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ integration: 'bank', requiredParams: ['amount'], mode: 'coincident' })).toEqual([]);
  expect(problems(ruled({ param: 'amount', op: 'gte', value: '1000.50' }))).toEqual([]);
});

describe('the roster', () => {
  it('the roster names at least one operator, each once, all of this organization', () => {
    expect(problems({ roster: [] })).toContain('roster: must name at least one operator');
    expect(problems({ roster: [ALPHA, BRAVO, ALPHA] })).toContain('roster: must name each operator only once');
    expect(problems({ roster: [ALPHA, BRAVO, op('op_x')] })).toContain(
      'roster: "op_x" is not an operator of this organization',
    );
  });

  it('the roster has only ids that a shell and OpenSSH can read if turns are signed', () => {
    const strange = operators('op_alpha', "o'hara", '*');
    const roster = strange.map(({ id }) => id);
    expect(problems({ roster }, strange)).toEqual([]);
    expect(problems({ roster, turn: 'code_and_passkey' }, strange)).toEqual([
      expect.stringContaining(`"o'hara" cannot sign turns`),
      expect.stringContaining('"*" cannot sign turns'),
    ]);
  });

  it('the roster has at most 50 operators', () => {
    const policyOf = (count: number) => problems({ roster: many(count).map(op) }, operators(...many(count)));
    expect(policyOf(50)).toEqual([]);
    expect(policyOf(51)).toEqual(['roster: can have at most 50 operators']);
  });
});

describe('the quorum', () => {
  it('the quorum is never 0, which would authorize everything', () => {
    expect(problems({ quorum: quorum(0, 1, 3) })).toEqual([expect.stringMatching(/^quorum.min: must be at least 1/)]);
    expect(problems({ quorum: quorum(0, 0, 0) })).not.toEqual([]);
  });

  it('the quorum is never larger than the roster', () => {
    expect(problems({ quorum: quorum(1, 2, 4) })).toEqual([]);
    expect(problems({ quorum: quorum(1, 2, 5) })).toEqual([
      'quorum.max: can be at most 4, because the roster has 4 operators',
    ]);
    expect(problems({ roster: [ALPHA], quorum: quorum(1, 1, 2) })).toEqual([
      'quorum.max: can be at most 1, because the roster has 1 operator',
    ]);
    expect(problems({ roster: [ALPHA, ALPHA, BRAVO], quorum: quorum(1, 2, 3) })).toContain(
      'quorum.max: can be at most 2, because the roster has 2 operators',
    );
  });

  it('somebody who is no operator adds no key that could be turned, and the problem of the quorum says so', () => {
    const strange = [ALPHA, BRAVO, op('op_zulu')];
    expect(problems({ roster: strange, quorum: quorum(1, 2, 2) })).toEqual([
      'roster: "op_zulu" is not an operator of this organization',
    ]);
    expect(problems({ roster: strange, quorum: quorum(1, 2, 3) })).toEqual([
      'roster: "op_zulu" is not an operator of this organization',
      'quorum.max: can be at most 2, because the roster has 2 operators of this organization',
    ]);
    expect(problems({ roster: [op('op_zulu')], quorum: quorum(1, 1, 1) })).toEqual([
      'roster: "op_zulu" is not an operator of this organization',
    ]);
  });

  it('the default quorum is between its bounds, and the bounds are in order', () => {
    expect(problems({ quorum: quorum(2, 1, 3) })).toEqual([
      'quorum.default: must be between quorum.min (2) and quorum.max (3)',
    ]);
    expect(problems({ quorum: quorum(1, 3, 2) })).toEqual([
      'quorum.default: must be between quorum.min (1) and quorum.max (2)',
    ]);
    expect(problems({ quorum: quorum(3, 2, 2) })).toContain('quorum.min: must be at most quorum.max (2)');
  });

  it('the bounds of the quorum may be equal', () => {
    expect(problems({ quorum: quorum(3, 3, 3) })).toEqual([]);
  });

  it('the quorum is an integer', () => {
    expect(problems({ quorum: quorum(1, 1.5, 3) })).toEqual(['quorum.default: must be a whole number']);
    expect(problems({ quorum: quorum(1, 2, Number.NaN) })).toEqual(['quorum.max: must be a whole number']);
  });
});

describe('the times', () => {
  it.each([
    [3599, false],
    [3600, true],
    [86_400, true],
    [86_401, false],
    [3600.5, false],
  ])('ttl_seconds %d: may be saved is %s', (ttlSeconds, fine) => {
    expect(problems({ ttlSeconds })).toEqual(
      fine ? [] : ['ttl_seconds: must be a whole number between 3600 and 86400'],
    );
  });

  it.each([
    [9, false],
    [10, true],
    [900, true],
    [901, false],
  ])('coincidence_seconds %d: may be saved is %s', (coincidenceSeconds, fine) => {
    expect(problems({ coincidenceSeconds })).toEqual(
      fine ? [] : ['coincidence_seconds: must be a whole number between 10 and 900'],
    );
  });
});

describe('required params', () => {
  it('a required param can be given by a request', () => {
    expect(problems({ requiredParams: ['service.x'] })).toEqual([expect.stringMatching(/"service.x" is reserved/)]);
    expect(problems({ requiredParams: [''] })).toHaveLength(1);
    expect(problems({ requiredParams: ['k'.repeat(64)] })).toEqual([]);
    expect(problems({ requiredParams: ['k'.repeat(65)] })).toHaveLength(1);
    expect(problems({ requiredParams: many(24) })).toEqual([]);
    expect(problems({ requiredParams: many(25) })).toEqual([
      'required_params: can name at most 24 params, because a request cannot have more',
    ]);
    const tooLong = 'required_params: the name of a param must have 1 to 64 characters';
    expect(problems({ requiredParams: ['', 'k'.repeat(65)] })).toEqual([tooLong, tooLong]);
    expect(problems({ requiredParams: ['a', 'a'] })).toEqual(['required_params: must name each param only once']);
  });
});

describe('the name of a param that a policy mentions', () => {
  it.each([
    ['a comma', 'environment, service'],
    ['a semicolon', 'a;b'],
    ['a double quote', 'amount gte "1000": quorum 3'],
    ['a single quote', "a'b"],
    ['a typographic quote', 'a\u201cb'],
    ['a line feed', 'a\nb'],
    ['a character that does not show', 'a\u202eb'],
  ])('the name of a param in a policy has no %s', (_, name) => {
    const problem = 'the name of a param must not have control characters, quotes, "," or ";"';
    expect(problems({ requiredParams: [name] })).toEqual([`required_params: ${problem}`]);
    expect(problems(ruled({ param: name, op: 'present' }))).toEqual([`param_rules[0].when[0].param: ${problem}`]);
  });

  it('the name of a param in a policy may have spaces, dots and letters of any script', () => {
    expect(problems({ requiredParams: ['cost centre', 'a.b-c_d', 'größe', '金額'] })).toEqual([]);
  });
});

describe('param rules', () => {
  it('a param rule may require as many keys as the roster has operators', () => {
    const paramRules = [{ when: [{ param: 'a', op: 'present' as const }], quorum: 4 }];
    expect(problems({ paramRules })).toEqual([]);
  });

  it('a param rule may look for one of several values, for an empty value, and for the start of a value', () => {
    expect(problems(ruled({ param: 'a', op: 'in', value: ['x', 'y'] }))).toEqual([]);
    expect(problems(ruled({ param: 'a', op: 'eq', value: '' }))).toEqual([]);
    expect(problems(ruled({ param: 'a', op: 'prefix', value: 'x' }))).toEqual([]);
  });

  it.each(['gt', 'gte', 'lt', 'lte'] as const)('the condition %s needs a number', (op) => {
    expect(problems(ruled({ param: 'a', op, value: 'ten' }))).toEqual([
      `param_rules[0].when[0].value: "${op}" needs a plain decimal such as "1000" or "0.5"`,
    ]);
    expect(problems(ruled({ param: 'a', op, value: '10' }))).toEqual([]);
  });

  it('a policy has at most 50 param rules', () => {
    const rules = (count: number) =>
      Array.from({ length: count }, () => ({ when: [{ param: 'a', op: 'present' as const }], quorum: 2 }));
    expect(problems({ paramRules: rules(50) })).toEqual([]);
    expect(problems({ paramRules: rules(51) })).toEqual(['param_rules: can have at most 50 rules']);
  });

  it.each([0, -1, 5, 1.5, Number.NaN])('a param rule cannot require %d of four keys', (asked) => {
    const paramRules = [{ when: [{ param: 'a', op: 'present' as const }], quorum: asked }];
    expect(problems({ paramRules })).toEqual([expect.stringMatching(/^param_rules\[0\].quorum: /)]);
  });

  it('a param rule cannot require fewer keys than the action’s minimum', () => {
    const paramRules = [{ when: [{ param: 'a', op: 'present' as const }], quorum: 1 }];
    expect(problems({ paramRules })).toEqual([]);
    expect(problems({ paramRules, quorum: quorum(2, 2, 3) })).toEqual([
      'param_rules[0].quorum: must be at least quorum.min (2)',
    ]);
  });

  it('a param rule has at least one condition', () => {
    expect(problems(ruled())).toEqual(['param_rules[0].when: must have at least one condition']);
  });

  it.each<[Condition]>([
    [{ param: 'a', op: 'gte', value: '1e3' }],
    [{ param: 'a', op: 'lt', value: '' }],
    [{ param: 'a', op: 'gt' }],
    [{ param: 'a', op: 'eq' }],
    [{ param: 'a', op: 'ne', value: ['x'] }],
    [{ param: 'a', op: 'in', value: 'x' }],
    [{ param: 'a', op: 'in', value: [] }],
    [{ param: 'a', op: 'in', value: ['x', 1 as unknown as string] }],
    [{ param: 'a', op: 'prefix', value: '' }],
    [{ param: 'a', op: 'present', value: 'x' }],
  ])('a param rule names the condition that makes no sense: %j', (condition) => {
    expect(problems(ruled({ param: 'b', op: 'present' }, condition))).toEqual([
      expect.stringMatching(/^param_rules\[0\]\.when\[1\]\.value: /),
    ]);
  });

  it('a param rule cannot look at a param that no request can have', () => {
    expect(problems(ruled({ param: 'service.x', op: 'present' }))).toEqual([
      expect.stringMatching(/^param_rules\[0\]\.when\[0\]\.param: "service.x" is reserved/),
    ]);
  });
});

it('a policy has a title, because operators read it', () => {
  expect(problems({ title: ' ' })).toEqual([expect.stringMatching(/^title: /)]);
});

it('a policy has only the integration that the deployment declares for this action', () => {
  const problem = 'integration: this deployment does not declare "%s" as a platform action with "%s"';
  const said = (id: string, integration: string) => [problem.replace('%s', id).replace('%s', integration)];
  const { id } = aPolicy({});
  expect(problems({ integration: 'other' })).toEqual(said(id, 'other'));
  expect(problems({ id: 'mine' as ActionId, integration: 'bank' })).toEqual(said('mine', 'bank'));
});

it('an action has no name that belongs to the service, wherever the prefix is in it', () => {
  expect(problems({ id: 'service.mine' as ActionId })).toEqual([
    'id: names that start with "service." belong to the service; choose another name',
  ]);
  expect(problems({ id: 'my.service.' as ActionId })).toEqual([]);
});

it('a policy limits its open requests to an integer, or not at all', () => {
  for (const maxOpen of [null, 1, 10_000]) expect(problems({ maxOpen })).toEqual([]);
  for (const maxOpen of [0, 1.5, Number.NaN, 10_001]) {
    expect(problems({ maxOpen })).toEqual(['max_open: must be a whole number between 1 and 10000']);
  }
});
