/** The names of the types of events. */
import type { Schemas } from './api';

export type EventType = Schemas['EventType'];

/** A new event type does not compile until it has a name here. */
const NAMES: Readonly<Record<EventType, string>> = {
  'request.authorized': 'Approved',
  'request.denied': 'Refused',
  'request.expired': 'Expired',
  'request.aborted': 'Aborted',
  'request.failed': 'Integration call failed',
  'request.executed': 'Sealed call succeeded',
  'request.execution_failed': 'Sealed call failed',
};

export const EVENT_TYPES = Object.keys(NAMES) as EventType[];

export const eventName = (type: EventType): string => NAMES[type];
