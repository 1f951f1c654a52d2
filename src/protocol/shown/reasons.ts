/** Reasons in words: why the service ended a request, and what a refusal means for the program that requested it. */

import type { OutcomeReason } from '../outcome-reasons';

/** What a person writes is a note, which is never looked up here. */
const ENDED_BECAUSE = {
  misuse_reported: 'the operator in whose name it was requested did not request it. All admins were told',
  integration_window_closed: 'the integration did not answer in time',
  restored: 'the service was taken back to an earlier time, after which this may have run',
  aborted_by_program: 'aborted by the program that requested it',
  stopped: 'it was stopped',
  round_restarted: 'the round was restarted',
  roster_too_short: 'too few operators were left to turn the keys',
  nobody_left: 'nobody was left who could meet the policy: too few operators of a group could still turn a key',
  code_not_needed: 'the other request was decided, or the seat has turned its key or was removed',
  base_moved: 'somebody else changed this in the meantime; make the change again from the current version',
  no_longer_valid: 'the change is not valid any more; make it again from the current configuration',
  last_admin: 'the change would leave no enabled admin',
  id_taken: 'the operator id is already used',
  operator_disabled: 'the operator is disabled',
  document_changed: 'the stored change is not the one that was approved',
} as const;

export type Reason = keyof typeof ENDED_BECAUSE;

/** Null for a reason without words of its own, such as an error of an integration. */
export const knownReason = (reason: unknown): Reason | null =>
  typeof reason === 'string' && Object.hasOwn(ENDED_BECAUSE, reason) ? (reason as Reason) : null;

/** Never for a person's note. */
export function reasonText(reason: string): string {
  const known = knownReason(reason);
  return known === null ? reason : ENDED_BECAUSE[known];
}

/** What each reason of a refusal means for the program that requested it. */
export const OUTCOME_REASON_TEXTS: Readonly<Record<OutcomeReason, { readonly label: string; readonly hint: string }>> =
  {
    wrong_target: { label: 'Wrong target', hint: 'The operation is right, and what it changes is wrong.' },
    wrong_amount: { label: 'Wrong amount', hint: 'The operation is right, and its amount is wrong.' },
    too_much_at_once: { label: 'Too much at once', hint: 'It changes more than anybody can check.' },
    ask_first: { label: 'Ask first', hint: 'Somebody must talk to you before it is requested again.' },
    not_now: { label: 'Not now', hint: 'It can be requested again later.' },
    never: {
      label: 'Never',
      hint: 'It is not to be requested again. A gate of agents refuses the same call without asking you, for 7 days by default.',
    },
  };

/** A newer service can send a word that this page does not know. */
export const outcomeReasonText = (reason: string): string =>
  Object.hasOwn(OUTCOME_REASON_TEXTS, reason) ? OUTCOME_REASON_TEXTS[reason as OutcomeReason].label : reason;
