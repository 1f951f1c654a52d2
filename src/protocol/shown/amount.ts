/** Amounts with a comma before each three digits. */

/** `48000.00` as `48,000.00`. The value itself never changes, because people approve it. */
export function groupedAmount(value: string): string {
  if (!/^-?\d{4,15}(\.\d+)?$/.test(value)) return value;
  const [whole = '', ...fraction] = value.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  return [sign + thousands(whole.slice(sign.length)), ...fraction].join('.');
}

/** `48000` as `48,000`. Anybody can send a long text of digits, so it is cut from the left, in one pass. */
export function thousands(digits: string): string {
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/.{3}/gs) ?? [];
  return (first === 0 ? groups : [digits.slice(0, first), ...groups]).join(',');
}
