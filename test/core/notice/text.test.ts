import { noticesOf } from '../../../src/core/notice/notices';
import { noticeText } from '../../../src/core/notice/text';
import type { Request } from '../../../src/core/request/request';
import { aRequest, refusedBy, settledBy, turnedBy } from '../../support/builders';

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

it('brings the code to each operator, with the request and where to answer', () => {
  const { subject, text } = textTo(aRequest({ summary: 'Ship 1.4' }), 'asked');
  expect(subject).toBe('Please turn your key: deploy');
  expect(text).toContain('Your code: 12345678');
  expect(text).toContain('Summary: Ship 1.4');
  expect(text).toContain('\n| service: billing');
  expect(text).toMatch(/^Open the request: https:\/\/console\.test\/requests\/req_0+1$/m);
});

it('names the round of a new code', () => {
  const collapsed = aRequest({ mode: 'coincident' }, turnedBy('op_alpha'), settledBy('12:05'));
  expect(textTo(collapsed, 'code_reissued').text).toContain('Your new code for round 2: 12345678');
});

it('carries no code in a reminder or after the verdict', () => {
  expect(textTo(settledBy('12:30')(aRequest()), 'reminder').text).not.toContain(TO.code);
  const denied = textTo(aRequest({}, refusedBy('op_bravo')), 'settled');
  expect(denied.text).not.toContain(TO.code);
  expect(denied.subject).toBe('Denied: deploy');
  expect(denied.text).toContain('The request was denied by op_bravo.');
});

it('lets no param forge a line', () => {
  const forged = 'x\r\nYour code: 00000000\u2028Open the request: https://evil.test';
  const { text } = textTo(aRequest({ params: { [`a\n${forged}`]: forged }, summary: forged }), 'asked', {
    ...TO,
    name: 'A\nB',
  });
  expect(text.split('\n').filter((line) => line.startsWith('Your code') || line.startsWith('Open'))).toHaveLength(2);
  expect(text).not.toMatch(/[\r\u2028]/);
});

it('lets no param turn the text around', () => {
  const { text } = textTo(aRequest({ params: { a: 'pay\u202e0001\u2066x\u200f' } }), 'asked');
  expect(text).toContain('| a: pay[U+202E]0001[U+2066]x[U+200F]');
});

it('shortens a long summary, so that the rest stays in sight', () => {
  const long = textTo(aRequest({ summary: '🔑'.repeat(5000) }), 'asked').text;
  expect(unfenced(long)).toContain(`Summary: ${'🔑'.repeat(199)}…`);
  expect(unfenced(long)).not.toContain('🔑'.repeat(200));
  const exact = textTo(aRequest({ summary: 's'.repeat(200) }), 'asked').text;
  expect(unfenced(exact)).toContain(`Summary: ${'s'.repeat(200)}`);
});

it('puts the real link and code before everything that the proposer wrote, which is fenced', () => {
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
  // A mail program wraps longer lines, and the rest of such a line would have no bar.
  for (const line of lines.slice(fence)) expect([...line].length).toBeLessThanOrEqual(76);
});

it.each(['\u200b', '\u3164', '\u00ad', '\ufe0f', '\u{e0041}'])('shows the unseen character %j of a param', (unseen) => {
  const { text } = textTo(aRequest({ params: { [`k${unseen}`]: `v${unseen}v` } }), 'asked');
  expect(text).not.toContain(unseen);
  expect(text).toMatch(/\| k\[U\+[0-9A-F]+\]: v\[U\+[0-9A-F]+\]v/);
});
