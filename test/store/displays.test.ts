/** A display from the policy to the proof: what is shown is what is signed (docs/decisions/displays.md). */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { actionVersionKey } from '../../src/adapters/dynamodb/keys';
import { DEMO_ORG } from '../../src/local/demo';
import { type Display, displayText } from '../../src/protocol/display/display';
import { render } from '../../src/protocol/display/render';
import type { RequestId } from '../../src/protocol/identifiers';
import { verifyProof } from '../../src/protocol/statements/proof';
import type { ProofFiles } from '../../src/protocol/statements/proof-files';
import { statementHash } from '../../src/protocol/statements/turn';
import { abandoned } from '../../src/service/execution/rules/restored';
import { sealChange } from '../../src/service/request/rules/journal';
import { toRequestItem } from '../../src/service/request/store/request-conversion';
import { aDisplay } from '../support/displays';
import { aFolder } from '../support/folder';
import { openLedger } from '../support/ledger';
import { createMeter } from '../support/meter';
import { openedOnce } from '../support/opened';
import { aSigningOperator, SIGNING_ORIGIN, type SigningOperator } from '../support/signing';
import { HAS_SSH_KEYGEN } from '../support/ssh-keygen';

const SCRIPT = join(__dirname, '../../docs/verify.sh');
const PARAMS = { to: 'acct_7', amount: '4800000' };
const SHOWN =
  'Pay «EUR 48,000.00» to «acct_7»\n' +
  'Amount «amount»: «EUR 48,000.00», sent as «4800000»\n' +
  'Account «to»: «acct_7»\n';
const OTHER = aDisplay({ title: 'Pay nothing', params: [] });

describe('a request of an action with a display', () => {
  let [bravo, charlie]: [SigningOperator, SigningOperator] = [null!, null!];
  const ledger = openedOnce(() => openLedger({ origin: SIGNING_ORIGIN, memory: true }));
  beforeAll(async () => {
    [bravo, charlie] = [await aSigningOperator(ledger, 'op_bravo'), await aSigningOperator(ledger, 'op_charlie')];
  });
  afterAll(() => expect(ledger.errors).toEqual([]));

  const setDisplay = async (display: Display | null, turn = 'code_and_passkey') => {
    const policy = {
      title: 'Pay a supplier',
      roster: ['op_bravo', 'op_charlie'],
      quorum: { default: 2, min: 2, max: 2, selectable: false },
      turn,
      display,
    };
    const put = await ledger.api('op_alpha', 'PUT', `/api/actions/pay.${turn}`, policy);
    expect(put.status).toBe(200);
    return put.body.action;
  };
  const propose = async (turn = 'code_and_passkey'): Promise<string> => {
    const body = { action: `pay.${turn}`, requester: 'op_alpha', params: PARAMS };
    const { status, body: said } = await ledger.propose(body);
    expect(status).toBe(202);
    return said.request.id;
  };
  const proofOf = async (id: string) =>
    (await ledger.v1('reader', 'GET', `/v1/requests/${id}/proof`)).body.proof.files as ProofFiles;
  const signedProof = async (display = aDisplay()) => {
    await setDisplay(display);
    const id = await propose();
    await setDisplay(OTHER);
    for (const operator of [bravo, charlie]) expect((await operator.turn(id)).status).toBe(200);
    return proofOf(id);
  };

  function verdictOn(files: ProofFiles) {
    const atMs = ledger.clock.nowMs();
    const judged = verifyProof(files, { allowedSigners: files.allowed_signers!, atMs });
    const folder = aFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const ran = spawnSync('sh', [SCRIPT], { cwd: folder, encoding: 'utf8' });
    return {
      ours: judged.ok ? 'ok' : judged.error.why,
      // Without ssh-keygen the script cannot begin.
      script: HAS_SSH_KEYGEN ? (ran.status === 0 ? 'ok' : ran.stderr.trim()) : null,
    };
  }
  const isBad = (files: ProofFiles, ours: string, script: string) =>
    expect(verdictOn(files)).toEqual({ ours, script: HAS_SSH_KEYGEN ? `bad: ${script}` : null });

  it('a policy edit between the proposal and the turn leaves what is shown and signed as it was', async () => {
    await setDisplay(aDisplay());
    const id = await propose();
    await setDisplay(OTHER);
    const statement = JSON.parse(await bravo.statement(id));
    expect(statement).toMatchObject({
      v: 2,
      display: statementHash(displayText(aDisplay())),
      shown: statementHash(SHOWN),
    });
    const { view } = (await ledger.api('op_bravo', 'GET', `/api/requests/${id}`)).body;
    expect(view.shown).toEqual(render(aDisplay(), PARAMS));
    const { body } = await ledger.api('op_bravo', 'GET', `/api/requests/${id}/statement?decision=authorize`);
    expect(body.display).toBe(displayText(aDisplay()));
    expect((await bravo.turn(id)).body.view.shown).toEqual(view.shown);
    // A display that is taken away changes nothing either.
    await setDisplay(null);
    const files = (await charlie.turn(id)) && (await proofOf(id));
    expect([files['display.json'], files['shown.txt']]).toEqual([displayText(aDisplay()), SHOWN]);
  });

  it('lists show each request by the display of its own version', async () => {
    await setDisplay(aDisplay());
    const first = await propose();
    await setDisplay(OTHER);
    const second = await propose();
    await setDisplay(null);
    const third = await propose();
    const { requests } = (await ledger.api('op_bravo', 'GET', '/api/requests?limit=3')).body;
    const shown = Object.fromEntries(
      requests.map(({ request, view }: { request: { id: string }; view: { shown: unknown } }) => [
        request.id,
        view.shown,
      ]),
    );
    expect(shown).toEqual({
      [first]: render(aDisplay(), PARAMS),
      [second]: render(OTHER, PARAMS),
      [third]: null,
    });
  });

  it('a request that a restore brings back is shown as it was sent, because its policy version may be lost', async () => {
    const { version } = await setDisplay(aDisplay());
    const id = await propose();
    const { request } = (await ledger.requests.load(DEMO_ORG, id as RequestId))!;
    const { client, main } = ledger.tables;
    await client.send(new DeleteCommand({ TableName: main, Key: actionVersionKey(DEMO_ORG, request.action, version) }));
    const Item = toRequestItem(sealChange(abandoned(request, ledger.clock.nowMs()), 'restore'));
    await client.send(new PutCommand({ TableName: main, Item }));
    const one = await ledger.api('op_bravo', 'GET', `/api/requests/${id}`);
    expect(one).toMatchObject({
      status: 200,
      body: { request: { state: 'aborted', params: PARAMS }, view: { shown: null } },
    });
    const list = await ledger.api('op_bravo', 'GET', '/api/requests?limit=3');
    expect(list).toMatchObject({
      status: 200,
      body: {
        requests: expect.arrayContaining([expect.objectContaining({ request: expect.objectContaining({ id }) })]),
      },
    });
    expect(await proofOf(id)).not.toHaveProperty(['display.json']);
  });

  it('a proof has the display and the text, and holds only with both exactly as they were', async () => {
    const files = await signedProof();
    expect(files['shown.txt']).toBe(SHOWN);
    expect(verdictOn(files)).toEqual({ ours: 'ok', script: HAS_SSH_KEYGEN ? 'ok' : null });
    const edited = (name: string, from: string, to: string) => {
      expect(files[name]).toContain(from);
      return { ...files, [name]: files[name]!.replace(from, to) };
    };
    isBad(
      edited('display.json', 'EUR', 'USD'),
      'display.json is not the display of the verdict',
      'display.json is not what the verdict says was shown',
    );
    isBad(
      edited('shown.txt', '48,000.00', '48,000.01'),
      'shown.txt is not what the verdict says was shown',
      'shown.txt is not what the verdict says was shown',
    );
    isBad(
      edited('operation.json', '4800000', '4800001'),
      'operation.json is not the operation of the verdict',
      'operation.json is another operation',
    );
    const { 'display.json': _display, ...without } = files;
    isBad(
      without,
      'display.json is not the display of the verdict',
      'display.json is not what the verdict says was shown',
    );
  });

  it('a proof of an action without a display has neither file, and one that is added is refused', async () => {
    await setDisplay(null);
    const id = await propose();
    for (const operator of [bravo, charlie]) expect((await operator.turn(id)).status).toBe(200);
    const files = await proofOf(id);
    expect(Object.keys(files)).not.toEqual(expect.arrayContaining(['display.json']));
    expect(JSON.parse(files['turn-01.json']!)).not.toHaveProperty('display');
    expect(files['verdict.json']).toContain('"v":1}');
    expect(verdictOn(files)).toEqual({ ours: 'ok', script: HAS_SSH_KEYGEN ? 'ok' : null });
    isBad(
      { ...files, 'shown.txt': SHOWN },
      'shown.txt is no file of this proof: the verdict names no display',
      'shown.txt is not what the verdict says was shown',
    );
  });

  it('the audit entry of a turn by code has the digests of the display and of the lines', async () => {
    await setDisplay(aDisplay(), 'code');
    const id = await propose('code');
    expect((await ledger.turn('op_bravo', id)).status).toBe(200);
    const { request } = (await ledger.requests.load(DEMO_ORG, id as RequestId))!;
    const entry = request.journal.flatMap(({ entries }) => entries).find(({ kind }) => kind === 'key.turned');
    const digests = { display: statementHash(displayText(aDisplay())), shown: statementHash(SHOWN) };
    expect(entry?.data).toEqual({ round: 1, ...digests });
    expect(request.digests).toEqual(digests);
  });

  it('an action without a display is shown without a further read', async () => {
    const meter = createMeter(ledger.tables);
    const readsOf = async (display: Display | null) => {
      await setDisplay(display, 'code');
      const id = await propose('code');
      const { cost } = await meter.measure(() => ledger.api('op_bravo', 'GET', `/api/requests/${id}`));
      return cost.calls.length;
    };
    const without = await readsOf(null);
    expect(await readsOf(aDisplay())).toBe(without + 1);
  });

  it('a display with a mistake is not saved, and the answer says what to change', async () => {
    const put = async (display: object) => {
      const policy = { title: 'Pay', roster: ['op_bravo'], quorum: { default: 1, min: 1, max: 1, selectable: false } };
      const { status, body } = await ledger.api('op_alpha', 'PUT', '/api/actions/pay.wrong', { ...policy, display });
      return [status, body.problems?.[0] ?? body.error];
    };
    const listing = (format: object, hosts: object[] = []) => ({
      ...aDisplay(),
      title: 'Pay',
      params: [{ param: 'amount', label: 'Amount', format }],
      hosts,
    });
    expect(await put(listing({ type: 'roman' }))).toEqual([400, expect.stringContaining('must be one of "money"')]);
    expect(await put(listing({ type: 'money', currency: { code: 'XXQ' }, unit: 'minor' }))).toEqual([
      422,
      'display.format of "amount": "XXQ" is no currency',
    ]);
    expect(await put(listing({ type: 'money', currency: { code: 'EUR' } }))).toEqual([
      422,
      'display.format of "amount": money has exactly currency, with either a code or a param, and unit, which is minor or major',
    ]);
    expect(await put(listing({ type: 'link', url: 'https://evil.example/{}' }))).toEqual([
      422,
      'display.format of "amount": url: evil.example is not one of the hosts',
    ]);
    expect(await put({ ...aDisplay(), title: 'Pay {order}' })).toEqual([
      422,
      'display.title: {order} is not in the list of params',
    ]);
    expect(await put({ ...aDisplay(), renderer: 2 })).toEqual([400, expect.stringContaining('must be 1')]);
  });
});
