const format = new Intl.NumberFormat('en-GB');

/** `1,842`. */
export const formatCount = (count: number): string => format.format(count);

/** `1 file`, `1,842 files`. */
export const counted = (count: number, what: string): string =>
  `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
