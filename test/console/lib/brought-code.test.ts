/** The code that a pressed notification brings: where it is, who gets it, and when it is sent. */
import { queryClient } from './console';
import { requestOf, session } from './given';
import { openRequest } from './open-request';
import { closePage, openPage, type Page, settle, use } from './page';

const {
  expectCode,
  useBroughtCode,
}: {
  expectCode(): void;
  useBroughtCode(request: string, fill: (code: string) => void): void;
} = require('../../../src/console/lib/brought-code');
const {
  changeSession,
  signOut,
}: {
  changeSession(session: object | null): Promise<void>;
  signOut(): Promise<void>;
} = require('../../../src/console/lib/session');

const LABEL = 'Your code for this request';
const CODE = '12345678';

/** The script starts at this address. */
const start = (address: string): Page => {
  const page = openPage(address);
  queryClient.setQueryData(['session'], session('operator'));
  expectCode();
  return page;
};
/** What the page of this request is given when it is drawn. */
const takenBy = async (request: string): Promise<string[]> => {
  const taken: string[] = [];
  const page = await use(queryClient, () => useBroughtCode(request, (code) => taken.push(code)));
  await page.leave();
  return taken;
};
/** A browser that is sent to another fragment of the page that it shows. */
const bring = (page: Page, fragment: string) =>
  settle(() => {
    page.history.replaceState(null, '', `${page.location.pathname}${fragment}`);
    page.tell('hashchange');
  });

describe('a fragment', () => {
  test.each([
    ['/requests/req_1#code=12345678', [CODE], '/requests/req_1'],
    ['/requests/req_1?a=1#code=12345678', [CODE], '/requests/req_1?a=1'],
    ['/requests/req_1#code=1234567', [], '/requests/req_1'],
    ['/requests/req_1#code=123456789', [], '/requests/req_1'],
    ['/requests/req_1#code=1234-5678', [], '/requests/req_1'],
    ['/requests/req_1#code=１２３４５６７８', [], '/requests/req_1'],
    ['/requests/req_1#code=', [], '/requests/req_1'],
    ['/requests/req_1#code=12345678&code=87654321', [], '/requests/req_1'],
    ['/requests/req_1#a=1&code=12345678', [], '/requests/req_1'],
    ['/requests/req_1#%63ode=12345678', [], '/requests/req_1'],
    ['/requests#code=12345678', [], '/requests'],
    ['/#code=12345678', [], '/'],
    ['/requests/req_1#main', [], '/requests/req_1#main'],
  ])(
    'the address %s brings the codes %j and is left as %s, in one entry of the history',
    async (address, codes, left) => {
      const page = start(address);
      expect([page.shown(), page.history.length]).toEqual([left, 1]);
      expect(await takenBy('req_1')).toEqual(codes);
      await closePage(queryClient);
    },
  );

  test('a code is given once, to the page of its own request', async () => {
    start(`/requests/req_1#code=${CODE}`);
    expect(await takenBy('req_2')).toEqual([]);
    expect(await takenBy('req_1')).toEqual([CODE]);
    expect(await takenBy('req_1')).toEqual([]);
  });

  test('a page that is open takes a code that arrives later, and of two the later one', async () => {
    const page = start('/requests/req_1');
    const taken: string[] = [];
    await use(queryClient, () => useBroughtCode('req_1', (code) => taken.push(code)));
    await bring(page, '#code=1');
    await bring(page, '#code=11111111');
    await bring(page, '#code=22222222');
    expect(taken).toEqual(['11111111', '22222222']);
    expect(page.shown()).toBe('/requests/req_1');
  });

  test('the state of the entry in the history stays as it was', async () => {
    const page = start('/requests/req_1');
    const state = () => (globalThis as unknown as { history: { state: unknown } }).history.state;
    page.history.replaceState({ above: 1 } as never, '', `/requests/req_1#code=${CODE}`);
    page.tell('hashchange');
    expect([page.shown(), state()]).toEqual(['/requests/req_1', { above: 1 }]);
  });
});

describe('a code that nobody has taken yet', () => {
  const ME = session('operator');

  test('waits for the operator who signs in at a page without a session', async () => {
    start(`/requests/req_1#code=${CODE}`);
    queryClient.setQueryData(['session'], null);
    await changeSession(ME);
    expect(await takenBy('req_1')).toEqual([CODE]);
  });

  test('is dropped if the operator signs out', async () => {
    const page = start(`/requests/req_1#code=${CODE}`);
    page.service.answers['DELETE /api/session'] = () => [200, { server_now: 1 }];
    await signOut();
    await changeSession(ME);
    expect(await takenBy('req_1')).toEqual([]);
  });

  test('is dropped if another operator takes over', async () => {
    start(`/requests/req_1#code=${CODE}`);
    await changeSession(session('operator', { operator: { id: 'op_b', name: 'Bob', role: 'operator' } }));
    expect(await takenBy('req_1')).toEqual([]);
  });
});

describe('on the page of its request', () => {
  const opened = async (fields: Parameters<typeof requestOf>[0] = {}) => {
    const shown = await openRequest(fields);
    expectCode();
    await bring(shown.page, `#code=${CODE}`);
    return shown;
  };

  test('it is in the field, which says so, and nothing is sent before the question is answered', async () => {
    const shown = await opened();
    expect(shown.control(LABEL).value).toBe(CODE);
    expect(shown.text()).toContain('Filled in for you. It is sent only when you turn your key.');
    expect([shown.commands(), shown.has('Turn my key')]).toEqual([[], false]);
    await shown.press('Turn my key…');
    expect(shown.commands()).toEqual([]);
    shown.page.service.answers['POST /api/requests/req_1/turn'] = () => [200, requestOf({ view: { turned: 1 } })];
    await shown.press('Turn my key');
    expect(shown.commands()).toEqual([['/turn', { code: CODE, round: 1 }]]);
    expect(shown.control(LABEL).value).toBe('');
  });

  test('its field is not kept by the browser until somebody types', async () => {
    const shown = await opened();
    const kept = () => shown.control(LABEL).getAttribute('autocomplete');
    expect(kept()).toBe('off');
    await shown.fill(LABEL, '1');
    expect(kept()).toBe('one-time-code');
    expect(shown.text()).toContain('8 digits, sent only to you.');
  });

  test('it replaces what was typed, and its complaint', async () => {
    const shown = await openRequest();
    await shown.fill(LABEL, '123');
    await shown.press('Turn my key…');
    expect(shown.text()).toContain('You entered 3.');
    expectCode();
    await bring(shown.page, `#code=${CODE}`);
    expect(shown.control(LABEL).value).toBe(CODE);
    expect(shown.text()).not.toContain('You entered 3.');
  });

  test('a wrong one leaves the field as it is', async () => {
    const shown = await openRequest();
    await shown.fill(LABEL, '1234');
    expectCode();
    await bring(shown.page, '#code=1234567x');
    expect(shown.control(LABEL).value).toBe('1234');
    expect(shown.page.shown()).toBe('/requests/req_1');
  });

  test('it is in no storage of the browser', async () => {
    const { page } = await opened();
    const { localStorage, sessionStorage, history } = globalThis as unknown as Record<string, object>;
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history])).not.toContain(CODE);
    expect([page.shown(), page.document.cookie].join()).not.toContain(CODE);
  });

  test('an operator who cannot turn a key gets no field, and the code is dropped', async () => {
    const shown = await opened({ view: { you: { seat: false, options: [] } } as never });
    expect([shown.controls(LABEL).length, shown.text().includes(CODE)]).toEqual([0, false]);
    expect(await takenBy('req_1')).toEqual([]);
  });
});
