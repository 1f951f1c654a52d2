/** Maps the reasons of the core to statuses and kinds. Only this file does this for the console. */

import { assertNever } from '../../protocol/result';
import { MAX_OPEN_CHANGES } from '../../service/administration/rules/change';
import { type CommandName, explainRefusal } from '../../service/ceremony/rules/explain';
import type { OperatorRefusal } from '../../service/ceremony/use-cases/operator-command';
import { denied, invalid, notFound, problem, refused } from '../http/answer';
import { NO_SUCH_REQUEST } from '../http/ids';

export const NOT_SIGNED_IN = denied(401, 'You are not signed in. Open a sign-in link or use your passkey.');
export const ADMIN_ONLY = denied(403, 'Only an admin can do this.');
export const NO_HOST_NAME = refused('Passkeys need a host name, and you opened this console by an IP address.');
export const NO_SUCH_CHANGE = notFound('There is no such change in this organization.');
export const EDITED_MEANWHILE = conflict('Somebody else changed this at the same time. Read it again.');

/** The console offers another sign-in, after which the same call succeeds. */
export const NOT_BY_MAILED_LINK = denied(
  403,
  'You signed in with a link that you requested by mail. It lets you read, ask questions, refuse and abort. For everything else, sign in with a passkey or with a link from an admin.',
);

/** The console offers a new sign-in, after which the same call succeeds. */
export const SIGN_IN_AGAIN = problem(
  409,
  'This needs a sign-in of the last five minutes. Sign in again with your passkey or with a new sign-in link from an admin, then repeat this.',
  'sign_in_again',
);

export const OPERATOR_DISABLED = refused('This operator is disabled. Enable them first.');
export const NO_SUCH_OPERATOR = notFound('There is no such operator in this organization.');

export const NO_SECOND_ADMIN = conflict(
  'This change needs the key of a second admin, and there is no other enabled admin. Use the rescue of the administration command.',
);

export const TOO_MANY_CHANGES = conflict(
  `${MAX_OPEN_CHANGES} of your changes wait for another admin. End some of them first, or have them approved.`,
);

export function conflict(error: string) {
  return problem(409, error, 'conflict');
}

/** A text that people read as a name. */
export const invalidName = (refusal: { readonly problem: string }) => invalid(refusal.problem);

/** Why the state of a request does not allow a command. Each reason has its own kind. */
export type StateConflict = Exclude<
  OperatorRefusal['reason'],
  'not_found' | 'access_ended' | 'too_many_wrong_codes' | 'wrong_code' | 'not_asked'
>;

/** `documented` lists the conflicts that the operation declares. Any other is a bug and answers 500. */
export function commandProblem<const K extends StateConflict>(
  command: { readonly name: CommandName },
  refusal: OperatorRefusal,
  documented: readonly K[],
) {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_REQUEST;
    case 'access_ended':
      return NOT_SIGNED_IN;
    case 'too_many_wrong_codes':
      throw new Error(`only a turn is refused for wrong codes, not ${command.name}`);
    case 'wrong_code':
      return denied(403, wrongCode(refusal.triesLeft));
    case 'not_asked':
      return denied(403, explainRefusal(command.name, refusal));
    case 'decided':
    case 'already_turned':
    case 'not_turned':
    case 'seat_locked':
    case 'not_signed':
    case 'stale_round':
    case 'no_evidence':
    case 'nothing_to_stop':
    case 'not_coincident': {
      const kind = documented.find((each) => each === refusal.reason);
      if (kind === undefined)
        throw new Error(`the document does not say that ${command.name} answers ${refusal.reason}`);
      return problem(409, explainRefusal(command.name, refusal), kind);
    }
    default:
      return assertNever(refusal);
  }
}

export function tooMany(error: string, retryAfterMs: number) {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return { ...denied(429, error), headers: { 'retry-after': String(seconds) } };
}

function wrongCode(triesLeft: number): string {
  if (triesLeft > 0) return `Wrong code: ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left in this round.`;
  return 'Wrong code. Your seat is now locked until the next round or until an admin re-issues the code.';
}
