/** From the reasons of the core to the contract's statuses and kinds: the one place where /v1's errors meet HTTP. */
import type { CreateRefusal } from '../../app/create-request';
import type { ClaimRefusal, ReportRefusal } from '../../core/execution/claim';
import { assertNever } from '../../protocol/result';
import { invalid, type Kind, problem, refused, tooLarge } from '../http/answer';
import { NO_SUCH_REQUEST } from '../http/ids';
import { quoted } from '../http/sentence';

const conflict = <const K extends Kind>(kind: K, error: string) => problem(409, error, kind);

export function createProblem(refusal: CreateRefusal) {
  switch (refusal.reason) {
    case 'idempotency_conflict':
      return conflict(
        'idempotency_conflict',
        'This Idempotency-Key has already created a different request. Use a new key.',
      );
    case 'intent_too_large':
      return tooLarge(`intent: ${refusal.bytes} bytes; at most 65536`);
    case 'intent_digest_missing':
      return invalid('params.intent: put "sha256:" and the hex SHA-256 of the intent\'s plaintext there');
    case 'intent_digest_malformed':
      return invalid('params.intent: must be "sha256:" and 64 lower-case hex digits');
    case 'execute_within_without_intent':
      return invalid('execute_within: only with an intent');
    case 'action_unknown':
      return refused(`action: this organization holds no action ${quoted(refusal.action)}`);
    case 'requester_unknown':
      return refused(`requester: ${quoted(refusal.requester)} is not an enabled operator of this organization`);
    case 'required_param':
      return problem(
        422,
        `params: this action requires ${JSON.stringify(refusal.param)}, and it must not be blank`,
        'invalid',
      );
    case 'reserved_param':
      return refused(`params: ${JSON.stringify(refusal.param)} is reserved; a key may not start with "service."`);
    case 'quorum_not_selectable':
      return refused('quorum: this action does not let the proposer select it; leave it out');
    case 'quorum_out_of_bounds':
      return refused(`quorum: ${refusal.asked} is outside this action's bounds, ${refusal.min} to ${refusal.max}`);
    case 'quorum_below_rules':
      return refused(`quorum: these params ask for at least ${refusal.floor}`);
    case 'roster_too_short':
      return refused(`roster: ${refusal.seats} operators can be asked, the quorum is ${refusal.quorum}`);
    case 'too_many_open':
      return refused(
        `action: ${refusal.max} requests of it wait for keys already, which is its limit; try again later`,
      );
    case 'callback_refused':
      return refused(`callback_url: ${refusal.why}`);
    default:
      return assertNever(refusal);
  }
}

export function claimProblem(refusal: ClaimRefusal | { readonly reason: 'not_found' }) {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_REQUEST;
    case 'no_intent':
      return NO_INTENT;
    case 'not_authorized':
      return conflict('not_authorized', `the request is ${refusal.state}: there is no authorization to run it under`);
    case 'already_reported':
      return conflict('already_reported', 'the run was already reported; it can never be claimed again');
    case 'already_claimed':
      return conflict(
        'already_claimed',
        `another worker holds the intent until ${new Date(refusal.leaseExpiresAtMs).toISOString()}`,
      );
    case 'window_closed':
      return problem(
        410,
        `the window to run it closed at ${new Date(refusal.executeByMs).toISOString()}; propose a new request`,
        'execution_window_closed',
      );
    default:
      return assertNever(refusal);
  }
}

export function reportProblem(refusal: ReportRefusal | { readonly reason: 'not_found' }) {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_REQUEST;
    case 'no_intent':
      return NO_INTENT;
    case 'already_reported':
      return conflict('already_reported', 'a different report is already recorded');
    case 'claim_lost':
      return conflict('claim_lost', 'this is not the current claim: someone claimed after you, or it was never made');
    default:
      return assertNever(refusal);
  }
}

const NO_INTENT = conflict('no_intent', 'the request carries no intent');
