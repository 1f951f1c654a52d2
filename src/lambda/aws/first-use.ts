/**
 * Stores and keys that are opened on first use, so that a function starts without their SDK clients. Each `open…` requires
 * only our own modules: requiring a package would put all of it into the bundle.
 */

import type { HeadStore } from '../../service/audit/ports';
import type { EvidenceStore, VerdictSigner } from '../../service/request/ports';
import { CANARY_ORG } from '../canary/names';
import { readEnv } from '../env';

/** Every post contains the last head, so reading it must not take long. */
const HEAD_LIMITS = { maxAttempts: 2, requestHandler: { connectionTimeout: 1000, requestTimeout: 2000 } };

/** Opened with the first head, because most calls read none. */
export function headStore(): HeadStore {
  const { headsBucket, canaryHeadsBucket } = readEnv(['headsBucket', 'canaryHeadsBucket']);
  const opened = new Map<string, HeadStore>();
  const of = (org: string): HeadStore => {
    const bucket = org === CANARY_ORG ? canaryHeadsBucket : headsBucket;
    const store = opened.get(bucket) ?? openHeadStore(bucket);
    opened.set(bucket, store);
    return store;
  };
  return { last: (org) => of(org).last(org), publish: (head) => of(head.org).publish(head) };
}

function openHeadStore(bucket: string): HeadStore {
  const { createS3HeadStore } =
    require('../../adapters/s3/head-store') as typeof import('../../adapters/s3/head-store');
  return createS3HeadStore(HEAD_LIMITS, bucket);
}

/** Short limits, because a person waits for the turn and can repeat it. */
const EVIDENCE_LIMITS = { maxAttempts: 2, requestHandler: { connectionTimeout: 1000, requestTimeout: 3000 } };

/** Opened with the first document, because most requests have none. */
export function evidenceStore(): EvidenceStore {
  const { evidenceBucket } = readEnv(['evidenceBucket']);
  let opened: EvidenceStore | null = null;
  const open = () => {
    opened ??= openEvidenceStore(evidenceBucket);
    return opened;
  };
  return {
    put: (...given) => open().put(...given),
    read: (...given) => open().read(...given),
    check: (...given) => open().check(...given),
  };
}

function openEvidenceStore(bucket: string): EvidenceStore {
  const { createS3EvidenceStore } =
    require('../../adapters/s3/evidence-store') as typeof import('../../adapters/s3/evidence-store');
  return createS3EvidenceStore(EVIDENCE_LIMITS, bucket);
}

/** Opened with the first proof, because nothing else in these functions signs. */
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
  const { createKmsVerdictSigner, openKms } =
    require('../../adapters/secrets/kms') as typeof import('../../adapters/secrets/kms');
  return createKmsVerdictSigner(openKms(), keyId);
}
