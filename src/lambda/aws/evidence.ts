import type { EvidenceStore } from '../../service/request/ports/evidence';
import { readEnv } from '../env';

/** Short limits, because a person waits for the turn and can repeat it. */
const LIMITS = { maxAttempts: 2, requestHandler: { connectionTimeout: 1000, requestTimeout: 3000 } };

/** Loaded with the first document, because most requests have none. */
export function evidenceStore(): EvidenceStore {
  const { evidenceBucket } = readEnv(['evidenceBucket']);
  let opened: EvidenceStore | null = null;
  const open = () => {
    opened ??= openStore(evidenceBucket);
    return opened;
  };
  return {
    put: (...given) => open().put(...given),
    read: (...given) => open().read(...given),
    check: (...given) => open().check(...given),
  };
}

function openStore(bucket: string): EvidenceStore {
  // Requires only our own modules: requiring a package would put all of it into the bundle.
  const { createS3EvidenceStore } =
    require('../../adapters/s3/evidence-store') as typeof import('../../adapters/s3/evidence-store');
  return createS3EvidenceStore(LIMITS, bucket);
}
