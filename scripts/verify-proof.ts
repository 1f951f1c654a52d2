/**
 * npm run verify-proof -- FILE [--signers ALLOWED_SIGNERS] [--at TIME] [--origin ORIGIN] [--heads PATH --jwk KEY.json]
 *   [--allow-unenrolled]
 *
 * Verifies a proof offline, as its `verify.sh` does, and says what does not hold. It also checks that each signer was
 * verified by the passkey, at ORIGIN if that is given; that the counter of each passkey grew, if it counts; and that the
 * audit entries follow each other.
 *
 * - `FILE` is an answer of `GET /v1/requests/{id}/proof`, or a folder with the files of a proof.
 * - `--signers` is a copy of `allowed_signers` that you keep. Without it, the proof's own list is used, and the result says so.
 * - `--at` is when the keys must have been valid, in RFC 3339. Default: now.
 * - `--heads PATH --jwk KEY.json` takes that instant from the published heads instead: a copy of the bucket's folder, or the
 *   runner's `heads.ndjson`. Each turn has the date of its audit entry, limited by the head that covers it and the head before.
 *   Each key must have been enrolled before it signed, and must not have ended between the two, as the heads say. Every head
 *   from an enrolment to its turn must be there. `KEY.json` is your copy of the key of heads.
 * - `--allow-unenrolled` accepts keys that did not sign their enrolment, as in the bootstrap of an organization. With `--heads`,
 *   such a key is refused if all keys of its operator were removed before the turn, unless your list says that it is later.
 *
 * Exit codes: 0 if everything holds, 1 if something does not, 2 if a turn has no signature or for wrong use.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../src/protocol/hash';
import { type AllowedSigner, parseAllowedSigners } from '../src/protocol/ssh/allowed-signers';
import { fingerprintOf } from '../src/protocol/ssh/public-key';
import { type SignedExecution, type VerifiedProof, verifyProof } from '../src/protocol/statements/proof';
import { FILE, type ProofFiles, turnFile } from '../src/protocol/statements/proof-files';
import { type ProvenKey, verifyKeys } from '../src/protocol/statements/proof-keys';
import { parseVerdictStatement } from '../src/protocol/statements/verdict';
import { VERIFY_SCRIPT } from '../src/protocol/statements/verify-script';
import { Bad, Misuse, parsedArgs, readText, verdictOf } from './support/command';
import { readHeads, readPinned } from './verify-audit/heads';
import { type AuditPart, auditPartOf } from './verify-proof/chain';
import { checkCounters } from './verify-proof/counters';
import { datedBy, headOf } from './verify-proof/heads';

const USAGE =
  'usage: npm run verify-proof -- FILE [--signers ALLOWED_SIGNERS] [--at TIME] [--origin ORIGIN] [--heads PATH --jwk KEY.json] [--allow-unenrolled]';

function main(argv: readonly string[]): number {
  const { path, values } = inputOf(argv);
  const files = readFiles(path);
  const allowedSigners = values.signers === undefined ? files[FILE.allowedSigners] : readText(values.signers);
  const origins = values.origin === undefined ? {} : { origins: [values.origin] };
  const when = whenSigned(files, values);
  const trust = { ...when, allowedSigners: allowedSigners ?? '' };
  const verified = verifyProof(files, { ...trust, ...origins });
  if (!verified.ok) {
    if (verified.error.fault === 'bad') throw new Bad(verified.error.why);
    console.error(`not signed: ${verified.error.why}`);
    return 2;
  }
  const keys = verifyKeys(files, { ...trust, allowUnenrolled: values['allow-unenrolled'] === true });
  if (!keys.ok) throw new Bad(keys.error);
  // A list that came with the proof could say anything about its keys.
  const pinned = values.signers === undefined ? [] : (parseAllowedSigners(trust.allowedSigners) ?? []);
  const lines = keys.value.map((key) => keyLine(key, when.checkKey(key, sinceMs(key, pinned))));
  checkCounters(files, when.entries);
  console.log(
    [
      summary(verified.value, when.atMs, values.signers !== undefined),
      ...lines,
      when.audit,
      ...scriptLine(files[FILE.script]),
    ].join('\n'),
  );
  return 0;
}

function inputOf(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const named = { signers: text, at: text, origin: text, heads: text, jwk: text };
  const options = { ...named, 'allow-unenrolled': { type: 'boolean' } } as const;
  const { values, positionals } = parsedArgs({ args: [...argv], allowPositionals: true, options }, USAGE);
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new Misuse(USAGE);
  if (values.jwk !== undefined && values.heads === undefined)
    throw new Misuse('--jwk verifies heads: give --heads too');
  if (values.heads !== undefined && values.jwk === undefined)
    throw new Misuse('--heads needs --jwk KEY.json, your copy of the key of heads: anybody can sign with another key');
  return { path, values };
}

function instantOf(text: string | undefined): number {
  const ms = text === undefined ? Date.now() : Date.parse(text);
  if (Number.isNaN(ms)) throw new Misuse(`--at: ${JSON.stringify(text)} is no instant such as 2026-11-21T12:00:00Z`);
  return ms;
}

function readFiles(path: string): ProofFiles {
  if (isFolder(path)) return Object.fromEntries(readdirSync(path).map((name) => [name, readText(join(path, name))]));
  try {
    const answer = JSON.parse(readText(path)) as { proof?: { files?: ProofFiles }; files?: ProofFiles };
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

/** At the time of the published heads that cover them. Without heads, at one instant. */
function whenSigned(files: ProofFiles, { heads, jwk, at }: { heads?: string; jwk?: string; at?: string }) {
  const verdict = parseVerdictStatement(files[FILE.verdict] ?? '');
  if (verdict === null) throw new Bad(`${FILE.verdict} cannot be read`);
  const part = auditPartOf(files[FILE.audit] ?? '', verdict.request);
  if (heads === undefined) {
    const atMs = instantOf(at);
    const audit = auditLine(part, null);
    const { entries } = part;
    return { atMs, audit, entries, turnAtMs: () => atMs, countersignedAtMs: () => atMs, checkKey: () => true };
  }
  const published = readHeads(heads, readPinned(jwk), verdict.org);
  const dated = datedBy(part, published);
  const dates = verdict.turns.map((statement, index) => dated.atMs(statement, turnFile(index)));
  if (dates.length === 0) throw new Bad('the proof has no turns, so no head dates it');
  return {
    atMs: Math.max(...dates),
    entries: part.entries,
    audit: auditLine(part, headOf(part, published)?.n ?? null),
    turnAtMs: (statement: string) => dated.atMs(statement, 'a turn'),
    countersignedAtMs: (statement: string) => dated.atMs(statement, 'a countersignature'),
    checkKey: dated.checkKey,
  };
}

function summary({ verdict, policy, signers, execution }: VerifiedProof, atMs: number, pinned: boolean): string {
  const lines = [
    `ok: ${verdict.outcome}, signed by ${signers.join(', ')}`,
    `request ${verdict.request} of ${verdict.org}, decided at ${new Date(verdict.decided_at).toISOString()}`,
    `operation ${verdict.operation_hash}`,
    `policy ${policy.action} version ${policy.version}: ${policy.quorum} of ${policy.seats.join(', ')}`,
    ...(execution === null ? [] : [runOf(execution)]),
    `keys judged at ${new Date(atMs).toISOString()}`,
  ];
  const own = 'the keys are those that came with the proof: give --signers with a copy that you keep';
  return [...lines, ...(pinned ? [] : [own])].join('\n');
}

function auditLine({ lines, entries, isComplete }: AuditPart, head: number | null): string {
  if (lines.length === 0) return 'no audit entries: the proof was read before they were written';
  if (!isComplete)
    return `${entries.length} audit entries with gaps: compare them with a complete export (verify-audit)`;
  const until = head === null ? '' : `, and lead to the published head ${head}`;
  return `audit entries up to ${lines.at(-1)!.seq} have no gap after the request's first one${until}`;
}

function scriptLine(script: string | undefined): string[] {
  if (script === undefined || script === VERIFY_SCRIPT) return [];
  return [
    `${FILE.script} in the proof is not the published one (SHA-256 ${sha256Hex(VERIFY_SCRIPT)}): do not run it, run your own copy`,
  ];
}

/** When the key began for its operator, or null if the list does not say. */
function sinceMs({ operator, fingerprint }: ProvenKey, pinned: readonly AllowedSigner[]): number | null {
  const own = pinned.filter(({ principal, key }) => principal === operator && fingerprintOf(key) === fingerprint);
  const times = own.map(({ validAfterMs }) => validAfterMs ?? Number.NEGATIVE_INFINITY);
  return times.length === 0 ? null : Math.min(...times);
}

function keyLine({ operator, fingerprint, enrolment, countersigned }: ProvenKey, isChecked: boolean): string {
  const key = `key of ${operator}: ${fingerprint}`;
  if (enrolment === null) {
    const unchecked = isChecked ? '' : '\nnot checked: whether this key was removed';
    return `${key}, it did not sign its enrolment (bootstrap)${unchecked}`;
  }
  const by =
    countersigned === null ? 'no admin countersigned it (bootstrap or rescue)' : `countersigned by ${countersigned.by}`;
  return `${key}, ${by}`;
}

function runOf({ status, reference, by }: SignedExecution): string {
  // The worker chooses the reference, so it must not look like a line of this program.
  return `run ${status}, reported by ${by}${reference === null ? '' : `, reference ${JSON.stringify(reference)}`}`;
}

process.exitCode = verdictOf(() => main(process.argv.slice(2)));
