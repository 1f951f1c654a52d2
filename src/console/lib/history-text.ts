import { formatInstant } from './time';

/** What the kinds of the audit chain mean, for people. A kind that is not named here is shown as it is. */
const KINDS: Readonly<Record<string, string>> = {
  'request.proposed': 'Asked',
  'request.notified': 'Operators were told',
  'key.turned': 'Turned a key',
  'key.withdrawn': 'Took back a key',
  'code.wrong': 'Typed a wrong code',
  'code.reissued': 'Sent a new code',
  'seat.disabled': 'Lost the seat',
  'round.collapsed': 'The round ran out; new codes were sent',
  'request.reminded': 'Operators were reminded',
  'request.authorized': 'Authorized',
  'request.executing': 'The integration makes its call',
  'request.succeeded': 'Concluded',
  'request.failed': 'The integration’s call failed',
  'request.denied': 'Refused',
  'request.aborted': 'Aborted',
  'request.expired': 'Expired',
  'intent.claimed': 'A worker claimed the sealed call',
  'intent.reported': 'The worker reported',
  'intent.window_closed': 'The time to run it is over',
  'delivery.failed': 'A delivery failed for good',
};

export function kindLabel(kind: string): string {
  return KINDS[kind] ?? kind;
}

/** The facts of an entry as short texts. */
export function factsOf(data: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(data)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => [key.replaceAll('_', ' '), isInstant(key, value) ? formatInstant(value) : textOf(value)]);
}

function isInstant(key: string, value: unknown): value is number {
  return typeof value === 'number' && /(^|_)(at|by|since|until)$/.test(key);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return JSON.stringify(value);
}
