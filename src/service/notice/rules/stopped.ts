/** How far an approved request had come when somebody stopped it, in the words of messages (docs/decisions/stop.md). */
import type { OperatorId } from '../../../protocol/identifiers';
import { begunOf } from '../../ceremony/rules/stop';
import { isAuthorized, type Request, type Stopped } from '../../request/rules/request';

export function stopOf(request: Request): Stopped | null {
  return isAuthorized(request) ? request.stopped : null;
}

/** The operator who stopped it. Null if nobody did, or if its program did. */
export function stoppedBy(request: Request): OperatorId | null {
  const by = stopOf(request)?.by;
  return by?.actor_kind === 'person' ? (by.actor as OperatorId) : null;
}

export function stoppedText(request: Request, nameOf: (id: OperatorId) => string): string {
  const stopped = stopOf(request);
  if (stopped === null) return '';
  const by = stoppedBy(request);
  const who = by === null ? 'The program that requested it' : nameOf(by);
  return `It was stopped${howFar(request, stopped)} ${who} stopped it.`;
}

function howFar(request: Request, { atMs, calling }: Stopped): string {
  const untilMs = begunOf(request)?.untilMs ?? null;
  if (untilMs !== null) return atMs < untilMs ? ' while a worker had it.' : '. It may have run.';
  if (calling) return ' while its integration was called. It may have run.';
  return request.executeWithinMs === null ? ' before its integration was called.' : ' before a worker had it.';
}
