/** What the suites of a request's page share: answers of the service, in short. */
import { NOW, optionsOf, requestOf } from './given';
import type { Reply } from './page';

export const MINUTE = 60_000;
export const PATH = '/api/requests/req_1';

const endedBy = (outcome: string, by: string[], reason: string | null) => {
  if (reason === 'restored') return 'restore';
  if (outcome === 'authorized') return null;
  return by.length > 0 ? 'person' : 'service';
};
/** `why`: the note of the person who ended it, or else the reason of the service. */
export const decided = (outcome: string, by: string[], why: string | null = null, more: object = {}) => ({
  request: { state: outcome === 'authorized' ? 'succeeded' : outcome, outcome, live: false },
  view: { decided: decisionOf(outcome, by, why), needed: 0, you: { seat: false, options: optionsOf() }, ...more },
});
/** The API key that made the request. Only admins can list keys. */
export const PROGRAM = { id: `key_${'0'.repeat(24)}`, name: 'Billing gate' };
const decisionOf = (outcome: string, by: string[], why: string | null) => {
  const ended_by = endedBy(outcome, by, by.length > 0 && outcome !== 'authorized' ? null : why);
  const isNote = ended_by === 'person';
  return { by, at: NOW - MINUTE, ended_by, note: isNote ? why : null, reason: isNote ? null : why };
};
export const remarkOf = (level: string, about: string | null, text: string) => ({
  level,
  always: false,
  about,
  text,
  link: null,
});
export const reply = (fields: Parameters<typeof requestOf>[0] = {}): Reply => [
  200,
  { server_now: NOW, ...requestOf(fields) },
];
