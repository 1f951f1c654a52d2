/** The two letters of a country, two check digits, and an account. */
const IBAN = /^([A-Z]{2})(\d\d)([A-Z0-9]{11,30})$/;

/**
 * An account number in fours, as people read it out, if it is an IBAN with the right check digits (ISO 13616). Otherwise
 * null: a text that only looks like one must not look checked.
 */
export function ibanGroups(text: string): readonly string[] | null {
  const [, country, check, account] = IBAN.exec(text) ?? [];
  if (check === undefined) return null;
  const digits = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(check) === 98n - (BigInt(digits) % 97n) ? text.match(/.{1,4}/g) : null;
}
