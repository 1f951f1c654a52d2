/** GET /v1/events with `wait`: holds the answer until there is an event (docs/decisions/events-feed.md). */

import type { OrgId } from '../../../protocol/identifiers';
import { ok } from '../../../protocol/result';
import type { AuditStore } from '../../audit/ports';
import { errorName } from '../../support/error-name';
import type { Log, Random, RealTime } from '../../system/ports';
import type { HoldStore } from '../ports';
import { type EventsPage, type EventsStart, type ListEventsDeps, listEvents, MAX_ENTRIES } from './list-events';

export interface HoldEventsDeps extends ListEventsDeps {
  readonly audit: Pick<AuditStore, 'tail' | 'entries' | 'grew'>;
  readonly holds: HoldStore;
  readonly realTime: RealTime;
  readonly random: Pick<Random, 'hex'>;
  readonly log: Log;
}

export interface Waiting {
  readonly waitMs: number;
  /** Aborted when the caller has stopped waiting. */
  readonly gone?: AbortSignal | undefined;
}

type Listed = Awaited<ReturnType<typeof listEvents>>;

/** Each pause costs one small read. Events are read only after the chain has grown. */
const LOOK_EVERY_MS = 1000;

/** If no more answers may be held, returns the current events at once. */
export async function holdEvents(
  deps: HoldEventsDeps,
  org: OrgId,
  start: EventsStart,
  limit: number,
  { waitMs, gone }: Waiting,
): Promise<Listed> {
  const endsAtMs = deps.realTime.elapsedMs() + waitMs;
  const first = await listEvents(deps, org, start, limit);
  if (!first.ok || first.value.events.length > 0 || waitMs === 0) return first;
  const id = deps.random.hex(8);
  if (!(await mayHold(deps, org, id, waitMs))) return first;
  try {
    return ok(await nextPage(deps, org, start, first.value, limit, { endsAtMs, gone }));
  } finally {
    // An expired hold needs no write; it no longer counts.
    if (deps.realTime.elapsedMs() < endsAtMs) await deps.holds.end(org, id).catch(() => undefined);
  }
}

/** If holds cannot be counted, the answer is not held, so that the limit is kept and the call does not fail. */
async function mayHold({ holds, clock, log }: HoldEventsDeps, org: OrgId, id: string, waitMs: number) {
  const nowMs = clock.nowMs();
  try {
    return await holds.begin({ org, id, untilMs: nowMs + waitMs }, nowMs);
  } catch (error) {
    log.warn('a held answer could not be counted', { error: errorName(error) });
    return false;
  }
}

async function nextPage(
  deps: HoldEventsDeps,
  org: OrgId,
  start: EventsStart,
  empty: EventsPage,
  limit: number,
  { endsAtMs, gone }: { readonly endsAtMs: number; readonly gone: AbortSignal | undefined },
): Promise<EventsPage> {
  let page = empty;
  let atEnd = isAtEnd(seqOf(start, empty), empty);
  while (page.events.length === 0) {
    const leftMs = endsAtMs - deps.realTime.elapsedMs();
    if (leftMs <= 0 || gone?.aborted === true) break;
    const place = page.next;
    if (atEnd) {
      await deps.realTime.sleep(Math.min(LOOK_EVERY_MS, leftMs), gone);
      if (!(await deps.audit.grew(org, place.seq))) continue;
    }
    const read = await listEvents(deps, org, place, limit);
    // A restore has shortened the chain. The next call reports it.
    if (!read.ok) break;
    page = read.value;
    atEnd = isAtEnd(place.seq, page);
  }
  return page;
}

/** A page that ended because of its length may have ended inside a block, which never grows. */
const isAtEnd = (fromSeq: number, { next }: EventsPage): boolean => next.seq - fromSeq < MAX_ENTRIES;

const seqOf = (start: EventsStart, { next }: EventsPage): number =>
  start === 'oldest' ? 0 : start === 'latest' ? next.seq : start.seq;
