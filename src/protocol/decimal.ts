const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

export const isDecimal = (text: string): boolean => DECIMAL.test(text);

/**
 * Less than, equal to or greater than 0 if `left` is less than, equal to or greater than `right`. Exact for any length.
 * Null if either is not a plain decimal (`1e6`, `1,000`, `+1`, `.5`, white space).
 */
export function compareDecimals(left: string, right: string): number | null {
  const both = aligned(left, right);
  if (both === null) return null;
  const [x, y] = both;
  return x < y ? -1 : x > y ? 1 : 0;
}

/** How many times `right` is in `left`, rounded down. 0 unless both are decimals above zero. */
export function timesAs(left: string, right: string): bigint {
  const [x, y] = aligned(left, right) ?? [0n, 0n];
  return x > 0n && y > 0n ? x / y : 0n;
}

function aligned(left: string, right: string): [bigint, bigint] | null {
  const [a, b] = [parse(left), parse(right)];
  if (a === null || b === null) return null;
  const digits = Math.max(a.fraction.length, b.fraction.length);
  return [scaled(a, digits), scaled(b, digits)];
}

interface Decimal {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
}

function parse(text: string): Decimal | null {
  const match = DECIMAL.exec(text);
  return match === null ? null : { sign: match[1]!, whole: match[2]!, fraction: match[3] ?? '' };
}

const scaled = ({ sign, whole, fraction }: Decimal, digits: number): bigint =>
  BigInt(`${sign}${whole}${fraction.padEnd(digits, '0')}`);
