/** The proof of a verdict, and the list of the keys that may sign turns (docs/decisions/signed-turns.md). */

import { canonicalJson } from '../../protocol/canonical-json';
import { type Display, displayText } from '../../protocol/display/display';
import { shownText } from '../../protocol/display/text';
import type { OrgId, RequestId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type AllowedSigner, allowedSignersText } from '../../protocol/ssh/allowed-signers';
import { P256_KEY, PASSKEY_KEY } from '../../protocol/ssh/public-key';
import { armour, parseArmour, toBeSigned } from '../../protocol/ssh/signature';
import { policyDigest } from '../../protocol/statements/policy';
import { FILE, type ProofFiles, signatureFile, turnFile } from '../../protocol/statements/proof-files';
import { shownFields } from '../../protocol/statements/texts';
import { statementHash } from '../../protocol/statements/turn';
import { SERVICE_PRINCIPAL, VERDICT_NAMESPACE, verdictStatementText } from '../../protocol/statements/verdict';
import { VERIFY_SCRIPT } from '../../protocol/statements/verify-script';
import type { PasskeyStore } from '../access/ports';
import type { Passkey } from '../access/rules/passkey';
import { signersOf, workerSigner } from '../access/rules/signers';
import { relyingParty } from '../access/use-cases/passkeys';
import { keysOfProof } from '../access/use-cases/signing-keys/proof-part';
import type { AuditStore } from '../audit/ports';
import { auditPart } from '../audit/use-cases/read-audit';
import { policyDocumentOf } from '../ceremony/rules/signed-decision';
import { getRequest } from '../ceremony/use-cases/read-requests';
import type { CommandDeps } from '../ceremony/use-cases/run-command';
import type { ConfigStore } from '../configuration/ports';
import { displayOf } from '../policy/use-cases/read-display';
import type { SignedDecisionStore, SignedText, VerdictSigner } from '../request/ports';
import { isAdministrative } from '../request/rules/administrative';
import type { Caller } from '../request/rules/caller';
import { type Decided, isAuthorized, isOpen, outcomeOf, type Request } from '../request/rules/request';
import { shownOf } from '../request/rules/shown';
import { receiptStatement, type SignedDecision } from '../request/rules/signed';

export interface ProofDeps extends CommandDeps {
  readonly config: Pick<ConfigStore, 'operators' | 'apiKey' | 'actionVersion'>;
  readonly passkeys: Pick<PasskeyStore, 'passkey' | 'bootstrap' | 'keyStatements'>;
  readonly signedDecisions: SignedDecisionStore;
  readonly audit: Pick<AuditStore, 'ofSubject' | 'entries'>;
  readonly verdictSigner: VerdictSigner;
}

export type ProofRefusal = { readonly reason: 'not_found' } | { readonly reason: 'no_verdict'; readonly state: string };

/** Consumers never see a change of the configuration, so they get no proof of one. */
export type ProofReader = 'consumer' | 'operator';

/**
 * GET /v1/requests/{id}/proof and GET /api/requests/{id}/proof: getProof, getRequestProof. The verdict is signed when
 * its proof is first requested, so an ordinary request needs no signing key.
 */
export async function getProof(
  deps: ProofDeps,
  caller: Caller,
  id: RequestId,
  reader: ProofReader,
): Promise<Result<ProofFiles, ProofRefusal>> {
  const { org } = caller;
  const [found, signed] = await Promise.all([getRequest(deps, caller, id), deps.signedDecisions.ofRequest(org, id)]);
  if (found === null || (reader === 'consumer' && isAdministrative(found.request))) return err({ reason: 'not_found' });
  const { request } = found;
  if (isOpen(request)) return err({ reason: 'no_verdict', state: request.state });
  const counted = decisionsThatCounted(request, signed.decisions);
  const [verdict, entries, [signers, keys], run, display] = await Promise.all([
    signed.verdict ?? signVerdict(deps, request, counted),
    deps.audit.ofSubject(org, id),
    keysOfProof(deps, org, counted).then(
      async (keys) => [await allowedSigners(deps, org, counted, keys.countersigners), keys] as const,
    ),
    signedRun(deps, request),
    displayOf(deps.config, request),
  ]);
  const turns = counted.map((decision, index): ProofFiles => fileWithSignature(turnFile(index), decision));
  return ok({
    ...fileWithSignature(FILE.verdict, verdict),
    ...Object.assign({}, ...turns),
    ...keys.files,
    [FILE.policy]: policyDocumentOf(request),
    [FILE.operation]: canonicalJson({ action: request.action, params: request.params }),
    ...(display === null ? {} : shownFiles(request, display)),
    ...(run === null ? {} : fileWithSignature(FILE.execution, run)),
    [FILE.allowedSigners]: allowedSignersText([...signers, ...(run?.signer ?? [])]),
    [FILE.audit]: await auditPart(deps.audit, org, entries, keys.entries),
    [FILE.script]: VERIFY_SCRIPT,
  });
}

const shownFiles = (request: Request, display: Display): ProofFiles => ({
  [FILE.display]: displayText(display),
  [FILE.shown]: shownText(shownOf(request, display)),
});

function fileWithSignature(name: string, { statement, signature }: SignedText): ProofFiles {
  return { [name]: statement, [signatureFile(name)]: signature };
}

/** Signatures of earlier rounds and of withdrawn turns are kept but do not count. */
function decisionsThatCounted(request: Decided, decisions: readonly SignedDecision[]): SignedDecision[] {
  const wanted = isAuthorized(request) ? 'authorize' : request.state === 'denied' ? 'refuse' : 'abort';
  return request.decidedBy.flatMap((operator) => {
    const seat = request.seats.find((each) => each.operator === operator);
    const found = decisions.find(
      (each) =>
        each.operator === operator &&
        each.decision === wanted &&
        each.round === request.round &&
        each.takenBack === (seat?.takenBack ?? 0),
    );
    return found ?? [];
  });
}

async function signVerdict(
  { verdictSigner, signedDecisions }: ProofDeps,
  request: Decided,
  counted: readonly SignedDecision[],
): Promise<SignedText> {
  const { org, id, operationHash, policy, digests, verdictAtMs } = request;
  const statement = verdictStatementText({
    ...shownFields(digests),
    org,
    request: id,
    operation_hash: operationHash,
    outcome: outcomeOf(request)!,
    decided_at: verdictAtMs,
    policy: { version: policy.version, digest: policyDigest(policyDocumentOf(request)) },
    approvers: isAuthorized(request) ? request.approvers : [],
    turns: counted.map((decision) => statementHash(decision.statement)),
  });
  const [key, raw] = await Promise.all([
    verdictSigner.publicKey(),
    verdictSigner.sign(toBeSigned(VERDICT_NAMESPACE, statement)),
  ]);
  const signature = armour({ key, namespace: VERDICT_NAMESPACE, value: { type: P256_KEY, raw } });
  return signedDecisions.keepVerdict(org, id, { statement, signature });
}

/**
 * The keys that signed in this proof. The proof names their owners; a verifier must confirm them from another source.
 */
async function allowedSigners(
  deps: ProofDeps,
  org: OrgId,
  counted: readonly SignedDecision[],
  countersigners: readonly Passkey[],
): Promise<readonly AllowedSigner[]> {
  const [operators, passkeys, bootstrap, service] = await Promise.all([
    deps.config.operators(org),
    Promise.all(counted.map(({ passkey }) => deps.passkeys.passkey(org, passkey))),
    deps.passkeys.bootstrap(org),
    serviceSigner(deps),
  ]);
  // A passkey belongs to the host name at which it signed. The countersigning admins' passkeys belong to one of the
  // same host names.
  const hosts = counted.map(applicationOf);
  const known = [...passkeys, ...countersigners].flatMap((passkey, index): AllowedSigner[] => {
    const owner = operators.find(({ id }) => id === passkey?.operator);
    const rpId = hosts[index] ?? hosts[0] ?? null;
    if (passkey === null || rpId === null) return [];
    return signersOf({ passkey, owner, rpId, bootstrap, atMs: Number.POSITIVE_INFINITY });
  });
  return [service, ...known];
}

/** What the worker signed about the run, and its line in `allowed_signers`. Null if it signed nothing. */
async function signedRun(
  { config }: ProofDeps,
  request: Decided,
): Promise<(SignedText & { readonly signer: readonly AllowedSigner[] }) | null> {
  const execution = isAuthorized(request) ? request.execution : null;
  if (execution?.state !== 'reported' || execution.receipt === undefined) return null;
  const { operationHash, params } = request;
  const statement = receiptStatement(request.id, execution, { operationHash, intent: params.intent ?? '' });
  const key = await config.apiKey(request.org, execution.receipt.key);
  const signer = key === null ? null : workerSigner(key, Number.POSITIVE_INFINITY);
  return { statement, signature: execution.receipt.signature, signer: signer === null ? [] : [signer] };
}

async function serviceSigner({ verdictSigner }: Pick<ProofDeps, 'verdictSigner'>): Promise<AllowedSigner> {
  const key = await verdictSigner.publicKey();
  const always = { validAfterMs: null, validBeforeMs: null };
  return { principal: SERVICE_PRINCIPAL, namespaces: [VERDICT_NAMESPACE], ...always, key };
}

function applicationOf({ signature }: SignedDecision): string | null {
  const key = parseArmour(signature)?.key;
  return key?.type === PASSKEY_KEY ? key.application : null;
}

export interface ExportSignersDeps {
  readonly config: Pick<ConfigStore, 'operators' | 'apiKeys'>;
  readonly passkeys: Pick<PasskeyStore, 'ofOrganization' | 'bootstrap'>;
  readonly verdictSigner: VerdictSigner;
  /** The console's own origin. */
  readonly origin: string;
}

/**
 * GET /api/allowed-signers: exportSigners. Lists in OpenSSH's format whose keys may sign turns, as of `atMs`, including
 * keys that had ended by then. Null without a host name.
 */
export async function exportSigners(deps: ExportSignersDeps, org: OrgId, atMs: number): Promise<string | null> {
  const rpId = relyingParty(deps.origin);
  if (rpId === null) return null;
  const [operators, passkeys, bootstrap, service, apiKeys] = await Promise.all([
    deps.config.operators(org),
    deps.passkeys.ofOrganization(org),
    deps.passkeys.bootstrap(org),
    serviceSigner(deps),
    deps.config.apiKeys(org),
  ]);
  const signers = passkeys.flatMap((passkey) => {
    const owner = operators.find(({ id }) => id === passkey.operator);
    return signersOf({ passkey, owner, rpId, bootstrap, atMs });
  });
  const workers = apiKeys.flatMap((key) => workerSigner(key, atMs) ?? []);
  return allowedSignersText([service, ...signers, ...workers]);
}
