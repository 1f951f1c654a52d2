/** A push and its mail are made of one text. */

import * as fc from 'fast-check';
import { rendered } from '../../src/adapters/mail/rendered';
import { type Notice, type NoticeKind, noticesOf } from '../../src/service/notice/rules/notices';
import { noticePush } from '../../src/service/notice/rules/push-text';
import { noticeMail } from '../../src/service/notice/rules/text';
import { MAX_PLAINTEXT_BYTES, packedFor } from '../../src/service/push/rules/payload';
import type { Remark } from '../../src/service/remark/rules/remark';
import { isOpen, type Request } from '../../src/service/request/rules/request';
import { ALPHA, aRequest, BRAVO, refusedBy, reissuedFor, settledBy, stoppedBy, turnedBy } from '../support/builders';
import { aDevice } from '../support/stage';

const HEAD = {
  organization: 'Acme Payments',
  consoleUrl: 'https://console.test',
  names: new Map([
    [ALPHA, 'Alpha'],
    [BRAVO, 'Bravo'],
  ]),
};
const PASSKEY = { turn: 'code_and_passkey' } as const;
const struck = (request: Request): Request => ({
  ...request,
  seats: request.seats.map((seat, at) => (at === 2 ? { ...seat, disabled: true, struck: true as const } : seat)),
});
const APPROVED = aRequest({ quorum: 1, executeWithinSeconds: 600 }, turnedBy('op_bravo'));
const EVERY: Readonly<Record<NoticeKind, Request>> = {
  asked: aRequest(),
  code_reissued: aRequest({}, reissuedFor('op_alpha')),
  reminder: aRequest({}, settledBy('12:30')),
  warning: aRequest({}, settledBy('12:54')),
  seat_struck: struck(aRequest()),
  settled: aRequest({}, refusedBy('op_bravo')),
  stopped: stoppedBy('op_alpha', '12:05')(APPROVED),
};
const KINDS = Object.keys(EVERY) as NoticeKind[];
const REMARKS: readonly Remark[] = [
  { kind: 'compared', approved: 3, isFirst: false, limit: null, isCalm: false },
  { kind: 'new_requester', of: 50, about: { operator: ALPHA } } as Remark,
  { kind: 'far_above', about: { param: 'amount' }, times: 400, known: { value: '10', request: aRequest() } } as Remark,
];

const drawn = fc.record({
  kind: fc.constantFrom(...KINDS),
  title: fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }),
  code: fc.stringMatching(/^\d{8}$/),
  remarks: fc.subarray([...REMARKS]),
  turn: fc.constantFrom('code' as const, 'code_and_passkey' as const),
});

it('a push says the subject and the first lines of its mail, and no code', () => {
  fc.assert(
    fc.property(drawn, ({ kind, title, code: digits, remarks: found, turn }) => {
      const plain = EVERY[kind];
      // Nothing is compared after the verdict.
      const remarks = isOpen(plain) ? found : [];
      const request = { ...plain, policy: { ...plain.policy, title, turn } };
      const notice: Notice = noticesOf(request).find((each) => each.kind === kind)!;
      const code = notice.withCode ? digits : null;
      const mail = noticeMail(request, notice, HEAD, { code, remarks, shown: null });
      const push = noticePush(request, notice, mail, code);
      expect(push.title).toBe(rendered(mail).subject);
      // The name of the organization, a blank line, and then what the push says.
      const said = rendered(mail).text.split('\n').slice(2);
      const first = said.slice(0, push.lines.length);
      expect(push.lines).toEqual(first);
      expect(push.lines.length).toBeGreaterThan(0);
      if (kind !== 'settled') {
        // After them comes what is approved, which is the title of the push.
        expect(mail.messages[0]!.lines.at(-1)).toBe(push.lines.at(-1));
      }
      const packed = packedFor({ org: request.org, shows: 'text', nowMs: plain.updatedAtMs }, aDevice('phone'), push)!;
      const payload = JSON.parse(new TextDecoder().decode(packed.plaintext));
      expect(packed.plaintext.length).toBeLessThanOrEqual(MAX_PLAINTEXT_BYTES);
      expect(payload.code).toBe(turn === 'code_and_passkey' ? (code ?? undefined) : undefined);
      const visible = [payload.title, ...payload.lines].join('\n');
      expect(visible.includes(digits) && !title.includes(digits)).toBe(false);
      expect(visible).not.toContain(`${digits.slice(0, 4)} ${digits.slice(4)}`);
    }),
  );
});

const pushOf = (request: Request, kind: NoticeKind, remarks: readonly Remark[] = [], operator?: string) => {
  const notice = noticesOf(request).find(
    (each) => each.kind === kind && (operator === undefined || each.operator === operator),
  )!;
  const code = notice.withCode ? '12345678' : null;
  return noticePush(request, notice, noticeMail(request, notice, HEAD, { code, remarks, shown: null }), code);
};

it('the gravest remark is the first line of a push', () => {
  expect(pushOf(EVERY.asked, 'asked', REMARKS).lines[0]).toBe(
    'Unusual: the param amount is 400 times the highest approved before.',
  );
});

it('a push carries the code only if a turn needs a passkey too, and its kind has one', () => {
  const has = (patch: object) => KINDS.filter((kind) => pushOf({ ...EVERY[kind], ...patch } as Request, kind).code);
  const { policy } = aRequest();
  expect(has({})).toEqual([]);
  expect(has({ policy: { ...policy, ...PASSKEY } })).toEqual(['asked', 'code_reissued']);
});

it('a push of an open request names the round and the issue of the code of its operator', () => {
  const seats = (patch: Partial<Record<NoticeKind, Request>>) =>
    Object.entries(patch).map(([kind, request]) => pushOf(request, kind as NoticeKind).seat);
  expect(seats(EVERY)).toEqual(['1.0', '1.1', '1.0', '1.0', '1.0', null, null]);
  const second = aRequest({ mode: 'coincident' }, turnedBy('op_alpha'), settledBy('12:05'));
  expect(pushOf(reissuedFor('op_bravo', '12:06')(second), 'code_reissued', [], 'op_bravo').seat).toBe('2.1');
});

it('a decided request replaces its notification by one sentence', () => {
  const { title, lines, decided, code } = pushOf(EVERY.settled, 'settled');
  expect([title, lines, decided, code]).toEqual(['Refused: Deploy', ['The request was refused by Bravo.'], true, null]);
  expect(pushOf(EVERY.asked, 'asked').decided).toBe(false);
});

it('a push is urgent if it asks for a key, and without text it says which of the two it is', () => {
  const [urgent, calm] = ['A request needs your key', 'There is news about a request'];
  expect(KINDS.map((kind) => [kind, pushOf(EVERY[kind], kind).urgency, pushOf(EVERY[kind], kind).withoutText])).toEqual(
    [
      ['asked', 'high', urgent],
      ['code_reissued', 'high', urgent],
      ['reminder', 'high', urgent],
      ['warning', 'high', urgent],
      ['seat_struck', 'normal', calm],
      ['settled', 'normal', calm],
      ['stopped', 'normal', calm],
    ],
  );
});

it('a push ends with the round of its code, with the request if no round is running, and not before a day after the verdict', () => {
  const inRound = reissuedFor(
    'op_charlie',
    '12:01',
  )(aRequest({ mode: 'coincident' }, turnedBy('op_alpha', '12:00:30')));
  const { windowEndsAtMs } = inRound as Extract<Request, { state: 'staging' }>;
  expect(windowEndsAtMs).not.toBeNull();
  expect(windowEndsAtMs).toBeLessThan(inRound.expiresAtMs);
  expect(pushOf(inRound, 'code_reissued', [], 'op_charlie').endsAtMs).toBe(windowEndsAtMs);
  expect(pushOf(EVERY.asked, 'asked').endsAtMs).toBe(EVERY.asked.expiresAtMs);
  expect(pushOf(aRequest({}, turnedBy('op_bravo'), settledBy('12:30')), 'reminder').endsAtMs).toBe(
    EVERY.asked.expiresAtMs,
  );
  expect([pushOf(EVERY.settled, 'settled').endsAtMs, pushOf(EVERY.stopped, 'stopped').endsAtMs]).toEqual([null, null]);
});
