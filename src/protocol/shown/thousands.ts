/** `48000` as `48,000`. Anybody can send a long text of digits, so it is cut from the left, in one pass. */
export function thousands(digits: string): string {
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/.{3}/gs) ?? [];
  return (first === 0 ? groups : [digits.slice(0, first), ...groups]).join(',');
}
