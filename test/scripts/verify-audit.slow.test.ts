/** The command as an auditor runs it, on files. */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { person } from '../../src/protocol/actor';
import { type HeadPayload, headBodyHash, headText, type PublishedHead } from '../../src/protocol/statements/head';
import { type AuditEntry, append, genesis } from '../../src/service/audit/rules/chain';
import { type Ran, runCommand } from '../support/command';
import { aFolder } from '../support/folder';
import { aHeadSigner, headLines, headsOver } from '../support/heads';
import { TYPESCRIPT } from '../support/typescript';

const ROOT = join(__dirname, '../..');
const ORG = 'org_a';
const entries = append(
  genesis(ORG),
  Array.from({ length: 8 }, (_, n) => ({
    at: 1_700_000_000_000 + n,
    kind: 'key.turned',
    subject: 'req_1',
    ...person(`op_${n}`),
    data: { note: 'Grüße', round: n },
  })),
);
/** Without its place in the chain. */
const pending = ({ seq: _seq, prev: _prev, hash: _hash, ...entry }: AuditEntry) => entry;
const LINES = entries.map((entry) => JSON.stringify(entry));
const HASH = entries.at(-1)!.hash;

const folder = aFolder();

let files = 0;
function file(content: string | object): string {
  const path = join(folder, `file-${files++}`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const exported = (lines: readonly string[]) => file(lines.map((line) => `${line}\n`).join(''));
const [ours, theirs] = [aHeadSigner(), aHeadSigner()];

/** The payload of a first head, for `--head` and `--since`, without the list of entries. */
const payloadOf = (seq: number, more: object = {}) => {
  const place = { n: 1, seq, hash: entries[seq - 1]!.hash, at: seq, from: 0, prev: null };
  return { v: 2, org: ORG, ...place, body: `sha256:${'0'.repeat(64)}`, ...more } as unknown as HeadPayload;
};
const signedHead = async (payload: HeadPayload, signer = ours) => ({ ...payload, ...(await signer.sign(payload)) });

let HEAD: Awaited<ReturnType<typeof signedHead>>;
beforeAll(async () => {
  HEAD = await signedHead(payloadOf(8));
});

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
  it('the verification of an honest export prints its head and whether the key was pinned', async () => {
    const head = file(HEAD);
    const [bare, unpinned, pinned] = [
      await byItsCommand(exported(LINES), '--org', ORG),
      await verifyAudit(exported(LINES), '--head', head),
      await verifyAudit(exported(LINES), '--head', head, '--jwk', file(ours.jwk)),
    ];
    for (const { code, stdout, stderr } of [bare, unpinned, pinned]) {
      expect(stdout).toContain(`ok: 8 entries, head 8 ${HASH}\n`);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
    expect(bare.stdout).toMatch(/no signed head was given/);
    expect(unpinned.stdout).toMatch(/not pinned/);
    expect(pinned.stdout).toMatch(/verified with the pinned key/);
  });

  it('an honest export may continue after the signed head', async () => {
    const earlier = await signedHead(payloadOf(5));
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
  ])('a bad export fails with the sequence number and what is wrong: %s', async (_what, lines, expected) => {
    await isBad(verifyAudit(exported(lines), '--head', file(HEAD)), expected);
  });

  it('an export fails with a byte that is not UTF-8, because several such bytes would be read as the same letter', async () => {
    const bytes = Buffer.from(LINES.map((line) => `${line}\n`).join(''));
    bytes[bytes.indexOf('ü')] = 0xff;
    const path = join(folder, 'no-text');
    writeFileSync(path, bytes);
    await isBad(inItsProcess(path, '--org', ORG), /no-text is not UTF-8 text: it was edited/);
  });

  it('an export fails if its end was rewritten', async () => {
    const rewritten = append(entries[5]!, [entries[6]!, { ...entries[7]!, ...person('op_x') }].map(pending));
    const lines = [...LINES.slice(0, 6), ...rewritten.map((entry) => JSON.stringify(entry))];
    await isBad(verifyAudit(exported(lines), '--head', file(HEAD)), /entry 8: other chain/);
  });

  it('an export fails if it is another organization’s chain', async () => {
    await isBad(verifyAudit(exported(LINES), '--org', 'org_b'), /entry 1: .*another organization/);
  });
});

describe('a bad head fails', () => {
  const short = LINES.slice(0, 6);
  const forged = payloadOf(6);
  const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it.each<[string, () => Promise<object> | object, string[], RegExp]>([
    ['its fields changed beside the signature', () => ({ ...HEAD, ...forged }), [], /8 is what was signed/],
    [
      'its payload changed under the signature',
      () => {
        const [header, , signature] = HEAD.jws.split('.');
        return { ...HEAD, ...forged, jws: `${header}.${base64url(forged)}.${signature}` };
      },
      [],
      /does not verify/,
    ],
    ['signed with another key, the right one pinned', () => signedHead(forged, theirs), ['pin'], /does not verify/],
    [
      'signed with another key, our key beside it',
      async () => ({ ...(await signedHead(forged, theirs)), jwk: ours.jwk }),
      [],
      /does not verify/,
    ],
    ['another algorithm', () => signedHead(forged, aHeadSigner(undefined, 'none')), [], /not signed with ES256/],
    ['an HMAC', () => signedHead(forged, aHeadSigner(undefined, 'HS256')), [], /not signed with ES256/],
    ['no signature', () => ({ ...forged, jwk: ours.jwk }), [], /no signature/],
    ['no key', () => ({ ...HEAD, jwk: undefined }), [], /no object/],
    [
      'another organization’s',
      () => signedHead(payloadOf(6, { org: 'org_b' })),
      ['--org', ORG],
      /organization "org_b"/,
    ],
    ['another version', () => signedHead(payloadOf(6, { v: 1 })), [], /no head of version 2/],
    ['a field more under the signature', () => signedHead(payloadOf(6, { also: 1 })), [], /no head of version 2/],
    ['no head before it, and no first number', () => signedHead(payloadOf(6, { n: 2 })), [], /no head of version 2/],
  ])('a bad head fails: %s', async (_what, make, more, expected) => {
    const args = more[0] === 'pin' ? ['--jwk', file(ours.jwk)] : more;
    await isBad(verifyAudit(exported(short), '--head', file(await make()), ...args), expected);
  });
});

describe('an export that follows a head that was kept', () => {
  const kept = (seq: number, more: object = {}) => signedHead(payloadOf(seq, more));

  it.each([
    ['begins with the entry of that head', LINES.slice(4)],
    ['begins before it', LINES.slice(2)],
  ])('an export that follows a kept head is ok if it %s', async (_, lines) => {
    const { code, stdout } = await verifyAudit(exported(lines), '--since', file(await kept(5)));
    expect(stdout).toMatch(/^ok: 4 entries, head 8 .*\nfollows head 5 of 5, verified with the key that came with it/);
    expect(code).toBe(0);
  });

  it.each<[string, string[], object, RegExp]>([
    ['its first entry is a later one', LINES.slice(5), {}, /entry 5: removed/],
    ['the entry of that head is another one', LINES.slice(4), { hash: HASH }, /entry 5: other chain/],
    ['it ends before that head', LINES.slice(0, 4), {}, /entry 5: cut short/],
  ])('an export that follows a kept head is bad if %s', async (_, lines, more, expected) =>
    isBad(verifyAudit(exported(lines), '--since', file(await kept(5, more))), expected),
  );
});

describe('the published heads', () => {
  const published = (upTo: readonly number[] = [3, 8], options = {}) =>
    headsOver(ORG, entries, upTo, { signer: ours, ...options });
  /** As the bucket is copied: folders, with a file for each head. */
  const bucket = (heads: readonly PublishedHead[]) => {
    const root = mkdtempSync(join(folder, 'heads-'));
    for (const [n, each] of heads.entries()) {
      mkdirSync(join(root, `${n % 2}`), { recursive: true });
      writeFileSync(join(root, `${n % 2}`, `${n}.json`), headText(each));
    }
    return root;
  };

  it('the published heads of a bucket are those of the organization, in the order of their numbers', async () => {
    const others = await headsOver('org_b', append(genesis('org_b'), entries.map(pending)));
    const path = bucket([...(await published()).reverse(), ...others]);
    const { code, stdout } = await verifyAudit(exported(LINES), '--heads', path, '--org', ORG);
    expect(stdout).toMatch(/\npublished heads 1 to 2, up to entry 8, verified with the key that came with it/);
    expect(code).toBe(0);
  });

  it('the published heads show the first entry that was changed or is missing', async () => {
    const heads = await published();
    const forged = append(genesis(ORG), [{ ...entries[0]!, ...person('op_x') }, ...entries.slice(1)].map(pending));
    const lines = forged.map((entry) => JSON.stringify(entry));
    await isBad(verifyAudit(exported(lines), '--heads', bucket(heads)), /entry 1: rewritten: .*head 1/);
    const cut = exported(LINES.slice(0, 6));
    await isBad(verifyAudit(cut, '--heads', bucket(heads.slice(1))), /entry 7: cut short: .*head 2/);
  });

  it.each<[string, (heads: PublishedHead[]) => Promise<PublishedHead[]> | PublishedHead[], RegExp]>([
    ['one is there twice', ([a, b]) => [a!, b!, b!], /head 2 is there twice/],
    ['two have one number', async ([a]) => [a!, ...(await published([4, 8]))], /head 1 is there twice/],
    ['one between them is missing', async () => (await published([2, 4, 8])).toSpliced(1, 1), /head 2 is missing/],
    [
      'one follows another head than the one before it',
      async ([a]) => [a!, (await published([3, 8], { atMs: () => 2 }))[1]!],
      /head 2 does not follow head 1/,
    ],
    ['one covers more than its body lists', ([a, b]) => [{ ...a!, hashes: a!.hashes.slice(1) }, b!], /head 1: what is/],
    ['an entry moved from one to the other', ([a, b]) => moved(a!, b!), /head 1: what is published/],
    [
      'an end of a key was added to one',
      ([a, b]) => [a!, { ...b!, ended: [{ seq: 4, operator: 'op_a' }] }],
      /head 2: /,
    ],
    ['one is dated before the one before it', () => published([3, 8], { edit: backdated }), /head 2 does not follow/],
    [
      'one is signed with another key',
      async ([a]) => [a!, (await published([3, 8], { signer: theirs }))[1]!],
      /signed with another key/,
    ],
    [
      'one does not name a key that its entries end',
      ([a, b]) => [a!, b!],
      /published head 2 does not name the keys that its entries end/,
    ],
  ])('published heads are refused if %s', async (what, edit, expected) => {
    const args = ['--heads', bucket(await edit(await published())), '--jwk', file(ours.jwk)];
    if (!what.includes('does not name')) return isBad(verifyAudit(exported(LINES), ...args), expected);
    // Signed by the service's own key, of a chain in which a key ends, but by another function.
    const ends = append(
      genesis(ORG),
      [...entries.slice(0, 7), { ...entries[7]!, kind: 'passkey.deleted' }].map(pending),
    );
    const silent = (await headsOver(ORG, ends, [3, 8], { signer: ours })).map((head) => ({ ...head, ended: [] }));
    const heads = [silent[0]!, await signedAgain(silent[1]!)];
    const lines = exported(ends.map((entry) => JSON.stringify(entry)));
    return isBad(verifyAudit(lines, '--heads', bucket(heads), '--jwk', file(ours.jwk)), expected);
  });

  const moved = (a: PublishedHead, b: PublishedHead): PublishedHead[] => [
    { ...a, hashes: [...a.hashes, b.hashes[0]!] },
    { ...b, hashes: b.hashes.slice(1) },
  ];
  const backdated = (payload: HeadPayload) => (payload.n === 2 ? { ...payload, at: 0 } : payload);
  const signedAgain = async ({ jws: _jws, jwk: _jwk, hashes, ended, ...payload }: PublishedHead) => {
    const again = { ...payload, body: headBodyHash({ hashes, ended }) };
    return { ...again, hashes, ended, ...(await ours.sign(again)) };
  };
});

it('the command says what is missing in one line, or in two with its usage, with another exit code than for a bad chain', async () => {
  const jwk = file(ours.jwk);
  const heads = file(headLines(await headsOver(ORG, entries)));
  for (const [args, sentence, lines] of [
    [[], /^usage:/, 1],
    [[exported(LINES), exported(LINES)], /^usage:/, 1],
    [[exported(LINES)], /name the organization/, 1],
    [[exported(LINES), '--org', ORG, '--jwk', jwk], /--jwk verifies a head/, 1],
    [[join(folder, 'absent'), '--org', ORG], /cannot read/, 1],
    [[exported(LINES), '--heads', join(folder, 'absent')], /cannot read/, 1],
    [[exported(LINES), '--heads', heads, '--org', 'org_b'], /holds no head of "org_b"/, 1],
    [[exported(LINES), '--hed', 'x'], /usage:/, 2],
    [[exported(LINES), '--head', exported(['{'])], /is not JSON/, 1],
  ] as const) {
    const { code, stdout, stderr } = await verifyAudit(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(lines);
  }
});

const ENTRIES = 1_000_000;

it('a restore verifies a chain of a million entries below 300 MB, because it reads it in pages', async () => {
  const program = [...TYPESCRIPT, join(__dirname, 'long-chain.ts'), String(ENTRIES)];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  const told = JSON.parse(stdout);
  console.log(stdout);
  expect(told).toMatchObject({ entries: ENTRIES, heads: ENTRIES / 1000, fault: null });
  expect(told.megabytes).toBeLessThan(300);
}, 300_000);
