/** The proof of a verdict, and every way to change it (docs/decisions/signed-turns.md). */
import { spawnSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { executablePk, requestKey } from '../../src/adapters/dynamodb/keys';
import { createClient, createWorker, sealIntent } from '../../src/client';
import type { HttpHandler } from '../../src/lambda/http/router';
import { DEMO_ORG } from '../../src/local/demo';
import { canonicalJson } from '../../src/protocol/canonical-json';
import { operationHash } from '../../src/protocol/operation-hash';
import { allowedSignersText, parseAllowedSigners, timeText } from '../../src/protocol/ssh/allowed-signers';
import { P256_KEY, sshKeyOf } from '../../src/protocol/ssh/public-key';
import { armour, toBeSigned } from '../../src/protocol/ssh/signature';
import { type ProofFiles, verifyProof } from '../../src/protocol/statements/proof';
import { statementHash } from '../../src/protocol/statements/turn';
import { eventOf, type Ledger, openLedger, said } from '../support/ledger';
import { createMeter } from '../support/meter';
import { aSigningOperator, SIGNING_ORIGIN, type SigningOperator } from '../support/signing';
import { HAS_SSH_KEYGEN, itWithSshKeygen } from '../support/ssh-keygen';
import { TYPESCRIPT } from '../support/typescript';

const PAYOUT = { action: 'demo.payout', requester: 'op_alpha', params: { to: 'acct_7', amount: '900' } };

describe('the proof of a verdict', () => {
  let ledger: Ledger;
  let signers: Record<'bravo' | 'charlie' | 'delta', SigningOperator>;
  let files: ProofFiles;
  let request: string;
  beforeAll(async () => {
    ledger = await openLedger({ origin: SIGNING_ORIGIN });
    const [bravo, charlie, delta] = [
      await aSigningOperator(ledger, 'op_bravo'),
      await aSigningOperator(ledger, 'op_charlie'),
      await aSigningOperator(ledger, 'op_delta'),
    ];
    signers = { bravo, charlie, delta };
    request = await authorized();
    files = (await proofOf(request)).body.proof.files;
  });
  afterAll(async () => {
    expect(ledger?.errors).toEqual([]);
    await ledger?.stop();
  });

  const propose = async (body: object = PAYOUT): Promise<string> =>
    (await ledger.v1('proposer', 'POST', '/v1/requests', { body })).body.request.id;
  const authorized = async (body: object = PAYOUT): Promise<string> => {
    const id = await propose(body);
    for (const operator of [signers.bravo, signers.charlie]) expect((await operator.turn(id)).status).toBe(200);
    return id;
  };
  const proofOf = (id: string) => ledger.v1('reader', 'GET', `/v1/requests/${id}/proof`);
  const nowMs = () => ledger.clock.nowMs();

  /** `verify.sh`, beside `verifyProof`: both must say the same. */
  function verdictOn(given: ProofFiles, { signers: pinned = given.allowed_signers!, atMs = nowMs() } = {}) {
    const judged = verifyProof(given, { allowedSigners: pinned, atMs, origins: [SIGNING_ORIGIN] });
    const ours = judged.ok ? 0 : judged.error.fault === 'unsigned' ? 2 : 1;
    if (!HAS_SSH_KEYGEN) return { status: ours, out: '', why: judged.ok ? '' : judged.error.why };
    const folder = mkdtempSync(join(tmpdir(), 'proof-'));
    try {
      for (const [name, text] of Object.entries(given)) writeFileSync(join(folder, name), text);
      writeFileSync(join(folder, 'pinned'), pinned);
      const ran = spawnSync('sh', [join(folder, 'verify.sh'), join(folder, 'pinned'), timeText(atMs)], {
        encoding: 'utf8',
      });
      expect({ by: 'verify.sh', status: ran.status, said: ran.stderr }).toMatchObject({ status: ours });
      return { status: ran.status, out: ran.stdout, why: judged.ok ? '' : judged.error.why };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const isBad = (given: ProofFiles, options = {}) => expect(verdictOn(given, options)).toMatchObject({ status: 1 });

  /** By somebody who can write the table. */
  const editedToSayAuthorized = async (id: string) => {
    const set =
      'SET #state = :done, approvers = :who, decided_by = :who, verdict_at = :now, ended_at = :now, ' +
      'execute_by = :by, work_pk = :work, work_at = :now REMOVE turns';
    await ledger.tables.client.send(
      new UpdateCommand({
        TableName: ledger.tables.main,
        Key: requestKey(DEMO_ORG, id),
        UpdateExpression: set,
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':done': 'succeeded',
          ':who': '["op_bravo","op_charlie"]',
          ':now': nowMs(),
          ':by': nowMs() + 3_600_000,
          ':work': executablePk(DEMO_ORG),
        },
      }),
    );
  };

  it('holds, and says who signed which operation under which policy', () => {
    const { status, out } = verdictOn(files);
    expect(status).toBe(0);
    if (HAS_SSH_KEYGEN) {
      expect(out).toContain(`authorized: ${request}, ${operationHash(PAYOUT.action, PAYOUT.params)}`);
      expect(out).toContain('policy version 1, quorum 2, signed by: op_bravo op_charlie');
    }
  });

  itWithSshKeygen('is verified by a script of at most forty lines, wherever it is started', () => {
    expect(files['verify.sh']!.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  it('is verified with the signers in it where no other list is given', () => {
    expect(verifyProof(files, { allowedSigners: files.allowed_signers!, atMs: nowMs() }).ok).toBe(true);
  });

  const changed = (name: string, change: (text: string) => string) => ({ ...files, [name]: change(files[name]!) });

  it.each<[string, () => ProofFiles]>([
    ['another operation', () => changed('operation.json', (text) => text.replace('900', '9000'))],
    ['another policy', () => changed('policy.json', (text) => text.replace('"quorum":2', '"quorum":1'))],
    ['a verdict that was edited', () => changed('verdict.json', (text) => text.replace('op_charlie', 'op_delta'))],
    ['a statement that was edited', () => changed('turn-01.json', (text) => text.replace('op_bravo', 'op_delta'))],
    ['the signature of another statement', () => ({ ...files, 'turn-01.json.sig': files['turn-02.json.sig']! })],
    [
      'a statement twice',
      () => ({ ...files, 'turn-03.json': files['turn-01.json']!, 'turn-03.json.sig': files['turn-01.json.sig']! }),
    ],
    ['a statement without its signature', () => ({ ...files, 'turn-01.json.sig': '' })],
  ])('fails with %s', (_, given) => isBad(given()));

  it('fails with a statement removed, below the quorum', () => {
    const { 'turn-02.json': _turn, 'turn-02.json.sig': _sig, ...rest } = files;
    isBad(rest);
  });

  it('fails with another operator’s key, and with a key that was not valid then', () => {
    const known = parseAllowedSigners(files.allowed_signers!)!;
    const swapped = known.map((each, index) => ({ ...each, key: known[(index + 1) % known.length]!.key }));
    isBad(files, { signers: allowedSignersText(swapped) });
    const removed = known.map((each) =>
      each.principal === 'op_bravo' ? { ...each, validBeforeMs: nowMs() - 60_000 } : each,
    );
    isBad(files, { signers: allowedSignersText(removed) });
    isBad(files, { atMs: Date.parse('2020-01-01T00:00:00Z') });
    isBad(files, { signers: allowedSignersText(known.filter(({ principal }) => principal !== 'op_charlie')) });
  });

  /** What an attacker with the service's key can make: a verdict over any turns. */
  const forged = (turns: readonly [string, string][], verdict: object = {}) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const statement = canonicalJson({
      ...JSON.parse(files['verdict.json']!),
      turns: turns.map(([text]) => statementHash(text)),
      ...verdict,
    });
    const key = {
      key: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      dsaEncoding: 'ieee-p1363',
    } as const;
    const raw = sign('sha256', toBeSigned('verdict@ras', statement), key);
    const service = { key: sshKeyOf(publicKey), namespace: 'verdict@ras', value: { type: P256_KEY, raw } } as const;
    const others = parseAllowedSigners(files.allowed_signers!)!.filter(({ principal }) => principal !== 'service');
    const ours = { principal: 'service', namespaces: ['verdict@ras'], validAfterMs: null, validBeforeMs: null };
    const pinned = allowedSignersText([...others, { ...ours, key: service.key }]);
    const { 'turn-01.json': _a, 'turn-01.json.sig': _b, 'turn-02.json': _c, 'turn-02.json.sig': _d, ...rest } = files;
    const named = turns.flatMap(([text, sig], index) => [
      [`turn-0${index + 1}.json`, text],
      [`turn-0${index + 1}.json.sig`, sig],
    ]);
    const given = {
      ...rest,
      ...Object.fromEntries(named),
      'verdict.json': statement,
      'verdict.json.sig': armour(service),
    };
    return [given as ProofFiles, { signers: pinned }] as const;
  };
  const own = (index: number, from = files): [string, string] => [
    from[`turn-0${index}.json`]!,
    from[`turn-0${index}.json.sig`]!,
  ];

  it('fails even with a verdict under the service’s own key, over one turn, one twice, or those of another request', async () => {
    expect(verdictOn(...forged([own(1), own(2)]))).toMatchObject({ status: 0 });
    isBad(...forged([own(1)]));
    isBad(...forged([own(1), own(1)]));
    const other = (await proofOf(await authorized())).body.proof.files as ProofFiles;
    isBad(...forged([own(1), own(2, other)]));
    isBad(...forged([own(1), own(2)], { outcome: 'denied', approvers: [] }));
  });

  it('fails with a turn of another round, which was signed before the round collapsed', async () => {
    const policy = (await ledger.api('op_alpha', 'GET', '/api/actions/demo.payout')).body.action;
    const { id, created_at, updated_at, version, ...body } = { ...policy, mode: 'coincident' };
    expect((await ledger.api('op_alpha', 'PUT', '/api/actions/demo.rounds', body)).status).toBe(200);
    const coincident = await propose({ ...PAYOUT, action: 'demo.rounds' });
    const first = await signers.bravo.sign(coincident);
    expect((await signers.bravo.turn(coincident, first)).status).toBe(200);
    ledger.clock.advance(61_000);
    const late = await signers.bravo.turn(coincident, first);
    expect(late).toMatchObject({ status: 409, body: { kind: 'not_signed' } });
    for (const each of [signers.charlie, signers.delta]) expect((await each.turn(coincident)).status).toBe(200);
    const proof = (await proofOf(coincident)).body.proof.files as ProofFiles;
    expect(verdictOn(proof).status).toBe(0);
    expect(Object.keys(proof).filter((name) => /^turn.*json$/.test(name))).toHaveLength(2);
  });

  it('of turns that were not signed is marked, and holds in everything else', async () => {
    const id = await propose({ action: 'demo.solo', requester: 'op_alpha' });
    await ledger.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: await ledger.code('op_bravo', id) });
    expect(verdictOn((await proofOf(id)).body.proof.files)).toMatchObject({ status: 2 });
  });

  it('of a refusal names who refused, where they signed it', async () => {
    const id = await propose();
    const signature = await signers.delta.sign(id, { decision: 'refuse' });
    await ledger.api('op_delta', 'POST', `/api/requests/${id}/refuse`, { signature });
    const { status, out } = verdictOn((await proofOf(id)).body.proof.files);
    expect(status).toBe(0);
    if (HAS_SSH_KEYGEN) expect(out).toMatch(/^denied: .* signed by: op_delta/);
  });

  it('does not exist before there is a verdict, in another organization, or for a key without the scope', async () => {
    const id = await propose();
    expect(await proofOf(id)).toMatchObject({ status: 409, body: { kind: 'not_authorized' } });
    expect((await ledger.v1('other_org', 'GET', `/v1/requests/${request}/proof`)).status).toBe(404);
    expect((await proofOf('req_000000000000000000000000')).status).toBe(404);
    expect((await proofOf('nonsense')).status).toBe(404);
  });

  it('is the same in the console, and its verdict is signed once', async () => {
    const meter = createMeter(ledger.tables);
    const id = await authorized();
    const first = await meter.measure(() => proofOf(id));
    const again = await meter.measure(() => ledger.api('op_delta', 'GET', `/api/requests/${id}/proof`));
    expect(again.answer.body.proof.files).toEqual(first.answer.body.proof.files);
    expect(first.cost.writes.table).toBeGreaterThan(0);
    expect(again.cost.writeUnits).toBe(0);
  });

  it('does not hold for a request whose item was edited to say authorized', async () => {
    const id = await propose();
    expect((await signers.bravo.turn(id)).status).toBe(200);
    await editedToSayAuthorized(id);
    expect((await ledger.v1('reader', 'GET', `/v1/requests/${id}`)).body.request.outcome).toBe('authorized');
    isBad((await proofOf(id)).body.proof.files);
  });

  it('holds with the list of keys that an admin exports, as of any instant', async () => {
    const third = await aSigningOperator(ledger, 'op_delta');
    const list = async (query = '', operator = 'op_alpha') =>
      ledger.api(operator, 'GET', `/api/allowed-signers${query}`);
    const { allowed_signers: text } = (await list()).body;
    expect(verdictOn(files, { signers: text }).status).toBe(0);
    expect(text.match(/^op_delta /gm)).toHaveLength(2);
    const before = nowMs();
    ledger.clock.advance(5000);
    expect((await ledger.api('op_delta', 'DELETE', `/api/passkeys/${third.passkey}`)).status).toBe(200);
    expect((await list()).body.allowed_signers.match(/valid-before/g)).toHaveLength(1);
    expect((await list(`?at=${before}`)).body.allowed_signers).toBe(text);
    expect((await list('?at=0')).body.allowed_signers).toMatch(/^service [^\n]*\n$/);
    expect((await list('', 'op_bravo')).status).toBe(403);
  });

  describe('that a worker requires', () => {
    const KEY = Buffer.alloc(32, 7).toString('base64');
    const sealed = sealIntent({ keys: [KEY], action: 'demo.payout', client: 'bank', method: 'pay', args: [900] });
    const SEALED = { ...PAYOUT, params: { ...PAYOUT.params, intent: sealed.digest }, intent: sealed.intent };
    const stopping: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const stop of stopping.splice(0)) await stop();
    });

    const fetchFrom =
      (service: HttpHandler) =>
      async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
        const { pathname, search } = new URL(String(url));
        const headers = Object.fromEntries(new Headers(init.headers));
        const body = typeof init.body === 'string' ? { body: JSON.parse(init.body) as unknown } : {};
        const event = eventOf(init.method ?? 'GET', pathname + search, headers, body);
        const { status, body: answer } = said((await service(event)) as object);
        return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } });
      };

    /** What the worker called, and how it reported. */
    const runs = async (id: string, requireProof: { allowedSigners: string; quorum?: number }) => {
      const calls: unknown[] = [];
      const apiKey = ledger.demo.keys.worker;
      const client = createClient({ baseUrl: 'http://service.example', apiKey, fetch: fetchFrom(ledger.service) });
      const reported = await new Promise<{ status: string; error?: string }>((resolve) => {
        const report: typeof client.report = async (request, sent, options) => {
          const answer = await client.report(request, sent, options);
          if (request === id) resolve(sent);
          return answer;
        };
        const clients = { bank: { pay: (amount: unknown) => void calls.push(amount) } };
        const options = { keys: [KEY], clients, check: () => true, nowMs, requireProof };
        const worker = createWorker({ ...options, client: { ...client, report } });
        stopping.push(() => worker.stop());
      });
      return { ...reported, calls };
    };

    it('lets it run what operators signed', async () => {
      const id = await authorized(SEALED);
      const done = await runs(id, { allowedSigners: files.allowed_signers!, quorum: 2 });
      expect(done).toMatchObject({ status: 'succeeded', calls: [900] });
    });

    it('lets it run nothing for a request whose item was edited to say authorized: it reports failed', async () => {
      const id = await propose(SEALED);
      expect((await signers.bravo.turn(id)).status).toBe(200);
      await editedToSayAuthorized(id);
      const done = await runs(id, { allowedSigners: files.allowed_signers! });
      expect(done).toMatchObject({ status: 'failed', calls: [] });
      expect(done.error).toMatch(/^proof_refused: .*1 of the 2 operators/);
    });

    it('lets it run nothing that was signed by keys it does not know, or by fewer operators than it asks for', async () => {
      const known = parseAllowedSigners(files.allowed_signers!)!;
      const strangers = allowedSignersText(known.filter(({ principal }) => principal !== 'op_charlie'));
      const unknown = await runs(await authorized(SEALED), { allowedSigners: strangers });
      expect(unknown).toMatchObject({ status: 'failed', calls: [] });
      const few = await runs(await authorized(SEALED), { allowedSigners: files.allowed_signers!, quorum: 3 });
      expect(few.error).toBe('proof_refused: 2 operators have signed, and 3 are required');
    });
  });

  it('is read by the command for auditors, from an answer or a folder, with what does not hold in words', () => {
    const folder = mkdtempSync(join(tmpdir(), 'proof-'));
    const command = (...args: string[]) => {
      const script = join(__dirname, '../../scripts/verify-proof.ts');
      return spawnSync(process.execPath, [...TYPESCRIPT, script, ...args], { encoding: 'utf8' });
    };
    try {
      const answer = join(folder, 'proof.json');
      writeFileSync(answer, JSON.stringify({ server_now: 1, proof: { files } }));
      const at = new Date(nowMs()).toISOString();
      const good = command(answer, '--at', at, '--origin', SIGNING_ORIGIN);
      expect([good.status, good.stderr]).toEqual([0, '']);
      expect(good.stdout).toContain('ok: authorized, signed by op_bravo, op_charlie');
      const elsewhere = command(answer, '--at', at, '--origin', 'https://console.acme.dev');
      expect([elsewhere.status, elsewhere.stderr]).toEqual([
        1,
        expect.stringContaining('was signed at http://localhost'),
      ]);
      expect(command(join(folder, 'nothing')).status).toBe(2);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
