/** From the reasons of the core to statuses and kinds: the one place where the console's errors meet HTTP. */
import type { OperatorCommand, OperatorRefusal } from '../../app/operator-command';
import { explainRefusal } from '../../core/ceremony/explain';
import { assertNever } from '../../protocol/result';
import { type Answer, notFound, problem, refused } from '../http/answer';

export const NO_SUCH_REQUEST = notFound('no such request in this organization');
export const NOT_SIGNED_IN = problem(401, 'not signed in: open a sign-in link or use your passkey');
export const EDITED_MEANWHILE = conflict('somebody else changed this at the same moment; read it again');

export function conflict(error: string): Answer {
  return problem(409, error, 'conflict');
}

export function commandProblem(command: OperatorCommand, refusal: OperatorRefusal): Answer {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_REQUEST;
    case 'access_ended':
      return NOT_SIGNED_IN;
    case 'wrong_code':
      return problem(403, wrongCode(refusal.triesLeft));
    case 'not_asked':
      // A re-issue names somebody else's seat: not the admin is refused, but what they asked for.
      return command.name === 'reissue'
        ? refused(`operator: ${JSON.stringify(command.seat)} holds no seat in this request that can act`)
        : problem(403, explainRefusal(command.name, refusal));
    case 'decided':
    case 'already_turned':
    case 'not_turned':
    case 'seat_locked':
    case 'stale_round':
    case 'not_coincident':
      return problem(409, explainRefusal(command.name, refusal), refusal.reason);
    default:
      return assertNever(refusal);
  }
}

function wrongCode(triesLeft: number): string {
  if (triesLeft > 0) return `wrong code: ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left in this round`;
  return 'wrong code, and that was the last try: the seat is locked until the next round or a re-issue by an admin';
}
