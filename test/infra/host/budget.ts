/**
 * The budget of one lifecycle in the background: a request is proposed, gets two keys after its first check, posts to one
 * callback and is checked again. All sweeps of that time are counted, but not the units of api and console
 * (docs/performance.md).
 */
export const BUDGET = {
  /** Two keys turned 11 (the first one sets no check, and the verdict's item is short), two sign-ins 8. */
  consoleWriteUnits: 19,
  /** Audit 6 (three blocks and their marks), deliver 3, notices 5, the two checks 5. */
  writeUnits: 19,
  /** Notices 4.5, the checks 9, audit 8, the sweeps' eight shards 8 and those of hourly attempts 8, deliver 1, dispatch 1. */
  readUnits: 39.5,
  /** Records that pass the filter. Each is at most one call of dispatch. Under load, several are in one batch. */
  streamRecords: 5,
  /** Sent, received and deleted: three requests to SQS each, fewer in batches. One journal for each change. */
  events: 1,
  notices: 2,
  audit: 3,
  /** The two checks. */
  timers: 2,
  /** Two codes, and the verdict for everyone who was asked and for the requester. */
  mails: 5,
};

const AHEAD_OF_THE_ANSWER = new Set(['api', 'console']);
/** Reads the chain once in an interval, however many lifecycles it had; here it is called with every batch of the stream. */
const ONCE_IN_AN_INTERVAL = 'heads';

/** Units of the functions that work after the answers. */
export function unitsBehind(units: Readonly<Record<string, number>>): number {
  return Object.entries(units).reduce(
    (sum, [name, each]) => (AHEAD_OF_THE_ANSWER.has(name) || name === ONCE_IN_AN_INTERVAL ? sum : sum + each),
    0,
  );
}
