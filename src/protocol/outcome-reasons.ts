/**
 * What an operator who refuses can have the program told, so that the same is not proposed again without knowing why. A closed
 * list: what people write is for the history alone (docs/contract.md#request-object).
 */
export const OUTCOME_REASONS = [
  'wrong_target',
  'wrong_amount',
  'too_much_at_once',
  'ask_first',
  'not_now',
  'never',
] as const;

export type OutcomeReason = (typeof OUTCOME_REASONS)[number];
