/** Saving a request: over the revision that was read, with the guard of a turn and with what an operator signed. */

import type { OrgId } from '../../../src/protocol/identifiers';
import type { PasskeyStore } from '../../../src/service/access/ports';
import type { Passkey } from '../../../src/service/access/rules/passkey';
import { createPasskeyStore } from '../../../src/service/access/store/passkey-store';
import { createConfigStore } from '../../../src/service/administration/store/config-store';
import type { ConfigStore } from '../../../src/service/configuration/ports';
import { edited } from '../../../src/service/configuration/rules/items';
import type { RequestStore } from '../../../src/service/request/ports';
import { ADMIN_ACTION } from '../../../src/service/request/rules/administrative';
import { REQUEST_FORM } from '../../../src/service/request/rules/fields';
import { sealChange, unchanged } from '../../../src/service/request/rules/journal';
import { MAX_WRONG_CODES_AN_HOUR, WRONG_CODES_WINDOW_MS } from '../../../src/service/request/rules/limits';
import type { Request } from '../../../src/service/request/rules/request';
import type { SignedDecision } from '../../../src/service/request/rules/signed';
import { createSignedDecisionStore } from '../../../src/service/request/store/beside-request';
import { createRequestStore } from '../../../src/service/request/store/request-store';
import { ALPHA, aRequest, at, BRAVO, REQUEST_ID } from '../../support/builders';
import { PERMIT } from '../../support/permit';
import { anOperator, aPasskey } from './config-items';
import type { Place } from './stores';

const NOW = at('12:05');

export function requestSaveRules(place: Place): void {
  let store: RequestStore;
  let config: ConfigStore;
  let passkeys: PasskeyStore;
  let org: OrgId;
  beforeEach(() => {
    store = createRequestStore(place.tables());
    config = createConfigStore(place.tables());
    passkeys = createPasskeyStore(place.tables());
    org = place.org();
  });

  const created = async (): Promise<Request> => {
    await store.create(unchanged({ ...aRequest(), org }), null, 'write_1');
    return read();
  };
  const read = async () => (await store.load(org, REQUEST_ID))!.request;
  const told = (request: Request, summary: string) => ({ ...unchanged({ ...request, summary }) });
  const turn = (more: object = {}) => ({
    turn: { operator: BRAVO, accessEpoch: 2, isWrongCode: false, nowMs: NOW, ...more },
  });

  test('a request is saved over the revision that was read; any other save gets the stored request', async () => {
    const before = await created();
    const first = sealChange(told(before, 'first'), 'write_2');
    expect(await store.save(told(before, 'first'), 'write_2')).toEqual({ kind: 'saved', request: first });
    expect(await store.save(told(before, 'second'), 'write_3')).toEqual({ kind: 'conflict', current: first });
    // Its own write, whose answer was lost.
    expect(await store.save(told(before, 'first'), 'write_2')).toEqual({ kind: 'saved', request: first });
    expect(await read()).toEqual(first);
    const gone = { ...before, org: 'org_nobody' as OrgId };
    expect(await store.save(told(gone, 'third'), 'write_4')).toEqual({ kind: 'contention' });
  });

  test('a request is not saved by code that does not know its form', async () => {
    const before = await created();
    const newer = { ...before, minForm: REQUEST_FORM + 1 };
    await expect(store.save(told(newer, 'newer'), 'write_2')).rejects.toThrow(`of form ${REQUEST_FORM + 1}`);
    expect(await read()).toEqual(before);
    const known = { ...before, minForm: REQUEST_FORM };
    expect(await store.save(told(known, 'known'), 'write_2')).toMatchObject({ kind: 'saved' });
  });

  test('a turn is saved only while its operator is enabled and in the access epoch of the turn', async () => {
    const before = await created();
    const save = (options: object) => store.save(told(before, 'turned'), 'write_2', options);
    expect(await save(turn())).toEqual({ kind: 'access_ended' });
    const operator = anOperator(org, BRAVO, { accessEpoch: 2 });
    await config.saveOperator(operator, PERMIT);
    expect(await save(turn({ accessEpoch: 1 }))).toEqual({ kind: 'access_ended' });
    await config.saveOperator(edited(operator, { enabled: false }, []), PERMIT);
    expect(await save(turn())).toEqual({ kind: 'access_ended' });
    expect(await read()).toEqual(before);
    await config.saveOperator(edited(edited(operator, {}, []), { enabled: true }, []), PERMIT);
    const turned = sealChange(told(before, 'turned'), 'write_2');
    expect(await save(turn())).toEqual({ kind: 'saved', request: turned });
    expect(await save(turn())).toEqual({ kind: 'saved', request: turned });
    const late = store.save(told(before, 'late'), 'write_3', turn());
    expect(await late).toEqual({ kind: 'conflict', current: turned });
  });

  test('a turn on a change of the configuration is saved only while its operator is an admin', async () => {
    await store.create(unchanged({ ...aRequest(), org, action: ADMIN_ACTION }), null, 'write_1');
    const change = await read();
    const operator = anOperator(org, BRAVO, { accessEpoch: 2 });
    await config.saveOperator(operator, PERMIT);
    const save = (isWrongCode: boolean) => store.save(told(change, 'turned'), 'write_2', turn({ isWrongCode }));
    for (const isWrongCode of [false, true]) expect(await save(isWrongCode)).toEqual({ kind: 'access_ended' });
    await config.saveOperator(edited(operator, { role: 'admin' }, []), PERMIT);
    expect(await save(true)).toMatchObject({ kind: 'saved' });
    expect((await read()).summary).toBe('turned');
  });

  test('the request store counts wrong codes of an operator to the limit, and judges none after it until the window ends', async () => {
    const operator = anOperator(org, BRAVO, { accessEpoch: 2 });
    await config.saveOperator(operator, PERMIT);
    let request = await created();
    const save = async (more: object) => {
      const saved = await store.save(told(request, 'guessed'), `write_${request.revision}`, turn(more));
      if (saved.kind === 'saved') request = saved.request;
      return saved.kind === 'saved' ? 'saved' : saved;
    };
    const spent = { kind: 'too_many_wrong_codes', untilMs: NOW + WRONG_CODES_WINDOW_MS };
    for (let n = 0; n < MAX_WRONG_CODES_AN_HOUR; n++) {
      expect(await save({ isWrongCode: true, nowMs: NOW + n })).toBe('saved');
      // An edit of the operator does not reset the count.
      if (n === 0) await config.saveOperator(edited(operator, { name: 'renamed' }, []), PERMIT);
      if (n === MAX_WRONG_CODES_AN_HOUR - 2) expect(await save({ nowMs: NOW + n })).toBe('saved');
    }
    for (const isWrongCode of [true, false]) {
      expect(await save({ isWrongCode, nowMs: NOW + WRONG_CODES_WINDOW_MS - 1 })).toEqual(spent);
    }
    expect(await save({ nowMs: NOW + WRONG_CODES_WINDOW_MS })).toBe('saved');
    expect(await save({ isWrongCode: true, nowMs: NOW + WRONG_CODES_WINDOW_MS })).toBe('saved');
    expect(await save({ isWrongCode: true, nowMs: NOW + WRONG_CODES_WINDOW_MS })).toBe('saved');
    // A window that ended below the limit is not continued.
    const nowMs = NOW + 2 * WRONG_CODES_WINDOW_MS;
    for (let n = 0; n < MAX_WRONG_CODES_AN_HOUR; n++) expect(await save({ isWrongCode: true, nowMs })).toBe('saved');
    expect(await save({ nowMs })).toEqual({ ...spent, untilMs: nowMs + WRONG_CODES_WINDOW_MS });
  });

  const decisionOf = (takenBack: number): SignedDecision => ({
    org,
    request: REQUEST_ID,
    operator: ALPHA,
    decision: 'authorize',
    round: 1,
    takenBack,
    atMs: NOW,
    statement: '{}',
    signature: 'armour',
    passkey: 'psk_1',
  });
  const kept = async () => (await createSignedDecisionStore(place.tables()).ofRequest(org, REQUEST_ID)).decisions;

  test.each([
    ['a save', {}],
    ['a turn', turn()],
  ])(
    'the request store keeps what was signed with %s, only while the passkey is as it was read',
    async (_, options) => {
      let request = await created();
      const passkey = aPasskey(org, 'psk_1');
      await passkeys.enrol(passkey, 0);
      await config.saveOperator(anOperator(org, BRAVO, { accessEpoch: 2 }), PERMIT);
      const save = async (takenBack: number, by: Passkey, counted: boolean) => {
        const signed = { decision: decisionOf(takenBack), passkey: by, counted };
        const saved = await store.save({ ...told(request, 'signed'), signed }, `write_${takenBack}`, options);
        if (saved.kind === 'saved') request = saved.request;
        return saved.kind;
      };
      const next = edited(passkey, { counter: 1 }, []);
      expect(await save(0, next, false)).toBe('passkey_changed');
      expect(await save(0, edited(next, {}, []), true)).toBe('passkey_changed');
      expect([await kept(), await read()]).toEqual([[], request]);
      expect(await save(0, passkey, false)).toBe('saved');
      expect(await passkeys.passkey(org, 'psk_1')).toEqual(passkey);
      expect(await save(1, next, true)).toBe('saved');
      expect(await passkeys.passkey(org, 'psk_1')).toEqual(next);
      expect(await save(2, next, true)).toBe('passkey_changed');
      expect(await kept()).toEqual([decisionOf(0), decisionOf(1)]);
      const late = { ...told({ ...request, revision: 1 }, 'late'), signed: null };
      const signed = { decision: decisionOf(3), passkey: next, counted: false };
      expect(await store.save({ ...late, signed }, 'write_9', options)).toEqual({ kind: 'conflict', current: request });
      expect(await kept()).toHaveLength(2);
    },
  );

  test('the request store keeps the first signed verdict, and answers every later one with it', async () => {
    const decisions = createSignedDecisionStore(place.tables());
    const [first, second] = ['first', 'second'].map((statement) => ({ statement, signature: 'armour' }));
    expect(await decisions.ofRequest(org, REQUEST_ID)).toEqual({ decisions: [], verdict: null });
    expect(await decisions.keepVerdict(org, REQUEST_ID, first!)).toEqual(first);
    expect(await decisions.keepVerdict(org, REQUEST_ID, second!)).toEqual(first);
    expect(await decisions.ofRequest(org, REQUEST_ID)).toEqual({ decisions: [], verdict: first });
    expect(await decisions.ofRequest('org_nobody' as OrgId, REQUEST_ID)).toEqual({ decisions: [], verdict: null });
  });
}
