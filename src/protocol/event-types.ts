/** The seven request events (docs/contract.md#event-types). */
export const EVENT_TYPES = [
  'request.authorized',
  'request.denied',
  'request.expired',
  'request.aborted',
  'request.failed',
  'request.executed',
  'request.execution_failed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
