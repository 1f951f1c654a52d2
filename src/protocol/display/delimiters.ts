/** They enclose every value. No template and no label may contain them, and in a value they are marked. */
export const OPEN = '«';
export const CLOSE = '»';
