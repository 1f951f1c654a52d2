/** Maps the reasons of the core to the contract's statuses and kinds. Only this file does this for /v1. */

import { assertNever } from '../../protocol/result';
import type { CreateRefusal } from '../../service/ceremony/use-cases/create-request';
import type { ClaimRefusal } from '../../service/execution/rules/claim';
import type { AbortRefusal, ReportProblem } from '../../service/execution/use-cases';
import type { PolicyRefusal } from '../../service/policy/rules/resolve';
import type { ProofRefusal } from '../../service/proof/use-cases';
import { MAX_INTENT_BYTES } from '../../service/request/rules/intent-rules';
import type { Request } from '../../service/request/rules/request';
import type { ReceiptFault } from '../../service/request/rules/signed';
import { denied, invalid, type Kind, problem, refused, tooLarge } from '../http/answer';
import { NO_SUCH_REQUEST } from '../http/ids';
import { counted, quoted } from '../http/validators';

const conflict = <const K extends Kind>(kind: K, error: string) => problem(409, error, kind);

const USED_BY_OTHER_KEY =
  'Another API key of this organization has used this Idempotency-Key. Its request is returned only if requester, quorum, ' +
  'execute_within and intent are equal. Use a new Idempotency-Key.';

export function createProblem(refusal: CreateRefusal) {
  switch (refusal.reason) {
    case 'idempotency_conflict':
      return conflict(
        'idempotency_conflict',
        refusal.isOtherKeys
          ? USED_BY_OTHER_KEY
          : 'This Idempotency-Key has already created a different request. Use a new key.',
      );
    case 'intent_too_large':
      return tooLarge(`The intent has ${refusal.bytes} bytes. At most ${MAX_INTENT_BYTES} are allowed.`);
    case 'intent_digest_missing':
      return invalid(
        '`params.intent` is missing. It must be "sha256:" followed by the hex SHA-256 of the intent\'s plaintext.',
      );
    case 'intent_digest_malformed':
      return invalid('`params.intent` must be "sha256:" followed by 64 lower-case hex digits.');
    case 'execute_within_without_intent':
      return invalid('`execute_within` is allowed only with an `intent`.');
    case 'action_unknown':
      return refused(`This organization has no action ${quoted(refusal.action)}.`);
    case 'outside_limit':
      return refused(`This API key is limited to the actions ${refusal.actions.map(quoted).join(', ')}.`);
    case 'too_many_open':
      return tooManyOpen(refusal);
    case 'callback_refused':
      return refused(`callback_url: ${refusal.why}`);
    default:
      return policyProblem(refusal);
  }
}

/** The preview of a policy uses the same words as the create call. */
export function policyProblem(refusal: PolicyRefusal) {
  switch (refusal.reason) {
    case 'requester_unknown':
      return refused(`${quoted(refusal.requester)} is not an enabled operator of this organization.`);
    case 'required_param':
      return problem(
        422,
        `This action requires the param ${JSON.stringify(refusal.param)}. It must not be blank.`,
        'invalid',
      );
    case 'reserved_param':
      return refused(`The param ${JSON.stringify(refusal.param)} is reserved. A key must not start with "service.".`);
    case 'evidence_malformed':
      return refused(
        `The param ${JSON.stringify(refusal.param)} names a document of this action. It must be "sha256:" followed by 64 lower-case hex digits.`,
      );
    case 'quorum_not_selectable':
      return refused('This action does not allow you to select the quorum. Leave out `quorum`.');
    case 'quorum_out_of_bounds':
      return refused(
        `The quorum ${refusal.asked} is not allowed. This action allows ${refusal.min} to ${refusal.max}.`,
      );
    case 'quorum_below_rules':
      return refused(`With these params the quorum must be at least ${refusal.floor}.`);
    case 'requirement_unmet':
      return refused(requirementUnmet(refusal));
    case 'roster_too_short':
      return refused(`The quorum is ${refusal.quorum}, but only ${counted(refusal.seats, 'operator')} can approve.`);
    default:
      return assertNever(refusal);
  }
}

function requirementUnmet({
  groups,
  keys,
  available,
}: Extract<PolicyRefusal, { reason: 'requirement_unmet' }>): string {
  const who = groups.length === 1 ? `the group ${quoted(groups[0]!)}` : `the groups ${groups.map(quoted).join(', ')}`;
  return `This action needs ${counted(keys, 'key')} of ${who}, but only ${counted(available, 'operator')} of them can approve.`;
}

/** This does not count as a refused attempt: the same create succeeds after one of the requests has a verdict. */
function tooManyOpen({ limits, max }: Extract<CreateRefusal, { readonly reason: 'too_many_open' }>) {
  const answer = denied(
    429,
    `This ${limits === 'key' ? 'API key' : 'action'} already has ${counted(max, 'open request')}, which is its limit. Retry in ${RETRY_AFTER_SECONDS} seconds.`,
  );
  return { ...answer, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } };
}

const RETRY_AFTER_SECONDS = 30;

export function claimProblem(refusal: ClaimRefusal | { readonly reason: 'not_found' }) {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_REQUEST;
    case 'no_intent':
      return NO_INTENT;
    case 'not_authorized':
      return conflict('not_authorized', notAuthorized(refusal.state));
    case 'already_reported':
      return conflict('already_reported', 'The run was already reported. The intent cannot be claimed again.');
    case 'stopped':
      return conflict(
        'not_authorized',
        `The authorization of this request no longer stands. It was stopped at ${new Date(refusal.atMs).toISOString()}.`,
      );
    case 'already_claimed':
      return conflict(
        'already_claimed',
        `Another worker has claimed the intent until ${new Date(refusal.leaseExpiresAtMs).toISOString()}.`,
      );
    case 'window_closed':
      return problem(
        410,
        `The window to run the intent closed at ${new Date(refusal.executeByMs).toISOString()}. Propose a new request.`,
        'execution_window_closed',
      );
    default:
      return assertNever(refusal);
  }
}

export function abortProblem(refusal: AbortRefusal) {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_REQUEST;
    case 'no_intent':
      return conflict(
        'no_intent',
        "There is nothing to stop: the request is authorized, has no intent, and no integration's call is in progress.",
      );
    case 'already_reported':
      return conflict('already_reported', 'The run was already reported. It cannot be stopped any more.');
    default:
      return assertNever(refusal.reason);
  }
}

const notAuthorized = (state: Request['state']): string =>
  state === 'failed'
    ? "The authorization of this request no longer stands, because its integration's call failed."
    : `The request is not authorized. Its state is ${state}.`;

export function proofProblem(refusal: ProofRefusal) {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_REQUEST;
    case 'no_verdict':
      return conflict('not_authorized', noVerdict(refusal.state));
    default:
      return assertNever(refusal);
  }
}

export const noVerdict = (state: string): string => `The request has no verdict yet. Its state is ${state}.`;

/** One answer for invalid cursors, cursors of other organizations, and cursors from before a restore. */
export const NO_SUCH_PLACE = invalid(
  '`query.after` is not a place in the events of this organization. Send the `next` of an earlier answer. If the service ' +
    'was restored from a backup since then, leave `after` out: events that you know have the same ids.',
);

export function reportProblem(refusal: ReportProblem) {
  switch (refusal.reason) {
    case 'bad_receipt':
      return invalid(BAD_RECEIPT[refusal.fault]);
    case 'other_operation':
      return invalid('`body.receipt` is of another operation or intent than this request.');
    case 'not_found':
      return NO_SUCH_REQUEST;
    case 'no_intent':
      return NO_INTENT;
    case 'already_reported':
      return conflict('already_reported', 'A different report is already recorded.');
    case 'claim_lost':
      return conflict(
        'claim_lost',
        'This is not the current claim. Another worker claimed the intent later, or the claim does not exist.',
      );
    default:
      return assertNever(refusal);
  }
}

const BAD_RECEIPT: Readonly<Record<ReceiptFault, string>> = {
  no_signing_key: 'This API key has no signing key, so its reports cannot have a `receipt`.',
  malformed: '`body.receipt.signature` is not an SSH signature as `ssh-keygen -Y sign` writes it.',
  other_key: '`body.receipt.signature` is not by the signing key of this API key.',
  other_report: '`body.receipt.signature` is not a signature of this report in the namespace "worker@ras".',
};

const NO_INTENT = conflict('no_intent', 'The request has no intent.');
