/** A house with data for every page of the console. */
import { CHANGE, declareDocuments, PLAN, proposeWith, TRANSCRIPT } from '../support/documents';
import { DIGEST, ENVELOPE, type House } from '../support/house';

// A module that needs the types of a browser, which the types of the service do not have.
const { PAGES: TABLE }: { PAGES: readonly { path: string }[] } = require('../../src/console/page-table');

/** Where a page is opened that has params or several states. */
const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/': { inbox: '/' },
  '/requests/:id': {
    request: '/requests/{refund}',
    'request-hostile': '/requests/{hostile}',
    'request-round': '/requests/{launch}',
    'request-decided': '/requests/{executed}',
    'request-failed': '/requests/{failed}',
    'request-mine': '/requests/{mine}',
    'request-evidence': '/requests/{documents}',
    'request-integration': '/requests/{transfer}',
    'request-groups': '/requests/{payout}',
    'request-not-asked': '/requests/{archive}',
  },
  '/requests': { history: '/requests', 'history-search': '/requests?state=denied&action=demo.deploy' },
  '/actions/:id': { action: '/actions/demo.refund' },
  '/webhooks/:id': { webhook: '/webhooks/{webhook}' },
};

/** Every page of the table by name; `{…}` is filled in from what `furnish` made. */
export const PAGES: Readonly<Record<string, string>> = {
  ...Object.assign({}, ...TABLE.map(({ path }) => statesOf(path))),
  'not-found': '/nowhere',
};

function statesOf(path: string): Readonly<Record<string, string>> {
  const states = STATES[path] ?? { [path.slice(1)]: path };
  const unfilled = Object.values(states).filter((address) => address.includes(':'));
  if (unfilled.length > 0) throw new Error(`STATES has no address of the page ${path}.`);
  return states;
}

/** Markup, an override, marks upon marks, 512 wide characters: all of them harmless text. */
export const HOSTILE = {
  markup: '<img src=x onerror="alert(1)"><script>alert(2)</script>',
  override: 'pay \u202E000,1 ot \u202C Bob',
  wide: '𝐖'.repeat(256),
  long: 'W'.repeat(512),
  zalgo: `a${'\u0301'.repeat(60)}b`,
  account: 'p\u0430ypal.example',
  blank: '  two blanks at each end  ',
} as const;

export async function furnish(house: House): Promise<Record<string, string>> {
  const webhook = await addWebhook(house, `${house.url}/local/sink`, 'The ledger');
  await addWebhook(house, 'http://127.0.0.1:9/closed', 'Billing hooks');
  for (const amount of ['12.00', '80.50', '35.20', '120.00', '64.10', '9.99']) {
    const id = await propose(house, { action: 'demo.refund', requester: 'op_bravo', params: refund(amount) });
    await house.turn('op_alpha', id);
  }
  const refundId = await propose(house, {
    action: 'demo.refund',
    requester: 'op_delta',
    params: refund('48000.00'),
    summary: 'Refund order 8812: charged twice, customer is waiting',
  });
  await house.turn('op_charlie', refundId);
  const hostile = await propose(house, { params: HOSTILE, summary: 'Invoice \u202Efdp.exe <b>urgent</b>' });
  const members = ['op_alpha', 'op_bravo'].map((operator) => ({ operator, starts_at: null, ends_at: null }));
  await house.api('op_alpha', 'PUT', '/api/groups/grp_finance', { name: 'Finance', members, if_revision: 0 });
  const payout = await needsTwoGroups(house);
  await addAction(house, 'demo.archive', { title: 'Archive a ledger', roster: ['op_bravo', 'op_charlie'] });
  const archive = await propose(house, { action: 'demo.archive', requester: 'op_delta', params: { ledger: '2024' } });
  await lastsLong(house, 'demo.launch');
  const launch = await propose(house, {
    action: 'demo.launch',
    requester: 'op_bravo',
    params: { target: 'production', build: '2026.11.3' },
  });
  await house.turn('op_bravo', launch);
  const denied = await propose(house, { action: 'demo.deploy', requester: 'op_bravo', params: { service: 'billing' } });
  await house.refuse('op_charlie', denied, { note: 'The change window has closed.' });
  const executed = await house.authorizedIntent({
    requester: 'op_charlie',
    params: { intent: DIGEST },
    intent: ENVELOPE,
  });
  const claimed = await house.claim(executed);
  const report = { claim_id: claimed.body.claim_id, status: 'succeeded', reference: 'payout_7Hq2' };
  await house.report(executed, report);
  const failed = await house.authorizedIntent({
    requester: 'op_delta',
    summary: 'Charged twice, the customer is waiting',
    params: { amount: '48000.00', currency: 'EUR', order: '8812', intent: DIGEST },
    intent: ENVELOPE,
  });
  const taken = await house.claim(failed);
  const failure = {
    claim_id: taken.body.claim_id,
    status: 'failed',
    error: 'The card account is closed.',
    reference: 're_3Qk9Vd72aX',
  };
  await house.report(failed, failure);
  const mine = await propose(house, {
    action: 'demo.deploy',
    requester: 'op_alpha',
    params: { service: 'billing', version: '1.42.0' },
    summary: 'The fix for the double charge',
  });
  const transfer = await propose(house, {
    action: 'demo.transfer',
    requester: 'op_charlie',
    params: { amount: '18400.00', currency: 'EUR', to: 'Northwind GmbH', account: 'DE12 5001 0517 0648 4898 90' },
    summary: 'Northwind moved banks last week and asks for the open invoice today.',
  });
  const kinds = { diff: 'diff', transcript: 'markdown', plan: 'json', log: 'text' } as const;
  await declareDocuments(house, 'demo.migrate', kinds);
  const migration = await proposeWith(
    house,
    'demo.migrate',
    { diff: CHANGE, transcript: TRANSCRIPT },
    'Needed by the settlement report of Thursday',
  );
  const log = `ok\tfirst \u202ereversed\n${'long '.repeat(400)}\n${'line\n'.repeat(300)}`;
  const documents = await proposeWith(house, 'demo.migrate', { diff: CHANGE, transcript: TRANSCRIPT, plan: PLAN, log });
  return {
    ...{ migration, documents, refund: refundId, hostile, launch, denied, executed, failed, mine, transfer, webhook },
    ...{ payout, archive },
  };
}

async function addAction(house: House, id: string, policy: object): Promise<void> {
  const quorum = { default: 1, min: 1, max: 1, selectable: false };
  const { status, body } = await house.api('op_alpha', 'PUT', `/api/actions/${id}`, { quorum, ...policy });
  if (status !== 200) throw new Error(`${id}: ${status} ${JSON.stringify(body)}`);
}

/** Two of Finance and one of Security, of whom the first of Finance has turned a key. */
async function needsTwoGroups(house: House): Promise<string> {
  const members = [{ operator: 'op_delta', starts_at: null, ends_at: null }];
  await house.api('op_alpha', 'PUT', '/api/groups/grp_security', { name: 'Security', members, if_revision: 0 });
  await addAction(house, 'demo.wire', {
    title: 'Wire money',
    roster: ['grp_finance', 'grp_security'],
    quorum: { default: 3, min: 3, max: 3, selectable: false },
    requires: [
      { group: 'grp_finance', keys: 2 },
      { group: 'grp_security', keys: 1 },
    ],
  });
  const id = await propose(house, {
    action: 'demo.wire',
    requester: 'op_charlie',
    params: { amount: '18400.00', currency: 'EUR', to: 'Northwind GmbH' },
    summary: 'Northwind moved banks last week and asks for the open invoice today.',
  });
  await house.turn('op_bravo', id);
  return id;
}

/**
 * If a round ends while someone looks at a page, the rows of a list move. On a busy machine a minute passes quickly.
 */
async function lastsLong(house: House, action: string): Promise<void> {
  const { body: read } = await house.api('op_alpha', 'GET', `/api/actions/${action}`);
  const { id, created_at, updated_at, version, ...policy } = read.action;
  const changed = await house.api('op_alpha', 'PUT', `/api/actions/${id}`, { ...policy, coincidence_seconds: 900 });
  if (changed.status !== 200) throw new Error(`${id}: ${JSON.stringify(changed.body)}`);
}

async function addWebhook(house: House, url: string, description: string): Promise<string> {
  const { status, body } = await house.api('op_alpha', 'POST', '/api/webhooks', { url, description });
  if (status !== 201) throw new Error(`adding an endpoint: ${status} ${JSON.stringify(body)}`);
  return body.endpoint.id as string;
}

const refund = (amount: string) => ({ amount, currency: 'EUR', customer: 'cus_2291', order: '8812' });

async function propose(house: House, body: object): Promise<string> {
  const { status, body: answer } = await house.propose(body);
  if (status !== 202) throw new Error(`proposing: ${status} ${JSON.stringify(answer)}`);
  return answer.request.id as string;
}
