/** GET /api/allowed-signers: exportSigners. Whose keys may sign turns, as OpenSSH reads it (docs/decisions/signed-turns.md). */
import { signerOf } from '../core/config/signers';
import type { OrgId } from '../protocol/identifiers';
import { type AllowedSigner, allowedSignersText } from '../protocol/ssh/allowed-signers';
import { serviceSigner } from './get-proof';
import { relyingParty } from './passkeys';
import type { ConfigStore, PasskeyStore, VerdictSigner } from './ports';

export interface ExportSignersDeps {
  readonly config: Pick<ConfigStore, 'operators'>;
  readonly passkeys: Pick<PasskeyStore, 'ofOrganization'>;
  readonly verdictSigner: VerdictSigner;
  /** The console's own origin. */
  readonly origin: string;
}

/** As it was at `atMs`: without keys that were enrolled later, and without ends that came later. Null: no host name. */
export async function exportSigners(deps: ExportSignersDeps, org: OrgId, atMs: number): Promise<string | null> {
  const rpId = relyingParty(deps.origin);
  if (rpId === null) return null;
  const [operators, passkeys, service] = await Promise.all([
    deps.config.operators(org),
    deps.passkeys.ofOrganization(org),
    serviceSigner(deps),
  ]);
  const signers = passkeys
    .filter(({ createdAtMs }) => createdAtMs <= atMs)
    .flatMap((passkey): AllowedSigner[] => {
      const owner = operators.find(({ id }) => id === passkey.operator);
      const signer = signerOf(passkey, owner, rpId);
      return signer === null ? [] : [asOf(signer, atMs)];
    });
  return allowedSignersText([service, ...signers]);
}

function asOf(signer: AllowedSigner, atMs: number): AllowedSigner {
  const { validBeforeMs } = signer;
  return validBeforeMs !== null && validBeforeMs > atMs ? { ...signer, validBeforeMs: null } : signer;
}
