/**
 * npm run verify-proof -- FILE [--signers ALLOWED_SIGNERS] [--at TIME] [--origin ORIGIN] [--heads PATH [--jwk KEY.json]]
 *
 * Verifies a proof offline, as its `verify.sh` does, and says what does not hold. It also checks that each signer was
 * verified by the passkey, at ORIGIN if that is given.
 *
 * - `FILE` is an answer of `GET /v1/requests/{id}/proof`, or a folder with the files of a proof.
 * - `--signers` is a copy of `allowed_signers` that you keep. Without it, the proof's own list is used, and the result says so.
 * - `--at` is when the keys must have been valid, in RFC 3339. Default: now.
 * - `--heads PATH` takes that instant from the published heads instead, and checks that they cover the proof's audit entries:
 *   a copy of the bucket's folder, or the runner's `heads.ndjson`. `--jwk KEY.json` is the key of heads that you trust.
 *
 * Exit codes: 0 if everything holds, 1 if something does not, 2 if a turn has no signature or for wrong use.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AuditEntry } from '../src/core/audit/chain';
import { auditEntryHash } from '../src/protocol/audit-hash';
import { FILE, type ProofFiles, type VerifiedProof, verifyProof } from '../src/protocol/statements/proof';
import { statementHash } from '../src/protocol/statements/turn';
import { parseVerdictStatement } from '../src/protocol/statements/verdict';
import { LineRefused, parseExport } from './verify-audit/export';
import { HeadRefused, type VerifiedHead } from './verify-audit/head';
import { HeadsMisuse, readHeads } from './verify-audit/heads';

const USAGE =
  'usage: npm run verify-proof -- FILE [--signers ALLOWED_SIGNERS] [--at TIME] [--origin ORIGIN] [--heads PATH [--jwk KEY.json]]';

class Misuse extends Error {}
/** What does not hold. */
class Bad extends Error {}

function main(argv: readonly string[]): number {
  try {
    const { values, positionals } = parsed(argv);
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new Misuse(USAGE);
    const files = readFiles(path);
    const allowedSigners = values.signers === undefined ? files[FILE.allowedSigners] : read(values.signers);
    const origins = values.origin === undefined ? {} : { origins: [values.origin] };
    const covered =
      values.heads === undefined
        ? null
        : coveringHead(files, values.heads, values.jwk === undefined ? null : JSON.parse(read(values.jwk)));
    const atMs = covered ?? instantOf(values.at);
    const verified = verifyProof(files, { allowedSigners: allowedSigners ?? '', atMs, ...origins });
    if (!verified.ok) {
      console.error(`${verified.error.fault === 'bad' ? 'bad' : 'not signed'}: ${verified.error.why}`);
      return verified.error.fault === 'bad' ? 1 : 2;
    }
    console.log(summary(verified.value, atMs, values.signers !== undefined));
    return 0;
  } catch (error) {
    if (error instanceof Bad || error instanceof HeadRefused || error instanceof LineRefused) {
      console.error(`bad: ${error.message}`);
      return 1;
    }
    if (!(error instanceof Misuse) && !(error instanceof HeadsMisuse)) throw error;
    console.error(error.message);
    return 2;
  }
}

function parsed(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { signers: text, at: text, origin: text, heads: text, jwk: text };
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (error) {
    throw new Misuse(`${(error as Error).message}\n${USAGE}`);
  }
}

function instantOf(text: string | undefined): number {
  const ms = text === undefined ? Date.now() : Date.parse(text);
  if (Number.isNaN(ms)) throw new Misuse(`--at: ${JSON.stringify(text)} is no instant such as 2026-11-21T12:00:00Z`);
  return ms;
}

function readFiles(path: string): ProofFiles {
  if (isFolder(path)) return Object.fromEntries(readdirSync(path).map((name) => [name, read(join(path, name))]));
  try {
    const answer = JSON.parse(read(path)) as { proof?: { files?: ProofFiles }; files?: ProofFiles };
    const files = answer.proof?.files ?? answer.files;
    if (typeof files === 'object' && files !== null) return files;
  } catch (error) {
    if (error instanceof Misuse) throw error;
  }
  throw new Misuse(`${path} is no answer with a proof`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Misuse(`cannot read ${path}: ${(error as Error).message}`);
  }
}

/** When the heads that cover the request's entries were published. They date the turns; the proof itself does not. */
function coveringHead(files: ProofFiles, path: string, jwk: unknown): number {
  const org = parseVerdictStatement(files[FILE.verdict] ?? '')?.org;
  if (org === undefined) throw new Bad(`${FILE.verdict} cannot be read`);
  const entries: readonly AuditEntry[] = parseExport(files[FILE.audit] ?? '');
  const heads = readHeads(path, jwk, org);
  const dates = entries.map((entry) => coveredAt(entry, heads));
  for (const [name, text] of Object.entries(files).filter(([name]) => /^turn-\d+\.json$/.test(name))) {
    const recorded = entries.some(({ data }) => data.statement === statementHash(text));
    if (!recorded) throw new Bad(`${name} is not among the audit entries of the proof`);
  }
  if (dates.length === 0) throw new Bad('the proof has no audit entries, so no head covers it');
  return Math.max(...dates);
}

function coveredAt({ hash, ...body }: AuditEntry, heads: readonly VerifiedHead[]): number {
  const { seq } = body;
  if (auditEntryHash(body) !== hash) throw new Bad(`audit entry ${seq} does not have its hash`);
  const head = heads.find((each) => each.seq >= seq && each.seq - each.hashes.length < seq);
  if (head === undefined) throw new Bad(`no published head covers audit entry ${seq}`);
  if (head.hashes[seq - (head.seq - head.hashes.length) - 1] !== hash) {
    throw new Bad(`published head ${head.seq} has another hash for audit entry ${seq}`);
  }
  return new Date(head.at).getTime();
}

function summary({ verdict, policy, signers }: VerifiedProof, atMs: number, pinned: boolean): string {
  const lines = [
    `ok: ${verdict.outcome}, signed by ${signers.join(', ')}`,
    `request ${verdict.request} of ${verdict.org}, decided at ${new Date(verdict.decided_at).toISOString()}`,
    `operation ${verdict.operation_hash}`,
    `policy ${policy.action} version ${policy.version}: ${policy.quorum} of ${policy.seats.join(', ')}`,
    `keys judged at ${new Date(atMs).toISOString()}`,
  ];
  const own = 'the keys are those that came with the proof: give --signers with a copy that you keep';
  return [...lines, ...(pinned ? [] : [own])].join('\n');
}

process.exitCode = main(process.argv.slice(2));
