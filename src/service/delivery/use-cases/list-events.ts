/**
 * GET /v1/events: listEvents, and with `wait` an answer that is held until there is an event. Events are in the order
 * of the audit chain (docs/decisions/events-feed.md).
 */

import { eventId, isRequestId, type OrgId, type RequestId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { AuditStore } from '../../audit/ports';
import { type AuditEntry, type AuditHead, genesis } from '../../audit/rules/chain';
import type { Loaded, RequestStore } from '../../request/ports';
import { type Caller, mayUse } from '../../request/rules/caller';
import { byteLength } from '../../support/byte-length';
import { errorName } from '../../support/failures';
import { nowFor } from '../../system/now';
import type { Clock, Log, Random, RealTime } from '../../system/ports';
import type { HoldStore } from '../ports';
import { type EventBody, renderEvent } from '../rules/event-body';
import { eventsOf, eventTypeOf } from '../rules/events';

export interface ListEventsDeps {
  readonly clock: Clock;
  readonly requests: Pick<RequestStore, 'hydrate'>;
  readonly audit: Pick<AuditStore, 'tail' | 'entries'>;
}

/** Begins after this entry of the chain, with the first event, or now. */
export type EventsStart = AuditHead | 'oldest' | 'latest';

export interface EventsPage {
  readonly events: readonly EventBody[];
  /** The last entry that was read. The next page begins after it. */
  readonly next: AuditHead;
  /** It ended because of its length, so more may follow. */
  readonly isFull: boolean;
}

/**
 * The limit of the complete answer, small enough for the gateway and the function. What a limited key does not get counts
 * too: otherwise 2,000 large requests of other actions would be read for one page.
 */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** Space for the fields besides the events: `server_now` and `next`. */
const OTHER_BYTES = 512;
/** How many entries are read at once. Most are not events, for example the turn of a key. */
const batchFor = (limit: number): number => Math.max(100, limit * 4);
/** A page ends here even without events, so that the function does not time out. */
const MAX_ENTRIES = 2000;

/** `unknown_place`: the organization's chain does not have this entry at this place. */
export async function listEvents(
  deps: ListEventsDeps,
  caller: Caller,
  start: EventsStart,
  limit: number,
): Promise<Result<EventsPage, { readonly reason: 'unknown_place' }>> {
  const { org } = caller;
  if (start === 'latest') return ok({ events: [], next: (await deps.audit.tail(org)).head, isFull: false });
  const place = start === 'oldest' ? genesis(org) : start;
  const entries = await entriesAfter(deps, org, place, batchFor(limit));
  return entries === null ? err({ reason: 'unknown_place' }) : ok(await readPage(deps, caller, place, entries, limit));
}

/**
 * Null unless the chain has this entry. It is read together with the following ones, so the check costs no extra read.
 */
async function entriesAfter(
  { audit }: ListEventsDeps,
  org: OrgId,
  place: AuditHead,
  count: number,
): Promise<readonly AuditEntry[] | null> {
  if (place.seq === 0) return place.hash === genesis(org).hash ? audit.entries(org, 0, count) : null;
  const [at, ...after] = await audit.entries(org, place.seq - 1, count + 1);
  return at?.seq === place.seq && at.hash === place.hash ? after : null;
}

async function readPage(
  deps: ListEventsDeps,
  caller: Caller,
  start: AuditHead,
  entries: readonly AuditEntry[],
  limit: number,
): Promise<EventsPage> {
  const { org } = caller;
  const events: EventBody[] = [];
  let { seq, hash } = start;
  const wantsMore = () => events.length < limit && seq - start.seq < MAX_ENTRIES;
  let bytes = OTHER_BYTES;
  // A batch that is not full was the last one, or the store shortened it. The next page continues from there.
  let batch = entries.length;
  for (let left = entries; left.length > 0 && wantsMore(); ) {
    const part = untilEvents(left, limit - events.length);
    const requests = await requestsOf(deps, org, part);
    for (const entry of part) {
      const event = eventOf(deps, org, entry, requests);
      bytes += event === null ? 0 : byteLength(`${JSON.stringify(event)},`);
      if (bytes > MAX_PAGE_BYTES && seq > start.seq) return { events, next: { seq, hash }, isFull: true };
      if (event !== null && mayUse(caller, requests.get(entry.subject)!.request.action)) events.push(event);
      ({ seq, hash } = entry);
    }
    left = left.slice(part.length);
    if (wantsMore() && left.length === 0 && batch === batchFor(limit)) {
      left = await deps.audit.entries(org, seq, batchFor(limit));
      batch = left.length;
    }
  }
  return { events, next: { seq, hash }, isFull: !wantsMore() };
}

/** The first entries, up to and including the one with which this many events are reached. */
function untilEvents(entries: readonly AuditEntry[], count: number): readonly AuditEntry[] {
  const last = entries.filter(mayBeEvent)[count - 1];
  return last === undefined ? entries : entries.slice(0, entries.indexOf(last) + 1);
}

function mayBeEvent(entry: AuditEntry): entry is AuditEntry & { readonly subject: RequestId } {
  return isRequestId(entry.subject) && eventTypeOf(entry) !== null;
}

async function requestsOf(
  { requests }: ListEventsDeps,
  org: OrgId,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, Loaded>> {
  const ids = new Set(entries.filter(mayBeEvent).map(({ subject }) => subject));
  const loaded = await requests.hydrate(org, [...ids]);
  return new Map(loaded.map((each) => [each.request.id, each]));
}

/** Null for entries that are not events and for changes of the configuration, which consumers never see. */
function eventOf(
  { clock }: ListEventsDeps,
  org: OrgId,
  entry: AuditEntry,
  requests: ReadonlyMap<string, Loaded>,
): EventBody | null {
  const loaded = requests.get(entry.subject);
  const type = eventTypeOf(entry);
  if (loaded === undefined || type === null) return null;
  const { request } = loaded;
  const fired = eventsOf(request).find((event) => event.type === type);
  if (fired === undefined) return null;
  return renderEvent({ org, id: eventId(request.id, type), ...fired }, loaded, nowFor(clock, request));
}

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

type ListedEvents = Awaited<ReturnType<typeof listEvents>>;

/** Each pause costs one small read. Events are read only after the chain has grown. */
const LOOK_EVERY_MS = 1000;

/** Holds the answer until there is an event. If no more answers may be held, returns the current events at once. */
export async function holdEvents(
  deps: HoldEventsDeps,
  caller: Caller,
  start: EventsStart,
  limit: number,
  { waitMs, gone }: Waiting,
): Promise<ListedEvents> {
  const { org } = caller;
  const endsAtMs = deps.realTime.elapsedMs() + waitMs;
  const first = await listEvents(deps, caller, start, limit);
  if (!first.ok || first.value.events.length > 0 || waitMs === 0) return first;
  const id = deps.random.hex(8);
  if (!(await mayHold(deps, org, id, waitMs))) return first;
  try {
    return ok(await nextPage(deps, caller, first.value, limit, { endsAtMs, gone }));
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
  caller: Caller,
  empty: EventsPage,
  limit: number,
  { endsAtMs, gone }: { readonly endsAtMs: number; readonly gone: AbortSignal | undefined },
): Promise<EventsPage> {
  let page = empty;
  while (page.events.length === 0) {
    const leftMs = endsAtMs - deps.realTime.elapsedMs();
    if (leftMs <= 0 || gone?.aborted === true) break;
    const place = page.next;
    // What ended inside a block never grows.
    if (!page.isFull) {
      await deps.realTime.sleep(Math.min(LOOK_EVERY_MS, leftMs), gone);
      if (!(await deps.audit.grew(caller.org, place.seq))) continue;
    }
    const read = await listEvents(deps, caller, place, limit);
    // A restore has shortened the chain. The next call reports it.
    if (!read.ok) break;
    page = read.value;
  }
  return page;
}
