/** What a program's abort of its own request does, and when there is nothing left to take back (operation abortOwnRequest). */
import { program } from '../../../protocol/actor';
import type { ApiKeyId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import { abortByProgram } from '../../ceremony/rules/refuse';
import { type NothingToStop, stopRequest } from '../../ceremony/rules/stop';
import { type Change, unchanged } from '../../request/rules/journal';
import { isAuthorized, isOpen, type Request } from '../../request/rules/request';

export interface AbortOwnCommand {
  readonly key: ApiKeyId;
  /** The program's words. Only the entry of the history has them. */
  readonly note: string | null;
}

export type NothingToAbort = 'not_found' | 'no_intent' | 'already_reported';

/** Without a verdict the request is aborted; afterwards it is stopped. `request` must be settled at `nowMs`. */
export function abortOwn(
  request: Request,
  { key, note }: AbortOwnCommand,
  nowMs: number,
): Result<Change, { readonly reason: NothingToAbort }> {
  if (isOpen(request)) return ok(abortByProgram(request, { key, note }, nowMs));
  if (!isAuthorized(request)) return ok(unchanged(request));
  const stopped = stopRequest(request, { by: program(key), note }, nowMs);
  if (stopped.ok) return stopped;
  const reason = REFUSED[stopped.error.why];
  return reason === null ? ok(unchanged<Request>(request)) : err({ reason });
}

/** Null: nothing more can start, which is what the program wants. */
const REFUSED: Readonly<Record<NothingToStop, NothingToAbort | null>> = {
  no_verdict: null,
  not_approved: null,
  change: 'not_found',
  left_to_program: 'no_intent',
  call_ended: 'no_intent',
  reported: 'already_reported',
  window_over: null,
};
