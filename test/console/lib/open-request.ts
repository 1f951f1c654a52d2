/** The page of one request, drawn with the service's answers about it. */
import { operationHash } from '../../../src/console/lib/bytes';
import { listOf, openConsole, queryClient } from './console';
import { draw, textOf } from './drawn';
import { actionOf, changeOf, NOW, requestOf, seatOf, session } from './given';
import { advance, type Page, settle } from './page';

const { default: RequestPage }: { default: unknown } = require('../../../src/console/pages/request/request-page');

const PATH = '/api/requests/req_1';

interface Around {
  readonly role?: 'operator' | 'admin';
  readonly compared?: { readonly remarks?: object[]; readonly last?: object | null };
  readonly history?: object[];
  readonly deliveries?: object[];
  readonly action?: object;
  readonly change?: object;
  /** What the first answer brings beside the request. Without it, each part is read by itself. */
  readonly brought?: object;
  readonly answers?: Page['service']['answers'];
}

export async function openRequest(fields: Parameters<typeof requestOf>[0] = {}, around: Around = {}) {
  const { role = 'operator', compared = {}, history = [], deliveries = [], action = {} } = around;
  const { page, answers } = openConsole(session(role), '/requests/req_1');
  const operation_hash = await operationHash('pay.out', { amount: '12' });
  const comparison = { approved: 0, remarks: [], last: null, ...compared };
  const shown = { ...requestOf({ ...fields, request: { operation_hash, ...fields.request } }), comparison };
  answers[`GET ${PATH}`] = ({ path }) => {
    const { brought } = around;
    const page = brought !== undefined && path.includes('page=true') ? { page: brought } : {};
    return [200, { server_now: NOW, ...shown, ...page }];
  };
  answers['GET /api/changes/req_1'] = () => [200, { server_now: NOW, change: changeOf(around.change) }];
  answers[`GET ${PATH}/history`] = () => [200, { server_now: NOW, entries: history, cursor: null }];
  answers[`GET ${PATH}/questions`] = () => [
    200,
    { server_now: NOW, questions: [], unanswered: false, may_write: true },
  ];
  answers[`GET ${PATH}/deliveries`] = () => [200, { server_now: NOW, deliveries, cursor: null }];
  answers['GET /api/actions/pay.out'] = () => [
    200,
    { server_now: NOW, action: actionOf({ version: 1, ...action }), lines: [] },
  ];
  const operators = ['op_a', 'op_b', 'op_c', 'op_d'].map((id) => ({ id, name: seatOf(id).name }));
  answers['GET /api/operators'] = () => [200, { server_now: NOW, operators, cursor: null }];
  answers['GET /api/webhooks'] = () => listOf('endpoints', [{ id: 'whe_1', url: 'u', description: 'Billing' }]);
  Object.assign(answers, around.answers);
  const drawn = await draw(queryClient, RequestPage, { params: { id: 'req_1' } });
  // The fingerprint is computed in another thread, which may take any number of turns. For what is not answered, the page
  // waits for a second.
  for (let turn = 0; drawn.text().includes('Loading the request'); turn++) {
    await (turn < 50 ? settle() : advance(1000));
  }
  const commands = () =>
    page.service.calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path.replace(PATH, ''), body]);
  const part = (heading: string) =>
    drawn
      .all('section')
      .map(textOf)
      .find((text) => text.startsWith(heading)) ?? '';
  return { ...drawn, page, commands, part, shown };
}
