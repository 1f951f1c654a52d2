/**
 * The documents that requests of the restored table name. A document never changes, so the bucket is not taken back to the
 * point. What was overwritten or deleted there is replaced by an earlier version that has the digest.
 */
import type { Tables } from '../../src/adapters/dynamodb/client';
import { REQUEST_SK } from '../../src/adapters/dynamodb/keys';
import { fromRequestItem } from '../../src/adapters/dynamodb/request/from-request-item';
import { declaredEvidence } from '../../src/core/request/evidence';
import { isOpen } from '../../src/core/request/request';
import { items } from './effects';
import type { Plane } from './plane';

export interface DocumentsInput {
  readonly restored: Tables;
  readonly plane: Pick<Plane, 'takeBack'>;
  readonly log: (line: string) => void;
}

/** In a few words. A repeated run finds everything that was taken back. */
export async function takeBackDocuments({ restored, plane, log }: DocumentsInput): Promise<string> {
  let [named, takenBack, lost] = [0, 0, 0];
  for await (const item of items(restored, REQUEST_SK, 'created_at >= :since', 0)) {
    const request = fromRequestItem(item as never);
    for (const { name, digest } of declaredEvidence(request)) {
      if (digest === null) continue;
      named += 1;
      const found = await plane.takeBack(request.org, digest);
      if (found === 'taken back') takenBack += 1;
      // The document of a decided request may have expired, which is no fault.
      if (found !== 'lost' || !isOpen(request)) continue;
      lost += 1;
      log(`${request.org}: ${request.id} waits for its document ${JSON.stringify(name)}: store ${digest} again`);
    }
  }
  return named === 0
    ? 'no request names a document'
    : `${named} documents: ${takenBack} taken back, ${lost} of open requests not there`;
}
