/** The answer of listEvents, for both functions that give it. */
import type { operations } from '../../../generated/service';
import type { Inputs } from '../../../generated/service-operations';
import { InvalidCursor, readCursor, writeCursor } from '../../protocol/cursor';
import type { LiveKey } from '../../service/configuration/ports';
import type { EventsStart, listEvents } from '../../service/delivery/use-cases/list-events';
import type { Caller } from '../../service/request/rules/caller';
import type { Clock } from '../../service/system/ports';
import { reply } from '../http/answer';
import type { Call, ReplyOf } from '../http/typed';
import { NO_SUCH_PLACE } from './problems';

/** One page after this place. */
export type ReadEvents = (caller: Caller, start: EventsStart, limit: number) => ReturnType<typeof listEvents>;

export async function answerEvents(
  clock: Clock,
  { principal, query }: Call<Inputs['listEvents'], LiveKey>,
  read: ReadEvents,
): Promise<ReplyOf<operations, 'listEvents'>> {
  const start = startOf(query.after);
  if (start === null) return NO_SUCH_PLACE;
  const page = await read(principal, start, query.limit);
  if (!page.ok) return NO_SUCH_PLACE;
  const { events, next } = page.value;
  return reply(200, { server_now: clock.nowMs(), events, next: writeCursor([next.seq, next.hash]) });
}

/** Null if no page ever returned this cursor. */
function startOf(after: string | undefined): EventsStart | null {
  if (after === undefined) return 'oldest';
  if (after === 'latest') return 'latest';
  try {
    const [seq, hash] = readCursor<[number, string]>(after, ['number', 'string']);
    return seq >= 0 ? { seq, hash } : null;
  } catch (error) {
    if (error instanceof InvalidCursor) return null;
    throw error;
  }
}
