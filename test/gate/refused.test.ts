/** Calls that the gate refuses by itself, over HTTP, and none of them reaches the upstream or people. */

import { openedOnce } from '../support/opened';
import { type Body, callTool, textOf } from './support/wire';
import { openWorld } from './support/world';

const world = openedOnce(openWorld);

const lone = '\ud800';
type Row = readonly [what: string, args: Body, refusal: string, meta?: Body];
const CALLS: readonly Row[] = [
  ['a text with half of a surrogate pair', { to: lone }, '`to` is not valid text.'],
  ['such a text inside an argument', { to: { list: [{ name: lone }] } }, '`to.list.0.name` is not valid text.'],
  ['such a name of an argument', { to: { [lone]: 1 } }, '`to` is not valid text.'],
  ['such a key of the client', { to: 'a' }, '`_meta` is not valid text.', { 'request-authorization/key': lone }],
  ['arguments of more than 40 KiB', { to: 'x'.repeat(41_000) }, 'The arguments are larger than 40 KiB'],
  ['an argument that no param shows', { to: 'a', memo: 'b' }, 'People would not be shown the argument `memo`'],
  ['an argument that is too long for its param', { to: 'x'.repeat(513) }, '`to` is longer than 512 characters'],
  ['an integer that JSON does not keep', { to: 2 ** 53 }, 'would change on its way'],
];

test.each(CALLS.map((row) => ({ row })))(
  '$row.0 is refused before anybody is asked',
  async ({ row: [, args, refusal, meta] }) => {
    const answer = await callTool(world.url, 'pay', args, { meta });
    expect(answer.result.isError).toBe(true);
    expect(textOf(answer)).toMatch(/^The tool did not run\. /);
    expect(textOf(answer)).toContain(refusal);
    expect(world.upstream.calls).toEqual([]);
  },
);
