/** Displays for tests. */
import type { Display } from '../../src/protocol/display/display';

export function aDisplay(more: Partial<Display> = {}): Display {
  return {
    v: 1,
    renderer: 1,
    title: 'Pay {amount} to {to}',
    params: [
      { param: 'amount', label: 'Amount', format: { type: 'money', currency: { code: 'EUR' }, unit: 'minor' } },
      { param: 'to', label: 'Account', format: { type: 'code' } },
    ],
    hosts: [],
    ...more,
  };
}
