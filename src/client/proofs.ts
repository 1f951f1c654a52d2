/**
 * Proofs of verdicts (operation getProof): what operators signed, verified without trusting the service, and whether they
 * were shown what the worker itself renders.
 */

import { type Display, displayProblems, displayText, parseDisplay } from '../protocol/display/display';
import { render } from '../protocol/display/render';
import { shownText, titleText } from '../protocol/display/text';
import type { Result } from '../protocol/result';
import { parseAllowedSigners } from '../protocol/ssh/allowed-signers';
import {
  type ProofFault,
  type VerifiedProof,
  type VerifyProofOptions,
  verifyProof as verifyFiles,
} from '../protocol/statements/proof';
import { FILE, fileOf } from '../protocol/statements/proof-files';
import { assertOptions } from './known-options';
import type { AuthorizationRequest, Proof } from './types';

export type { ProofFault, VerifiedProof };

export interface ProofOptions extends Omit<VerifyProofOptions, 'atMs'> {
  /** When the keys must have been valid, epoch ms. Default: now. */
  readonly atMs?: number;
}

/**
 * Whether the proof holds. Only the keys in `allowedSigners` are trusted: keep a copy of your own of that file, because
 * somebody who can change the proof can change the copy in it.
 */
export function verifyProof(
  proof: Proof,
  { atMs = Date.now(), ...options }: ProofOptions,
): Result<VerifiedProof, ProofFault> {
  return verifyFiles(proof.files, { ...options, atMs });
}

export interface RequiredProof extends Omit<ProofOptions, 'atMs'> {
  /** At least so many operators must have signed, whatever the policy in the proof says. Default: the policy's quorum. */
  readonly quorum?: number;
}

const PROOF_OPTIONS = Object.keys({
  ...{ allowedSigners: 1, turnAtMs: 1, origins: 1, quorum: 1 },
} satisfies Record<keyof RequiredProof, 1>);

/** Throws TypeError if no proof could ever hold. */
export function assertRequiredProof(required: RequiredProof): void {
  assertOptions(required, PROOF_OPTIONS, '`requireProof`', 'requireProof: { allowedSigners }');
  const { allowedSigners, quorum = 1 } = required;
  const signers = typeof allowedSigners === 'string' ? parseAllowedSigners(allowedSigners) : null;
  if (signers === null || signers.length === 0) {
    throw new TypeError('`requireProof.allowedSigners` must be the text of an allowed_signers file with a key in it.');
  }
  if (!Number.isInteger(quorum) || quorum < 1) throw new TypeError('`requireProof.quorum` must be at least 1.');
}

/** Why the proof does not let this request run; null if it does. */
export function proofFaultOf(
  proof: Proof,
  request: AuthorizationRequest,
  { quorum = 1, ...options }: RequiredProof,
  atMs: number,
): string | null {
  const verified = verifyProof(proof, { ...options, atMs });
  if (!verified.ok) return verified.error.why;
  const { verdict, policy, signers } = verified.value;
  if (verdict.outcome !== 'authorized') return `the verdict is ${verdict.outcome}`;
  if (verdict.request !== request.id) return 'the proof is of another request';
  if (verdict.operation_hash !== request.operation_hash || policy.action !== request.action) {
    return 'the proof is of another operation';
  }
  return signers.length < quorum ? `${signers.length} operators have signed, and ${quorum} are required` : null;
}

export type { Display };

/** By action: people must have been shown exactly what the worker renders with this display. Requests of other actions are not checked. */
export type PinnedDisplays = Readonly<Record<string, Display>>;

/** Throws TypeError if no request could ever be shown like that. */
export function assertDisplays(displays: PinnedDisplays): void {
  for (const [action, display] of Object.entries(displays)) {
    const problems =
      parseDisplay(displayText(display)) === null ? ['it is not the form of a display'] : displayProblems(display);
    if (problems.length > 0) throw new TypeError(`\`displays\` for ${JSON.stringify(action)}: ${problems.join('; ')}.`);
  }
}

export const pinnedFor = (displays: PinnedDisplays | undefined, action: string): Display | null =>
  displays !== undefined && Object.hasOwn(displays, action) ? displays[action]! : null;

/** For the log: the title that the pinned display gives the request. Nothing for requests of other actions. */
export function titleIn(displays: PinnedDisplays | undefined, { action, params }: AuthorizationRequest) {
  const display = pinnedFor(displays, action);
  return display === null ? {} : { title: titleText(render(display, params)) };
}

/** Why the lines that people were shown differ from the pinned display; null if they do not. */
export function displayFaultOf({ files }: Proof, { params }: AuthorizationRequest, display: Display): string | null {
  if (!Object.hasOwn(files, FILE.shown)) return 'people were shown this without a display, and this worker pins one';
  const same = fileOf(files, FILE.shown) === shownText(render(display, params));
  return same ? null : 'people were shown other lines than this worker renders';
}
