/** A policy in the words of the console, and what an edit of it changes. */
import { changesOf, policyLines } from '../../../src/console/lib/policy-text';
import { aDisplay } from '../../support/displays';

type Policy = Parameters<typeof policyLines>[0];
const nameOf = (id: string) => ({ op_a: 'Anna', op_b: 'Bob' })[id] ?? id;
const PLAIN: Policy = {
  title: 'Deploy',
  roster: ['op_a', 'op_b'],
  quorum: { default: 2, min: 1, max: 3, selectable: true },
};
const words = (patch: Partial<Policy> = {}) =>
  Object.fromEntries(policyLines({ ...PLAIN, ...patch } as Policy, nameOf).map(({ label, text }) => [label, text]));

// Only what is given: a policy is told with the defaults of the service.
const LABELS = {
  Title: 'Deploy',
  'Operators who are asked': 'Anna, Bob',
  'Keys needed': '2 keys; a program may ask for 1 to 3',
  'How keys are turned': 'At any time',
  'Time for all keys': 'no limit',
  'What a key takes': 'The code',
  'Requester may turn a key': 'Yes, if they are asked',
  'Required params': 'none',
  Rules: 'none',
  'Ends after': '60 minutes',
  'Limit of open requests': 'no limit',
  Integration: 'none: the program that requested it acts on the answer',
};

it('a policy has a line for each field, with defaults for what is missing', () => {
  expect(words()).toMatchObject(LABELS);
});

it('a policy shows what differs from the default', () => {
  expect(
    words({
      roster: [],
      quorum: { default: 1, min: 1, max: 1, selectable: false },
      mode: 'coincident',
      coincidence_seconds: 90,
      turn: 'code_and_passkey',
      deny_self_approval: true,
      required_params: ['amount', 'ticket'],
      ttl_seconds: 7200,
      max_open: 5,
      integration: 'bank',
    }),
  ).toMatchObject({
    'Operators who are asked': 'nobody',
    'Keys needed': '1 key, and no other number by a rule',
    'How keys are turned': 'Together',
    'Time for all keys': '90 seconds from the first',
    'What a key takes': 'The code and a signature by the operator’s passkey',
    'Requester may turn a key': 'No',
    'Required params': 'amount, ticket',
    'Ends after': '120 minutes',
    'Limit of open requests': '5',
    Integration: 'bank',
  });
  expect(words({ mode: 'coincident' })['Time for all keys']).toBe('60 seconds from the first');
});

it.each([
  ['eq', 'a', '"x" = "a": 1 key'],
  ['ne', 'a', '"x" ≠ "a": 1 key'],
  ['in', ['a', 'b'], '"x" is one of "a", "b": 1 key'],
  ['prefix', 'a', '"x" begins with "a": 1 key'],
  ['gt', '1', '"x" > "1": 1 key'],
  ['gte', '1', '"x" ≥ "1": 1 key'],
  ['lt', '1', '"x" < "1": 1 key'],
  ['lte', '1', '"x" ≤ "1": 1 key'],
  ['present', undefined, '"x" is present: 1 key'],
] as const)('a policy shows a rule with %s', (op, value, text) => {
  const when = [{ param: 'x', op, ...(value === undefined ? {} : { value }) }];
  expect(words({ param_rules: [{ when, quorum: 1 }] as Policy['param_rules'] })['Rule 1']).toBe(text);
});

it('each rule of a policy has its own line, with names and values in quotation marks', () => {
  const param_rules = [
    {
      when: [
        { param: 'x', op: 'present' },
        { param: 'y', op: 'eq', value: '1' },
      ],
      quorum: 3,
    },
    { when: [{ param: 'z', op: 'present' }], quorum: 1 },
  ] as Policy['param_rules'];
  expect(words({ param_rules })).toMatchObject({
    'Rule 1': '"x" is present and "y" = "1": 3 keys',
    'Rule 2': '"z" is present: 1 key',
  });
  const [added] = changesOf(PLAIN, { ...PLAIN, param_rules } as Policy, nameOf);
  expect(added).toEqual({ label: 'Rule 1', before: 'none', after: '"x" is present and "y" = "1": 3 keys' });
});

it('an edit shows the lines that differ, before and after', () => {
  expect(changesOf(PLAIN, { ...PLAIN, title: 'Ship', mode: 'independent' } as Policy, nameOf)).toEqual([
    { label: 'Title', before: 'Deploy', after: 'Ship' },
  ]);
});

it('an edit shows operators with the same name also by their ids', () => {
  const of = (...roster: string[]) => ({ ...PLAIN, roster }) as Policy;
  const [change] = changesOf(of('op_a', 'op_x'), of('op_y', 'op_x'), (id) => (id === 'op_x' ? 'Xenia' : 'Anna'));
  expect(change).toMatchObject({ before: 'Anna (op_a), Xenia', after: 'Anna (op_y), Xenia' });
});

it.each<[string, Partial<Policy>, Partial<Policy>, string]>([
  ['required params', { required_params: ['a', 'b'] }, { required_params: ['a, b'] }, '"a, b"'],
  [
    'values of a rule',
    { param_rules: [{ when: [{ param: 'x', op: 'in', value: ['a', 'b'] }], quorum: 1 }] },
    { param_rules: [{ when: [{ param: 'x', op: 'in', value: ['a, b'] }], quorum: 1 }] },
    '"x" is one of "a, b": 1 key',
  ],
])('an edit shows that two %s became one', (_, before, after, text) => {
  const changes = changesOf({ ...PLAIN, ...before } as Policy, { ...PLAIN, ...after } as Policy, nameOf);
  expect(changes.map((change) => change.after)).toEqual([text]);
});

it('an edit of half a minute is shown: the text hides nothing that is saved', () => {
  const lasting = (ttl_seconds: number) => ({ ...PLAIN, ttl_seconds }) as Policy;
  expect(changesOf(lasting(5400), lasting(5430), nameOf)).toEqual([
    { label: 'Ends after', before: '90 minutes', after: '90.5 minutes' },
  ]);
});

it('each part of a display has its own line, so that an edit shows what differs', () => {
  const before = { ...PLAIN, display: aDisplay() } as Policy;
  const { params } = aDisplay();
  const after = { ...PLAIN, display: aDisplay({ params: [params[0]!, { ...params[1]!, label: 'To' }] }) } as Policy;
  expect(changesOf(before, after, nameOf)).toEqual([
    { label: 'Display of "to"', before: '"Account", code', after: '"To", code' },
  ]);
  expect(words({ display: before.display })).toMatchObject({
    Display: '"Pay {amount} to {to}"',
    'Display of "amount"': '"Amount", money, currency EUR, unit minor',
  });
});
