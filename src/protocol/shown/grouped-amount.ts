/** `48000.00` as `48,000.00`. The value itself is never changed: it is what people approve. */
export function groupedAmount(value: string): string {
  if (!/^-?\d{4,15}(\.\d+)?$/.test(value)) return value;
  const [whole = '', ...fraction] = value.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}
