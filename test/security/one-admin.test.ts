/**
 * One malicious admin with an API key, alone and with two administrative actions in any order: no verdict, no change
 * that only they approved, and everything that they did leaves an entry and a message to somebody else
 * (docs/decisions/four-eyes.md). The store is in memory, so that each order starts in a fresh organization.
 */

import { fromConfigItem } from '../../src/adapters/dynamodb/config-item';
import { fromRequestItem } from '../../src/adapters/dynamodb/request-item';
import { openSession } from '../../src/app/sign-in';
import { receiversOf } from '../../src/core/administration/announcements';
import type { Journaled, Operator } from '../../src/core/config/config';
import { noticesOf } from '../../src/core/notice/notices';
import type { Request } from '../../src/core/request/request';
import { createConsoleHandler } from '../../src/lambda/console/handler';
import { createServiceHandler } from '../../src/lambda/v1/handler';
import { DEMO_PLATFORM_ACTIONS, FOUR_EYES_ORG, openDemo } from '../../src/local/demo';
import { MemoryStore } from '../../src/local/memory/store';
import { openDataDirectory } from '../../src/local/platform/data-directory';
import type { OperatorId } from '../../src/protocol/identifiers';
import { operatorCode } from '../../src/protocol/operator-code';
import { dice } from '../linearizability/record';
import { CODE_KEY, Instance, ORIGIN, portsOf, type Reach } from '../simulation/instances';
import { START_MS } from '../simulation/world';
import { eventOf, said } from '../support/ledger';

const ATTACKER = 'op_echo' as OperatorId;
const VICTIM = 'op_foxtrot' as OperatorId;
const POLICY = {
  title: 'Release to customers',
  roster: ['op_echo', 'op_foxtrot', 'op_golf'],
  quorum: { default: 2, min: 1, max: 3, selectable: false },
  deny_self_approval: true,
};
const ACTION = '/api/actions/demo.release';

type Call = readonly [method: string, path: string, body?: object];

/** Every administrative action, each as bad as it can be. */
const ACTIONS: Readonly<Record<string, Call>> = {
  'lower the quorum': ['PUT', ACTION, { ...POLICY, quorum: { ...POLICY.quorum, default: 1 } }],
  'allow self approval': ['PUT', ACTION, { ...POLICY, deny_self_approval: false }],
  'ask nobody else': [
    'PUT',
    ACTION,
    { ...POLICY, roster: [ATTACKER], quorum: { default: 1, min: 1, max: 1, selectable: false } },
  ],
  'add a rule that lowers the quorum': [
    'PUT',
    ACTION,
    { ...POLICY, param_rules: [{ when: [{ param: 'x', op: 'eq', value: 'y' }], quorum: 1 }] },
  ],
  'make an action of their own': ['PUT', '/api/actions/own', { ...POLICY, quorum: { ...POLICY.quorum, default: 1 } }],
  'raise and loosen at once': [
    'PUT',
    ACTION,
    { ...POLICY, deny_self_approval: false, quorum: { ...POLICY.quorum, min: 2, default: 2 } },
  ],
  'raise the minimum': ['PUT', ACTION, { ...POLICY, quorum: { ...POLICY.quorum, min: 2 } }],
  'delete the action': ['DELETE', ACTION],
  'change an e-mail address': ['PATCH', '/api/operators/op_golf', { email: 'evil@example.org' }],
  'change the other admin’s address': ['PATCH', `/api/operators/${VICTIM}`, { email: 'evil@example.org' }],
  'make a sign-in link': ['POST', '/api/operators/op_golf/sign-in-link', {}],
  'make a link of the other admin': ['POST', `/api/operators/${VICTIM}/sign-in-link`, {}],
  'add an admin': ['POST', '/api/operators', { id: 'op_evil', name: 'E', email: 'evil@example.org', role: 'admin' }],
  'promote an operator': ['PATCH', '/api/operators/op_golf', { role: 'admin' }],
  'disable the other admin': ['PATCH', `/api/operators/${VICTIM}`, { enabled: false }],
  'disable and rename': ['PATCH', `/api/operators/${VICTIM}`, { enabled: false, email: 'evil@example.org' }],
  'demote the other admin': ['PATCH', `/api/operators/${VICTIM}`, { role: 'operator' }],
  'enable the other admin': ['PATCH', `/api/operators/${VICTIM}`, { enabled: true }],
  'revoke the other admin’s access': ['DELETE', `/api/sessions?operator=${VICTIM}`],
  'make an API key': ['POST', '/api/keys', { name: 'evil', scopes: ['propose', 'read', 'execute'] }],
};

describe('one malicious admin', () => {
  let base: MemoryStore;
  let table: MemoryStore;
  let token: string;
  let key: string;
  const instance = new Instance('attacked', 0);
  const random = dice(3);
  const handlers = {
    console: createConsoleHandler(portsOf(instance)),
    service: createServiceHandler(portsOf(instance)),
  };
  const on = (store: MemoryStore, nowMs = START_MS) => {
    const reach: Partial<Reach> = {
      store: async (_, command) => store.run(command),
      send: async () => undefined,
      nowMs: () => nowMs,
      random,
    };
    instance.reach = reach as Reach;
  };

  beforeAll(async () => {
    base = MemoryStore.empty();
    on(base, START_MS - 1000);
    const ports = portsOf(instance);
    const directory = openDataDirectory(null);
    key = (await openDemo({ ...ports, platformActions: DEMO_PLATFORM_ACTIONS }, directory, ORIGIN)).keys.four_eyes;
    directory.release();
    token = (await openSession(ports, (await ports.config.operator(FOUR_EYES_ORG, ATTACKER))!)).token;
  });

  const api = async (method: string, path: string, body: object = {}) => {
    const event = { cookies: [`__Host-session=${token}`] };
    return said((await handlers.console(eventOf(method, path, { origin: ORIGIN }, { body, event }))) as object);
  };
  const v1 = async (method: string, path: string, body?: object) =>
    said((await handlers.service(eventOf(method, path, { authorization: `Bearer ${key}` }, { body }))) as object);
  const requests = (): Request[] =>
    table
      .items()
      .filter(({ sk, pk }) => sk === 'REQUEST' && String(pk).startsWith(FOUR_EYES_ORG))
      .map(fromRequestItem);

  /** The attacker turns their own key wherever they can. */
  async function turnAll(): Promise<void> {
    for (const { id, org, round, seats } of requests()) {
      const issue = seats.find(({ operator }) => operator === ATTACKER)?.issue ?? 0;
      const secret = Buffer.from(CODE_KEY, 'base64');
      const code = operatorCode({ secret, org, requestId: id, round, issue, operator: ATTACKER });
      await api('POST', `/api/requests/${id}/turn`, { code });
      await api('POST', `/api/changes/${id}/key`);
    }
  }

  async function attack(names: readonly string[]) {
    table = base.fork(() => undefined);
    on(table);
    const tried = [];
    for (const name of names) {
      const before = traces().length;
      const { status } = await api(...ACTIONS[name]!);
      tried.push({ name, status, left: traces().length - before });
    }
    for (const requester of [ATTACKER, 'op_golf']) {
      for (const action of ['demo.release', 'own']) {
        await v1('POST', '/v1/requests', { action, requester, params: { x: 'y' } });
      }
    }
    await turnAll();
    // Nothing that was attempted goes without an entry; of what was done at once, only what changes something leaves one.
    expect(tried.filter(({ status, left }) => left === 0 && ![200, 404].includes(status))).toEqual([]);
    return tried;
  }

  /** What the attacker did, as the chain gets it, and who else is told. */
  function traces(): { readonly kind: string; readonly told: number }[] {
    const items = table.items().filter(({ pk, sk }) => pk === FOUR_EYES_ORG && sk !== 'ORG');
    const operators = items
      .filter(({ sk }) => String(sk).startsWith('OPERATOR#'))
      .map((item) => fromConfigItem<Operator>(item));
    const edits = items.flatMap((item) =>
      fromConfigItem<Journaled>(item).journal.flatMap(({ entries }) =>
        entries
          .filter(({ actor }) => actor === ATTACKER)
          .map((entry) => ({ kind: entry.kind, told: receiversOf(entry, operators, true).length })),
      ),
    );
    const changes = requests()
      .filter(({ action }) => action === 'service.admin')
      .map((request) => ({
        kind: 'request.proposed',
        told: noticesOf(request).filter(({ operator }) => operator !== ATTACKER).length,
      }));
    return [...edits, ...changes];
  }

  function authority() {
    const items = table.items().filter(({ pk }) => pk === FOUR_EYES_ORG);
    const addresses = items
      .filter(({ sk }) => String(sk).startsWith('OPERATOR#'))
      .map((item) => fromConfigItem<Operator>(item).email);
    const admins = items
      .filter(({ sk }) => String(sk).startsWith('OPERATOR#'))
      .map((item) => fromConfigItem<Operator>(item))
      .filter(({ enabled, role, id }) => enabled && role === 'admin' && id !== VICTIM);
    const keys = items.filter(({ sk }) => String(sk).startsWith('APIKEY#'));
    return { addresses, admins: admins.map(({ id }) => id), keys: keys.length };
  }

  const gainsNothing = (names: readonly string[]) => {
    const verdicts = requests().filter(({ state }) => !['notified', 'staging', 'aborted'].includes(state));
    expect({ names, verdicts: verdicts.map(({ action, state }) => [action, state]) }).toEqual({ names, verdicts: [] });
    const { addresses, admins, keys } = authority();
    expect({ names, addresses: addresses.filter((email) => email.startsWith('evil')) }).toEqual({
      names,
      addresses: [],
    });
    expect({ names, admins, keys }).toEqual({ names, admins: [ATTACKER], keys: 1 });
    const traced = traces();
    expect({ names, untold: traced.filter(({ told }) => told === 0) }).toEqual({ names, untold: [] });
    return traced;
  };

  it.each(Object.keys(ACTIONS).map((name) => [name]))(
    'cannot %s and get a verdict, and leaves a trace',
    async (name) => {
      const [tried] = await attack([name]);
      gainsNothing([name]);
      // To enable somebody who is enabled is no change.
      expect(tried!.left).toBe(name === 'enable the other admin' ? 0 : 1);
    },
  );

  it('gets no verdict by any two of these actions, in either order, and leaves a trace', async () => {
    const names = Object.keys(ACTIONS);
    for (const first of names) {
      for (const second of names) {
        await attack([first, second]);
        gainsNothing([first, second]);
      }
    }
  }, 60_000);

  it('would be seen to succeed, where the rule is off', async () => {
    const ruleless = base.fork(() => undefined);
    table = ruleless;
    on(ruleless);
    const ports = portsOf(instance);
    const victim = (await ports.config.operator(FOUR_EYES_ORG, VICTIM))!;
    // An organization that never had a second admin: neither the operator nor the mark.
    await ports.config.saveOperator({ ...victim, role: 'operator', revision: victim.revision + 1 });
    const Key = { pk: `${FOUR_EYES_ORG}#FOUR_EYES`, sk: 'RULE' };
    ruleless.run({ constructor: { name: 'DeleteCommand' }, input: { TableName: 'main', Key } });
    expect((await api(...ACTIONS['lower the quorum']!)).status).toBe(200);
    await v1('POST', '/v1/requests', { action: 'demo.release', requester: 'op_golf' });
    await turnAll();
    expect(requests().map(({ state }) => state)).toEqual(['succeeded']);
  });
});
