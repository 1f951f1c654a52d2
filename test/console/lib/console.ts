/** The console in happy-dom, signed in, with the least that its pages ask for. A suite says what else the service answers. */
import type { Shown } from './drawn';
import { inboxOf, NOW, operatorOf, overviewOf, session } from './given';
import { type Client, closePage, install, openPage, type Page, type Reply, settle } from './page';

const { observeServerNow }: { observeServerNow(answer: object): void } = require('../../../src/console/lib/clock');

/** The console's query client, which is empty before each test. */
export const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/query-client');

// A suite that loads this file inside of a test, where no hook can be added, closes its pages itself.
if (expect.getState().currentTestName === undefined) afterEach(() => closePage(queryClient));

/** A page for admins. */
export const pageOf = (name: string): unknown => require(`../../../src/console/pages/admin/${name}`).default;

export const listOf = (name: string, items: readonly object[], more: object = {}): Reply => [
  200,
  { server_now: NOW, [name]: items, cursor: null, ...more },
];

export function openConsole(me = session('admin'), address = '/') {
  const page = openPage(address);
  const { answers, asked, calls } = page.service;
  observeServerNow({ server_now: NOW });
  queryClient.setQueryData(['session'], me);
  install({ isSecureContext: true });
  Object.assign((globalThis as unknown as { window: object }).window, { PublicKeyCredential: class {} });
  for (const name of ['actions', 'changes', 'groups', 'keys', 'requests'])
    answers[`GET /api/${name}`] = () => listOf(name, []);
  answers['GET /api/operators'] = () =>
    listOf('operators', [operatorOf('op_a', { role: 'admin' }), operatorOf('op_b')]);
  answers['GET /api/session'] = () => [200, me];
  answers['GET /api/inbox'] = () => [200, inboxOf([], { session: me })];
  answers['GET /api/webhooks'] = () => listOf('endpoints', []);
  answers['GET /api/overview'] = () => [200, overviewOf()];
  answers['GET /api/powers'] = () => [200, { server_now: NOW, actions: [], keys_of_anybody: [], not_counted: [] }];
  answers['GET /api/webhooks/health'] = () => [200, { server_now: NOW, endpoints: [] }];
  answers['GET /api/chat'] = () => [200, { server_now: NOW, chat: null }];
  /** The calls of this method, to paths with this part. */
  const sent = (method: string, to = '') =>
    calls.filter((call) => call.method === method && call.path.includes(to)).map(({ path, body }) => ({ path, body }));
  return { page, answers, asked, sent };
}

export type Opened = ReturnType<typeof openConsole>;

/** Whether Escape closes the dialog that is open. */
export async function closesOnEscape(page: Page, shown: Shown): Promise<boolean> {
  const [dialog] = shown.all('[role="dialog"], [role="alertdialog"]');
  await settle(() => page.press('Escape', {}, dialog!));
  return shown.all('[role="dialog"], [role="alertdialog"]').length === 0;
}
