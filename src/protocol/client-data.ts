/** What a browser says about the page that used a passkey (WebAuthn Level 3 §5.8.1). */

export interface UsedOn {
  readonly origin: string;
  /**
   * Another page had this one in a frame, or says that it had. It could have laid its own text over ours, so nothing that
   * was signed there counts.
   */
  readonly isFramed: boolean;
}

/** Null: the client data cannot be read. */
export function usedOn(clientData: Uint8Array): UsedOn | null {
  try {
    const { origin, crossOrigin = false, topOrigin } = JSON.parse(Buffer.from(clientData).toString('utf8'));
    if (typeof origin !== 'string') return null;
    return { origin, isFramed: crossOrigin !== false || topOrigin !== undefined };
  } catch {
    return null;
  }
}
