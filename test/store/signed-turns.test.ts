/** An action whose turns are signed, over the embedded database (docs/decisions/signed-turns.md). */

import { DEMO_ORG } from '../../src/local/demo';
import type { RequestId } from '../../src/protocol/identifiers';
import { allowedSignersText } from '../../src/protocol/ssh/allowed-signers';
import { parseArmour } from '../../src/protocol/ssh/signature';
import { isSignedBy } from '../../src/protocol/ssh/verify';
import { policyDigest } from '../../src/protocol/statements/policy';
import { parseTurnStatement, statementHash } from '../../src/protocol/statements/turn';
import { createSignedDecisionStore } from '../../src/service/request/store/beside-request';
import { aCredential } from '../support/authenticator';
import { type Ledger, openLedger } from '../support/ledger';
import { createMeter } from '../support/meter';
import { withoutDisplay } from '../support/plain-action';
import { aSigningOperator, HERE, SIGNING_ORIGIN, type SigningOperator } from '../support/signing';
import { isGood, itWithSshKeygen } from '../support/ssh-keygen';

const PAYOUT = { action: 'demo.payout', requester: 'op_alpha', params: { to: 'acct_7', amount: '900' } };

describe('an action whose turns are signed', () => {
  let ledger: Ledger;
  let bravo: SigningOperator;
  let charlie: SigningOperator;
  const open = async (opened: Promise<Ledger>) => {
    ledger = await opened;
    bravo = await aSigningOperator(ledger, 'op_bravo');
    charlie = await aSigningOperator(ledger, 'op_charlie', { counts: false });
  };
  beforeAll(() => open(openLedger({ origin: SIGNING_ORIGIN, memory: true })));
  afterAll(async () => {
    expect(ledger?.errors).toEqual([]);
    await ledger?.stop();
  });

  const propose = (body: object = PAYOUT): Promise<string> => ledger.proposed(body);
  const post = (operator: string, id: string, command: string, body: object = {}) =>
    ledger.api(operator, 'POST', `/api/requests/${id}/${command}`, body);
  const signed = async (id: string) =>
    (await createSignedDecisionStore(ledger.tables).ofRequest(DEMO_ORG, id as RequestId)).decisions;
  const turnOption = async (operator: string, id: string) =>
    (await ledger.api(operator, 'GET', `/api/requests/${id}`)).body.view.you.options.find(
      (option: { action: string }) => option.action === 'turn',
    );

  it('an action whose turns are signed is authorized by a quorum that signed, and keeps what each operator signed', async () => {
    const id = await propose();
    expect((await bravo.turn(id)).body.view).toMatchObject({ turn: 'code_and_passkey', turned: 1, needed: 1 });
    expect((await charlie.turn(id)).body.request).toMatchObject({ outcome: 'authorized' });
    const kept = await signed(id);
    expect(kept.map(({ operator, decision }) => [operator, decision])).toEqual([
      ['op_bravo', 'authorize'],
      ['op_charlie', 'authorize'],
    ]);
    for (const { statement, signature, operator } of kept) {
      expect(parseTurnStatement(statement)).toMatchObject({ request: id, org: DEMO_ORG, operator, round: 1 });
      expect(isSignedBy(parseArmour(signature)!, 'turn@ras', statement)).toBe(true);
    }
  });

  it('the audit chain has the hash of the signed statement with the turn', async () => {
    const id = await propose();
    await bravo.turn(id);
    const { request } = (await ledger.requests.load(DEMO_ORG, id as RequestId))!;
    const entries = request.journal.flatMap((record) => record.entries);
    const { statement } = (await signed(id))[0]!;
    const turned = entries.find(({ kind }) => kind === 'key.turned');
    expect(turned?.data).toEqual({ round: 1, statement: statementHash(statement) });
  });

  itWithSshKeygen('a stock OpenSSH verifies signed turns', async () => {
    const id = await propose();
    await bravo.turn(id);
    const { statement, signature } = (await signed(id))[0]!;
    const { key } = parseArmour(signature)!;
    const signer = { namespaces: ['turn@ras'], validAfterMs: null, validBeforeMs: null, key };
    const allowedSigners = allowedSignersText([{ ...signer, principal: 'op_bravo' }]);
    const asked = { allowedSigners, signer: 'op_bravo', namespace: 'turn@ras', signature, message: statement };
    expect(isGood(asked)).toBe(true);
    expect(isGood({ ...asked, message: statement.replace('op_bravo', 'op_delta') })).toBe(false);
  });

  it('a signed turn names the policy by the digest of a document that the console can compare with what it shows', async () => {
    const id = await propose();
    const { body } = await ledger.api('op_bravo', 'GET', `/api/requests/${id}/statement?decision=authorize`);
    expect(JSON.parse(body.policy)).toEqual({
      v: 1,
      action: 'demo.payout',
      version: 1,
      mode: 'independent',
      quorum: 2,
      requester: 'op_alpha',
      seats: ['op_bravo', 'op_charlie', 'op_delta'],
      self_approval: 'allowed',
      turn: 'code_and_passkey',
    });
    expect(JSON.parse(body.statement).policy).toEqual({ version: 1, digest: policyDigest(body.policy) });
    expect(body.passkeys.map((each: { id: string }) => each.id)).toEqual([bravo.passkey]);
  });

  it('a code without a required signature is refused, and is not counted as wrong', async () => {
    const id = await propose();
    const code = await ledger.code('op_bravo', id);
    const unsigned = await post('op_bravo', id, 'turn', { code });
    expect(unsigned).toMatchObject({ status: 409, body: { kind: 'not_signed' } });
    const guess = await post('op_bravo', id, 'turn', { code: '00000000' });
    expect(guess).toMatchObject({ status: 409, body: { kind: 'not_signed' } });
    const { request } = (await ledger.requests.load(DEMO_ORG, id as RequestId))!;
    expect(request.seats[0]).toMatchObject({ operator: 'op_bravo', wrongCodes: 0 });
    expect(await signed(id)).toEqual([]);
  });

  it('a signature without the right code counts as a wrong code, and is not kept', async () => {
    const id = await propose();
    const signature = await bravo.sign(id);
    const code = (await ledger.code('op_bravo', id)) === '11111111' ? '22222222' : '11111111';
    expect((await post('op_bravo', id, 'turn', { code, signature })).status).toBe(403);
    const { request } = (await ledger.requests.load(DEMO_ORG, id as RequestId))!;
    expect(request.seats[0]).toMatchObject({ operator: 'op_bravo', wrongCodes: 1 });
    expect(await signed(id)).toEqual([]);
  });

  describe('a signature that is refused', () => {
    const refusedWith = async (id: string, operator: SigningOperator, signature: object) => {
      const code = await ledger.code(operator.id, id);
      const answer = await post(operator.id, id, 'turn', { code, signature });
      expect(answer).toMatchObject({ status: 409, body: { kind: 'not_signed' } });
      expect(await signed(id)).toEqual([]);
      return answer.body.error as string;
    };

    it('a signature of another request, decision or operator is refused', async () => {
      const [id, other] = [await propose(), await propose()];
      expect(await refusedWith(id, bravo, await bravo.sign(other))).toMatch(/not of this request/);
      expect(await refusedWith(id, bravo, await bravo.sign(id, { decision: 'refuse' }))).toMatch(/not of this request/);
      const charlies = await bravo.sign(id, { statement: await charlie.statement(id) });
      expect(await refusedWith(id, bravo, charlies)).toMatch(/not of this request/);
    });

    it('a signature by another operator’s passkey, or by a key that nobody enrolled, is refused', async () => {
      const id = await propose();
      const statement = await bravo.statement(id);
      expect(await refusedWith(id, bravo, await charlie.sign(id, { statement }))).toMatch(/no such passkey/);
      const stranger = await bravo.sign(id, { by: aCredential(HERE) });
      expect(await refusedWith(id, bravo, stranger)).toMatch(/not of this request/);
      const invented = { ...(await bravo.sign(id)), passkey: 'psk_000000000000000000000000' };
      expect(await refusedWith(id, bravo, invented)).toMatch(/no such passkey/);
    });

    it('a signature of a turn that was taken back is refused', async () => {
      const id = await propose();
      const first = await bravo.sign(id);
      expect((await bravo.turn(id, first)).status).toBe(200);
      expect((await post('op_bravo', id, 'withdraw')).status).toBe(200);
      const again = await post('op_bravo', id, 'turn', { code: await ledger.code('op_bravo', id), signature: first });
      expect(again).toMatchObject({ status: 409, body: { kind: 'not_signed' } });
      expect((await bravo.turn(id)).status).toBe(200);
      expect((await signed(id)).map(({ takenBack }) => takenBack)).toEqual([0, 1]);
    });

    it('a signature from before an admin re-issued the code is refused', async () => {
      const id = await propose();
      const before = await bravo.sign(id);
      expect((await post('op_alpha', id, 'reissue', { operator: 'op_bravo' })).status).toBe(200);
      expect(await refusedWith(id, bravo, before)).toMatch(/not of this request/);
    });

    it('a signature with a counter that did not grow is refused', async () => {
      const [id, other] = [await propose(), await propose()];
      const [older, newer] = [await bravo.sign(id), await bravo.sign(other)];
      expect((await bravo.turn(other, newer)).status).toBe(200);
      expect(await refusedWith(id, bravo, older)).toMatch(/copied/);
    });

    it('a signature of a passkey that was deleted a moment ago is refused', async () => {
      const second = await aSigningOperator(ledger, 'op_bravo');
      const id = await propose();
      const signature = await second.sign(id);
      expect((await ledger.api('op_bravo', 'DELETE', `/api/passkeys/${second.passkey}`)).status).toBe(200);
      expect(await refusedWith(id, bravo, signature)).toMatch(/no such passkey/);
    });
  });

  it('a refusal is kept with its signature, and works as well without one or with an invalid one', async () => {
    const [withKey, without, wrong] = [await propose(), await propose(), await propose()];
    const signature = await bravo.sign(withKey, { decision: 'refuse' });
    expect((await post('op_bravo', withKey, 'refuse', { signature })).body.request.outcome).toBe('denied');
    expect((await post('op_delta', without, 'refuse')).body.request.outcome).toBe('denied');
    const aborted = await propose();
    expect((await post('op_delta', aborted, 'abort')).body.request.outcome).toBe('aborted');
    const body = { signature: await bravo.sign(withKey, { statement: '{}' }) };
    expect((await post('op_bravo', wrong, 'refuse', body)).body.request.outcome).toBe('denied');
    expect((await signed(withKey)).map(({ decision, operator }) => [operator, decision])).toEqual([
      ['op_bravo', 'refuse'],
    ]);
    expect([...(await signed(without)), ...(await signed(wrong))]).toEqual([]);
  });

  it('an operator without a passkey is told why they cannot turn a key and where to add one, before they type', async () => {
    const id = await propose();
    const option = await turnOption('op_delta', id);
    expect(option.allowed).toBe(false);
    expect(option.why).toMatch(/passkey.*Account/);
    expect(await turnOption('op_bravo', id)).toEqual({ action: 'turn', allowed: true, why: null });
    const { body } = await ledger.api('op_delta', 'GET', `/api/requests/${id}/statement?decision=authorize`);
    expect(body.passkeys).toEqual([]);
  });

  it('no statement to sign is given to somebody without a seat, for a plain action, or once it is decided', async () => {
    const statement = (operator: string, id: string) =>
      ledger.api(operator, 'GET', `/api/requests/${id}/statement?decision=authorize`);
    const id = await propose();
    expect((await statement('op_alpha', id)).status).toBe(403);
    expect((await statement('op_bravo', await propose({ action: 'demo.solo', requester: 'op_alpha' }))).status).toBe(
      422,
    );
    expect((await statement('op_bravo', 'req_000000000000000000000000')).status).toBe(404);
    await post('op_bravo', id, 'refuse');
    expect(await statement('op_bravo', id)).toMatchObject({ status: 409, body: { kind: 'decided' } });
  });

  it('in the bootstrap a signed turn costs one trip more than a plain turn, which reads after the passkey whether it has ended', async () => {
    // Tables in memory have no units.
    await ledger.stop();
    await open(openLedger({ origin: SIGNING_ORIGIN }));
    const meter = createMeter(ledger.tables);
    const measured = async (operator: SigningOperator, signature: object | null, id: string) => {
      const body = { code: await ledger.code(operator.id, id), ...(signature && { signature }) };
      const { answer, cost } = await meter.measure(() => post(operator.id, id, 'turn', body));
      expect(answer.status).toBe(200);
      return { trips: cost.trips, writes: cost.writes.table, calls: cost.calls.length };
    };
    await withoutDisplay(ledger, 'demo.deploy');
    const deploy = { ...PAYOUT, action: 'demo.deploy', requester: 'op_delta' };
    // An instance reads the name of an API key once.
    await ledger.api(bravo.id, 'GET', `/api/requests/${await propose(deploy)}`);
    const plain = await measured(bravo, null, await propose(deploy));
    expect(plain).toEqual({ trips: 3, writes: 4, calls: 5 });
    const [counting, synced] = [await propose(), await propose()];
    // In a transaction every KiB costs twice: the signature has two. A passkey costs the same whether it is written or checked.
    expect(await measured(bravo, await bravo.sign(counting), counting)).toEqual({ trips: 4, writes: 10, calls: 7 });
    expect(await measured(charlie, await charlie.sign(synced), synced)).toEqual({ trips: 4, writes: 10, calls: 7 });
  });
});
