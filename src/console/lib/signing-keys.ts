/** Keys that sign decisions, as the pages of admins show them. */

/** Of the query that reads them. */
export const SIGNING_KEYS = ['signing-keys'];

/** What the browser said about the authenticator when it was enrolled. */
export function deviceOf(transports: readonly string[]): string {
  if (transports.includes('internal')) return 'in the device';
  if (transports.includes('hybrid')) return 'on a phone';
  if (transports.some((each) => ['usb', 'nfc', 'ble', 'smart-card'].includes(each))) return 'a security key';
  return 'unknown device';
}
