/** The keys that sign decisions, as the admin pages show them. */

/** The key of the query that reads them. */
export const SIGNING_KEYS = ['signing-keys'];

/** What the browser said about the authenticator at enrolment. */
export function deviceOf(transports: readonly string[]): string {
  if (transports.includes('internal')) return 'in the device';
  if (transports.includes('hybrid')) return 'on a phone';
  if (transports.some((each) => ['usb', 'nfc', 'ble', 'smart-card'].includes(each))) return 'a security key';
  return 'unknown device';
}
