/** Example displays, which the demo uses and the policy editor offers. */
import type { Display, ShownParam } from './display';

const display = (title: string, ...params: readonly ShownParam[]): Display => ({
  v: 1,
  renderer: 1,
  title,
  params,
  hosts: [],
});

export const DISPLAY_TEMPLATES = {
  Refund: display(
    '{amount} · order {order}',
    { param: 'amount', label: 'Amount', format: { type: 'money', currency: { code: 'EUR' }, unit: 'major' } },
    { param: 'order', label: 'Order', format: { type: 'code' } },
  ),
  Deployment: display(
    '{service} {version}',
    { param: 'service', label: 'Service', format: { type: 'text' } },
    { param: 'version', label: 'Version', format: { type: 'code' } },
  ),
  'Agent tool': display(
    '{tool} for {agent}',
    { param: 'tool', label: 'Tool', format: { type: 'code' } },
    { param: 'agent', label: 'Agent', format: { type: 'text' } },
    { param: 'arguments', label: 'Arguments', format: { type: 'code' } },
  ),
  'Database change': display(
    '{rows} rows of {database}',
    { param: 'database', label: 'Database', format: { type: 'text' } },
    { param: 'statement', label: 'Statement', format: { type: 'code' } },
    { param: 'rows', label: 'Rows', format: { type: 'number' } },
  ),
} as const satisfies Readonly<Record<string, Display>>;
