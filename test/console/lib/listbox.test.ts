/** The keys of the two lists below a text field: the menu of commands and the picker of people. */
import { queryClient } from './console';
import { change, draw, fireEvent, type Shown, textOf } from './drawn';
import { inboxOf, session } from './given';
import { openPage, settle } from './page';

const { OperatorPicker }: { OperatorPicker: unknown } = require('../../../src/console/ui/operator-picker');
const { default: CommandMenu }: { default: unknown } = require('../../../src/console/ui/command-menu');

let page: ReturnType<typeof openPage>;
beforeEach(() => {
  page = openPage('/');
  queryClient.setQueryData(['session'], session());
  page.service.answers['GET /api/inbox'] = () => [200, inboxOf()];
});

const inputOf = (shown: Shown) => shown.all('input')[0]!;
/** Whether the page kept the key from the browser. */
async function press(shown: Shown, ...keys: string[]): Promise<boolean> {
  let kept = false;
  for (const key of keys)
    await settle(() => {
      kept = !fireEvent.keyDown(inputOf(shown), { key });
    });
  return kept;
}
/** The option that a screen reader reads, null if the list is closed. */
function active(shown: Shown): string | null {
  const id = inputOf(shown).getAttribute('aria-activedescendant');
  const selected = shown.all('[role="option"]').filter((option) => option.getAttribute('aria-selected') === 'true');
  const [option] = selected;
  expect([inputOf(shown).getAttribute('aria-expanded'), selected.length <= 1]).toEqual([String(id !== null), true]);
  if (id === null) return null;
  expect(option!.getAttribute('id')).toBe(id);
  return textOf(option!).trim();
}

describe('the picker of people', () => {
  const options = ['Ann', 'Bob', 'Cid'].map((name) => ({ id: `op_${name}`, name, detail: `${name}@x` }));
  const opened = async (chosen: string[] = []) => {
    const sent: string[][] = [];
    const props = { label: 'Who', options, chosen, onChange: (ids: string[]) => void sent.push(ids) };
    return { sent, shown: await draw(queryClient, OperatorPicker, props) };
  };

  test('an arrow key opens the list at its first person, and goes round it in both directions', async () => {
    const { shown } = await opened();
    expect([active(shown), await press(shown, 'Enter')]).toEqual([null, false]);
    const seen: (string | null)[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
      expect(await press(shown, key)).toBe(true);
      seen.push(active(shown));
    }
    expect(seen).toEqual(['AnnAnn@x', 'BobBob@x', 'CidCid@x', 'AnnAnn@x', 'CidCid@x', 'BobBob@x']);
  });

  test('Enter chooses the person, and typing goes to the first of those who match', async () => {
    const { shown, sent } = await opened();
    await press(shown, 'ArrowDown', 'ArrowDown');
    await settle(() => change(inputOf(shown), '@x'));
    expect(active(shown)).toBe('AnnAnn@x');
    await settle(() => change(inputOf(shown), 'c'));
    expect(active(shown)).toBe('CidCid@x');
    expect(await press(shown, 'Enter')).toBe(true);
    expect([sent, active(shown)]).toEqual([[['op_Cid']], null]);
  });

  test('Escape closes the list, and Backspace removes the last person if nothing is typed', async () => {
    const { shown, sent } = await opened(['op_Ann', 'op_Bob']);
    await press(shown, 'ArrowDown');
    expect([active(shown), await press(shown, 'Escape'), active(shown)]).toEqual(['CidCid@x', true, null]);
    expect(await press(shown, 'Escape')).toBe(false);
    await settle(() => change(inputOf(shown), 'x'));
    expect([await press(shown, 'Backspace'), sent]).toEqual([false, []]);
    await settle(() => change(inputOf(shown), ''));
    expect([await press(shown, 'Backspace'), sent]).toEqual([true, [['op_Ann']]]);
  });

  test('with nobody to choose, the list is closed and takes no key', async () => {
    const { shown } = await opened();
    await settle(() => change(inputOf(shown), 'nobody'));
    expect([active(shown), await press(shown, 'ArrowDown')]).toEqual([null, false]);
    expect(shown.text()).toContain('Nobody matches “nobody”.');
  });
});

describe('the menu of commands', () => {
  test('the list is open from the start, and Enter goes to the page that the arrow keys reached', async () => {
    let closed = 0;
    const shown = await draw(queryClient, CommandMenu, { role: 'operator', onClose: () => void closed++ });
    const pages = shown.all('[role="option"]').map((option) => textOf(option).trim());
    expect(pages.length).toBeGreaterThan(3);
    expect(active(shown)).toBe(pages[0]);
    await press(shown, 'ArrowUp');
    expect(active(shown)).toBe(pages.at(-1));
    await press(shown, 'ArrowDown', 'ArrowDown');
    expect(active(shown)).toBe(pages[1]);
    expect([await press(shown, 'Enter'), closed]).toEqual([true, 1]);
    expect((globalThis as unknown as { location: { pathname: string } }).location.pathname).toBe('/requests');
  });
});
