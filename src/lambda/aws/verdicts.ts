import type { VerdictSigner } from '../../app/ports';
import { readEnv } from '../env';

/** Loaded when a proof is first asked for: nothing else that these functions do signs anything. */
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
  // Only modules of our own are required: all of a package that is required is in the bundle.
  const { createKmsVerdictSigner, openKms } =
    require('../../adapters/secrets/kms') as typeof import('../../adapters/secrets/kms');
  return createKmsVerdictSigner(openKms(), keyId);
}
