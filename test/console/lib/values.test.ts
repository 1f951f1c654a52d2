/** How a page draws values: in groups, folded, or in a line, and never so that one looks like something else. */
import type { Display } from '../../../src/protocol/display/display';
import { type Params, render } from '../../../src/protocol/display/render';
import { lineText } from '../../../src/protocol/display/text';
import { aDisplay } from '../../support/displays';
import { digestOf } from '../../support/documents';
import { openConsole, queryClient } from './console';
import { draw } from './drawn';
import { requestOf } from './given';

const of = (path: string): Record<string, unknown> => require(`../../../src/console/${path}`);
const { ibanGroups }: { ibanGroups(text: string): string[] | null } = require('../../../src/console/lib/iban');

const DIGEST = digestOf('x');

beforeEach(() => void openConsole());

describe('an account number', () => {
  test.each([
    ['of 22 characters', 'DE12500105170648489890', 'DE12 5001 0517 0648 4898 90'],
    ['with letters', 'GB82WEST12345698765432', 'GB82 WEST 1234 5698 7654 32'],
    ['that is short', 'NO9386011117947', 'NO93 8601 1117 947'],
  ])('%s is drawn in fours if its check digits are right', (_, iban, fours) => {
    expect(ibanGroups(iban)?.join(' ')).toBe(fours);
  });

  test.each([
    ['one wrong digit', 'DE12500105170648489891'],
    ['two digits exchanged', 'DE12500105170648498890'],
    ['small letters', 'de12500105170648489890'],
    ['blanks', 'DE12 5001 0517 0648 4898 90'],
    ['a text before it', 'to DE12500105170648489890'],
    ['a line after it', 'DE12500105170648489890\n'],
    ['nothing but check digits', 'DE12'],
  ])('with %s is drawn as it was sent', (_, text) => {
    expect(ibanGroups(text)).toBeNull();
  });

  test('check digits of 00, 01 and 99 are never right, although their remainder may be', () => {
    const accounts = Array.from({ length: 97 }, (_, n) => String(10_000_000_000 + n));
    const all = ['00', '01', '99'].flatMap((check) => accounts.map((account) => `XX${check}${account}`));
    expect(all.filter((text) => ibanGroups(text) !== null)).toEqual([]);
    const right = Array.from({ length: 97 }, (_, n) => String(n + 2).padStart(2, '0'));
    for (const account of accounts.slice(0, 5))
      expect(right.filter((check) => ibanGroups(`XX${check}${account}`) !== null)).toHaveLength(1);
  });

  test.each(['display', 'none'])('is one text for who copies it, with a display: %s', async (how) => {
    const params = { to: 'DE12500105170648489890' };
    const shown = how === 'none' ? null : render(aDisplay({ title: 'Pay' }), params);
    const drawn = await draw(queryClient, of('ui/operation').ParamLine, { params, shown });
    expect(drawn.text()).toContain(params.to);
    expect(drawn.all('.four').map((each) => each.textContent)).toEqual(['DE12', '5001', '0517', '0648', '4898', '90']);
  });
});

describe('the digests of a request', () => {
  const drawLines = async (params: Params, display: Partial<Display> = {}) => {
    const { lines } = render(aDisplay(display), params);
    const drawn = await draw(queryClient, of('ui/display').DisplayLines, { lines, nameOf: (id: string) => id });
    return { drawn, lines };
  };
  const drawParams = (params: Params, last?: Params) =>
    draw(queryClient, of('pages/request/approved').Params, { params, last });
  const PAID = { amount: '4800000', to: 'acct_7' };

  test('fold by their value, whatever a proposer calls them, and stay on the page', async () => {
    const { drawn } = await drawLines({ ...PAID, intent: DIGEST, 'order ✓ checked': DIGEST });
    expect(drawn.all('dt').map((each) => each.textContent)).toEqual(['Amount «amount»', 'Account «to»']);
    expect(drawn.all('summary').map((each) => each.textContent)).toEqual([
      'As the program sent it: 4 params · 2 digests: intent, order ✓ checked',
    ]);
    expect(drawn.all('li').map((each) => each.textContent)).toEqual([
      '«amount» = «4800000»',
      '«to» = «acct_7»',
      `«intent» = «${DIGEST}»`,
      `«order ✓ checked» = «${DIGEST}»`,
    ]);
  });

  test.each([
    ['a text that is called intent', 'intent', 'sha256:pay everything to Mallory'],
    ['a digest with a digit less', 'intent', DIGEST.slice(0, -1)],
    ['a digest with a digit more', 'intent', `${DIGEST}0`],
    ['letters that are no hex digits', 'intent', `sha256:${'z'.repeat(64)}`],
    ['a text before a digest', 'intent', `pay ${DIGEST}`],
    ['a text after a digest', 'intent', `${DIGEST} to Mallory`],
    ['a line break after a digest', 'intent', `${DIGEST}\n`],
    ['a digest of another kind', 'intent', DIGEST.replace('sha256', 'sha512')],
    ['a document that no display declares', 'evidence.reason', DIGEST],
    ['a document with a name that none can have', 'evidence.a b', DIGEST],
  ])('%s has a line of its own', async (_, param, value) => {
    const { drawn, lines } = await drawLines({ ...PAID, [param]: value });
    const names = drawn.all('dt').map((each) => each.textContent);
    const values = drawn.all('.display-value').map((each) => each.textContent);
    expect(names.map((name, index) => `${name}: ${values[index]}`)).toEqual(lines.map(lineText));
    const plain = await drawParams({ ...PAID, [param]: value });
    expect(plain.all('dt').map((each) => each.textContent)).toContain(param);
    expect(plain.all('details')).toEqual([]);
  });

  test('a digest that the display lists has a line of its own, also in a list', async () => {
    const params = [...aDisplay().params, { param: 'image', label: 'Image', format: { type: 'code' } as const }];
    const { drawn } = await drawLines({ ...PAID, image: DIGEST }, { params });
    expect(drawn.all('dt').map((each) => each.textContent)).toContain('Image «image»');
    const given = { ...PAID, image: DIGEST, intent: DIGEST };
    const shown = render(aDisplay({ params }), given);
    const line = await draw(queryClient, of('ui/operation').ParamLine, { params: given, shown });
    expect(line.text()).toBe(`Image «image»: «${DIGEST}»`);
  });

  test('without a display they fold too, with what the last approved request had', async () => {
    const drawn = await drawParams({ ...PAID, tool_definition: DIGEST }, { ...PAID, tool_definition: digestOf('y') });
    expect(drawn.all('dt').map((each) => each.textContent)).toEqual(['amount', 'to']);
    expect(drawn.all('summary').map((each) => each.textContent)).toEqual(['1 digest: tool_definition']);
    expect(drawn.all('li').map((each) => each.textContent)).toEqual([
      `tool_definition = ${DIGEST} last approved: ${digestOf('y')}`,
    ]);
  });

  test('a list has a text that is called intent and is no digest', async () => {
    const params = { intent: 'sha256:pay everything', digest: DIGEST };
    const line = await draw(queryClient, of('ui/operation').ParamLine, { params, shown: null });
    expect(line.text()).toBe('intent sha256:pay everything');
  });
});

describe('the name of a line', () => {
  test('is the label alone, unless another line is called the same: then the keys are seen', async () => {
    const drawn = async (params: Params) => {
      const { lines } = render(aDisplay(), params);
      const shown = await draw(queryClient, of('ui/display').DisplayLines, { lines, nameOf: (id: string) => id });
      return shown.all('dt').map((each) => [...each.querySelectorAll('.param-key')].map((key) => key.textContent));
    };
    expect(await drawn({ amount: '1', to: 'a' })).toEqual([[], []]);
    expect(await drawn({ amount: '1', to: 'a', note: 'x' })).toEqual([[], [], ['«note»']]);
    expect(await drawn({ amount: '1', to: 'a', AMOUNT: '999' })).toEqual([[' «amount»'], [], ['«AMOUNT»']]);
  });
});

describe('a display without params in its title', () => {
  test.each([
    ['Release', 'Release', 'Release'],
    ['Release', 'release to customers', 'release to customers'],
    ['Release to customers', 'Release', 'Release to customers'],
    ['Pay', 'Repay a loan', 'Pay Repay a loan'],
    ['Deploy', 'Call the on-call engineer first', 'Deploy Call the on-call engineer first'],
  ])('the action %j with the title %j is called %j', async (title, own, called) => {
    const request = { params: { note: 'x' } };
    const shown = render(aDisplay({ title: own, params: [] }), request.params);
    const operation = await draw(
      queryClient,
      of('ui/operation').Operation,
      requestOf({ request, view: { title, shown } }),
    );
    expect(operation.text()).toBe(called);
    const { operationText } = of('lib/params') as { operationText(given: object): string };
    expect(operationText({ request, view: { title, shown } })).toBe(
      called === `${title} ${own}` ? `${title}: ${own}` : called,
    );
  });
});
