/** Finds the eight digits in pasted text: the code alone, in groups, or the complete line of the message. */

export const CODE_DIGITS = 8;

export function codeIn(text: string): string {
  const group = /(?<!\d)\d{4}[\s-]?\d{4}(?!\d)/.exec(text);
  return digitsOf(group === null ? text : group[0]);
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
