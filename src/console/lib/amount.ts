/** Amounts with their thousands apart. Other digits are numbers of orders and accounts, and stay as they are. */
import { visibleText } from './visible';

const AMOUNT = 'amount';

/** `48000.00` as `48,000.00`. The value itself is never changed: it is what people approve. */
export function groupedAmount(value: string): string {
  if (!/^-?\d{4,15}(\.\d+)?$/.test(value)) return value;
  const [whole = '', ...fraction] = value.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

export function shownParam(key: string, value: string): string {
  return key === AMOUNT ? groupedAmount(value) : value;
}

/** The amount with its currency, where a request has one that fits into a title. */
export function amountOf({ amount, currency = '' }: Readonly<Record<string, string>>): string | null {
  if (amount === undefined || amount.length > 24) return null;
  return `${groupedAmount(amount)} ${currency.slice(0, 8)}`.trim();
}

/** The operation in one line of plain text, for a tab and a voice. */
export function operationText(title: string, params: Readonly<Record<string, string>>): string {
  return visibleText([title, amountOf(params) ?? ''].join(' ').trim());
}
