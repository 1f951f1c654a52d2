/** Actions to begin with. Each has a display for its requests, and the params of a first request. */
import type { Schemas } from './schemas';

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly what: string;
  readonly title: string;
  readonly display: Schemas['Display'];
  readonly params: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The title of the first request. */
  readonly example: string;
}

const code = (param: string, label: string): Schemas['DisplayParam'] => ({ param, label, format: { type: 'code' } });
const templateDisplay = (title: string, ...params: Schemas['DisplayParam'][]): Schemas['Display'] => ({
  ...{ v: 1, renderer: 1, hosts: [] },
  title,
  params,
});

export const TEMPLATES: readonly Template[] = [
  {
    id: 'payments.refund',
    name: 'Refund',
    what: 'Somebody agrees before money leaves.',
    title: 'Refund',
    display: templateDisplay(
      '{amount} · order {order}',
      { param: 'amount', label: 'Amount', format: { type: 'money', currency: { param: 'currency' }, unit: 'major' } },
      code('order', 'Order'),
    ),
    params: { amount: '25.00', currency: 'EUR', order: '8812' },
    summary: 'Parcel lost, the customer is waiting',
    example: '25.00 EUR · order 8812',
  },
  {
    id: 'deploy.production',
    name: 'Deploy',
    what: 'A pipeline waits for a person before production.',
    title: 'Deploy to production',
    display: templateDisplay('{service} {version}', code('service', 'Service'), code('version', 'Version')),
    params: { service: 'billing', version: '1.42.0' },
    summary: 'The fix for the double charge',
    example: 'billing 1.42.0',
  },
  {
    id: 'agent.tool',
    name: 'Agent tool',
    what: 'An AI agent asks before it uses a dangerous tool.',
    title: 'Agent tool',
    display: templateDisplay('{tool} for {customer}', code('tool', 'Tool'), code('customer', 'Customer')),
    params: { tool: 'delete_customer', customer: 'cus_2291' },
    summary: 'The customer asked to be forgotten',
    example: 'delete_customer for cus_2291',
  },
];

/** The first request of an action that was not made from a template. Its params are for the admin to fill in. */
export const templateOf = ({
  id,
  title,
  required_params,
}: Pick<Schemas['Action'], 'id' | 'title' | 'required_params'>) => ({
  ...{ id, title, name: title, what: '', display: templateDisplay(title), example: '' },
  params: Object.fromEntries(required_params.map((param) => [param, '…'])),
  summary: 'The first request',
});

/** The policy of one key, so that an admin can try it alone. */
export function policyOfTemplate({ title, display, params }: Template, operator: string): Schemas['PolicyEdit'] {
  return {
    title,
    display,
    roster: [operator],
    quorum: { default: 1, min: 1, max: 1, selectable: false },
    deny_self_approval: false,
    required_params: Object.keys(params),
    if_version: 0,
  };
}

/** Sent twice, it is one request. */
export function curlOf({ id, params, summary }: Template, token: string, requester: string): string {
  const members = Object.entries({ action: id, requester, params, summary });
  const body = members.map(([name, value]) => `    "${name}": ${JSON.stringify(value)}`).join(',\n');
  return [
    `curl ${location.origin}/v1/requests \\`,
    `  -H "Authorization: Bearer ${token}" \\`,
    '  -H "Content-Type: application/json" \\',
    '  -H "Idempotency-Key: first-1" \\',
    `  -d '{\n${body.replaceAll("'", "'\\''")}\n  }'`,
  ].join('\n');
}
