/** POST /v1/requests/{id}/abort: abortOwnRequest. */

import type { RequestId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import { type CommandDeps, runCommand } from '../../ceremony/use-cases/run-command';
import type { LiveKey } from '../../configuration/ports';
import type { Loaded } from '../../request/ports/ledger';
import { type AbortOwnCommand, abortOwn, type NothingToAbort } from '../rules/abort-own';

export type AbortRefusal = { readonly reason: NothingToAbort };

/**
 * A program takes back its own request. Its own means made with the same API key, whatever token it has now. Repeating it
 * changes nothing.
 */
export async function abortOwnRequest(
  deps: CommandDeps,
  { org, id: key }: Pick<LiveKey, 'org' | 'id'>,
  id: RequestId,
  note: AbortOwnCommand['note'],
): Promise<Result<Loaded & { readonly nowMs: number }, AbortRefusal>> {
  const loaded = await deps.requests.load(org, id);
  if (loaded === null || loaded.request.sent?.keyId !== key) return err({ reason: 'not_found' });
  const ran = await runCommand<null, AbortRefusal>(deps, loaded.request, {
    decide: (request, nowMs) => {
      const changed = abortOwn(request, { key, note }, nowMs);
      return changed.ok ? ok({ change: changed.value, value: null }) : changed;
    },
  });
  return ran.ok ? ok({ ...ran.value, intent: loaded.intent }) : ran;
}
