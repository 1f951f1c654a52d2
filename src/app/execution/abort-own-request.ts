/** POST /v1/requests/{id}/abort: abortOwnRequest. */
import { abortByProgram } from '../../core/ceremony/refuse';
import { type NothingToStop, stopRequest } from '../../core/execution/stop';
import { type Change, unchanged } from '../../core/request/journal';
import { isAuthorized, isOpen, type Request } from '../../core/request/request';
import type { ApiKeyId, RequestId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type CommandDeps, runCommand } from '../ceremony/run-command';
import type { LiveKey, Loaded } from '../ports';

export type AbortRefusal = { readonly reason: 'not_found' | 'no_intent' | 'already_reported' };

/** The program's words. Only the entry of the history has them. */
type Note = string | null;

/**
 * A program takes back its own request. Its own means made with the same API key, whatever token it has now. Without a
 * verdict the request is aborted; afterwards it is stopped. Repeating it changes nothing.
 */
export async function abortOwnRequest(
  deps: CommandDeps,
  { org, id: key }: Pick<LiveKey, 'org' | 'id'>,
  id: RequestId,
  note: Note,
): Promise<Result<Loaded & { readonly nowMs: number }, AbortRefusal>> {
  const loaded = await deps.requests.load(org, id);
  if (loaded === null || loaded.request.sent?.keyId !== key) return err({ reason: 'not_found' });
  const ran = await runCommand<null, AbortRefusal>(deps, loaded.request, {
    decide: (request, nowMs) => {
      const changed = decide(request, key, note, nowMs);
      return changed.ok ? ok({ change: changed.value, value: null }) : changed;
    },
  });
  return ran.ok ? ok({ ...ran.value, intent: loaded.intent }) : ran;
}

function decide(request: Request, key: ApiKeyId, note: Note, nowMs: number): Result<Change, AbortRefusal> {
  if (isOpen(request)) return ok(abortByProgram(request, { key, note }, nowMs));
  if (!isAuthorized(request)) return ok(unchanged(request));
  const stopped = stopRequest(request, { by: key, note }, nowMs);
  if (stopped.ok) return stopped;
  const refusal = REFUSED[stopped.error.why];
  return refusal === null ? ok(unchanged<Request>(request)) : err({ reason: refusal });
}

/** Null: nothing more can start, which is what the program wants. */
const REFUSED: Readonly<Record<NothingToStop, AbortRefusal['reason'] | null>> = {
  no_verdict: null,
  not_approved: null,
  change: 'not_found',
  left_to_program: 'no_intent',
  call_ended: 'no_intent',
  reported: 'already_reported',
  window_over: null,
};
