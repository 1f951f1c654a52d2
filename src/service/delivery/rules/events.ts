/**
 * The events of a request, derived from its record alone (docs/contract.md#events;
 * docs/design.md#the-request-item-is-the-outbox).
 */
import { EVENT_TYPES, type EventType } from '../../../protocol/event-types';
import type { AuditEntry } from '../../audit/rules/chain';
import { isAdministrative } from '../../request/rules/administrative';
import type { EntryKind } from '../../request/rules/entry';
import { isAuthorized, type NotAuthorized, type Request } from '../../request/rules/request';

export interface FiredEvent {
  readonly type: EventType;
  /** When the request reached the outcome or the worker reported. Never the time of sending. */
  readonly atMs: number;
}

interface EventRule {
  /** When the event happened, or null. */
  readonly atMs: (request: Request) => number | null;
  /** The one kind of audit entry that records the event, because its transition happens once. */
  readonly entry: EntryKind;
  /** Needed if entries of this kind also record other events. */
  readonly recordedBy?: (data: AuditEntry['data']) => boolean;
}

/** In the order in which they can happen. A new event type does not compile until it is listed here. */
const EVENTS = {
  'request.authorized': {
    atMs: (request) => (isAuthorized(request) ? request.verdictAtMs : null),
    entry: 'request.authorized',
  },
  'request.denied': endedAs('denied'),
  'request.expired': endedAs('expired'),
  'request.aborted': endedAs('aborted'),
  'request.failed': {
    atMs: (request) => (request.state === 'failed' ? request.endedAtMs : null),
    entry: 'request.failed',
  },
  'request.executed': reportedAs('succeeded'),
  'request.execution_failed': reportedAs('failed'),
} as const satisfies Readonly<Record<EventType, EventRule>>;

/** Entries that cause an event. Their writes set a check. */
export type EventEntry = (typeof EVENTS)[keyof typeof EVENTS]['entry'];

const RULES = EVENTS as Readonly<Record<EventType, EventRule>>;

function endedAs<State extends NotAuthorized['state']>(state: State) {
  return {
    atMs: (request: Request) => (request.state === state ? request.verdictAtMs : null),
    entry: `request.${state}` as const,
  };
}

function reportedAs(status: 'succeeded' | 'failed') {
  return {
    atMs: (request: Request) => {
      const execution = isAuthorized(request) ? request.execution : null;
      return execution?.state === 'reported' && execution.status === status ? execution.reportedAtMs : null;
    },
    entry: 'intent.reported',
    recordedBy: (data: AuditEntry['data']) => data.status === status,
  } as const;
}

/**
 * All events of the request so far, in order. A transition sends the events that the new image has and the old one
 * lacks.
 */
export function eventsOf(request: Request): FiredEvent[] {
  // Consumers never see changes of the configuration.
  if (isAdministrative(request)) return [];
  return EVENT_TYPES.flatMap((type) => {
    const atMs = RULES[type].atMs(request);
    return atMs === null ? [] : [{ type, atMs }];
  });
}

export function newEvents(before: Request | null, after: Request): FiredEvent[] {
  const known = new Set(before === null ? [] : eventsOf(before).map((event) => event.type));
  return eventsOf(after).filter((event) => !known.has(event.type));
}

/** The event type that this audit entry records; null for other entries. */
export function eventTypeOf({ kind, data }: Pick<AuditEntry, 'kind' | 'data'>): EventType | null {
  const isRecorded = ({ entry, recordedBy }: EventRule) => entry === kind && (recordedBy?.(data) ?? true);
  return EVENT_TYPES.find((type) => isRecorded(RULES[type])) ?? null;
}
