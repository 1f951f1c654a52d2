/** What the types of events are called. */
import type { Schemas } from './api';

export type EventType = Schemas['EventType'];

/** A type that the service learns does not compile before it is named here. */
const NAMES: Readonly<Record<EventType, string>> = {
  'request.authorized': 'Approved',
  'request.denied': 'Denied',
  'request.expired': 'Expired',
  'request.aborted': 'Aborted',
  'request.failed': 'Integration call failed',
  'request.executed': 'Sealed call succeeded',
  'request.execution_failed': 'Sealed call failed',
};

export const EVENT_TYPES = Object.keys(NAMES) as EventType[];

export const eventName = (type: EventType): string => NAMES[type];
