/** Which sign-ins are fresh (docs/security.md). The edits that need one are in test/security/fresh-sign-in.test.ts. */
import { type Began, isFreshSignIn } from '../../../src/core/access/fresh-sign-in';

const NOW = Date.UTC(2026, 10, 20, 12);
const FIVE_MINUTES = 5 * 60_000;

it.each<[Began, boolean]>([
  ['passkey', true],
  ['link', true],
  ['mailed_link', false],
  ['identity', false],
])('a session that began by %s is fresh until its five minutes have passed: %s', (began, isFresh) => {
  const ages = [0, FIVE_MINUTES - 1, FIVE_MINUTES, 60 * FIVE_MINUTES];
  const found = ages.map((age) => isFreshSignIn({ createdAtMs: NOW - age, began }, NOW));
  expect(found).toEqual([isFresh, isFresh, false, false]);
});
