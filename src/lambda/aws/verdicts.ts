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
  const { KMSClient } = require('@aws-sdk/client-kms') as typeof import('@aws-sdk/client-kms');
  const { createKmsVerdictSigner } =
    require('../../adapters/secrets/kms') as typeof import('../../adapters/secrets/kms');
  return createKmsVerdictSigner(new KMSClient({}), keyId);
}
