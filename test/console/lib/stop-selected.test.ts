/** Several requests that are refused or aborted together: each by a call of its own, and what of them failed. */
import { draw, textOf } from './drawn';
import { NOW, requestOf, session } from './given';
import { type Client, closePage, openPage, type Page, type Reply, settle } from './page';

const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/session');
const { default: StopSelected }: { default: unknown } = require('../../../src/console/pages/inbox/stop-selected');

let page: Page;
beforeEach(() => {
  page = openPage('/');
  queryClient.setQueryData(['session'], session());
});
afterEach(() => closePage(queryClient));

const REASON = 'Reason for all of them';
const listed = (...ids: string[]) =>
  ids.map((id) => ({ ...requestOf({ request: { id }, view: { title: `Pay ${id}` } }), remarks: [], same: 0 }));
const replies = (name: 'refuse' | 'abort', by: Readonly<Record<string, Reply | Promise<Reply>>>) => {
  for (const [id, reply] of Object.entries(by)) page.service.answers[`POST /api/requests/${id}/${name}`] = () => reply;
};
const OK: Reply = [200, { server_now: NOW, ...requestOf() }];
const open = (how: 'refuse' | 'abort', ids: string[], onClose: (stopped: boolean) => void = () => undefined) =>
  draw(queryClient, StopSelected, { how, requests: listed(...ids), onClose });
const sent = () => page.service.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

describe('requests that are stopped together', () => {
  test.each([
    ['refuse', 'Refuse them', '2 requests refused'],
    ['abort', 'Abort them', '2 requests aborted'],
  ] as const)('%s: each has its own call with the one reason, which is required', async (how, button, done) => {
    const closed: boolean[] = [];
    const shown = await open(how, ['req_1', 'req_2'], (stopped) => void closed.push(stopped));
    expect(shown.items()).toEqual(['Pay req_1 12', 'Pay req_2 12']);
    for (const empty of ['', '  ', '\t']) {
      await shown.fill(REASON, empty);
      expect(shown.button(button).disabled).toBe(true);
    }
    replies(how, { req_1: OK, req_2: OK });
    await shown.fill(REASON, ' a flood ');
    await shown.press(button);
    expect(sent()).toEqual([
      [`/api/requests/req_1/${how}`, { note: 'a flood' }],
      [`/api/requests/req_2/${how}`, { note: 'a flood' }],
    ]);
    expect(shown.text()).toContain(done);
    expect(shown.text()).not.toContain('could not be');
    await shown.press('Done');
    expect(closed).toEqual([true]);
  });

  test('those that are refused can tell their programs one reason, and those that are aborted cannot', async () => {
    expect((await open('abort', ['req_1'])).has('Ask first')).toBe(false);
    const shown = await open('refuse', ['req_1', 'req_2']);
    replies('refuse', { req_1: OK, req_2: OK });
    await shown.fill(REASON, 'a flood');
    await shown.press('Ask first');
    await shown.press('Refuse them');
    expect(sent().map(([, body]) => body)).toEqual(Array(2).fill({ note: 'a flood', outcome_reason: 'ask_first' }));
  });

  test('those that failed are named with the reason, in words without ids, and the others are done', async () => {
    const shown = await open('refuse', ['req_1', 'req_2', 'req_3', 'req_4', 'req_5', 'req_6']);
    replies('refuse', {
      ...{ req_1: OK, req_3: OK, req_6: OK, req_4: 'no answer' },
      req_2: [409, { error: 'The request was already denied by op_b at 2026-11-20T12:00:00.000Z.', kind: 'decided' }],
      req_5: [403, { error: 'You are not among the operators who were asked.', kind: 'forbidden' }],
    });
    await shown.fill(REASON, 'a flood');
    await shown.press('Refuse them');
    expect(shown.text()).toContain('3 requests refused3 requests could not be:');
    expect(new Set(shown.items())).toEqual(
      new Set([
        'Pay req_2 12It was decided before.',
        'Pay req_4 12The service cannot be reached.',
        'Pay req_5 12You are not among the operators who were asked.',
      ]),
    );
    expect(sent()).toHaveLength(6);
  });

  test('a list that changes behind the dialog changes nothing in it', async () => {
    const closed: boolean[] = [];
    const onClose = (stopped: boolean) => void closed.push(stopped);
    const shown = await open('refuse', ['req_1', 'req_2'], onClose);
    await shown.redraw({ how: 'refuse', requests: listed('req_9'), onClose });
    expect(shown.items()).toEqual(['Pay req_1 12', 'Pay req_2 12']);
    replies('refuse', { req_1: OK, req_2: OK, req_9: OK });
    await shown.fill(REASON, 'a flood');
    await shown.press('Refuse them');
    expect(sent().map(([path]) => path)).toEqual(['/api/requests/req_1/refuse', '/api/requests/req_2/refuse']);
  });

  test('while they are sent, at most four at once, the button counts them and sends nothing again', async () => {
    const ids = ['req_1', 'req_2', 'req_3', 'req_4', 'req_5', 'req_6'];
    const shown = await open('abort', ids);
    const waiting = new Map<string, (reply: Reply) => void>();
    for (const id of ids) replies('abort', { [id]: new Promise<Reply>((resolve) => waiting.set(id, resolve)) });
    await shown.fill(REASON, 'a flood');
    await shown.press('Abort them');
    expect([sent().length, shown.button('0 of 6…').disabled, shown.button('Cancel').disabled]).toEqual([4, true, true]);
    await settle(() => waiting.get('req_2')!(OK));
    expect([sent().length, shown.has('1 of 6…')]).toEqual([5, true]);
    await shown.press('1 of 6…');
    for (const id of ids) await settle(() => waiting.get(id)!(OK));
    expect([sent().length, textOf(shown.body)]).toEqual([6, expect.stringContaining('6 requests aborted')]);
  });

  test('nothing is sent if the dialog is cancelled', async () => {
    const closed: boolean[] = [];
    const shown = await open('refuse', ['req_1'], (stopped) => void closed.push(stopped));
    await shown.fill(REASON, 'a flood');
    await shown.press('Cancel');
    expect([closed, sent()]).toEqual([[false], []]);
  });
});
