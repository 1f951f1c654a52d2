/** A policy between its form and the service. */
import { displayDraftOf, displayOfDraft, newRow } from '../../../src/console/lib/display-draft';
import {
  draftOf,
  EMPTY_DRAFT,
  linesOf,
  newCondition,
  newRule,
  policyOfDraft,
} from '../../../src/console/lib/policy-draft';
import { type Display, displayProblems, unjudgedDisplay } from '../../../src/protocol/display/display';
import { DISPLAY_TEMPLATES } from '../../../src/protocol/display/templates';
import { aDisplay } from '../../support/displays';

const ACTION = {
  id: 'pay.out',
  version: 3,
  title: 'Pay out',
  roster: ['op_alpha', 'op_bravo', 'op_charlie'],
  quorum: { default: 2, min: 1, max: 3, selectable: true },
  requires: [{ group: 'grp_finance', keys: 1 }],
  mode: 'coincident',
  coincidence_seconds: 90,
  turn: 'code_and_passkey',
  deny_self_approval: false,
  required_params: ['amount', 'to'],
  param_rules: [
    {
      when: [
        { param: 'amount', op: 'gt', value: '1000' },
        { param: 'currency', op: 'in', value: ['EUR', 'USD'] },
        { param: 'note', op: 'present' },
      ],
      quorum: 3,
      requires: [{ group: 'grp_finance', keys: 2 }],
    },
  ],
  ttl_seconds: 5400,
  max_open: 20,
  integration: 'ledger',
  display: null,
  created_at: 1,
  updated_at: 2,
} as unknown as Parameters<typeof draftOf>[0];

describe('a new action', () => {
  test('a new action denies self approval, needs one key and lasts an hour by default', () => {
    expect(policyOfDraft({ ...EMPTY_DRAFT, title: 'Deploy', roster: ['op_alpha'] })).toEqual({
      title: 'Deploy',
      roster: ['op_alpha'],
      quorum: { default: 1, min: 1, max: 1, selectable: false },
      requires: [],
      mode: 'independent',
      coincidence_seconds: 60,
      turn: 'code',
      deny_self_approval: true,
      required_params: [],
      param_rules: [],
      ttl_seconds: 3600,
      max_open: null,
      integration: null,
      display: null,
    });
  });

  test('the form of a new action is empty and has the defaults of the service', () => {
    expect(EMPTY_DRAFT).toMatchObject({
      title: '',
      roster: [],
      requiredParams: '',
      rules: [],
      maxOpen: '',
      integration: '',
    });
    expect([EMPTY_DRAFT.ttlMinutes, EMPTY_DRAFT.coincidenceSeconds]).toEqual(['60', '60']);
  });

  test('a new rule raises the quorum, and has its own key in the form', () => {
    const [first, second] = [newRule(), newRule()];
    expect(first).toMatchObject({ quorum: '2', when: [{ param: '', op: 'eq', value: '' }] });
    const keys = [first, second, ...first.when, ...second.when, newCondition()].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('an action that is edited', () => {
  test('an action that is not edited leaves its form unchanged', () => {
    const {
      id: _,
      version: _v,
      created_at: _c,
      updated_at: _u,
      ...policy
    } = ACTION as unknown as Record<string, unknown>;
    expect(policyOfDraft(draftOf(ACTION))).toEqual(policy);
  });

  test('the bounds of a policy follow what the form shows, if no program selects a number', () => {
    const quorumOf = (more: object) => policyOfDraft({ ...draftOf(ACTION), selectable: false, ...more }).quorum;
    expect(quorumOf({ quorumDefault: '5' })).toEqual({ default: 5, min: 1, max: 5, selectable: false });
    expect(quorumOf({ roster: ['op_alpha', 'op_bravo'] })).toMatchObject({ default: 2, max: 2 });
    const rules = [{ ...newRule(), quorum: '2' }];
    expect(quorumOf({ quorumDefault: '3', quorumMin: '3', rules })).toMatchObject({ default: 3, min: 2 });
    expect(quorumOf({ quorumDefault: '3', quorumMin: '3', rules, selectable: true })).toMatchObject({ min: 3 });
  });

  test('the form shows the time of an action in minutes, and keeps seconds that are not a whole minute', () => {
    expect(draftOf(ACTION).ttlMinutes).toBe('90');
    const draft = draftOf({ ...ACTION, ttl_seconds: 100 } as typeof ACTION);
    expect(policyOfDraft(draft).ttl_seconds).toBe(100);
  });

  test('an action without an integration and a limit has none after its form', () => {
    const draft = draftOf({ ...ACTION, integration: null, max_open: null } as typeof ACTION);
    expect([draft.integration, policyOfDraft(draft).integration]).toEqual(['', null]);
    expect([draft.maxOpen, policyOfDraft(draft).max_open]).toEqual(['', null]);
    expect(policyOfDraft({ ...draft, maxOpen: ' ' }).max_open).toBeNull();
  });

  test('the rules of an action have their own keys in the form, and one value on each line', () => {
    const [first, second] = draftOf({ ...ACTION, param_rules: [...ACTION.param_rules, ...ACTION.param_rules] }).rules;
    expect(first!.when.map(({ value }) => value)).toEqual(['1000', 'EUR\nUSD', '']);
    const keys = [first!, second!, ...first!.when, ...second!.when].map(({ key }) => key);
    expect(new Set(keys).size).toBe(8);
  });

  test('the form removes blanks around a title, and blank lines between params', () => {
    const policy = policyOfDraft({ ...draftOf(ACTION), title: '  Pay out ', requiredParams: ' amount \n\n\tto\n' });
    expect([policy.title, policy.required_params]).toEqual(['Pay out', ['amount', 'to']]);
    expect(linesOf('\n \n')).toEqual([]);
  });

  test('a rule compares with the value exactly as it was typed, including blanks', () => {
    const when = [
      { ...newCondition(), param: 'a', op: 'eq' as const, value: ' x ' },
      { ...newCondition(), param: 'b', op: 'in' as const, value: 'x\n\n y' },
      { ...newCondition(), param: 'c', op: 'present' as const, value: 'left over' },
    ];
    expect(policyOfDraft({ ...EMPTY_DRAFT, rules: [{ key: 1, when, quorum: '4', requires: [] }] }).param_rules).toEqual(
      [
        {
          when: [
            { param: 'a', op: 'eq', value: ' x ' },
            { param: 'b', op: 'in', value: ['x', ' y'] },
            { param: 'c', op: 'present' },
          ],
          quorum: 4,
        },
      ],
    );
  });
});

describe('a display that is edited', () => {
  const formats: Display['params'][number]['format'][] = [
    { type: 'money', currency: { code: 'EUR' }, unit: 'minor' },
    { type: 'money', currency: { param: 'currency' }, unit: 'major' },
    { type: 'duration', unit: 'milliseconds' },
    { type: 'time', from: 'rfc3339', zone: '+05:45' },
    { type: 'link', url: 'https://billing.acme.dev/orders/{}' },
    { type: 'operator' },
  ];

  test('a display that is opened and not changed stays the same', () => {
    const display = aDisplay({
      title: 'Do it',
      params: formats.map((format, index) => ({ param: `p${index}`, label: 'A label', format })),
      hosts: [{ host: 'billing.acme.dev', words: 'The billing desk' }],
    });
    expect(displayProblems(display)).toEqual([]);
    expect(displayOfDraft(displayDraftOf(display as never))).toEqual(display);
    expect(displayOfDraft(displayDraftOf(null))).toBeNull();
  });

  test('the form leaves it to the service to say what a format needs', () => {
    const draft = {
      title: 'Pay',
      rows: [newRow({ param: 'a', label: 'A', type: 'money', details: 'EUR' })],
      hosts: '',
      evidence: '',
    };
    expect(displayProblems(unjudgedDisplay(displayOfDraft(draft) as never))).toEqual([
      expect.stringContaining('format of "a": money has exactly currency'),
    ]);
  });
});

test.each(Object.entries(DISPLAY_TEMPLATES))('the template “%s” of a display can be saved as it is', (_, template) => {
  expect(displayProblems(template)).toEqual([]);
});
