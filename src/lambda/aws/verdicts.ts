import type { VerdictSigner } from '../../service/request/ports/ledger';
import { readEnv } from '../env';

/** Loaded with the first proof, because nothing else in these functions signs. */
export function verdictSigner(): VerdictSigner {
  const { verdictKeyId } = readEnv(['verdictKeyId']);
  let opened: VerdictSigner | null = null;
  const open = () => {
    opened ??= openSigner(verdictKeyId);
    return opened;
  };
  return { publicKey: () => open().publicKey(), sign: (bytes) => open().sign(bytes) };
}

function openSigner(keyId: string): VerdictSigner {
  // Requires only our own modules: requiring a package would put all of it into the bundle.
  const { createKmsVerdictSigner, openKms } =
    require('../../adapters/secrets/kms') as typeof import('../../adapters/secrets/kms');
  return createKmsVerdictSigner(openKms(), keyId);
}
