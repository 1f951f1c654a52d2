/** Keys that can be trusted: enrolment, countersignature, and the list for auditors (docs/decisions/signed-turns.md). */

import { FOUR_EYES_ORG } from '../../src/local/demo';
import { person, SET_UP } from '../../src/protocol/actor';
import type { ActionId, RequestId } from '../../src/protocol/identifiers';
import { timeText } from '../../src/protocol/ssh/allowed-signers';
import { parseArmour } from '../../src/protocol/ssh/signature';
import { isSignedBy } from '../../src/protocol/ssh/verify';
import { parseCountersign, parseEnrolment } from '../../src/protocol/statements/enrolment';
import { verifyKeys } from '../../src/protocol/statements/proof-keys';
import { statementHash } from '../../src/protocol/statements/turn';
import { CHANGES_TURN } from '../../src/service/access/rules/signed-changes';
import { createPasskeyStore } from '../../src/service/access/store/passkey-store';
import { applyChange } from '../../src/service/administration/use-cases/apply-change';
import { makeEdit } from '../../src/service/administration/use-cases/make-edit';
import { handOver } from '../../src/service/execution/rules/integration';
import { aCredential } from '../support/authenticator';
import { aNewPolicy, op } from '../support/builders';
import { type Ledger, openLedger } from '../support/ledger';
import { createMeter } from '../support/meter';
import { PERMIT } from '../support/permit';
import {
  aSigningOperator,
  countersigns,
  HERE,
  SIGNING_ORIGIN,
  type SigningOperator,
  signedKeyStatement,
  signsEnrolment,
} from '../support/signing';
import { isGood, itWithSshKeygen } from '../support/ssh-keygen';

const OPERATORS = ['op_echo', 'op_foxtrot', 'op_golf'] as const;

const SIGNED = aNewPolicy({
  ...{ id: 'release.signed' as ActionId, title: 'Release, signed', roster: OPERATORS.map(op) },
  ...{ quorum: { default: 1, min: 1, max: 1, selectable: false }, turn: 'code_and_passkey' },
});

/** An organization with two admins, echo and foxtrot, and an operator, golf. */
async function openOrganization() {
  const ledger = await openLedger({ origin: SIGNING_ORIGIN, memory: true });
  for (const id of OPERATORS) await ledger.signIn(id, FOUR_EYES_ORG);
  const editor = { org: FOUR_EYES_ORG, by: SET_UP };
  const put = await makeEdit(ledger.ports, editor, { kind: 'put_action', policy: SIGNED, ifVersion: 0 }, PERMIT);
  if (!put.ok) throw new Error('the action was not stored');
  const at = { api: ledger.api, code: (id: string, request: string) => ledger.code(id, request, FOUR_EYES_ORG) };
  const newKey = (id: string) => aSigningOperator(at, id);
  const propose = async (): Promise<string> =>
    (await ledger.v1('four_eyes', 'POST', '/v1/requests', { body: { action: SIGNED.id, requester: 'op_echo' } })).body
      .request.id;
  const turn = async (operator: SigningOperator) => operator.turn(await propose());
  return { ledger, newKey, propose, turn };
}

type Organization = Awaited<ReturnType<typeof openOrganization>>;

const keysOf = async (ledger: Ledger, query = '', admin = 'op_echo') =>
  (await ledger.api(admin, 'GET', `/api/signing-keys${query}`)).body;
const signersAt = async (ledger: Ledger, atMs = ledger.clock.nowMs()): Promise<string> =>
  (await ledger.api('op_echo', 'GET', `/api/allowed-signers?at=${atMs}`)).body.allowed_signers;
const entriesOf = async ({ tables }: Ledger, passkey: string) =>
  (await createPasskeyStore(tables).passkey(FOUR_EYES_ORG, passkey))!.journal.flatMap(({ entries }) => entries);

describe('a signing key', () => {
  let org: Organization;
  let ledger: Ledger;
  let echo: SigningOperator;
  let golf: SigningOperator;
  beforeAll(async () => {
    org = await openOrganization();
    ledger = org.ledger;
    [echo, golf] = [await org.newKey('op_echo'), await org.newKey('op_golf')];
  });
  afterAll(async () => {
    expect(ledger?.errors).toEqual([]);
    await ledger?.stop();
  });

  const enrolment = (of: SigningOperator) => `/api/passkeys/${of.passkey}/enrolment`;
  const countersignature = (of: SigningOperator) => `/api/signing-keys/${of.passkey}/countersignature`;

  it('a signing key signs its own enrolment, which names it by a fingerprint, and is in the audit chain with its hash', async () => {
    const { body } = await ledger.api('op_golf', 'GET', enrolment(golf));
    const stated = parseEnrolment(body.statement)!;
    expect(stated).toMatchObject({
      org: FOUR_EYES_ORG,
      operator: 'op_golf',
      passkey: golf.passkey,
      decision: 'enrol',
      expires_at: expect.any(Number),
    });
    const signed = await ledger.api('op_golf', 'POST', enrolment(golf), signedKeyStatement(golf, body.statement));
    expect(signed).toMatchObject({ status: 200, body: { passkey: { standing: 'waiting' } } });
    const { enrolment: kept } = await createPasskeyStore(ledger.tables).keyStatements(FOUR_EYES_ORG, golf.passkey);
    expect(kept!.statement).toBe(body.statement);
    expect(isSignedBy(parseArmour(kept!.signature)!, 'enrolment@ras', body.statement)).toBe(true);
    expect((await entriesOf(ledger, golf.passkey)).find(({ kind }) => kind === 'signing_key.enrolled')).toMatchObject({
      ...person('op_golf'),
      data: { operator: 'op_golf', fingerprint: stated.key.fingerprint, statement: statementHash(body.statement) },
    });
    expect(
      await ledger.api('op_golf', 'POST', enrolment(golf), signedKeyStatement(golf, body.statement)),
    ).toMatchObject({
      status: 409,
    });
  });

  describe('an enrolment that is refused', () => {
    let key: SigningOperator;
    let statement: string;
    beforeEach(async () => {
      key ??= await org.newKey('op_golf');
      statement = (await ledger.api('op_golf', 'GET', enrolment(key))).body.statement;
    });
    const refusedWith = async (sent: object, status = 422) =>
      expect(await ledger.api('op_golf', 'POST', enrolment(key), sent)).toMatchObject({ status });

    it('a key is not enrolled by another key, another statement, or a passkey that did not verify its user', async () => {
      await refusedWith(signedKeyStatement({ ...key, credential: aCredential(HERE) }, statement));
      // Its own signature, said to be another passkey's.
      await refusedWith(signedKeyStatement({ ...key, passkey: golf.passkey }, statement));
      await refusedWith({ ...signedKeyStatement(key, statement), statement: statement.replace('op_golf', 'op_echo') });
      const use = (challenge: string) => key.credential.use(challenge, { verifiesUser: false });
      await refusedWith(signedKeyStatement({ ...key, credential: { ...key.credential, use } }, statement));
    });

    it('a key is not enrolled by a turn, which is signed in another namespace', async () => {
      const { signature } = signedKeyStatement(key, statement);
      await refusedWith({ statement, signature: { ...signature, ...(await key.sign('', { statement })) } });
    });

    it('a key is not enrolled with a statement that the service did not make, or made for another key', async () => {
      const invented = statement.replace(/"nonce":"[^"]*"/, '"nonce":"bm90LWEtbm9uY2U"');
      await refusedWith(signedKeyStatement(key, invented));
      const other = (await ledger.api('op_echo', 'GET', enrolment(echo))).body.statement;
      await refusedWith(signedKeyStatement(key, other));
    });

    it('a key is not enrolled after five minutes', async () => {
      ledger.clock.advance(5 * 60_000 + 1);
      await refusedWith(signedKeyStatement(key, statement));
    });

    it('a key is not enrolled by another operator', async () => {
      expect((await ledger.api('op_echo', 'GET', enrolment(key))).status).toBe(404);
      expect((await ledger.api('op_echo', 'POST', enrolment(key), signedKeyStatement(key, statement))).status).toBe(
        404,
      );
    });
  });

  it('a signing key waits in the list of the admins, with its operator, fingerprint, time and transports', async () => {
    const { bootstrap, keys } = await keysOf(ledger, '?standing=waiting');
    expect(bootstrap).toBe(true);
    expect(keys).toEqual([
      expect.objectContaining({
        id: golf.passkey,
        operator: 'op_golf',
        name: 'laptop',
        standing: 'waiting',
        fingerprint: expect.stringMatching(/^SHA256:/),
        enrolled_at: expect.any(Number),
        transports: [],
      }),
    ]);
    expect((await ledger.api('op_golf', 'GET', '/api/signing-keys')).status).toBe(403);
    expect((await keysOf(ledger, '?limit=1')).cursor).not.toBeNull();
  });

  it('a signing key is countersigned by another admin who has a key that signed its enrolment, and by nobody else', async () => {
    expect((await countersigns(ledger, golf, golf.passkey)).status).toBe(403);
    // Echo's own key did not sign its enrolment yet.
    expect(await countersigns(ledger, echo, golf.passkey)).toMatchObject({ status: 409 });
    expect((await signsEnrolment(ledger, echo)).status).toBe(200);
    expect(await countersigns(ledger, echo, echo.passkey)).toMatchObject({ status: 409 });
    const { statement } = (await ledger.api('op_echo', 'GET', countersignature(golf))).body;
    const stranger = signedKeyStatement({ ...echo, credential: aCredential(HERE) }, statement);
    expect((await ledger.api('op_echo', 'POST', countersignature(golf), stranger)).status).toBe(422);
    expect(await countersigns(ledger, echo, golf.passkey)).toMatchObject({
      status: 200,
      body: { passkey: { standing: 'countersigned' } },
    });
    expect((await countersigns(ledger, echo, golf.passkey)).status).toBe(409);
  });

  it('a countersignature is in the audit chain, marked if nobody had countersigned the admin', async () => {
    const { countersignature: kept } = await createPasskeyStore(ledger.tables).keyStatements(
      FOUR_EYES_ORG,
      golf.passkey,
    );
    expect(parseCountersign(kept!.statement)).toMatchObject({
      decision: 'countersign',
      by: 'op_echo',
      operator: 'op_golf',
    });
    const entries = await entriesOf(ledger, golf.passkey);
    const entry = entries.find(({ kind }) => kind === 'signing_key.countersigned');
    expect(entry).toMatchObject({
      ...person('op_echo'),
      data: { statement: statementHash(kept!.statement), bootstrap: true, ends_bootstrap: false },
    });
  });

  it('one of two concurrent countersignatures is kept', async () => {
    // Tests before this one moved the clock, and a passkey is added in a session that began in the last five minutes.
    await ledger.signIn('op_golf', FOUR_EYES_ORG);
    const key = await org.newKey('op_golf');
    await signsEnrolment(ledger, key);
    const path = countersignature(key);
    const sent = [1, 2].map(async () => {
      const { statement } = (await ledger.api('op_echo', 'GET', path)).body;
      return signedKeyStatement(echo, statement);
    });
    const bodies = [await sent[0]!, await sent[1]!];
    const answers = await Promise.all(bodies.map((body) => ledger.api('op_echo', 'POST', path, body)));
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const kept = (await entriesOf(ledger, key.passkey)).filter(({ kind }) => kind === 'signing_key.countersigned');
    expect(kept).toHaveLength(1);
  });
});

describe('the bootstrap of an organization', () => {
  let org: Organization;
  let ledger: Ledger;
  let echo: SigningOperator;
  let foxtrot: SigningOperator;
  let golf: SigningOperator;
  const times: Record<'enrolled' | 'ended' | 'countersigned' | 'removed', number> = {
    enrolled: 0,
    ended: 0,
    countersigned: 0,
    removed: 0,
  };
  let proven: string;
  beforeAll(async () => {
    org = await openOrganization();
    ledger = org.ledger;
    [echo, foxtrot, golf] = [await org.newKey('op_echo'), await org.newKey('op_foxtrot'), await org.newKey('op_golf')];
    for (const each of [echo, foxtrot]) expect((await signsEnrolment(ledger, each)).status).toBe(200);
  });
  afterAll(async () => {
    expect(ledger?.errors).toEqual([]);
    await ledger?.stop();
  });
  const optionOf = async (operator: string) => {
    const { body } = await ledger.api(operator, 'GET', `/api/requests/${await org.propose()}`);
    return body.view.you.options.find((option: { action: string }) => option.action === 'turn');
  };

  it('in the bootstrap every key signs turns, and the list marks the ones that nobody countersigned', async () => {
    expect((await org.turn(golf)).body.request).toMatchObject({ outcome: 'authorized' });
    expect(await signersAt(ledger)).toMatch(/^# bootstrap: nobody had countersigned this key\nop_golf /m);
    times.enrolled = ledger.clock.nowMs();
  });

  it('the bootstrap ends when the first two admins have countersigned each other', async () => {
    ledger.clock.advance(60_000);
    expect((await countersigns(ledger, echo, foxtrot.passkey)).status).toBe(200);
    expect((await keysOf(ledger)).bootstrap).toBe(true);
    expect((await org.turn(golf)).status).toBe(200);
    ledger.clock.advance(60_000);
    expect((await countersigns(ledger, foxtrot, echo.passkey)).status).toBe(200);
    times.ended = ledger.clock.nowMs();
    expect((await keysOf(ledger)).bootstrap).toBe(false);
    const entries = await entriesOf(ledger, echo.passkey);
    expect(entries.find(({ kind }) => kind === 'signing_key.countersigned')?.data).toMatchObject({
      bootstrap: false,
      ends_bootstrap: true,
    });
  });

  it('after the bootstrap only countersigned keys sign turns, and their operators see why before they type', async () => {
    ledger.clock.advance(60_000);
    const id = await org.propose();
    expect(
      (await ledger.api('op_golf', 'GET', `/api/requests/${id}/statement?decision=authorize`)).body.passkeys,
    ).toEqual([]);
    expect(await optionOf('op_golf')).toMatchObject({ allowed: false, why: expect.stringMatching(/countersigned/) });
    const code = await ledger.code('op_golf', id, FOUR_EYES_ORG);
    const signature = await golf.sign(id, {
      statement: (await ledger.api('op_golf', 'GET', `/api/requests/${id}/statement?decision=authorize`)).body
        .statement,
    });
    const refused = await ledger.api('op_golf', 'POST', `/api/requests/${id}/turn`, { code, signature });
    expect(refused).toMatchObject({ status: 409, body: { kind: 'not_signed' } });
    // It still signs in, and refusing never waits for a signature.
    expect((await ledger.refuse('op_golf', id)).status).toBe(200);
    expect((await org.turn(echo)).body.request).toMatchObject({ outcome: 'authorized' });
  });

  it('a key that nobody countersigned cannot countersign another key', async () => {
    const second = await org.newKey('op_foxtrot');
    await signsEnrolment(ledger, second);
    await signsEnrolment(ledger, golf);
    const { statement, passkeys } = (
      await ledger.api('op_foxtrot', 'GET', `/api/signing-keys/${golf.passkey}/countersignature`)
    ).body;
    expect(passkeys.map((each: { id: string }) => each.id)).toEqual([foxtrot.passkey]);
    const sent = signedKeyStatement(second, statement);
    expect(
      (await ledger.api('op_foxtrot', 'POST', `/api/signing-keys/${golf.passkey}/countersignature`, sent)).status,
    ).toBe(422);
  });

  it('a key that is countersigned later signs turns from then on', async () => {
    expect((await countersigns(ledger, foxtrot, golf.passkey)).status).toBe(200);
    times.countersigned = ledger.clock.nowMs();
    expect(await optionOf('op_golf')).toMatchObject({ allowed: true });
    const id = await org.propose();
    const body = { code: await ledger.code('op_golf', id, FOUR_EYES_ORG), signature: await golf.sign(id) };
    const meter = createMeter(ledger.tables);
    const turned = await meter.measure(() => ledger.api('op_golf', 'POST', `/api/requests/${id}/turn`, body));
    expect(turned.answer.body.request).toMatchObject({ outcome: 'authorized' });
    // As many as with any signed turn: a countersigned key counts whether the bootstrap has ended or not. The session, its
    // operator, the request with its intent, the operators and the passkey; then the turn.
    const calls = turned.cost.calls.map(({ command }) => command).sort();
    expect(calls).toEqual(['GetItem', 'GetItem', 'GetItem', 'Query', 'Query', 'TransactWriteItems']);
    proven = id;
  });

  it('a key’s proof has what it signed about itself, its countersignature, and the key of the admin who countersigned it', async () => {
    const { files } = (await ledger.v1('four_eyes', 'GET', `/v1/requests/${proven}/proof`)).body.proof;
    expect(parseEnrolment(files['key-01.json'])).toMatchObject({ operator: 'op_golf', passkey: golf.passkey });
    expect(parseCountersign(files['key-01-countersigned.json'])).toMatchObject({ by: 'op_foxtrot' });
    const names = (files.allowed_signers as string).match(/^\w+(?= namespaces)/gm)!;
    expect([...new Set(names)]).toEqual(['service', 'op_golf', 'op_foxtrot']);
    const options = {
      allowedSigners: files.allowed_signers,
      countersignedAtMs: () => times.countersigned,
      allowUnenrolled: false,
    };
    expect(verifyKeys(files, options)).toMatchObject({
      ok: true,
      value: [{ operator: 'op_golf', countersigned: { by: 'op_foxtrot' } }],
    });
  });

  it('the keys of somebody whose access is revoked are removed, and sign nothing from that moment', async () => {
    ledger.clock.advance(60_000);
    const id = await org.propose();
    const signature = await golf.sign(id);
    expect((await ledger.api('op_foxtrot', 'DELETE', '/api/sessions?operator=op_golf')).status).toBe(200);
    times.removed = ledger.clock.nowMs();
    await ledger.signIn('op_golf', FOUR_EYES_ORG);
    const code = await ledger.code('op_golf', id, FOUR_EYES_ORG);
    const late = await ledger.api('op_golf', 'POST', `/api/requests/${id}/turn`, { code, signature });
    // The operator’s seats are struck too. A later request asks the operator again.
    expect(late).toMatchObject({ status: 403, body: { error: expect.stringMatching(/no seat/) } });
    ledger.clock.advance(1000);
    const next = await org.propose();
    const body = { code: await ledger.code('op_golf', next, FOUR_EYES_ORG), signature: await golf.sign(next) };
    expect(await ledger.api('op_golf', 'POST', `/api/requests/${next}/turn`, body)).toMatchObject({
      status: 409,
      body: { kind: 'not_signed', error: expect.stringMatching(/no such passkey/) },
    });
    expect(
      (await keysOf(ledger, '?standing=countersigned')).keys.map((key: { operator: string }) => key.operator),
    ).toEqual(['op_echo', 'op_foxtrot']);
  });

  itWithSshKeygen('a stock OpenSSH finds a key in the list valid when it was valid, and not in between', async () => {
    ledger.clock.advance(60_000);
    const text = await signersAt(ledger);
    const { enrolment } = await createPasskeyStore(ledger.tables).keyStatements(FOUR_EYES_ORG, golf.passkey);
    const isValid = (atMs: number, allowedSigners = text) =>
      isGood({
        allowedSigners,
        signer: 'op_golf',
        namespace: 'enrolment@ras',
        signature: enrolment!.signature,
        message: enrolment!.statement,
        at: timeText(atMs),
      });
    const minute = 60_000;
    expect({
      before: isValid(times.enrolled - 10 * minute),
      inBootstrap: isValid(times.enrolled + 1000),
      between: isValid(times.ended + 2000),
      countersigned: isValid(times.countersigned + 2000),
      removed: isValid(times.removed + 2000),
    }).toEqual({ before: false, inBootstrap: true, between: false, countersigned: true, removed: false });
    // Verified as of a time when the key was valid, so without its later end.
    const then = await signersAt(ledger, times.countersigned + 2000);
    expect(isValid(times.removed + 2000, then)).toBe(true);
    expect(await signersAt(ledger, times.enrolled - 10 * minute)).not.toContain('op_golf');
  });

  describe('signed changes of the configuration', () => {
    const RELEASE = {
      title: 'Release to customers',
      roster: [...OPERATORS],
      quorum: { default: 1, min: 1, max: 3, selectable: false },
      deny_self_approval: true,
    };
    const proposeChange = async (path: string, body: object): Promise<string> => {
      const { status, body: answer } = await ledger.api('op_echo', 'PUT', path, body);
      expect(status).toBe(202);
      return answer.change.id;
    };
    const turnOf = async (id: string) =>
      (await ledger.api('op_foxtrot', 'GET', `/api/requests/${id}`)).body.view.turn as string;
    /** As the function behind the timers does, once the change is approved. */
    const apply = async (id: string) => {
      const load = async () => (await ledger.requests.load(FOUR_EYES_ORG, id as RequestId))!.request;
      await ledger.requests.save(handOver(await load(), ledger.clock.nowMs()), `w-${id}`);
      await applyChange(ledger.ports, await load());
      return (await load()).state;
    };

    it('changes are approved with a passkey if every admin has a countersigned key', async () => {
      const id = await proposeChange('/api/actions/demo.release', RELEASE);
      expect(await turnOf(id)).toBe('code_and_passkey');
      const code = await ledger.code('op_foxtrot', id, FOUR_EYES_ORG);
      expect(await ledger.api('op_foxtrot', 'POST', `/api/requests/${id}/turn`, { code })).toMatchObject({
        status: 409,
        body: { kind: 'not_signed' },
      });
      expect((await foxtrot.turn(id)).body.request).toMatchObject({ outcome: 'authorized' });
      expect(await apply(id)).toBe('succeeded');
    });

    it('changes are still approved with a passkey when there is an admin without a key', async () => {
      const patch = { role: 'admin' };
      const { body } = await ledger.api('op_echo', 'PATCH', '/api/operators/op_golf', patch);
      expect((await foxtrot.turn(body.change.id)).status).toBe(200);
      expect(await apply(body.change.id)).toBe('succeeded');
      expect((await keysOf(ledger)).changes_turn).toBe('code_and_passkey');
      expect(await turnOf(await proposeChange('/api/actions/demo.release', { ...RELEASE, title: 'Other' }))).toBe(
        'code_and_passkey',
      );
    });

    it('changes are approved with a passkey until another admin approved to end that with a passkey', async () => {
      const id = await proposeChange('/api/changes-turn', { turn: 'code' });
      expect(await turnOf(id)).toBe('code_and_passkey');
      expect((await keysOf(ledger)).changes_turn).toBe('code_and_passkey');
      expect((await foxtrot.turn(id)).status).toBe(200);
      expect(await apply(id)).toBe('succeeded');
      expect((await keysOf(ledger)).changes_turn).toBe('code');
      const next = await proposeChange('/api/actions/demo.release', { ...RELEASE, title: 'Another' });
      expect(await turnOf(next)).toBe('code');
    });

    it('changes can be approved with a passkey again as soon as every admin has a key', async () => {
      const begin = () => ledger.api('op_echo', 'PUT', '/api/changes-turn', { turn: 'code_and_passkey' });
      expect((await begin()).status).toBe(409);
      await ledger.api('op_echo', 'PATCH', '/api/operators/op_golf', { role: 'operator' });
      expect(await begin()).toMatchObject({ status: 200, body: { turn: 'code_and_passkey' } });
      const setting = (await ledger.ports.config.setting(FOUR_EYES_ORG, CHANGES_TURN))!;
      expect(setting.journal.flatMap(({ entries }) => entries).map(({ data }) => data.turn)).toEqual([
        'code_and_passkey',
        'code',
        'code_and_passkey',
      ]);
    });
  });
});
