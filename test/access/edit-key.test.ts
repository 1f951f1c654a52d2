/** Edits of API keys and their tokens, over tables in memory (docs/decisions/key-rotation.md). */

import { peerOf } from '../../src/lambda/http/attempts';
import { DEMO_ORG, FOUR_EYES_ORG as ORG } from '../../src/local/demo';
import { ADMIN_COMMAND, person } from '../../src/protocol/actor';
import { tokenHash } from '../../src/protocol/api-key-token';
import type { ActionId, OperatorId } from '../../src/protocol/identifiers';
import { deriveCallbackKey } from '../../src/protocol/signature';
import type { Passkey } from '../../src/service/access/rules/passkey';
import { createPasskeyStore } from '../../src/service/access/store/passkey-store';
import { trustKey } from '../../src/service/access/use-cases/signing-keys/rescue';
import { namedKeyOf } from '../../src/service/access/use-cases/signing-keys/statement';
import { bound } from '../../src/service/administration/rules/edits';
import { makeEdit } from '../../src/service/administration/use-cases/make-edit';
import { openSetUp } from '../../src/service/administration/use-cases/set-up';
import { howOf } from '../../src/service/configuration/rules/declaration';
import type { ApiKey, ApiKeyPatch } from '../../src/service/configuration/rules/items';
import { aPasskey } from '../store/conformance/config-items';
import { ALPHA, accepted, aNewPolicy, at, BRAVO, CHARLIE } from '../support/builders';
import { es256Key } from '../support/cose';
import { eventOf } from '../support/gateway';
import { type Ledger, openLedger } from '../support/ledger';
import { openedForEach, openedOnce } from '../support/opened';
import { PERMIT } from '../support/permit';
import { losingAnswers } from '../support/tables';

const BY = { org: DEMO_ORG, by: person('op_delta') };
let nowMs: number;
let key: ApiKey;
let token: string;
const ledger = openedOnce(() => openLedger({ memory: true }));
/** A key of its own for each test. */
beforeEach(async () => {
  nowMs = at('12:00');
  const edit = { kind: 'create_key', name: 'ci', scopes: ['propose'], maxOpen: 5, holder: ALPHA } as const;
  ({ key, token } = accepted(await makeEdit(deps(), BY, edit, PERMIT)));
});

const deps = () => ({ ...ledger.ports, clock: { nowMs: () => nowMs } });
const stored = async () => (await ledger.ports.config.apiKey(DEMO_ORG, key.id))!;
const live = (of: string) => ledger.ports.config.liveKey(tokenHash(of));
const entries = async () => (await stored()).journal.flatMap((each) => each.entries).slice(1);
const rotate = () => makeEdit(deps(), BY, { kind: 'rotate_key', id: key.id }, PERMIT);
const end = (number: number) => makeEdit(deps(), BY, { kind: 'end_token', id: key.id, number }, PERMIT);
const ACTIONS = Array.from({ length: 21 }, (_, n) => `action_${String(n).padStart(2, '0')}` as ActionId);
const [PAY, REFUND] = ACTIONS as [ActionId, ActionId];
const put = (id: ActionId) => makeEdit(deps(), BY, { kind: 'put_action', policy: aNewPolicy({ id }) }, PERMIT);
const update = (patch: ApiKeyPatch) => makeEdit(deps(), BY, { kind: 'update_key', id: key.id, ...patch }, PERMIT);

it('a rotation gives the key a second token with the next number, and nothing else of it changes', async () => {
  const second = accepted(await rotate());
  expect(await live(second.token)).toEqual({ ...(await live(token))!, token: 2 });
  const { tokens, revision, journal, ...rest } = await stored();
  expect(tokens.map(({ number, endsAtMs, hash }) => [number, endsAtMs, hash])).toEqual([
    [1, null, tokenHash(token)],
    [2, null, tokenHash(second.token)],
  ]);
  expect({ ...key, ...rest }).toEqual(key);
  expect([revision, journal.at(-1)!.entries]).toMatchObject([2, [{ kind: 'key.rotated', data: { token: 2 } }]]);
  await end(1);
  expect(accepted(await rotate()).key.tokens.map(({ number }) => number)).toEqual([1, 2, 3]);
});

it('two rotations at the same moment give one number to one token, which opens with its own sealed key', async () => {
  const both = await Promise.all([rotate(), rotate()]);
  const [won] = both.filter(({ ok }) => ok);
  const [lost] = both.filter(({ ok }) => !ok);
  expect(lost).toMatchObject({ error: { reason: expect.stringMatching(/^(edited_meanwhile|two_tokens)$/) } });
  const { tokens } = await stored();
  expect(tokens.map(({ number }) => number)).toEqual([1, 2]);
  const place = `APIKEY#${key.id}#callback_key#2`;
  const opened = await ledger.ports.secretBox.open(DEMO_ORG, place, tokens[1]!.sealedCallbackKey);
  expect(Buffer.from(opened)).toEqual(Buffer.from(deriveCallbackKey(accepted(won!).token)));
});

it('a number that another rotation took while the token was made is never used twice', async () => {
  const { secretBox } = deps();
  let isFirst = true;
  const seal: typeof secretBox.seal = async (...all) => {
    if (isFirst) {
      isFirst = false;
      accepted(await rotate());
      await end(1);
    }
    return secretBox.seal(...all);
  };
  const slow = { ...deps(), secretBox: { ...secretBox, seal } };
  const refused = await makeEdit(slow, BY, { kind: 'rotate_key', id: key.id }, PERMIT);
  expect(refused).toEqual({ ok: false, error: { reason: 'edited_meanwhile' } });
  expect((await stored()).tokens.map(({ number }) => number)).toEqual([1, 2]);
});

it('an edit has the time of its write, however long it takes to make its token', async () => {
  const { secretBox } = deps();
  const seal: typeof secretBox.seal = (...all) => {
    nowMs += 7000;
    return secretBox.seal(...all);
  };
  const slow = { ...deps(), secretBox: { ...secretBox, seal } };
  accepted(await makeEdit(slow, BY, { kind: 'rotate_key', id: key.id }, PERMIT));
  const { journal } = await stored();
  expect(journal.at(-1)!.entries.map(({ kind, at }) => [kind, at])).toEqual([['key.rotated', nowMs]]);
});

it.each([1, 2])('token %i ends at once, the other one stays, and ending it again changes nothing', async (number) => {
  const second = accepted(await rotate()).token;
  nowMs += 1;
  accepted(await end(number));
  const ends = await Promise.all([token, second].map(async (each) => (await live(each))!.endsAtMs));
  expect(ends).toEqual(number === 1 ? [nowMs, null] : [null, nowMs]);
  const { revision } = await stored();
  nowMs += 1;
  accepted(await end(number));
  expect((await stored()).revision).toBe(revision);
  expect(await end(3)).toEqual({ ok: false, error: { reason: 'not_found' } });
});

it.each<[string, ApiKeyPatch, object | null, unknown[]]>([
  ['no limit', { maxOpen: null }, { max_open: null }, [null, null, ALPHA]],
  ['the actions', { actions: [PAY] }, { actions: [PAY] }, [5, [PAY], ALPHA]],
  [
    'all of them',
    { maxOpen: 7, actions: [REFUND, PAY], holder: BRAVO },
    { max_open: 7, actions: [PAY, REFUND], holder: BRAVO },
    [7, [PAY, REFUND], BRAVO],
  ],
  ['nothing', {}, null, [5, null, ALPHA]],
])('an edit of a key sets %s, in every token of it, and its entry says only that', async (_, patch, data, expected) => {
  await Promise.all([PAY, REFUND].map(put));
  const second = accepted(await rotate()).token;
  accepted(await update(patch));
  const { maxOpen = null, actions = null, holder = null } = await stored();
  expect([maxOpen, actions, holder]).toEqual(expected);
  for (const each of [token, second]) expect(await live(each)).toMatchObject({ maxOpen, actions });
  const last = (await entries()).at(-1)!;
  expect(last.kind === 'key.updated' ? last.data : null).toEqual(data);
});

it('a limit that ended has left every token, and the other limit stays', async () => {
  await Promise.all([PAY, REFUND].map(put));
  accepted(await update({ actions: [PAY] }));
  const tokens = [token, accepted(await rotate()).token];
  const limits = () =>
    Promise.all(tokens.map(async (each) => [(await live(each))!.maxOpen, (await live(each))!.actions]));
  expect(await limits()).toEqual([
    [5, [PAY]],
    [5, [PAY]],
  ]);
  accepted(await update({ actions: null }));
  expect(await limits()).toEqual([
    [5, null],
    [5, null],
  ]);
  accepted(await update({ actions: [REFUND], maxOpen: null }));
  expect(await limits()).toEqual([
    [null, [REFUND]],
    [null, [REFUND]],
  ]);
});

it.each([
  ['no action', [], 'An API key can be limited to 1 to 20 actions.'],
  ['21 actions', ACTIONS, 'An API key can be limited to 1 to 20 actions.'],
  ['20 actions', ACTIONS.slice(0, 20), null],
  ['21 ids, of which two are the same', [...ACTIONS.slice(0, 20), PAY], null],
  ['an action that never was', [PAY, 'payout'], 'This organization has no action "payout".'],
  ['the beginning of the id of an action', ['action_0'], 'This organization has no action "action_0".'],
  ['a deleted action', ['gone'], 'This organization has no action "gone".'],
  ['an action of the service', ['service.admin'], 'This organization has no action "service.admin".'],
])('an API key limited to %s', async (_, actions, problem) => {
  await Promise.all([...ACTIONS, 'gone' as ActionId].map(put));
  await makeEdit(deps(), BY, { kind: 'delete_action', id: 'gone' as ActionId }, PERMIT);
  const limited = actions as readonly ActionId[];
  const refused = { ok: false, error: { reason: 'invalid_actions', problem } };
  const create = { kind: 'create_key', name: 'ci', scopes: ['read'], actions: limited } as const;
  for (const made of [await makeEdit(deps(), BY, create, PERMIT), await update({ actions: limited })]) {
    expect(made).toMatchObject(problem === null ? { ok: true } : refused);
  }
});

it('no action of the service is accepted, even if one were stored', () => {
  const actions = ['service.admin' as ActionId];
  const edit = { kind: 'update_key', id: key.id, actions } as const;
  const how = howOf({ org: DEMO_ORG, by: ADMIN_COMMAND }, nowMs, 'off');
  expect(bound(edit).on({ key, liveActions: actions }).decide(how)).toMatchObject({
    ok: false,
    error: { reason: 'invalid_actions' },
  });
});

it('a revoked key stops working with every token, and is revoked once', async () => {
  const second = accepted(await rotate()).token;
  nowMs += 1;
  const revoke = () => makeEdit(deps(), BY, { kind: 'revoke_key', id: key.id }, PERMIT);
  expect(accepted(await revoke()).revokedAtMs).toBe(nowMs);
  expect([await live(token), await live(second)]).toEqual([null, null]);
  const { revision } = await stored();
  nowMs += 1;
  expect(accepted(await revoke())).toMatchObject({ revokedAtMs: nowMs - 1, revision });
});

/** Accounts of the identity provider that an admin connects to operators, over tables in memory. */
const ISSUER = 'https://login.acme.dev';
const BY_ALPHA = { org: DEMO_ORG, by: person('op_alpha') };

describe('an account of the identity provider', () => {
  const ledger = openedForEach(() => openLedger({ memory: true }));
  beforeEach(async () => {
    const provider = {
      issuer: ISSUER,
      clientId: 'console',
      sealedSecret: null,
      acrValues: [],
      maxAgeSeconds: 28_800,
      forbidsMailLinks: false,
    };
    await makeEdit(ledger.ports, BY_ALPHA, { kind: 'set_identity_provider', provider }, PERMIT);
  });

  const connect = (id: OperatorId, subject: string, issuer = ISSUER) =>
    makeEdit(ledger.ports, BY_ALPHA, { kind: 'connect_identity', id, issuer, subject }, PERMIT);
  const disconnect = (owner: OperatorId, by = 'op_alpha') =>
    makeEdit(ledger.ports, { org: DEMO_ORG, by: person(by) }, { kind: 'disconnect_identity', owner }, PERMIT);
  const refused = (reason: string) => ({ ok: false, error: { reason } });

  it('an account is connected to one operator, who has no other account', async () => {
    expect(await connect(BRAVO, 'ada')).toMatchObject({ ok: true, value: { operator: BRAVO, former: [] } });
    expect(await connect(CHARLIE, 'ada')).toEqual(refused('identity_taken'));
    expect(await connect(BRAVO, 'cleo')).toEqual(refused('identity_taken'));
  });

  it('an account that moved twice names everybody before, the first one too, also where it came back', async () => {
    const ALPHA = 'op_alpha' as OperatorId;
    const moved: [OperatorId, OperatorId[]][] = [
      [BRAVO, []],
      [CHARLIE, [BRAVO]],
      [ALPHA, [BRAVO, CHARLIE]],
      [BRAVO, [BRAVO, CHARLIE, ALPHA]],
    ];
    for (const [operator, former] of moved) {
      expect(await connect(operator, 'ada')).toMatchObject({ ok: true, value: { operator, former } });
      expect(await disconnect(operator)).toMatchObject({ ok: true });
    }
  });

  it('no seat of operators is struck who disconnect their own account', async () => {
    await connect(BRAVO, 'ada');
    const before = await ledger.ports.config.operator(DEMO_ORG, BRAVO);
    await disconnect(BRAVO, BRAVO);
    expect(await ledger.ports.config.operator(DEMO_ORG, BRAVO)).toEqual(before);
  });
});

/** The rescue of an organization whose admins have lost every countersigned key, over tables in memory. */
const ENROLLED = { enrolment: { atMs: 1, statement: 'e' } };
const COUNTERSIGNED = { ...ENROLLED, countersigned: { atMs: 1, by: 'op_echo', passkey: 'p', statement: 'c' } };

describe('the rescue of a signing key', () => {
  let ledger: Ledger;
  beforeEach(async () => {
    ledger = await openLedger({ memory: true });
  });
  afterEach(() => ledger?.stop());

  const origin = 'https://keys.acme.dev';
  async function keyOfOperator(operator: string, byte: number, fields: Partial<Passkey>): Promise<string> {
    const passkey = {
      ...aPasskey(ORG, `psk_${byte}`, { operator: operator as OperatorId }),
      publicKey: es256Key(byte, byte),
    };
    await ledger.ports.passkeys.enrol({ ...passkey, ...fields }, 0);
    return namedKeyOf({ origin }, passkey).fingerprint;
  }
  async function trust(fingerprint: string, passkeys = ledger.ports.passkeys) {
    const deps = { ...ledger.ports, passkeys, origin };
    const door = await openSetUp(deps, {
      org: ORG,
      by: ADMIN_COMMAND,
      rescue: { command: 'trust-key', reason: 'lost' },
    });
    if (!door.ok) throw new Error('a reason opens the door');
    const trusted = await trustKey(deps, ORG, fingerprint, ADMIN_COMMAND, door.value.permitted);
    return trusted.ok ? trusted.value.operator : trusted.error;
  }
  const rescues = async () => (await ledger.entries(ORG, 'rescue.used')).map(({ data }) => data.reason);

  it('a rescue trusts the signing key of an admin, and is recorded first', async () => {
    const fingerprint = await keyOfOperator('op_echo', 1, ENROLLED);
    expect([await trust(fingerprint), await rescues()]).toEqual(['op_echo', ['lost']]);
  });

  it('a rescue trusts the signing key although the answer to the write is lost', async () => {
    const fingerprint = await keyOfOperator('op_echo', 1, ENROLLED);
    expect(await trust(fingerprint, createPasskeyStore(losingAnswers(ledger.tables)))).toBe('op_echo');
  });

  it('a rescue with a mistyped fingerprint is not recorded', async () => {
    await keyOfOperator('op_echo', 1, ENROLLED);
    expect([await trust('SHA256:mistyped'), await rescues()]).toEqual(['no_such_key', []]);
  });

  it('a rescue refuses the signing key of an operator who is not an admin', async () => {
    const fingerprint = await keyOfOperator('op_golf', 2, ENROLLED);
    expect([await trust(fingerprint), await rescues()]).toEqual(['no_admin', []]);
  });

  it('a rescue is refused while an enabled admin has a countersigned key', async () => {
    await keyOfOperator('op_foxtrot', 3, COUNTERSIGNED);
    const fingerprint = await keyOfOperator('op_echo', 1, ENROLLED);
    expect([await trust(fingerprint), await rescues()]).toEqual(['admin_can_sign', []]);
  });

  it('a rescue is possible although an operator who is not an admin has a countersigned key', async () => {
    await keyOfOperator('op_golf', 2, COUNTERSIGNED);
    const fingerprint = await keyOfOperator('op_echo', 1, ENROLLED);
    expect(await trust(fingerprint)).toBe('op_echo');
  });
});

/** The peer against which refused attempts are counted. */
const peer = (sourceIp: string) => peerOf(eventOf('GET', '/', { 'x-forwarded-for': '203.0.113.9' }, { sourceIp }));

describe('a peer', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:1::2:3:4:5', '2001:db8:1:0::/64'],
  ])('the peer of a call from %s is %s', (address, counted) => {
    expect(peer(address)).toBe(counted);
  });
});
