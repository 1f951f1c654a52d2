/** Requests whose values could be taken for something else: words of the title, or a part of the value beside them. */
import { DIGEST, type House } from '../support/house';

const text = (param: string, label: string) => ({ param, label, format: { type: 'text' } });
const amount = {
  param: 'amount',
  label: 'Amount',
  format: { type: 'money', currency: { code: 'EUR' }, unit: 'major' },
};

const ACTIONS = {
  'demo.remit': {
    title: 'Wire money',
    display: { title: '{amount} to {to}', params: [amount, text('to', 'To'), text('account', 'Account')] },
  },
  'demo.grant': {
    title: 'Give access',
    display: { title: '{database} {role}', params: [text('database', 'Database'), text('role', 'Role')] },
  },
} as const;

export const WIRED = {
  amount: '18400.00',
  to: 'ACME Ltd to Northwind GmbH',
  account: 'DE12500105170648489890',
  order: '8812',
  tool_definition: DIGEST,
} as const;
export const GRANTED = { database: 'ledger read', role: 'write' } as const;

async function openActions(house: House): Promise<void> {
  for (const [action, { title, display }] of Object.entries(ACTIONS)) {
    const { status, body } = await house.api('op_alpha', 'PUT', `/api/actions/${action}`, {
      title,
      roster: ['op_alpha', 'op_bravo', 'op_charlie'],
      quorum: { default: 2, min: 1, max: 2, selectable: false },
      deny_self_approval: true,
      display: { v: 1, renderer: 1, hosts: [], ...display },
    });
    if (status >= 300) throw new Error(`${action}: ${JSON.stringify(body)}`);
  }
}

/** The two whose pictures are in docs/decisions/displays.md. */
export async function proposeValues(house: House) {
  await openActions(house);
  const summary = 'The invoice of October';
  return {
    wired: await house.proposed({ action: 'demo.remit', requester: 'op_charlie', params: WIRED, summary }),
    granted: await house.proposed({ action: 'demo.grant', requester: 'op_charlie', params: GRANTED }),
  };
}
