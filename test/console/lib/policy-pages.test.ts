/** The pages of policies and of the audit log: what is saved, tried and verified, drawn without a browser. */

import { policyOf } from '../../../src/lambda/console/policy-view';
import { person } from '../../../src/protocol/actor';
import type { ActionId, GroupId } from '../../../src/protocol/identifiers';
import { type AuditEntry, append, genesis } from '../../../src/service/audit/rules/chain';
import { asPeopleSay, differenceLines } from '../../../src/service/policy/rules/differences';
import { aDisplay } from '../../support/displays';
import { listOf, type Opened, openConsole, pageOf, queryClient } from './console';
import { change, draw, type Shown, textOf, within } from './drawn';
import { actionOf, NOW, operatorOf, requestOf, session } from './given';
import { advance, type Page, type Reply, settle, takeDownloads } from './page';
import { withWords } from './told';

let page: Page;
let answers: Page['service']['answers'];
let asked: string[];
let sent: Opened['sent'];
afterEach(() => {
  known = [];
});

let known: object[] = [];

function begin(role: 'operator' | 'admin' = 'admin'): void {
  ({ page, answers, asked, sent } = openConsole(session(role), '/actions'));
  const operators = [operatorOf('op_a'), operatorOf('op_b', { enabled: false }), operatorOf('op_d')];
  answers['GET /api/operators'] = () => listOf('operators', operators);
  answers['GET /api/groups'] = () => listOf('groups', known);
  const platform_actions = [{ action: 'bank.pay', integration: 'bank' }];
  answers['GET /api/actions'] = () => listOf('actions', [], { platform_actions });
  for (const id of ['pay.out', 'new-action', 'bank.pay', 'other']) {
    answers[`POST /api/actions/${id}/preview`] = () => [200, { server_now: NOW, preview: previewOf() }];
  }
}
const previewOf = (more: object = {}) => ({
  ...{ version: 3, quorum: 1, decided_by: 'default', rule: null, floor: 1, requires: [], rules: [] },
  ...{ seats: ['op_a'], struck: [], refusal: null, unapprovable: [] },
  ...more,
});
const NOTHING_DIFFERENT = { server_now: NOW, lines: [], looked_at: 4, truncated: false, different: [] };

describe('the actions', () => {
  test('the list of actions shows their quorum, the first four of the roster, and their rules', async () => {
    begin('operator');
    const rule = { when: [{ param: 'a', op: 'present' }], quorum: 2 };
    const roster = ['op_a', 'op_b', 'op_d', 'op_x', 'op_y'];
    const quorum = { default: 2, min: 1, max: 3, selectable: true };
    const actions = [
      actionOf({ id: 'a b', title: 'First', roster, quorum, mode: 'coincident', param_rules: [rule] }),
      actionOf({ id: 'second', title: 'Second' }),
    ];
    answers['GET /api/actions'] = () => [200, { actions, cursor: null }];
    const shown = await draw(queryClient, pageOf('actions'));
    const [, first, second] = shown.rows();
    expect(first).toBe('Firsta b2 (1 to 3), togetherAnna, Bob, Dora, op_x and 1 more1just now · v3');
    expect(second).toBe('Secondsecond1Anna, Bob–just now · v3');
    expect(shown.links()).toEqual(['/actions/a%20b', '/actions/second']);
  });

  test('admins can add actions', async () => {
    begin('admin');
    expect((await draw(queryClient, pageOf('actions'))).links()).toEqual(['/new-action']);
  });
});

const ROSTER = 'Operators who are asked';
const offered = (shown: Shown) => shown.all('[role="option"]').map((each) => textOf(each).trim());
/** Opens the menu of a rule, and does what one of its items says. */
async function deed(shown: Shown, rule: string, item: string): Promise<void> {
  await shown.press(rule);
  await settle(() => within(shown.body).queryAllByRole('menuitem', { name: item, hidden: true })[0]!.click());
}

type Body = Parameters<typeof policyOf>[1];
/** What an edit changes, in the words of the service. */
const wordsOf = (before: Body, after: Body) => {
  const [was, will] = [before, after].map((body) => policyOf('pay.out' as ActionId, body));
  return differenceLines(was!, will!, [{ id: 'grp_finance' as GroupId, name: 'Finance' }]).map(asPeopleSay);
};

describe('a policy', () => {
  const open = async (more: object = {}, role: 'operator' | 'admin' = 'admin') => {
    begin(role);
    answers['GET /api/actions/pay.out'] = () => [200, { server_now: NOW, action: actionOf(more), lines: [] }];
    answers['POST /api/actions/pay.out/backtest'] = ({ body }) => [
      200,
      { ...NOTHING_DIFFERENT, lines: wordsOf(actionOf(more) as Body, (body as { policy: Body }).policy) },
    ];
    return draw(queryClient, pageOf('action'), { params: { id: 'pay.out' } });
  };

  test('operators read a policy without a form', async () => {
    const shown = await open({}, 'operator');
    expect(shown.text()).toContain('Version 3. Only an admin can change it.');
    expect([shown.has('Review and save…'), shown.has('Delete…')]).toEqual([false, false]);
  });

  test('a policy is saved over the version that was edited, after its changes were shown and tried', async () => {
    const shown = await open();
    await shown.fill('Title that operators read', 'Pay more');
    await shown.fill('Ends after, in minutes', '90');
    await shown.check('The requester cannot turn a key', false);
    await shown.press('Review and save…');
    expect(sent('PUT')).toEqual([]);
    expect(shown.text()).toContain('Save version 4?');
    expect(shown.rows().slice(0, 4)).toEqual([
      'FieldChange',
      'titlePay out → Pay more',
      'self approvalnot allowed → allowed',
      'time to live3600 s → 5400 s',
    ]);
    expect(shown.text()).toContain('None of 4 past requests would have been handled differently.');
    answers['PUT /api/actions/pay.out'] = () => [200, { server_now: NOW, action: actionOf({ version: 4 }), lines: [] }];
    await shown.press('Save');
    const { id: _id, version: _v, created_at: _c, updated_at: _u, ...policy } = actionOf() as Record<string, unknown>;
    const edited = { ...policy, title: 'Pay more', ttl_seconds: 5400, deny_self_approval: false };
    expect(sent('PUT')).toEqual([{ path: '/api/actions/pay.out', body: { ...edited, if_version: 3 } }]);
    expect(sent('POST', 'backtest')[0]?.body).toEqual({ policy: edited });
    expect(shown.text()).toContain('version 4');
    expect(shown.text()).toContain('Saved.');
    await shown.fill('Title that operators read', 'Pay most');
    expect(shown.text()).not.toContain('Saved.');
  });

  test('a policy loses an integration that the deployment no longer has, and says so before it is saved', async () => {
    const shown = await open({ integration: 'bank' });
    await shown.press('Review and save…');
    expect(shown.rows()).toContain('integrationbank → none');
    expect(sent('POST', 'backtest')[0]?.body).toMatchObject({ policy: { integration: null } });
    expect(shown.button('Save').disabled).toBe(false);
  });

  test('a policy cannot be saved before it is changed and tried', async () => {
    const shown = await open();
    await shown.press('Review and save…');
    expect(shown.text()).toContain('You changed nothing.');
    expect(shown.button('Save').disabled).toBe(true);
    await shown.press('Back to the policy');
    await shown.fill('Title that operators read', 'Other');
    answers['POST /api/actions/pay.out/backtest'] = () => new Promise(() => undefined);
    await shown.press('Review and save…');
    expect(shown.button('Save').disabled).toBe(true);
  });

  test('a policy shows every mistake beside its field, and says if it waits for a second admin', async () => {
    const shown = await open();
    await shown.fill('Keys needed', '7');
    const problems = ['quorum.default: is above quorum.max', 'roster: has 2 operators'];
    answers['PUT /api/actions/pay.out'] = () => [422, { error: problems.join('; '), kind: 'invalid', problems }];
    await shown.press('Review and save…');
    await shown.press('Save');
    expect(shown.items()).toEqual(problems);
    expect(shown.has('Save')).toBe(false);
    const change = { id: 'req_9', title: 'Change', differences: [], waiting_for: ['op_d'], expires_at: NOW };
    answers['PUT /api/actions/pay.out'] = () => [202, { server_now: NOW, change }];
    await shown.press('Review and save…');
    await shown.press('Save');
    expect(shown.text()).toContain('Waits for another admin’s key');
    expect(shown.text()).not.toContain('Saved.');
  });

  test('a policy that someone else saved meanwhile is not overwritten, and can be loaded', async () => {
    const shown = await open();
    await shown.fill('Title that operators read', 'Mine');
    answers['GET /api/actions/pay.out'] = () => [200, { action: actionOf({ version: 5, title: 'Theirs' }), lines: [] }];
    await settle(() => queryClient.invalidateQueries({ queryKey: ['action', 'pay.out'] }));
    expect(shown.text()).toContain('Somebody saved version 5 while you were editing.');
    expect(shown.control('Title that operators read').value).toBe('Mine');
    await shown.press('Load it and discard my edit');
    expect(shown.control('Title that operators read').value).toBe('Theirs');
  });

  test('a policy names everyone on its roster, also disabled and removed operators', async () => {
    const shown = await open({ roster: ['op_a', 'op_gone'] });
    await shown.fill(ROSTER, 'BOB');
    expect(offered(shown)).toEqual(['Bob (disabled)op_b@acme.dev']);
    await shown.fill(ROSTER, 'op_d@');
    await settle(() => shown.all('[role="option"]')[0]!.click());
    await shown.press('Remove op_gone (unknown)');
    await shown.press('Review and save…');
    expect(shown.rows()).toContain('operators askedadded: "op_d Dora"; removed: "op_gone"');
  });

  const FINANCE = {
    ...{ id: 'grp_finance', name: 'Finance', revision: 1, actions: [], updated_at: NOW },
    members: [{ operator: 'op_a', starts_at: null, ends_at: null, counts: true }],
  };

  test('a policy asks groups and requires keys of them, by itself and by its rules, and says so before it is saved', async () => {
    known = [FINANCE];
    const rule = { when: [{ param: 'a', op: 'eq', value: '1' }], quorum: 2 };
    const shown = await open({ param_rules: [rule] });
    await shown.fill('Operators and groups who are asked', 'fin');
    expect(offered(shown)).toEqual(['Financegroup of 1']);
    await settle(() => shown.all('[role="option"]')[0]!.click());
    await shown.press('Require keys of a group for the policy');
    await shown.press('Require keys of a group for rule 1');
    const [, ofRule] = shown.controls('Keys of this group');
    await settle(() => change(ofRule!, '2'));
    answers['PUT /api/actions/pay.out'] = () => [500, {}];
    await shown.press('Review and save…');
    expect(shown.rows()).toContain('requirementsnone → 1 of "Finance" (grp_finance Finance)');
    expect(shown.text()).toContain(': 2 keys, with 2 of "Finance" (grp_finance Finance)');
    await shown.press('Save');
    expect(sent('PUT')[0]!.body).toMatchObject({
      roster: ['op_a', 'op_b', 'grp_finance'],
      requires: [{ group: 'grp_finance', keys: 1 }],
      param_rules: [{ ...rule, requires: [{ group: 'grp_finance', keys: 2 }] }],
    });
  });

  test('the rules of a policy are added, changed and removed one by one', async () => {
    const rule = (param: string) => ({ when: [{ param, op: 'eq', value: '1' }], quorum: 2 });
    const shown = await open({ param_rules: [rule('a'), rule('b')] });
    await deed(shown, 'Rule 1', 'Remove rule');
    await shown.press('Add a rule');
    await deed(shown, 'Rule 2', 'Add a condition');
    await deed(shown, 'Rule 2', 'Remove the last condition');
    const [, param] = shown.controls('Param');
    await settle(() => change(param!, 'c'));
    answers['PUT /api/actions/pay.out'] = () => [500, {}];
    await shown.press('Review and save…');
    await shown.press('Save');
    expect((sent('PUT')[0]!.body as { param_rules: object }).param_rules).toEqual([
      rule('b'),
      { when: [{ param: 'c', op: 'eq', value: '' }], quorum: 2 },
    ]);
  });

  test('the conditions of a policy are saved as the words of the form say', async () => {
    const shown = await open({ param_rules: [{ when: [{ param: 'a', op: 'eq', value: '1' }], quorum: 2 }] });
    const options = [...shown.control('Condition').querySelectorAll('option')];
    expect(options.map(({ textContent, value }) => [textContent, value])).toEqual([
      ['is', 'eq'],
      ['is not', 'ne'],
      ['is one of', 'in'],
      ['begins with', 'prefix'],
      ['is more than', 'gt'],
      ['is at least', 'gte'],
      ['is less than', 'lt'],
      ['is at most', 'lte'],
      ['is present', 'present'],
    ]);
  });

  test('a policy is deleted after a question', async () => {
    const shown = await open();
    answers['DELETE /api/actions/pay.out'] = () => [200, { server_now: NOW }];
    await shown.press('Delete…');
    expect(sent('DELETE')).toEqual([]);
    await shown.press('Delete it');
    expect([sent('DELETE').length, page.shown()]).toEqual([1, '/actions']);
  });

  test('a new policy is created at once, as its first version', async () => {
    begin();
    const shown = await draw(queryClient, pageOf('new-action'));
    expect(shown.button('Create action').disabled).toBe(true);
    await shown.fill('Action id', ' bank.pay ');
    await shown.fill('Integration', 'bank');
    await shown.fill('Title that operators read', 'Pay');
    answers['PUT /api/actions/bank.pay'] = () => [500, {}];
    await shown.press('Create action');
    await shown.fill('Action id', 'other');
    answers['PUT /api/actions/other'] = () => [200, { server_now: NOW, action: actionOf({ id: 'other' }), lines: [] }];
    await shown.press('Create action');
    const [first, second] = sent('PUT').map(({ body }) => body as { if_version: number; integration: string | null });
    expect([first?.if_version, first?.integration]).toEqual([0, 'bank']);
    // An action of the organization's own has no integration.
    expect(second?.integration).toBeNull();
    expect(page.shown()).toBe('/actions/other');
  });
});

describe('what a policy means', () => {
  const rule = { when: [{ param: 'amount', op: 'gte', value: '10' }], quorum: 2 };
  const open = async (role: 'operator' | 'admin' = 'operator', more: object = {}) => {
    begin(role);
    answers['GET /api/actions/pay.out'] = () => [
      200,
      { action: actionOf({ param_rules: [rule], ...more }), lines: [] },
    ];
    answers['POST /api/actions/pay.out/backtest'] = ({ body }) => [
      200,
      { ...NOTHING_DIFFERENT, lines: wordsOf(actionOf(more) as Body, (body as { policy: Body }).policy) },
    ];
    return draw(queryClient, pageOf('action'), { params: { id: 'pay.out' } });
  };
  const answerPreview = (more: object) => {
    answers['POST /api/actions/pay.out/preview'] = () => [200, { server_now: NOW, preview: previewOf(more) }];
  };

  test('a policy is previewed for the params that were typed, half a second after the last letter', async () => {
    const shown = await open();
    expect(shown.control('Params').value).toBe('amount=');
    const before = sent('POST').length;
    await shown.fill('Params', ' amount=1=2 \n\nflag\n');
    await shown.fill('Requester', 'op_d');
    expect(sent('POST')).toHaveLength(before);
    await advance(500);
    await shown.fill('Number of keys (optional)', '2');
    await advance(500);
    const body = { requester: 'op_d', params: { amount: '1=2', flag: '' } };
    expect(
      sent('POST')
        .slice(before)
        .map((call) => call.body),
    ).toEqual([body, { ...body, quorum: 2 }]);
  });

  test('the preview shows the newest request of the action as an example', async () => {
    begin('operator');
    answers['GET /api/requests'] = () => [
      200,
      { requests: [requestOf({ request: { requester: 'op_d' } })], cursor: null },
    ];
    answers['GET /api/actions/pay.out'] = () => [200, { action: actionOf(), lines: [] }];
    const shown = await draw(queryClient, pageOf('action'), { params: { id: 'pay.out' } });
    await advance(500);
    expect(shown.control('Params').value).toBe('amount=12');
    expect(sent('POST').at(-1)?.body).toEqual({ requester: 'op_d', params: { amount: '12' } });
  });

  test('the preview shows a request by the display that is being edited, and its params while the display has a mistake', async () => {
    const shown = await open('admin', { display: aDisplay() });
    const sample = () => shown.all('.sample').map(textOf).join();
    await shown.fill('Params', 'amount=4800000\nto=acct_7');
    expect(sample()).toContain('Pay out Pay «EUR 48,000.00» to «acct_7»');
    await shown.fill('Title over params', 'Send {amount}');
    expect(sample()).toContain('Pay out Send «EUR 48,000.00»Amount «amount»');
    await shown.fill('Title over params', 'Send {nothing}');
    expect(sample()).toContain('Pay out 4,800,000');
  });

  test('the preview of a policy says what decided, who is not asked, and why a rule does not apply', async () => {
    const first_unmet = { param: 'amount', op: 'gte', value: '10', actual: null };
    const shown = await open();
    answerPreview({
      decided_by: 'rule',
      struck: [{ operator: 'op_b', reason: 'disabled' }],
      rules: [{ index: 0, quorum: 2, matched: false, first_unmet }],
    });
    await shown.fill('Requester', 'op_d');
    await advance(500);
    expect(shown.text()).toContain('1 key (by a rule) of Anna.');
    expect(shown.text()).toContain('Bob would not be asked: is disabled.');
    expect(shown.text()).toContain('Rule 1 does not apply (amount ≥ 10: 2 keys): amount is missing.');
    answerPreview({ refusal: { error: 'The quorum is 9.', kind: 'refused' } });
    await shown.fill('Requester', 'op_a');
    await advance(500);
    expect(shown.text()).toContain('It would be refused: The quorum is 9.');
  });

  test('the summary of an edited policy is one sentence, which follows the edit', async () => {
    const shown = await open('admin');
    expect(shown.text()).toContain(
      'One of Anna and Bob turns a key, 2 keys when “amount” is at least “10”; within 1 hour, and never the requester.',
    );
    await shown.fill('Keys needed', '2');
    await shown.fill('Ends after, in minutes', '90');
    await shown.check('The requester cannot turn a key', false);
    expect(shown.text()).toContain(
      'Two of Anna and Bob turn a key, 2 keys when “amount” is at least “10”; within 90 minutes.',
    );
  });

  test('an edited policy warns of everyone whose requests nobody could approve', async () => {
    const shown = await open('admin');
    answerPreview({
      unapprovable: [
        { requester: 'op_a', seats: 1, quorum: 2, rule: null },
        { requester: 'op_d', seats: 1, quorum: 2, rule: null },
        { requester: 'op_b', seats: 0, quorum: 3, rule: 0 },
      ],
    });
    await shown.fill('Keys needed', '2');
    await advance(500);
    expect(sent('POST', 'preview').at(-1)?.body).toMatchObject({ policy: { quorum: { default: 2 } } });
    expect(shown.text()).toContain(
      'Nobody could approve a request of Anna and Dora: it needs 2 keys, and only 1 person is asked.',
    );
    expect(shown.text()).toContain(
      'Nobody could approve a request of Bob, where rule 1 applies: it needs 3 keys, and nobody is asked.',
    );
  });

  test('an edited policy says why it cannot be saved, before anyone tries to', async () => {
    const shown = await open('admin');
    const problems = ['roster: must name each operator only once', 'quorum.max: can be at most 1'];
    answers['POST /api/actions/pay.out/preview'] = () => [
      422,
      { error: problems.join('; '), kind: 'invalid', problems },
    ];
    await shown.fill('Keys needed', '2');
    await advance(500);
    expect(shown.text()).toContain('It cannot be saved like this:Roster: must name each operator only once');
    expect(sent('PUT')).toEqual([]);
  });

  test('an edited policy is tried on the last 30 days, with each operation named', async () => {
    const shown = await open('admin');
    expect(sent('POST', 'backtest')).toEqual([]);
    const side = { quorum: 1, mode: 'independent', turn: 'code', seats: ['op_a'] };
    const each = { request_id: 'req_1', title: 'Refund', shown: null, created_at: NOW, was: side, refusal: null };
    const params = { amount: '48000.00', currency: 'EUR', order: '8812' };
    const different = [
      { ...each, params, would_be: { ...side, quorum: 2 } },
      { ...each, request_id: 'req_2', params: {}, would_be: { ...side, seats: ['op_b', 'op_d'] } },
    ];
    answers['POST /api/actions/pay.out/backtest'] = () => [200, { ...NOTHING_DIFFERENT, looked_at: 1212, different }];
    await shown.fill('Keys needed', '2');
    await advance(500);
    expect(shown.text()).toContain('2 of 1,212 would differ');
    expect(shown.text()).toContain('Refund 48,000.00 EUR');
    expect(shown.text()).toContain('order 88121 → 2 keys');
    expect(shown.text()).toContain('2 more asked, 1 not asked');
  });
});

describe('the audit log', () => {
  const entry = (seq: number, kind: string, actor = 'op_a', subject = 'req_1') => ({
    ...withWords({
      at: NOW,
      kind,
      subject,
      ...person(actor),
      data: { action: 'pay', requester: actor, scopes: ['read'] },
    }),
    ...{ seq, prev: 'p', hash: `h${seq}` },
  });
  const headOf = (chain_seq: number, more: object = {}) => [200, { server_now: NOW, chain_seq, ...more }] as const;
  const open = async (entries: object[] = [], chainSeq = entries.length) => {
    begin();
    answers['GET /api/audit/head'] = () => headOf(chainSeq);
    answers['GET /api/audit'] = () => [200, { server_now: NOW, entries, cursor: null }];
    return draw(queryClient, pageOf('audit'));
  };
  const pagesRead = () => asked.filter((call) => call.startsWith('GET /api/audit?')).map((call) => call.slice(15));

  test('the audit log is read from its end to its beginning, with each entry once', async () => {
    const shown = await open([], 120);
    await shown.press('Show more');
    await shown.press('Show more');
    expect(pagesRead()).toEqual(['after=70&limit=50', 'after=20&limit=50', 'after=0&limit=20']);
    expect(shown.has('Show more')).toBe(false);
  });

  test('the audit log has the newest entry first, and says if nothing is recorded', async () => {
    const shown = await open([entry(1, 'key.created'), entry(2, 'key.turned')]);
    expect(
      shown
        .rows()
        .slice(1)
        .map((row) => row.replace(/Details.*/, '')),
    ).toEqual([
      'Today, 20 Nov 2026',
      'Anna turned a key · open request',
      'The API key req_1 was created. · open request',
    ]);
    begin();
    answers['GET /api/audit/head'] = () => [404, { error: 'none yet', kind: 'not_found' }];
    expect((await draw(queryClient, pageOf('audit'))).text()).toContain('Nothing is recorded yet');
  });

  test('the audit log is filtered by topic, and by the name or the id of a person', async () => {
    const shown = await open([
      entry(1, 'key.created', 'op_d'),
      entry(2, 'key.turned'),
      entry(3, 'passkey.used', 'op_d'),
    ]);
    // Without the titles of the columns and the day. No row at all where nothing matches.
    const count = () => Math.max(0, shown.rows().length - 2);
    for (const [topic, found] of [
      ['key.', 1],
      ['key.turned', 1],
      ['passkey.', 1],
      ['code.', 0],
      ['', 3],
    ] as const) {
      await shown.fill('Topic', topic);
      expect([topic, count()]).toEqual([topic, found]);
    }
    for (const [who, found] of [
      ['dora ', 2],
      ['OP_A', 1],
      ['anna', 1],
      ['nobody', 0],
    ] as const) {
      await shown.fill('Person, request or key', who);
      expect([who, count()]).toEqual([who, found]);
    }
    expect(shown.text()).toContain('Load older entries below, or change the filter.');
  });

  test('the audit log is verified page by page under a published head, and a changed entry is reported', async () => {
    const shown = await open();
    const facts = { at: NOW, kind: 'k', subject: 's', ...person('a'), data: {} };
    const chain = append(genesis('org_demo'), [facts, facts, facts]);
    const head = await signedHead('org_demo', chain[1]!);
    const export_ = (lines: readonly AuditEntry[]) => {
      answers['GET /api/audit/export'] = ({ path }): Reply =>
        path.endsWith('after=0')
          ? [200, linesOf(lines.slice(0, 2)), { 'audit-continue-after': '2' }]
          : [200, linesOf(lines.slice(2))];
    };
    answers['GET /api/audit/head'] = () => headOf(3, head);
    export_(chain);
    const verify = async () => {
      asked.length = 0;
      await shown.press('Verify in this browser');
      while (shown.has('Verifying…')) await settle();
    };
    await verify();
    expect(asked).toEqual(['GET /api/audit/head', 'GET /api/audit/export?after=0', 'GET /api/audit/export?after=2']);
    expect(shown.text()).toContain(
      `3 entries: complete, in order, and signed except for the last 1. The last hash is ${chain[2]!.hash}.`,
    );
    export_([chain[0]!, chain[1]!, { ...chain[2]!, actor: 'b' }]);
    await verify();
    expect(shown.text()).toContain('The audit log is not intact. Entry 3 was changed.');
    expect(shown.text()).not.toContain('complete, in order');
  });

  test('the audit log is saved with all of its parts in order', async () => {
    const shown = await open();
    answers['GET /api/audit/export'] = ({ path }): Reply =>
      path.endsWith('after=0')
        ? [200, linesOf([entry(1, 'a'), entry(2, 'b')]), { 'audit-continue-after': '2' }]
        : [200, linesOf([entry(3, 'c')])];
    const saved = takeDownloads();
    await shown.press('Save the log');
    expect(saved.map(({ name }) => name)).toEqual(['audit.ndjson']);
    expect(await saved[0]!.blob!.text()).toBe(linesOf([entry(1, 'a'), entry(2, 'b'), entry(3, 'c')]));
  });

  const linesOf = (entries: readonly object[]) => entries.map((each) => `${JSON.stringify(each)}\n`).join('');
  async function signedHead(org: string, { seq, hash }: AuditEntry) {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const covered = `${encode({ alg: 'ES256' })}.${encode({ v: 2, org, n: 1, seq, hash, at: NOW })}`;
    const how = { name: 'ECDSA', hash: 'SHA-256' };
    const signature = await crypto.subtle.sign(how, keys.privateKey, Buffer.from(covered));
    const jwk = await crypto.subtle.exportKey('jwk', keys.publicKey);
    return { org, n: 1, seq, hash, at: NOW, jwk, jws: `${covered}.${Buffer.from(signature).toString('base64url')}` };
  }
});
