/** Savings that were made, and savings that were not: rows of docs/performance.md. */

export interface Saving {
  readonly change: string;
  /** USD for a million lifecycles, alone and busy. */
  readonly alone: number;
  readonly busy: number;
  /** The promise that it touches. */
  readonly promise: string;
  /** How that promise is tested now. */
  readonly tested: string;
}

/** `promise`: what would be weaker. `tested`: what fails if it is made nevertheless. */
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

export const SAVINGS: readonly Saving[] = [
  {
    change:
      'a turn that gives no verdict sets no check of its own: its entry waits for the next deadline of the request',
    alone: 1.25,
    busy: 1.25,
    promise:
      'nothing is lost with a stream record: a create and a verdict are found within two minutes, a turn by the check of what follows it (verdict, reminder, expiry)',
    tested:
      '`test/simulation` loses records of turns too; `test/core/request/journal.test.ts`; the gate is `consoleWriteUnits` in `test/infra/lifecycle.test.ts`',
  },
  {
    change:
      'the first attempt stores its delivery, with a due time only after a failure, no entry in *recent*, and the only attempt on the item itself (docs/design.md#the-first-attempt-is-direct)',
    alone: 2.5,
    busy: 2.5,
    promise: 'no event is lost, wherever the stream, the queue or the attempt ends; every attempt is in the history',
    tested:
      '`test/delivery/engine/first-attempt.test.ts` ends it at each step; `test/simulation` and `test/delivery/engine/crash.test.ts` at any; `test/store/conformance`; the gate is `writeUnits` in `test/infra/lifecycle.test.ts`',
  },
  {
    change: 'requests are stored without what follows from the rest of the item: the verdict’s item is below 1 KiB',
    alone: 1.88,
    busy: 1.88,
    promise: 'an item reads back as it was written',
    tested:
      '`test/store/forms.test.ts` with the vectors of the operation hash; the gates are `consoleWriteUnits` and `writeUnits` in `test/infra/lifecycle.test.ts`',
  },
  {
    change: 'one request to each queue for all records of a batch of the stream, and one read of the endpoints',
    alone: 0,
    busy: 2.25,
    promise: 'a record that cannot be handed over fails alone, and the stream comes back to it',
    tested:
      '`test/app/transport/dispatch-batch.test.ts`, `test/app/transport/gather.test.ts`; `test/simulation` lets sends fail before and after they were taken',
  },
  {
    change:
      'an instance that marked the causes of a block itself does not read those marks again (docs/design.md#audit-chain)',
    alone: 0.13,
    busy: 0.13,
    promise: 'the chain has every entry once, whichever writer dies',
    tested:
      '`test/store/audit.test.ts` ends writers at any of their calls, with and without what they remember; the gate is `readUnits` in `test/infra/lifecycle.test.ts`',
  },
];
