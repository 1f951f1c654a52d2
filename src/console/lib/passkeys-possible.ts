/** A passkey is bound to a host name, so an address without one cannot have passkeys. */
export function passkeysPossible(): boolean {
  const isAddress = /^[\d.]+$/.test(location.hostname) || location.hostname.startsWith('[');
  return !isAddress && isSecureContext && 'PublicKeyCredential' in window;
}
