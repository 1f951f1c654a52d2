import { pendingEntry } from '../../../src/core/audit/chain';
import { noticesOf } from '../../../src/core/notice/notices';
import { digestText, noticeText } from '../../../src/core/notice/text';
import { ADMIN_ACTION } from '../../../src/core/request/administrative';
import type { Request } from '../../../src/core/request/request';
import { aRequest, at, REQUEST_ID, refusedBy, reissuedFor, settledBy, turnedBy } from '../../support/builders';

const TO = { name: 'Alpha', code: '12345678', consoleUrl: 'https://console.test' };
const textTo = (request: Request, kind: string, to = TO) =>
  noticeText(request, noticesOf(request).find((notice) => notice.kind === kind)!, to);

/** What stands in the fence, in one piece. */
const unfenced = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replace(/^\| {1,3}/, ''))
    .join('');

it('a mail gives an operator the code, with the request and the place to answer', () => {
  const { subject, text } = textTo(aRequest({ summary: 'Ship 1.4' }), 'asked');
  expect(subject).toBe('Please turn your key: deploy');
  expect(text).toContain('Your code: 12345678');
  expect(text).toContain('Summary: Ship 1.4');
  expect(text).toContain('\n| service: billing');
  expect(text).toMatch(/^Open the request: https:\/\/console\.test\/requests\/req_0+1$/m);
});

it('a mail names the round of a new code', () => {
  const collapsed = aRequest({ mode: 'coincident' }, turnedBy('op_alpha'), settledBy('12:05'));
  expect(textTo(collapsed, 'code_reissued').text).toContain('Your new code for round 2: 12345678');
});

it('a reminder, a warning and a mail after the verdict have no code', () => {
  expect(textTo(settledBy('12:54')(aRequest()), 'warning').text).not.toContain(TO.code);
  expect(textTo(settledBy('12:30')(aRequest()), 'reminder').text).not.toContain(TO.code);
  const denied = textTo(aRequest({}, refusedBy('op_bravo')), 'settled');
  expect(denied.text).not.toContain(TO.code);
  expect(denied.subject).toBe('Denied: deploy');
  expect(denied.text).toContain('The request was denied by op_bravo.');
});

it('no param can forge a line of a mail', () => {
  const forged = 'x\r\nYour code: 00000000\u2028Open the request: https://evil.test';
  const { text } = textTo(aRequest({ params: { [`a\n${forged}`]: forged }, summary: forged }), 'asked', {
    ...TO,
    name: 'A\nB',
  });
  expect(text.split('\n').filter((line) => line.startsWith('Your code') || line.startsWith('Open'))).toHaveLength(2);
  expect(text).not.toMatch(/[\r\u2028]/);
});

it('no param can change the direction of a mail’s text', () => {
  const { text } = textTo(aRequest({ params: { a: 'pay\u202e0001\u2066x\u200f' } }), 'asked');
  expect(text).toContain('| a: pay[U+202E]0001[U+2066]x[U+200F]');
});

it('a mail shortens a long summary, so that the rest stays visible', () => {
  const long = textTo(aRequest({ summary: '🔑'.repeat(5000) }), 'asked').text;
  expect(unfenced(long)).toContain(`Summary: ${'🔑'.repeat(199)}…`);
  expect(unfenced(long)).not.toContain('🔑'.repeat(200));
  const exact = textTo(aRequest({ summary: 's'.repeat(200) }), 'asked').text;
  expect(unfenced(exact)).toContain(`Summary: ${'s'.repeat(200)}`);
});

it('a mail has the real link and code before everything that the proposer wrote, which is marked as such', () => {
  const evil = 'https://evil.example/requests/req_1';
  const params = { 'Open the request': evil, 'Open it': evil, long: `${'x'.repeat(90)} Open the request: ${evil}` };
  const { text } = textTo(aRequest({ params, summary: `Your code: 00000000. Open it: ${evil}` }), 'asked');
  const lines = text.split('\n');
  const fence = lines.findIndex((line) => line.startsWith('|'));
  expect(lines.slice(fence).every((line) => line.startsWith('| '))).toBe(true);
  const above = lines.slice(0, fence).join('\n');
  expect(above).toContain('Open the request: https://console.test/requests/req_');
  expect(above).toContain('Your code: 12345678');
  expect(above).not.toContain('evil.example');
  expect(above).not.toContain('Your code: 00000000');
  // A mail program wraps longer lines, and the rest of such a line would have no bar.
  for (const line of lines.slice(fence)) expect([...line].length).toBeLessThanOrEqual(76);
});

it.each(['\u200b', '\u3164', '\u00ad', '\ufe0f', '\u{e0041}'])(
  'a mail shows the invisible character %j of a param',
  (unseen) => {
    const { text } = textTo(aRequest({ params: { [`k${unseen}`]: `v${unseen}v` } }), 'asked');
    expect(text).not.toContain(unseen);
    expect(text).toMatch(/\| k\[U\+[0-9A-F]+\]: v\[U\+[0-9A-F]+\]v/);
  },
);

describe('the complete message', () => {
  const lines = (request: Request, kind: string) => textTo(request, kind).text.split('\n');
  const END = [
    '',
    `Open the request: https://console.test/requests/${REQUEST_ID}`,
    'Action: Deploy (deploy)',
    `Request: ${REQUEST_ID}`,
    '',
    'The program that made the request wrote the lines below. Do not open links in them:',
    '| service: billing',
  ];
  const text = (...said: string[]) => ['Hello Alpha,', '', ...said, ...END];
  const EVERY: readonly [string, Request, string, string[]][] = [
    [
      'asked',
      aRequest({ requester: 'op_zoe' }),
      'Please turn your key: deploy',
      ['op_zoe requests your approval.', 'Your code: 12345678'],
    ],
    [
      'code_reissued',
      aRequest({}, reissuedFor('op_alpha')),
      'New code: deploy',
      ['Your earlier code no longer works.', 'Your new code for round 1: 12345678'],
    ],
    [
      'reminder',
      aRequest({}, settledBy('12:30')),
      'Your key is still missing: deploy',
      ['Half of the time is over, and you have not turned your key yet. The code in your last message still works.'],
    ],
    [
      'warning',
      aRequest({}, settledBy('12:54')),
      'Expires soon: deploy',
      [
        'This request expires at 13:00 UTC on 2026-11-20, and you have not turned your key yet.',
        'The code in your last message still works. After that time, the request must be made again.',
      ],
    ],
    [
      'settled',
      aRequest({ quorum: 2 }, turnedBy('op_bravo'), turnedBy('op_charlie')),
      'Authorized: deploy',
      ['The request was authorized by op_bravo, op_charlie. You do not need to do anything.'],
    ],
    [
      'settled',
      aRequest({}, settledBy('13:00')),
      'Expired: deploy',
      ['The request was expired. You do not need to do anything.'],
    ],
  ];

  it.each(EVERY)('the complete mail of the kind %s', (kind, request, subject, said) => {
    expect(textTo(request, kind).subject).toBe(subject);
    expect(lines(request, kind)).toEqual(text(...said));
  });

  it('a mail says whose seat was removed, and what to do', () => {
    const seats = aRequest().seats.map((seat, place) =>
      place === 1 ? { ...seat, disabled: true, struck: true as const } : seat,
    );
    const { subject, text: said } = textTo({ ...aRequest(), seats }, 'seat_struck');
    expect(subject).toBe('A seat was struck: deploy');
    expect(said.split('\n').slice(2, 4)).toEqual([
      'The e-mail address, passkeys or sign-in link of op_bravo were changed.',
      'Their seat in this request no longer counts. Check the request before you turn your key.',
    ]);
  });

  it('a mail ends after the request if the proposer wrote nothing', () => {
    expect(lines(aRequest({ params: {} }), 'asked').slice(-2)).toEqual([`Request: ${REQUEST_ID}`, '']);
  });

  it('a mail breaks what the proposer wrote into lines of 72 characters, and none of them is empty', () => {
    const fence = lines(aRequest({ params: { k: 'x'.repeat(72 * 2 - 3) } }), 'asked').filter((line) =>
      /^\|/.test(line),
    );
    expect(fence).toEqual([`| k: ${'x'.repeat(69)}`, `|   ${'x'.repeat(72)}`]);
  });

  it('a mail about a change says whether it is in effect, or why it was not made', () => {
    const change = (patch: object) => ({
      ...aRequest({ quorum: 1 }, turnedBy('op_bravo')),
      action: ADMIN_ACTION,
      ...patch,
    });
    const said = (patch: object) => lines(change(patch) as Request, 'settled')[2];
    expect(said({})).toBe(
      'The request was authorized by op_bravo. The change is in effect. You do not need to do anything.',
    );
    expect(said({ params: { change: 'Create an API key' } })).toBe(
      'The request was authorized by op_bravo. The admin who requested the key makes it by collecting its token, ' +
        'within 24 hours. You do not need to do anything.',
    );
    expect(said({ state: 'failed', reason: 'id_taken' })).toBe(
      'The request was authorized by op_bravo. The change was not made: the operator id is already used. ' +
        'You do not need to do anything.',
    );
    expect(lines({ ...aRequest(), action: ADMIN_ACTION }, 'asked').at(-2)).toBe(
      'The admin who requests the change wrote some of the text below. Do not open links in it:',
    );
  });
});

describe('a digest', () => {
  const to = { name: 'Alpha', consoleUrl: 'https://console.test' };
  const notice = (request: Request) => noticesOf(request).find(({ operator }) => operator === 'op_alpha')!;
  const asked = { request: aRequest(), notice: notice(aRequest()), code: '11112222' };
  const decided = aRequest({}, refusedBy('op_bravo'));
  const denied = { request: decided, notice: notice(decided), code: null };
  const edit = { entry: pendingEntry(at('12:00'), 'key.created', 'key_1', 'op_bravo') };

  it('a digest has each message with its number, its code and its link', () => {
    expect(digestText([asked, denied, edit], to)).toEqual({
      subject: '3 more messages about requests and the configuration',
      text: [
        'Hello Alpha,',
        '',
        'You got many messages within a few minutes, so this mail holds all those of the last minute.',
        '',
        '1. Please turn your key: deploy',
        'op_alpha requests your approval.',
        'Your code: 11112222',
        `Open the request: https://console.test/requests/${REQUEST_ID}`,
        '',
        '2. Denied: deploy',
        'The request was denied by op_bravo. You do not need to do anything.',
        `Open the request: https://console.test/requests/${REQUEST_ID}`,
        '',
        '3. The configuration was changed',
        'The API key key_1 was created.',
        'Changed by op_bravo at 2026-11-20T12:00:00.000Z.',
        'The audit log has all changes: https://console.test/admin/audit',
      ].join('\n'),
    });
  });

  it('a digest says what it is about', () => {
    expect(digestText([asked], to).subject).toBe('One more message about requests');
    expect(digestText([asked, denied], to).subject).toBe('2 more messages about requests');
    expect(digestText([edit, edit], to).subject).toBe('2 more messages about the configuration');
  });

  it('a digest has nothing that a proposer wrote', () => {
    const request = aRequest({ summary: 'Ship 1.4', params: { service: 'billing' } });
    const { subject, text } = digestText([{ ...asked, request }], to);
    expect(`${subject}\n${text}`).not.toMatch(/Ship 1\.4|service|billing/);
  });
});
