import { delayBefore } from '../../src/service/push/rules/retry';

it.each([
  ['the first retry comes after 30 s, and each further one after twice as long', [0, 1, 2], null, [30, 60, 120]],
  ['there are three retries', [3, 4], null, [null, null]],
  ['a push service says when to come back', [0, 2], 77, [77, 77]],
  ['a push service that asks for less than ten seconds waits ten', [0, 0], 0, [10, 10]],
  ['a push service that asks for five minutes gets it then', [0], 300, [300]],
  ['a push service that asks for more than five minutes gets it no more, and no sooner', [0], 301, [null]],
  ['a push service that asks for a part of a second waits for all of it', [0], 10.2, [11]],
  ['a push service gets no fourth retry, whatever it asks for', [3], 10, [null]],
])('%s', (_, attempts, afterSeconds, delays) => {
  expect(attempts.map((attempt) => delayBefore(attempt, afterSeconds))).toEqual(delays);
});
