import { disableSeats } from '../../src/service/ceremony/rules/disable-seat';
import {
  isStillTrue,
  MAIL_WINDOW_MS,
  newNotices,
  noticeName,
  noticesOf,
  SINGLE_MAILS,
} from '../../src/service/notice/rules/notices';
import { ADMIN_ACTION } from '../../src/service/request/rules/administrative';
import { MAX_WRONG_CODES_AN_HOUR, WRONG_CODES_WINDOW_MS } from '../../src/service/request/rules/limits';
import type { Request } from '../../src/service/request/rules/request';
import {
  ALPHA,
  abortedBy,
  aRequest,
  aSeat,
  at,
  BRAVO,
  CHARLIE,
  refusedBy,
  reissuedFor,
  settledBy,
  stoppedBy,
  turnedBy,
  withdrawnBy,
  wrongCodeBy,
} from '../support/builders';

const brief = (before: Request | null, after: Request) =>
  newNotices(before, after).map(({ kind, operator, round, issue, withCode }) => [
    kind,
    operator,
    round,
    issue,
    withCode,
  ]);

const ASKING = 'op_requester';
const asked = aRequest({ mode: 'coincident', requester: ASKING });

describe('a change of the configuration', () => {
  const live = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha'));
  const kinds = (request: Request) => noticesOf(request).map(({ kind }) => kind);

  it('people are told the end of a change once it was applied, and of any other request at the verdict', () => {
    expect(kinds({ ...live, action: ADMIN_ACTION })).toEqual([]);
    // Its requester, who also approved it.
    expect(kinds(live)).toEqual(['settled']);
    const applied = aRequest({ quorum: 1 }, turnedBy('op_alpha'));
    expect(kinds({ ...applied, action: ADMIN_ACTION })).toEqual(['settled', 'settled', 'settled']);
  });
});

it('the limit of single mails is ten within ten minutes', () => {
  expect([SINGLE_MAILS, MAIL_WINDOW_MS]).toEqual([10, 600_000]);
});

it('the limit of wrong codes is twenty within an hour', () => {
  expect([MAX_WRONG_CODES_AN_HOUR, WRONG_CODES_WINDOW_MS]).toEqual([20, 3_600_000]);
});

describe('notices to operators', () => {
  it('operators each get a code when they are asked', () => {
    expect(brief(null, asked)).toEqual([
      ['asked', ALPHA, 1, 0, true],
      ['asked', BRAVO, 1, 0, true],
      ['asked', CHARLIE, 1, 0, true],
    ]);
  });

  it('operators are not told of turns, withdrawals and wrong codes of others', () => {
    const turned = turnedBy('op_alpha')(asked);
    expect(brief(asked, turned)).toEqual([]);
    expect(brief(turned, withdrawnBy('op_alpha', '12:01:30')(turned))).toEqual([]);
    expect(brief(asked, wrongCodeBy('op_alpha')(asked))).toEqual([]);
  });

  it('all operators get a new code when a round ends without a verdict', () => {
    const turned = turnedBy('op_alpha')(asked);
    expect(brief(turned, settledBy('12:05')(turned))).toEqual([
      ['code_reissued', ALPHA, 2, 0, true],
      ['code_reissued', BRAVO, 2, 0, true],
      ['code_reissued', CHARLIE, 2, 0, true],
    ]);
  });

  it('only the seat that was re-issued gets a new code', () => {
    expect(brief(asked, reissuedFor('op_bravo')(asked))).toEqual([['code_reissued', BRAVO, 1, 1, true]]);
  });

  it('operators get every further code: each re-issue and each round is a cause of its own', () => {
    const once = reissuedFor('op_bravo')(asked);
    expect(brief(once, reissuedFor('op_bravo')(once))).toEqual([['code_reissued', BRAVO, 1, 2, true]]);
    const second = settledBy('12:05')(turnedBy('op_alpha')(asked));
    expect(brief(second, settledBy('12:09')(turnedBy('op_alpha', '12:06')(second)))).toHaveLength(3);
  });

  it('operators are reminded at half time, without a code, if they have not turned a key', () => {
    const turned = aRequest({}, turnedBy('op_bravo'));
    expect(brief(turned, settledBy('12:30')(turned))).toEqual([
      ['reminder', ALPHA, 0, 0, false],
      ['reminder', CHARLIE, 0, 0, false],
    ]);
  });

  it('operators are warned shortly before the end, without a code, if they still have not turned a key', () => {
    const turned = aRequest({}, turnedBy('op_bravo'), settledBy('12:30'));
    const warned = settledBy('12:54')(turned);
    expect(brief(turned, warned)).toEqual([
      ['warning', ALPHA, 0, 0, false],
      ['warning', CHARLIE, 0, 0, false],
    ]);
  });

  it('operators get the warning instead of a reminder that came too late', () => {
    const late = settledBy('12:55')(aRequest());
    expect(noticesOf(late).map(({ kind }) => kind)).toEqual([...Array(3).fill('asked'), ...Array(3).fill('warning')]);
    const [reminder] = newNotices(aRequest(), settledBy('12:30')(aRequest()));
    expect(isStillTrue(reminder!, settledBy('12:55')(aRequest({}, settledBy('12:30'))))).toBe(false);
  });

  it.each<[string, Request, readonly string[]]>([
    [
      'approved',
      aRequest({ quorum: 2, requester: ASKING }, turnedBy('op_alpha'), turnedBy('op_charlie')),
      [ALPHA, CHARLIE],
    ],
    ['denied without a key', refusedBy('op_bravo')(asked), [BRAVO]],
    ['denied after a key', refusedBy('op_bravo', '12:01:10')(turnedBy('op_alpha')(asked)), [ALPHA, BRAVO]],
    ['denied by somebody whose key counted', refusedBy('op_alpha', '12:01:10')(turnedBy('op_alpha')(asked)), [ALPHA]],
    ['aborted after a key', abortedBy('op_charlie', '12:01:10')(turnedBy('op_alpha')(asked)), [ALPHA, CHARLIE]],
    [
      'aborted after a key was withdrawn',
      abortedBy('op_charlie')(withdrawnBy('op_alpha', '12:01:30')(turnedBy('op_alpha')(asked))),
      [CHARLIE],
    ],
    ['expired after a key', settledBy('13:00')(aRequest({ requester: ASKING }, turnedBy('op_alpha'))), [ALPHA]],
    ['expired without a key', settledBy('13:00')(asked), []],
  ])(
    'after a verdict, those who acted on the request and its requester are each told once, and nobody else: %s',
    (_, decided, acted) => {
      const told = noticesOf(decided).map(({ kind, operator }) => [kind, operator]);
      expect(told.sort()).toEqual([...acted, ASKING].map((operator) => ['settled', operator]).sort());
    },
  );

  it.each([
    [['op_alpha', 'op_bravo'], 5],
    [['op_alpha', 'op_bravo', 'op_charlie', 'op_delta', 'op_echo'], 8],
  ])(
    'a request to %j that two of them approve is a code for each, and a message to both and to the requester',
    (roster, mails) => {
      const request = {
        ...aRequest({ quorum: 2, requester: ASKING }),
        seats: roster.map((operator) => aSeat(operator)),
      };
      const decided = turnedBy('op_bravo')(turnedBy('op_alpha')(request));
      expect([...newNotices(null, request), ...newNotices(request, decided)]).toHaveLength(mails);
    },
  );

  it('a requester who decided is told once', () => {
    const own = aRequest({ requester: 'op_alpha' });
    expect(noticesOf(refusedBy('op_alpha')(own)).map(({ operator }) => operator)).toEqual([ALPHA]);
  });

  it('everyone who was asked about a change of the configuration is told its end, and its requester', () => {
    const change = { ...refusedBy('op_bravo')(asked), action: ADMIN_ACTION };
    expect(noticesOf(change).map(({ operator }) => operator)).toEqual([ALPHA, BRAVO, CHARLIE, ASKING]);
  });

  it('the approvers and the requester are each told once of a stop, and nobody else', () => {
    const options = { quorum: 1, executeWithinSeconds: 600, requester: 'op_requester' };
    const approved = aRequest(options, turnedBy('op_bravo'));
    const stopped = stoppedBy('op_charlie', '12:05')(approved);
    expect(brief(approved, stopped)).toEqual([
      ['stopped', BRAVO, 0, 0, false],
      ['stopped', 'op_requester', 0, 0, false],
    ]);
    expect(noticesOf(stopped).filter(({ kind }) => kind === 'settled')).toHaveLength(2);
    const own = aRequest({ ...options, requester: 'op_bravo' }, turnedBy('op_bravo'), stoppedBy('op_bravo', '12:05'));
    expect(noticesOf(own).filter(({ kind }) => kind === 'stopped')).toHaveLength(1);
  });

  it('operators get no code once their seat was removed', () => {
    const without = disableSeats(asked, new Set([BRAVO]), at('12:05')).request;
    expect(noticesOf(without).map((notice) => notice.operator)).toEqual([ALPHA, CHARLIE]);
  });

  it('operators get no code, reminder or warning once the request is decided', () => {
    for (const time of ['12:30', '12:55']) {
      const decided = refusedBy('op_bravo', '12:56')(settledBy(time)(asked));
      expect(new Set(noticesOf(decided).map(({ kind }) => kind))).toEqual(new Set(['settled']));
    }
  });
});

it('operators are never told twice for one cause, from whichever earlier state the change is computed', () => {
  const story = [asked, turnedBy('op_alpha')(asked)];
  story.push(settledBy('12:05')(story.at(-1)!), reissuedFor('op_bravo', '12:06')(settledBy('12:05')(story.at(-1)!)));
  story.push(settledBy('12:31')(story.at(-1)!), refusedBy('op_alpha', '12:32')(story.at(-1)!));
  const causes = noticesUpTo(story, story.length - 1);
  expect(new Set(causes).size).toBe(causes.length);
  for (const [end, after] of story.entries()) {
    for (const [begin, before] of story.slice(0, end).entries()) {
      const told = new Set(noticesUpTo(story, begin));
      expect(newNotices(before, after).filter((notice) => told.has(noticeName(notice)))).toEqual([]);
    }
  }
  for (const image of story) expect(newNotices(image, image)).toEqual([]);
});

/** The names of what people were told up to an image, inclusive. */
function noticesUpTo(story: readonly Request[], last: number): string[] {
  return story
    .slice(0, last + 1)
    .flatMap((after, index) => newNotices(story[index - 1] ?? null, after).map(noticeName));
}

it('a notice is outdated once its code was replaced or its operator has nothing left to answer', () => {
  const [first] = newNotices(null, asked);
  expect(isStillTrue(first!, turnedBy('op_bravo')(asked))).toBe(true);
  expect(isStillTrue(first!, reissuedFor('op_alpha')(asked))).toBe(false);
  expect(isStillTrue(first!, reissuedFor('op_bravo')(asked))).toBe(true);
  expect(isStillTrue(first!, settledBy('12:05')(turnedBy('op_bravo')(asked)))).toBe(false);
  expect(isStillTrue(first!, refusedBy('op_bravo')(asked))).toBe(false);
});
