/** Around every value: no template and no label has them, and in a value they are marked. */
export const OPEN = '«';
export const CLOSE = '»';
