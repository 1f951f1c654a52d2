/** What the program is told of a refusal, in words for people. */
import type { OutcomeReason } from '../outcome-reasons';

/** What each means for the program that requested it. */
export const REASONS: Readonly<Record<OutcomeReason, { readonly label: string; readonly hint: string }>> = {
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
  Object.hasOwn(REASONS, reason) ? REASONS[reason as OutcomeReason].label : reason;
