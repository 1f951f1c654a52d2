/** Amounts with separators between thousands. Other numbers, such as order or account numbers, are not changed. */
import { visibleText } from './visible';

const AMOUNT = 'amount';

/** Shows `48000.00` as `48,000.00`. The value itself is never changed, because it is what people approve. */
export function groupedAmount(value: string): string {
  if (!/^-?\d{4,15}(\.\d+)?$/.test(value)) return value;
  const [whole = '', ...fraction] = value.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

export function shownParam(key: string, value: string): string {
  return key === AMOUNT ? groupedAmount(value) : value;
}

/** The amount with its currency, if the request has one that is short enough for a title. */
export function amountOf({ amount, currency = '' }: Readonly<Record<string, string>>): string | null {
  if (amount === undefined || amount.length > 24) return null;
  return `${groupedAmount(amount)} ${currency.slice(0, 8)}`.trim();
}

/** The operation in one line of plain text, for a tab title and for screen readers. */
export function operationText(title: string, params: Readonly<Record<string, string>>): string {
  return visibleText([title, amountOf(params) ?? ''].join(' ').trim());
}
