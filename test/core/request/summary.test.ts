/** A summary in places with room for 200 characters. */
import { shortSummary } from '../../../src/core/request/summary';

it('a summary is complete with 200 characters, and 199 and an ellipsis with 201', () => {
  expect(shortSummary('')).toBe('');
  expect(shortSummary('a'.repeat(200))).toBe('a'.repeat(200));
  expect(shortSummary('a'.repeat(201))).toBe(`${'a'.repeat(199)}…`);
});

it('a shortened summary splits no character', () => {
  expect(shortSummary('😀'.repeat(200))).toBe('😀'.repeat(200));
  expect(shortSummary('😀'.repeat(201))).toBe(`${'😀'.repeat(199)}…`);
});
