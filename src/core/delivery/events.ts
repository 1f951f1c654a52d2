/**
 * The events of a request, derived from its record alone (docs/contract.md#events;
 * docs/design.md#the-request-item-is-the-outbox).
 */
import { EVENT_TYPES, type EventType } from '../../protocol/event-types';
import type { AuditEntry } from '../audit/chain';
import { isAdministrative } from '../request/administrative';
import { isAuthorized, isOpen, type Request } from '../request/request';

export interface FiredEvent {
  readonly type: EventType;
  /** When the request reached the outcome or the worker reported, and never the time of sending. */
  readonly atMs: number;
}

/**
 * All events of the request so far, in order. A transition sends the events that the new image has and the old one
 * lacks.
 */
export function eventsOf(request: Request): FiredEvent[] {
  // No consumer sees a change of the configuration.
  if (isOpen(request) || isAdministrative(request)) return [];
  if (!isAuthorized(request)) return [{ type: `request.${request.state}`, atMs: request.verdictAtMs }];
  const events: FiredEvent[] = [{ type: 'request.authorized', atMs: request.verdictAtMs }];
  if (request.state === 'failed') events.push({ type: 'request.failed', atMs: request.endedAtMs });
  if (request.execution.state === 'reported') {
    const { status, reportedAtMs } = request.execution;
    events.push({ type: status === 'succeeded' ? 'request.executed' : 'request.execution_failed', atMs: reportedAtMs });
  }
  return events;
}

export function newEvents(before: Request | null, after: Request): FiredEvent[] {
  const known = new Set(before === null ? [] : eventsOf(before).map((event) => event.type));
  return eventsOf(after).filter((event) => !known.has(event.type));
}

/**
 * The type of event whose happening this entry of the audit chain records; null for other entries. Each event has exactly
 * one such entry, because the transition that fires it is made once.
 */
export function eventTypeOf({ kind, data }: Pick<AuditEntry, 'kind' | 'data'>): EventType | null {
  if (kind === 'intent.reported') return data.status === 'succeeded' ? 'request.executed' : 'request.execution_failed';
  return EVENT_TYPES.find((type) => type === kind) ?? null;
}
