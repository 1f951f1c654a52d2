/** A proof of a verdict: text files, and what they prove to a verifier who knows the owners of the keys. */
import { canonicalJson } from '../canonical-json';
import { parseDisplay } from '../display/display';
import { render } from '../display/render';
import { shownText } from '../display/text';
import { operationHash } from '../hash';
import { keysNeeded, unmetSubset } from '../requirements';
import { err, ok, type Result } from '../result';
import { type AllowedSigner, isAllowedSigner, parseAllowedSigners } from '../ssh/allowed-signers';
import { parseArmour, type SshSignature } from '../ssh/signature';
import { isSignedBy } from '../ssh/verify';
import { type ExecutionStatement, parseExecutionStatement, WORKER_NAMESPACE } from './execution';
import { parsePolicyDocument, policyDigest, requirementsOf, seatsOf } from './policy';
import { FILE, fileOf, type ProofFiles, signatureFile, turnFile, unknownFile } from './proof-files';
import type { Decision, PolicyDocument, TurnStatement } from './texts';
import { parseTurnStatement, statementHash, TURN_NAMESPACE } from './turn';
import { parseVerdictStatement, SERVICE_PRINCIPAL, VERDICT_NAMESPACE, type VerdictStatement } from './verdict';

export interface VerifyProofOptions {
  /** The keys that the verifier trusts. They never come from the proof. */
  readonly allowedSigners: string;
  /** When the keys must have been valid, epoch ms: now, or the published head that covers the turns. */
  readonly atMs: number;
  /** By the hash of a turn's statement, if the time is known for each turn. Absent: `atMs`. */
  readonly turnAtMs?: (statement: string) => number;
  /** Origins at which decisions may be signed. Absent: any. */
  readonly origins?: readonly string[];
}

export interface VerifiedProof {
  readonly verdict: VerdictStatement;
  readonly policy: PolicyDocument;
  /** The operators whose signed decisions count. */
  readonly signers: readonly string[];
  readonly params: Readonly<Record<string, string>>;
  /** The report of the run, if the worker signed it. */
  readonly execution: SignedExecution | null;
}

export interface SignedExecution extends ExecutionStatement {
  /** The signer: the id of the API key with which the worker's signing key is registered. */
  readonly by: string;
}

/** `unsigned`: everything holds, but fewer operators signed than decided. */
export interface ProofFault {
  readonly fault: 'bad' | 'unsigned';
  /** What does not hold, in words. */
  readonly why: string;
}

const bad = (why: string) => err<ProofFault>({ fault: 'bad', why });

const DECISION_OF: Readonly<Record<VerdictStatement['outcome'], Decision>> = {
  authorized: 'authorize',
  denied: 'refuse',
  aborted: 'abort',
  expired: 'abort',
};

/** Makes the checks of `verify.sh`. It also checks that each signer was verified, and the origin if it is known. */
export function verifyProof(files: ProofFiles, options: VerifyProofOptions): Result<VerifiedProof, ProofFault> {
  const signers = parseAllowedSigners(options.allowedSigners);
  if (signers === null) return bad('the allowed signers cannot be read');
  const trust = { ...options, signers };
  const verdict = parseVerdictStatement(fileOf(files, FILE.verdict));
  if (verdict === null) return bad(`${FILE.verdict} cannot be read`);
  const unknown = unknownFile(files, verdict.turns.length);
  if (unknown !== null) return bad(`${unknown} is no file of a proof with ${verdict.turns.length} turns`);
  const service = signerFault(files, FILE.verdict, SERVICE_PRINCIPAL, VERDICT_NAMESPACE, trust);
  if (service !== null) return bad(service);
  const policy = parsePolicyDocument(fileOf(files, FILE.policy));
  if (policy === null || policyDigest(fileOf(files, FILE.policy)) !== verdict.policy.digest) {
    return bad(`${FILE.policy} is not the policy of the verdict`);
  }
  const params = operationOf(files, policy.action, verdict.operation_hash);
  if (params === null) return bad(`${FILE.operation} is not the operation of the verdict`);
  const misshown = shownFault(files, verdict, params);
  if (misshown !== null) return bad(misshown);
  const turns = verifyTurns(files, verdict, policy, trust);
  if (!turns.ok) return turns;
  const execution = verifyExecution(files, verdict, params, trust);
  if (!execution.ok) return execution;
  const verified = { verdict, policy, params, signers: turns.value, execution: execution.value };
  const missing = missingSignatures(verified);
  return missing === null ? ok(verified) : err(missing);
}

interface Trust extends VerifyProofOptions {
  readonly signers: readonly AllowedSigner[];
}

/** Null: a valid key of the principal made the signature. */
function signerFault(files: ProofFiles, file: string, principal: string, namespace: string, trust: Trust) {
  const signature = parseArmour(fileOf(files, signatureFile(file)));
  if (signature === null) return `${file} has no signature that can be read`;
  if (!isSignedBy(signature, namespace, fileOf(files, file))) return `the signature of ${file} is of something else`;
  const { key } = signature;
  if (!isAllowedSigner(trust.signers, { principal, namespace, key, atMs: trust.atMs })) {
    return `${file} is signed by a key that is not allowed to sign for ${principal}, or was not valid`;
  }
  return passkeyFault(file, signature, trust);
}

const USER_VERIFIED = 0x04;

/** What `ssh-keygen` does not check. */
function passkeyFault(file: string, { value }: SshSignature, { origins }: Trust): string | null {
  if (!('clientData' in value)) return null;
  if ((value.flags & USER_VERIFIED) === 0) return `${file} is signed by a passkey that did not verify its user`;
  if (origins !== undefined && !origins.includes(value.origin)) return `${file} was signed at ${value.origin}`;
  return null;
}

function operationOf(files: ProofFiles, action: string, hash: string): Readonly<Record<string, string>> | null {
  try {
    const text = fileOf(files, FILE.operation);
    const { params } = JSON.parse(text) as { params: Record<string, string> };
    // The hash covers only these two fields, so the file may not contain others. verify.sh hashes the complete file.
    const isIt = canonicalJson({ action, params }) === text && operationHash(action, params) === hash;
    return isIt ? params : null;
  } catch {
    return null;
  }
}

/** Renders what people were shown again from the request, and compares it. Null: it is what the verdict names. */
function shownFault(files: ProofFiles, verdict: VerdictStatement, params: Readonly<Record<string, string>>) {
  const names = [FILE.display, FILE.shown];
  if (verdict.v === 1) {
    const stray = names.find((name) => Object.hasOwn(files, name));
    return stray === undefined ? null : `${stray} is no file of this proof: the verdict names no display`;
  }
  const [displayText, text] = names.map((name) => fileOf(files, name)) as [string, string];
  if (statementHash(displayText) !== verdict.display) return `${FILE.display} is not the display of the verdict`;
  if (statementHash(text) !== verdict.shown) return `${FILE.shown} is not what the verdict says was shown`;
  const display = parseDisplay(displayText);
  if (display === null) return `${FILE.display} cannot be read`;
  return shownText(render(display, params)) === text
    ? null
    : `${FILE.shown} is not what ${FILE.display} shows of ${FILE.operation}`;
}

function verifyTurns(
  files: ProofFiles,
  verdict: VerdictStatement,
  policy: PolicyDocument,
  trust: Trust,
): Result<string[], ProofFault> {
  const turns: TurnStatement[] = [];
  for (const [index, hash] of verdict.turns.entries()) {
    const name = turnFile(index);
    const turn = parseTurnStatement(fileOf(files, name));
    if (turn === null) return bad(`${name} cannot be read`);
    const atMs = trust.turnAtMs?.(hash) ?? trust.atMs;
    const why =
      (statementHash(fileOf(files, name)) === hash ? null : `${name} is not turn ${index + 1} of the verdict`) ??
      signerFault(files, name, turn.operator, TURN_NAMESPACE, { ...trust, atMs }) ??
      turnFault(name, turn, verdict, policy);
    if (why !== null) return bad(why);
    turns.push(turn);
  }
  if (new Set(turns.map(({ operator }) => operator)).size < turns.length) return bad('an operator is counted twice');
  if (new Set(turns.map(({ round }) => round)).size > 1) return bad('the turns are of several rounds');
  return ok(turns.map(({ operator }) => operator));
}

function turnFault(
  name: string,
  turn: TurnStatement,
  verdict: VerdictStatement,
  policy: PolicyDocument,
): string | null {
  const same: Readonly<Record<string, boolean>> = {
    org: turn.org === verdict.org,
    request: turn.request === verdict.request,
    action: turn.action === policy.action,
    'operation hash': turn.operation_hash === verdict.operation_hash,
    policy: canonicalJson(turn.policy) === canonicalJson(verdict.policy),
    display: displayOf(turn) === displayOf(verdict),
    text: shownTextOf(turn) === shownTextOf(verdict),
    decision: turn.decision === DECISION_OF[verdict.outcome],
  };
  const other = Object.keys(same).find((what) => !same[what]);
  if (other !== undefined) return `${name} is of another ${other}`;
  return seatsOf(policy).some(({ operator }) => operator === turn.operator) ? null : `${turn.operator} was not asked`;
}

const displayOf = (statement: TurnStatement | VerdictStatement) => (statement.v === 1 ? null : statement.display);
const shownTextOf = (statement: TurnStatement | VerdictStatement) => (statement.v === 1 ? null : statement.shown);

function verifyExecution(
  files: ProofFiles,
  verdict: VerdictStatement,
  params: Readonly<Record<string, string>>,
  trust: Trust,
): Result<SignedExecution | null, ProofFault> {
  const file = FILE.execution;
  if (!Object.hasOwn(files, file)) return ok(null);
  const ran = parseExecutionStatement(fileOf(files, file));
  const key = parseArmour(fileOf(files, signatureFile(file)))?.key;
  if (ran === null || key === undefined) return bad(`${file} or its signature cannot be read`);
  // The statement does not name the signer. The list says which API key has this signing key.
  const namespace = WORKER_NAMESPACE;
  const by = trust.signers.find(({ principal }) =>
    isAllowedSigner(trust.signers, { principal, namespace, key, atMs: trust.atMs }),
  )?.principal;
  const why = signerFault(files, file, by ?? 'a worker', namespace, trust);
  if (why !== null) return bad(why);
  const isOfIt =
    ran.request === verdict.request &&
    ran.operation_hash === verdict.operation_hash &&
    ran.intent === params.intent &&
    verdict.outcome === 'authorized';
  return isOfIt ? ok({ ...ran, by: by! }) : bad(`${file} is of another request, operation or intent`);
}

function missingSignatures({
  verdict,
  policy,
  signers,
}: Omit<VerifiedProof, 'params' | 'execution'>): ProofFault | null {
  const isAuthorized = verdict.outcome === 'authorized';
  if (!isAuthorized) return signers.length > 0 ? null : { fault: 'unsigned', why: 'nobody signed this' };
  const why =
    signers.length < policy.quorum
      ? `${signers.length} of the ${policy.quorum} operators that the policy needs have signed`
      : unmetText(policy, signers);
  return why === null ? null : { fault: policy.turn === 'code_and_passkey' ? 'bad' : 'unsigned', why };
}

/** For every subset of the requirements, its groups must have as many signers as it needs keys. */
function unmetText(policy: PolicyDocument, signers: readonly string[]): string | null {
  const signed = seatsOf(policy).filter(({ operator }) => signers.includes(operator));
  const unmet = unmetSubset(requirementsOf(policy), signed);
  if (unmet === null) return null;
  const groups = unmet.requires.map(({ group }) => group).join(', ');
  return `${unmet.available} of the ${keysNeeded(unmet.requires)} operators that the policy needs of ${groups} have signed`;
}
