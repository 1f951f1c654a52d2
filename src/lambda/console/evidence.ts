/** Documents beside requests, for the people who may read the request. */

import { getRequest } from '../../service/ceremony/use-cases/read-requests';
import { everyAction } from '../../service/request/rules/caller';
import { declaredEvidence } from '../../service/request/rules/evidence';
import { type EvidenceDeps, readEvidence } from '../../service/request/use-cases/evidence';
import { document, notFound, problem } from '../http/answer';
import { NO_SUCH_REQUEST, parseId } from '../http/ids';
import { type ConsoleHandlers, signedIn } from './caller';

export function createEvidenceHandlers(deps: EvidenceDeps & Parameters<typeof getRequest>[0]) {
  return {
    async getRequestEvidence({ principal, path }) {
      const { org } = await signedIn(principal);
      const id = parseId('request', path.id);
      const found = id === null ? null : await getRequest(deps, everyAction(org), id);
      if (found === null) return NO_SUCH_REQUEST;
      const digest = declaredEvidence(found.request).find(({ name }) => name === path.name)?.digest ?? null;
      if (digest === null) return NO_SUCH_DOCUMENT;
      const read = await readEvidence(deps, org, digest);
      if (read === 'missing') return MISSING;
      return read === 'expired' ? EXPIRED : document(read);
    },
  } satisfies Partial<ConsoleHandlers>;
}

const NO_SUCH_DOCUMENT = notFound('This request has no such document.');
const MISSING = problem(404, 'The document is not stored yet. Ask for it to be stored.', 'evidence_missing');
const EXPIRED = problem(404, 'The document is not kept any more. Ask for it to be stored again.', 'evidence_expired');
