/** The command as an auditor runs it, on files. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { append, genesis } from '../../src/core/audit/chain';
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

type Answer = Promise<{ code: number; output: string }>;

/** As the README says. The other tests start it faster. */
const byItsCommand = (...args: string[]): Answer => answerOf('npm', ['run', '--silent', 'verify-audit', '--', ...args]);
const verifyAudit = (...args: string[]): Answer =>
  answerOf(process.execPath, [...TYPESCRIPT, 'scripts/verify-audit.ts', ...args]);

function answerOf(command: string, args: readonly string[]): Answer {
  return promisify(execFile)(command, args, { cwd: ROOT }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error) => ({ code: error.code, output: error.stdout + error.stderr }),
  );
}

describe('an honest export', () => {
  it('is ok, with its head and whether the key was pinned', async () => {
    const head = file(HEAD);
    const [bare, unpinned, pinned] = await Promise.all([
      byItsCommand(exported(LINES), '--org', ORG),
      verifyAudit(exported(LINES), '--head', head),
      verifyAudit(exported(LINES), '--head', head, '--jwk', file(jwkOf(ours.publicKey))),
    ]);
    for (const { code, output } of [bare, unpinned, pinned]) {
      expect(output).toContain(`ok: 8 entries, head 8 ${HASH}\n`);
      expect(code).toBe(0);
    }
    expect(bare.output).toMatch(/no signed head was given/);
    expect(unpinned.output).toMatch(/not pinned/);
    expect(pinned.output).toMatch(/verified with the pinned key/);
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
    const { code, output } = await verifyAudit(exported(lines), '--head', file(HEAD));
    expect(output).toMatch(expected);
    expect(code).toBe(1);
  });

  it('a tail that was written anew', async () => {
    const anew = append(
      entries[5]!,
      [entries[6]!, { ...entries[7]!, actor: 'op_x' }].map(({ at, kind, subject, actor, data }) => ({
        at,
        kind,
        subject,
        actor,
        data,
      })),
    );
    const lines = [...LINES.slice(0, 6), ...anew.map((entry) => JSON.stringify(entry))];
    const { code, output } = await verifyAudit(exported(lines), '--head', file(HEAD));
    expect(output).toMatch(/entry 8: other chain/);
    expect(code).toBe(1);
  });

  it('another organization’s chain', async () => {
    const { code, output } = await verifyAudit(exported(LINES), '--org', 'org_b');
    expect(output).toMatch(/entry 1: .*another organization/);
    expect(code).toBe(1);
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
    const { code, output } = await verifyAudit(exported(short), '--head', file(head), ...args);
    expect(output).toMatch(expected);
    expect(code).toBe(1);
  });
});

it('says what is missing in one line, or in two with its usage, by another exit code than a bad chain', async () => {
  const answers = await Promise.all([
    verifyAudit(),
    verifyAudit(exported(LINES)),
    verifyAudit(join(folder, 'absent'), '--org', ORG),
    verifyAudit(exported(LINES), '--hed', 'x'),
    verifyAudit(exported(LINES), '--head', exported(['{'])),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
  expect(answers.map(({ output }) => output)).toEqual([
    expect.stringMatching(/^usage:/),
    expect.stringMatching(/name the organization/),
    expect.stringMatching(/cannot read/),
    expect.stringMatching(/usage:/),
    expect.stringMatching(/is not JSON/),
  ]);
  expect(answers.map(({ output }) => output.trimEnd().split('\n').length)).toEqual([1, 1, 1, 2, 1]);
});
