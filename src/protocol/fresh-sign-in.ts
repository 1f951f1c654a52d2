/** How long a sign-in is fresh: enough time to add a passkey after opening a sign-in link. The console shows it too. */
export const FRESH_SIGN_IN_MS = 5 * 60_000;
