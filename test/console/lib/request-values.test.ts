/** What is approved, and what is unusual about it, drawn without a browser. */
import { operationHash } from '../../../src/console/lib/bytes';
import { render } from '../../../src/protocol/display/render';
import { aDisplay } from '../../support/displays';
import { digestOf } from '../../support/documents';
import { queryClient } from './console';
import { textOf } from './drawn';
import { NOW, requestOf } from './given';
import { openRequest } from './open-request';
import { advance, closePage, type Page, type Reply, settle } from './page';
import { decided, MINUTE, PATH, remarkOf } from './request-answers';

let answers: Page['service']['answers'];
let asked: string[];

const open = async (...given: Parameters<typeof openRequest>) => {
  const shown = await openRequest(...given);
  ({ answers, asked } = shown.page.service);
  return shown;
};

describe('the comparison with earlier requests', () => {
  const LABEL = 'Your code for this request';
  const ask = async (compare: (again: number) => Reply | Promise<Reply>) => {
    let calls = 0;
    const shown = await open({}, { compared: { remarks: [remarkOf('note', null, 'Compared with 5 approved.')] } });
    const plain = answers[`GET ${PATH}`]!;
    answers[`GET ${PATH}`] = (call) => (call.path.includes('compare=true') ? compare(++calls) : plain(call));
    await shown.fill(LABEL, '12345678');
    await shown.press('Turn my key…');
    return { shown, question: () => textOf(shown.body.querySelector('[role="alertdialog"]')!) };
  };
  const answered = (...remarks: object[]): Reply => [
    200,
    { server_now: NOW, ...requestOf(), comparison: { approved: 5, remarks, last: null } },
  ];

  test('a key can be turned only after the question has compared again, and it says what is new', async () => {
    let give = (_: Reply): void => undefined;
    const { shown, question } = await ask(() => new Promise((done) => (give = done)));
    expect(question()).toContain('Comparing with earlier requests…');
    expect(shown.button('Turn my key').disabled).toBe(true);
    await settle(() =>
      give(
        answered(
          remarkOf('warn', 'amount', 'is 400 times the highest approved before (1).'),
          remarkOf('note', null, 'Compared with 6 approved.'),
        ),
      ),
    );
    expect(question()).toContain('amount is 400 times the highest approved before (1).Compared with 6 approved.');
    expect(shown.button('Turn my key').disabled).toBe(false);
  });

  test('if nothing was compared, page and question say so, and a key can be turned after five seconds', async () => {
    const { shown, question } = await ask(() => [500, { error: 'down' }]);
    await advance(4999);
    expect([shown.button('Turn my key').disabled, question().includes('Comparing')]).toEqual([true, true]);
    await advance(1);
    expect(shown.button('Turn my key').disabled).toBe(false);
    expect(question()).toContain('Not compared: the comparison with earlier requests failed.');
    await shown.press('Cancel');
    expect(shown.text()).toContain('Not compared: the comparison with earlier requests failed.');
  });

  test('a request is refused without a comparison, and the policy says that the requester holds a key', async () => {
    const shown = await open({ view: { eligible: ['op_a', 'op_c'] } });
    answers[`GET ${PATH}`] = () => new Promise(() => undefined);
    await shown.press('Refuse…');
    expect(shown.button('Refuse it').disabled).toBe(false);
    expect(shown.part('Policy')).toContain('the requester holds one of the keys');
  });

  test('a change of the configuration is not compared', async () => {
    await open({ request: { action: 'service.admin', params: { change: 'Edit an operator' } } }, { role: 'admin' });
    expect(asked.filter((call) => call.includes('compare=true'))).toEqual([]);
  });
});

describe('what is approved', () => {
  test('a request is compared only with the last approved one', async () => {
    const last = requestOf({ request: { id: 'req_7', outcome: 'authorized', params: { amount: '10', note: 'x' } } });
    const shown = await open({}, { compared: { last } });
    expect(shown.part('What you approve')).toContain('amount12 last approved: 10');
    expect(shown.part('What you approve')).toContain('notenot in this request; last approved: x');
    expect(shown.links()).toContain('/requests/req_7');
  });

  test('a request is compared line by line with the last approved one, each by its own display', async () => {
    const given = (params: Record<string, string>) => ({ params, shown: render(aDisplay(), params) });
    const past = given({ amount: '100', to: 'acct_7', note: 'x' });
    const last = requestOf({ request: { id: 'req_7', outcome: 'authorized', params: past.params }, view: past });
    const now = given({ amount: '4800000', to: 'acct_7' });
    const operation_hash = await operationHash('pay.out', now.params);
    const shown = await open({ request: { params: now.params, operation_hash }, view: now }, { compared: { last } });
    const approved = shown.part('What you approve');
    expect(approved).toContain('«EUR 48,000.00», sent as «4800000»last approved: «EUR 1.00», sent as «100»');
    expect(approved).toContain('«acct_7»Not in this request; last approved: note: «x»');
  });

  test.each(['constructor', '__proto__'])('a param named %s is compared like any other', async (name) => {
    const params = JSON.parse(`{"amount":"12","${name}":"now"}`) as Record<string, string>;
    const operation_hash = await operationHash('pay.out', params);
    const plain = requestOf({ request: { id: 'req_7', outcome: 'authorized', params: { amount: '12' } } });
    const added = await open({ request: { params, operation_hash } }, { compared: { last: plain } });
    expect(added.part('What you approve')).toContain(`${name}now new: not in the last approved`);
    closePage(queryClient);
    const had = requestOf({ request: { id: 'req_7', outcome: 'authorized', params } });
    const left = await open({}, { compared: { last: had } });
    expect(left.part('What you approve')).toContain(`${name}not in this request; last approved: now`);
  });

  test('a request names its policy, the rule that decided, and a version that has changed since', async () => {
    const param_rules = [
      { when: [{ param: 'to', op: 'present' }], quorum: 1 },
      {
        when: [
          { param: 'amount', op: 'gte', value: '10' },
          { param: 'to', op: 'in', value: ['x, y', 'z'] },
        ],
        quorum: 2,
      },
    ];
    const view = { rule: 1, mode: 'coincident', coincidence_seconds: 60 };
    const same = (await open({ view }, { action: { param_rules } })).part('Policy');
    expect(same).toContain('version 1 · 2 keys of different operators');
    expect(same).toContain('amount ≥ 10 and to is one of "x, y", z: 2 keys');
    closePage(queryClient);
    const other = (await open({ view }, { action: { param_rules, version: 4 } })).part('Policy');
    expect(other).toContain('(now version 4)');
    expect(other).toContain('rule 2 decides');
  });

  test('a request that a worker runs shows the result of the run', async () => {
    const none = {
      claimed_at: null,
      lease_expires_at: null,
      reported_at: null,
      reference: null,
      error: null,
      execute_by: null,
    };
    const run = async (execution: object) =>
      (
        await open({
          view: { ...decided('authorized', ['op_b']).view, has_intent: true },
          request: { ...decided('authorized', []).request, state: 'succeeded', execution: { ...none, ...execution } },
        })
      ).body.querySelector('[aria-label="What became of it"]')?.textContent ?? '';
    expect(await run({ state: 'pending', execute_by: NOW + 90_000 })).toContain(
      'Waits for a workerto be claimed within 1:30',
    );
    expect(await run({ state: 'pending', execute_by: NOW - 1 })).toContain('Never claimedthe time to run it is over');
    const claimed = { claimed_at: NOW - MINUTE, lease_expires_at: NOW + 90_000 };
    expect(await run({ state: 'claimed', ...claimed })).toContain('Claimedunder 1 s laterRunsreserved for 1:30');
    const failed = { ...claimed, reported_at: NOW - 30_000, error: 'no funds' };
    expect(await run({ state: 'failed', ...failed })).toMatch(/Claimedunder 1 s laterFailed30 s later · no funds$/);
    expect(await run({ state: 'none' })).toBe('');
  });
});

describe('a document beside the decision', () => {
  const BYTES = 'drop table payouts;\n';
  const DOCUMENT = `${PATH}/evidence/plan`;
  const withPlan = async (state: string, sent: string | Reply = BYTES) => {
    const evidence = [{ name: 'plan', kind: 'text', digest: digestOf(BYTES), state }];
    const params = { amount: '12', 'evidence.plan': digestOf(BYTES) };
    const operation_hash = await operationHash('pay.out', params);
    const fields = { request: { params, operation_hash }, view: { evidence, shown: render(aDisplay(), params) } };
    const reply: Reply = typeof sent === 'string' ? [200, sent] : sent;
    return open(fields, { answers: { [`GET ${DOCUMENT}`]: () => reply } });
  };

  test('a document is shown if it matches its digest, and the digest is shown with it and not among the params', async () => {
    const shown = await withPlan('stored');
    expect(shown.part('Evidence: plan')).toContain('1 linedrop table payouts;Part of the fingerprint');
    expect(shown.part('Evidence: plan')).toContain(digestOf(BYTES));
    expect(shown.part('What you approve')).not.toContain('evidence.plan');
    await shown.fill('Your code for this request', '12345678');
    await shown.press('Turn my key…');
    expect(shown.text()).toContain('Evidenceplan ');
    expect(shown.text()).not.toContain('You have not read it.');
  });

  test('a document is not shown if one of its bytes changed, and no key can be turned', async () => {
    const shown = await withPlan('stored', BYTES.replace('p', 'P'));
    expect(shown.part('Evidence: plan')).toContain(
      'This document is not the one that was requested, so it is not shown.',
    );
    expect(shown.text()).not.toContain('payouts;');
    expect(shown.control('Your code for this request').disabled).toBe(true);
    expect(shown.has('Refuse…')).toBe(true);
  });

  test.each([
    ['missing', 'This document is not stored yet. Nobody can read it'],
    ['expired', 'This document is not kept any more; its digest still says which one it was.'],
    ['changed', 'This document is not the one that was requested, so it is not shown.'],
  ])('a document that is %s is not requested, and the page says what that means', async (state, words) => {
    const shown = await withPlan(state);
    expect(shown.part('Evidence: plan')).toContain(words);
    expect(asked.filter((call) => call.includes('/evidence/'))).toEqual([]);
  });

  test('a document that is not required and was not attached has no card', async () => {
    const shown = await withPlan('absent');
    expect(shown.text()).not.toContain('Evidence: plan');
    expect(asked.filter((call) => call.includes('/evidence/'))).toEqual([]);
  });

  test('a document that cannot be read is named in the dialog', async () => {
    const shown = await withPlan('unknown', [404, { error: 'It is not kept any more.', kind: 'evidence_expired' }]);
    await shown.fill('Your code for this request', '12345678');
    await shown.press('Turn my key…');
    expect(shown.text()).toContain(
      'plan is not kept any more; its digest still says which one it was. You have not read it.',
    );
  });
});
