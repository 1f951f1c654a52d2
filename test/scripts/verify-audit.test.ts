/** The command as an auditor runs it, on files. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type AuditEntry, append, genesis } from '../../src/core/audit/chain';
import { type Ran, runCommand } from '../support/command';
import { TYPESCRIPT } from '../support/typescript';

const ROOT = join(__dirname, '../..');
const ORG = 'org_a';
const entries = append(
  genesis(ORG),
  Array.from({ length: 8 }, (_, n) => ({
    at: 1_700_000_000_000 + n,
    kind: 'key.turned',
    subject: 'req_1',
    actor: `op_${n}`,
    data: { note: 'Grüße', round: n },
  })),
);
/** Without its place in the chain. */
const pending = ({ at, kind, subject, actor, data }: AuditEntry) => ({ at, kind, subject, actor, data });
const LINES = entries.map((entry) => JSON.stringify(entry));
const HASH = entries.at(-1)!.hash;
const ours = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const theirs = generateKeyPairSync('ec', { namedCurve: 'P-256' });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-audit-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function file(content: string | object): string {
  const path = join(folder, `file-${files++}`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const exported = (lines: readonly string[]) => file(lines.map((line) => `${line}\n`).join(''));
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' });
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signedHead(head: object, keys = ours, header: object = { alg: 'ES256' }) {
  const signed = `${base64url(header)}.${base64url(head)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' });
  return { ...head, jws: `${signed}.${signature.toString('base64url')}`, jwk: jwkOf(keys.publicKey) };
}

const HEAD = signedHead({ org: ORG, seq: 8, hash: HASH, at: 1_700_000_001_000 });

type Answer = Promise<Ran>;

/** As the README says. */
const byItsCommand = (...args: string[]): Answer => answerOf('npm', ['run', '--silent', 'verify-audit', '--', ...args]);
const inItsProcess = (...args: string[]): Answer =>
  answerOf(process.execPath, [...TYPESCRIPT, 'scripts/verify-audit.ts', ...args]);
const answerOf = (command: string, args: readonly string[]): Answer =>
  promisify(execFile)(command, args, { cwd: ROOT }).then(
    (said) => ({ code: 0, ...said }),
    (error) => error as Ran,
  );
/** Every other test needs no process. */
const verifyAudit = (...args: string[]): Answer => runCommand('verify-audit', ...args);

/** One line on standard error, so that what is printed on standard output is always a result. */
async function isBad(ran: Answer, why: RegExp): Promise<void> {
  const { code, stdout, stderr } = await ran;
  expect(stderr).toMatch(/^bad: .*\n$/);
  expect(stderr).toMatch(why);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}

describe('an honest export', () => {
  it('is ok, with its head and whether the key was pinned', async () => {
    const head = file(HEAD);
    const [bare, unpinned, pinned] = [
      await byItsCommand(exported(LINES), '--org', ORG),
      await verifyAudit(exported(LINES), '--head', head),
      await verifyAudit(exported(LINES), '--head', head, '--jwk', file(jwkOf(ours.publicKey))),
    ];
    for (const { code, stdout, stderr } of [bare, unpinned, pinned]) {
      expect(stdout).toContain(`ok: 8 entries, head 8 ${HASH}\n`);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
    expect(bare.stdout).toMatch(/no signed head was given/);
    expect(unpinned.stdout).toMatch(/not pinned/);
    expect(pinned.stdout).toMatch(/verified with the pinned key/);
  });

  it('may go on after the head that was signed', async () => {
    const earlier = signedHead({ org: ORG, seq: 5, hash: entries[4]!.hash, at: 1 });
    expect((await verifyAudit(exported(LINES), '--head', file(earlier))).code).toBe(0);
  });
});

describe('a bad export fails with the sequence number and what is wrong', () => {
  const changed = (seq: number, change: (line: string) => string) =>
    LINES.map((line, n) => (n === seq - 1 ? change(line) : line));

  it.each<[string, string[], RegExp]>([
    ['one changed byte', changed(3, (line) => line.replace('op_2', 'op_x')), /entry 3: edited/],
    ['one changed byte that breaks the JSON', changed(4, (line) => line.replace('"', "'")), /entry 4: edited/],
    ['one added space', changed(5, (line) => line.replace(':', ': ')), /entry 5: edited/],
    ['a key given twice', changed(2, (line) => `{"actor":"op_x",${line.slice(1)}`), /entry 2: edited/],
    ['one removed line', LINES.filter((_, n) => n !== 4), /entry 5: removed/],
    ['a removed first line', LINES.slice(1), /entry 1: removed/],
    ['one swapped pair', [...LINES.slice(0, 5), LINES[6]!, LINES[5]!, LINES[7]!], /entry 6: reordered/],
    ['one line twice', [...LINES.slice(0, 3), ...LINES.slice(2)], /entry 4: reordered/],
    ['a blank line', [...LINES.slice(0, 3), '', ...LINES.slice(3)], /entry 4: edited/],
    ['a cut tail', LINES.slice(0, 6), /entry 7: cut short/],
    ['nothing at all', [], /entry 1: cut short/],
  ])('%s', async (_what, lines, expected) => {
    await isBad(verifyAudit(exported(lines), '--head', file(HEAD)), expected);
  });

  it('a byte that is not UTF-8, which would be read as a letter that another wrong byte gives too', async () => {
    const bytes = Buffer.from(LINES.map((line) => `${line}\n`).join(''));
    bytes[bytes.indexOf('ü')] = 0xff;
    const path = join(folder, 'no-text');
    writeFileSync(path, bytes);
    await isBad(inItsProcess(path, '--org', ORG), /no-text is not UTF-8 text: it was edited/);
  });

  it('a tail that was written anew', async () => {
    const anew = append(entries[5]!, [entries[6]!, { ...entries[7]!, actor: 'op_x' }].map(pending));
    const lines = [...LINES.slice(0, 6), ...anew.map((entry) => JSON.stringify(entry))];
    await isBad(verifyAudit(exported(lines), '--head', file(HEAD)), /entry 8: other chain/);
  });

  it('another organization’s chain', async () => {
    await isBad(verifyAudit(exported(LINES), '--org', 'org_b'), /entry 1: .*another organization/);
  });
});

describe('a bad head fails', () => {
  const short = LINES.slice(0, 6);
  const forgedPayload = { org: ORG, seq: 6, hash: entries[5]!.hash, at: 1 };
  const [header, , signature] = HEAD.jws.split('.');

  it.each<[string, object, string[], RegExp]>([
    ['its fields changed beside the signature', { ...HEAD, ...forgedPayload }, [], /8 is what was signed/],
    [
      'its payload changed under the signature',
      { ...HEAD, ...forgedPayload, jws: `${header}.${base64url(forgedPayload)}.${signature}` },
      [],
      /does not verify/,
    ],
    ['signed with another key, the right one pinned', signedHead(forgedPayload, theirs), ['pin'], /does not verify/],
    [
      'signed with another key, our key beside it',
      { ...signedHead(forgedPayload, theirs), jwk: HEAD.jwk },
      [],
      /does not verify/,
    ],
    ['another algorithm', signedHead(forgedPayload, ours, { alg: 'none' }), [], /not signed with ES256/],
    ['no signature', { ...forgedPayload, jwk: HEAD.jwk }, [], /no signature/],
    ['no key', { ...HEAD, jwk: undefined }, [], /no object/],
    [
      'another organization’s',
      signedHead({ ...forgedPayload, org: 'org_b' }),
      ['--org', ORG],
      /of organization "org_b"/,
    ],
  ])('%s', async (_what, head, more, expected) => {
    const args = more[0] === 'pin' ? ['--jwk', file(jwkOf(ours.publicKey))] : more;
    await isBad(verifyAudit(exported(short), '--head', file(head), ...args), expected);
  });
});

describe('an export that follows a head that was kept', () => {
  const kept = (seq: number, hash = entries[seq - 1]!.hash) => signedHead({ org: ORG, seq, hash, at: 'noon' });

  it.each([
    ['begins with the entry of that head', LINES.slice(4)],
    ['begins before it', LINES.slice(2)],
  ])('is ok where it %s', async (_, lines) => {
    const { code, stdout } = await verifyAudit(exported(lines), '--since', file(kept(5)));
    expect(stdout).toMatch(
      /^ok: 4 entries, head 8 .*\nfollows head 5 of noon, verified with the key that came with it/,
    );
    expect(code).toBe(0);
  });

  it.each<[string, string[], object, RegExp]>([
    ['its first entry is a later one', LINES.slice(5), kept(5), /entry 5: removed/],
    ['the entry of that head is another one', LINES.slice(4), kept(5, HASH), /entry 5: other chain/],
    ['it ends before that head', LINES.slice(0, 4), kept(5), /entry 5: cut short/],
  ])('is bad where %s', (_, lines, head, expected) =>
    isBad(verifyAudit(exported(lines), '--since', file(head)), expected),
  );
});

describe('the published heads', () => {
  const head = (seq: number, from: number, more: object = {}, keys = ours) => {
    const hashes = entries.slice(from - 1, seq).map(({ hash }) => hash);
    return { ...signedHead({ org: ORG, seq, hash: hashes.at(-1), at: seq, ...more }, keys), hashes, ...more };
  };
  /** As the bucket is copied: folders, with a file for each head. */
  const bucket = (...heads: readonly object[]) => {
    const root = mkdtempSync(join(folder, 'heads-'));
    for (const [n, each] of heads.entries()) {
      mkdirSync(join(root, `${n % 2}`), { recursive: true });
      writeFileSync(join(root, `${n % 2}`, `${n}.json`), JSON.stringify(each));
    }
    return root;
  };
  const OTHERS = signedHead({ org: 'org_b', seq: 9, hash: 'x', at: 9 });

  it('of a bucket are those of the organization, in the order of the chain', async () => {
    const path = bucket(head(8, 4), OTHERS, head(3, 1));
    const { code, stdout } = await verifyAudit(exported(LINES), '--heads', path, '--org', ORG);
    expect(stdout).toMatch(/\n2 published heads up to 8, verified with the key that came with it/);
    expect(code).toBe(0);
  });

  it('name the first entry that is not what was published, or is not there', async () => {
    const forged = append(genesis(ORG), [{ ...entries[0]!, actor: 'op_x' }, ...entries.slice(1)].map(pending));
    const lines = forged.map((entry) => JSON.stringify(entry));
    await isBad(
      verifyAudit(exported(lines), '--heads', bucket(head(3, 1), head(8, 4))),
      /entry 1: rewritten: .*head 3/,
    );
    await isBad(
      verifyAudit(exported(LINES.slice(0, 6)), '--heads', bucket(head(8, 4))),
      /entry 7: cut short: .*head 8/,
    );
  });

  it.each<[string, readonly object[], RegExp]>([
    ['two were signed for one place', [head(3, 1), head(3, 1, { hash: HASH, hashes: [HASH] })], /entry 3: two heads/],
    ['the hashes of one end with another one', [{ ...head(3, 1), hashes: [HASH] }], /do not end with the hash/],
    ['one is signed with another key', [head(3, 1), head(8, 4, {}, theirs)], /signed with another key/],
  ])('are refused where %s', async (_, heads, expected) => {
    const args = ['--heads', bucket(...heads), '--jwk', file(jwkOf(ours.publicKey))];
    await isBad(verifyAudit(exported(LINES), ...args), expected);
  });
});

it('says what is missing in one line, or in two with its usage, by another exit code than a bad chain', async () => {
  const jwk = file(jwkOf(ours.publicKey));
  for (const [args, sentence, lines] of [
    [[], /^usage:/, 1],
    [[exported(LINES), exported(LINES)], /^usage:/, 1],
    [[exported(LINES)], /name the organization/, 1],
    [[exported(LINES), '--org', ORG, '--jwk', jwk], /--jwk verifies a head/, 1],
    [[join(folder, 'absent'), '--org', ORG], /cannot read/, 1],
    [[exported(LINES), '--heads', join(folder, 'absent')], /cannot read/, 1],
    [[exported(LINES), '--heads', file(HEAD), '--org', 'org_b'], /holds no head of "org_b"/, 1],
    [[exported(LINES), '--hed', 'x'], /usage:/, 2],
    [[exported(LINES), '--head', exported(['{'])], /is not JSON/, 1],
  ] as const) {
    const { code, stdout, stderr } = await verifyAudit(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(lines);
  }
});
