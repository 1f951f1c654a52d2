/** The command for auditors with `--heads`: a key is judged when a published head covers what it signed, at no date of the proof. */

import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkCounters } from '../../scripts/verify-proof/counters';
import { datedBy } from '../../scripts/verify-proof/heads';
import { FOUR_EYES_ORG } from '../../src/local/demo';
import { person } from '../../src/protocol/actor';
import { auditEntryHash } from '../../src/protocol/hash';
import { allowedSignersText, parseAllowedSigners } from '../../src/protocol/ssh/allowed-signers';
import { PASSKEY_KEY } from '../../src/protocol/ssh/public-key';
import { armour, WEBAUTHN_SIGNATURE } from '../../src/protocol/ssh/signature';
import { headText, type PublishedHead, parseHead } from '../../src/protocol/statements/head';
import type { ProofFiles } from '../../src/protocol/statements/proof-files';
import { statementHash } from '../../src/protocol/statements/turn';
import { type AuditEntry, append, genesis } from '../../src/service/audit/rules/chain';
import { runCommand } from '../support/command';
import { aFolder } from '../support/folder';
import { aHeadSigner, headLines, headsOver } from '../support/heads';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { aSigningOperator, countersigns, type SigningOperator, signsEnrolment } from '../support/signing';

const MINUTE = 60_000;

describe('a proof of which the published heads say when it was signed', () => {
  const folder = aFolder();
  let [echo, foxtrot]: [SigningOperator, SigningOperator] = [null!, null!];
  let files: ProofFiles;
  let list: string;
  let heads: string;
  let jwk: string;

  const change = async (path: string, body: object) => {
    const { change } = (await house.api('op_echo', 'PUT', path, body)).body;
    const turned = await house.turn('op_foxtrot', change.id);
    expect(turned.status).toBe(200);
    await house.messages('op_echo');
  };
  const proofOf = async () => {
    const body = { action: 'release.signed', requester: 'op_golf' };
    const { id } = (await house.v1('four_eyes', 'POST', '/v1/requests', body)).body.request;
    expect((await echo.turn(id)).status).toBe(200);
    // Another request, whose entries are nobody's business.
    await house.v1('four_eyes', 'POST', '/v1/requests', { ...body, params: { secret: 'of another request' } });
    await house.messages('op_echo');
    expect((await foxtrot.turn(id)).status).toBe(200);
    await house.messages('op_echo');
    return (await house.v1('four_eyes', 'GET', `/v1/requests/${id}/proof`)).body.proof.files as ProofFiles;
  };
  const signers = async () =>
    (await house.api('op_foxtrot', 'GET', '/api/allowed-signers')).body.allowed_signers as string;

  const house = openedOnce(() => openHouse({ memory: true, byName: true }));
  beforeAll(async () => {
    await change('/api/actions/release.signed', {
      title: 'Release, signed',
      roster: ['op_echo', 'op_foxtrot'],
      quorum: { default: 2, min: 2, max: 2, selectable: false },
      turn: 'code_and_passkey',
    });
    const here = { origin: house.url };
    [echo, foxtrot] = [
      await aSigningOperator(house, 'op_echo', here),
      await aSigningOperator(house, 'op_foxtrot', here),
    ];
    for (const each of [echo, foxtrot]) expect((await signsEnrolment(house, each)).status).toBe(200);
    expect((await countersigns(house, echo, foxtrot.passkey)).status).toBe(200);
    expect((await countersigns(house, foxtrot, echo.passkey)).status).toBe(200);
    await house.advance(10 * MINUTE);
    files = await proofOf();
    await house.advance(10 * MINUTE);
    // Echo loses the device: all access is revoked, and the list says since when.
    expect((await house.api('op_foxtrot', 'DELETE', '/api/sessions?operator=op_echo')).status).toBe(200);
    await house.advance(10 * MINUTE);
    await house.messages('op_foxtrot');
    list = file(await signers());
    heads = file(readFileSync(join(dirname(house.running.demoFile), 'memory/heads.ndjson'), 'utf8'));
    jwk = file(JSON.stringify(published()[0]!.jwk));
  });

  let count = 0;
  function file(content: string): string {
    const path = join(folder, `file-${count++}`);
    writeFileSync(path, content);
    return path;
  }
  const verify = async (given: ProofFiles, ...args: string[]) => {
    const answer = file(JSON.stringify({ proof: { files: given } }));
    const { code, stdout, stderr } = await runCommand('verify-proof', answer, ...args);
    // What holds goes to standard output, and what does not to standard error.
    expect(code === 0 ? stderr : stdout).toBe('');
    return { code, said: stdout + stderr };
  };
  const byHeads = (given = files, path = heads, trusted = list, key = jwk) =>
    verify(given, '--heads', path, '--jwk', key, '--signers', trusted);
  /** What the service published of the chain. */
  const published = (path = heads) =>
    lines(readFileSync(path, 'utf8'))
      .map((line) => parseHead(line)!)
      .filter(({ org }) => org === FOUR_EYES_ORG);

  it('a proof holds for a key that was removed later, and names who countersigned each key', async () => {
    const { code, said } = await byHeads();
    expect(said).toContain('ok: authorized, signed by op_echo, op_foxtrot');
    expect(said).toMatch(/key of op_echo: SHA256:\S+, countersigned by op_foxtrot/);
    expect(code).toBe(0);
    const dates = audit()
      .filter(({ kind }) => kind === 'key.turned')
      .map(({ at }) => at);
    expect(dates).toHaveLength(2);
    expect(said).toContain(`keys judged at ${new Date(Math.max(...dates)).toISOString()}\n`);
    // As of now, the key of op_echo is not valid.
    const now = new Date(await house.advance(0)).toISOString();
    await isBad(verify(files, '--signers', list, '--at', now), /was not valid/);
  });

  it('a proof names each signer once, also an admin who signed and countersigned', () => {
    const names = files.allowed_signers!.match(/^\w+(?= namespaces)/gm);
    expect(names).toEqual(['service', 'op_echo', 'op_foxtrot']);
  });

  const lines = (text: string) => text.trimEnd().split('\n');
  const linesOf = (given: ProofFiles) => lines(given['audit.ndjson']!).map((line) => JSON.parse(line) as AuditEntry);
  const audit = (given = files) => linesOf(given).filter((line) => 'prev' in line);
  const withAudit = (entries: readonly AuditEntry[]): ProofFiles => ({
    ...files,
    'audit.ndjson': entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  });
  const isBad = async (given: Promise<{ code: number | null; said: string }>, why: RegExp) => {
    const { code, said } = await given;
    expect(said).toMatch(why);
    expect(code).toBe(1);
  };

  /**
   * A chain of these entries with heads of its own, by somebody who holds a key of heads: after each of `cuts` entries, and
   * after the last one.
   */
  const forgedChain = async (
    entries: readonly AuditEntry[],
    at: number,
    cuts: readonly (readonly [number, number])[] = [],
  ) => {
    const signer = aHeadSigner();
    const plain = entries.map(({ seq: _seq, prev: _prev, hash: _hash, ...pending }) => pending);
    const chain = append(genesis(FOUR_EYES_ORG), plain);
    const upTo = [...cuts.map(([seq]) => seq), chain.length];
    const atMs = (seq: number) => cuts.find(([cut]) => cut === seq)?.[1] ?? at;
    const made = await headsOver(FOUR_EYES_ORG, chain, upTo, { signer, atMs });
    return {
      chain,
      given: withAudit(chain),
      made,
      heads: file(headLines(made)),
      jwk: file(JSON.stringify(signer.jwk)),
    };
  };
  const byForged = (forged: Awaited<ReturnType<typeof forgedChain>>, given = forged.given) =>
    byHeads(given, forged.heads, list, forged.jwk);

  it('a proof has the enrolment and the countersignature of each key among its audit entries, and later the removal of one', async () => {
    const kinds = audit().map(({ kind, subject }) => `${kind} ${subject}`);
    for (const each of [echo, foxtrot]) {
      expect(kinds).toEqual(expect.arrayContaining([`signing_key.enrolled ${each.passkey}`]));
      expect(kinds).toEqual(expect.arrayContaining([`signing_key.countersigned ${each.passkey}`]));
    }
    const request = JSON.parse(files['verdict.json']!).request as string;
    const later = await house.v1('four_eyes', 'GET', `/v1/requests/${request}/proof`);
    const entries = audit(later.body.proof.files);
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'operator.access_revoked', subject: 'op_echo' }));
    expect(await byHeads(later.body.proof.files)).toMatchObject({ code: 0 });
    const chain = (await house.api('op_foxtrot', 'GET', '/api/audit?limit=100')).body.entries;
    expect(chain).toContainEqual(
      expect.objectContaining({ kind: 'changes.turn_set', data: { turn: 'code_and_passkey' } }),
    );
  });

  it('a proof has only the hashes of other requests, so that the chain leads to the published head without a gap', async () => {
    const all = linesOf(files);
    const others = all.filter((line) => !('prev' in line));
    expect(others.length).toBeGreaterThan(0);
    for (const line of others) expect(Object.keys(line)).toEqual(['seq', 'hash']);
    expect(files['audit.ndjson']).not.toContain('of another request');
    expect((await byHeads()).said).toMatch(
      /audit entries up to \d+ have no gap .*, and lead to the published head \d+/,
    );
    const offline = await verify(files, '--at', new Date(all.at(-1)!.at ?? audit()[0]!.at).toISOString());
    expect(offline).toMatchObject({ code: 0, said: expect.stringMatching(/audit entries up to \d+ have no gap/) });
  });

  it('a proof fails with a hash or an entry of the chain that was changed, removed or put elsewhere', async () => {
    const all = linesOf(files);
    const turned = all.findIndex(({ kind, actor }) => kind === 'key.turned' && actor === 'op_foxtrot');
    expect('prev' in all[turned - 1]!).toBe(false);
    const other = { seq: all[turned - 1]!.seq, hash: '0'.repeat(64) } as AuditEntry;
    const without = (index: number) => withAudit(all.filter((_, at) => at !== index));
    const offline = (given: ProofFiles) => verify(given, '--at', new Date(audit()[0]!.at).toISOString());
    await Promise.all([
      isBad(offline(withAudit(all.with(turned - 1, other))), /does not follow the entry before it/),
      isBad(offline(without(turned - 1)), /an audit entry before \d+ is missing/),
      isBad(offline(without(turned)), /an audit entry before \d+ is missing/),
      isBad(offline(withAudit(all.with(turned, all[turned - 1]!).with(turned - 1, all[turned]!))), /not in its place/),
      isBad(byHeads(withAudit(all.with(all.length - 1, { ...other, seq: all.at(-1)!.seq }))), /another hash|its hash/),
    ]);
  });

  it('a proof fails where the counter of a passkey did not grow from one signature to the next in the chain', async () => {
    const entries = audit();
    const { at } = entries.find(({ kind }) => kind === 'key.turned')!;
    // Echo countersigned the key of foxtrot, and then turned a key. Here in the other order.
    const signed = entries.filter(
      ({ kind, subject }) => kind === 'signing_key.countersigned' && subject === foxtrot.passkey,
    );
    const swapped = [...entries.filter((entry) => !signed.includes(entry)), ...signed];
    const forged = await forgedChain(swapped, at + 1000);
    await isBad(byForged(forged), /the counter of \S+ did not grow \(\d, after \d in turn-01\.json\)/);
    expect(await byForged(await forgedChain(entries, at + 1000))).toMatchObject({ code: 0 });
  });

  it('a proof is not signed where the action asks for codes alone, which is neither right nor bad', async () => {
    const { id } = (await house.propose()).body.request;
    expect((await house.turn('op_bravo', id)).status).toBe(200);
    const { files: unsigned } = (await house.v1('proposer', 'GET', `/v1/requests/${id}/proof`)).body.proof;
    expect(await verify(unsigned)).toEqual({
      code: 2,
      said: 'not signed: 0 of the 1 operators that the policy needs have signed\n',
    });
  });

  it.each<[string, readonly string[], RegExp]>([
    ['nothing', [], /^usage: /],
    ['two proofs', ['a', 'b'], /^usage: /],
    ['an unknown flag', ['a', '--signer', 'b'], /'--signer'.*\nusage: /],
    ['a file that is not there', ['absent'], /^cannot read /],
    ['a file without a proof', ['none'], /^\S+ is no answer with a proof\n$/],
    ['an instant that is none', ['proof', '--at', 'noon'], /^--at: "noon" is no instant such as /],
    ['a list that is not there', ['proof', '--signers', 'absent'], /^cannot read /],
    ['heads that are not there', ['proof', '--heads', 'absent', '--jwk', 'jwk'], /^cannot read /],
    ['a key of heads that is not JSON', ['proof', '--heads', 'heads', '--jwk', 'empty'], /^\S+ is not JSON\n$/],
    [
      'heads without the key of heads',
      ['proof', '--heads', 'heads'],
      /^--heads needs --jwk KEY\.json, your copy of the key/,
    ],
    ['a key of heads without heads', ['proof', '--jwk', 'none'], /^--jwk verifies heads: give --heads too\n$/],
    ['heads of nobody', ['proof', '--heads', 'empty', '--jwk', 'jwk'], /^\S+ holds no head of "org_four_eyes"\n$/],
  ])('a proof with %s is refused before it is judged', async (_, args, said) => {
    const paths: Readonly<Record<string, string>> = {
      absent: join(folder, 'absent'),
      none: file('{}'),
      empty: file(''),
      heads,
      jwk,
      proof: file(JSON.stringify({ files })),
    };
    const { code, stdout, stderr } = await runCommand('verify-proof', ...args.map((arg) => paths[arg] ?? arg));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(said);
  });

  it('a proof fails with a turn that no head covers, or that is not among the audit entries', async () => {
    const turned = audit().find(({ kind }) => kind === 'key.turned')!;
    const before = published().filter(({ seq }) => seq < turned.seq);
    await Promise.all([
      isBad(byHeads(files, file(headLines(before))), /no published head covers audit entry \d+, of turn-01/),
      isBad(
        byHeads(withAudit(audit().filter(({ seq }) => seq !== turned.seq))),
        /turn-0\d\.json is not among the audit/,
      ),
    ]);
  });

  it('a proof fails with an entry that differs from what was published, whatever date it claims', async () => {
    const entries = audit();
    // With every hash after it computed again, as somebody who can write the table would.
    const rewritten: AuditEntry[] = [];
    for (const entry of entries) {
      const before = rewritten.at(-1);
      const prev = before?.seq === entry.seq - 1 ? before.hash : entry.prev;
      const at = entry.kind === 'key.turned' ? entry.at - MINUTE : entry.at;
      const { hash: _hash, ...body } = { ...entry, at, prev };
      rewritten.push({ ...body, hash: auditEntryHash(body) });
    }
    await isBad(byHeads(withAudit(rewritten)), /published head \d+ has another hash for audit entry/);
    const edited = entries.map((entry) => ({ ...entry, at: entry.at - MINUTE }));
    await isBad(byHeads(withAudit(edited)), /does not have its hash/);
  });

  it('a proof holds for a key that ended after its turn, although the head that covers the turn came later', async () => {
    const { at } = audit().find(({ kind }) => kind === 'key.turned')!;
    // The key of op_echo ended ten minutes after its turn.
    for (const minutes of [1, 15]) {
      expect(await byForged(await forgedChain(audit(), at + minutes * MINUTE))).toMatchObject({ code: 0 });
    }
  });

  it('a proof fails where the head before a turn was published after the end of its key, whatever date the entry claims', async () => {
    const entries = audit();
    const turned = entries.findIndex(({ kind, actor }) => kind === 'key.turned' && actor === 'op_echo');
    const { at } = entries[turned]!;
    const late = await forgedChain(entries, at + 16 * MINUTE, [[turned, at + 15 * MINUTE]]);
    await isBad(byForged(late), /turn-01\.json is signed by a key .* or was not valid/);
    // An entry that claims to be of later than its own head is of the head's time.
    const early = entries.map((entry, index) => (index === turned ? { ...entry, at: at + 99 * MINUTE } : entry));
    expect(await byForged(await forgedChain(early, at + MINUTE))).toMatchObject({ code: 0 });
    // Without the head before, the date could be any.
    const second = file(headLines(late.made.slice(1)));
    await isBad(byHeads(late.given, second, list, late.jwk), /no published head covers audit entry 1/);
    // Heads that the service did not sign date nothing.
    await isBad(byHeads(late.given, late.heads), /signed with another key/);
  });

  describe('that somebody edits who wants a removed key to be believed', () => {
    const without = (given: ProofFiles, ...names: string[]): ProofFiles =>
      Object.fromEntries(Object.entries(given).filter(([name]) => !names.some((each) => name.startsWith(each))));
    /** The genuine entries, with the removal of the passkey of op_foxtrot before its turn. */
    const withRemoval = async (kind: string, subject: string, data: object = {}) => {
      const entries = audit();
      const turned = entries.findIndex(({ kind, actor }) => kind === 'key.turned' && actor === 'op_foxtrot');
      const removal = { ...entries[turned]!, kind, subject, ...person('op_echo'), data } as AuditEntry;
      const forged = await forgedChain(entries.toSpliced(turned, 0, removal), entries[turned]!.at + 1000);
      return { forged, removal: forged.chain[turned]! };
    };

    it('a proof fails without the enrolment of a key, unless the verifier allows that', async () => {
      const left = without(files, 'key-02');
      await isBad(byHeads(left), /key-02\.json is missing: the key of op_foxtrot has no enrolment/);
      await isBad(byHeads(without(files, 'key-02.json')), /key-02\.json is missing/);
      const allowed = await verify(left, '--heads', heads, '--jwk', jwk, '--signers', list, '--allow-unenrolled');
      expect(allowed).toMatchObject({
        code: 0,
        said: expect.stringMatching(/key of op_foxtrot: SHA256:\S+, it did not sign its enrolment \(bootstrap\)$/m),
      });
    });

    it('the removal of some passkey before the turn of a key without an enrolment is said, because it may be this one', async () => {
      const { forged } = await withRemoval('passkey.deleted', 'psk_other');
      const hidden = forged.chain.map((entry) =>
        entry.subject === foxtrot.passkey ? ({ seq: entry.seq, hash: entry.hash } as AuditEntry) : entry,
      );
      const given = without({ ...forged.given, ...withAudit(hidden) }, 'key-02');
      const args = ['--heads', forged.heads, '--jwk', forged.jwk, '--signers', list, '--allow-unenrolled'];
      const { code, said } = await verify(given, ...args);
      expect([said, code]).toEqual([expect.stringMatching(/^not checked: whether this key was removed$/m), 0]);
    });

    it('a key without an enrolment is later than a removal if the verifier’s own list says so, and not if the proof’s list does', async () => {
      const entries = audit();
      const turned = entries.findIndex(({ kind, actor }) => kind === 'key.turned' && actor === 'op_foxtrot');
      const { at } = entries[turned]!;
      const shown = entries.filter(({ subject }) => subject !== foxtrot.passkey);
      const place = shown.indexOf(entries[turned]!);
      const removal = {
        ...entries[turned]!,
        kind: 'operator.access_revoked',
        subject: 'op_foxtrot',
        at: at - 9000,
        data: {},
      };
      const forged = await forgedChain(shown.toSpliced(place, 0, removal), at + 1000, [[place, at - 9000]]);
      const own = parseAllowedSigners(readFileSync(list, 'utf8'))!;
      const later = own.map((each) =>
        each.principal === 'op_foxtrot' ? { ...each, validAfterMs: at - 5000, namespaces: ['turn@ras'] } : each,
      );
      // The countersignature of the other key is of no interest here.
      const given = without({ ...forged.given, allowed_signers: allowedSignersText(later) }, 'key-');
      const args = ['--heads', forged.heads, '--jwk', forged.jwk, '--allow-unenrolled'];
      const pinned = (signers: typeof own) => ['--signers', file(allowedSignersText(signers))];
      const hasLine = (printed: string) =>
        /^key of op_foxtrot: .* did not sign its enrolment \(bootstrap\)$/m.test(printed);
      const { code, said } = await verify(given, ...args, ...pinned(later));
      expect([said, code, hasLine(said)]).toEqual([said, 0, true]);
      const why = /the key of op_foxtrot was removed before it signed/;
      await isBad(verify(given, ...args), why);
      // It was in the list before, for another time.
      await isBad(verify(given, ...args, ...pinned([...own, ...later])), why);
    });

    it('a proof fails with a turn under another name, which has no key file', async () => {
      const { 'turn-01.json': turn, 'turn-01.json.sig': signature, ...rest } = files;
      const renamed = { ...rest, 'turn-1.json': turn!, 'turn-1.json.sig': signature! };
      await isBad(byHeads(renamed), /turn-1\.json is no file of a proof with 2 turns/);
      await isBad(byHeads(rest), /turn-01\.json cannot be read/);
    });

    it('a proof fails with the entry that ended the key replaced by its hash', async () => {
      const { forged, removal } = await withRemoval('operator.updated', 'op_foxtrot', { enabled: false });
      const why = new RegExp(`key of op_foxtrot was removed before it signed, as audit entry ${removal.seq} says`);
      await isBad(byForged(forged), why);
      const { seq, hash } = removal;
      const hidden = withAudit(
        forged.chain.map((entry) => (entry === removal ? ({ seq, hash } as AuditEntry) : entry)),
      );
      await isBad(byForged(forged, hidden), why);
    });

    it('a proof fails with a turn that was moved to an earlier head, or heads that leave out the one with the removal', async () => {
      const own = published();
      const turned = audit().find(({ kind, actor }) => kind === 'key.turned' && actor === 'op_echo')!;
      const place = own.findIndex(({ from, seq }) => from < turned.seq && seq >= turned.seq);
      expect(place).toBeGreaterThan(0);
      const [earlier, later] = [own[place - 1]!, own[place]!];
      const taken = later.hashes.slice(0, turned.seq - later.from);
      const longer = { ...earlier, hashes: [...earlier.hashes, ...taken] };
      const changed = (...heads: readonly PublishedHead[]) => file(heads.map((head) => `${headText(head)}\n`).join(''));
      const others = own.filter((head) => head !== earlier && head !== later);
      await Promise.all([
        isBad(byHeads(files, changed(...others, longer, later)), /what is published beside the signature is not what/),
        isBad(byHeads(files, changed(...own, own[0]!)), /head 1 is there twice/),
        isBad(byHeads(files, changed(...own.toSpliced(place - 1, 1))), /head \d+ is missing|no published head covers/),
        isBad(
          byHeads(files, changed({ ...later, ended: [{ seq: turned.seq, operator: 'op_x' }] })),
          /what is published/,
        ),
      ]);
    });

    it('the verification says that the script in a proof is not the published one, and judges the rest', async () => {
      expect((await byHeads()).said).not.toContain('verify.sh');
      const { code, said } = await byHeads({ ...files, 'verify.sh': '#!/bin/sh\necho ok\n' });
      const [published] = readFileSync(join(__dirname, '../../docs/verify.sh.sha256'), 'utf8').split(' ');
      expect(said).toContain(`verify.sh in the proof is not the published one (SHA-256 ${published}): do not run it`);
      expect(code).toBe(0);
    });
  });

  it('every act that ends a key is named by the head that covers it', async () => {
    const golf = await aSigningOperator(house, 'op_golf', { origin: house.url });
    expect((await house.api('op_golf', 'DELETE', `/api/passkeys/${golf.passkey}`)).status).toBe(200);
    expect((await house.api('op_foxtrot', 'PATCH', '/api/operators/op_golf', { enabled: false })).status).toBe(200);
    await house.messages('op_foxtrot');
    await house.advance(2 * MINUTE);
    const path = file(readFileSync(join(dirname(house.running.demoFile), 'memory/heads.ndjson'), 'utf8'));
    const ended = published(path).flatMap((head) => head.ended);
    expect(ended).toEqual([
      { seq: expect.any(Number), operator: 'op_echo' },
      { seq: expect.any(Number), passkey: golf.passkey },
      { seq: expect.any(Number), operator: 'op_golf' },
    ]);
    const chain = (await house.api('op_foxtrot', 'GET', '/api/audit/export')).body as string;
    const verified = await runCommand(
      'verify-audit',
      file(chain),
      '--heads',
      path,
      '--jwk',
      jwk,
      '--org',
      FOUR_EYES_ORG,
    );
    expect(verified).toMatchObject({ code: 0 });
  });

  it('a proof fails with the enrolment or the countersignature of another key, or one that the admin did not sign', async () => {
    const swapped = (name: string, other: string) => ({
      ...files,
      [name]: files[other]!,
      [`${name}.sig`]: files[`${other}.sig`]!,
    });
    const known = parseAllowedSigners(readFileSync(list, 'utf8'))!;
    const withoutFoxtrot = known.map((each) =>
      each.principal === 'op_foxtrot' ? { ...each, namespaces: ['turn@ras'] } : each,
    );
    await Promise.all([
      isBad(byHeads(swapped('key-01.json', 'key-02.json')), /key-01\.json is of another operator/),
      isBad(byHeads(swapped('key-01-countersigned.json', 'key-02-countersigned.json')), /is of another key/),
      isBad(byHeads({ ...files, 'key-01.json.sig': files['key-02.json.sig']! }), /key-01\.json is of another key/),
      isBad(byHeads(files, heads, file(allowedSignersText(withoutFoxtrot))), /not allowed to sign for op_foxtrot/),
    ]);
  });
});

describe('the entries of a proof', () => {
  const ENROLLED = { kind: 'signing_key.enrolled', subject: 'psk_1', data: { statement: 'of the enrolment' } };
  const TURNED = { kind: 'key.turned', subject: 'req_1', data: { statement: 'of the turn' } };
  const OTHER = { kind: 'request.notified', subject: 'req_1', data: {} };
  const KEY = {
    ...{ operator: 'op_bravo', turn: 'of the turn', fingerprint: 'SHA256:x', countersigned: null },
    enrolment: { passkey: 'psk_1', statement: 'of the enrolment' },
  };
  type Told = Pick<AuditEntry, 'kind' | 'subject' | 'data'>;
  const partOf = (...told: readonly Told[]) => {
    const entries = append(
      genesis('org_a'),
      told.map((each) => ({ at: 1, ...person('op_bravo'), ...each })),
    );
    return { entries, lines: entries, isComplete: true };
  };
  const checked = async (...told: readonly Told[]) => {
    const part = partOf(...told);
    const heads = await headsOver('org_a', part.entries);
    return () => datedBy(part, heads).checkKey(KEY, null);
  };
  const ended = (kind: string, subject: string, data: AuditEntry['data'] = {}) => ({ kind, subject, data });

  it.each([
    ended('passkey.deleted', 'psk_1'),
    ended('operator.access_revoked', 'op_bravo'),
    ended('operator.updated', 'op_bravo', { enabled: false }),
  ])('an entry between its enrolment and its turn ends a key: $kind $data', async (end) => {
    expect(await checked(ENROLLED, end, TURNED)).toThrow(
      'the key of op_bravo was removed before it signed, as audit entry 2',
    );
    // Before it was enrolled, or after it signed.
    expect(await checked(end, ENROLLED, TURNED)).not.toThrow();
    expect(await checked(ENROLLED, TURNED, end)).not.toThrow();
  });

  it.each([
    ended('passkey.deleted', 'psk_2'),
    ended('operator.access_revoked', 'op_charlie'),
    ended('operator.updated', 'op_charlie', { enabled: false }),
    ended('operator.updated', 'op_bravo', { enabled: true }),
    ended('operator.updated', 'op_bravo', { name: 'Barbara' }),
  ])('an entry about somebody or something else ends no key: $kind $subject $data', async (other) => {
    expect(await checked(ENROLLED, other, TURNED)).not.toThrow();
  });

  it('a head that does not name the end of a key is refused, because the service did not make it', async () => {
    const part = partOf(ENROLLED, ended('operator.access_revoked', 'op_bravo'), TURNED);
    const heads = (await headsOver('org_a', part.entries)).map((head) => ({ ...head, ended: [] }));
    expect(() => datedBy(part, heads)).toThrow('published head 1 does not name the keys that audit entry 2 ends');
  });

  it('the audit entries say when a key was enrolled, which must be before it signed', async () => {
    expect(await checked(TURNED, ENROLLED)).toThrow('the key of op_bravo was enrolled after it signed');
    expect(await checked(TURNED)).toThrow('the enrolment of the key of op_bravo is not among the audit entries');
  });

  describe('about a key that did not sign its enrolment', () => {
    const UNENROLLED = { ...KEY, enrolment: null };
    const OTHERS_KEY = ended('passkey.deleted', 'psk_9', { operator: 'op_charlie' });
    const REVOKED = ended('operator.access_revoked', 'op_bravo');
    const judge = async (
      told: readonly Told[],
      {
        sinceMs = null as number | null,
        cuts = [told.length],
        atMs = (_seq: number): number => 10,
        from = 0,
        hide = [0],
      } = {},
    ) => {
      const part = partOf(...told);
      const heads = (await headsOver('org_a', part.entries, cuts, { atMs })).slice(from);
      const shown = part.entries.filter(({ seq }) => !hide.includes(seq) && seq > (heads[0]?.from ?? 0));
      return () => datedBy({ ...part, entries: shown, lines: shown }, heads).checkKey(UNENROLLED, sinceMs);
    };

    it.each([
      ['all access was revoked', REVOKED],
      ['the operator was disabled', ended('operator.updated', 'op_bravo', { enabled: false })],
    ])('a key without an enrolment is refused if before its turn %s', async (_, end) => {
      const why = 'the key of op_bravo was removed before it signed, as audit entry 2';
      expect(await judge([OTHER, end, TURNED])).toThrow(why);
      // Also if the proof has only the hash of that entry.
      expect(await judge([OTHER, end, TURNED], { hide: [2] })).toThrow(why);
      expect((await judge([OTHER, TURNED, end]))()).toBe(true);
      expect((await judge([OTHER, ended('operator.access_revoked', 'op_charlie'), TURNED]))()).toBe(true);
    });

    it('a key without an enrolment is believed if the list says that it began when the others had ended', async () => {
      // The entry says 1, and the head that covers it 10.
      expect((await judge([OTHER, REVOKED, TURNED], { sinceMs: 1 }))()).toBe(true);
      expect(await judge([OTHER, REVOKED, TURNED], { sinceMs: 0 })).toThrow('was removed before it signed');
      expect((await judge([OTHER, REVOKED, TURNED], { sinceMs: 10, hide: [2] }))()).toBe(true);
      expect(await judge([OTHER, REVOKED, TURNED], { sinceMs: 9, hide: [2] })).toThrow('was removed before it signed');
      // It began between two removals.
      const twice = { cuts: [2, 4], atMs: (seq: number) => seq * 10, hide: [2, 3] };
      expect((await judge([OTHER, REVOKED, REVOKED, TURNED], { ...twice, sinceMs: 40 }))()).toBe(true);
      expect(await judge([OTHER, REVOKED, REVOKED, TURNED], { ...twice, sinceMs: 20 })).toThrow(
        'as audit entry 3 says',
      );
    });

    it('whether a key without an enrolment was removed is not known if some passkey was, unless that one is not it', async () => {
      const DELETED = ended('passkey.deleted', 'psk_9', { operator: 'op_bravo' });
      expect((await judge([OTHER, DELETED, TURNED], { hide: [2] }))()).toBe(false);
      expect((await judge([OTHER, DELETED, TURNED]))()).toBe(false);
      expect((await judge([OTHER, OTHERS_KEY, TURNED], { hide: [2] }))()).toBe(false);
      expect((await judge([OTHER, OTHERS_KEY, TURNED]))()).toBe(true);
      expect((await judge([OTHER, DELETED, TURNED], { sinceMs: 1 }))()).toBe(true);
      expect((await judge([OTHER, TURNED, DELETED]))()).toBe(true);
    });

    it('whether a key without an enrolment was removed is not known without the heads from the time when it began', async () => {
      const told = [OTHER, OTHER, OTHER, TURNED];
      const later = { cuts: [1, 2, 4], atMs: (seq: number) => seq * 10, from: 1 };
      expect((await judge(told, later))()).toBe(false);
      expect((await judge(told, { ...later, sinceMs: 19 }))()).toBe(false);
      expect((await judge(told, { ...later, sinceMs: 20 }))()).toBe(true);
    });

    it('a key whose enrolment is an audit entry is judged by it, although the file of the enrolment was removed', async () => {
      const stated = { statement: 'of the enrolment', fingerprint: 'SHA256:x', operator: 'op_bravo' };
      const enrolled = { ...ENROLLED, data: stated };
      const gone = ended('passkey.deleted', 'psk_1', { operator: 'op_bravo' });
      expect(await judge([enrolled, gone, TURNED])).toThrow('the key of op_bravo was removed before it signed');
      expect((await judge([gone, enrolled, TURNED]))()).toBe(true);
      for (const other of [{ fingerprint: 'SHA256:y' }, { operator: 'op_charlie' }]) {
        const ofOther = { ...enrolled, data: { ...stated, ...other } };
        expect((await judge([ofOther, gone, TURNED]))()).toBe(false);
      }
    });
  });

  it('the audit entries have their own dates, limited to the time between the head before and the head that covers them', async () => {
    const part = partOf(OTHER, ENROLLED, OTHER, TURNED, OTHER);
    const upTo = async (cuts: readonly number[], atMs: (seq: number) => number) => {
      const { atMs: dateOf } = datedBy(part, await headsOver('org_a', part.entries, cuts, { atMs }));
      return [dateOf('of the enrolment', 'it'), dateOf('of the turn', 'it')];
    };
    const at = part.entries[0]!.at;
    // Their own, where the heads allow it.
    expect(await upTo([5], () => at + 9)).toEqual([at, at]);
    // Not later than the head that covers them, and not earlier than the one before.
    expect(await upTo([5], () => at - 9)).toEqual([at - 9, at - 9]);
    expect(await upTo([2, 5], (seq) => at + seq)).toEqual([at, at + 2]);
    expect(await upTo([1, 3, 5], (seq) => at + seq)).toEqual([at + 1, at + 3]);
    await expect(upTo([3], () => at)).rejects.toThrow('no published head covers audit entry 4, of it');
    const later = (await headsOver('org_a', part.entries, [1, 5])).slice(1);
    const rest = { ...part, entries: part.entries.slice(1), lines: part.lines.slice(1) };
    expect(() => datedBy(rest, later).atMs('of the turn', 'it')).toThrow(
      'head 1 is missing: without it, the date of audit entry 4 can be any',
    );
  });

  it('the counters of passkeys grow from entry to entry, unless a passkey does not count', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
    const key = { type: PASSKEY_KEY, point, application: 'a.example' } as const;
    const signed = (counter: number) => {
      const empty = Buffer.alloc(0);
      const value = { type: WEBAUTHN_SIGNATURE, raw: Buffer.alloc(64, 1), flags: 5, counter, origin: '' } as const;
      return armour({ key, namespace: 'turn@ras', value: { ...value, clientData: empty, extensions: empty } });
    };
    const entries = ['first', 'second'].map((text) => ({ ...TURNED, data: { statement: statementHash(text) } }));
    const check = (placed: readonly Told[], first: number, second: number) => () =>
      checkCounters(
        { 'b.json': 'second', 'b.json.sig': signed(second), 'a.json': 'first', 'a.json.sig': signed(first) },
        partOf(...placed).entries,
      );
    expect(check(entries, 4, 5)).not.toThrow();
    expect(check(entries, 0, 0)).not.toThrow();
    for (const [first, second] of [
      [5, 5],
      [5, 4],
      [5, 0],
    ] as const)
      expect(check(entries, first, second)).toThrow(
        `the counter of b.json did not grow (${second}, after ${first} in a.json): the passkey may be a copy`,
      );
    // Of what has no place in the chain, only equal ones are known to be wrong.
    expect(check([], 5, 4)).not.toThrow();
    expect(check([], 0, 0)).not.toThrow();
    expect(check([], 5, 5)).toThrow('have one counter: the passkey may be a copy');
  });
});
