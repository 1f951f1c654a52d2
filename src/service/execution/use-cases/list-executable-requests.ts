/** GET /v1/requests?executable=true: listExecutableRequests. */

import type { OrgId, RequestId } from '../../../protocol/identifiers';
import type { CommandDeps } from '../../ceremony/use-cases/run-command';
import type { Loaded } from '../../request/ports/ledger';
import { nowFor } from '../../system/now';
import { isExecutable } from '../rules/claim';

/** The answer must fit through the gateway and the function: 6 MB including everything else. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * Oldest first. The index only gives candidates. Every request is read again, strongly consistent, and evaluated at the
 * current time. Candidates that are not executable are replaced by later ones.
 */
export async function listExecutableRequests(
  deps: CommandDeps,
  org: OrgId,
  limit: number,
): Promise<{ loaded: Loaded[]; nowMs: number }> {
  const nowMs = deps.clock.nowMs();
  const found: Loaded[] = [];
  let bytes = 0;
  let batch: RequestId[] = [];
  /** False when the page is full. */
  const take = async (): Promise<boolean> => {
    for (const loaded of await deps.requests.hydrate(org, batch)) {
      if (!isExecutable(loaded.request, nowFor(deps.clock, loaded.request))) continue;
      bytes += sizeOf(loaded);
      if (found.length > 0 && bytes > MAX_ANSWER_BYTES) return false;
      found.push(loaded);
      if (found.length === limit) return false;
    }
    batch = [];
    return true;
  };
  for await (const id of deps.requests.executableCandidates(org, nowMs, limit)) {
    batch.push(id);
    if (batch.length >= limit - found.length && !(await take())) return { loaded: found, nowMs };
  }
  if (batch.length > 0) await take();
  return { loaded: found, nowMs };
}

/** Estimates the rendered size, which is mostly params and envelope. */
function sizeOf({ request, intent }: Loaded): number {
  return 1024 + JSON.stringify(request.params).length * 2 + (intent?.ciphertext.length ?? 0);
}
