/**
 * How the partition keys of both tables begin, or what follows an organization's id in them. `keys.ts` builds keys of these, and what a
 * function may write is said with them (`infra/constructs/permissions.ts`). Items of the configuration have the organization's id alone.
 */

export const REQUEST = '#REQ#';
export const SIGNED = '#SIGNED#';
/**
 * The document of an edit has a partition of its own, which only the console may write. So a function that writes requests
 * cannot have an edit made that no admin proposed.
 */
export const CHANGE = '#CHANGE#';
/**
 * Signed verdicts have a partition of their own, so that `api` may write them without being able to write operators'
 * signatures.
 */
export const VERDICT = '#VERDICT#';
export const QUESTIONS = '#QUESTIONS#';
export const DELIVERY = '#DLV#';
export const HEALTH = '#HEALTH#';
export const NOTICE = '#NOTICE#';
export const MAILS = '#MAILS#';
/** Ends the partition key of an organization's audit chain; no id contains `#`. */
export const AUDIT = '#AUDIT';
export const CAUSE = '#CAUSE#';
export const FOUR_EYES = '#FOUR_EYES';
export const ACTION_VERSIONS = '#ACTION#';
export const SIGNING_KEY = '#SIGNINGKEY#';
export const ENROLMENTS = '#PASSKEYS#';
export const SEEN = '#SEEN';
export const TOKEN = 'KEY#';
export const CREDENTIAL = 'CREDENTIAL#';
/** Whose device has an endpoint, by the hash of the endpoint. */
export const PUSH = 'PUSH#';
/** The public key for pushes, which only `notice` publishes. */
export const PUSH_KEY = 'PUSHKEY#';

/** Of the second table. */
export const SESSION = 'SESSION#';
export const SIGN_IN = 'SIGNIN#';
export const CHALLENGE = 'CHALLENGE#';
/** The canary's receiver may use only these. */
export const MAILBOX = 'CANARY#';
/** The function that holds answers of the feed may write only these, and counters. */
export const HOLD = 'HOLD#';
/** The function in which open inboxes wait may write only these. */
export const WATCHES = 'WATCHES#';
export const CALLS = 'CALLS#';
/** Counters in a window of time. */
export const COUNTED = {
  mails: 'MAILS#',
  posts: 'POSTS#',
  questions: 'QUESTIONS#',
  searches: 'SEARCHES#',
  powers: 'POWERS#',
  links: 'LINKS#',
  pushTests: 'PUSHTESTS#',
  refused: 'PEER#',
} as const;
