/** What people are shown of a request belongs to the display under which it was created. */
import { digestsOf, shownOf } from '../../../src/core/request/shown';
import { render } from '../../../src/protocol/display/render';
import { aRequest } from '../../support/builders';
import { aDisplay } from '../../support/displays';

const PARAMS = { to: 'acct_7', amount: '4800000' };

it('a request is never shown by another display than the one under which it was created', () => {
  const request = { ...aRequest(), params: PARAMS, digests: digestsOf(aDisplay(), PARAMS) };
  expect(shownOf(request, aDisplay())).toEqual(render(aDisplay(), PARAMS));
  const other = aDisplay({ title: 'Send {amount} to {to}' });
  expect(() => shownOf(request, other)).toThrow('not its own display');
  expect(() => shownOf({ ...request, digests: null }, other)).toThrow('not its own display');
});
