/** Changes of the configuration that need another admin: what is proposed, refused and made, and who is named. */

import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { LIMITS } from '../../../generated/limits';
import { createPasskeyStore } from '../../../src/adapters/dynamodb/access/passkey-store';
import { toConfigItem } from '../../../src/adapters/dynamodb/administration/config-item';
import { createConfigStore } from '../../../src/adapters/dynamodb/administration/config-store';
import { applyChange } from '../../../src/app/administration/apply-change';
import { changeConfiguration } from '../../../src/app/administration/change-configuration';
import { makeEdit } from '../../../src/app/administration/make-edit';
import { openSetUp } from '../../../src/app/administration/set-up';
import { type ChangesTurnDeps, changesTurn } from '../../../src/app/administration/signed-changes';
import type { Passkey } from '../../../src/core/access/passkey';
import { CHANGES_TURN, type ChangesTurn } from '../../../src/core/access/signed-changes';
import type { Edit } from '../../../src/core/administration/edits';
import { type PendingEntry, pendingEntry } from '../../../src/core/audit/chain';
import { edited, type Incident, type Journaled, type Rescue } from '../../../src/core/configuration/items';
import { handOver } from '../../../src/core/execution/integration';
import type { Policy, TurnNeeds } from '../../../src/core/policy/policy';
import { type Finished, isOpen, type Request } from '../../../src/core/request/request';
import { createDispatchHandler } from '../../../src/lambda/events/dispatch';
import { DEMO_ORG, FOUR_EYES_ORG as ORG } from '../../../src/local/demo';
import { openMemoryTables } from '../../../src/local/memory/tables';
import { tokenHash } from '../../../src/protocol/api-key-token';
import type { ActionId, ApiKeyId, GroupId, OperatorId, OrgId, RequestId } from '../../../src/protocol/identifiers';
import { anOperator, aPasskey } from '../../store/conformance/config-items';
import { aNewPolicy, op } from '../../support/builders';
import { type Ledger, openLedger } from '../../support/ledger';
import { PERMIT } from '../../support/permit';

const ECHO = 'op_echo' as OperatorId;
const FOXTROT = 'op_foxtrot' as OperatorId;
/** Where another admin approves them, these edits do not need a fresh sign-in. */
const BY_ECHO = { org: ORG, by: ECHO, session: { createdAtMs: 0, began: 'link' as const } };
const BY_ALPHA = { org: DEMO_ORG, by: 'op_alpha' as OperatorId };
const RELEASE = 'demo.release' as ActionId;
/** An ES256 key in COSE, as an authenticator writes it. */
const ES256 = Buffer.from(`a5010203262001215820${'01'.repeat(32)}225820${'02'.repeat(32)}`, 'hex').toString(
  'base64url',
);
const MONEY = 'grp_money' as GroupId;
const PROVIDER = {
  ...{ issuer: 'https://id.acme.dev', clientId: 'c', sealedSecret: null },
  ...{ acrValues: [], maxAgeSeconds: 60, forbidsMailLinks: false },
};
const POLICY = aNewPolicy({
  ...{ id: 'try.it' as ActionId, title: 'Try', roster: [ECHO, FOXTROT, op('op_golf')], denySelfApproval: true },
  quorum: { default: 1, min: 1, max: 3, selectable: false },
});

describe('a change of the configuration', () => {
  let ledger: Ledger;
  let incidents: PendingEntry[] = [];
  beforeEach(async () => {
    ledger = await openLedger({ memory: true });
    for (const operator of ['op_echo', 'op_foxtrot']) await ledger.signIn(operator, ORG);
    incidents = [];
  });
  afterEach(() => ledger?.stop());

  const entriesOf = (item: Journaled) => item.journal.flatMap(({ entries }) => entries);
  /** The same ports, with each incident seen. */
  const ports = () => ({
    ...ledger.ports,
    config: {
      ...ledger.ports.config,
      saveIncident: async (incident: Incident) => {
        incidents.push(...entriesOf(incident));
        return ledger.ports.config.saveIncident(incident);
      },
    },
    origin: 'https://console.acme.dev',
  });
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
  const atOnce = (edit: Edit) => makeEdit<Edit['kind']>(ledger.ports, BY_ECHO, edit, PERMIT);
  const someKey = async () => (await ledger.ports.config.apiKeys(ORG))[0]!;
  const released = async () => (await ledger.ports.config.action(ORG, RELEASE))!;
  const putRelease = async (fields: Partial<Policy> = {}): Promise<Edit> => {
    const { version: _, ...policy } = (await released()).policy;
    return { kind: 'put_action', policy: { ...policy, title: 'Another title', ...fields } };
  };
  const person = (id: string, fields: object = {}) =>
    ({
      kind: 'create_operator',
      operator: { id, name: 'New', email: 'new@acme.dev', role: 'operator', ...fields },
    }) as Edit;

  it('a deleted action is edited from version 0, like one that never existed', async () => {
    const edit = await putRelease();
    expect(await changeConfiguration(ports(), BY_ECHO, { kind: 'delete_action', id: RELEASE })).toMatchObject({
      ok: true,
      value: { kind: 'made' },
    });
    expect(await submit(edit, 1)).toEqual({ ok: false, error: { reason: 'version_moved', current: 0 } });
    expect(await submit(edit, 0)).toMatchObject({ ok: true, value: { kind: 'proposed' } });
  });

  describe('is made as it was approved, and names who asked and who agreed', () => {
    it('an approved edit of an action is made, and its entry names who requested and who approved it', async () => {
      const before = await released();
      const { id, outcome } = await made(await putRelease());
      expect(outcome).toBe('succeeded');
      const after = await released();
      expect(after.policy).toMatchObject({ title: 'Another title', version: before.policy.version + 1 });
      expect(entriesOf(after).at(-1)).toMatchObject({
        kind: 'action.updated',
        actor: ECHO,
        data: { change: id, approvers: ['op_foxtrot'] },
      });
    });

    it('an approved edit creates a deleted action again, and the next edit updates it', async () => {
      expect(await changeConfiguration(ports(), BY_ECHO, { kind: 'delete_action', id: RELEASE })).toMatchObject({
        ok: true,
        value: { kind: 'made' },
      });
      for (const kind of ['action.created', 'action.updated']) {
        expect((await made(await putRelease({ title: kind }))).outcome).toBe('succeeded');
        expect(entriesOf(await released()).at(-1)).toMatchObject({ kind });
      }
    });

    it('approved changes create an action and an operator, and their entries name who approved them', async () => {
      const action = await made({ kind: 'put_action', policy: POLICY });
      expect(action.outcome).toBe('succeeded');
      const stored = (await ledger.ports.config.action(ORG, POLICY.id))!;
      expect(stored.policy).toMatchObject({ title: 'Try', version: 1 });
      expect(entriesOf(stored)).toMatchObject([
        { kind: 'action.created', actor: ECHO, data: { change: action.id, approvers: ['op_foxtrot'] } },
      ]);
      const { id } = await made(person('op_new'));
      expect(await operator('op_new')).toMatchObject({ name: 'New', enabled: true, role: 'operator' });
      expect(entriesOf(await operator('op_new'))).toMatchObject([
        { kind: 'operator.created', actor: ECHO, data: { role: 'operator', change: id, approvers: ['op_foxtrot'] } },
      ]);
    });

    it('an approved edit of an operator is made, and its entry names who approved it', async () => {
      const { id, outcome } = await made({
        kind: 'update_operator',
        id: 'op_golf' as OperatorId,
        patch: { role: 'admin' },
      });
      const edited = await operator('op_golf');
      expect([outcome, edited.role]).toEqual(['succeeded', 'admin']);
      expect(entriesOf(edited).at(-1)).toMatchObject({
        kind: 'operator.updated',
        actor: ECHO,
        data: { change: id, approvers: ['op_foxtrot'] },
      });
    });

    it('an approved sign-in link is recorded, and the link is made only by the mail', async () => {
      const created = jest.spyOn(ledger.ports.sessions, 'createSignInLink');
      const { id } = await made({ kind: 'send_sign_in_link', id: 'op_golf' as OperatorId });
      expect(entriesOf(await operator('op_golf')).at(-1)).toMatchObject({
        kind: 'operator.sign_in_link_made',
        actor: ECHO,
        data: { by_mail: true, access_epoch: 0, change: id, approvers: ['op_foxtrot'] },
      });
      expect((await operator('op_golf')).identityChangedAtMs).toEqual(expect.any(Number));
      expect(created).not.toHaveBeenCalled();
    });

    it('an approved change sets what approving a change requires', async () => {
      const { id, outcome } = await made({ kind: 'set_changes_turn', turn: 'code' });
      expect(outcome).toBe('succeeded');
      const data = { turn: 'code', change: id, approvers: ['op_foxtrot'] };
      expect(await ledger.ports.config.setting(ORG, CHANGES_TURN)).toMatchObject({
        turn: 'code',
        revision: 1,
        journal: [{ entries: [{ kind: 'changes.turn_set', actor: ECHO, data }] }],
      });
    });

    it('an approved change issues a new code, and the entry names the change', async () => {
      const body = { action: RELEASE, requester: 'op_echo' };
      const { id } = (await ledger.v1('four_eyes', 'POST', '/v1/requests', { body })).body.request;
      const edit = { kind: 'reissue_code', request: id, seat: 'op_golf' as OperatorId } as const;
      const { id: change, outcome } = await made(edit);
      expect(outcome).toBe('succeeded');
      const { seats, journal } = await load(id);
      expect(seats.find((seat) => seat.operator === 'op_golf')!.issue).toBe(1);
      expect(journal.flatMap(({ entries }) => entries).at(-1)).toMatchObject({
        kind: 'code.reissued',
        actor: ECHO,
        data: { change, approvers: ['op_foxtrot'] },
      });
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
    const id = await proposed(person('op_new'));
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
    it.each<[string, () => Edit | Promise<Edit>, () => Promise<unknown>, string]>([
      [
        'from another version of an action',
        putRelease,
        async () => {
          const stored = await released();
          const policy = { ...stored.policy, version: stored.policy.version + 1 };
          await ledger.ports.config.saveAction(
            ORG,
            { ...stored, policy, revision: stored.revision + 1, journal: [] },
            PERMIT,
          );
        },
        'base_moved',
      ],
      [
        'from another version of an operator',
        async () => ({ kind: 'update_operator', id: 'op_golf' as OperatorId, patch: { name: 'G' } }),
        () => save('op_golf', { name: 'Meanwhile' }),
        'base_moved',
      ],
      [
        'to another address of an operator',
        () => ({ kind: 'send_sign_in_link', id: 'op_golf' as OperatorId }),
        () => save('op_golf', { email: 'elsewhere@acme.dev' }),
        'base_moved',
      ],
      [
        'for another version of the operator',
        async () => {
          await atOnce({ kind: 'set_identity_provider', provider: PROVIDER });
          return { kind: 'connect_identity', id: 'op_golf' as OperatorId, issuer: PROVIDER.issuer, subject: 'golf' };
        },
        () => save('op_golf', { name: 'Meanwhile' }),
        'base_moved',
      ],
      [
        'from another version of a group',
        () => ({ kind: 'put_group', group: { id: MONEY, name: 'Money', members: [] } }),
        () => atOnce({ kind: 'put_group', group: { id: MONEY, name: 'Other', members: [] } }),
        'base_moved',
      ],
      [
        'of a group that affects another action',
        async () => {
          await atOnce({ kind: 'put_group', group: { id: MONEY, name: 'Money', members: [] } });
          return { kind: 'put_group', group: { id: MONEY, name: 'Other', members: [] } };
        },
        async () => atOnce({ ...(await putRelease({ roster: [ECHO, FOXTROT, op('op_golf'), MONEY] })) }),
        'base_moved',
      ],
      [
        'from another version of an API key',
        async () => ({ kind: 'update_key', id: (await someKey()).id, holder: FOXTROT }),
        async () => atOnce({ kind: 'update_key', id: (await someKey()).id, maxOpen: 3 }),
        'base_moved',
      ],
      [
        'from another version of a setting',
        () => ({ kind: 'rename_organization', name: 'Acme' }),
        () => atOnce({ kind: 'rename_organization', name: 'Meanwhile' }),
        'base_moved',
      ],
      ['with an operator id that was taken meanwhile', async () => person('op_new'), () => newcomer(), 'id_taken'],
      ['after the organization became full', async () => person('op_new'), () => fill(0), 'too_many_operators'],
    ])('an approved change is not made %s', async (_, edit, meanwhile, reason) => {
      expect((await made(await edit(), meanwhile)).outcome).toBe(reason);
    });
    /** Saves operators, most of them disabled, until only so many can still be added. */
    const fill = async (free: number) => {
      const golf = await operator('op_golf');
      const missing = LIMITS.operators.max - (await ledger.ports.config.operators(ORG)).length - free;
      const filler = (n: number) => ({
        ...golf,
        id: `op_filler_${n}` as OperatorId,
        enabled: false,
        revision: 1,
        journal: [],
      });
      const fillers = Array.from({ length: missing }, (_, n) => filler(n));
      await Promise.all(fillers.map((each) => ledger.ports.config.saveOperator(each, PERMIT)));
    };

    it.each<[what: string, free: number, edit: (id: string) => Edit]>([
      ['the last operator', 1, (id) => person(id)],
      ['the last two', 2, (id) => invitation(`${id}_1`, `${id}_2`)],
    ])('an organization can have %s that it may have, and none beyond it', async (_, free, edit) => {
      await fill(free);
      expect((await made(edit('op_last'))).outcome).toBe('succeeded');
      expect(await submit(edit('op_beyond'))).toEqual({ ok: false, error: { reason: 'too_many_operators' } });
      expect(await submit(person('op_beyond'))).toEqual({ ok: false, error: { reason: 'too_many_operators' } });
    });
    const invitation = (...ids: string[]) =>
      ({ kind: 'invite_operators', operators: ids.map((id) => (person(id) as { operator: object }).operator) }) as Edit;

    const newcomer = async () => {
      const golf = await operator('op_golf');
      await ledger.ports.config.saveOperator({ ...golf, id: 'op_new' as OperatorId, revision: 1, journal: [] }, PERMIT);
    };

    it('an approved change is not made if this deployment no longer declares its integration', async () => {
      const policy = { ...POLICY, id: 'demo.transfer' as ActionId, integration: 'demo.sink' };
      const id = await approved({ kind: 'put_action', policy });
      await applyChange({ ...ledger.ports, platformActions: new Map() }, await load(id));
      expect(await load(id)).toMatchObject({ state: 'failed', reason: 'no_longer_valid' });
    });

    it('an approved change is not made without the key of another admin, or from another document', async () => {
      const id = await approved(await putRelease());
      const request = await load(id);
      const warned: unknown[][] = [];
      const log = { ...ledger.ports.log, warn: (...said: unknown[]) => void warned.push(said) };
      const changes = { ...ledger.ports.changes, document: async () => '{}' };
      await applyChange({ ...ledger.ports, changes, log }, request);
      expect(await load(id)).toMatchObject({ state: 'failed', reason: 'document_changed' });
      expect(warned).toEqual([['an approved change was not made', { request: id, reason: 'document_changed' }]]);
      const { version } = (await released()).policy;
      const alone = await approved(await putRelease());
      const own = { ...(await load(alone)), approvers: [ECHO] } as Request;
      await ledger.requests.save({ request: own, entries: [] }, 'w2');
      await applyChange(ledger.ports, await load(alone));
      expect(await load(alone)).toMatchObject({ state: 'failed', reason: 'document_changed' });
      expect((await released()).policy.version).toBe(version);
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
    it('a change that makes things safer is made at once from the version that was judged', async () => {
      const quorum = { default: 2, min: 2, max: 3, selectable: false };
      const safer = await putRelease({ title: (await released()).policy.title, quorum });
      expect(await submit(safer)).toMatchObject({
        ok: true,
        value: { kind: 'made', value: { policy: { quorum } } },
      });
      expect((await released()).policy.quorum).toEqual(quorum);
      const disabled: Edit = { kind: 'update_operator', id: 'op_golf' as OperatorId, patch: { enabled: false } };
      expect(await submit(disabled)).toMatchObject({ ok: true, value: { kind: 'made', value: { enabled: false } } });
    });

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
      expect(incidents).toMatchObject([{ kind: 'change.refused', data: { reason: 'edited_meanwhile' } }]);
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

    it('a change is made at once if the organization never had two admins', async () => {
      const edit = { kind: 'create_key', name: 'k', scopes: ['read'] } as Edit;
      const who = { ...BY_ALPHA, session: { createdAtMs: ledger.clock.nowMs(), began: 'link' as const } };
      const alone = await changeConfiguration<Edit['kind']>(ports(), who, edit);
      expect(alone).toMatchObject({ ok: true, value: { kind: 'made', value: { key: { name: 'k' } } } });
    });
  });

  describe('that a code alone would approve', () => {
    const signed = (atMs: number) =>
      edited<ChangesTurn>({ org: ORG, turn: 'code_and_passkey', atMs, revision: 0, journal: [] }, {}, [
        pendingEntry(atMs, 'changes.turn_set', 'changes-turn', 'system', { turn: 'code_and_passkey' }),
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
    const first = await proposed(person('op_new_0'));
    for (let n = 1; n < 20; n++) await proposed(person(`op_new_${n}`));
    const refusal = { ok: false, error: { reason: 'too_many_changes', max: 20 } };
    expect(await submit(person('op_new'))).toEqual(refusal);
    expect(incidents).toMatchObject([{ kind: 'change.refused', data: { reason: 'too_many_changes' } }]);
    const said = await ledger.api('op_echo', 'POST', '/api/keys', { name: 'k', scopes: ['read'] });
    expect([said.status, said.body.error]).toEqual([409, expect.stringMatching(/^20 of your changes wait/)]);
    // Another admin's changes are counted separately, and edits that remove something never wait.
    const byFoxtrot = { ...BY_ECHO, by: 'op_foxtrot' as OperatorId };
    expect(await changeConfiguration<Edit['kind']>(ports(), byFoxtrot, person('op_new'))).toMatchObject({ ok: true });
    expect(
      await submit({ kind: 'update_operator', id: 'op_golf' as OperatorId, patch: { enabled: false } }),
    ).toMatchObject({
      ok: true,
      value: { kind: 'made' },
    });
    await ledger.api('op_foxtrot', 'POST', `/api/requests/${first}/refuse`, {});
    expect(await submit(person('op_new'))).toMatchObject({ ok: true, value: { kind: 'proposed' } });
  });

  it('a new code is not issued at once if the rule began to apply since the edit was judged', async () => {
    const { demo, ports: deps } = ledger;
    const org = demo.org as typeof ORG;
    const created = await ledger.v1('proposer', 'POST', '/v1/requests', {
      body: { action: 'demo.solo', requester: 'op_alpha' },
    });
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
    it.each<[string, () => Promise<Edit> | Edit, object, boolean]>([
      [
        'of an unknown operator',
        () => ({ kind: 'update_operator', id: 'op_x' as OperatorId, patch: {} }),
        { reason: 'not_found' },
        false,
      ],
      [
        'a link for nobody',
        () => ({ kind: 'send_sign_in_link', id: 'op_x' as OperatorId }),
        { reason: 'not_found' },
        false,
      ],
      [
        'the limit of an unknown API key',
        () => ({ kind: 'update_key', id: 'key_x' as ApiKeyId, maxOpen: 9 }),
        { reason: 'not_found' },
        false,
      ],
      [
        'the limit of a revoked API key',
        async () => {
          const [key] = await ledger.ports.config.apiKeys(ORG);
          await changeConfiguration<'revoke_key'>(ports(), BY_ECHO, { kind: 'revoke_key', id: key!.id });
          return { kind: 'update_key', id: key!.id, maxOpen: 9 };
        },
        { reason: 'key_revoked' },
        true,
      ],
      ['a taken id', () => person('op_golf'), { reason: 'id_taken' }, true],
      [
        'a code of no request',
        () => ({ kind: 'reissue_code', request: `req_${'0'.repeat(24)}` as RequestId, seat: 'op_golf' as OperatorId }),
        { reason: 'not_found' },
        false,
      ],
      [
        'a senseless policy',
        () => ({ kind: 'put_action', policy: { ...POLICY, roster: ['op_zulu' as OperatorId] } }),
        { reason: 'invalid_policy', problems: expect.any(Array) },
        false,
      ],
    ])('a change is refused before anybody approves it: %s', async (_, edit, error, isNoted) => {
      const given = await edit();
      expect(await submit(given)).toEqual({ ok: false, error });
      expect(incidents).toHaveLength(isNoted ? 1 : 0);
      if (isNoted)
        expect(incidents[0]).toMatchObject({
          kind: 'change.refused',
          actor: ECHO,
          data: { attempt: given.kind, ...error },
        });
    });

    it('a sign-in link for a disabled operator, and an edit of another version, are refused', async () => {
      await save('op_golf', { enabled: false });
      expect(await submit({ kind: 'send_sign_in_link', id: 'op_golf' as OperatorId })).toEqual({
        ok: false,
        error: { reason: 'operator_disabled' },
      });
      const { version: current } = (await released()).policy;
      expect(await submit(await putRelease(), current + 1)).toEqual({
        ok: false,
        error: { reason: 'version_moved', current },
      });
      expect(await submit(await putRelease(), current)).toMatchObject({ ok: true });
      // An action that does not exist has version 0.
      expect(await submit({ kind: 'put_action', policy: POLICY }, 1)).toEqual({
        ok: false,
        error: { reason: 'version_moved', current: 0 },
      });
      expect(await submit({ kind: 'put_action', policy: POLICY }, 0)).toMatchObject({ ok: true });
    });

    it('a change is refused if nobody else could approve it', async () => {
      await save('op_foxtrot', { enabled: false });
      expect(await submit(person('op_new'))).toEqual({ ok: false, error: { reason: 'no_second_admin' } });
      expect(incidents).toMatchObject([{ kind: 'change.refused', data: { reason: 'no_second_admin' } }]);
    });

    it('a proposed change that lost eight writes is refused', async () => {
      let pauses = 0;
      const lost = {
        ...ports(),
        pause: { beforeRetry: async () => void pauses++ },
        changes: { ...ledger.ports.changes, propose: async () => 'contention' as const },
      };
      const edit = person('op_new');
      await expect(changeConfiguration<Edit['kind']>(lost, BY_ECHO, edit)).rejects.toThrow(
        /^change req_[0-9a-f]{24}: the write did not get through in 8 attempts$/,
      );
      expect(pauses).toBe(8);
    });
  });

  describe('of an API key', () => {
    const edit = { kind: 'create_key', name: 'ci', scopes: ['read'] } as Edit;
    const collect = (id: string, by = 'op_echo') => ledger.api(by, 'POST', `/api/changes/${id}/key`);

    it('an approved API key is made once, when its requester collects the token', async () => {
      const { id, outcome } = await made(edit);
      expect(outcome).toBe('succeeded');
      expect((await collect(id, 'op_foxtrot')).status).toBe(404);
      const collected = await collect(id);
      expect(collected).toMatchObject({
        status: 201,
        body: { key: { name: 'ci', scopes: ['read'], created_by: ECHO } },
      });
      const stored = (await ledger.ports.config.apiKeys(ORG)).find((key) => key.name === 'ci')!;
      expect(entriesOf(stored)).toMatchObject([{ kind: 'key.created', actor: ECHO, data: { change: id } }]);
      expect((await collect(id)).body).toMatchObject({
        kind: 'conflict',
        error: expect.stringMatching(/collected already/),
      });
    });

    it('a second token of an API key is made once, when its requester collects it, and there is no third', async () => {
      const [key] = await ledger.ports.config.apiKeys(ORG);
      const rotate = { kind: 'rotate_key', id: key!.id } as const;
      const params = (await load(await proposed(rotate))).params;
      expect(params).toMatchObject({ change: 'Rotate an API key', name: 'demo four_eyes', key: key!.id });
      const [first, second] = [await made(rotate), await made(rotate)];
      expect((await collect(first.id, 'op_foxtrot')).status).toBe(404);
      const collected = await collect(first.id);
      expect(collected).toMatchObject({ status: 201, body: { key: { id: key!.id, tokens: [{}, { number: 2 }] } } });
      const { token } = collected.body;
      expect(await ledger.ports.config.liveKey(tokenHash(token))).toMatchObject({ id: key!.id, token: 2 });
      const stored = (await ledger.ports.config.apiKey(ORG, key!.id))!;
      expect(entriesOf(stored).at(-1)).toMatchObject({
        kind: 'key.rotated',
        actor: ECHO,
        data: { token: 2, change: first.id },
      });
      expect((await collect(first.id)).body.error).toMatch(/collected already/);
      expect((await collect(second.id)).body.error).toMatch(/has two tokens already/);
      expect(await submit(rotate)).toEqual({ ok: false, error: { reason: 'two_tokens' } });
      expect((await ledger.api('op_echo', 'DELETE', `/api/keys/${key!.id}/tokens/1`)).status).toBe(200);
      expect(await collect(second.id)).toMatchObject({
        status: 201,
        body: { key: { tokens: [{}, {}, { number: 3 }] } },
      });
    });

    it('the limit of an API key is lowered at once, and raised or ended only after another admin approved', async () => {
      const [key] = await ledger.ports.config.apiKeys(ORG);
      const id = key!.id;
      const limit = async () => (await ledger.ports.config.apiKey(ORG, id))!.maxOpen;
      const edit = (maxOpen: number | null) => ({ kind: 'update_key', id, maxOpen }) as const;
      const create = async () => {
        const body = { action: RELEASE, requester: 'op_echo' };
        return (await ledger.v1('four_eyes', 'POST', '/v1/requests', { body })).status;
      };
      for (const max of [2, 1]) {
        expect(await submit(edit(max))).toMatchObject({ ok: true, value: { kind: 'made', value: { maxOpen: max } } });
      }
      expect([await create(), await create()]).toEqual([202, 429]);
      const raised = await proposed(edit(2));
      expect((await load(raised)).params).toMatchObject({
        change: `Edit the API key ${id}`,
        name: 'demo four_eyes',
        'open requests at most': '1 → 2',
      });
      expect([await limit(), await create()]).toEqual([1, 429]);
      const { outcome } = await applied(await approve(raised));
      expect([outcome, await limit(), await create(), await create()]).toEqual(['succeeded', 2, 202, 429]);
      const stored = (await ledger.ports.config.apiKey(ORG, id))!;
      expect(entriesOf(stored).at(-1)).toMatchObject({
        kind: 'key.updated',
        actor: ECHO,
        data: { max_open: 2, change: raised, approvers: ['op_foxtrot'] },
      });
      expect((await made(edit(null))).outcome).toBe('succeeded');
      expect([await limit(), await create()]).toEqual([undefined, 202]);
    });

    it('a second token is collected also if the key was edited after the change was requested', async () => {
      const { id: key } = await someKey();
      const { id, outcome } = await made({ kind: 'rotate_key', id: key }, () =>
        atOnce({ kind: 'update_key', id: key, maxOpen: 3 }),
      );
      expect([outcome, (await collect(id)).status]).toEqual(['succeeded', 201]);
    });

    it('the token of an API key cannot be collected before the approval, a day after it, or for another change', async () => {
      expect((await collect(await proposed(edit))).body.error).toBe('This API key is not approved.');
      expect((await collect((await made(person('op_other'))).id)).status).toBe(404);
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
      makeEdit(deps, { org: ORG, by: 'op_echo' }, { kind: 'set_changes_turn', turn: 'code_and_passkey' }, PERMIT);
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
    expect(await ready.config.setting(ORG, CHANGES_TURN)).toMatchObject({ turn: 'code_and_passkey', revision: 1 });
    expect(await sign(ready)).toMatchObject({ ok: true, value: { revision: 1 } });
    expect(await sign(ports())).toEqual({ ok: false, error: { reason: 'not_ready' } });
    const begun = await twoAdmins('after the bootstrap', ECHO, FOXTROT);
    const losing: typeof begun.config = {
      ...begun.config,
      // The SDK sends a write again if its answer is lost.
      saveSetting: async (...args) => (await begun.config.saveSetting(...args)) && begun.config.saveSetting(...args),
    };
    expect(await sign({ ...begun, config: losing })).toMatchObject({ ok: true, value: { revision: 1 } });
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
        { org: ORG, by },
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
      const passkey = aPasskey(ORG, `key of ${id}`, { operator: id, publicKey: ES256 });
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
      return openSetUp({ ...ledger.ports, config }, { org, by: 'admin-command', rescue });
    };
    for (const reason of [null, ' ', ''])
      expect(await open(ORG, reason)).toEqual({ ok: false, error: { reason: 'needs_reason' } });
    expect(await openSetUp({ ...ledger.ports, config }, { org: ORG, by: 'system' })).toMatchObject({ ok: false });
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
        actor: 'admin-command',
        subject: rescues[0]!.id,
        data: { command: 'add-admin', reason: 'all keys lost' },
      },
    ]);
  });
});
