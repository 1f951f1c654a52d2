import { noticesOf } from '../../../src/core/notice/notices';
import { noticeText } from '../../../src/core/notice/text';
import type { Request } from '../../../src/core/request/request';
import { aRequest, refusedBy, settledBy, turnedBy } from '../../support/builders';

const TO = { name: 'Alpha', code: '12345678', consoleUrl: 'https://console.test' };
const textTo = (request: Request, kind: string, to = TO) =>
  noticeText(request, noticesOf(request).find((notice) => notice.kind === kind)!, to);

it('brings the code to each operator, with the request and where to answer', () => {
  const { subject, text } = textTo(aRequest({ summary: 'Ship 1.4' }), 'asked');
  expect(subject).toBe('Please turn your key: deploy');
  expect(text).toContain('Your code: 12345678');
  expect(text).toContain('Summary: Ship 1.4');
  expect(text).toContain('  service: billing');
  expect(text).toMatch(/https:\/\/console\.test\/requests\/req_0+1$/);
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
  const honest = textTo(aRequest({ params: { a: 'x' }, summary: 'y' }), 'asked').text.split('\n').length;
  const { text } = textTo(aRequest({ params: { [`a\n${forged}`]: forged }, summary: forged }), 'asked', {
    ...TO,
    name: 'A\nB',
  });
  expect(text.split('\n')).toHaveLength(honest);
  expect(text.split('\n').filter((line) => line.startsWith('Your code') || line.startsWith('Open'))).toHaveLength(2);
  expect(text).not.toMatch(/[\r\u2028]/);
});

it('lets no param turn the text around', () => {
  const { text } = textTo(aRequest({ params: { a: 'pay\u202e0001\u2066x\u200f' } }), 'asked');
  expect(text).toContain('  a: pay 0001 x ');
});

it('shortens a long summary, so that the rest stays in sight', () => {
  const long = textTo(aRequest({ summary: '🔑'.repeat(5000) }), 'asked').text;
  expect(long).toContain(`Summary: ${'🔑'.repeat(199)}…\n`);
  expect(textTo(aRequest({ summary: 's'.repeat(200) }), 'asked').text).toContain(`Summary: ${'s'.repeat(200)}\n`);
});
