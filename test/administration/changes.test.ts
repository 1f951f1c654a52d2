/** Changes of the configuration that need another admin: what is proposed, refused and made, and who is named. */

import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { toConfigItem } from '../../src/adapters/dynamodb/config-item';
import { createDispatchHandler } from '../../src/lambda/events/dispatch';
import { DEMO_ORG, FOUR_EYES_ORG as ORG } from '../../src/local/demo';
import { openMemoryTables } from '../../src/local/memory/tables';
import { ADMIN_COMMAND, person, SET_UP } from '../../src/protocol/actor';
import { tokenHash } from '../../src/protocol/api-key-token';
import type { ActionId, ApiKeyId, GroupId, OperatorId, OrgId, RequestId } from '../../src/protocol/identifiers';
import type { Passkey } from '../../src/service/access/rules/passkey';
import { CHANGES_TURN, type ChangesTurn } from '../../src/service/access/rules/signed-changes';
import { createPasskeyStore } from '../../src/service/access/store/passkey-store';
import { type ChangesTurnDeps, changesTurn } from '../../src/service/access/use-cases/signed-changes';
import type { Edit } from '../../src/service/administration/rules/edits';
import { createConfigStore } from '../../src/service/administration/store/config-store';
import { applyChange } from '../../src/service/administration/use-cases/apply-change';
import { changeConfiguration } from '../../src/service/administration/use-cases/change-configuration';
import { makeEdit } from '../../src/service/administration/use-cases/make-edit';
import { openSetUp } from '../../src/service/administration/use-cases/set-up';
import { pendingEntry } from '../../src/service/audit/rules/chain';
import { type ApiKeyPatch, edited, type Journaled, type Rescue } from '../../src/service/configuration/rules/items';
import { handOver } from '../../src/service/execution/rules/integration';
import type { Policy, TurnNeeds } from '../../src/service/policy/rules/policy';
import { type Finished, isOpen } from '../../src/service/request/rules/request';
import { anOperator, aPasskey } from '../store/conformance/config-items';
import { accepted, aNewPolicy, op } from '../support/builders';
import { es256Key } from '../support/cose';
import { openLedger } from '../support/ledger';
import { openedForEach } from '../support/opened';
import { PERMIT } from '../support/permit';

const ECHO = 'op_echo' as OperatorId;
const FOXTROT = 'op_foxtrot' as OperatorId;
/** Where another admin approves them, these edits do not need a fresh sign-in. */
const BY_ECHO = { org: ORG, by: ECHO, session: { createdAtMs: 0, began: 'link' as const } };
const BY_ALPHA = { org: DEMO_ORG, by: 'op_alpha' as OperatorId };
const RELEASE = 'demo.release' as ActionId;
const MONEY = 'grp_money' as GroupId;
const POLICY = aNewPolicy({
  ...{ id: 'try.it' as ActionId, title: 'Try', roster: [ECHO, FOXTROT, op('op_golf')], denySelfApproval: true },
  quorum: { default: 1, min: 1, max: 3, selectable: false },
});

describe('a change of the configuration', () => {
  const ledger = openedForEach(() => openLedger({ memory: true }));
  beforeEach(async () => {
    for (const operator of ['op_echo', 'op_foxtrot']) await ledger.signIn(operator, ORG);
  });

  const entriesOf = (item: Journaled) => item.journal.flatMap(({ entries }) => entries);
  const ports = () => ({ ...ledger.ports, origin: 'https://console.acme.dev' });
  const refusals = () => ledger.entries(ORG, 'change.refused');
  const submit = (edit: Edit, ifVersion: number | null = null) =>
    changeConfiguration<Edit['kind']>(ports(), BY_ECHO, edit.kind === 'put_action' ? { ...edit, ifVersion } : edit);
  const load = async (id: RequestId) => (await ledger.requests.load(ORG, id))!.request;
  const operator = async (id: string) => (await ledger.ports.config.operator(ORG, id as OperatorId))!;
  const save = async (id: string, fields: object) => {
    const before = await operator(id);
    await ledger.ports.config.saveOperator(
      { ...before, ...fields, revision: before.revision + 1, journal: [] },
      PERMIT,
    );
  };
  async function proposed(edit: Edit): Promise<RequestId> {
    const submitted = await submit(edit);
    if (!submitted.ok || submitted.value.kind !== 'proposed') throw new Error(JSON.stringify(submitted));
    return submitted.value.request.id;
  }
  const approved = async (edit: Edit) => approve(await proposed(edit));
  async function approve(id: RequestId): Promise<RequestId> {
    const code = await ledger.code('op_foxtrot', id, ORG);
    expect((await ledger.api('op_foxtrot', 'POST', `/api/requests/${id}/turn`, { code })).status).toBe(200);
    await ledger.requests.save(handOver(await load(id), ledger.clock.nowMs()), 'w');
    return id;
  }
  const made = async (edit: Edit, meanwhile: () => Promise<unknown> = async () => undefined) => {
    const id = await approved(edit);
    await meanwhile();
    return applied(id);
  };
  const applied = async (id: RequestId) => {
    await applyChange(ledger.ports, await load(id));
    const settled = await load(id);
    if (isOpen(settled)) throw new Error('the change is still open');
    return { id, outcome: settled.state === 'succeeded' ? settled.state : settled.reason };
  };
  /** An edit that nobody approves. */
  const atOnce = (edit: Edit) => makeEdit<Edit['kind']>(ledger.ports, { org: ORG, by: person(ECHO) }, edit, PERMIT);
  const someKey = async () => (await ledger.ports.config.apiKeys(ORG))[0]!;
  const released = async () => (await ledger.ports.config.action(ORG, RELEASE))!;
  const putRelease = async (fields: Partial<Policy> = {}): Promise<Edit> => {
    const { version: _, ...policy } = (await released()).policy;
    return { kind: 'put_action', policy: { ...policy, title: 'Another title', ...fields } };
  };
  const added = (id: string, fields: object = {}) =>
    ({
      kind: 'create_operator',
      operator: { id, name: 'New', email: 'new@acme.dev', role: 'operator', ...fields },
    }) as Edit;

  describe('is made as it was approved', () => {
    it('an approved sign-in link is made only by the mail', async () => {
      const created = jest.spyOn(ledger.ports.sessions, 'createSignInLink');
      await made({ kind: 'send_sign_in_link', id: 'op_golf' as OperatorId });
      expect((await operator('op_golf')).identityChangedAtMs).toEqual(expect.any(Number));
      expect(created).not.toHaveBeenCalled();
    });

    it('an approved change that is applied twice is made once', async () => {
      const before = await released();
      const { id } = await made(await putRelease());
      await applyChange(ledger.ports, await load(id));
      expect((await released()).policy.version).toBe(before.policy.version + 1);
    });
  });

  it('a demoted admin loses the seats in changes before the demotion is answered', async () => {
    const golf = { kind: 'update_operator', id: 'op_golf' as OperatorId } as const;
    await atOnce({ ...golf, patch: { role: 'admin' } });
    const id = await proposed(added('op_new'));
    await atOnce({ ...golf, patch: { role: 'operator' } });
    const seats = new Map((await load(id)).seats.map((seat) => [seat.operator as string, seat.disabled]));
    expect([seats.get('op_golf'), seats.get('op_foxtrot')]).toEqual([true, false]);
  });

  it('a change names a group as people call it, also one that only the stored policy has', async () => {
    await atOnce({ kind: 'put_group', group: { id: MONEY, name: 'Treasury', members: [] } });
    await atOnce(await putRelease({ roster: [ECHO, FOXTROT, op('op_golf'), MONEY] }));
    const id = await proposed(await putRelease({ roster: [ECHO, FOXTROT, op('op_golf')] }));
    expect(JSON.stringify((await load(id)).params)).toContain('Treasury');
  });

  describe('is not made', () => {
    it('an approved change is not made if this deployment no longer declares its integration', async () => {
      const policy = { ...POLICY, id: 'demo.transfer' as ActionId, integration: 'demo.sink' };
      const id = await approved({ kind: 'put_action', policy });
      await applyChange({ ...ledger.ports, platformActions: new Map() }, await load(id));
      expect(await load(id)).toMatchObject({ state: 'failed', reason: 'no_longer_valid' });
    });

    it('an approved change that lost eight writes is not made, and can still be made later', async () => {
      const id = await approved(await putRelease());
      const pauses: number[] = [];
      const lost = {
        ...ledger.ports,
        pause: { beforeRetry: async (attempt: number) => void pauses.push(attempt) },
        changes: { ...ledger.ports.changes, apply: async () => ({ kind: 'contention' }) as const },
      };
      await expect(applyChange(lost, await load(id))).rejects.toThrow(`change ${id}: lost 8 writes in a row`);
      expect(pauses).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      await applyChange(ledger.ports, await load(id));
      expect(await load(id)).toMatchObject({ state: 'succeeded' });
      expect((await released()).policy.title).toBe('Another title');
    });
  });

  describe('that needs no other key', () => {
    it('a change that would be safer is refused if the action was edited since, because it could loosen something', async () => {
      const quorum = { default: 2, min: 2, max: 3, selectable: false };
      const safer = await putRelease({ title: (await released()).policy.title, quorum });
      const given = ports();
      let reads = 0;
      const action: typeof given.config.action = async (org, id) => {
        if (++reads === 2) {
          const stored = await released();
          const policy = { ...stored.policy, denySelfApproval: false, version: 2 };
          await given.config.saveAction(ORG, { ...stored, policy, revision: stored.revision + 1, journal: [] }, PERMIT);
        }
        return given.config.action(org, id);
      };
      const racing = { ...given, config: { ...given.config, action } };
      expect(await changeConfiguration<Edit['kind']>(racing, BY_ECHO, safer)).toEqual({
        ok: false,
        error: { reason: 'edited_meanwhile' },
      });
      expect((await released()).policy).toMatchObject({ denySelfApproval: false, quorum: { min: 1 } });
      expect(await refusals()).toMatchObject([{ data: { reason: 'edited_meanwhile' } }]);
    });

    it('an old session makes an action safer only as it was judged, also if the organization never had two admins', async () => {
      const given = ports();
      const deploy = async () => (await given.config.action(DEMO_ORG, 'demo.deploy' as ActionId))!;
      const { version: _, ...policy } = (await deploy()).policy;
      const safer: Edit = { kind: 'put_action', policy: { ...policy, quorum: { ...policy.quorum, min: 2 } } };
      const who = { ...BY_ALPHA, session: BY_ECHO.session };
      let reads = 0;
      const action: typeof given.config.action = async (org, id) => {
        if (++reads === 2) {
          const stored = await deploy();
          const tightened = { ...stored.policy, denySelfApproval: true, requiredParams: ['why'], version: 2 };
          const next = { ...stored, policy: tightened, revision: stored.revision + 1, journal: [] };
          await given.config.saveAction(org, next, PERMIT);
        }
        return given.config.action(org, id);
      };
      const racing = { ...given, config: { ...given.config, action } };
      const refused = { ok: false, error: { reason: 'edited_meanwhile' } };
      expect(await changeConfiguration<Edit['kind']>(racing, who, safer)).toEqual(refused);
      expect((await deploy()).policy).toMatchObject({ requiredParams: ['why'], quorum: { min: 1 } });
      expect(await changeConfiguration<Edit['kind']>(given, who, safer)).toEqual({
        ok: false,
        error: { reason: 'sign_in_again' },
      });
    });
  });

  describe('that a code alone would approve', () => {
    const signed = (atMs: number) =>
      edited<ChangesTurn>({ org: ORG, turn: 'code_and_passkey', atMs, revision: 0, journal: [] }, {}, [
        pendingEntry(atMs, 'changes.turn_set', 'changes-turn', SET_UP, { turn: 'code_and_passkey' }),
      ]);

    it('open changes that need only a code end when signed changes begin, and other requests stay open', async () => {
      const id = await proposed(await putRelease());
      const other = await ledger.v1('four_eyes', 'POST', '/v1/requests', {
        body: { action: RELEASE, requester: 'op_echo' },
      });
      const setting = signed(ledger.clock.nowMs());
      await ledger.ports.config.saveSetting(CHANGES_TURN, setting, PERMIT);
      const NewImage = marshall(toConfigItem('setting', 'changes-turn', setting), { removeUndefinedValues: true });
      await createDispatchHandler(ledger.ports)({
        Records: [{ dynamodb: { NewImage } } as DynamoDBRecord],
      });
      expect(await load(id)).toMatchObject({ state: 'aborted', reason: 'signed_changes_began' });
      expect(await load(other.body.request.id)).toMatchObject({ state: 'notified' });
    });

    it('a change that was approved by a code is not made after signed changes began', async () => {
      const { outcome } = await made(await putRelease(), () =>
        ledger.ports.config.saveSetting(CHANGES_TURN, signed(ledger.clock.nowMs()), PERMIT),
      );
      expect(outcome).toBe('signed_changes_began');
      expect((await released()).policy.title).not.toBe('Another title');
    });
  });

  it('an admin can have 20 waiting changes, and a refused one leaves an entry', async () => {
    const first = await proposed(added('op_new_0'));
    for (let n = 1; n < 20; n++) await proposed(added(`op_new_${n}`));
    const refusal = { ok: false, error: { reason: 'too_many_changes', max: 20 } };
    expect(await submit(added('op_new'))).toEqual(refusal);
    expect(await refusals()).toMatchObject([{ data: { reason: 'too_many_changes' } }]);
    const said = await ledger.api('op_echo', 'POST', '/api/keys', { name: 'k', scopes: ['read'] });
    expect([said.status, said.body.error]).toEqual([409, expect.stringMatching(/^20 of your changes wait/)]);
    // Another admin's changes are counted separately, and edits that remove something never wait.
    const byFoxtrot = { ...BY_ECHO, by: 'op_foxtrot' as OperatorId };
    expect(await changeConfiguration<Edit['kind']>(ports(), byFoxtrot, added('op_new'))).toMatchObject({ ok: true });
    expect(
      await submit({ kind: 'update_operator', id: 'op_golf' as OperatorId, patch: { enabled: false } }),
    ).toMatchObject({
      ok: true,
      value: { kind: 'made' },
    });
    await ledger.refuse('op_foxtrot', first);
    expect(await submit(added('op_new'))).toMatchObject({ ok: true, value: { kind: 'proposed' } });
  });

  it('a new code is not issued at once if the rule began to apply since the edit was judged', async () => {
    const { demo, ports: deps } = ledger;
    const org = demo.org as typeof ORG;
    const created = await ledger.propose();
    const edit = { kind: 'reissue_code', request: created.body.request.id, seat: 'op_bravo' as OperatorId } as const;
    let writes = 0;
    const write: typeof deps.changes.write = async (...args) => {
      writes++;
      const bravo = (await deps.config.operator(org, 'op_bravo' as OperatorId))!;
      const promoted = edited(bravo, { role: 'admin' }, []);
      await deps.config.saveOperator(promoted, PERMIT, { beginsRule: true });
      return deps.changes.write(...args);
    };
    const who = { ...BY_ALPHA, session: { createdAtMs: deps.clock.nowMs(), began: 'link' as const } };
    const racing = { ...ports(), changes: { ...deps.changes, write } };
    expect(await changeConfiguration<Edit['kind']>(racing, who, edit)).toEqual({
      ok: false,
      error: { reason: 'edited_meanwhile' },
    });
    // What is refused once would be refused again.
    expect(writes).toBe(1);
    const { request } = (await ledger.requests.load(org, edit.request))!;
    expect(request.seats.find(({ operator }) => operator === edit.seat)!.issue).toBe(0);
    expect(await changeConfiguration<Edit['kind']>(ports(), who, edit)).toMatchObject({
      ok: true,
      value: { kind: 'proposed' },
    });
  });

  describe('is refused before anybody approves it', () => {
    it('a change is refused if nobody else could approve it', async () => {
      await save('op_foxtrot', { enabled: false });
      expect(await submit(added('op_new'))).toEqual({ ok: false, error: { reason: 'no_second_admin' } });
      expect(await refusals()).toMatchObject([{ data: { reason: 'no_second_admin' } }]);
    });

    it('a proposed change that lost eight writes is refused', async () => {
      let pauses = 0;
      const lost = {
        ...ports(),
        pause: { beforeRetry: async () => void pauses++ },
        changes: { ...ledger.ports.changes, propose: async () => 'contention' as const },
      };
      const edit = added('op_new');
      await expect(changeConfiguration<Edit['kind']>(lost, BY_ECHO, edit)).rejects.toThrow(
        /^change req_[0-9a-f]{24}: the write did not get through in 8 attempts$/,
      );
      expect(pauses).toBe(8);
    });
  });

  describe('of an API key', () => {
    const edit = { kind: 'create_key', name: 'ci', scopes: ['read'] } as Edit;
    const collect = (id: string, by = 'op_echo') => ledger.api(by, 'POST', `/api/changes/${id}/key`);

    it('a second token is collected also if the key was edited after the change was requested', async () => {
      const { id: key } = await someKey();
      const { id, outcome } = await made({ kind: 'rotate_key', id: key }, () =>
        atOnce({ kind: 'update_key', id: key, maxOpen: 3 }),
      );
      expect([outcome, (await collect(id)).status]).toEqual(['succeeded', 201]);
    });

    describe('limited to actions', () => {
      const [ONE, THREE, TWO] = ['one', 'three', 'two'] as [ActionId, ActionId, ActionId];
      let id: ApiKeyId;
      let tokens: string[];
      beforeEach(async () => {
        for (const action of [ONE, TWO, THREE]) await atOnce({ kind: 'put_action', policy: { ...POLICY, id: action } });
        const by = { org: ORG, by: person(ECHO) };
        const create = { kind: 'create_key', name: 'ci', scopes: ['propose'] } as const;
        const first = accepted(await makeEdit(ledger.ports, by, create, PERMIT));
        id = first.key.id;
        const second = accepted(await makeEdit(ledger.ports, by, { kind: 'rotate_key', id }, PERMIT));
        tokens = [first.token, second.token];
      });
      /** What each token has. */
      const limits = () =>
        Promise.all(
          tokens.map(async (token) => {
            const live = (await ledger.ports.config.liveKey(tokenHash(token)))!;
            return [live.actions, live.maxOpen];
          }),
        );
      const both = (...limit: unknown[]) => [limit, limit];
      const edits = (patch: ApiKeyPatch): Edit => ({ kind: 'update_key', id, ...patch });
      const isMade = async (patch: ApiKeyPatch) => {
        const submitted = await submit(edits(patch));
        return submitted.ok && submitted.value.kind === 'made';
      };

      it('a first list and a part of it apply at the next request', async () => {
        expect(await isMade({ actions: [TWO, ONE] })).toBe(true);
        expect(await limits()).toEqual(both([ONE, TWO], null));
        expect(await isMade({ actions: [ONE] })).toBe(true);
        expect(await limits()).toEqual(both([ONE], null));
      });

      it.each<[string, ApiKeyPatch, unknown[]]>([
        ['one action more', { actions: [ONE, TWO, THREE] }, [[ONE, THREE, TWO], 5]],
        ['another action instead', { actions: [THREE, ONE] }, [[ONE, THREE], 5]],
        ['every action', { actions: null }, [null, 5]],
        ['fewer actions and a higher limit', { actions: [ONE], maxOpen: 6 }, [[ONE], 6]],
        ['more actions and a lower limit', { actions: [ONE, TWO, THREE], maxOpen: 4 }, [[ONE, THREE, TWO], 4]],
        ['fewer actions and a holder', { actions: [ONE], holder: FOXTROT }, [[ONE], 5]],
        ['no limit at all', { actions: null, maxOpen: null }, [null, null]],
      ])(
        '%s: nothing of it applies before another admin approved it, and then every token has it',
        async (_, patch, expected) => {
          await isMade({ actions: [ONE, TWO], maxOpen: 5 });
          const change = await approved(edits(patch));
          expect(await limits()).toEqual(both([ONE, TWO], 5));
          expect((await applied(change)).outcome).toBe('succeeded');
          expect(await limits()).toEqual(both(...expected));
        },
      );

      it('a key that was revoked meanwhile gets no token back', async () => {
        await isMade({ actions: [ONE] });
        const change = await approved(edits({ actions: null }));
        await atOnce({ kind: 'revoke_key', id } as never);
        expect((await applied(change)).outcome).not.toBe('succeeded');
        expect(await Promise.all(tokens.map((token) => ledger.ports.config.liveKey(tokenHash(token))))).toEqual([
          null,
          null,
        ]);
      });
    });

    it('the token of an API key cannot be collected before the approval, a day after it, or for another change', async () => {
      expect((await collect(await proposed(edit))).body.error).toBe('This API key is not approved.');
      expect((await collect((await made(added('op_other'))).id)).status).toBe(404);
      const later = async (nowMs: number) => {
        ledger.clock.advance(nowMs - ledger.clock.nowMs());
        for (const operator of ['op_echo', 'op_foxtrot']) await ledger.signIn(operator, ORG);
      };
      const ids = [await proposed(edit), await proposed(edit)] as const;
      // The day begins with the approval, however late that is.
      await later(ledger.clock.nowMs() + 23 * 3600_000);
      const [kept, late] = [await applied(await approve(ids[0])), await applied(await approve(ids[1]))];
      const { endedAtMs } = (await load(late.id)) as Finished;
      await later(endedAtMs + 24 * 3600_000 - 60_000);
      expect((await collect(kept.id)).status).toBe(201);
      await later(endedAtMs + 24 * 3600_000);
      expect((await collect(late.id)).body.error).toMatch(/more than 24 hours ago/);
    });
  });

  it('changes require passkeys only once every admin can sign, and then by themselves', async () => {
    const setting = (turn: TurnNeeds): ChangesTurn => ({ org: ORG, turn, atMs: 1, revision: 1, journal: [] });
    const sign = (deps: ChangesTurnDeps) =>
      makeEdit(
        deps,
        { org: ORG, by: person('op_echo') },
        { kind: 'set_changes_turn', turn: 'code_and_passkey' },
        PERMIT,
      );
    for (const turn of ['code_and_passkey', 'code'] as const) {
      const deps = await twoAdmins('during the bootstrap');
      await deps.config.saveSetting(CHANGES_TURN, setting(turn), PERMIT);
      expect(await changesTurn(deps, ORG)).toBe(turn);
    }
    expect(await changesTurn(await twoAdmins('during the bootstrap', ECHO, FOXTROT), ORG)).toBe('code');
    expect(await changesTurn(await twoAdmins('after the bootstrap', ECHO), ORG)).toBe('code');
    const ready = await twoAdmins('after the bootstrap', ECHO, FOXTROT);
    expect(await ready.config.setting(ORG, CHANGES_TURN)).toBeNull();
    expect(await changesTurn(ready, ORG)).toBe('code_and_passkey');
    const begun = (await ready.config.setting(ORG, CHANGES_TURN))!;
    expect(begun).toMatchObject({ turn: 'code_and_passkey', revision: 1 });
    const data = { turn: 'code_and_passkey' };
    expect(entriesOf(begun)).toMatchObject([{ kind: 'changes.turn_set', subject: 'changes-turn', ...SET_UP, data }]);
    expect(await sign(ready)).toMatchObject({ ok: true, value: { revision: 1 } });
    expect(await sign(ports())).toEqual({ ok: false, error: { reason: 'not_ready' } });
    for (const other of ['code_and_passkey', 'code'] as const) {
      const { config, ...deps } = await twoAdmins('after the bootstrap', ECHO, FOXTROT);
      const raced: typeof config = {
        ...config,
        // Another change began it at the same moment.
        async saveSetting(name, begun, permit) {
          expect(await config.saveSetting(CHANGES_TURN, setting(other), PERMIT)).toBe('saved');
          return config.saveSetting(name, begun, permit);
        },
      };
      expect(await changesTurn({ ...deps, config: raced }, ORG)).toBe(other);
    }
  });

  it('changes that two admins require passkeys for at the same moment are set once', async () => {
    const { config, ...deps } = await twoAdmins('after the bootstrap', ECHO, FOXTROT);
    const sign = (by: string, nowMs: number, store: typeof config) =>
      makeEdit(
        { ...deps, config: store, clock: { nowMs: () => nowMs } },
        { org: ORG, by: person(by) },
        { kind: 'set_changes_turn', turn: 'code_and_passkey' },
        PERMIT,
      );
    const raced: typeof config = {
      ...config,
      async saveSetting(...args) {
        expect((await sign('op_foxtrot', 1, config)).ok).toBe(true);
        return config.saveSetting(...args);
      },
    };
    expect((await sign('op_echo', 2, raced)).ok).toBe(true);
    expect(await config.setting(ORG, CHANGES_TURN)).toMatchObject({ turn: 'code_and_passkey', revision: 1 });
  });

  /** Two admins with a passkey each. The passkeys of `signers` are countersigned with the other one. */
  async function twoAdmins(when: 'during the bootstrap' | 'after the bootstrap', ...signers: OperatorId[]) {
    const { tables } = openMemoryTables(() => undefined);
    const [config, passkeys] = [createConfigStore(tables), createPasskeyStore(tables)];
    const keyOf = (operator: OperatorId) => passkeys.passkey(ORG, `key of ${operator}`);
    for (const id of [ECHO, FOXTROT]) {
      await config.saveOperator(anOperator(ORG, id, { role: 'admin' }), PERMIT);
      const passkey = aPasskey(ORG, `key of ${id}`, { operator: id, publicKey: es256Key() });
      await passkeys.enrol({ ...passkey, enrolment: { atMs: 1, statement: 'e' } }, 0);
    }
    for (const [n, id] of signers.entries()) {
      const by = id === ECHO ? FOXTROT : ECHO;
      const countersigned = { atMs: 1, by, passkey: `key of ${by}`, statement: 'c' };
      const kept = await passkeys.keepCountersignature({
        passkey: edited<Passkey>((await keyOf(id))!, { countersigned }, []),
        signed: { statement: 'c', signature: 's' },
        signer: { passkey: (await keyOf(by))!, counted: false },
        endsBootstrapAtMs: n === 0 && when === 'after the bootstrap' ? 1 : null,
      });
      expect(kept).toBe('saved');
    }
    return { clock: ledger.clock, config, passkeys };
  }

  it('the administration command needs a reason, which is in the chain before anything else happens', async () => {
    const rescues: Rescue[] = [];
    const config = {
      ...ledger.ports.config,
      saveRescue: async (rescue: Rescue) => {
        // A write takes a while, and the command waits for it.
        await new Promise(setImmediate);
        rescues.push(rescue);
        return 'saved' as const;
      },
    };
    const open = (org: OrgId, reason: string | null) => {
      const rescue = { command: 'add-admin', reason };
      return openSetUp({ ...ledger.ports, config }, { org, by: ADMIN_COMMAND, rescue });
    };
    for (const reason of [null, ' ', ''])
      expect(await open(ORG, reason)).toEqual({ ok: false, error: { reason: 'needs_reason' } });
    expect(await openSetUp({ ...ledger.ports, config }, { org: ORG, by: SET_UP })).toMatchObject({ ok: false });
    expect(await open(DEMO_ORG, null)).toMatchObject({ ok: true });
    const door = await open(ORG, 'all keys lost');
    if (!door.ok) throw new Error('a reason opens the door');
    expect(rescues).toEqual([]);
    const operator = { id: 'op_hotel' as OperatorId, name: 'Hotel', email: 'hotel@acme.dev', role: 'admin' } as const;
    const created = door.value.createOperator(operator);
    expect(await ledger.ports.config.operator(ORG, operator.id)).toBeNull();
    expect(await created).toMatchObject({ ok: true, value: { id: 'op_hotel' } });
    await door.value.issueApiKey({ name: 'one rescue for one command', scopes: ['read'] });
    expect(rescues).toMatchObject([{ org: ORG, command: 'add-admin', reason: 'all keys lost', revision: 1 }]);
    expect(entriesOf(rescues[0]!)).toMatchObject([
      {
        kind: 'rescue.used',
        ...ADMIN_COMMAND,
        subject: rescues[0]!.id,
        data: { command: 'add-admin', reason: 'all keys lost' },
      },
    ]);
  });
});
