import { thousands } from './thousands';

/** `48000.00` as `48,000.00`. The value itself never changes, because people approve it. */
export function groupedAmount(value: string): string {
  if (!/^-?\d{4,15}(\.\d+)?$/.test(value)) return value;
  const [whole = '', ...fraction] = value.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  return [sign + thousands(whole.slice(sign.length)), ...fraction].join('.');
}
