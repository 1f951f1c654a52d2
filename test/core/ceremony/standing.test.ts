/** Whose key can count, whose key counts, and whose key is missing: what the console and the reminders name. */
import { disableSeats } from '../../../src/core/ceremony/disable-seat';
import { countedKeys, eligible, waitingFor } from '../../../src/core/ceremony/standing';
import { ALPHA, aRequest, at, BRAVO, CHARLIE, refusedBy, turnedBy } from '../../support/builders';

const withoutAlpha = disableSeats(aRequest({ quorum: 2 }), new Set([ALPHA]), at('12:01')).request;

it('an operator whose seat was removed is not eligible and is not waited for', () => {
  expect(eligible(withoutAlpha)).toEqual([BRAVO, CHARLIE]);
  expect(waitingFor(withoutAlpha)).toEqual([BRAVO, CHARLIE]);
});

it('while the request is open, the turns of the round count and the others are waited for', () => {
  const staging = aRequest({ quorum: 2 }, turnedBy('op_bravo'));
  expect(countedKeys(staging)).toEqual([BRAVO]);
  expect(waitingFor(staging)).toEqual([ALPHA, CHARLIE]);
});

it('after the verdict, the operators who turned count and nobody is waited for', () => {
  const authorized = aRequest({ quorum: 2 }, turnedBy('op_bravo'), turnedBy('op_alpha'));
  expect(countedKeys(authorized)).toEqual([BRAVO, ALPHA]);
  expect(waitingFor(authorized)).toEqual([]);
  const denied = aRequest({ quorum: 2 }, turnedBy('op_bravo'), refusedBy('op_alpha'));
  expect(countedKeys(denied)).toEqual([]);
  expect(waitingFor(denied)).toEqual([]);
});
