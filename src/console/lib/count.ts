const format = new Intl.NumberFormat('en-GB');

/** `1,842`. */
export const formatCount = (count: number): string => format.format(count);
