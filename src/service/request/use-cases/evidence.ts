/** Documents beside a request: stored by a proposer, read by people and workers, and checked at a turn. */

import { type EvidenceDigest, isEvidenceDigest } from '../../../protocol/evidence';
import { digestOf } from '../../../protocol/hash';
import type { OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import { errorName } from '../../support/failures';
import type { Log } from '../../system/ports';
import type { EvidenceStore } from '../ports';
import { declaredEvidence, type Evidence } from '../rules/evidence';
import type { Request } from '../rules/request';

export interface EvidenceDeps {
  readonly evidence: EvidenceStore;
  readonly log: Log;
}

/** Stores the bytes, and returns their digest. The error is their digest too: another one was named. */
export async function storeEvidence(
  { evidence }: EvidenceDeps,
  org: OrgId,
  named: string,
  bytes: Uint8Array,
): Promise<Result<EvidenceDigest, EvidenceDigest>> {
  const digest: EvidenceDigest = digestOf(bytes);
  if (named !== digest) return err(digest);
  await evidence.put(org, digest, bytes);
  return ok(digest);
}

/** A text that is not a digest is answered like a missing document. */
export async function readEvidence({ evidence }: EvidenceDeps, org: OrgId, named: string) {
  return isEvidenceDigest(named) ? evidence.read(org, named) : 'missing';
}

/** Looks up documents only if the policy of the request declares some. They are `unknown` during an outage of the store. */
export function evidenceOf({ evidence, log }: EvidenceDeps, request: Request): Promise<readonly Evidence[]> {
  return Promise.all(
    declaredEvidence(request).map(async (document) => {
      if (document.digest === null) return document;
      try {
        return { ...document, state: await evidence.check(request.org, document.digest) };
      } catch (error) {
        log.error('a document could not be checked', { request: request.id, error: errorName(error) });
        return document;
      }
    }),
  );
}
