/** The proof of a verdict, and every way to change it (docs/decisions/signed-turns.md). */
import { spawnSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createClient, createWorker, sealIntent, type WorkerKey, type WorkerOptions } from '../../src/client';
import type { HttpHandler } from '../../src/lambda/http/router';
import { DEMO_ORG } from '../../src/local/demo';
import { canonicalJson } from '../../src/protocol/canonical-json';
import { operationHash } from '../../src/protocol/hash';
import type { OperatorId, RequestId } from '../../src/protocol/identifiers';
import { allowedSignersText, parseAllowedSigners, timeText } from '../../src/protocol/ssh/allowed-signers';
import { P256_KEY, type SshPublicKey, sshKeyOf } from '../../src/protocol/ssh/public-key';
import { armour, parseArmour, toBeSigned, WEBAUTHN_SIGNATURE } from '../../src/protocol/ssh/signature';
import { rawFromDer } from '../../src/protocol/ssh/wire';
import type { Assertion } from '../../src/protocol/statements/assertion';
import { verifyProof } from '../../src/protocol/statements/proof';
import type { ProofFiles } from '../../src/protocol/statements/proof-files';
import { statementHash } from '../../src/protocol/statements/turn';
import { VERIFY_SCRIPT } from '../../src/protocol/statements/verify-script';
import type { Finished, Staging } from '../../src/service/request/rules/request';
import { toRequestItem } from '../../src/service/request/store/request-conversion';
import { aCredential } from '../support/authenticator';
import { aFolder } from '../support/folder';
import { eventOf, said } from '../support/gateway';
import { openLedger } from '../support/ledger';
import { type Cost, createMeter } from '../support/meter';
import { openedOnce } from '../support/opened';
import { aSigningOperator, aWorkerKey, HERE, SIGNING_ORIGIN, type SigningOperator } from '../support/signing';
import { HAS_SSH_KEYGEN, itWithSshKeygen } from '../support/ssh-keygen';
import { TYPESCRIPT } from '../support/typescript';

const ROOT = join(__dirname, '../..');
const PAYOUT = { action: 'demo.payout', requester: 'op_alpha', params: { to: 'acct_7', amount: '900' } };
const KEY = Buffer.alloc(32, 7).toString('base64');
const sealed = sealIntent({ keys: [KEY], action: 'demo.payout', client: 'bank', method: 'pay', args: [900] });
const SEALED = { ...PAYOUT, params: { ...PAYOUT.params, intent: sealed.digest }, intent: sealed.intent };

describe('the proof of a verdict', () => {
  let signers: Record<'bravo' | 'charlie' | 'delta', SigningOperator>;
  let files: ProofFiles;
  let request: string;
  const ledger = openedOnce(() => openLedger({ origin: SIGNING_ORIGIN, memory: true }));
  beforeAll(async () => {
    const [bravo, charlie, delta] = [
      await aSigningOperator(ledger, 'op_bravo'),
      await aSigningOperator(ledger, 'op_charlie'),
      await aSigningOperator(ledger, 'op_delta'),
    ];
    signers = { bravo, charlie, delta };
    request = await authorized();
    files = (await proofOf(request)).body.proof.files;
  });
  afterAll(() => expect(ledger.errors).toEqual([]));

  const propose = (body: object = PAYOUT): Promise<string> => ledger.proposed(body);
  const authorized = async (body: object = PAYOUT): Promise<string> => {
    const id = await propose(body);
    for (const operator of [signers.bravo, signers.charlie]) expect((await operator.turn(id)).status).toBe(200);
    return id;
  };
  const proofOf = (id: string) => ledger.v1('reader', 'GET', `/v1/requests/${id}/proof`);
  const nowMs = () => ledger.clock.nowMs();

  /** The files of a proof in a folder, as an auditor stores them. */
  function inFolder<T>(given: ProofFiles, use: (folder: string) => T): T {
    const folder = aFolder();
    for (const [name, text] of Object.entries(given)) writeFileSync(join(folder, name), text);
    return use(folder);
  }

  /**
   * The auditor's own copy of `verify.sh`, beside `verifyProof`: both must say the same. The script starts about 20
   * processes.
   */
  function verdictOn(given: ProofFiles, { signers: pinned = given.allowed_signers!, atMs = nowMs() } = {}) {
    const judged = verifyProof(given, { allowedSigners: pinned, atMs, origins: [SIGNING_ORIGIN] });
    const ours = judged.ok ? 0 : judged.error.fault === 'unsigned' ? 2 : 1;
    const why = judged.ok ? '' : judged.error.why;
    if (!HAS_SSH_KEYGEN) return { status: ours, out: null, said: null, why };
    return inFolder(given, (folder) => {
      writeFileSync(join(folder, 'pinned'), pinned);
      const args = [join(ROOT, 'docs/verify.sh'), 'pinned', timeText(atMs)];
      const ran = spawnSync('sh', args, { cwd: folder, encoding: 'utf8' });
      expect({ by: 'verify.sh', status: ran.status, said: ran.stderr }).toMatchObject({ status: ours });
      return { status: ran.status, out: ran.stdout, said: ran.stderr, why };
    });
  }
  const isBad = (given: ProofFiles, options = {}) => expect(verdictOn(given, options)).toMatchObject({ status: 1 });

  /** An edit by somebody who can write the table. */
  const editedToSayAuthorized = async (id: string) => {
    const { request } = (await ledger.requests.load(DEMO_ORG, id as RequestId))!;
    const { turns: _turns, ...staging } = request as Staging;
    const approvers = ['op_bravo', 'op_charlie'] as OperatorId[];
    const edited: Finished = {
      ...{ ...staging, state: 'succeeded', verdictAtMs: nowMs(), endedAtMs: nowMs(), reason: null },
      ...{ approvers, decidedBy: approvers, turnedAtMs: null, stopped: null },
      execution: { state: 'pending', executeByMs: nowMs() + 3_600_000, closed: false },
    };
    await ledger.tables.client.send(new PutCommand({ TableName: ledger.tables.main, Item: toRequestItem(edited) }));
  };

  it('the proof of a verdict says who signed which operation under which policy', () => {
    const { status, out } = verdictOn(files);
    expect(status).toBe(0);
    if (out !== null) {
      expect(out).toContain(`authorized: ${request}, ${operationHash(PAYOUT.action, PAYOUT.params)}`);
      expect(out).toContain('policy version 1, quorum 2, signed by: op_bravo op_charlie');
    }
  });

  itWithSshKeygen('a proof is verified by a script of at most sixty lines, which is also in the proof', () => {
    expect(files['verify.sh']!.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    expect(files['verify.sh']).toBe(VERIFY_SCRIPT);
    const args = ['verify.sh', 'allowed_signers', timeText(nowMs())];
    const ran = inFolder(files, (cwd) => spawnSync('sh', args, { cwd, encoding: 'utf8' }));
    expect([ran.status, ran.stderr]).toEqual([0, '']);
  });

  itWithSshKeygen('the script warns while it uses the list of keys that came with the proof', () => {
    const warned = (...args: string[]) =>
      inFolder(files, (cwd) => {
        writeFileSync(join(cwd, 'pinned'), files.allowed_signers!);
        const ran = spawnSync('sh', [join(ROOT, 'docs/verify.sh'), ...args, timeText(nowMs())], {
          cwd,
          encoding: 'utf8',
        });
        return [ran.stderr, ran.status, /the keys are those that came with the proof/.test(ran.stdout)];
      });
    // Empty, as if it was not given.
    for (const own of ['', 'allowed_signers', './allowed_signers']) expect(warned(own)).toEqual(['', 0, true]);
    expect(warned('pinned')).toEqual(['', 0, false]);
  });

  it('a proof is verified with its own signers, wherever they signed if no origin is named', () => {
    expect(verifyProof(files, { allowedSigners: files.allowed_signers!, atMs: nowMs() }).ok).toBe(true);
  });

  const changed = (name: string, change: (text: string) => string) => ({ ...files, [name]: change(files[name]!) });

  const renamed = (from: string, to: string): ProofFiles => {
    const { [from]: text, [`${from}.sig`]: signature, ...rest } = files;
    return { ...rest, [to]: text!, [`${to}.sig`]: signature! };
  };
  const swapped = (one: string, other: string): ProofFiles => ({
    ...files,
    ...{ [one]: files[other]!, [`${one}.sig`]: files[`${other}.sig`]! },
    ...{ [other]: files[one]!, [`${other}.sig`]: files[`${one}.sig`]! },
  });

  /** Each change, and what `verify.sh` says about it. */
  it.each<[string, () => ProofFiles, RegExp]>([
    ['another operation', () => changed('operation.json', (text) => text.replace('900', '9000')), /another operation/],
    [
      'another policy',
      () => changed('policy.json', (text) => text.replace('"quorum":2', '"quorum":1')),
      /another policy/,
    ],
    [
      'a verdict that was edited',
      () => changed('verdict.json', (text) => text.replace('op_charlie', 'op_delta')),
      /verdict.json is not signed/,
    ],
    [
      'a statement that was edited',
      () => changed('turn-01.json', (text) => text.replace('op_bravo', 'op_delta')),
      /turn-01.json is not signed/,
    ],
    [
      'the signature of another statement',
      () => ({ ...files, 'turn-01.json.sig': files['turn-02.json.sig']! }),
      /turn-01.json is not signed/,
    ],
    [
      'a statement twice',
      () => ({ ...files, 'turn-03.json': files['turn-01.json']!, 'turn-03.json.sig': files['turn-01.json.sig']! }),
      /other turns than those of the verdict/,
    ],
    ['a statement without its signature', () => ({ ...files, 'turn-01.json.sig': '' }), /turn-01.json is not signed/],
    ['a statement under another name', () => renamed('turn-01.json', 'turn-1.json'), /turn-01.json is missing/],
    ['two statements that changed places', () => swapped('turn-01.json', 'turn-02.json'), /not turn 1 of/],
  ])('a proof fails with %s', (_, given, said) => {
    const judged = verdictOn(given());
    expect(judged.status).toBe(1);
    if (judged.said !== null) expect(judged.said).toMatch(said);
  });

  it('a proof fails if a statement was removed and the quorum is not met', () => {
    const { 'turn-02.json': _turn, 'turn-02.json.sig': _sig, ...rest } = files;
    const { status, said } = verdictOn(rest);
    expect(status).toBe(1);
    if (said !== null) expect(said).toMatch(/turn-02.json is missing/);
  });

  it('a proof fails with another operator’s key, and with a key that was not valid then', () => {
    const known = parseAllowedSigners(files.allowed_signers!)!;
    const exchanged = known.map((each, index) => ({ ...each, key: known[(index + 1) % known.length]!.key }));
    isBad(files, { signers: allowedSignersText(exchanged) });
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

  it('a proof fails even with a verdict under the service’s own key over one turn, a turn twice, or turns of another request', async () => {
    expect(verdictOn(...forged([own(1), own(2)]))).toMatchObject({ status: 0 });
    isBad(...forged([own(1)]));
    isBad(...forged([own(1), own(1)]));
    const other = (await proofOf(await authorized())).body.proof.files as ProofFiles;
    isBad(...forged([own(1), own(2, other)]));
    isBad(...forged([own(1), own(2)], { outcome: 'denied', approvers: [] }));
  });

  it.each([{ crossOrigin: true }, { crossOrigin: false, topOrigin: 'https://evil.example' }])(
    'a proof fails with a turn that was signed while another page had the console in a frame: %j',
    (frame) => {
      const { key } = parseArmour(files['turn-01.json.sig']!)!;
      const credential = aCredential({ ...HERE, frame });
      const challenge = toBeSigned('turn@ras', files['turn-01.json']!).toString('base64url');
      const { response } = credential.use(challenge) as { response: Assertion };
      const bytes = (text: string) => Buffer.from(text, 'base64url');
      const data = bytes(response.authenticatorData);
      const signature = {
        key: { ...key, point: credential.point } as SshPublicKey,
        namespace: 'turn@ras',
        value: {
          type: WEBAUTHN_SIGNATURE,
          raw: rawFromDer(bytes(response.signature))!,
          ...{ flags: data[32]!, counter: data.readUInt32BE(33), origin: SIGNING_ORIGIN },
          ...{ clientData: bytes(response.clientDataJSON), extensions: Buffer.alloc(0) },
        },
      } as const;
      const known = parseAllowedSigners(files.allowed_signers!)!;
      const signers = allowedSignersText(
        known.map((each) => (each.principal === 'op_bravo' ? { ...each, key: signature.key } : each)),
      );
      const { status, said } = verdictOn({ ...files, 'turn-01.json.sig': armour(signature) }, { signers });
      expect(status).toBe(1);
      if (said !== null) expect(said).toMatch(/turn-01.json was signed in a frame of another page/);
    },
  );

  it('a proof has only the turns of the last round: signatures of an earlier round are refused', async () => {
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

  it('a proof has the turn that stands, and not the one before it that was taken back', async () => {
    const id = await propose();
    expect((await signers.bravo.turn(id)).status).toBe(200);
    expect((await ledger.withdraw('op_bravo', id)).status).toBe(200);
    const statement = await signers.bravo.statement(id);
    for (const each of [signers.bravo, signers.charlie]) expect((await each.turn(id)).status).toBe(200);
    const proof = (await proofOf(id)).body.proof.files as ProofFiles;
    expect(proof['turn-01.json']).toBe(statement);
    expect(verdictOn(proof).status).toBe(0);
  });

  it('a proof of turns that were not signed is marked, and is valid in everything else', async () => {
    const id = await propose({ action: 'demo.solo', requester: 'op_alpha' });
    await ledger.turn('op_bravo', id);
    expect(verdictOn((await proofOf(id)).body.proof.files)).toMatchObject({ status: 2 });
  });

  it('a proof of a refusal names who refused, where they signed it', async () => {
    const id = await propose();
    const signature = await signers.delta.sign(id, { decision: 'refuse' });
    await ledger.refuse('op_delta', id, { signature });
    const { status, out } = verdictOn((await proofOf(id)).body.proof.files);
    expect(status).toBe(0);
    if (out !== null) expect(out).toMatch(/^denied: .* signed by: op_delta/);
  });

  it('no proof exists before there is a verdict, in another organization, or for a key without the scope', async () => {
    const id = await propose();
    expect(await proofOf(id)).toMatchObject({ status: 409, body: { kind: 'not_authorized' } });
    expect((await ledger.v1('other_org', 'GET', `/v1/requests/${request}/proof`)).status).toBe(404);
    expect((await proofOf('req_000000000000000000000000')).status).toBe(404);
    expect((await proofOf('nonsense')).status).toBe(404);
    const made = (await ledger.api('op_alpha', 'POST', '/api/keys', { name: 'no reader', scopes: ['propose'] })).body;
    const headers = { authorization: `Bearer ${made.token}` };
    const unread = await ledger.v1('reader', 'GET', `/v1/requests/${request}/proof`, { headers });
    expect(unread).toMatchObject({ status: 403, body: { error: 'This API key lacks the scope "read".' } });
  });

  it('a proof is the same in the console, and its verdict is signed once', async () => {
    const meter = createMeter(ledger.tables);
    const id = await authorized();
    const first = await meter.measure(() => proofOf(id));
    const again = await meter.measure(() => ledger.api('op_delta', 'GET', `/api/requests/${id}/proof`));
    expect(again.answer.body.proof.files).toEqual(first.answer.body.proof.files);
    const writes = ({ calls }: Cost) => calls.filter(({ command }) => /Put|Update|Write/.test(command)).length;
    expect([writes(first.cost), writes(again.cost)]).toEqual([1, 0]);
  });

  it('a proof is invalid for a request whose item was edited to say authorized', async () => {
    const id = await propose();
    expect((await signers.bravo.turn(id)).status).toBe(200);
    await editedToSayAuthorized(id);
    expect((await ledger.read(id)).outcome).toBe('authorized');
    isBad((await proofOf(id)).body.proof.files);
  });

  it('a proof is valid with the list of keys that an admin exports, as of any instant', async () => {
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

  /** Runs a worker with this API key until it has reported the request. Returns its last report. */
  const runOnce =
    (apiKey: string, options: Pick<WorkerOptions, 'keys'> & Partial<WorkerOptions>) => async (id: string) => {
      const client = createClient({ baseUrl: 'https://service.example', apiKey, fetch: fetchFrom(ledger.service) });
      let stop: () => Promise<void> = async () => undefined;
      const sent = await new Promise<{ status: string; error?: string; reference?: string }>((resolve) => {
        const report: typeof client.report = async (request, told, how) => {
          const answer = await client.report(request, told, how);
          if (request === id) resolve(told);
          return answer;
        };
        const clients = { bank: { pay: () => 'tx_1' } };
        const worker = createWorker({
          clients,
          check: () => true,
          nowMs,
          log: false,
          ...options,
          client: { ...client, report },
        });
        stop = () => worker.stop();
      });
      await stop();
      return sent;
    };

  describe('a worker that requires a proof', () => {
    /** What the worker called, and how it reported. */
    const runs = async (id: string, requireProof: { allowedSigners: string; quorum?: number }) => {
      const calls: unknown[] = [];
      const clients = { bank: { pay: (amount: unknown) => void calls.push(amount) } };
      const reported = await runOnce(ledger.demo.keys.worker, { keys: [KEY], clients, requireProof })(id);
      return { ...reported, calls };
    };

    it('a worker that requires a proof runs what operators signed', async () => {
      const id = await authorized(SEALED);
      const done = await runs(id, { allowedSigners: files.allowed_signers!, quorum: 2 });
      expect(done).toMatchObject({ status: 'succeeded', calls: [900] });
    });

    it('a worker that requires a proof reports failed for a request whose item was edited to say authorized', async () => {
      const id = await propose(SEALED);
      expect((await signers.bravo.turn(id)).status).toBe(200);
      await editedToSayAuthorized(id);
      const done = await runs(id, { allowedSigners: files.allowed_signers! });
      expect(done).toMatchObject({ status: 'failed', calls: [] });
      expect(done.error).toMatch(/^proof_refused: .*1 of the 2 operators/);
    });

    it('a worker that requires a proof runs nothing that was signed by unknown keys, or by too few operators', async () => {
      const known = parseAllowedSigners(files.allowed_signers!)!;
      const strangers = allowedSignersText(known.filter(({ principal }) => principal !== 'op_charlie'));
      const unknown = await runs(await authorized(SEALED), { allowedSigners: strangers });
      expect(unknown).toMatchObject({ status: 'failed', calls: [] });
      const few = await runs(await authorized(SEALED), { allowedSigners: files.allowed_signers!, quorum: 3 });
      expect(few.error).toBe('proof_refused: 2 operators have signed, and 3 are required');
    });
  });

  describe('a proof with the signature of a worker', () => {
    const [ed25519, p256] = [aWorkerKey('ed25519'), aWorkerKey('ec')];

    /** An API key with the worker's public key, as an admin makes it. */
    const register = async (key: WorkerKey) => (registered.get(key) ?? (await registering(key))) as Registered;
    type Registered = { readonly token: string; readonly key: { readonly id: string } };
    const registered = new Map<WorkerKey, Registered>();
    const registering = async (key: WorkerKey) => {
      const body = { name: 'bank worker', scopes: ['read', 'execute'], signing_key: `${key.publicKey} bank@worker` };
      const made = (await ledger.api('op_alpha', 'POST', '/api/keys', body)).body;
      registered.set(key, made);
      return made;
    };
    const workerOf = (apiKey: string, sign: WorkerKey, log: string[] = []) =>
      runOnce(apiKey, { keys: [KEY], sign, log: { info: quiet, warn: quiet, error: (text) => void log.push(text) } });
    const quiet = () => undefined;
    const signedRun = async (key: WorkerKey, made?: { token: string }) => {
      const { token } = made ?? (await register(key));
      const id = await authorized(SEALED);
      expect(await workerOf(token, key)(id)).toMatchObject({ status: 'succeeded', reference: 'tx_1' });
      return (await proofOf(id)).body.proof.files as ProofFiles;
    };

    it.each([
      ['Ed25519', ed25519],
      ['P-256', p256],
    ])(
      'a proof with a worker’s %s signature says who ran it and with what result, and stock OpenSSH verifies it',
      async (_, key) => {
        const made = await register(key);
        const proof = await signedRun(key, made);
        const { status, out } = verdictOn(proof);
        expect(status).toBe(0);
        if (out !== null) expect(out).toContain(`run: succeeded, reported by ${made.key.id}`);
        const judged = verifyProof(proof, { allowedSigners: proof.allowed_signers!, atMs: nowMs() });
        const execution = { by: made.key.id, status: 'succeeded', reference: 'tx_1', intent: sealed.digest };
        expect(judged).toMatchObject({ ok: true, value: { execution } });
        const { allowed_signers } = (await ledger.api('op_alpha', 'GET', '/api/allowed-signers')).body;
        expect(verdictOn(proof, { signers: allowed_signers }).status).toBe(0);
      },
    );

    it('a proof fails with an edited result, the run of another request, or a key that is not the worker’s', async () => {
      const [proof, other] = [await signedRun(ed25519), await signedRun(ed25519)];
      const edit = (name: string, change: (text: string) => string) => ({ ...proof, [name]: change(proof[name]!) });
      isBad(edit('execution.json', (text) => text.replace('succeeded', 'failed')));
      isBad(edit('execution.json', (text) => text.replace('tx_1', 'tx_2')));
      isBad({
        ...proof,
        'execution.json': other['execution.json']!,
        'execution.json.sig': other['execution.json.sig']!,
      });
      isBad({ ...proof, 'execution.json.sig': proof['turn-01.json.sig']! });
      const known = parseAllowedSigners(proof.allowed_signers!)!;
      const withoutWorker = known.filter(({ namespaces }) => !namespaces.includes('worker@ras'));
      isBad(proof, { signers: allowedSignersText(withoutWorker) });
      const stranger = parseAllowedSigners((await signedRun(p256)).allowed_signers!)!.at(-1)!;
      isBad(proof, { signers: allowedSignersText([...withoutWorker, stranger]) });
    });

    it('a run is verified as of when its API key was valid', async () => {
      const own = aWorkerKey();
      const made = await register(own);
      const proof = await signedRun(own, made);
      const then = nowMs();
      ledger.clock.advance(5000);
      await ledger.api('op_alpha', 'DELETE', `/api/keys/${made.key.id}`);
      ledger.clock.advance(5000);
      const { allowed_signers: signers } = (await ledger.api('op_alpha', 'GET', '/api/allowed-signers')).body;
      isBad(proof, { signers });
      expect(verdictOn(proof, { signers, atMs: then }).status).toBe(0);
    });

    it('a run without a worker’s signature has none in the proof, and is reported also if its API key has no signing key', async () => {
      const plain = await authorized(SEALED);
      const log: string[] = [];
      expect(await workerOf(ledger.demo.keys.worker, ed25519, log)(plain)).toMatchObject({ status: 'succeeded' });
      expect(log).toEqual([
        expect.stringMatching(/^the signature was refused; reporting without it: .*no signing key/),
      ]);
      const { files: proof } = (await proofOf(plain)).body.proof;
      expect(Object.keys(proof).filter((name) => name.startsWith('execution'))).toEqual([]);
      expect(proof.allowed_signers).not.toContain('worker@ras');
      expect(verdictOn(proof).status).toBe(0);
      const broken = { ...ed25519, sign: () => Promise.reject(new Error('the key service is down')) };
      expect(await workerOf((await register(ed25519)).token, broken)(await authorized(SEALED))).toMatchObject({
        status: 'succeeded',
      });
    });
  });

  it('the command for auditors reads a proof from an answer or a folder, and says in words what is invalid', () => {
    const command = (...args: string[]) => {
      const script = join(__dirname, '../../scripts/verify-proof.ts');
      return spawnSync(process.execPath, [...TYPESCRIPT, script, ...args], { encoding: 'utf8' });
    };
    inFolder(files, (folder) => {
      const answer = `${folder}.json`;
      writeFileSync(answer, JSON.stringify({ server_now: 1, proof: { files } }));
      const at = new Date(nowMs()).toISOString();
      // These operators' keys did not sign an enrolment.
      const good = command(answer, '--at', at, '--origin', SIGNING_ORIGIN, '--allow-unenrolled');
      rmSync(answer);
      expect([good.status, good.stderr]).toEqual([0, '']);
      expect(good.stdout).toContain('ok: authorized, signed by op_bravo, op_charlie');
      const elsewhere = command(folder, '--at', at, '--origin', 'https://console.acme.dev');
      expect([elsewhere.status, elsewhere.stderr]).toEqual([
        1,
        expect.stringContaining('was signed at http://localhost'),
      ]);
      expect(command(join(folder, 'nothing')).status).toBe(2);
    });
  });
});
