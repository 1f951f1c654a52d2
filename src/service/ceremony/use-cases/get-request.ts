/** GET /v1/requests/{id}: getRequest. */
import type { OrgId, RequestId } from '../../../protocol/identifiers';
import type { Loaded } from '../../request/ports/ledger';
import { type CommandDeps, readSettled } from './run-command';

export async function getRequest(
  deps: CommandDeps,
  org: OrgId,
  id: RequestId,
): Promise<(Loaded & { readonly nowMs: number }) | null> {
  const loaded = await deps.requests.load(org, id);
  if (loaded === null) return null;
  const settled = await readSettled(deps, loaded.request);
  return { ...settled, intent: loaded.intent };
}
