/** The audit log: the topics of its filter, and the facts of an entry. */
import { formatInstant } from './format';

/** The kinds of entries for the filter, in words. */
export const TOPICS: readonly (readonly [prefix: string, label: string])[] = [
  ['request.', 'Requests'],
  ['key.turned', 'Keys turned'],
  ['code.', 'Codes'],
  ['intent.', 'Execution'],
  ['action.', 'Actions'],
  ['operator.', 'Operators'],
  ['passkey.', 'Passkeys'],
  ['signing_key.', 'Signing keys'],
  ['key.', 'API keys'],
  ['endpoint.', 'Webhooks'],
  ['chat.', 'Chat'],
  ['delivery.', 'Deliveries'],
];

/** The facts of an entry as short texts. */
export function factsOf(data: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(data)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => [key.replaceAll('_', ' '), isInstant(key, value) ? formatInstant(value) : factText(value)]);
}

function isInstant(key: string, value: unknown): value is number {
  return typeof value === 'number' && /(^|_)(at|by|since|until)$/.test(key);
}

function factText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(factText).join(', ');
  return JSON.stringify(value);
}
