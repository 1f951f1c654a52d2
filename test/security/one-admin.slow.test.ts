/**
 * One malicious admin with an API key, alone and with two administrative actions in any order: no verdict, no change
 * that only they approved, and everything that they did leaves an entry and a message to somebody else
 * (docs/decisions/four-eyes.md). The store is in memory, so that each order starts in a fresh organization.
 */

import { operations } from '../../generated/console-operations';
import { fromConfigItem } from '../../src/adapters/dynamodb/config-item';
import { FOUR_EYES_ORG } from '../../src/local/demo';
import type { MemoryStore } from '../../src/local/memory/store';
import { operatorCode } from '../../src/protocol/operator-code';
import type { Identity, ProviderSetting } from '../../src/service/access/rules/company-sign-in';
import { receiversOf } from '../../src/service/administration/rules/announcements';
import { WAITS } from '../../src/service/administration/rules/edits';
import type { Journaled, Operator } from '../../src/service/configuration/rules/items';
import { noticesOf } from '../../src/service/notice/rules/notices';
import type { Request } from '../../src/service/request/rules/request';
import { fromRequestItem } from '../../src/service/request/store/request-conversion';
import { CODE_KEY } from '../simulation/instances';
import {
  ACTIONS,
  ANSWERS,
  ATTACKER,
  type Call,
  EDIT_OF,
  HARMLESS,
  KINDS,
  operationOf,
  SAFER,
  VICTIM,
} from './administrative-actions';
import { type Attacked, openAttacked, withoutTheRule } from './attacked';

describe('the operations of the console', () => {
  it('every operation of the console is classified by what a single admin can do with it', () => {
    const writing = operations.filter(({ method }) => method !== 'get').map(({ operationId }) => operationId as string);
    expect(Object.keys(KINDS).sort()).toEqual([...writing].sort());
  });

  it('the operations of the console wait for a second admin as the rule says of their edits', () => {
    const rule = { always: 'sensitive', judged: 'judged', never: 'at once' } as const;
    expect(Object.values(EDIT_OF).sort()).toEqual(Object.keys(WAITS).sort());
    const decided = Object.entries(EDIT_OF).map(([operation, kind]) => [operation, rule[WAITS[kind]]]);
    expect(decided).toEqual(decided.map(([operation]) => [operation, KINDS[operation!]]));
  });

  it('every operation of the console that changes the configuration is attempted below', () => {
    const attempted = new Set(Object.values({ ...ACTIONS, ...HARMLESS }).map(operationOf));
    const changing = Object.keys(KINDS).filter((operation) => KINDS[operation]! in ANSWERS);
    expect(changing.filter((operation) => !attempted.has(operation))).toEqual([]);
  });
});

describe('one malicious admin', () => {
  let attacked: Attacked;
  let table: MemoryStore;
  let token: string;

  beforeAll(async () => {
    attacked = await openAttacked();
    token = await attacked.session(ATTACKER);
    table = attacked.base;
  });

  const api = (...call: Call) => attacked.api(call, token);
  const v1: Attacked['v1'] = (...call) => attacked.v1(...call);
  const requests = (): Request[] =>
    table
      .items()
      .filter(({ sk, pk }) => sk === 'REQUEST' && String(pk).startsWith(FOUR_EYES_ORG))
      .map(fromRequestItem);

  /** The attacker turns their own key wherever they can. */
  async function turnAll(): Promise<void> {
    for (const { id, org, round, seats, action } of requests()) {
      const issue = seats.find(({ operator }) => operator === ATTACKER)?.issue ?? 0;
      const secret = Buffer.from(CODE_KEY, 'base64');
      const code = operatorCode({ secret, org, requestId: id, round, issue, operator: ATTACKER });
      await api('POST', `/api/requests/${id}/turn`, { code });
      if (action === 'service.admin') await api('POST', `/api/changes/${id}/key`);
    }
  }

  /** Makes one of these actions, after the earlier ones. */
  async function attempt(name: string) {
    const before = traces().length;
    const { status, body } = await api(...{ ...ACTIONS, ...HARMLESS }[name]!);
    return { name, status, waits: body.change !== undefined, left: traces().length - before };
  }

  const onForkOf = (store: MemoryStore) => {
    table = store.fork(() => undefined);
    attacked.on(table);
  };

  /** Then attempts everything that could lead to a verdict. */
  async function exploit(tried: readonly Awaited<ReturnType<typeof attempt>>[]) {
    for (const requester of [ATTACKER, 'op_golf']) {
      for (const action of ['demo.release', 'demo.guarded', 'own']) {
        await v1('POST', '/v1/requests', { action, requester, params: { x: 'y' } });
      }
    }
    await turnAll();
    // Every refused attempt leaves an entry. An edit that was made leaves one only if it changes something.
    expect(tried.filter(({ status, left }) => left === 0 && ![200, 404].includes(status))).toEqual([]);
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
          // Whose passkey was deleted is told by the entry of the passkey.
          .filter(({ actor, kind }) => actor === ATTACKER && kind !== 'operator.identity_changed')
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
    const identities = items
      .filter(({ sk }) => String(sk).startsWith('IDENTITY#'))
      .map((item) => fromConfigItem<Identity>(item));
    const providers = items
      .filter(({ sk }) => sk === 'SETTING#identity-provider')
      .map((item) => fromConfigItem<ProviderSetting>(item).provider?.issuer ?? 'none');
    return {
      addresses,
      admins: admins.map(({ id }) => id),
      keys: keys.length,
      connected: identities.map(({ operator }) => operator).filter((operator) => operator !== VICTIM),
      evil: providers.filter((issuer) => issuer.includes('evil')),
    };
  }

  const gainsNothing = (names: readonly string[]) => {
    const verdicts = requests().filter(({ state }) => !['notified', 'staging', 'aborted'].includes(state));
    expect({ names, verdicts: verdicts.map(({ action, state }) => [action, state]) }).toEqual({ names, verdicts: [] });
    const { addresses, admins, keys, connected, evil } = authority();
    expect({ names, addresses: addresses.filter((email) => email.startsWith('evil')) }).toEqual({
      names,
      addresses: [],
    });
    expect({ names, admins, keys }).toEqual({ names, admins: [ATTACKER], keys: 1 });
    expect({ names, connected, evil }).toEqual({ names, connected: [], evil: [] });
    const traced = traces();
    expect({ names, untold: traced.filter(({ told }) => told === 0) }).toEqual({ names, untold: [] });
    return traced;
  };

  it.each(Object.entries({ ...ACTIONS, ...HARMLESS }))(
    'one malicious admin cannot %s and get a verdict, and leaves a trace',
    async (name, call) => {
      onForkOf(attacked.base);
      const tried = await attempt(name);
      await exploit([tried]);
      gainsNothing([name]);
      expect(ANSWERS[KINDS[operationOf(call)]!]!(name)).toBe(true);
      expect(tried.waits).toBe(!SAFER.has(name));
      // Enabling an operator who is enabled changes nothing.
      expect(tried.left).toBe(name === 'enable the other admin' ? 0 : 1);
    },
  );

  it('one malicious admin gets no verdict by any two of these actions, in either order, and leaves a trace', async () => {
    const names = Object.keys(ACTIONS);
    for (const first of names) {
      onForkOf(attacked.base);
      const tried = [await attempt(first)];
      const left = table;
      for (const second of names) {
        onForkOf(left);
        await exploit([...tried, await attempt(second)]);
        gainsNothing([first, second]);
      }
    }
  }, 120_000);

  it('one malicious admin succeeds if the rule does not apply, and the test notices it', async () => {
    table = await withoutTheRule(attacked);
    expect((await api(...ACTIONS['lower the quorum']!)).status).toBe(200);
    await v1('POST', '/v1/requests', { action: 'demo.release', requester: 'op_golf' });
    await turnAll();
    expect(requests().map(({ state }) => state)).toContain('succeeded');
  });
});
