/**
 * Somebody who asks again, after a refusal, an expiry or a stop, or beside an open request, wants the second one to look
 * ordinary. Only an approval that was not stopped makes a value ordinary (docs/design.md#remarks).
 */

import { DEMO_ORG } from '../../src/local/demo';
import type { ActionId, RequestId } from '../../src/protocol/identifiers';
import type { Request } from '../../src/service/request/rules/request';
import { aRequest, turnedBy } from '../support/builders';
import { type Answered, DIGEST, ENVELOPE, type House, openHouse } from '../support/house';
import { openReceiver, type Receiver } from '../support/receiver';
import { putRequests } from '../support/stored';

const STEPS = ['propose', 'refuse', 'expire', 'approve'] as const;
type Step = (typeof STEPS)[number] | 'stop';
const HOUR = 3600_000;

const ordersOf = (steps: readonly Step[]): Step[][] =>
  steps.length === 0
    ? [[]]
    : steps.flatMap((step) => ordersOf(steps.filter((other) => other !== step)).map((rest) => [step, ...rest]));
/** All begin in another way than the four that are left out, which approve at once. */
const ORDERS = ordersOf(STEPS)
  .filter((order) => order[0] !== 'approve' || order[1] === 'propose')
  .slice(0, 20);
const STOPPED: readonly Step[] = ['approve', 'stop', 'propose'];

/** What each place says when 48,000 is proposed. */
interface Said {
  readonly order: string;
  readonly wasApproved: boolean;
  readonly page: Answered['body'];
  readonly action: Answered['body'];
  readonly inbox: string[];
  readonly mails: string[];
  readonly posts: string[];
}

const HIGH = { amount: '48000' };
/** Only what has an intent can be stopped. */
const SEALED = { params: { ...HIGH, intent: DIGEST }, intent: ENVELOPE };
const FLAG = /480 times the highest approved before|480× the highest approved amount/;

describe('after eight approvals of about 100, a request for 48,000', () => {
  let house: House;
  let chat: Receiver;
  const said: Said[] = [];

  beforeAll(async () => {
    chat = await openReceiver();
    house = await openHouse({ memory: true, demoPages: true });
    await api('PUT', '/api/chat', { format: 'slack', url: chat.url }, 'op_alpha');
    for (const [n, order] of [...ORDERS, STOPPED].entries()) await follow(order, `attack.${n}` as ActionId);
    await house.stop();
    await chat.close();
  }, 240_000);

  async function api(method: string, path: string, body?: object, operator = 'op_bravo') {
    const answer = await house.api(operator, method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  async function follow(order: readonly Step[], action: ActionId): Promise<void> {
    const roster = ['op_bravo', 'op_charlie'];
    const quorum = { default: 1, min: 1, max: 1, selectable: false };
    const { body } = await api('PUT', `/api/actions/${action}`, { ...POLICY, roster, quorum }, 'op_alpha');
    await putRequests(house.running.tables, approvals(action, body.server_now));
    let [wasApproved, last] = [false, ''];
    for (const step of order) {
      if (step === 'stop') {
        await api('POST', `/api/requests/${last}/stop`, {});
        wasApproved = false;
        await house.messages('op_alpha');
        continue;
      }
      const call = order === STOPPED ? SEALED : {};
      const id = await propose(action, `${order.join(', ')}: ${step}`, wasApproved, call);
      last = id;
      if (step === 'refuse') await api('POST', `/api/requests/${id}/refuse`, {});
      if (step === 'expire') await house.advance(HOUR);
      if (step === 'approve') {
        expect((await house.turn('op_bravo', id)).status).toBe(200);
        wasApproved = true;
      }
      await house.messages('op_alpha');
    }
  }

  async function propose(action: ActionId, order: string, wasApproved: boolean, call: object): Promise<string> {
    chat.posts.length = 0;
    const { body } = await house.propose({ action, params: HIGH, ...call });
    const { id } = body.request as { id: string };
    await house.messages('op_bravo');
    const mailbox = (await house.send('GET', '/local/mailbox?operator=op_bravo')).body as string;
    const inbox = (await api('GET', '/api/inbox?view=open&limit=100')).body;
    const row = inbox.requests.find((each: { request: { id: string } }) => each.request.id === id);
    said.push({
      order,
      wasApproved,
      page: (await api('GET', `/api/requests/${id}?compare=true`)).body,
      action: (await api('GET', `/api/actions/${action}`)).body,
      inbox: row.remarks.map(({ short }: { short: string | null }) => short ?? ''),
      mails: mailbox.split('<article').flatMap((mail) => (mail.includes(id) ? mail.replace(/\s+/g, ' ') : [])),
      posts: chat.posts.map(({ json }) => json.blocks[0].text.text.replaceAll('\u2060', '')),
    });
    return id;
  }

  const flagged = (textOf: (said: Said) => string) => said.map((each) => [each.order, FLAG.test(textOf(each))]);
  const expected = () => said.map(({ order, wasApproved }) => [order, !wasApproved]);

  it('is proposed in twenty orders, eighty times, and twice around a stop', () => {
    expect([new Set(ORDERS.map(String)).size, said.length]).toEqual([20, 82]);
    expect(said.filter(({ wasApproved }) => wasApproved).length).toBeGreaterThan(20);
  });

  const SAID = 'Exactly this was approved before and stopped.';

  it.each<[string, (said: Said) => string, words: string]>([
    ['on its page', ({ page }) => JSON.stringify(page.comparison), SAID],
    ['in the inbox', ({ inbox }) => inbox.join(), 'stopped before'],
    ['in the mail', ({ mails }) => mails.join(), SAID.slice(1)],
    ['in the chat', ({ posts }) => posts.join(), SAID.slice(1)],
  ])(
    'is flagged %s in every order, until it was approved once, and again after that was stopped',
    (_, textOf, words) => {
      expect(flagged(textOf)).toEqual(expected());
      expect(said.map((each) => textOf(each).includes(words)).indexOf(true)).toBe(said.length - 1);
    },
  );

  it('is flagged in the dialog of a turn in every order, until it was approved once, and again after that was stopped', async () => {
    // A document of a browser replaces what the service uses.
    const { openRequest } = require('../console/lib/open-request') as typeof import('../console/lib/open-request');
    const { closePage } = require('../console/lib/page') as typeof import('../console/lib/page');
    const { queryClient } = require('../../src/console/lib/query-client');
    const found: [string, boolean][] = [];
    for (const { order, page: answer, action } of said) {
      const page = { ...answer, request: { ...answer.request, id: 'req_1' } };
      const answers = {
        'GET /api/requests/req_1': () => [200, page] as const,
        [`GET /api/actions/${page.request.action}`]: () => [200, action] as const,
      };
      const shown = await openRequest(page, { answers });
      await shown.fill('Your code for this request', '12345678');
      await shown.press('Turn the last key…');
      found.push([order, FLAG.test(shown.body.querySelector('[role="alertdialog"]')!.textContent)]);
      await closePage(queryClient);
    }
    expect(found).toEqual(expected());
  }, 240_000);
});

const POLICY = {
  title: 'Pay out',
  requires: [],
  mode: 'independent',
  coincidence_seconds: 60,
  deny_self_approval: true,
  required_params: ['amount'],
  param_rules: [],
  ttl_seconds: HOUR / 1000,
  turn: 'code',
  max_open: null,
  integration: null,
  display: null,
};

function approvals(action: ActionId, nowMs: number): Request[] {
  return ['90', '95', '100', '100', '98', '97', '96', '99'].map((amount, n) => {
    const request = aRequest({ quorum: 1, params: { amount } }, turnedBy('op_bravo'));
    const atMs = nowMs - HOUR - n * 1000;
    const times = {
      createdAtMs: atMs,
      updatedAtMs: atMs,
      verdictAtMs: atMs,
      endedAtMs: atMs,
      expiresAtMs: atMs + HOUR,
    };
    const id = `req_${Buffer.from(`${action}${n}`).toString('hex').slice(-24).padStart(24, '0')}` as RequestId;
    return { ...request, ...times, org: DEMO_ORG, action, id, journal: [], checkAtMs: null } as Request;
  });
}
