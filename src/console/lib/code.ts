/** Finds the eight digits in pasted text: the code alone, in groups, or the complete line of the message. */

export const CODE_DIGITS = 8;

export function codeIn(text: string): string {
  const decimal = inDecimal(text);
  const group = /(?<!\d)\d{4}[\s\p{Pd}]?\d{4}(?!\d)/u.exec(decimal);
  return digitsOf(group === null ? decimal : group[0]);
}

/** The decimal digits in what was typed, also those of a full-width or another keyboard. */
export function digitsOf(text: string): string {
  return inDecimal(text).replace(/\D/g, '');
}

const inDecimal = (text: string): string => text.replace(/\p{Nd}/gu, (digit) => String(decimalOf(digit)));

/** Unicode has the digits of a script in a row from 0 to 9, and nothing but such rows. A row can follow another one. */
function decimalOf(digit: string): number {
  const at = digit.codePointAt(0)!;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(at - before - 1))) before += 1;
  return before % 10;
}
