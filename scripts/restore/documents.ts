/**
 * The documents that requests of the restored table name. A document never changes, so the bucket is not taken back to the
 * point. What was overwritten or deleted there is replaced by an earlier version that has the digest.
 */
import type { Tables } from '../../src/adapters/dynamodb/client';
import { isOpen } from '../../src/service/request/rules/request';
import { createRequestStore } from '../../src/service/request/store/request-store';
import type { NamedDocument } from './contents';
import type { Plane } from './plane';
import { sideBySide } from './survey';

export interface DocumentsInput {
  readonly restored: Tables;
  readonly documents: readonly NamedDocument[];
  readonly plane: Pick<Plane, 'takeBack'>;
  readonly log: (line: string) => void;
}

/** In a few words. A repeated run finds everything that was taken back. */
export async function takeBackDocuments({ restored, documents, plane, log }: DocumentsInput): Promise<string> {
  const requests = createRequestStore(restored);
  let [takenBack, lost] = [0, 0];
  await sideBySide(documents, async ({ org, digest, open }) => {
    const found = await plane.takeBack(org, digest);
    if (found === 'taken back') takenBack += 1;
    if (found !== 'lost') return;
    for (const { id, name } of open) {
      // The restore may have ended it. And the document of a decided request may have expired, which is no fault.
      const now = await requests.load(org, id);
      if (now === null || !isOpen(now.request)) continue;
      lost += 1;
      log(`${org}: ${id} waits for its document ${JSON.stringify(name)}: store ${digest} again`);
    }
  });
  return documents.length === 0
    ? 'no request names a document'
    : `${documents.length} documents: ${takenBack} taken back, ${lost} of open requests not there`;
}
