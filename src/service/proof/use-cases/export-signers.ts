/**
 * GET /api/allowed-signers: exportSigners. Lists in OpenSSH's format whose keys may sign turns
 * (docs/decisions/signed-turns.md).
 */

import type { OrgId } from '../../../protocol/identifiers';
import { allowedSignersText } from '../../../protocol/ssh/allowed-signers';
import type { PasskeyStore } from '../../access/ports/access';
import { signersOf, workerSigner } from '../../access/rules/signers';
import { relyingParty } from '../../access/use-cases/passkeys';
import type { ConfigStore } from '../../configuration/ports';
import type { VerdictSigner } from '../../request/ports/ledger';
import { serviceSigner } from './get-proof';

export interface ExportSignersDeps {
  readonly config: Pick<ConfigStore, 'operators' | 'apiKeys'>;
  readonly passkeys: Pick<PasskeyStore, 'ofOrganization' | 'bootstrap'>;
  readonly verdictSigner: VerdictSigner;
  /** The console's own origin. */
  readonly origin: string;
}

/** The list as of `atMs`, including keys that had ended by then. Null without a host name. */
export async function exportSigners(deps: ExportSignersDeps, org: OrgId, atMs: number): Promise<string | null> {
  const rpId = relyingParty(deps.origin);
  if (rpId === null) return null;
  const [operators, passkeys, bootstrap, service, apiKeys] = await Promise.all([
    deps.config.operators(org),
    deps.passkeys.ofOrganization(org),
    deps.passkeys.bootstrap(org),
    serviceSigner(deps),
    deps.config.apiKeys(org),
  ]);
  const signers = passkeys.flatMap((passkey) => {
    const owner = operators.find(({ id }) => id === passkey.operator);
    return signersOf({ passkey, owner, rpId, bootstrap, atMs });
  });
  const workers = apiKeys.flatMap((key) => workerSigner(key, atMs) ?? []);
  return allowedSignersText([service, ...signers, ...workers]);
}
