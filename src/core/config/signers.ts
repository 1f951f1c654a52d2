/** The keys of an organization as OpenSSH's `allowed_signers` names them (docs/decisions/signed-turns.md). */
import { type AllowedSigner, PRINCIPAL } from '../../protocol/ssh/allowed-signers';
import { PASSKEY_KEY } from '../../protocol/ssh/public-key';
import { TURN_NAMESPACE } from '../../protocol/statements/turn';
import type { Operator } from './config';
import { type Passkey, signingPoint } from './passkey';

/**
 * Null: a key that signs nothing. That is one of another algorithm, one of an operator whose id OpenSSH cannot read, and
 * one that was revoked with all access of its operator: when that was, its record does not say.
 */
export function signerOf(passkey: Passkey, owner: Operator | undefined, rpId: string): AllowedSigner | null {
  const point = signingPoint(passkey);
  if (point === null || owner === undefined || !PRINCIPAL.test(owner.id)) return null;
  const revoked = passkey.accessEpoch !== owner.accessEpoch;
  const endedAtMs = passkey.deletedAtMs ?? (revoked ? owner.lastDisabledAtMs : null);
  if (revoked && endedAtMs === null) return null;
  return {
    principal: owner.id,
    namespaces: [TURN_NAMESPACE],
    validAfterMs: passkey.createdAtMs,
    validBeforeMs: endedAtMs,
    key: { type: PASSKEY_KEY, point, application: rpId },
  };
}
