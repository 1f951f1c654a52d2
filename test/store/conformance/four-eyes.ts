/** The mark of the rule of two admins, edits that are valid only without it, and changes that a second admin approved. */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { configKey } from '../../../src/adapters/dynamodb/keys';
import type { OrgId, RequestId } from '../../../src/protocol/identifiers';
import { CHANGES_TURN, type ChangesTurn } from '../../../src/service/access/rules/signed-changes';
import type { ChangeStore } from '../../../src/service/administration/ports';
import type { AnyWrite } from '../../../src/service/administration/rules/edits';
import { createChangeStore } from '../../../src/service/administration/store/change-store';
import { createConfigStore } from '../../../src/service/administration/store/config-store';
import type { ConfigStore } from '../../../src/service/configuration/ports';
import { edited } from '../../../src/service/configuration/rules/items';
import { REQUEST_FORM } from '../../../src/service/request/rules/fields';
import { sealChange, unchanged } from '../../../src/service/request/rules/journal';
import type { Request } from '../../../src/service/request/rules/request';
import { createRequestStore } from '../../../src/service/request/store/request-store';
import { aPolicy, aRequest, at, op } from '../../support/builders';
import { PERMIT, RULE_OFF } from '../../support/permit';
import { anAction, anApiKey, anOperator } from './config-items';
import type { Place } from './stores';

export function fourEyesRules(place: Place): void {
  let store: ConfigStore;
  let changes: ChangeStore;
  let org: OrgId;
  beforeEach(() => {
    store = createConfigStore(place.tables());
    changes = createChangeStore(place.tables());
    org = place.org();
  });
  const admin = (id: string) => anOperator(org, id, { role: 'admin' });

  test('an edit of an operator writes the mark of the rule, and an edit that needs it off does not hold after it', async () => {
    expect(await store.ruleBegan(org)).toBe(false);
    expect(await store.saveOperator(admin('op_alpha'), RULE_OFF)).toBe('saved');
    expect(await store.saveOperator(admin('op_bravo'), PERMIT)).toBe('saved');
    expect(await store.ruleBegan(org)).toBe(false);
    expect(await store.saveOperator(admin('op_charlie'), RULE_OFF, { beginsRule: true })).toBe('saved');
    expect(await store.ruleBegan(org)).toBe(true);
    expect(await store.ruleBegan('org_nobody' as OrgId)).toBe(false);
    for (const options of [{}, { beginsRule: true }])
      expect(await store.saveOperator(admin('op_delta'), RULE_OFF, options)).toBe('conflict');
    expect(await store.operator(org, op('op_delta'))).toBeNull();
    // The mark may be written again.
    expect(await store.saveOperator(admin('op_delta'), PERMIT, { beginsRule: true })).toBe('saved');
  });

  test('an action and a key are saved without a second admin only while the rule is off', async () => {
    const [action, key] = [anAction(), anApiKey(org)];
    expect(await store.saveAction(org, action, RULE_OFF)).toBe('saved');
    expect(await store.saveApiKey(key, RULE_OFF)).toBe('saved');
    await store.saveOperator(admin('op_alpha'), PERMIT, { beginsRule: true });
    const [next, revoked] = [edited(action, { updatedAtMs: 1 }, []), edited(key, { revokedAtMs: 1 }, [])];
    expect(await store.saveAction(org, next, RULE_OFF)).toBe('conflict');
    expect(await store.saveApiKey(revoked, RULE_OFF)).toBe('conflict');
    expect(await store.liveKey(key.tokens[0]!.hash)).not.toBeNull();
    expect(await store.saveAction(org, next, PERMIT)).toBe('saved');
    expect(await store.saveApiKey(revoked, PERMIT)).toBe('saved');
  });

  test('an operator is stored with what turns and the stream read, and an edit changes that alone', async () => {
    const stored = async () => {
      const { client, main: TableName } = place.tables();
      const Key = configKey(org, 'operator', 'op_bravo');
      return (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
    };
    const operator = anOperator(org, 'op_bravo', { accessEpoch: 3 });
    await store.saveOperator(operator, PERMIT);
    expect(await stored()).toMatchObject({ enabled: true, role: 'operator', access_epoch: 3, revision: 1 });
    expect(await stored()).not.toHaveProperty('identity_changed_at');
    const struck = edited(operator, { identityChangedAtMs: at('12:01'), enabled: false, role: 'admin' }, []);
    expect(await store.saveOperator(struck, PERMIT)).toBe('saved');
    expect(await stored()).toMatchObject({ enabled: false, role: 'admin', identity_changed_at: at('12:01') });
    expect(await store.operator(org, operator.id)).toEqual(struck);
  });

  test('a setting, a rescue and an incident are each written once for each revision', async () => {
    const turn: ChangesTurn = { org, turn: 'code', atMs: 1, revision: 1, journal: [] };
    expect(await store.setting(org, CHANGES_TURN)).toBeNull();
    expect([
      await store.saveSetting(CHANGES_TURN, turn, PERMIT),
      await store.saveSetting(CHANGES_TURN, turn, PERMIT),
    ]).toEqual(['saved', 'conflict']);
    const next = edited(turn, { turn: 'code_and_passkey' }, []);
    expect([await store.saveSetting(CHANGES_TURN, next, PERMIT), await store.setting(org, CHANGES_TURN)]).toEqual([
      'saved',
      next,
    ]);
    const incident = { org, id: 'inc_1', revision: 1, journal: [] };
    expect([await store.saveIncident(incident), await store.saveIncident(incident)]).toEqual(['saved', 'conflict']);
    const rescue = { ...incident, id: 'res_1', command: 'c', reason: 'r', atMs: 1 };
    expect([await store.saveRescue(rescue), await store.saveRescue(rescue)]).toEqual(['saved', 'conflict']);
  });

  const id = 'req_00000000000000000000000c' as RequestId;
  const proposed = async (): Promise<Request> => {
    const request = unchanged({ ...aRequest(), org, id });
    expect(await changes.propose(request, '{"title":"new"}', 'write_1')).toBe('created');
    return (await createRequestStore(place.tables()).load(org, id))!.request;
  };
  const load = async (of = id) => (await createRequestStore(place.tables()).load(org, of))!.request;

  test('a change is proposed once, with its document', async () => {
    expect(await changes.document(org, id)).toBeNull();
    const before = await proposed();
    expect(await changes.propose(unchanged({ ...aRequest(), org, id }), '{}', 'write_2')).toBe('exists');
    expect(await changes.document(org, id)).toBe('{"title":"new"}');
    expect(await changes.document('org_nobody' as OrgId, id)).toBeNull();
    expect(await load()).toEqual(before);
  });

  test('a change ends its request and makes its edit, or does neither', async () => {
    const before = await proposed();
    const action = anAction();
    const operator = anOperator(org, 'op_bravo');
    const setting: ChangesTurn = { org, turn: 'code_and_passkey', atMs: 1, revision: 1, journal: [] };
    await store.saveAction(org, action, PERMIT);
    await store.saveOperator(operator, PERMIT);
    const next = edited(action, { policy: aPolicy({ version: 2 }) }, []);
    const edits: readonly (readonly [AnyWrite, () => Promise<unknown>])[] = [
      [{ kind: 'action', item: next }, () => store.action(org, action.policy.id)],
      [{ kind: 'setting', name: CHANGES_TURN, item: setting }, () => store.setting(org, CHANGES_TURN)],
      [
        { kind: 'operator', item: edited(operator, { role: 'admin' }, []), options: {} },
        () => store.operator(org, operator.id),
      ],
    ];
    let request = before;
    for (const [n, [edit, read]] of edits.entries()) {
      const write = `apply_${n}`;
      const ended = unchanged({ ...request, summary: write });
      const stored = await read();
      const stale = unchanged({ ...ended.request, revision: 0 });
      expect(await changes.apply(stale, edit, PERMIT, write)).toEqual({ kind: 'conflict', current: request });
      expect(await read()).toEqual(stored);
      const after = sealChange(ended, write);
      expect(await changes.apply(ended, edit, PERMIT, write)).toEqual({ kind: 'saved', request: after });
      expect(await read()).not.toEqual(stored);
      // The same write, whose first answer was lost.
      expect(await changes.apply(ended, edit, PERMIT, write)).toEqual({ kind: 'saved', request: after });
      request = await load();
      expect(request).toEqual(after);
      const again = unchanged({ ...request, summary: 'again' });
      expect(await changes.apply(again, edit, PERMIT, 'again')).toEqual({ kind: 'base_moved' });
      expect(await load()).toEqual(request);
    }
  });

  test('a change without an edit ends its request alone, and one of a request changes both', async () => {
    const first = await proposed();
    const ended = unchanged({ ...first, summary: 'ended' });
    expect(await changes.apply(ended, null, PERMIT, 'apply_1')).toEqual({
      kind: 'saved',
      request: sealChange(ended, 'apply_1'),
    });
    const other = 'req_00000000000000000000000d' as RequestId;
    await createRequestStore(place.tables()).create(unchanged({ ...aRequest(), org, id: other }), null, 'write_1');
    const [own, reissued] = [await load(), unchanged({ ...(await load(other)), summary: 'reissued' })];
    const edit = { kind: 'request', item: reissued } as const;
    expect(await changes.apply(unchanged(own), edit, PERMIT, 'apply_2')).toMatchObject({ kind: 'saved' });
    expect(await load(other)).toEqual(sealChange(reissued, 'apply_2'));
    expect(await changes.apply(unchanged(await load()), edit, PERMIT, 'apply_3')).toEqual({ kind: 'base_moved' });
    const gone = unchanged({ ...own, id: 'req_00000000000000000000000e' as RequestId });
    expect(await changes.apply(gone, null, PERMIT, 'apply_4')).toEqual({ kind: 'contention' });
    const newer = unchanged({ ...(await load()), minForm: REQUEST_FORM + 1 });
    await expect(changes.apply(newer, null, PERMIT, 'apply_5')).rejects.toThrow('form');
  });

  test('a transition that an admin makes at once is written only while the rule is off', async () => {
    const reissued = unchanged({ ...(await proposed()), summary: 'reissued' });
    const written = await changes.write(reissued, RULE_OFF, 'write_2');
    expect(written).toEqual({ kind: 'saved', request: sealChange(reissued, 'write_2') });
    expect(await changes.write(reissued, RULE_OFF, 'write_3')).toEqual({ kind: 'conflict', current: await load() });
    await store.saveOperator(admin('op_alpha'), PERMIT, { beginsRule: true });
    expect(await changes.write(unchanged(await load()), RULE_OFF, 'write_4')).toEqual({ kind: 'base_moved' });
    expect(await load()).toEqual(sealChange(reissued, 'write_2'));
  });
}
