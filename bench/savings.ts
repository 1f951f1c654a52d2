/** Savings that were not made: rows of docs/performance.md. */

export interface Saving {
  readonly change: string;
  /** USD for a million lifecycles, alone and busy. */
  readonly alone: number;
  readonly busy: number;
  /** The promise that would be weaker. */
  readonly promise: string;
  /** What fails if it is made nevertheless. */
  readonly tested: string;
}

export const NOT_TAKEN: readonly Saving[] = [
  {
    change: 'direct calls of one function by another instead of messages (docs/decisions/savings-not-taken.md)',
    alone: 12,
    busy: 0.3,
    promise: 'one way from a change to its consequences, which orders, limits and keeps what it carries',
    tested: 'it was built, and removed: two ways needed a limiter, ways back, grants and alarms',
  },
  {
    change: 'the sweep makes the checks itself, without a call of `timer`',
    alone: 0.67,
    busy: 0.07,
    promise: 'least privilege: `sweep` may read no item and write none (docs/security.md)',
    tested: '`test/infra/permissions.test.ts`',
  },
  {
    change: 'the last check writes nothing, with a durable place of the sweep in the due index',
    alone: 1.88,
    busy: 1.88,
    promise:
      'no event is lost: an index entry that appears behind that place is never found, and a release that is rolled back fires every entry that was ever left',
    tested: 'no test: it was not built',
  },
  {
    change: 'no check of a create while the request is open',
    alone: 2.77,
    busy: 2.47,
    promise:
      'a lost record of a create is found within two minutes: an item has one place in the due index, so the check needs it',
    tested: '`test/store/lost-records.test.ts`',
  },
  {
    change: 'one take for all messages of a queue message (docs/decisions/savings-not-taken.md)',
    alone: 1.88,
    busy: 1.88,
    promise: 'a crash loses at most the one mail that was about to be sent, and no mail is sent twice',
    tested: '`test/app/notice/messages.test.ts`',
  },
  {
    change: 'a plain write for a turn that gives no verdict (docs/decisions/savings-not-taken.md)',
    alone: 1.88,
    busy: 1.88,
    promise: 'of any number of guesses at the same moment, at most twenty are judged; one write ends all access',
    tested: '`test/security/guessing.test.ts`',
  },
];
