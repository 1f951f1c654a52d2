/** An admin's pages with the least that every one of them asks for. */
import { queryClient } from './client';
import type { Shown } from './drawn';
import { NOW, operatorOf, overviewOf, session } from './given';
import { install, openPage, type Page, type Reply, settle } from './page';

const { observeServerNow }: { observeServerNow(answer: object): void } = require('../../../src/console/lib/clock');

export const pageOf = (name: string): unknown => require(`../../../src/console/pages/admin/${name}`).default;

export const listOf = (name: string, items: readonly object[], more: object = {}): Reply => [
  200,
  { server_now: NOW, [name]: items, cursor: null, ...more },
];

export function openAsAdmin() {
  const page = openPage('https://console.example/');
  const { answers, asked, calls } = page.service;
  observeServerNow({ server_now: NOW });
  const me = session('admin');
  queryClient.setQueryData(['session'], me);
  install({ isSecureContext: true });
  Object.assign((globalThis as unknown as { window: object }).window, { PublicKeyCredential: class {} });
  const lists = { operators: [operatorOf('op_a', { role: 'admin' }), operatorOf('op_b')], actions: [], keys: [] };
  for (const [name, items] of Object.entries(lists)) answers[`GET /api/${name}`] = () => listOf(name, items);
  answers['GET /api/session'] = () => [200, me];
  answers['GET /api/webhooks'] = () => listOf('endpoints', []);
  answers['GET /api/overview'] = () => [200, overviewOf()];
  answers['GET /api/webhooks/health'] = () => [200, { server_now: NOW, endpoints: [] }];
  answers['GET /api/chat'] = () => [200, { server_now: NOW, chat: null }];
  const sent = (method: string) =>
    calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }));
  return { page, answers, asked, sent };
}

/** Whether Escape closes the dialog that is open. */
export async function closesOnEscape(page: Page, shown: Shown): Promise<boolean> {
  const [dialog] = shown.all('[role="dialog"], [role="alertdialog"]');
  await settle(() => page.press('Escape', {}, dialog!));
  return shown.all('[role="dialog"], [role="alertdialog"]').length === 0;
}
