/** What every signature of a passkey has: the bytes of a statement, in the form of OpenSSH. */
import { joined, sshFields, utf8 } from './bytes';
import type { Schemas } from './schemas';

export interface Prepared {
  readonly statement: string;
  readonly challenge: Uint8Array<ArrayBuffer>;
  readonly passkeys: readonly Schemas['SigningPasskey'][];
}

/** The service's statement does not match what is shown. Nothing may be signed. */
export class StatementDiffers extends Error {
  constructor() {
    super(
      'What the service wants you to sign is not what this page shows. Do not sign. Reload the page, and tell an admin.',
    );
  }
}

const MAGIC = 'SSHSIG';

/** The bytes that OpenSSH calls "to be signed" (OpenSSH's PROTOCOL.sshsig). */
export async function toBeSigned(namespace: string, statement: string): Promise<Uint8Array<ArrayBuffer>> {
  const digest = await crypto.subtle.digest('SHA-512', utf8(statement));
  const fields = [utf8(namespace), utf8(''), utf8('sha512'), new Uint8Array(digest)];
  return joined([utf8(MAGIC), ...sshFields(fields)]);
}

/**
 * Whether a signature of this challenge would be valid in OpenSSH. No sign-in and no enrolment has such a challenge.
 */
export function signsAStatement(challenge: Uint8Array): boolean {
  return utf8(MAGIC).every((byte, at) => challenge[at] === byte);
}
