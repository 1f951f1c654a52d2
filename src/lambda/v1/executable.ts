/** The answer of listExecutableRequests. */
import type { operations } from '../../../generated/service';
import type { Inputs } from '../../../generated/service-operations';
import { InvalidCursor, readCursor, writeCursor } from '../../protocol/cursor';
import type { CommandDeps } from '../../service/ceremony/use-cases/run-command';
import type { LiveKey } from '../../service/configuration/ports';
import { listExecutableRequests } from '../../service/execution/use-cases';
import type { ExecutablePlace, ExecutableQuery } from '../../service/request/ports';
import { renderRequest } from '../../service/request/rules/render';
import { invalid, reply } from '../http/answer';
import { parseId } from '../http/ids';
import type { Call, ReplyOf } from '../http/typed';

export async function answerExecutable(
  deps: CommandDeps,
  { principal, query }: Call<Inputs['listExecutableRequests'], LiveKey>,
): Promise<ReplyOf<operations, 'listExecutableRequests'>> {
  const after = placeOf(query.after);
  if (after === null) return NO_SUCH_PLACE;
  const { loaded, nowMs, next } = await listExecutableRequests(deps, principal, { limit: query.limit, after });
  const requests = loaded.map(({ request, intent }) =>
    renderRequest(request, intent, Math.max(nowMs, request.updatedAtMs)),
  );
  const answer = { server_now: deps.clock.nowMs(), requests };
  return reply(200, after === undefined ? answer : { ...answer, next: next === null ? null : cursorOf(next) });
}

const NO_SUCH_PLACE = invalid(
  '`query.after` is not a place in this list. Send `oldest`, or the `next` of an earlier answer.',
);

const cursorOf = ({ createdAtMs, id, isLapsed }: ExecutablePlace): string =>
  writeCursor([createdAtMs, id, isLapsed ? 1 : 0]);

/** Null if no page ever returned this cursor. */
function placeOf(after: string | undefined): ExecutableQuery['after'] | null {
  if (after === undefined || after === 'oldest') return after;
  try {
    const [createdAtMs, request, lapsed] = readCursor<[number, string, number]>(after, ['number', 'string', 'number']);
    const id = parseId('request', request);
    const isPlace = createdAtMs >= 0 && id !== null && (lapsed === 0 || lapsed === 1);
    return isPlace ? { createdAtMs, id, isLapsed: lapsed === 1 } : null;
  } catch (error) {
    if (error instanceof InvalidCursor) return null;
    throw error;
  }
}
